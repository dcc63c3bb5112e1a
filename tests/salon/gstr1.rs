//! GSTR-1 and the vouchers for Tally: whatever a month holds, the files add up to the GST report and to the papers.

use std::collections::BTreeMap;

use parlour_money::invoices::{CreditNote, Invoice};
use parlour_money::products::Product;
use parlour_settings::App;
use parlour_setup::branches::{Branch, SlotPolicy};
use parlour_storage::table::{Bulk, Partition, keys};
use parlour_tests::counts::{rounds, seed};
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::document_number::DocumentNumber;
use parlour_values::gst::GstRate;
use parlour_values::id::InvoiceId;
use parlour_values::money::Paise;
use serde_json::{Value, json};

const OWN: &str = "29AAAAA0000A1ZY";
const BUSINESS: &str = "27AAAPZ9999Z1ZL";
const STEPS: usize = 45;

/// The same throws for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % count
    }
}

async fn file(client: &Client<'_>, query: &str) -> Value {
    let reply = client.get(&format!("/api/reports/gstr1?{query}")).await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, Some("application/json")), "{query}");
    reply.json()
}

/// `38.06` as 3,806; exactly, by its digits.
fn hundredths(number: &Value) -> i64 {
    let text = number.to_string();
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    assert!(number.is_number() && rest.len() <= 2, "{text}");
    let sign = if whole.starts_with('-') { -1 } else { 1 };
    whole.parse::<i64>().unwrap() * 100 + sign * format!("{rest:0<2}").parse::<i64>().unwrap()
}

fn rows<'a>(of: &'a Value, path: &str) -> impl Iterator<Item = &'a Value> {
    of.pointer(path).and_then(Value::as_array).into_iter().flatten()
}

/// Taxable value, central and state tax.
type Sums = [i64; 3];

fn add(sums: &mut BTreeMap<i64, Sums>, rate: i64, more: Sums, sign: i64) {
    let sum = sums.entry(rate).or_default();
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += sign * more;
    }
}

fn taxes(of: &Value) -> Sums {
    ["txval", "camt", "samt"].map(|field| hundredths(&of[field]))
}

#[derive(Clone)]
struct Bill {
    id: InvoiceId,
    day: usize,
}

/// A salon's month in which things happen at random.
struct MonthOfBills<'a> {
    salon: &'a TestSalon,
    shop: Shop,
    manager: Client<'a>,
    customers: Vec<Client<'a>>,
    products: Vec<Product>,
    membership: Option<String>,
    bills: Vec<Bill>,
    dice: Dice,
    day: usize,
}

