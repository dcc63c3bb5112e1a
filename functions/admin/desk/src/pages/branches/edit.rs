//! `/branches/{id}`: its details, and how it takes bookings and bills.

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::teams::Teams;
use parlour_http::{Given, PathParam, Refusal};
use parlour_pages::parts::{Form, Input, Toggle, breadcrumb, needs_script, radios, submit};
use parlour_pages::{Asked, Page, PageAnswer, paths};
use parlour_people::auth::Caller;
use parlour_setup::branches::{Branch, BranchError, Branches, Confirmation, SlotPolicy};
use parlour_storage::salon::Salon;
use parlour_values::id::BranchId;
use parlour_values::money::Paise;

use super::form::fields;
use super::{confirmation_word, hours, policy_word, rooms, state};
use crate::assets::SETUP;
use crate::pages::fields::{named, rupees};

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    PathParam(id): PathParam<BranchId>,
) -> PageAnswer {
    let branch = Branches::of(&salon).get(&id).await?.ok_or(Refusal::from(BranchError::Unknown))?;
    let reference = Teams::of(&salon).branch_reference(&id).await?;
    let rooms = rooms::section(&asked, &branch, &reference.resources);
    Page::private(&caller, branch.name.clone(), html! { (render(&asked, &branch)) (rooms) })
}

fn render(asked: &Asked, branch: &Branch) -> Markup {
    let address = format!("/api/branches/{}", paths::encoded(branch.id.as_str()));
    let details = html! {
        (fields(Some(branch)))
        @if !branch.is_primary {
            (Toggle::new("isPrimary", "Make it the primary branch", false)
                .hint("The one that stands in where none is named. The present one steps back.").whole())
        }
        div.actions.whole { (submit("Save")) }
    };
    html! {
        (SETUP.run())
        (breadcrumb(&asked.words, "/branches", "Branches"))
        div.toolbar { h1 { (branch.name) } (state(branch.status)) @if branch.is_primary { span.new { "Primary branch" } } }
        (needs_script(&asked.words))
        section aria-labelledby="details-title" {
            h2 id="details-title" { "Details" }
            (Form::new("branch", format!("PATCH {address}"), details).then("reload").say("Saved.").class("sheet card"))
        }
        section aria-labelledby="hours-title" {
            h2 id="hours-title" { "Hours by weekday" }
            (Form::new("hours", format!("PATCH {address}"), hours::fields(asked, branch)).then("reload").say("Hours saved.").class("sheet card"))
        }
        section aria-labelledby="settings-title" {
            h2 id="settings-title" { "Bookings and bills" }
            (Form::new("settings", format!("PATCH {address}/settings"), settings(branch)).then("reload").say("Settings saved.").class("sheet card"))
        }
    }
}

fn settings(branch: &Branch) -> Markup {
    let settings = &branch.settings;
    html! {
        div.whole { (radios("slotPolicy", "Which times are offered", named(SlotPolicy::ALL, policy_word), Some(settings.slot_policy.as_str()))) }
        p.hint.whole { "With the first, customers may ask for any time within the hours, also for one that is taken. With the second, they see when somebody who can do it is at work and free, and no minute is booked twice." }
        div.whole { (radios("confirmation", "How bookings are confirmed", named(Confirmation::ALL, confirmation_word), Some(settings.confirmation.as_str()))) }
        p.hint.whole { "At once, a booking takes its person and rooms without waiting for an answer; that needs times that are offered only when somebody is free. Services that need approval and customers marked so still wait." }
        (Input::new("leadMinutes", "Lead time in minutes").kind("number").sent_type("number").required()
            .value(Some(settings.lead_minutes.to_string()))
            .hint("How long before its start a customer may book or move at the latest; 0 is until it begins. The desk is not bound.")
            .with("min", "0").with("max", "10080").with("step", "1"))
        (Input::new("horizonDays", "Days ahead").kind("number").sent_type("number").value(settings.horizon_days.map(|days| days.to_string()))
            .hint("How far ahead bookings are taken, at most 400 days.").with("min", "1").with("max", "3650").with("step", "1")
            .with("data-empty", "null"))
        (Input::new("changeWindowMinutes", "Change window in minutes").kind("number").sent_type("number").required()
            .value(Some(settings.change_window_minutes.to_string()))
            .hint("Until how long before the start a customer may move or cancel.").with("min", "0").with("max", "100000").with("step", "1"))
        (Input::new("maxReschedules", "Moves").kind("number").sent_type("number").required()
            .value(Some(settings.max_reschedules.to_string()))
            .hint("How often a customer may move one booking.").with("min", "0").with("max", "100").with("step", "1"))
        (Toggle::new("roundToRupee", "Round bills to the rupee", settings.round_to_rupee)
            .hint("Half a rupee and more goes up. Tax is reckoned before.").whole())
        // A part is kept in hundredths of a percent, as an amount is in hundredths of a rupee.
        (Input::new("deskDiscountBps", "Discount at the desk in percent").kind("number").sent_type("rupees").required()
            .value(Some(rupees(Paise(i64::from(settings.desk_discount_bps)))))
            .hint("How much a receptionist may take off a bill without a manager.")
            .with("min", "0").with("max", "100").with("step", "0.01").with("inputmode", "decimal"))
        (Input::new("upiId", "UPI id").value(settings.upi_id.clone())
            .hint("Where customers pay by UPI, such as salon@bank: bills show its QR code.").with("data-empty", "null"))
        (Toggle::new("strictStock", "Sell only what is in stock", settings.strict_stock)
            .hint("Otherwise stock may fall below nothing, for the bottle that nobody has booked in.").whole())
        (Toggle::new("requireDrawer", "Take cash with an open drawer only", settings.require_drawer)
            .hint("Otherwise such cash is shown as outside a drawer.").whole())
        div.actions.whole { (submit("Save settings")) }
    }
}
