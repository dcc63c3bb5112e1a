//! Gems, memberships, invoices and the numbers they carry.

use super::key::{IndexKey, Key};
use super::people::{SESSION_PREFIX, user_partition};
use super::schedule::DAY_PREFIX;
use super::shards::Shards;
use parlour_values::id::{
    BookingId, BranchId, CreditNoteId, GemTransactionId, InvoiceId, MembershipId, PaymentId, UserId,
};
use parlour_values::time::{Instant, IstDate, Month};

pub fn gems(user: &UserId) -> Key {
    Key::new(user_partition(user), "GEMS")
}

/// The account and, before it, its transactions: newest first, the account comes first.
pub const GEMS_PREFIX: &str = "GEM";

pub const GEM_PREFIX: &str = "GEM#";

pub fn gem_transaction(user: &UserId, id: &GemTransactionId) -> Key {
    Key::new(user_partition(user), format!("{GEM_PREFIX}{id}"))
}

/// Ordered by end, so that one range read finds everything that is due.
pub const GEMS_DUE: Shards = Shards::named("DUE#GEMS");

pub fn gems_due(next: Instant, user: &UserId) -> IndexKey {
    IndexKey::new(GEMS_DUE.holding(user.as_str()), format!("{next}#{user}"))
}

pub fn membership_partition(id: &MembershipId) -> String {
    format!("MEMBERSHIP#{id}")
}

pub fn membership(id: &MembershipId) -> Key {
    Key::new(membership_partition(id), "MEMBERSHIP")
}

pub const MEMBERSHIP_PREFIX: &str = "MEMBERSHIP#";

pub fn customer_membership(customer: &UserId, id: &MembershipId) -> Key {
    Key::new(user_partition(customer), format!("{MEMBERSHIP_PREFIX}{id}"))
}

pub fn active_membership(customer: &UserId) -> Key {
    Key::new(user_partition(customer), "ACTIVE_MEMBERSHIP")
}

pub fn membership_session(membership: &MembershipId, booking: &BookingId) -> Key {
    Key::new(membership_partition(membership), format!("{SESSION_PREFIX}{booking}"))
}

pub fn customer_membership_session(customer: &UserId, membership: &MembershipId, booking: &BookingId) -> Key {
    Key::new(user_partition(customer), format!("{}{booking}", customer_membership_sessions(membership)))
}

/// The sort key prefix of a membership's sessions among the customer's items.
pub fn customer_membership_sessions(membership: &MembershipId) -> String {
    format!("{MEMBERSHIP_PREFIX}{membership}#{SESSION_PREFIX}")
}

/// Whether a customer's item under [`MEMBERSHIP_PREFIX`] is a session rather than a membership.
pub fn is_membership_session(key: &Key) -> bool {
    key.sk.strip_prefix(MEMBERSHIP_PREFIX).is_some_and(|rest| rest.contains(&format!("#{SESSION_PREFIX}")))
}

pub fn membership_in_month(created: Instant, id: &MembershipId) -> IndexKey {
    let month = memberships_of_month(created.ist_date().calendar_month());
    IndexKey::new(month.holding(id.as_str()), format!("{created}#{id}"))
}

pub fn memberships_of_month(month: Month) -> Shards {
    Shards::of(format!("MEMBERSHIPS#{month}"))
}

pub const ACTIVE_MEMBERSHIPS: Shards = Shards::named("ACTIVE_MEMBERSHIPS");

pub fn membership_active(created: Instant, id: &MembershipId) -> IndexKey {
    IndexKey::new(ACTIVE_MEMBERSHIPS.holding(id.as_str()), format!("{created}#{id}"))
}

pub const MEMBERSHIPS_DUE: Shards = Shards::named("DUE#MEMBERSHIPS");

pub fn membership_due(expires: Instant, id: &MembershipId) -> IndexKey {
    IndexKey::new(MEMBERSHIPS_DUE.holding(id.as_str()), format!("{expires}#{id}"))
}

pub fn invoice_partition(id: &InvoiceId) -> String {
    format!("INVOICE#{id}")
}

pub fn invoice(id: &InvoiceId) -> Key {
    Key::new(invoice_partition(id), "INVOICE")
}

/// The customer's copy of the invoice of a booking.
pub fn booking_invoice(customer: &UserId, booking: &BookingId) -> Key {
    Key::new(user_partition(customer), format!("BOOKING_INVOICE#{booking}"))
}

