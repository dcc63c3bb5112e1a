//! The demo salon's books: what a visit leaves in the table once it is over, by the same law as a completion at the desk.

use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_money::checkout::OfferDay;
use parlour_money::counter::earnings_of;
use parlour_money::gems::{GemTransaction, GemTransactionType, GemsAccount};
use parlour_money::invoices::{Invoice, InvoiceBuyer, Payment, PreviousVisit, Sale, Settlement, SoldItem, Tip};
use parlour_money::offers::Offer;
use parlour_money::pay::CommissionRules;
use parlour_money::pricing::{LinePerson, OfferTerms, PerkFacts, Receipt, SaleItem, SaleLine, price};
use parlour_money::products::Product;
use parlour_senders::document::storage_key;
use parlour_storage::table::Bulk;
use parlour_values::gems::Gems;
use parlour_values::id::{BranchId, OfferId};
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;
use parlour_values::time::{Instant, IstDate};

use super::booking_numbers::BookingNumbers;
use super::calendar::Calendar;
use super::guests::{DAYS, Patron};
use super::names::Dice;
use super::numbers::Numbers;
use super::visits::DemoVisit;

/// The facts that the desk needs to write an invoice.
pub struct SalesDesk<'a> {
    pub calendar: &'a Calendar,
    pub numbers: &'a Numbers,
    pub offers: &'a [Offer],
    pub products: &'a [Product],
    pub rules: &'a [CommissionRules],
    /// The person who takes the money.
    pub cashier: &'a str,
}

/// Pieces that were sold on an invoice.
pub struct SoldPieces {
    /// Its place among the products.
    pub product: usize,
    pub quantity: u32,
    pub invoice: Invoice,
}

pub struct Books<'a> {
    desk: SalesDesk<'a>,
    dice: Dice,
    pub records: Bulk,
    pub sold: Vec<SoldPieces>,
    /// Every payment, with the branch that took it.
    paid: Vec<(BranchId, Payment)>,
    /// How many have been left to be paid later.
    due: usize,
    bookings: BookingNumbers,
}

/// A few pay the rest another day.
const MOST_DUE: usize = 3;

impl<'a> Books<'a> {
    pub fn open(desk: SalesDesk<'a>, dice: Dice) -> Self {
        let (records, bookings) = (Bulk::new(), BookingNumbers::default());
        Self { desk, dice, records, sold: Vec::new(), paid: Vec::new(), due: 0, bookings }
    }

    /// Writes the visit of this guest: its booking, and once it is over what it came to.
    pub fn record(&mut self, visit: &DemoVisit<'_>, guest: &mut Patron) -> Option<Booking> {
        let booking = visit.booking(self.desk.calendar, self.bookings.next(visit), &guest.user);
        let booking = match visit.status {
            BookingStatus::Completed => self.complete(visit, booking, guest)?,
            BookingStatus::NoShow => {
                let no_shows = guest.profile.no_shows().after_no_show();
                guest.profile = guest.profile.clone().with_no_shows(no_shows);
                booking
            }
            _ => booking,
        };
        self.records.put(&booking);
        Some(booking)
    }

    fn complete(&mut self, visit: &DemoVisit<'_>, booking: Booking, guest: &mut Patron) -> Option<Booking> {
        let at = visit.paid_at();
        let number = self.desk.numbers.at(visit.branch, at).ok()?;
        let pieces = self.pieces(visit);
        let mut lines = service_lines(visit);
        lines.extend(pieces.and_then(|(product, quantity)| self.product_line(visit, product, quantity)));
        let (receipt, offer_id) = self.priced(visit, &lines)?;
        let settlement = self.settlement(visit, receipt.total, at, guest.may_owe());
        let (gstin, legal_name) = guest.profile.business();
        let sale = Sale {
            branch: visit.branch,
            item: SoldItem::Visit {
                booking: &booking,
                customer_name: &guest.user.name,
                offer_id: offer_id.as_ref(),
                membership_id: None,
            },
            buyer: InvoiceBuyer { phone: guest.profile.phone.clone(), gstin, legal_name },
            receipt: &receipt,
            settlement,
        };
        let mut invoice = Invoice::of_sale(self.desk.calendar.id(at), number, sale, at);
        invoice.pdf_key = storage_key(&invoice.id);
        self.earn_gems(guest, &mut invoice, receipt.gems_earned);
        let profile = &mut guest.profile;
        invoice.previous_visit =
            Some(PreviousVisit { first_visit_at: profile.first_visit_at, last_visit_at: profile.last_visit_at });
        *profile = profile.clone().with_no_shows(profile.no_shows().after_completed());
        profile.count_spend(invoice.total, invoice.due);
        profile.count_visit(at);
        profile.updated_at = at;
        for earning in earnings_of(&invoice, visit.branch, self.desk.rules) {
            self.records.put(&earning);
        }
        if let Some(offer_id) = offer_id.clone().filter(|_| visit.date == self.desk.calendar.today) {
            let (customer_id, invoice_id) = (guest.user.id.clone(), invoice.id.clone());
            self.records.put(&OfferDay { customer_id, date: visit.date, offer_id, invoice_id });
        }
        self.records.put(&invoice);
        let paid = invoice.payments.iter().cloned();
        self.paid.extend(paid.map(|payment| (visit.branch.id.clone(), payment)));
        let booking = Booking { paid: Some(invoice.total), invoice_id: Some(invoice.id.clone()), offer_id, ..booking };
        if let Some((product, quantity)) = pieces {
            self.sold.push(SoldPieces { product, quantity, invoice });
        }
        Some(booking)
    }

