//! `/profile`: what the salon knows of one, its switches, and where one is signed in.

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::feeds::{FeedOf, Feeds};
use parlour_http::{Given, Refusal};
use parlour_pages::parts::{
    Form, GuardianFields, Input, Toggle, calendar_feed, channel_select, facts, guardian_fields, needs_script, submit,
};
use parlour_pages::{Asked, Page, PageAnswer, Words, format};
use parlour_people::auth::{Caller, Session, Sessions, User};
use parlour_people::customers::{
    ConsentPurpose, ConsentView, ErasureView, ProfileError, ProfileView, Profiles, last_birthday_of_age,
};
use parlour_platform::erasure::Erasures;
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_values::language::Language;
use parlour_values::time::{Instant, IstDate};

use super::agreed;
use super::onboarding::{GivenConsents, consents, date_of_birth, dated, gender, phone};
use super::your_data::your_data;

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let (profiles, sessions) = (Profiles::of(&salon), Sessions::of(&salon));
    let feeds = Feeds::of(&salon);
    let erasures = Erasures::of(&salon);
    let (profile, sessions, is_shared, erasure, ledger) = tokio::try_join!(
        async {
            match profiles.own(&caller.user.id).await {
                Ok(answer) => Ok(Some(answer.profile)),
                Err(Failure::Refused(ProfileError::NotOnboarded)) => Ok(None),
                Err(error) => Err(Refusal::from(error)),
            }
        },
        async { sessions.of_user(&caller.user).await.map_err(Refusal::from) },
        async { feeds.is_shared(&caller.user.id, FeedOf::Visits).await.map_err(Refusal::from) },
        async { erasures.asked(&caller.user.id).await.map_err(Refusal::from) },
        async { profiles.consents(&caller.user.id).await.map_err(Refusal::from) },
    )?;
    let shown = ProfileData {
        profile: profile.as_ref(),
        sessions: &sessions,
        is_shared,
        erasure: erasure.as_ref(),
        ledger: &ledger.consents,
    };
    Page::private(&caller, asked.words.profile(), render(&asked, &caller, &shown))
}

/// The data that the page shows beside who one is.
struct ProfileData<'a> {
    /// None before onboarding.
    profile: Option<&'a ProfileView>,
    sessions: &'a [Session],
    /// Whether a calendar has an address of one's visits.
    is_shared: bool,
    /// One's request to be erased, if there is one.
    erasure: Option<&'a ErasureView>,
    /// The consents that one gave and withdrew, the newest first.
    ledger: &'a [ConsentView],
}

fn render(asked: &Asked, caller: &Caller, shown: &ProfileData<'_>) -> Markup {
    let ProfileData { profile, sessions, is_shared, erasure, ledger } = *shown;
    let words = &asked.words;
    html! {
        div.page-head { h1 { (words.profile()) } }
        (needs_script(words))
        div.two {
            section aria-labelledby="about" {
                h2 id="about" { (words.about_you()) }
                (who(words, &caller.user))
                @match profile {
                    Some(profile) => (form(asked, profile, ledger)),
                    None => {
                        p.quiet { (words.not_onboarded()) }
                        p.actions { a.button href="/onboarding?next=/profile" { (words.finish_profile()) } }
                    },
                }
            }
            div {
                (agreed::ledger(words, ledger))
                (devices(asked, caller, sessions))
                (calendar_feed(words, "/api/profile/calendar", is_shared))
                (your_data(asked, erasure))
                p.fine { a href="/privacy" { (words.privacy_more()) } }
            }
        }
    }
}

fn who(words: &Words, user: &User) -> Markup {
    facts(&[(words.name(), html! { (user.name) }), (words.email(), html! { (user.email) })])
}

fn form(asked: &Asked, profile: &ProfileView, ledger: &[ConsentView]) -> Markup {
    let words = &asked.words;
    let given = GivenConsents {
        reminders: profile.appointment_reminders_enabled,
        alerts: profile.membership_alerts_enabled,
        whatsapp: profile.whatsapp_consent,
        whatsapp_since: profile.whatsapp_consent_at.map(Instant::ist_date),
        marketing: profile.marketing_consent,
        marketing_since: profile.marketing_consent_at.map(Instant::ist_date),
    };
    let fields = html! {
        (phone(words, profile.phone.as_ref().map(|phone| phone.as_str().to_owned())))
        (date_of_birth(words, profile.date_of_birth.map(|date| date.to_string()), asked.today))
        (guardian_fields(words, &guardian_of(profile, asked.today)))
        (gender(words, profile.gender.map(|gender| gender.as_str())))
        (language(words, profile.preferred_language))
        (channel_select(words, None, &words.channels_hint(), profile.has_chosen_channels.then_some(&profile.channels)))
        fieldset.field { legend { (words.may_we()) } (consents(words, given)) (private_consents(words, profile, ledger)) }
        div.actions { (submit(&words.save())) }
    };
    // Pages do not read the profile to know their language, so the switch is set to what is saved; unless the person has set it
    // otherwise.
    let is_followed = profile.preferred_language == words.language;
    let then = if is_followed { "/profile?lang={preferredLanguage}" } else { "reload" };
    html! { (Form::new("profile", "PATCH /api/profile", fields).then(then).say(words.said_saved())) }
}

