//! `/billing`: the invoices with their totals, what a day took, and what is still to be paid.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, Refusal};
use parlour_money::billing::{
    Billing, ByPaymentMethod, DayTakings, DayTakingsRequest, Dues, DuesRequest, InvoiceList, InvoiceListRequest,
    InvoiceTotals,
};
use parlour_money::invoices::InvoiceRow;
use parlour_money::reports::Range;
use parlour_pages::parts::Head::{Amount, Text};
use parlour_pages::parts::{Input, ListTable, empty};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::paging::Meta;
use parlour_storage::salon::Salon;
use parlour_storage::table::Stored;
use parlour_values::money::Paise;
use parlour_values::payment::{InvoiceType, PaymentMethod, PaymentStatus};

use super::chosen_branch::{chosen, none_yet};
use super::customers;
use super::fields::{branch_options, named};
use super::states::{invoice_word, payment_badge, payment_methods, payment_word};
use crate::filters::{self, Filters, address, carried, pager, typed_day};

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let filters = filters::read::<InvoiceListRequest>(&asked)?;
    let mut day = filters::read::<DayTakingsRequest>(&asked)?;
    let (billing, branches) = (Billing::of(&salon), Branches::of(&salon).all().await?);
    let Some(branch) = chosen(branches.iter(), &caller, None) else {
        return Page::private(&caller, "Billing", none_yet(&caller, "Billing", "there is nothing to bill"));
    };
    day.wanted.branch_id.get_or_insert_with(|| branch.id.clone());
    let owed = dues_of(&filters.wanted)?;
    let (found, takings, owed) = tokio::try_join!(
        async { billing.list(&caller.act, &filters.wanted).await.map_err(Refusal::from) },
        async { billing.day(&day.wanted).await.map_err(Refusal::from) },
        async { billing.dues(&owed).await.map_err(Refusal::from) },
    )?;
    Page::private(&caller, "Billing", render(&asked, &filters, &found, &takings, &owed, &branches))
}

/// The oldest, of the branch that the list is of.
fn dues_of(request: &InvoiceListRequest) -> Result<DuesRequest, Refusal> {
    match &request.branch_id {
        Some(branch) => filters::of_pairs(&[("branchId", branch.as_str()), ("pageSize", "100")]),
        None => filters::of_pairs(&[("pageSize", "100")]),
    }
}

fn render(
    asked: &Asked,
    filters: &Filters<InvoiceListRequest>,
    (list, meta): &(InvoiceList, Meta),
    takings: &DayTakings,
    owed: &(Dues, Meta),
    branches: &[Stored<Branch>],
) -> Markup {
    let request = &filters.wanted;
    let is_of_one = request.customer_id.is_some();
    html! {
        div.toolbar { h1 { "Billing" } }
        @if !is_of_one { (day(asked, takings, branches)) (dues(asked, owed)) }
        section aria-labelledby="invoices" {
            h2 id="invoices" {
                "Invoices"
                @if let Some(row) = list.invoices.first().filter(|_| is_of_one) { " of " (row.customer_name) }
            }
            (filters.notice())
            (choices(asked, request, branches))
            @if is_of_one { p { a href=(address(asked, &[("customerId", "")])) { "Show everybody's" } } }
            @if let Some(all) = &list.totals { (totals(all)) }
            @if list.invoices.is_empty() {
                (empty(pictures::drawn(Motif::Leaf), "No invoice matches. Other days, perhaps?", html! { a.ghost.button href="/billing" { "This month" } }))
            } @else {
                (table(asked, &list.invoices))
                (pager(asked, meta))
            }
        }
    }
}

/// The sums that the drawer, the phone and the terminal should hold.
fn day(asked: &Asked, takings: &DayTakings, branches: &[Stored<Branch>]) -> Markup {
    let words = &asked.words;
    let branch = branches.iter().find(|branch| branch.id == takings.branch_id).map(|branch| branch.name.as_str());
    // Tips, dues left and dues paid make what came in differ from what was sold.
    let is_other = in_all(&takings.received_by_method) != takings.total_paise;
    let outside = takings.outside_drawer_paise;
    let is_partly_outside = outside != Paise::ZERO && outside != takings.received_by_method.cash;
    html! {
        section.card.takings aria-labelledby="takings" {
            div.card-head {
                h2 id="takings" { "Takings " (format::near_day(words, takings.date, asked.today)) @if let Some(branch) = branch { ", " (branch) } }
                form.inline-form method="get" action="/billing" {
                    (carried(asked, &["date", "branchId"]))
                    (Input::new("date", "Date").kind("date").within("takings").value(takings.date.to_string()))
                    @if branches.len() > 1 {
                        (Input::choice("branchId", "Branch", branch_options(branches), Some(takings.branch_id.as_str()))
                            .optional().within("takings"))
                    }
                    button.ghost.button.small type="submit" { "Show" }
                }
            }
            dl.figures.six {
                (figure("In all", in_all(&takings.received_by_method), true))
                (methods(&takings.received_by_method))
                @if in_all(&takings.tips_by_method) != Paise::ZERO { (figure("Tips in it", in_all(&takings.tips_by_method), false)) }
                (figure("GST inside", takings.gst_paise, false))
                (figure("Refunded", takings.refunded_paise, false))
            }
            p.fine { (takings.count) @if takings.count == 1 { " invoice" } @else { " invoices" } @if takings.void_count > 0 { ", " (takings.void_count) " void" } ". Net of refunds."
                @if is_other { " Sold that day: " (takings.total_paise) "." }
                @if is_partly_outside { " Cash in no drawer: " (takings.outside_drawer_paise) "." }
            }
        }
    }
}

