//! `/drawer`: the cash drawer of a branch: opening it, what is moved by hand, counting it blind, and what came of it before.

mod close;
mod hand;
mod history;

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::Given;
use parlour_money::drawer::{DrawerHistory, DrawerPeriod, Drawers, MovementKind, OpenDrawerAnswer, OpenDrawerView};
use parlour_pages::parts::{Form, Input, Tone, badge, icon, needs_script, opener, submit};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::paging::Meta;
use parlour_storage::salon::Salon;
use parlour_storage::table::Stored;
use parlour_values::money::Paise;
use parlour_values::role::Role;

use super::chosen_branch::{chosen, none_yet};
use crate::assets::DRAWER;
use crate::filters::{self, Filters, parameter};
use crate::pages::fields::{branch_options, rupees};

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let branches = Branches::of(&salon).all().await?;
    let Some(branch) = chosen(branches.iter(), &caller, parameter(&asked, "branchId").as_deref()) else {
        return Page::private(&caller, "Drawer", none_yet(&caller, "Drawer", "there is no drawer"));
    };
    let drawers = Drawers::of(&salon);
    let current = drawers.current(&branch.id).await?;
    let period = filters::read::<DrawerPeriod>(&asked)?;
    let history = if caller.user.role.satisfies(Role::Manager) {
        Some(drawers.history(&period.wanted.of_branch(&branch.id)).await?)
    } else {
        None
    };
    let shown =
        DrawerPage { branches: &branches, branch, current: &current, period: &period, history: history.as_ref() };
    Page::private(&caller, "Drawer", shown.render(&asked))
}

struct DrawerPage<'a> {
    branches: &'a [Stored<Branch>],
    branch: &'a Branch,
    current: &'a OpenDrawerAnswer,
    period: &'a Filters<DrawerPeriod>,
    /// For managers.
    history: Option<&'a (DrawerHistory, Meta)>,
}

impl DrawerPage<'_> {
    fn render(&self, asked: &Asked) -> Markup {
        html! {
            div.toolbar {
                h1 { "Drawer" }
                @if self.branches.len() > 1 { (self.places()) }
            }
            (needs_script(&asked.words))
            @match &self.current.drawer {
                Some(drawer) => (self.open(asked, drawer)),
                None => (self.closed()),
            }
            @if let Some((history, meta)) = self.history {
                (history::section(asked, self.branch, self.period, history, meta))
            }
            (DRAWER.run())
        }
    }

    fn places(&self) -> Markup {
        html! {
            form.inline-form method="get" action="/drawer" {
                (Input::choice("branchId", "Branch", branch_options(self.branches), Some(self.branch.id.as_str()))
                    .within("place"))
                button.ghost.button.small type="submit" { "Show" }
            }
        }
    }

    /// One tap with what was left; another amount takes a note.
    fn closed(&self) -> Markup {
        let left = self.current.left_paise;
        let fields = html! {
            input type="hidden" name="branchId" value=(self.branch.id);
            (amount("openingPaise", "Cash in the drawer", "open", "0").value(rupees(left.unwrap_or_default())))
            (note("open", "Needed where it is not what was left."))
            div.actions { (submit("Open drawer")) }
        };
        html! {
            section.card.drawer aria-labelledby="open-title" {
                div.card-head {
                    h2 id="open-title" { (icon("card")) "Closed" }
                    (badge(Tone::Calm, &self.branch.name))
                }
                @match left {
                    Some(left) => p { "The last one left " strong { (left) } "." },
                    None => p { "This will be the first drawer of this branch." },
                }
                (Form::new("open-form", "POST /api/drawer/open", fields).then("reload").say("The drawer is open."))
            }
        }
    }

    fn open(&self, asked: &Asked, drawer: &OpenDrawerView) -> Markup {
        let words = &asked.words;
        html! {
            section.card.drawer aria-labelledby="open-title" {
                div.card-head {
                    h2 id="open-title" { (icon("card")) "Open" }
                    (badge(Tone::Good, &self.branch.name))
                }
                p {
                    (drawer.opened_by_name) " opened it " (format::moment(words, drawer.opened_at, asked.today)) " with "
                    strong { (drawer.opening_paise) } "."
                    @if let Some(note) = &drawer.opening_note { " " span.quiet { (note) } }
                }
                @if drawer.movements.is_empty() {
                    p.quiet { "Nothing was put in or taken out by hand. Payments and refunds in cash count by themselves." }
                } @else {
                    ul.plain-rows {
                        @for movement in &drawer.movements {
                            li {
                                div {
                                    strong { (movement_word(movement.kind)) " " span.nowrap { (movement.amount_paise) } }
                                    p.fine {
                                        (format::moment(words, movement.at, asked.today))
                                        @if let Some(name) = &movement.by_name { ", " (name) }
                                        @if let Some(note) = &movement.note { ": " (note) }
                                    }
                                }
                            }
                        }
                    }
                }
                div.actions {
                    (opener("money-in", "Money in", "ghost button"))
                    (opener("money-out", "Money out", "ghost button"))
                    (opener("close-drawer", "Close drawer", "button"))
                }
            }
            (hand::money_in(asked, self.branch))
            (hand::money_out(asked, self.branch))
            (close::dialog(asked, self.branch))
        }
    }
}

/// The cause of a cash movement, for people.
fn movement_word(kind: MovementKind) -> &'static str {
    match kind {
        MovementKind::Sale => "Sale",
        MovementKind::Refund => "Refund",
        MovementKind::In => "In",
        MovementKind::Out => "Out",
        MovementKind::Bank => "To the bank",
        MovementKind::TipPaid => "Tip paid",
    }
}

fn amount<'a>(name: &'a str, label: &'a str, within: &'a str, least: &str) -> Input<'a> {
    let field = Input::new(name, label).kind("number").within(within).sent_type("rupees").required();
    field.with("min", least).with("step", "0.01").with("inputmode", "decimal")
}

/// This page for one branch.
fn href(branch: &Branch) -> String {
    format!("/drawer?branchId={}", paths::encoded(branch.id.as_str()))
}

fn note<'a>(within: &'a str, hint: &'a str) -> Input<'a> {
    Input::new("note", "Note").within(within).hint(hint).with("maxlength", "500")
}

/// An amount with its sign, as differences are read.
fn signed(amount: Paise) -> String {
    if amount > Paise::ZERO { format!("+{amount}") } else { amount.to_string() }
}