fn guardian_of(profile: &ProfileView, today: IstDate) -> GuardianFields<'_> {
    let (known, of_age) = (profile.guardian.as_ref(), last_birthday_of_age(today));
    GuardianFields {
        within: "profile",
        name: known.map(|guardian| guardian.name.as_str()),
        phone: known.map(|guardian| &guardian.phone),
        is_minor: profile.date_of_birth.is_some_and(|born| born > of_age),
        of_age,
    }
}

/// The consents that only a person who comes to the salon is asked for.
fn private_consents(words: &Words, profile: &ProfileView, ledger: &[ConsentView]) -> Markup {
    let since = |hint: String, purpose| dated(words, hint, agreed::since(ledger, purpose));
    let photos = since(words.consent_photos_hint(), ConsentPurpose::Photos);
    let health = since(words.consent_health_hint(), ConsentPurpose::HealthNotes);
    let switches = [
        ("photosConsent", words.consent_photos(), photos, profile.photos_consent),
        ("healthNotesConsent", words.consent_health(), health, profile.health_notes_consent),
    ];
    html! {
        @for (name, label, hint, is_checked) in &switches {
            (Toggle::new(name, label, *is_checked).hint(hint))
        }
        p.fine { a href="/privacy" { (words.privacy_more()) } }
    }
}

/// The language of messages, and of pages too where the switch does not say otherwise.
fn language(words: &Words, chosen: Language) -> Markup {
    html! {
        (Input::choice("preferredLanguage", &words.language(),
            Language::ALL.iter().map(|one| (one.tag().to_owned(), one.name().to_owned())), Some(chosen.tag()))
            .hint(&words.language_hint()))
    }
}

fn devices(asked: &Asked, caller: &Caller, sessions: &[Session]) -> Markup {
    let words = &asked.words;
    html! {
        section aria-labelledby="devices" {
            h2 id="devices" { (words.devices()) }
            ul.ledger {
                @for (number, session) in sessions.iter().enumerate() {
                    @let is_this = caller.session().is_some_and(|own| own.id == session.id);
                    li {
                        div {
                            strong id=(format!("device-{number}-name")) { (device(words, session.user_agent.as_deref())) }
                            @if is_this { " " span.new { (words.this_device()) } }
                            p.fine { (words.since(format::moment(words, session.created_at, asked.today))) }
                        }
                        @if is_this {
                            (Form::new(&format!("device-{number}"), "POST /api/auth/sign-out", sign_out(words, number, None)).then("/").class("inline"))
                        } @else {
                            (Form::new(&format!("device-{number}"), "POST /api/auth/revoke-session", sign_out(words, number, Some(session.id.as_str()))).then("reload").class("inline"))
                        }
                    }
                }
            }
            @if sessions.len() > 1 {
                (Form::new("others", "POST /api/auth/revoke-other-sessions", html! {
                    button.ghost.button type="submit" { (words.sign_out_elsewhere()) }
                }).then("reload").say(words.said_signed_out()).class("inline"))
            }
        }
    }
}

fn sign_out(words: &Words, number: usize, token: Option<&str>) -> Markup {
    html! {
        @if let Some(token) = token { input type="hidden" name="token" value=(token); }
        button.ghost.button.small type="submit" aria-describedby=(format!("device-{number}-name")) { (words.sign_out()) }
    }
}

/// Browser and system, as far as a user agent tells; only our own words are shown, not what a client sent.
fn device(words: &Words, agent: Option<&str>) -> String {
    let agent = agent.unwrap_or_default();
    let find =
        |signs: &[(&str, &'static str)]| signs.iter().find(|(sign, _)| agent.contains(sign)).map(|(_, name)| *name);
    let browser = find(&[
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser", "Samsung Internet"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]);
    let system = find(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS X", "Mac"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        (Some(browser), Some(system)) => words.browser_on(browser, system),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => words.unknown_device(),
    }
}