impl MonthOfBills<'_> {
    /// Something happens, on the day that is set.
    async fn step(&mut self) {
        match self.dice.below(10) {
            0..=2 => self.sale().await,
            3..=5 => self.visit().await,
            6 => self.session().await,
            7 => self.void().await,
            _ => self.credit().await,
        }
    }

    fn amounts(&mut self, total: i64) -> Value {
        match self.dice.below(3) {
            0 => json!({ "paymentMethod": "cash" }),
            1 if total > 1 => {
                let first = 1 + i64::try_from(self.dice.below(usize::try_from(total - 1).unwrap())).unwrap();
                json!({ "payments": [{ "method": "upi", "amountPaise": first },
                    { "method": "card", "amountPaise": total - first }] })
            }
            _ => json!({ "paymentMethod": "upi" }),
        }
    }

    async fn sale(&mut self) {
        let mut lines = Vec::new();
        for product in &self.products {
            if self.dice.below(2) == 0 {
                let quantity = 1 + self.dice.below(3);
                let off = self.dice.below(4) * self.dice.below(500);
                let mut line = json!({ "productId": product.id, "quantity": quantity });
                if off > 0 {
                    line["discountPaise"] = json!(off);
                    line["reason"] = json!("Old stock");
                }
                lines.push(line);
            }
        }
        if lines.is_empty() {
            return;
        }
        let branch = if self.dice.below(2) == 0 { &self.shop.open.id } else { &self.shop.staffed.id };
        let mut body = json!({ "branchId": branch, "lines": lines, "paymentMethod": "upi" });
        let who = self.dice.below(self.customers.len() + 1);
        if let Some(customer) = self.customers.get(who) {
            body["customerId"] = json!(customer.id());
            if self.dice.below(4) == 0 {
                body.as_object_mut().unwrap().remove("paymentMethod");
                body["leaveDue"] = json!(true);
            }
        }
        let sold = self.manager.post("/api/sales", body).await.created()["invoice"].clone();
        self.bills.push(Bill { id: sold["id"].as_str().unwrap().into(), day: self.day });
    }

    async fn visit(&mut self) {
        let customer = self.customers[self.dice.below(self.customers.len())].clone();
        let branch = if self.dice.below(2) == 0 { self.shop.open.clone() } else { self.shop.staffed.clone() };
        let booking =
            self.salon.confirmed_at(&self.shop, &branch, &customer, &[&self.shop.cut, &self.shop.colour]).await;
        let path = format!("/api/bookings/{}", booking.id);
        // A bill of its own: a product beside the services, something off all of it, and a tip.
        let open = self.manager.get(&format!("{path}/bill")).await.ok()["bill"].clone();
        let mut lines: Vec<Value> = rows(&open, "/lines").map(|line| json!({ "id": line["id"] })).collect();
        let product = &self.products[self.dice.below(self.products.len())];
        lines.push(json!({ "productId": product.id, "quantity": 2 }));
        let off = 1 + self.dice.below(2_000);
        let mut bill = json!({ "version": 0, "lines": lines, "discount": { "percentBps": off, "reason": "Regular" } });
        if self.dice.below(2) == 0 {
            bill["tips"] = json!([{ "staffId": self.shop.meera.id, "amountPaise": 5_000 }]);
        }
        let bill = self.manager.put(&format!("{path}/bill"), bill).await.ok()["bill"].clone();
        let total = bill["totals"]["totalPaise"].as_i64().unwrap() + bill["totals"]["tipPaise"].as_i64().unwrap();
        let mut body = self.amounts(total);
        body["billVersion"] = bill["version"].clone();
        let done = self.manager.post(&format!("{path}/complete"), body).await.ok();
        self.bills.push(Bill { id: done["invoice"]["id"].as_str().unwrap().into(), day: self.day });
    }

    async fn session(&mut self) {
        let line = json!({ "serviceId": self.shop.massage.id, "staffId": self.shop.meera.id, "durationMinutes": 10 });
        let membership = match &self.membership {
            Some(membership) => membership.clone(),
            None => {
                let tier = self.salon.tier("Gold").await;
                let day = self.salon.salon.clock.today();
                let body = json!({ "customerId": self.customers[0].id(), "tierId": tier.id, "hoursMinutes": 600,
                    "pricePaise": 700_001, "startDate": day, "validityDays": 60, "paymentMethod": "card" });
                let sold = self.manager.post("/api/memberships", body).await.created();
                self.membership.insert(sold["membership"]["id"].as_str().unwrap().to_owned()).clone()
            }
        };
        let path = format!("/api/memberships/{membership}/sessions");
        self.manager.post(&path, json!({ "services": [line] })).await.created();
    }

    async fn void(&mut self) {
        let today: Vec<Bill> = self.bills.iter().filter(|bill| bill.day == self.day).cloned().collect();
        if let Some(bill) = today.first() {
            // One that something was given back of stays.
            let path = format!("/api/billing/invoices/{}/void", bill.id);
            let reply = self.manager.post(&path, json!({ "reason": "Wrong" })).await;
            assert!([200, 409].contains(&reply.status.as_u16()), "{}", reply.json());
        }
    }

    async fn credit(&mut self) {
        let Some(bill) = self.bills.get(self.dice.below(self.bills.len().max(1))).cloned() else { return };
        let invoice = self.salon.stored::<Invoice>(&keys::invoice(&bill.id)).await.unwrap().record;
        let path = format!("/api/billing/invoices/{}", bill.id);
        if invoice.is_owed() {
            let paid = json!({ "payments": [{ "method": "cash", "amountPaise": invoice.due.0 }] });
            let day = self.manager.post(&format!("{path}/payments"), paid).await;
            assert!(day.status.is_success(), "{}", day.json());
            return;
        }
        let left = usize::try_from(invoice.refundable().0).unwrap();
        if invoice.is_void() || left == 0 {
            return;
        }
        let amount = if self.dice.below(3) == 0 { left } else { 1 + self.dice.below(left) };
        let note = json!({ "amountPaise": amount, "reason": "unhappy", "refundMethod": "cash" });
        self.manager.post(&format!("{path}/credit-notes"), note).await.created();
    }

    async fn papers(&self) -> (Vec<Invoice>, Vec<CreditNote>) {
        let (mut invoices, mut notes) = (Vec::new(), Vec::new());
        let (month, table) = ("2026-11".parse().unwrap(), &self.salon.salon.table);
        for branch in [&self.shop.open, &self.shop.staffed] {
            let all = Partition::g1(keys::invoices_of_month(&branch.id, month));
            invoices.extend(table.query::<Invoice>(all).await.unwrap().into_iter().map(|read| read.record));
            let all = Partition::g1(keys::credits_of_month(&branch.id, month));
            notes.extend(table.query::<CreditNote>(all).await.unwrap().into_iter().map(|read| read.record));
        }
        (invoices, notes)
    }

    async fn adds_up(&self, told: &str) {
        let gst = self.manager.get("/api/reports/gst?month=2026-11").await.ok();
        let gstr1 = file(&self.manager, "month=2026-11").await;
        let (invoices, notes) = self.papers().await;

        // By code and rate it is the GST report.
        let mut by_code: BTreeMap<(String, i64), Sums> = BTreeMap::new();
        for row in rows(&gstr1, "/hsn/hsn_b2b").chain(rows(&gstr1, "/hsn/hsn_b2c")) {
            let sums = by_code.entry((row["hsn_sc"].as_str().unwrap().to_owned(), hundredths(&row["rt"]))).or_default();
            for (sum, more) in sums.iter_mut().zip(taxes(row)) {
                *sum += more;
            }
        }
        by_code.retain(|_, sums| *sums != [0; 3]);
        let reported: BTreeMap<(String, i64), Sums> = rows(&gst, "/bySac")
            .map(|row| {
                let sums = ["taxablePaise", "cgstPaise", "sgstPaise"].map(|field| row[field].as_i64().unwrap());
                ((row["sac"].as_str().unwrap().to_owned(), row["rateBps"].as_i64().unwrap()), sums)
            })
            .collect();
        assert_eq!(by_code, reported, "by code and rate, {told}");

        // By rate, what businesses and consumers bought less what went back is the same.
        let mut by_rate: BTreeMap<i64, Sums> = BTreeMap::new();
        for item in rows(&gstr1, "/b2b").flat_map(|one| rows(one, "/inv")).flat_map(|one| rows(one, "/itms")) {
            add(&mut by_rate, hundredths(&item["itm_det"]["rt"]), taxes(&item["itm_det"]), 1);
        }
        for item in rows(&gstr1, "/cdnr").flat_map(|one| rows(one, "/nt")).flat_map(|one| rows(one, "/itms")) {
            add(&mut by_rate, hundredths(&item["itm_det"]["rt"]), taxes(&item["itm_det"]), -1);
        }
        for row in rows(&gstr1, "/b2cs") {
            add(&mut by_rate, hundredths(&row["rt"]), taxes(row), 1);
        }
        for row in rows(&gstr1, "/nil/inv") {
            add(&mut by_rate, 0, [hundredths(&row["nil_amt"]), 0, 0], 1);
        }
        let mut expected: BTreeMap<i64, Sums> = BTreeMap::new();
        for ((_, rate), sums) in &reported {
            add(&mut expected, *rate, *sums, 1);
        }
        for sums in [&mut by_rate, &mut expected] {
            sums.retain(|_, sums| *sums != [0; 3]);
        }
        assert_eq!(by_rate, expected, "by rate, {told}");

        // And so are the papers.
        let is_valid = |invoice: &&Invoice| !invoice.is_void() && !invoice.is_session_record();
        let valid: Vec<&Invoice> = invoices.iter().filter(is_valid).collect();
        let sold = |of: fn(&Invoice) -> Paise| valid.iter().map(|invoice| of(invoice).0).sum::<i64>();
        let given = |of: fn(&CreditNote) -> Paise| notes.iter().map(|note| of(note).0).sum::<i64>();
        let whole = by_rate.values().fold([0; 3], |all, sums| [0, 1, 2].map(|at| all[at] + sums[at]));
        let papers = [
            sold(|invoice| invoice.taxable) - given(|note| note.taxable),
            sold(|invoice| invoice.cgst) - given(|note| note.cgst),
            sold(|invoice| invoice.sgst) - given(|note| note.sgst),
        ];
        assert_eq!(whole, papers, "papers, {told}");
        let to_business: i64 =
            valid.iter().filter(|invoice| invoice.customer_gstin.is_some()).map(|invoice| invoice.total.0).sum();
        let listed = rows(&gstr1, "/b2b").flat_map(|one| rows(one, "/inv")).map(|one| hundredths(&one["val"]));
        assert_eq!(listed.sum::<i64>(), to_business, "businesses, {told}");

        // The numbers are those of the report, without sessions.
        let numbers = |of: &Value, at: &str, fields: [&str; 4]| -> Vec<[Value; 4]> {
            rows(of, at).map(|one| fields.map(|field| one[field].clone())).collect()
        };
        let issued = numbers(&gst, "/registrations/0/documents", ["from", "to", "issued", "void"]);
        let documents = numbers(&gstr1, "/doc_issue/doc_det/0/docs", ["from", "to", "totnum", "cancel"]);
        assert_eq!(documents, issued, "numbers, {told}");
        let net: u64 = rows(&gstr1, "/doc_issue/doc_det/0/docs").map(|one| one["net_issue"].as_u64().unwrap()).sum();
        assert_eq!(net, u64::try_from(valid.len()).unwrap(), "{told}");

        self.vouchers_balance(&valid, &papers, told).await;
    }

    async fn vouchers_balance(&self, valid: &[&Invoice], papers: &Sums, told: &str) {
        let reply = self.manager.get("/api/reports/gstr1?month=2026-11&format=tally").await;
        assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, Some("application/xml")));
        let xml = String::from_utf8(reply.bytes.clone()).unwrap();
        let (mut sales, mut by_ledger): (usize, BTreeMap<String, i64>) = (0, BTreeMap::new());
        for voucher in xml.split("<TALLYMESSAGE>").skip(1) {
            sales += usize::from(voucher.contains("VCHTYPE=\"Sales\""));
            let mut sum = 0;
            for entry in voucher.split("<LEDGERNAME>").skip(1) {
                let ledger = entry.split("</").next().unwrap();
                let amount = entry.split("<AMOUNT>").nth(1).unwrap().split("</").next().unwrap();
                let (rupees, paise) = amount.split_once('.').unwrap();
                let sign = if amount.starts_with('-') { -1 } else { 1 };
                let amount = rupees.parse::<i64>().unwrap() * 100 + sign * paise.parse::<i64>().unwrap();
                sum += amount;
                *by_ledger.entry(ledger.to_owned()).or_default() += amount;
            }
            assert_eq!(sum, 0, "{told}: {voucher}");
        }
        assert_eq!(sales, valid.iter().filter(|invoice| invoice.total > Paise::ZERO).count(), "vouchers, {told}");
        let taxable: i64 = by_ledger.iter().filter(|(name, _)| name.starts_with("Sales ")).map(|(_, sum)| sum).sum();
        let of = |name: &str| by_ledger.get(name).copied().unwrap_or_default();
        assert_eq!([taxable, of("CGST"), of("SGST")], *papers, "ledgers, {told}");
    }
}

