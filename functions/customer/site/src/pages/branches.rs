//! The branches that a page shows: all of them, or where they are too many those that are near.

use maud::{Markup, html};
use parlour_pages::{Asked, Words};
use parlour_setup::branches::{Branch, near};
use parlour_values::id::BranchId;

/// So many are shown at once. Where there are no more, there is nothing to look for.
const AT_ONCE: usize = 12;
/// The parameter of the address for what was typed.
const TYPED: &str = "near";
const LONGEST: usize = 120;

pub struct Nearby<'b> {
    pub shown: Vec<&'b Branch>,
    all: usize,
    typed: String,
    is_found: bool,
}

impl<'b> Nearby<'b> {
    /// Of those that are open, what the address asks for; the chosen one is always among them.
    pub fn of(open: &[&'b Branch], asked: &Asked, chosen: Option<&BranchId>) -> Self {
        let all = open.len();
        if all <= AT_ONCE {
            return Self { shown: open.to_vec(), all, typed: String::new(), is_found: true };
        }
        let typed: String = asked.given(TYPED).unwrap_or_default().trim().chars().take(LONGEST).collect();
        let mut shown = if typed.is_empty() { Vec::new() } else { near(open, &typed) };
        let is_found = typed.is_empty() || !shown.is_empty();
        if shown.is_empty() {
            let (first, others): (Vec<&Branch>, Vec<&Branch>) = open.iter().partition(|branch| branch.is_primary);
            shown = first.into_iter().chain(others).collect();
        }
        let chosen = chosen.and_then(|id| open.iter().find(|branch| branch.id == *id).copied());
        if let Some(chosen) = chosen.filter(|chosen| !shown.iter().take(AT_ONCE).any(|branch| branch.id == chosen.id)) {
            shown.insert(0, chosen);
        }
        shown.truncate(AT_ONCE);
        Self { shown, all, typed, is_found }
    }

    /// Whether there are more than are shown.
    pub fn is_many(&self) -> bool {
        self.all > AT_ONCE
    }

    /// A place to type where one is, for the form that it belongs to.
    pub fn finder(&self, words: &Words, form: Option<&str>) -> Markup {
        html! {
            div.finder id="finder" {
                div.field {
                    label for=(TYPED) { (words.city_or_pin()) }
                    input id=(TYPED) name=(TYPED) type="search" maxlength=(LONGEST) autocomplete="postal-code" form=[form]
                        value=(self.typed) aria-describedby="found";
                }
                button.ghost.button type="submit" form=[form] { (words.find_branches()) }
            }
            p.fine id="found" {
                @if self.is_found { (words.branches_shown(self.shown.len(), self.all)) }
                @else { (words.no_branch_there(&self.typed)) }
            }
        }
    }
}