pub fn invoice_in_month(branch: &BranchId, paid: Instant, id: &InvoiceId) -> IndexKey {
    IndexKey::new(invoices_of_month(branch, paid.ist_date().calendar_month()), invoice_sort(paid, id))
}

/// An invoice's sort key in the lists of its month and of its customer.
pub fn invoice_sort(paid: Instant, id: &InvoiceId) -> String {
    format!("{paid}#{id}")
}

pub fn invoices_of_month(branch: &BranchId, month: Month) -> String {
    format!("INVOICES#{branch}#{month}")
}

pub fn invoice_of_customer(customer: &UserId, paid: Instant, id: &InvoiceId) -> IndexKey {
    IndexKey::new(invoices_of_customer(customer), invoice_sort(paid, id))
}

pub fn invoices_of_customer(customer: &UserId) -> String {
    format!("INVOICES_OF#{customer}")
}

/// An invoice that is not wholly paid, the oldest first.
pub fn invoice_due(branch: &BranchId, issued: Instant, id: &InvoiceId) -> IndexKey {
    IndexKey::new(invoices_due(branch), format!("{issued}#{id}"))
}

pub fn invoices_due(branch: &BranchId) -> String {
    format!("DUES#{branch}")
}

pub const CREDIT_PREFIX: &str = "CREDIT#";

pub fn credit_note(invoice: &InvoiceId, id: &CreditNoteId) -> Key {
    Key::new(invoice_partition(invoice), format!("{CREDIT_PREFIX}{id}"))
}

pub fn credit_in_month(branch: &BranchId, created: Instant, id: &CreditNoteId) -> IndexKey {
    IndexKey::new(credits_of_month(branch, created.ist_date().calendar_month()), format!("{created}#{id}"))
}

pub fn credits_of_month(branch: &BranchId, month: Month) -> String {
    format!("CREDITS#{branch}#{month}")
}

pub fn late_payment(invoice: &InvoiceId, id: &PaymentId) -> Key {
    Key::new(invoice_partition(invoice), format!("PAYMENT#{id}"))
}

pub fn late_payment_in_month(branch: &BranchId, at: Instant, invoice: &InvoiceId, id: &PaymentId) -> IndexKey {
    let month = late_payments_of_month(branch, at.ist_date().calendar_month());
    IndexKey::new(month, format!("{at}#{invoice}#{id}"))
}

pub fn late_payments_of_month(branch: &BranchId, month: Month) -> String {
    format!("RECEIVED#{branch}#{month}")
}

pub fn summaries_of_month(branch: &BranchId, month: Month) -> String {
    format!("SUMMARY#{branch}#{month}")
}

pub fn summary(branch: &BranchId, date: IstDate) -> Key {
    Key::new(summaries_of_month(branch, date.calendar_month()), format!("{DAY_PREFIX}{date}"))
}

pub fn series_partition(branch: &BranchId) -> String {
    format!("SERIES#{branch}")
}

/// The last booking number of a month; gaps are allowed.
pub fn booking_series(branch: &BranchId, month: Month, letter: char) -> Key {
    Key::new(series_partition(branch), format!("BOOKING#{month}#{letter}"))
}

pub const INVOICE_SERIES_PREFIX: &str = "INVOICE#";
pub const SESSION_SERIES_PREFIX: &str = "SESSION#";

/// The last invoice number of a financial year; no gaps, so it is incremented in the invoice's transaction.
pub fn invoice_series(branch: &BranchId, financial_year: &str) -> Key {
    Key::new(series_partition(branch), format!("{INVOICE_SERIES_PREFIX}{financial_year}"))
}

pub fn credit_series(branch: &BranchId, financial_year: &str) -> Key {
    Key::new(series_partition(branch), format!("CREDIT#{financial_year}"))
}

pub fn session_series(branch: &BranchId, financial_year: &str) -> Key {
    Key::new(series_partition(branch), format!("{SESSION_SERIES_PREFIX}{financial_year}"))
}

pub const OFFER_DAY_PREFIX: &str = "OFFER_DAY#";

pub fn offer_day(customer: &UserId, date: IstDate) -> Key {
    Key::new(user_partition(customer), format!("{OFFER_DAY_PREFIX}{date}"))
}
