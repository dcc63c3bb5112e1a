//! "Full that day?": the way from `/book` to the waitlist.

use maud::{Markup, html};
use parlour_booking::slots::reason::Reason;
use parlour_pages::parts::{Form, Input, opener, submit};
use parlour_pages::{format, paths};
use parlour_setup::branches::SlotPolicy;

use super::BookPage;

/// Nothing where a time can be had, or where waiting does not help. It stands outside the form of the booking, and is swapped
/// with its times.
pub fn tell_me(shown: &BookPage<'_>) -> Markup {
    let words = shown.words;
    html! {
        section.tell-me id="tell-me" data-part {
            @if is_full(shown) {
                p { (words.full_that_day()) }
                @if shown.is_signed_in {
                    (opener("tell-me-box", &words.tell_me(), "button"))
                    (dialog(shown))
                } @else {
                    a.button href=(paths::sign_in(&shown.choices.href())) { (words.tell_me()) }
                }
            }
        }
    }
}

/// Somebody has every time of the day: it is not only closed, past or too far ahead.
fn is_full(shown: &BookPage<'_>) -> bool {
    let is_staffed = shown.branch.is_some_and(|branch| branch.settings.slot_policy == SlotPolicy::Staffed);
    let is_taken = |reason: Reason| {
        matches!(reason, Reason::OffShift | Reason::OnLeave | Reason::Blocked | Reason::Booked | Reason::NoRoom)
    };
    is_staffed
        && !shown.outlook.is_beyond_the_team
        && !shown.choices.services.is_empty()
        && shown.slots.iter().all(|slot| !slot.is_available())
        && shown.slots.iter().any(|slot| slot.reason.is_some_and(is_taken))
}

fn dialog(shown: &BookPage<'_>) -> Markup {
    let (words, choices) = (shown.words, shown.choices);
    let opening = shown.branch.and_then(|branch| branch.opening_on(shown.date));
    let (from, to) = (words.from_time(), words.to_time());
    let time = |name, label| {
        Input::new(name, label).kind("time").within("tell-me").required().wrong(words.span_of_times_wrong())
    };
    let fields = html! {
        p {
            (format::near_day(words, shown.date, shown.today))
            @if let Some(name) = choices.person.as_ref().and_then(|id| shown.outlook.name_of(id)) { ", " (words.wished_for(name)) }
            ". " (words.tell_me_explained())
        }
        @if let Some(branch) = &choices.branch { input type="hidden" name="branchId" value=(branch); }
        @if let Some(side) = shown.side() { input type="hidden" name="serviceType" value=(side); }
        @for (at, id) in choices.services.iter().enumerate() {
            input type="hidden" name=(format!("serviceIds.{at}")) value=(id);
        }
        input type="hidden" name="dates.0" value=(shown.date);
        @if let Some(person) = &choices.person { input type="hidden" name="staffId" value=(person); }
        div.pair {
            (time("from", &from).value(opening.map(|opening| opening.start.to_string())))
            (time("to", &to).value(opening.map(|opening| opening.end.to_string())))
        }
        div.actions { (submit(&words.add_me())) }
    };
    let form = Form::new("tell-me-form", "POST /api/waitlist", fields).then("/waitlist").say(words.said_on_waitlist());
    form.in_dialog(words, "tell-me-box", &words.tell_me())
}
