//! The effect of the day's offers on the visit that is being chosen, and what is missing for the others.

use maud::{Markup, html};
use parlour_money::checkout::{ChosenVisit, Prospect, prospects};
use parlour_money::offers::Offer;
use parlour_pages::{Words, format};
use parlour_values::id::ServiceId;
use parlour_values::money::Paise;
use parlour_values::translations::Translated as _;

use super::BookPage;
use crate::pages::catalogue::{saving_of, services};

/// More than a few would push the days out of sight.
const MOST: usize = 3;

fn of<'a>(shown: &BookPage<'a>) -> Vec<(&'a Offer, Prospect)> {
    let chosen: Vec<(ServiceId, Paise)> =
        shown.chosen().iter().map(|service| (service.id.clone(), service.price_paise)).collect();
    let Some(side) = shown.side() else { return Vec::new() };
    let visit = ChosenVisit { services: &chosen, side, date: shown.date };
    prospects(shown.offers.iter().copied(), &visit, shown.today)
}

/// The list price, and what is to be paid where an offer takes something off. The bill rounds where the branch does.
pub fn total(shown: &BookPage<'_>) -> Markup {
    let listed: Paise = shown.chosen().iter().map(|service| service.price_paise).sum();
    let off =
        of(shown).iter().find_map(|(_, prospect)| if let Prospect::Saves(off) = prospect { Some(*off) } else { None });
    let rounds = shown.branch.is_some_and(|branch| branch.settings.round_to_rupee);
    html! {
        @if let Some(off) = off {
            @let left = listed.minus(off);
            s.fine { (listed) } " " strong { (if rounds { left.to_rupee() } else { left }) }
        } @else { strong { (listed) } }
    }
}

/// Only the best is taken off; the others that would apply are not told of.
pub fn hints(shown: &BookPage<'_>) -> Markup {
    let words = shown.words;
    let all = of(shown);
    let (saving, missing): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(_, prospect)| matches!(prospect, Prospect::Saves(_)));
    let applied = saving.into_iter().take(1).map(|(offer, _)| (offer, words.offer_counted()));
    let missing = missing.into_iter().filter_map(|(offer, prospect)| Some((offer, wanted(shown, words, &prospect)?)));
    let hints: Vec<(&Offer, String)> = applied.chain(missing).take(MOST).collect();
    html! {
        div id="offer-hints" data-part hidden[hints.is_empty()] {
            @for (offer, told) in hints {
                p.offer-hint { strong { (saving_of(words, offer)) } " " (offer.name_in(words.language)) " " (told) }
            }
        }
    }
}

/// The condition that is missing for an offer; none if it cannot be had.
fn wanted(shown: &BookPage<'_>, words: &Words, prospect: &Prospect) -> Option<String> {
    let side = shown.side();
    let name = |id: &ServiceId| {
        let own = shown.categories.iter().filter(|category| Some(category.service_type) == side);
        own.flat_map(services)
            .find(|service| service.id == *id)
            .map(|service| service.name_in(words.language).to_owned())
    };
    match prospect {
        Prospect::Saves(_) => None,
        Prospect::DayUntil(day) => Some(words.offer_days(format::day(words, *day, shown.today))),
        Prospect::Services(ids) => {
            let names: Option<Vec<String>> = ids.iter().map(name).collect();
            names.filter(|names| !names.is_empty()).map(|names| words.offer_with_all(names.join(", ")))
        }
        Prospect::AnyOf(ids) => {
            let names: Vec<String> = ids.iter().filter_map(name).take(MOST).collect();
            (!names.is_empty()).then(|| words.offer_with_any(names.join(" / ")))
        }
    }
}
