//! `/staff`: the people who do the work, where, what, and when.

mod commission;
pub mod edit;
mod form;
pub mod list;
pub mod new;
mod week;

use maud::Markup;
use parlour_pages::parts::{Tone, badge};
use parlour_people::staff::StaffView;

fn state(member: &StaffView) -> Markup {
    match (member.is_active, &member.user_id) {
        (false, _) => badge(Tone::Calm, "Deactivated"),
        (true, None) => badge(Tone::Waiting, "Invited"),
        (true, Some(_)) => badge(Tone::Good, "Active"),
    }
}
