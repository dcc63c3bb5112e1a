//! The drawers that were closed, with what was missing or too much: for managers.

use maud::{Markup, html};
use parlour_money::drawer::{ClosedDrawerView, DrawerHistory, DrawerMovementView, DrawerPeriod};
use parlour_money::reports::Range;
use parlour_pages::parts::Head::{Amount, Text};
use parlour_pages::parts::{Input, ListTable, empty};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, format, paths};
use parlour_setup::branches::Branch;
use parlour_storage::paging::Meta;
use parlour_values::money::Paise;

use super::{href, movement_word, signed};
use crate::filters::{Filters, pager, typed_day};

pub fn section(
    asked: &Asked,
    branch: &Branch,
    period: &Filters<DrawerPeriod>,
    history: &DrawerHistory,
    meta: &Meta,
) -> Markup {
    let range = Range::of(period.wanted.from, period.wanted.to, asked.today);
    html! {
        section aria-labelledby="history" {
            h2 id="history" { "Closed drawers" }
            (period.notice())
            form.filters method="get" action="/drawer" role="search" {
                input type="hidden" name="branchId" value=(branch.id);
                (Input::new("from", "From").kind("date").within("filter").value(typed_day(asked, "from", range.from)))
                (Input::new("to", "To").kind("date").within("filter").value(typed_day(asked, "to", range.to)))
                button.ghost.button type="submit" { "Show" }
            }
            @if history.drawers.is_empty() {
                @let month = html! { a.ghost.button href=(href(branch)) { "This month" } };
                (empty(pictures::drawn(Motif::Leaf), "No drawer was closed on these days.", month))
            } @else {
                (table(asked, &history.drawers))
                (pager(asked, meta))
            }
        }
    }
}

fn table(asked: &Asked, drawers: &[ClosedDrawerView]) -> Markup {
    html! {
        (ListTable::new(&[Text("Closed"), Amount("Opened with"), Amount("Expected"), Amount("Counted"),
            Amount("Difference"), Amount("Banked"), Amount("Left"), Text("Note"), Text("Movements")],
            html! { @for drawer in drawers { (row(asked, drawer)) } }).headed("history"))
    }
}

fn row(asked: &Asked, drawer: &ClosedDrawerView) -> Markup {
    let difference = drawer.difference_paise.unwrap_or_default();
    html! {
        tr {
            th.nowrap scope="row" {
                (format::moment(&asked.words, drawer.closed_at, asked.today)) span.fine { (drawer.closed_by_name) }
            }
            td.amount { (drawer.opening_paise) }
            td.amount { (drawer.expected_paise.unwrap_or_default()) }
            td.amount { (drawer.counted_paise) }
            td.amount { @if difference == Paise::ZERO { (difference) } @else { strong { (signed(difference)) } } }
            td.amount { (drawer.banked_paise) }
            td.amount { (drawer.left_paise) }
            td { (drawer.note.as_deref().or(drawer.opening_note.as_deref()).unwrap_or("")) }
            td {
                @if drawer.movements.is_empty() { "none" } @else {
                    details {
                        summary { (drawer.movements.len()) }
                        ul.plain-rows { @for movement in &drawer.movements { (movement_row(asked, movement)) } }
                    }
                }
            }
        }
    }
}

fn movement_row(asked: &Asked, movement: &DrawerMovementView) -> Markup {
    html! {
        li {
            span.nowrap { (signed(movement.kind.signed(movement.amount_paise))) } " " (movement_word(movement.kind))
            @if let (Some(id), Some(number)) = (&movement.invoice_id, &movement.invoice_number) {
                " " a href=(paths::invoice(id)) { (number) }
            }
            span.fine { (format::moment(&asked.words, movement.at, asked.today)) @if let Some(note) = &movement.note { ": " (note) } }
        }
    }
}
