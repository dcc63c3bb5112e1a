//! `/onboarding`: what a new customer is asked, once.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::Given;
use parlour_pages::answer::Described as _;
use parlour_pages::parts::{Form, GuardianFields, Input, Toggle, guardian_fields, needs_script, radios, submit};
use parlour_pages::{Asked, Page, PageAnswer, Words, format};
use parlour_people::auth::Caller;
use parlour_people::customers::{Profiles, last_birthday_of_age};
use parlour_storage::salon::Salon;
use parlour_values::time::IstDate;

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let onboarding = Profiles::of(&salon).onboarding(&caller.user.id).await?;
    let next = asked.next("/bookings");
    let main =
        if onboarding.completed { done(&asked.words, &next) } else { render(&asked, caller.user.first_name(), &next) };
    Page::private(&caller, asked.words.onboarding_title(), main).one_step()
}

fn done(words: &Words, next: &str) -> Markup {
    html! {
        div.narrow.plate {
            h1 { (words.onboarding_done()) }
            p.actions { a.button href=(next) { (words.go_on()) } }
        }
    }
}

fn render(asked: &Asked, name: &str, next: &str) -> Markup {
    let words = &asked.words;
    let fields = html! {
        (phone(words, None))
        (date_of_birth(words, None, asked.today))
        (guardian_fields(words, &GuardianFields {
            within: "onboarding",
            name: None,
            phone: None,
            is_minor: false,
            of_age: last_birthday_of_age(asked.today),
        }))
        (gender(words, None))
        fieldset.field {
            legend { (words.may_we()) }
            (consents(words, GivenConsents { reminders: true, alerts: true, ..GivenConsents::default() }))
        }
        input type="hidden" name="preferredLanguage" value=(words.language.tag());
        p.fine { (words.finish_agrees()) " " a href="/privacy" { (words.privacy_more()) } }
        div.actions { (submit(&words.finish())) }
    };
    html! {
        div.narrow.plate {
            h1 { (words.greeting(name)) }
            p.lead { (words.onboarding_lead()) }
            (needs_script(words))
            (Form::new("onboarding", "POST /api/onboarding/complete", fields).then(next).campaign("acquisitionSource"))
        }
    }
}

pub fn phone(words: &Words, value: Option<String>) -> Markup {
    html! {
        (Input::new("phone", &words.phone()).kind("tel").autocomplete("tel").required().value(value)
            .hint(&words.phone_hint()).with("inputmode", "tel").wrong(words.phone_wrong()).taken(words.phone_taken()))
    }
}

pub fn date_of_birth(words: &Words, value: Option<String>, today: IstDate) -> Markup {
    html! {
        (Input::new("dateOfBirth", &words.date_of_birth()).kind("date").autocomplete("bday").required().value(value)
            .hint(&words.date_of_birth_hint()).with("max", today.to_string())
            .wrong(words.date_of_birth_wrong()))
    }
}

pub fn gender(words: &Words, chosen: Option<&str>) -> Markup {
    let options = [
        ("female", words.gender_female()),
        ("male", words.gender_male()),
        ("other", words.gender_other()),
        ("undisclosed", words.gender_undisclosed()),
    ];
    html! {
        (radios("gender", &words.gender(), options.into_iter().map(|(value, text)| (value.to_owned(), text)), chosen))
    }
}

/// Which consents are given; the two that the law asks about with the day since when.
#[derive(Clone, Copy, Default)]
pub struct GivenConsents {
    pub reminders: bool,
    pub alerts: bool,
    pub whatsapp: bool,
    pub whatsapp_since: Option<IstDate>,
    pub marketing: bool,
    pub marketing_since: Option<IstDate>,
}

/// The subject of a consent, and since when it is given.
pub fn dated(words: &Words, hint: String, since: Option<IstDate>) -> String {
    match since {
        Some(since) => format!("{hint} {}", words.consent_since(format::full_date(words, since))),
        None => hint,
    }
}

pub fn consents(words: &Words, given: GivenConsents) -> Markup {
    let GivenConsents { reminders, alerts, whatsapp, marketing, .. } = given;
    html! {
        (Toggle::new("appointmentRemindersEnabled", &words.consent_reminders(), reminders)
            .hint(&words.consent_reminders_hint()))
        (Toggle::new("membershipAlertsEnabled", &words.consent_alerts(), alerts))
        (Toggle::new("whatsappConsent", &words.consent_whatsapp(), whatsapp)
            .hint(&dated(words, words.consent_whatsapp_hint(), given.whatsapp_since)))
        (Toggle::new("marketingConsent", &words.consent_marketing(), marketing)
            .hint(&dated(words, words.consent_marketing_hint(), given.marketing_since)))
    }
}
