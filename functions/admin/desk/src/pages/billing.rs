//! `/billing`: the invoices with their totals, and what a day took.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, Refusal};
use parlour_money::billing::{
    Billing, ByPaymentMethod, DayTakings, DayTakingsRequest, InvoiceList, InvoiceListRequest, InvoiceTotals,
};
use parlour_money::invoices::InvoiceRow;
use parlour_money::reports::Range;
use parlour_pages::parts::{Field, Select, empty};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, format};
use parlour_people::auth::Caller;
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::paging::Meta;
use parlour_storage::salon::Salon;
use parlour_storage::table::Stored;
use parlour_values::money::Paise;
use parlour_values::payment::{InvoiceType, PaymentMethod, PaymentStatus};

use super::states::{invoice_word, payment_badge, payment_methods, payment_word};
use super::{customers, invoice, listing};
use crate::filters::{self, Filters, address};

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let filters = filters::read::<InvoiceListRequest>(&asked)?;
    let day = filters::read::<DayTakingsRequest>(&asked)?;
    let (billing, branches) = (Billing::of(&salon), Branches::of(&salon));
    let (found, takings, branches) = tokio::try_join!(
        async { billing.list(&caller.act, &filters.wanted).await.map_err(Refusal::from) },
        async { billing.day(&day.wanted).await.map_err(Refusal::from) },
        async { branches.all().await.map_err(Refusal::from) },
    )?;
    let (list, meta) = &found;
    Page::private(&caller, "Billing", render(&asked, &filters, list, meta, &takings, &branches))
}

fn render(
    asked: &Asked,
    filters: &Filters<InvoiceListRequest>,
    list: &InvoiceList,
    meta: &Meta,
    takings: &DayTakings,
    branches: &[Stored<Branch>],
) -> Markup {
    let request = &filters.wanted;
    let is_of_one = request.customer_id.is_some();
    html! {
        div.toolbar { h1 { "Billing" } }
        @if !is_of_one { (day(asked, takings, branches)) }
        section aria-labelledby="invoices" {
            h2 id="invoices" {
                "Invoices"
                @if let Some(row) = list.invoices.first().filter(|_| is_of_one) { " of " (row.customer_name) }
            }
            (filters.notice())
            (choices(asked, request, branches))
            @if is_of_one { p { a href=(address(asked, &[("customerId", "")])) { "Show everybody's" } } }
            (totals(&list.totals))
            @if list.invoices.is_empty() {
                (empty(pictures::drawn(Motif::Leaf), "No invoice matches. Other days, perhaps?", html! { a.ghost.button href="/billing" { "This month" } }))
            } @else {
                (table(asked, &list.invoices))
                (listing::pager(asked, meta))
            }
        }
    }
}

/// What the drawer, the phone and the terminal should hold.
fn day(asked: &Asked, takings: &DayTakings, branches: &[Stored<Branch>]) -> Markup {
    let words = &asked.words;
    let branch = branches.iter().find(|branch| branch.id == takings.branch_id).map(|branch| branch.name.as_str());
    html! {
        section.card.takings aria-labelledby="takings" {
            div.card-head {
                h2 id="takings" { "Takings " (format::near_day(words, takings.date, asked.today)) @if let Some(branch) = branch { ", " (branch) } }
                form.inline-form method="get" action="/billing" {
                    (listing::carried(asked, &["date", "branchId"]))
                    (Field::new("date", "Date").kind("date").within("takings").value(takings.date.to_string()))
                    @if branches.len() > 1 {
                        (Select {
                            name: "branchId",
                            label: "Branch",
                            hint: None,
                            options: branches.iter().map(|branch| (branch.id.to_string(), branch.name.clone())).collect(),
                            chosen: Some(takings.branch_id.as_str()),
                            none: None,
                            within: Some("takings"),
                            is_required: false,
                        })
                    }
                    button.ghost.button.small type="submit" { "Show" }
                }
            }
            dl.figures.six {
                (figure("In all", takings.total_paise, true))
                (methods(&takings.by_payment_method))
                (figure("GST inside", takings.gst_paise, false))
                (figure("Refunded", takings.refunded_paise, false))
            }
            p.fine { (takings.count) @if takings.count == 1 { " invoice" } @else { " invoices" } @if takings.void_count > 0 { ", " (takings.void_count) " void" } ". Net of refunds." }
        }
    }
}

