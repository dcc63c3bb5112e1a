//! The fields of a customer, new or not.

use maud::{Markup, html};
use parlour_pages::Words;
use parlour_pages::parts::{GuardianFields, Input, Toggle, channel_select, guardian_fields};
use parlour_people::customers::{Gender, Profile, last_birthday_of_age};
use parlour_people::staff::StaffMember;
use parlour_storage::table::Stored;
use parlour_values::language::Language;
use parlour_values::time::IstDate;

use super::about::gender_word;
use crate::pages::fields::{long_text, named};

/// The values in the fields before anybody types.
#[derive(Default)]
pub struct Filled<'a> {
    pub name: Option<&'a str>,
    pub phone: Option<&'a str>,
    pub alerts: Option<&'a str>,
    /// Of somebody who is known already.
    pub profile: Option<&'a Profile>,
    /// People who sign in change their email themselves.
    pub signs_in: bool,
}

type Consent = (&'static str, &'static str, &'static str, fn(&Profile) -> bool);

/// The consents that a customer is asked for at the desk.
const CONSENTS: [Consent; 4] = [
    ("marketingConsent", "Offers and birthday wishes", "Only where they said so.", |profile| profile.marketing_consent),
    ("whatsappConsent", "Messages on WhatsApp", "About their visits; only where they said so.", |profile| {
        profile.whatsapp_consent
    }),
    ("photosConsent", "Pictures of them", "May be shown; only where they said so.", |profile| profile.photos_consent),
    ("healthNotesConsent", "Notes about their health", "May be kept; only where they said so.", |profile| {
        profile.health_notes_consent
    }),
];

pub fn fields(words: &Words, given: &Filled<'_>, staff: &[Stored<StaffMember>], today: IstDate) -> Markup {
    let profile = given.profile;
    let text = |value: Option<&str>| value.map(str::to_owned);
    let liked = staff.iter().filter(|member| is_offered(member, profile));
    let liked = liked.map(|member| (member.id.to_string(), member.display_name.clone()));
    html! {
        div.pair {
            (Input::new("name", "Name").within("customer").required().value(text(given.name)).with("maxlength", "120").autocomplete("off"))
            (Input::new("phone", "Phone").within("customer").kind("tel").required().value(text(given.phone)).autocomplete("off"))
        }
        (long_text("alerts", "Alerts", 300, given.alerts).within("customer")
            .hint("Allergies and the like: shown first to whoever books, serves or charges them."))
        @if given.signs_in {
            p.fine { "They sign in with their email, and change it themselves." }
        } @else {
            (Input::new("email", "Email").within("customer").kind("email").with("data-empty", "null").autocomplete("off")
                .value(profile.and_then(|profile| profile.email.as_ref()).map(ToString::to_string)))
        }
        div.pair {
            (Input::new("dateOfBirth", "Date of birth").within("customer").kind("date").with("data-empty", "null")
                .value(profile.and_then(|profile| profile.date_of_birth).map(|born| born.to_string())).with("max", today.to_string()))
            (Input::choice("gender", "Gender", named(Gender::ALL, gender_word),
                profile.and_then(|profile| profile.gender).map(Gender::as_str))
                .or("Not asked").within("customer").with("data-empty", "null"))
        }
        (guardian_fields(words, &guardian_of(profile, today)))
        (Input::choice("preferredStaffId", "Likes to be served by", liked,
            profile.and_then(|profile| profile.preferred_staff_id.as_ref()).map(|id| id.as_str()))
            .or("Nobody in particular").within("customer").with("data-empty", "null"))
        @for (name, label, hint, is_given) in CONSENTS {
            (Toggle::new(name, label, profile.is_some_and(is_given)).hint(hint))
        }
        div.pair {
            (Input::choice("preferredLanguage", "Language",
                Language::ALL.iter().map(|one| (one.tag().to_owned(), one.name().to_owned())),
                Some(profile.map_or(Language::default(), |profile| profile.preferred_language).tag()))
                .within("customer").hint("Of messages and documents."))
            (channel_select(words, Some("customer"), "The first way that works is used.", profile.and_then(|profile| profile.channels.as_ref())))
        }
        div.pair {
            (Input::new("legalName", "Business name").within("customer").with("maxlength", "200").with("data-empty", "null").autocomplete("off")
                .hint("For invoices to a business.").value(profile.and_then(|profile| profile.legal_name.clone())))
            (Input::new("gstin", "GSTIN").within("customer").with("maxlength", "15").with("data-empty", "null").autocomplete("off")
                .hint("15 characters, in capitals.").value(profile.and_then(|profile| profile.gstin.as_ref()).map(ToString::to_string)))
        }
    }
}

fn guardian_of(profile: Option<&Profile>, today: IstDate) -> GuardianFields<'_> {
    let known = profile.and_then(|profile| profile.guardian.as_ref());
    GuardianFields {
        within: "customer",
        name: known.map(|guardian| guardian.name.as_str()),
        phone: known.map(|guardian| &guardian.phone),
        is_minor: profile.is_some_and(|profile| profile.is_minor(today)),
        of_age: last_birthday_of_age(today),
    }
}

/// Those who work here, and whoever is chosen already.
fn is_offered(member: &StaffMember, profile: Option<&Profile>) -> bool {
    member.is_active || profile.is_some_and(|profile| profile.preferred_staff_id.as_ref() == Some(&member.id))
}