fn in_all(by: &ByPaymentMethod) -> Paise {
    by.cash.plus(by.upi).plus(by.card)
}

fn dues(asked: &Asked, (owed, meta): &(Dues, Meta)) -> Markup {
    let shown = owed.dues.len();
    html! {
        @if shown > 0 {
            section.card.dues aria-labelledby="dues" {
                h2 id="dues" { "Dues" }
                p { strong { (owed.total_paise) } " is still to be paid." }
                ul.rows {
                    @for due in &owed.dues {
                        li {
                            div {
                                (customers::link(due.customer_id.as_ref(), &due.customer_name)) " "
                                span.fine { "since " (format::moment(&asked.words, due.since, asked.today)) }
                                p { a href=(paths::invoice(&due.invoice_id)) { (due.invoice_number) } }
                            }
                            strong.amount { (due.due_paise) }
                        }
                    }
                }
                @if let Some(all) = meta.total_count.filter(|_| meta.total_pages > 1) { p.fine { "The oldest " (shown) " of " (all) "." } }
            }
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
    let select = |name, label, options, chosen| Input::choice(name, label, options, chosen).or("Any").within("filter");
    html! {
        form.filters method="get" action="/billing" role="search" {
            (carried(asked, &["from", "to", "branchId", "invoiceType", "paymentMethod", "paymentStatus", "q"]))
            (Input::new("from", "From").kind("date").within("filter").value(typed_day(asked, "from", range.from)))
            (Input::new("to", "To").kind("date").within("filter").value(typed_day(asked, "to", range.to)))
            @if branches.len() > 1 { (select("branchId", "Branch", branch_options(branches), request.branch_id.as_ref().map(|id| id.as_str()))) }
            (select("invoiceType", "Kind", named(InvoiceType::ALL, invoice_word), request.invoice_type.map(InvoiceType::as_str)))
            (select("paymentMethod", "Payment method", payment_methods(), request.payment_method.map(PaymentMethod::as_str)))
            (select("paymentStatus", "Status", named(PaymentStatus::ALL, payment_word), request.payment_status.map(PaymentStatus::as_str)))
            (Input::new("q", "Number, name or phone").kind("search").within("filter").with("maxlength", "120")
                .value(request.q.as_deref().map(str::to_owned)))
            button.ghost.button type="submit" { "Show" }
        }
    }
}

fn table(asked: &Asked, rows: &[InvoiceRow]) -> Markup {
    let words = &asked.words;
    html! {
        (ListTable::new(&[Text("Number"), Text("Issued"), Text("Customer"), Text("Kind"), Text("Method"),
            Amount("Total"), Amount("GST"), Text("Status")], html! {
            @for row in rows {
                @let one = &row.invoice;
                tr {
                    th.nowrap scope="row" {
                        a href=(paths::invoice(&one.id)) { (one.invoice_number) }
                        @if let Some(number) = &row.booking_number { span.fine { (number) } }
                    }
                    td { (format::moment(words, one.created_at, asked.today)) }
                    td { (customers::link(one.customer_id.as_ref(), &row.customer_name)) }
                    td { (invoice_word(one.invoice_type)) }
                    td { (one.payment_method.map_or("–", PaymentMethod::label)) }
                    td.amount { (one.total_amount_paise) @if row.refunded_paise > Paise::ZERO { span.fine { "−" (row.refunded_paise) } }
                        @if one.due_paise > Paise::ZERO { span.fine { (one.due_paise) " due" } }
                    }
                    td.amount { (one.gst_amount_paise) }
                    td { (payment_badge(one.payment_status)) }
                }
            }
        }).headed("invoices"))
    }
}