fn figure(name: &str, amount: Paise, is_main: bool) -> Markup {
    html! { div.figure.main-figure[is_main] { dt.fine { (name) } dd { strong { (amount) } } } }
}

fn methods(by: &ByPaymentMethod) -> Markup {
    html! {
        (figure(PaymentMethod::Cash.label(), by.cash, false))
        (figure(PaymentMethod::Upi.label(), by.upi, false))
        (figure(PaymentMethod::Card.label(), by.card, false))
    }
}

fn totals(totals: &InvoiceTotals) -> Markup {
    html! {
        dl.figures.six {
            div.figure { dt.fine { "Invoices" } dd { strong { (totals.count) } } }
            (figure("Total", totals.total_paise, true))
            (figure("Refunded", totals.refunded_paise, false))
            (figure("Net of refunds", totals.net_paise, false))
            (figure("GST inside", totals.gst_paise, false))
            (methods(&totals.by_payment_method))
        }
    }
}

fn choices(asked: &Asked, request: &InvoiceListRequest, branches: &[Stored<Branch>]) -> Markup {
    let range = Range::of(request.from, request.to, asked.today);
    let select = |name, label, options, chosen| Select {
        name,
        label,
        hint: None,
        options,
        chosen,
        none: Some("Any"),
        within: Some("filter"),
        is_required: false,
    };
    let kinds = InvoiceType::ALL.iter().map(|kind| (kind.to_string(), invoice_word(*kind).to_owned())).collect();
    let states = PaymentStatus::ALL.iter().map(|state| (state.to_string(), payment_word(*state).to_owned())).collect();
    let places = branches.iter().map(|branch| (branch.id.to_string(), branch.name.clone())).collect();
    html! {
        form.filters method="get" action="/billing" role="search" {
            (listing::carried(asked, &["from", "to", "branchId", "invoiceType", "paymentMethod", "paymentStatus", "q"]))
            (Field::new("from", "From").kind("date").within("filter").value(range.from.to_string()))
            (Field::new("to", "To").kind("date").within("filter").value(range.to.to_string()))
            @if branches.len() > 1 { (select("branchId", "Branch", places, request.branch_id.as_ref().map(|id| id.as_str()))) }
            (select("invoiceType", "Kind", kinds, request.invoice_type.map(InvoiceType::as_str)))
            (select("paymentMethod", "Payment method", payment_methods(), request.payment_method.map(PaymentMethod::as_str)))
            (select("paymentStatus", "Status", states, request.payment_status.map(PaymentStatus::as_str)))
            (Field::new("q", "Number, name or phone").kind("search").within("filter").with("maxlength", "120")
                .value(request.q.as_deref().map(str::to_owned)))
            button.ghost.button type="submit" { "Show" }
        }
    }
}

fn table(asked: &Asked, rows: &[InvoiceRow]) -> Markup {
    let words = &asked.words;
    html! {
        div.table-wrap tabindex="0" role="group" aria-labelledby="invoices" {
            table {
                thead {
                    tr {
                        th scope="col" { "Number" }
                        th scope="col" { "Paid" }
                        th scope="col" { "Customer" }
                        th scope="col" { "Kind" }
                        th scope="col" { "Method" }
                        th.amount scope="col" { "Total" }
                        th.amount scope="col" { "GST" }
                        th scope="col" { "Status" }
                    }
                }
                tbody {
                    @for row in rows {
                        @let one = &row.invoice;
                        tr {
                            th.nowrap scope="row" {
                                a href=(invoice::href(&one.id)) { (one.invoice_number) }
                                @if let Some(number) = &row.booking_number { span.fine { (number) } }
                            }
                            td { (format::moment(words, one.created_at, asked.today)) }
                            td { (customers::link(one.customer_id.as_ref(), &row.customer_name)) }
                            td { (invoice_word(one.invoice_type)) }
                            td { (one.payment_method.map_or("–", PaymentMethod::label)) }
                            td.amount { (one.total_amount_paise) @if row.refunded_paise > Paise::ZERO { span.fine { "−" (row.refunded_paise) } } }
                            td.amount { (one.gst_amount_paise) }
                            td { (payment_badge(one.payment_status)) }
                        }
                    }
                }
            }
        }
    }
}