#[tokio::test]
async fn a_month_of_random_bills_adds_up_to_the_gst_report_and_to_its_papers() {
    for round in 0..rounds() {
        let salon = TestSalon::open().await;
        salon.set_clock("2026-10-30T11:00:00+05:30");
        let shop = salon.shop().await;
        let manager = salon.manager().await;
        let customers = vec![salon.customer("Asha").await, salon.customer("Ravi").await, salon.customer("Tara").await];
        let business = json!({ "gstin": BUSINESS, "legalName": "Rao Traders" });
        for customer in &customers {
            salon.listed(customer.user.as_ref().unwrap(), |_| {}).await;
        }
        manager.patch(&format!("/api/customers/{}/profile", customers[2].id()), business).await.ok();
        let mut products = Vec::new();
        for (id, code, rate, price) in [
            ("shampoo", "3305", 500, 39_900),
            ("colour", "33059040", 1800, 49_900),
            ("mask", "33059090", 1800, 33_301),
            ("kajal", "33049990", 0, 9_900),
            ("curler", "9615", 500, 12_345),
        ] {
            let (gst, price) = (GstRate::from_bps(rate).unwrap(), Paise(price));
            let product = Product { name: id.to_owned(), hsn_code: code.to_owned(), gst, price, ..Product::sample(id) };
            salon.put(&product).await;
            products.push(product);
        }
        let start = seed().wrapping_mul(1_000_033).wrapping_add(u64::try_from(round).unwrap());
        let (user, dice) = (manager.user.clone().unwrap(), Dice(start));
        let (membership, bills, day) = (None, Vec::new(), 0);
        let mut month =
            MonthOfBills { salon: &salon, shop, manager, customers, products, membership, bills, dice, day };
        // The first are of the month before: what is given back of them later is in this one.
        for step in 0..STEPS {
            let date = if step < 5 { "2026-10-30".to_owned() } else { format!("2026-11-{:02}", 1 + step * 28 / STEPS) };
            salon.set_clock(&format!("{date}T12:{step:02}:00+05:30"));
            month.manager = salon.signed_in(&user, App::Admin).await;
            month.day = if step < 5 { 0 } else { 1 + step * 28 / STEPS };
            month.step().await;
        }
        month.adds_up(&format!("round {round}")).await;
    }
}