    /// Some take something home.
    fn pieces(&mut self, visit: &DemoVisit<'_>) -> Option<(usize, u32)> {
        let (first, today) = (self.desk.calendar.today.minus_days(DAYS), self.desk.calendar.today);
        let takes = (first..today).contains(&visit.date) && self.dice.one_in(9);
        let product = self.dice.below(u32::try_from(self.desk.products.len()).unwrap_or(0)) as usize;
        takes.then(|| (product, 1 + u32::from(self.dice.one_in(5))))
    }

    fn product_line(&self, visit: &DemoVisit<'_>, product: usize, quantity: u32) -> Option<SaleLine> {
        let product = self.desk.products.get(product)?;
        let (item, name) = (SaleItem::Product(product.id.clone()), product.name.clone());
        let line = SaleLine::new(item, name, product.price, product.hsn_code.clone(), product.gst);
        Some(SaleLine { quantity, person: person(visit), ..line })
    }

    /// Every other visit that an offer is for has it.
    fn priced(&mut self, visit: &DemoVisit<'_>, lines: &[SaleLine]) -> Option<(Receipt, Option<OfferId>)> {
        if self.dice.one_in(2) {
            let today = visit.date;
            for offer in self.desk.offers.iter().filter(|offer| offer.is_running(today)) {
                let terms = OfferTerms::of(offer);
                let facts = PerkFacts::Offer {
                    terms: Some(&terms),
                    service_type: visit.service_type,
                    today,
                    used_today: false,
                };
                if let Ok(receipt) = price(lines, &facts, None) {
                    return Some((receipt, Some(offer.id.clone())));
                }
            }
        }
        price(lines, &PerkFacts::None, None).ok().map(|receipt| (receipt, None))
    }

    /// Mostly by UPI. The cash of yesterday and today goes through the drawer, which other visits do.
    fn settlement(&mut self, visit: &DemoVisit<'_>, total: Paise, at: Instant, may_owe: bool) -> Settlement {
        let method = match self.dice.below(20) {
            0..=10 => PaymentMethod::Upi,
            11..=15 => PaymentMethod::Card,
            _ => PaymentMethod::Cash,
        };
        let is_old = visit.date < self.desk.calendar.today.minus_days(1);
        let method = if is_old || method != PaymentMethod::Cash { method } else { PaymentMethod::Upi };
        let whole = Settlement::whole(method, total, at, self.desk.cashier);
        let pay = |id: &str, method, amount| Payment {
            id: id.into(),
            ..Payment::plain(method, amount, at, Some(self.desk.cashier.to_owned()))
        };
        match self.dice.below(40) {
            0 | 1 if is_old && total > Paise::ZERO => {
                let cash = Paise(total.0 / 20_000 * 10_000);
                let rest = total.minus(cash);
                let payments = [pay("1", PaymentMethod::Cash, cash), pay("2", PaymentMethod::Upi, rest)];
                let payments = payments.into_iter().filter(|payment| payment.amount > Paise::ZERO).collect();
                Settlement { method: Some(PaymentMethod::Upi), payments, ..whole }
            }
            2 | 3 if total > Paise::ZERO => match visit.worker {
                Some(worker) => {
                    let amount = Paise(5_000 + 5_000 * i64::from(self.dice.below(3)));
                    let tip = Tip {
                        staff_id: worker.member.id.clone(),
                        staff_name: worker.member.display_name.clone(),
                        amount,
                    };
                    Settlement { payments: vec![pay("1", method, total.plus(amount))], tips: vec![tip], ..whole }
                }
                None => whole,
            },
            4 if may_owe && self.due < MOST_DUE && total > Paise(100_000) && is_old => {
                self.due += 1;
                let paid = Paise(50_000);
                let payments = vec![pay("1", method, paid)];
                Settlement { payments, due: total.minus(paid), ..whole }
            }
            _ => whole,
        }
    }

    fn earn_gems(&mut self, guest: &mut Patron, invoice: &mut Invoice, earned: Gems) {
        if earned == Gems::ZERO {
            return;
        }
        let at = invoice.issued_at;
        let account = guest.gems.get_or_insert_with(|| GemsAccount::opened(guest.user.id.clone(), at));
        let mut line = GemTransaction {
            id: self.desk.calendar.id(at),
            user_id: guest.user.id.clone(),
            kind: GemTransactionType::Earned,
            gems: earned,
            description: format!("Earned on invoice {}", invoice.number),
            expires_at: None,
            invoice_id: Some(invoice.id.clone()),
            invoice_number: Some(invoice.number.clone()),
            created_at: at,
        };
        line.expires_at = Some(account.account.earn(line.id.clone(), earned, at));
        account.updated_at = at;
        invoice.gems.earned = earned;
        invoice.gems.lot = Some(line.id.clone());
        self.records.put(&line);
    }

    /// The payments to a branch on a day.
    pub fn payments(&self, branch: &BranchId, date: IstDate) -> Vec<Payment> {
        let own = self.paid.iter().filter(|(at, payment)| at == branch && payment.at.ist_date() == date);
        own.map(|(_, payment)| payment.clone()).collect()
    }
}

fn person(visit: &DemoVisit<'_>) -> Option<LinePerson> {
    let member = &visit.worker?.member;
    Some(LinePerson { id: member.id.clone(), name: member.display_name.clone() })
}

fn service_lines(visit: &DemoVisit<'_>) -> Vec<SaleLine> {
    let is_registered = visit.branch.is_registered_for_gst();
    let lines = visit.services.iter().map(|service| {
        let (item, rate) = (SaleItem::Service(service.id.clone()), service.gst.charged_by(is_registered, visit.date));
        SaleLine {
            duration: service.duration,
            gems_required: service.redeemable_for(),
            person: person(visit),
            ..SaleLine::new(item, service.name.clone(), service.price, service.sac_code.clone(), rate)
        }
    });
    lines.collect()
}
