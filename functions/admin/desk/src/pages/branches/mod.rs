//! `/branches`: where the salon is, and how each branch takes bookings.

pub mod edit;
mod form;
mod hours;
pub mod list;
pub mod new;
mod rooms;

use maud::Markup;
use parlour_pages::parts::{Tone, badge};
use parlour_setup::branches::{BranchStatus, Confirmation, SlotPolicy};

const fn status_word(status: BranchStatus) -> &'static str {
    match status {
        BranchStatus::Operational => "Open for bookings",
        BranchStatus::ComingSoon => "Coming soon",
        BranchStatus::Closed => "Closed",
    }
}

fn state(status: BranchStatus) -> Markup {
    let tone = match status {
        BranchStatus::Operational => Tone::Good,
        BranchStatus::ComingSoon => Tone::Waiting,
        BranchStatus::Closed => Tone::Calm,
    };
    badge(tone, status_word(status))
}

const fn policy_word(policy: SlotPolicy) -> &'static str {
    match policy {
        SlotPolicy::Open => "Any time, reception sorts it out",
        SlotPolicy::Staffed => "Only when somebody is free",
    }
}

const fn confirmation_word(way: Confirmation) -> &'static str {
    match way {
        Confirmation::Request => "The desk answers each request",
        Confirmation::Instant => "At once",
    }
}
