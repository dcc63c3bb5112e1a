//! `/sales/new`: products sold without a visit. The lines are the script's own until they are paid for; the branch is in the
//! address.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::Given;
use parlour_money::products::Products;
use parlour_pages::parts::{Form, Input, breadcrumb, icon, needs_script, opener};
use parlour_pages::{Asked, Page, PageAnswer};
use parlour_people::auth::Caller;
use parlour_people::staff::Staff;
use parlour_people::users::{Approver, Users};
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::salon::Salon;
use parlour_storage::table::Stored;
use parlour_values::role::Role;

use super::chosen_branch::{chosen, none_yet};
use super::counter::{self, Calls};
use super::picker::{Picker, new_customer};
use crate::assets::{COUNTER_STYLE, SALE};
use crate::filters::parameter;

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let branches = Branches::of(&salon).all().await?;
    let open: Vec<&Stored<Branch>> = branches.iter().filter(|branch| branch.is_operational()).collect();
    let main = match chosen(open.iter().copied(), &caller, parameter(&asked, "branch").as_deref()) {
        Some(branch) => {
            let is_manager = caller.user.role.satisfies(Role::Manager);
            let (staff, products) = (Staff::of(&salon), Products::of(&salon));
            let (staff, products) = tokio::try_join!(staff.all(), products.all())?;
            let counter = Counter {
                branches: &open,
                branch,
                people: counter::people(&staff, &branch.id, &[]),
                approvers: if is_manager { Vec::new() } else { Users::of(&salon).approvers().await? },
                is_manager,
                has_products: products.iter().any(|product| product.is_active),
            };
            counter.render(&asked)
        }
        None => none_yet(&caller, "New sale", "there is nowhere to sell"),
    };
    Page::private(&caller, "New sale", main)
}

/// The counter of one branch.
struct Counter<'a> {
    branches: &'a [&'a Stored<Branch>],
    branch: &'a Branch,
    people: Vec<(String, String)>,
    approvers: Vec<Approver>,
    is_manager: bool,
    has_products: bool,
}

impl Counter<'_> {
    fn render(&self, asked: &Asked) -> Markup {
        let calls = Calls {
            edit: None,
            pay: "POST /api/sales".to_owned(),
            then: "/billing/{invoice.id}",
            said: "Sold. Thank you.",
        };
        let settings = &self.branch.settings;
        let upi_id = settings.upi_id.as_deref();
        html! {
            link rel="stylesheet" href=(COUNTER_STYLE.href());
            (breadcrumb(&asked.words, "/", "Day board"))
            div.checkout-head { h1 { "New sale" } p.quiet { "Products without a visit · " (self.branch.name) } }
            (needs_script(&asked.words))
            div.checkout id="sale" data-branch=(self.branch.id) data-limit=(settings.desk_discount_bps)
                data-manager[self.is_manager] data-rounded[settings.round_to_rupee] data-reference="" {
                div.stack {
                    section.card aria-labelledby="bill-title" {
                        h2 id="bill-title" { (icon("list")) "The bill" }
                        ul.till-lines id="lines" aria-live="polite" {}
                        p.quiet data-nothing {
                            @if self.has_products { "Nothing yet. Add what is sold." } @else { "There are no products yet." }
                        }
                        (counter::add("Product"))
                        div.actions.till-tools { (opener("discount", "Discount", "ghost button small")) }
                    }
                    (self.who())
                }
                section.card.bill-card aria-labelledby="pay-title" {
                    h2 id="pay-title" { (icon("card")) "To pay" }
                    (self.ways(&calls, upi_id))
                }
            }
            p.unseen id="told" role="status" {}
            (counter::line_sheet(asked, &calls, &self.people))
            (counter::discount_sheet(asked, &calls))
            (counter::split_sheet(asked, &calls, upi_id))
            @if self.is_manager { (counter::due_sheet(asked, &calls, &html! { "the customer" })) }
            @else { (counter::ask(asked, &html! { "A sale without a visit, " (self.branch.name) }, "", &self.approvers, |fields| html! { form.form id="ask-form" { (fields) } })) }
            (SALE.run())
        }
    }

    /// Somebody known, somebody new, or nobody: then nothing may be left due.
    fn who(&self) -> Markup {
        html! {
            section.card aria-labelledby="who-title" {
                h2 id="who-title" { (icon("person")) "Customer" }
                form.form id="who" {
                    div data-known {
                        (Picker {
                            within: "sale",
                            name: "customerId",
                            label: "Customer",
                            hint: Some("Left empty, it is nobody in particular."),
                            placeholder: Some("Name or phone"),
                            ..Picker::default()
                        })
                    }
                    (new_customer(None, None, false))
                    @if self.branches.len() > 1 { (self.branch_choice()) }
                }
            }
        }
    }

    fn branch_choice(&self) -> Input<'_> {
        Input::choice(
            "branch",
            "Branch",
            self.branches.iter().map(|branch| (branch.id.to_string(), branch.name.clone())),
            Some(self.branch.id.as_str()),
        )
        .within("sale")
    }

    fn ways(&self, calls: &Calls, upi_id: Option<&str>) -> Markup {
        let fields = html! {
            div.bill-sums id="bill" {
                dl.sums {
                    div data-sum="subtotal" { dt { "Subtotal" } dd { "₹0" } }
                    div data-sum="discount" hidden { dt { "Taken off" } dd { "₹0" } }
                    div data-sum="round" hidden { dt { "Round off" } dd { "₹0" } }
                    div.sum-total data-sum="total" { dt { "Total" } dd { "₹0" } }
                }
                p.fine { "GST is included and stands on the invoice." }
                div.notice.approval data-approval hidden {
                    p data-told {}
                    @if !self.is_manager { (opener("ask", "Ask a manager", "button small")) }
                }
            }
            input type="hidden" name="paymentMethod";
            div id="methods" {}
            (counter::cash_given())
        };
        html! {
            (Form::new("pay", calls.pay.clone(), fields).then(calls.then).say(calls.said).class("pay"))
            @if upi_id.is_some() {
                details.given data-upi-box { summary { "UPI code to scan" } (counter::upi_code("pay-upi", upi_id)) }
            }
            div.actions.ways id="ways" hidden {
                (opener("split", "Split", "ghost button small"))
                @if self.is_manager { (opener("due", "Leave due", "ghost button small")) }
            }
        }
    }
}