#[tokio::test]
async fn a_file_is_of_one_registration_and_named_as_the_portal_wants_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    let north = salon.branch("CHD", SlotPolicy::Open).await;
    let north = Branch { gstin: Some("04ZZZCX1234L1ZP".to_owned()), state_code: "04".to_owned(), ..north };
    let only = manager.get("/api/reports/gstr1").await;
    assert_eq!(
        only.header("content-disposition"),
        Some("attachment; filename=\"returns_16112026_R1_29AAAAA0000A1ZY_offline.json\"")
    );
    assert_eq!(only.json(), json!({ "gstin": OWN, "fp": "112026", "version": "GST3.2.4", "hash": "hash" }));
    salon.put(&north).await;
    for branch in [&shop.open, &north] {
        let booking = salon.confirmed_at(&shop, branch, &asha, &[&shop.cut]).await;
        manager.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "upi" })).await.ok();
    }
    // Which of two must be said, and it must be one of ours.
    manager.get("/api/reports/gstr1").await.invalid(&["gstin"]);
    manager.get("/api/reports/gstr1?gstin=27AAAPZ9999Z1ZL").await.refused(404, "NOT_FOUND");
    manager.get("/api/reports/gstr1?format=tally&gstin=27AAAPZ9999Z1ZL").await.refused(404, "NOT_FOUND");
    manager.get("/api/reports/gstr1?gstin=x&month=2026-13&format=csv").await.invalid(&["gstin", "month", "format"]);
    salon.reception().await.get("/api/reports/gstr1").await.refused(403, "FORBIDDEN");
    let own = file(&manager, &format!("gstin={OWN}")).await;
    assert_eq!(own["doc_issue"]["doc_det"][0]["docs"][0]["from"], "BLR/26-27/00001");
    assert_eq!((&own["b2cs"][0]["pos"], &own["b2cs"][0]["txval"]), (&json!("29"), &json!(476.2)));
    // The branch is registered as something else by now: its papers still belong to what they say.
    salon.put(&Branch { gstin: None, ..north.clone() }).await;
    let former = file(&manager, "gstin=04ZZZCX1234L1ZP").await;
    assert_eq!((&former["b2cs"][0]["pos"], &former["b2cs"][0]["camt"]), (&json!("04"), &json!(11.9)));
    manager.get("/api/reports/gstr1?gstin=04ZZZCX1234L1ZP&month=2026-10").await.refused(404, "NOT_FOUND");
    let vouchers = manager.get("/api/reports/gstr1?gstin=04ZZZCX1234L1ZP&format=tally").await;
    assert_eq!(
        vouchers.header("content-disposition"),
        Some("attachment; filename=\"tally_112026_04ZZZCX1234L1ZP.xml\"")
    );
    let vouchers = String::from_utf8(vouchers.bytes.clone()).unwrap();
    assert!(vouchers.contains("<LEDGERNAME>UTGST</LEDGERNAME>") && !vouchers.contains("SGST<"), "{vouchers}");
}

