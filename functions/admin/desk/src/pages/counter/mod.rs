//! The parts that checkout and a sale without a visit share: adding while typing, the sheets of a line and of a
//! discount, and the ways to pay.

mod add;
mod ask;
mod paying;
mod sheets;

pub use add::add;
pub use ask::{ask, off_in_words};
pub use paying::{cash_given, due_sheet, methods, split_sheet, upi_code};
pub use sheets::{discount_sheet, line_sheet};

use maud::{Markup, html};
use parlour_people::staff::StaffMember;
use parlour_storage::table::Stored;
use parlour_values::id::{BranchId, StaffId};

/// Why something is taken off, mostly.
const REASONS: [&str; 4] = ["Regular customer", "Made up for a mishap", "Friends and family", "Colleague"];

/// The calls that the counter's forms send.
pub struct Calls {
    /// An edit of the bill; a sale has none to edit, and keeps its lines to itself.
    pub edit: Option<String>,
    pub pay: String,
    /// The page that a payment leads to, and the words there.
    pub then: &'static str,
    pub said: &'static str,
}

/// Those who work at the branch, as choices; whoever stands on the bill already is among them.
pub fn people(staff: &[Stored<StaffMember>], branch: &BranchId, named: &[&StaffId]) -> Vec<(String, String)> {
    let is_here =
        |member: &StaffMember| (member.is_active && member.branch_ids.contains(branch)) || named.contains(&&member.id);
    let mut here: Vec<&StaffMember> = staff.iter().map(|member| &member.record).filter(|one| is_here(one)).collect();
    here.sort_by_cached_key(|member| (member.display_name.to_lowercase(), member.id.clone()));
    here.into_iter().map(|member| (member.id.to_string(), member.display_name.clone())).collect()
}

/// A select of which the script fills in or reads the choice.
fn select(id: &str, name: &str, label: &str, none: Option<&str>, options: &[(String, String)]) -> Markup {
    let error = format!("{id}-error");
    html! {
        div.field {
            label for=(id) { (label) }
            select id=(id) name=(name) data-empty="null" aria-describedby=(error) {
                @if let Some(none) = none { option value="" { (none) } }
                @for (value, text) in options { option value=(value) { (text) } }
            }
            p.error id=(error) hidden {}
        }
    }
}
