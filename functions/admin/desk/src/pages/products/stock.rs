//! Each branch's stock of a product, and the four ways to change that by hand.

use maud::{Markup, Render as _, html};
use parlour_money::products::ProductView;
use parlour_pages::Asked;
use parlour_pages::parts::{Form, Input, opener, submit};
use parlour_setup::branches::Branch;

use super::on_hand;
use crate::pages::fields::{branch_options, rupees};

/// One way of moving stock: a button, and the dialog that it opens.
struct Move {
    kind: &'static str,
    button: &'static str,
    pieces: &'static str,
    hint: Option<&'static str>,
    least: &'static str,
    said: &'static str,
    has_cost: bool,
    has_aim: bool,
}

const MOVES: [Move; 4] = [
    Move {
        kind: "received",
        button: "Receive stock",
        pieces: "Pieces",
        hint: None,
        least: "1",
        said: "Received.",
        has_cost: true,
        has_aim: false,
    },
    Move {
        kind: "adjusted",
        button: "Adjust",
        pieces: "Pieces more, or fewer",
        hint: Some("After a count: -2 takes two off."),
        least: "-1000000",
        said: "Adjusted.",
        has_cost: false,
        has_aim: false,
    },
    Move {
        kind: "used",
        button: "Use in the salon",
        pieces: "Pieces",
        hint: Some("Opened for treatments, not for sale."),
        least: "1",
        said: "Taken from stock.",
        has_cost: false,
        has_aim: false,
    },
    Move {
        kind: "transferred",
        button: "Transfer",
        pieces: "Pieces",
        hint: None,
        least: "1",
        said: "Transferred.",
        has_cost: false,
        has_aim: true,
    },
];

pub fn section(asked: &Asked, product: &ProductView, branches: &[&Branch], address: &str, is_manager: bool) -> Markup {
    // With one branch there is nowhere to send it.
    let moves: Vec<&Move> =
        MOVES.iter().filter(|one| is_manager && !branches.is_empty() && (!one.has_aim || branches.len() > 1)).collect();
    html! {
        section.card.stack aria-labelledby="stock" {
            h2 id="stock" { "In stock" }
            dl.facts { @for branch in branches { div { dt { (branch.name) } dd { (on_hand(product, pieces(product, branch))) } } } }
            @if !moves.is_empty() {
                div.actions {
                    @for (at, one) in moves.iter().enumerate() {
                        (opener(one.kind, one.button, if at == 0 { "button small" } else { "ghost button small" }))
                    }
                }
            }
            @for one in &moves { (dialog(asked, product, branches, address, one)) }
        }
    }
}

fn pieces(product: &ProductView, branch: &Branch) -> i64 {
    let rows = product.stock.iter().flatten();
    rows.into_iter().find(|row| row.branch_id == branch.id).map_or(0, |row| row.on_hand)
}

fn dialog(asked: &Asked, product: &ProductView, branches: &[&Branch], address: &str, one: &Move) -> Markup {
    let field = |name, label| Input::new(name, label).within(one.kind);
    let mut number = field("quantity", one.pieces).kind("number").sent_type("number").required();
    number = number.with("min", one.least).with("max", "1000000").with("step", "1");
    if let Some(hint) = one.hint {
        number = number.hint(hint);
    }
    let fields = html! {
        input type="hidden" name="kind" value=(one.kind);
        (place(branches, "branchId", if one.has_aim { "From" } else { "Branch" }, one.kind, 0))
        @if one.has_aim { (place(branches, "toBranchId", "To", one.kind, 1)) }
        (number)
        @if one.has_cost {
            (field("costPaise", "Cost of one, in rupees").kind("number").sent_type("rupees").value(product.cost_paise.map(rupees))
                .with("min", "0").with("max", "100000").with("step", "0.01").with("inputmode", "decimal"))
        }
        (field("note", "Note").with("maxlength", "200"))
        div.actions { (submit(one.button)) }
    };
    let form = format!("{}-form", one.kind);
    let form = Form::new(&form, format!("POST {address}/movements"), fields).then("reload").say(one.said);
    let title = format!("{}: {}", one.button, product.name);
    form.in_dialog(&asked.words, one.kind, &title)
}

/// Which branch; where there is one only, nothing is asked.
fn place(branches: &[&Branch], name: &str, label: &str, within: &str, first: usize) -> Markup {
    let chosen = branches.get(first).map(|branch| branch.id.as_str());
    if let [only] = branches {
        return html! { input type="hidden" name=(name) value=(only.id); };
    }
    Input::choice(name, label, branch_options(branches), chosen).within(within).render()
}