#[tokio::test]
async fn a_salon_without_a_gstin_has_no_return() {
    let salon = TestSalon::open().await;
    let branch = salon.branch("SML", SlotPolicy::Open).await;
    salon.put(&Branch { gstin: None, ..branch }).await;
    salon.manager().await.get("/api/reports/gstr1").await.invalid(&["gstin"]);
}

#[tokio::test]
async fn a_months_file_costs_its_papers_and_nothing_of_other_months() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    let mut costs = Vec::new();
    for (month, bills) in [("10", 40), ("11", 4)] {
        salon.set_clock(&format!("2026-{month}-16T12:00:00+05:30"));
        let manager = salon.signed_in(manager.user.as_ref().unwrap(), App::Admin).await;
        for _ in 0..bills {
            let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
            let path = format!("/api/bookings/{}/complete", booking.id);
            manager.post(&path, json!({ "paymentMethod": "upi" })).await.ok();
        }
        salon.wire.reset();
        file(&manager, "").await;
        costs.push(salon.wire.cost());
    }
    assert!(costs[1].read_units < costs[0].read_units, "{costs:?}");
}

/// As many bills on each of these days.
async fn busy_days(salon: &TestSalon, one: &Invoice, days: &[&str], bills: usize) {
    let mut bulk = Bulk::new();
    for day in days {
        for number in 0..bills {
            bulk.put(&Invoice {
                id: salon.salon.random.id(),
                number: DocumentNumber::stored(format!("BLR/26-27/{day}{number:05}")),
                booking_id: None,
                issued_at: format!("2026-11-{day}T12:00:00+05:30").parse().unwrap(),
                ..one.clone()
            });
        }
    }
    bulk.write(&salon.salon.table).await.unwrap();
}

