//! `/bookings/{id}/checkout`: the bill of a visit as the desk shapes it, taking the payment, and then its invoice. Every
//! edit is a call of the API, after which the script fetches the parts marked `data-part` again.

mod bill;
mod pay;
mod taken_off;
mod tip;

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{Booking, Bookings};
use parlour_http::{Given, PathParam, Refusal};
use parlour_money::billing::Billing;
use parlour_money::checkout::{Checkout, CompleteError, DeskBill};
use parlour_money::invoices::{Invoice, Invoices};
use parlour_pages::parts::{Form, breadcrumb, icon, needs_script, submit};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_people::customers::Customers;
use parlour_people::staff::Staff;
use parlour_people::users::{Approver, Users};
use parlour_setup::branding::BrandingStore;
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;
use parlour_values::role::Role;

use super::counter::{self, Calls};
use super::invoice::{sheet, tools};
use super::states::payment_word;
use super::{cards, customers, statuses};
use crate::assets::{CHECKOUT, COUNTER_STYLE};

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    PathParam(id): PathParam<BookingId>,
) -> PageAnswer {
    let (number, main) = match Checkout::of(&salon).desk_bill(&caller.act, &id).await {
        Ok(bill) => {
            let (staff, customers) = (Staff::of(&salon), Customers::of(&salon));
            let (staff, card) = tokio::try_join!(staff.all(), customers.card(&bill.booking.customer_id))?;
            let desk = DeskRights {
                is_manager: caller.user.role.satisfies(Role::Manager),
                people: counter::people(&staff, &bill.booking.branch_id, &named(&bill)),
                approvers: approvers(&salon, &caller, &bill).await?,
            };
            let main = html! { (cards::alerts(card.alerts.as_deref())) (open_page(&asked, &bill, &desk)) };
            (bill.booking.number.clone(), main)
        }
        Err(Failure::Refused(CompleteError::WrongStatus { .. })) => {
            let booking = Bookings::of(&salon).find(&id).await?.record;
            let main = ended_page(&salon, &asked, &booking).await?;
            (booking.number, main)
        }
        Err(failure) => return Err(failure.into()),
    };
    Page::private(&caller, format!("Checkout {number}"), main)
}

/// The invoice of a visit that is paid; of any other, why there is nothing to pay.
async fn ended_page(salon: &Salon, asked: &Asked, booking: &Booking) -> Result<Markup, Refusal> {
    let Some(invoice) = &booking.invoice_id else { return Ok(closed_page(asked, booking)) };
    let paid = Invoices::of(salon).get(invoice).await?.ok_or_else(|| Refusal::not_found("The invoice"))?;
    let can_send = Billing::of(salon).can_be_sent(&paid).await?;
    let name = BrandingStore::of(salon).read().await?.name;
    Ok(paid_page(asked, &name, booking, &paid, can_send))
}

/// The rights of the caller at this desk.
struct DeskRights {
    is_manager: bool,
    people: Vec<(String, String)>,
    /// Those who can be asked, where that is needed.
    approvers: Vec<Approver>,
}

fn named(bill: &DeskBill) -> Vec<&parlour_values::id::StaffId> {
    bill.view.lines.iter().filter_map(|line| line.staff_id.as_ref()).collect()
}

async fn approvers(
    salon: &Salon,
    caller: &Caller,
    bill: &DeskBill,
) -> Result<Vec<Approver>, parlour_storage::table::TableError> {
    if bill.view.approval.needed && !caller.user.role.satisfies(Role::Manager) {
        return Users::of(salon).approvers().await;
    }
    Ok(Vec::new())
}

fn call(method: &str, booking: &Booking, end: &str) -> String {
    format!("{method} /api/bookings/{}{end}", paths::encoded(booking.id.as_str()))
}

