//! The movements of a product's stock, newest first, with who did it.

use std::collections::BTreeMap;

use maud::{Markup, html};
use parlour_http::Refusal;
use parlour_money::products::{Products, StockMovementKind, StockMovementView};
use parlour_pages::parts::Head::{Amount, Text};
use parlour_pages::parts::ListTable;
use parlour_pages::{Asked, format, paths};
use parlour_setup::branches::Branch;
use parlour_storage::paging::{FeedPage, Meta};
use parlour_values::id::{BranchId, ProductId};

use crate::filters::pager;

pub struct History {
    movements: Vec<StockMovementView>,
    meta: Meta,
    /// Names by the ids of those who moved it.
    people: BTreeMap<String, String>,
}

impl History {
    pub async fn read(products: &Products<'_>, id: &ProductId, feed: FeedPage) -> Result<Self, Refusal> {
        let (movements, meta) = products.movements(id, feed).await?;
        let people = products.who_moved(&movements).await?;
        Ok(Self { movements, meta, people })
    }
}

pub fn section(asked: &Asked, history: &History, branches: &[&Branch]) -> Markup {
    html! {
        section aria-labelledby="movements" {
            h2 id="movements" { "Movements" }
            @if history.movements.is_empty() { p.quiet { "Nothing moved yet. Receive what is on the shelf first." } }
            @else {
                (ListTable::new(&[Text("When"), Text("What"), Text("Branch"), Amount("Pieces"), Amount("Left"),
                    Text("Note"), Text("By")],
                    html! { @for movement in &history.movements { (row(asked, history, branches, movement)) } }).headed("movements"))
                (pager(asked, &history.meta))
            }
        }
    }
}

fn row(asked: &Asked, history: &History, branches: &[&Branch], movement: &StockMovementView) -> Markup {
    let who = history.people.get(&movement.by).map_or("A program", String::as_str);
    html! {
        tr {
            th.nowrap scope="row" { (format::moment(&asked.words, movement.created_at, asked.today)) }
            td { (what(branches, movement)) }
            td { (name_of(branches, &movement.branch_id)) }
            td.amount { @if movement.quantity > 0 { "+" } (movement.quantity) }
            td.amount { (movement.on_hand) }
            td.long-cell {
                (movement.note.as_deref().unwrap_or_default())
                @if let Some(cost) = movement.cost_paise { " " span.fine { "at " (cost) } }
            }
            td { (who) }
        }
    }
}

fn what(branches: &[&Branch], movement: &StockMovementView) -> Markup {
    let place = |id: &BranchId| name_of(branches, id).to_owned();
    match movement.kind {
        StockMovementKind::Received => html! { "Received" },
        StockMovementKind::Used => html! { "Used in the salon" },
        StockMovementKind::Adjusted => html! { "Adjusted" },
        StockMovementKind::Transferred => match (&movement.to_branch_id, &movement.from_branch_id) {
            (Some(to), _) => html! { "To " (place(to)) },
            (None, Some(from)) => html! { "From " (place(from)) },
            (None, None) => html! { "Transferred" },
        },
        StockMovementKind::Sold => html! { "Sold" (invoice(movement)) },
        StockMovementKind::Returned => html! { "Given back" (invoice(movement)) },
    }
}

fn invoice(movement: &StockMovementView) -> Markup {
    html! {
        @if let (Some(id), Some(number)) = (&movement.invoice_id, &movement.invoice_number) {
            ", " a.nowrap href=(format!("/billing/{}", paths::encoded(id.as_str()))) { (number.as_str()) }
        }
    }
}

fn name_of<'a>(branches: &[&'a Branch], id: &BranchId) -> &'a str {
    branches.iter().find(|branch| branch.id == *id).map_or("Another branch", |branch| branch.name.as_str())
}