#[tokio::test]
async fn vouchers_of_some_days_of_a_month_add_up_to_all_of_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let done = manager.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "upi" })).await;
    let id: InvoiceId = done.ok()["invoice"]["id"].as_str().unwrap().into();
    let one = salon.stored::<Invoice>(&keys::invoice(&id)).await.unwrap().record;
    busy_days(&salon, &one, &["05", "20"], 3).await;
    let vouchers = async |query: &str| {
        let reply = manager.get(&format!("/api/reports/gstr1?format=tally&{query}")).await;
        assert_eq!(reply.status.as_u16(), 200, "{query}");
        let name = reply.header("content-disposition").unwrap().to_owned();
        (String::from_utf8(reply.bytes.clone()).unwrap().matches("<VOUCHER ").count(), name)
    };
    let all = vouchers("month=2026-11").await;
    assert_eq!(all, (7, format!("attachment; filename=\"tally_112026_{OWN}.xml\"")));
    let first = vouchers("month=2026-11&to=2026-11-05").await;
    assert_eq!(first, (3, format!("attachment; filename=\"tally_01-05_112026_{OWN}.xml\"")));
    let rest = vouchers("from=2026-11-06").await;
    assert_eq!(rest, (4, format!("attachment; filename=\"tally_06-30_112026_{OWN}.xml\"")));
    assert_eq!(vouchers("from=2026-11-16&to=2026-11-16").await.0, 1);
    for (query, wrong) in [
        ("format=tally&month=2026-11&from=2026-10-31", vec!["from"]),
        ("format=tally&from=2026-10-31&to=2026-11-01", vec!["to"]),
        ("format=tally&from=2026-11-06&to=2026-11-05", vec!["to"]),
        ("month=2026-11&from=2026-11-01&to=2026-11-05", vec!["from", "to"]),
    ] {
        manager.get(&format!("/api/reports/gstr1?{query}")).await.invalid(&wrong);
    }
}

