//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Code, Routes, role};
use parlour_money::billing::{
    CreditNoteRequest, DayTakings, DayTakingsRequest, Dues, DuesRequest, InvoiceList, InvoiceListRequest, PayRequest,
    Queued, SendInvoiceRequest, VoidRequest,
};
use parlour_money::checkout::SaleRequest;
use parlour_money::invoices::{CreditNoteAnswer, InvoiceAnswer, InvoiceDetailAnswer};
use parlour_money::upi::{UpiPayment, UpiRequest};
use parlour_settings::App;
use parlour_values::role::Role;

use crate::handlers::credit::credit;
use crate::handlers::credit_note_pdf::credit_note_pdf;
use crate::handlers::day::day;
use crate::handlers::detail::detail;
use crate::handlers::dues::dues;
use crate::handlers::list::list;
use crate::handlers::pay::pay;
use crate::handlers::pdf::pdf;
use crate::handlers::sell::sell;
use crate::handlers::send::send;
use crate::handlers::upi::upi;
use crate::handlers::void::void;

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/billing/invoices",
            list,
            role(Role::Receptionist, "Invoices, newest first")
                .id("billing.list")
                .about("Newest first, with the totals of all that fit. Without `from` and `to`: the current month.")
                .asks::<InvoiceListRequest>()
                .answers::<InvoiceList>(),
        )
        .get(
            "/api/billing/invoices/{id}",
            detail,
            role(Role::Receptionist, "An invoice with its credit notes")
                .id("billing.view")
                .about("One invoice with its lines, booking, customer and credit notes.")
                .answers::<InvoiceDetailAnswer>(),
        )
        .get(
            "/api/billing/invoices/{id}/pdf",
            pdf,
            role(Role::Receptionist, "Redirect to the document")
                .id("billing.pdf")
                .about(
                    "Leads to the invoice as a PDF, by a link that lives for five minutes; not found while there is \
                     none.",
                )
                .refuses(&[Code::UpstreamError])
                .redirects(),
        )
        .post(
            "/api/billing/invoices/{id}/send",
            send,
            role(Role::Receptionist, "Send an invoice again")
                .id("billing.send")
                .about(
                    "Queues the invoice again, by the first channel that the customer can receive it by, or by `channel` \
                     alone. Refused where they can receive it by none: it is not configured, they have no address for it \
                     or have not agreed to it, or the message lacks what it asks for: a phone a template of \
                     `invoice_ready` (`dues` while something is due), SMS its `dltTemplateId`, WhatsApp the document.",
                )
                .refuses(&[Code::BusinessRuleViolation])
                .idempotent()
                .takes::<SendInvoiceRequest>()
                .answers::<Queued>(),
        )
        .post(
            "/api/billing/invoices/{id}/payments",
            pay,
            role(Role::Receptionist, "Take a payment for what is due")
                .id("billing.pay")
                .about(
                    "Payments for what an invoice left due, at most that much. They are numbered on from those that the \
                     invoice has, and count on the day they are taken.",
                )
                .refuses(&[Code::BusinessRuleViolation])
                .idempotent()
                .takes::<PayRequest>()
                .creates::<InvoiceDetailAnswer>(),
        )
        .post(
            "/api/billing/invoices/{id}/void",
            void,
            role(Role::Manager, "Void an invoice of today")
                .id("billing.void")
                .about(
                    "Only on the day of the invoice, and not once there are credit notes. The number stays; gems, \
                     offer, totals, what is due and membership minutes are taken back in one step. A visit's booking is as before its completion and can be completed again, \
                     a session's is cancelled, a membership that it sold ends; refused while that has sessions.",
                )
                .refuses(&[Code::BusinessRuleViolation])
                .idempotent()
                .takes::<VoidRequest>()
                .answers::<InvoiceDetailAnswer>(),
        )
        .post(
            "/api/billing/invoices/{id}/credit-notes",
            credit,
            role(Role::Manager, "Refund with a credit note")
                .id("billing.credit")
                .about(
                    "A credit note with a number of its own; all together never exceed the invoice. What is due falls \
                     first, then money goes back: all of it by `refundMethod`, or of the payments that `refunds` name, \
                     which sum to the amount less what the due fell by, never more of a payment than is left of it. \
                     `lines` say which lines give the amount (without, all in proportion), `restock` which products go \
                     back on the shelf. A membership whose whole price is given back ends.",
                )
                .refuses(&[Code::BusinessRuleViolation])
                .idempotent()
                .takes::<CreditNoteRequest>()
                .creates::<CreditNoteAnswer>(),
        )
        .get(
            "/api/billing/invoices/{id}/credit-notes/{noteId}/pdf",
            credit_note_pdf,
            role(Role::Receptionist, "Redirect to the document of a credit note")
                .id("billing.creditNotePdf")
                .about(
                    "Leads to the credit note as a PDF, by a link that lives for five minutes; not found while there \
                     is none.",
                )
                .redirects(),
        )
        .get(
            "/api/billing/dues",
            dues,
            role(Role::Receptionist, "What is still to be paid")
                .id("billing.dues")
                .about("The invoices that are not wholly paid, of a branch or of all, the oldest first.")
                .asks::<DuesRequest>()
                .answers::<Dues>(),
        )
        .post(
            "/api/sales",
            sell,
            role(Role::Receptionist, "Sell products without a visit")
                .id("sales.create")
                .about(
                    "An invoice over products, to a customer or to nobody in particular; without a customer nothing may \
                     be left due. A discount beyond the desk's limit takes a manager's id and PIN.",
                )
                .refuses(&[Code::BusinessRuleViolation, Code::Conflict, Code::RateLimited])
                .idempotent()
                .takes::<SaleRequest>()
                .creates::<InvoiceAnswer>(),
        )
        .get(
            "/api/billing/day",
            day,
            role(Role::Receptionist, "The takings of a day")
                .id("billing.day")
                .about(
                    "The takings of a day by payment method; today at the primary branch where nothing else is asked. \
                     `byPaymentMethod` is what the day sold, by how it was paid on that day; `receivedByMethod` is all \
                     money that came on that day, with tips and dues of earlier days, less what went back.",
                )
                .asks::<DayTakingsRequest>()
                .answers::<DayTakings>(),
        )
        .get(
            "/api/billing/upi",
            upi,
            role(Role::Receptionist, "Where an amount can be paid by UPI")
                .id("billing.upi")
                .about(
                    "The address that payment apps open, and its QR code. Refused where the branch has no UPI id. \
                     Nothing is marked as paid by it.",
                )
                .refuses(&[Code::BusinessRuleViolation])
                .asks::<UpiRequest>()
                .answers::<UpiPayment>(),
        )
}