fn head(asked: &Asked, booking: &Booking, title: &str) -> Markup {
    let words = &asked.words;
    html! {
        (breadcrumb(words, &paths::booking(&booking.id), &booking.number))
        div.checkout-head {
            h1 { (title) }
            p.quiet {
                a href=(customers::href(booking.customer_id.as_str())) { (booking.customer_name) } " · "
                (format::near_day(words, booking.date, asked.today)) ", " (format::time(words, booking.start)) " · " (booking.branch_name)
            }
        }
    }
}

fn open_page(asked: &Asked, bill: &DeskBill, desk: &DeskRights) -> Markup {
    let (booking, branch) = (&bill.booking, &bill.branch);
    let calls = Calls {
        edit: Some(call("PUT", booking, "/bill")),
        pay: call("POST", booking, "/complete"),
        then: "reload",
        said: "Paid. Thank you.",
    };
    let upi_id = branch.settings.upi_id.as_deref();
    let bill_path = format!("/api/bookings/{}/bill", paths::encoded(booking.id.as_str()));
    html! {
        link rel="stylesheet" href=(COUNTER_STYLE.href());
        (head(asked, booking, "Checkout"))
        (needs_script(&asked.words))
        div.checkout id="checkout" data-bill-path=(bill_path) data-branch=(branch.id)
            data-reference=(booking.number) {
            div.stack {
                section.card aria-labelledby="bill-title" {
                    h2 id="bill-title" { (icon("list")) "The bill" }
                    (bill::lines(asked, bill))
                    (counter::add("Service or product"))
                    (bill::tools(bill))
                }
                (taken_off::card(asked, bill))
            }
            section.card.bill-card aria-labelledby="pay-title" {
                h2 id="pay-title" { (icon("card")) "To pay" }
                (bill::sums(bill, desk))
                (pay::ways(&calls, bill, desk, upi_id))
            }
        }
        p.unseen id="told" role="status" {}
        (counter::line_sheet(asked, &calls, &desk.people))
        (counter::discount_sheet(asked, &calls))
        (tip::sheet(asked, &calls, &desk.people, booking.staff_id()))
        (counter::split_sheet(asked, &calls, upi_id))
        @if desk.is_manager {
            (counter::due_sheet(asked, &calls, &html! { (booking.customer_name) }))
        }
        (start_again(asked, booking))
        (pay::ask(asked, bill, desk))
        (CHECKOUT.run())
    }
}

fn start_again(asked: &Asked, booking: &Booking) -> Markup {
    let fields = html! {
        p { "The bill of " (booking.customer_name) " goes back to what was booked. What was added, taken off or tipped here is dropped." }
        div.actions { (submit("Start again")) }
    };
    let form = Form::new("again-form", call("DELETE", booking, "/bill"), fields);
    form.in_dialog(&asked.words, "again", "Start again")
}

fn paid_page(asked: &Asked, salon: &str, booking: &Booking, paid: &Invoice, can_send: bool) -> Markup {
    html! {
        div.no-print {
            (head(asked, booking, payment_word(paid.payment_status)))
            (needs_script(&asked.words))
            div.actions.paid-actions {
                a.ghost.button.small href="/" { "Day board" }
                a.ghost.button.small href=(paths::invoice(&paid.id)) { "In billing" }
                (tools(paid, can_send))
            }
        }
        (sheet::sheet(asked, salon, paid))
    }
}

/// Nothing to pay here, and why.
fn closed_page(asked: &Asked, booking: &Booking) -> Markup {
    let why = match booking.status {
        BookingStatus::Pending => "It has to be approved before it can be paid.",
        BookingStatus::Confirmed | BookingStatus::InProgress | BookingStatus::Completed => {
            "There is no invoice for it."
        }
        BookingStatus::Cancelled | BookingStatus::NoShow | BookingStatus::Rejected => "There is nothing to pay.",
    };
    html! {
        (head(asked, booking, "Checkout"))
        div.narrow.plate {
            p.lead { "This booking is " (statuses::word(booking.status).to_lowercase()) ". " (why) }
            p.actions { a.button href=(paths::booking(&booking.id)) { "See the booking" } }
        }
    }
}