#[tokio::test]
async fn a_month_that_is_too_long_for_an_answer_says_how_it_is_had() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let done = manager.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "upi" })).await;
    let id: InvoiceId = done.ok()["invoice"]["id"].as_str().unwrap().into();
    let one = salon.stored::<Invoice>(&keys::invoice(&id)).await.unwrap().record;
    busy_days(&salon, &one, &["05", "20"], 4_000).await;
    let month = "/api/reports/gstr1?format=tally&month=2026-11";
    let refused = manager.get(month).await.refused(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(
        refused["message"],
        "This month has too many vouchers for one answer. Please ask for some of its days at a time with from and to, or \
         take it compressed (accept-encoding: gzip)."
    );
    assert_eq!(manager.get(&format!("{month}&to=2026-11-10")).await.status.as_u16(), 200);
    let compressed = manager.with_header("accept-encoding", "gzip").get(month).await;
    assert_eq!((compressed.status.as_u16(), compressed.header("content-encoding")), (200, Some("gzip")));
}

#[tokio::test]
async fn a_later_note_leaves_the_vouchers_of_the_invoices_month_as_they_were() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let tips = json!([{ "staffId": shop.meera.id, "amountPaise": 10_000 }]);
    let owed = json!({ "leaveDue": true, "tips": tips });
    manager.post(&format!("/api/bookings/{}/complete", booking.id), owed).await.ok();
    let invoice = salon.invoice_of(&booking.id).await;
    let user = manager.user.clone().unwrap();
    salon.set_clock("2026-12-01T12:00:00+05:30");
    let manager = salon.signed_in(&user, App::Admin).await;
    let vouchers = async |month: &str| {
        let reply = manager.get(&format!("/api/reports/gstr1?format=tally&month={month}")).await;
        String::from_utf8(reply.bytes.clone()).unwrap()
    };
    let before = vouchers("2026-11").await;
    let note = json!({ "amountPaise": invoice.total.0, "reason": "unhappy", "refundMethod": "cash" });
    manager.post(&format!("/api/billing/invoices/{}/credit-notes", invoice.id), note).await.created();
    assert_eq!(vouchers("2026-11").await, before);
    let taken_back = vouchers("2026-12").await;
    let entry = |ledger: &str, amount: &str| {
        let after = taken_back.split(&format!("<LEDGERNAME>{ledger}</LEDGERNAME>")).nth(1).unwrap();
        assert!(after.split("</ALLLEDGERENTRIES").next().unwrap().contains(&format!("<AMOUNT>{amount}</AMOUNT>")));
    };
    entry("Customer dues", "600.00");
    entry("Tips payable", "-100.00");
}
