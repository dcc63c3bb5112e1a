//! The consents that somebody gave and withdrew, with dates: the ledger as `/profile` shows it.

use maud::{Markup, html};
use parlour_pages::{Words, format};
use parlour_people::customers::{ConsentPurpose, ConsentSource, ConsentView};
use parlour_values::time::IstDate;

/// The newest first, folded: it only ever grows.
pub fn ledger(words: &Words, consents: &[ConsentView]) -> Markup {
    html! {
        @if !consents.is_empty() {
            section id="agreed" aria-labelledby="agreed-title" {
                h2 id="agreed-title" { (words.consents_title()) }
                details {
                    summary { (words.consents_each()) }
                    ul.ledger {
                        @for consent in consents {
                            li { div { strong { (purpose(words, consent.purpose)) } p.fine { (sentence(words, consent)) } } }
                        }
                    }
                }
            }
        }
    }
}

/// Since when this purpose is agreed to, if it is.
pub fn since(consents: &[ConsentView], purpose: ConsentPurpose) -> Option<IstDate> {
    let newest = consents.iter().find(|consent| consent.purpose == purpose)?;
    newest.agreed_at.filter(|_| newest.withdrawn_at.is_none()).map(|at| at.ist_date())
}

fn sentence(words: &Words, consent: &ConsentView) -> String {
    let (way, day) = (way(words, consent.source), |date: IstDate| format::full_date(words, date));
    match (consent.agreed_at, consent.withdrawn_at) {
        (_, Some(at)) => words.consent_withdrawn(day(at.ist_date()), way),
        (Some(at), None) => words.consent_agreed(day(at.ist_date()), way),
        (None, None) => way,
    }
}

fn purpose(words: &Words, purpose: ConsentPurpose) -> String {
    match purpose {
        ConsentPurpose::Terms => words.purpose_terms(),
        ConsentPurpose::Marketing => words.purpose_marketing(),
        ConsentPurpose::Whatsapp => words.purpose_whatsapp(),
        ConsentPurpose::Photos => words.purpose_photos(),
        ConsentPurpose::HealthNotes => words.purpose_health(),
    }
}

fn way(words: &Words, source: ConsentSource) -> String {
    match source {
        ConsentSource::Profile => words.way_profile(),
        ConsentSource::Desk => words.way_desk(),
        ConsentSource::Unsubscribe => words.way_unsubscribe(),
        ConsentSource::Message => words.way_message(),
    }
}
