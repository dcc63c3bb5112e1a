//! `/staff`: the people who do the work, where, what, and when.

pub mod edit;
mod form;
pub mod list;
pub mod new;
mod week;

use maud::Markup;
use parlour::staff::StaffView;
use parlour_pages::parts::{Tone, badge};

fn state(member: &StaffView) -> Markup {
    match (member.is_active, &member.user_id) {
        (false, _) => badge(Tone::Calm, "Deactivated"),
        (true, None) => badge(Tone::Waiting, "Invited"),
        (true, Some(_)) => badge(Tone::Good, "Active"),
    }
}
