//! A customer's details: contact, consents, tags, and what a manager may overrule.

use maud::{Markup, html};
use parlour_money::customer_overview::CustomerOverview;
use parlour_pages::parts::{Form, Input, Toggle, channels_in_words, facts, icon, submit};
use parlour_pages::{Asked, format, paths};
use parlour_people::customers::{Gender, ways};
use parlour_values::message_channel::MessageChannel;

use crate::pages::states::spoken;
use crate::pages::tags::dot;

pub fn about(asked: &Asked, person: &CustomerOverview) -> Markup {
    let words = &asked.words;
    let (user, profile) = (&person.user, &person.profile);
    let mut rows: Vec<(String, Markup)> = Vec::new();
    let mut row = |name: &str, value: Markup| rows.push((name.to_owned(), value));
    if let Some(phone) = &profile.phone {
        row("Phone", html! { a href=(format!("tel:{phone}")) { (phone.spaced()) } });
    }
    if let Some(email) = profile.email.as_ref().filter(|_| !user.signs_in()) {
        row("Email", html! { (email) " " span.fine { "left at the desk, nothing is sent there" } });
    }
    if user.signs_in() {
        let refused = user.mail_refusal().map(|refused| refused.reason.told());
        row("Email", html! { (user.email) @if let Some(why) = refused { " " span.fine { (why) } } });
    }
    if let Some(gender) = profile.gender {
        row("Gender", html! { (gender_word(gender)) });
    }
    if let Some(born) = profile.date_of_birth {
        row("Born", html! { (format::full_date(words, born)) ", " (born.age_on(asked.today)) " years old" });
    }
    if let Some(guardian) = &profile.guardian {
        let phone = &guardian.phone;
        row("Guardian", html! { (guardian.name) ", " a href=(format!("tel:{phone}")) { (phone.spaced()) } });
    }
    let preferred = profile.preferred_staff_id.as_ref();
    if let Some(member) = preferred.and_then(|id| person.staff.iter().find(|member| member.id == *id)) {
        row("Likes", html! { "to be served by " (member.display_name) });
    }
    if let Some(name) = &profile.legal_name {
        row("Business", html! { (name) });
    }
    if let Some(gstin) = &profile.gstin {
        row("GSTIN", html! { (gstin) });
    }
    row("Language", html! { (profile.preferred_language.name()) });
    let order = profile.channels.as_deref().map_or_else(|| ways(Some(profile)), <[MessageChannel]>::to_vec);
    row("Reached by", html! { (channels_in_words(words, &order)) });
    row("Customer since", html! { (format::full_date(words, user.created_at.ist_date())) });
    if let Some(first) = profile.first_visit_at {
        row("First visit", html! { (format::full_date(words, first.ist_date())) });
    }
    let came_by = [&profile.acquisition_source, &profile.utm_source, &profile.utm_medium, &profile.utm_campaign];
    let came_by: Vec<String> =
        came_by.into_iter().flatten().filter(|text| !text.is_empty()).map(|text| spoken(text)).collect();
    if !came_by.is_empty() {
        row("Came by", html! { (came_by.join(", ")) });
    }
    let consents = [
        ("Reminders of appointments", profile.appointment_reminders_enabled),
        ("Alerts about memberships", profile.membership_alerts_enabled),
        ("Messages on WhatsApp", profile.whatsapp_consent),
        ("Offers and birthday wishes", profile.marketing_consent),
        ("Pictures of them", profile.photos_consent),
        ("Notes about their health", profile.health_notes_consent),
    ];
    html! {
        section.card aria-labelledby="about" {
            h2 id="about" { (icon("person")) "About" }
            (facts(&rows))
            h3 { "What they agreed to" }
            ul.consents {
                @for (what, is_on) in consents {
                    li.off[!is_on] { span.sign aria-hidden="true" { @if is_on { "✓" } @else { "✕" } } (what) ": " strong { @if is_on { "yes" } @else { "no" } } }
                }
            }
            @if profile.is_minor(asked.today) { p.fine { "Under 18: no offers are sent, whatever they agreed to." } }
            @if user.signs_in() { p.fine { "They choose this themselves, in their profile." } }
        }
    }
}

pub const fn gender_word(gender: Gender) -> &'static str {
    match gender {
        Gender::Female => "Female",
        Gender::Male => "Male",
        Gender::Other => "Other",
        Gender::Undisclosed => "Not told",
    }
}

pub fn tags(person: &CustomerOverview) -> Markup {
    let customer = paths::encoded(person.user.id.as_str());
    let others: Vec<_> = person.tags.iter().filter(|(_, is_on)| !is_on).map(|(tag, _)| tag).collect();
    let add = html! {
        div.field {
            label for="tagId" { "Add a tag" }
            div.with-button {
                select id="tagId" name="tagId" required aria-describedby="tagId-error" {
                    @for tag in &others { option value=(tag.id) { (tag.name) } }
                }
                (submit("Add tag"))
            }
            p.error id="tagId-error" hidden {}
        }
    };
    html! {
        section.card aria-labelledby="tags" {
            h2 id="tags" { (icon("tag")) "Tags" }
            @if others.len() == person.tags.len() { p.quiet { "No tags." } }
            ul.tag-list {
                @for (tag, _) in person.tags.iter().filter(|(_, is_on)| *is_on) {
                    li.tag-mark {
                        (dot(tag.color.as_str())) (tag.name)
                        @let remove = html! { button.ghost.tag-off type="submit" aria-label=(format!("Remove tag {}", tag.name)) { (icon("close")) } };
                        (Form::new(&format!("untag-{}", tag.id), format!("DELETE /api/customers/{customer}/tags/{}", paths::encoded(tag.id.as_str())), remove)
                            .then("reload").say("The tag is off.").class("inline"))
                    }
                }
            }
            @if !others.is_empty() {
                (Form::new("tag-form", format!("POST /api/customers/{customer}/tags"), add).then("reload").say("The tag is on."))
            }
        }
    }
}

/// The values that a manager may set by hand; the others read them.
pub fn overrule(person: &CustomerOverview, is_manager: bool) -> Markup {
    let profile = &person.profile;
    let fields = html! {
        (Input::new("noshowCount", "No-shows").kind("number").sent_type("number").required()
            .value(profile.noshow_count.to_string()).with("min", "0").with("inputmode", "numeric"))
        (Toggle::new("bookingRequiresApproval", "Bookings need approval", profile.booking_requires_approval)
            .hint("Three no-shows switch it on, five visits in a row switch it off."))
        div.actions { (submit("Save")) }
    };
    let call = format!("PATCH /api/customers/{}", paths::encoded(person.user.id.as_str()));
    html! {
        section.card aria-labelledby="reliability" {
            h2 id="reliability" { (icon("check")) "Reliability" }
            @if is_manager {
                (Form::new("overrule", call, fields).then("reload").say("Saved."))
            } @else {
                p { (profile.noshow_count) @if profile.noshow_count == 1 { " no-show" } @else { " no-shows" } ", "
                    (profile.consecutive_completed_bookings) @if profile.consecutive_completed_bookings == 1 { " visit" } @else { " visits in a row" } " kept. " }
                p { @if profile.booking_requires_approval { "Bookings need approval." } @else { "Bookings need no special approval." } }
                p.fine { "A manager can change this." }
            }
        }
    }
}
