//! The sums agree whatever is sold, taken back, given back and merged, in any order: invoices less credit notes are the
//! sales, the takings and what the customers spent; gems and minutes are accounted for.

use std::collections::BTreeMap;

use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_money::gems::{GemTransaction, GemsAccount};
use parlour_money::invoices::Invoice;
use parlour_money::memberships::{Membership, Tier};
use parlour_money::offers::Offer;
use parlour_money::offers::rules::OfferType;
use parlour_people::customers::Profile;
use parlour_storage::table::{Partition, Record, keys};
use parlour_tests::counts::{rounds, seed};
use parlour_tests::{Client, Reply, Shop, TestSalon};
use parlour_values::id::{InvoiceId, MembershipId, UserId};
use parlour_values::payment::InvoiceType;
use serde_json::{Value, json};

const STEPS: usize = 40;

/// The same throws for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % count
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { of.get(self.below(of.len())) }
    }
}

/// A salon in which things happen at random.
struct Happening<'a> {
    salon: &'a TestSalon,
    shop: Shop,
    desk: Client<'a>,
    manager: Client<'a>,
    offer: Offer,
    tier: Tier,
    /// The last is a walk-in until they are merged into the first.
    customers: Vec<UserId>,
    invoices: Vec<InvoiceId>,
    memberships: Vec<MembershipId>,
    dice: Dice,
}

/// Done, or refused for a reason that a desk may meet.
fn settled(reply: &Reply, what: &str) -> Option<Value> {
    match reply.status.as_u16() {
        200 => Some(reply.ok()),
        201 => Some(reply.created()),
        404 | 409 | 422 => None,
        other => panic!("{what}: {other} {}", String::from_utf8_lossy(&reply.bytes)),
    }
}

impl Happening<'_> {
    async fn step(&mut self) {
        match self.dice.below(12) {
            0..=3 => self.visit().await,
            4 | 5 => self.void().await,
            6 | 7 => self.credit().await,
            8 => self.sell().await,
            9 | 10 => self.session().await,
            _ => self.merge().await,
        }
    }

    async fn visit(&mut self) {
        let shop = &self.shop;
        let customer = self.dice.one(&self.customers).unwrap().clone();
        let branch = if self.dice.below(2) == 0 { &shop.open } else { &shop.staffed };
        let services = if self.dice.below(2) == 0 { vec![&shop.cut.id] } else { vec![&shop.cut.id, &shop.colour.id] };
        // Staffed, somebody may be busy: whoever is refused has not come.
        let start = format!("{:02}:{:02}", 10 + self.dice.below(9), 15 * self.dice.below(4));
        let body = json!({ "customerId": customer, "branchId": branch.id, "serviceType": "salon", "serviceIds": services,
            "staffId": shop.ravi.id, "startTime": start });
        let Some(booked) = settled(&self.desk.post("/api/bookings", body).await, "book") else { return };
        let perk = match self.dice.below(4) {
            0 => json!({ "offerId": self.offer.id }),
            1 | 2 => json!({ "redeemGems": true }),
            _ => json!({}),
        };
        let path = format!("/api/bookings/{}", booked["booking"]["id"].as_str().unwrap());
        // Once more without the perk where it cannot be had; sometimes taken back and completed again.
        for perk in [perk, json!({})] {
            let mut body = json!({ "paymentMethod": self.dice.one(&["cash", "upi", "card"]).unwrap() });
            for (name, value) in perk.as_object().unwrap() {
                body[name] = value.clone();
            }
            if settled(&self.desk.post(&format!("{path}/complete"), body).await, "complete").is_some() {
                let id = booked["booking"]["id"].as_str().unwrap().into();
                let booking = self.salon.stored::<Booking>(&keys::booking(&id)).await.unwrap();
                self.invoices.push(booking.invoice_id.clone().unwrap());
                if self.dice.below(4) > 0 {
                    return;
                }
                self.void_one(booking.invoice_id.as_ref().unwrap()).await;
            }
        }
    }

    async fn void_one(&self, id: &InvoiceId) {
        let path = format!("/api/billing/invoices/{id}/void");
        settled(&self.manager.post(&path, json!({ "reason": "wrong" })).await, "void");
    }

    async fn void(&mut self) {
        if let Some(id) = self.dice.one(&self.invoices) {
            self.void_one(id).await;
        }
    }

    async fn credit(&mut self) {
        let Some(id) = self.dice.one(&self.invoices).cloned() else { return };
        let left = self.salon.stored::<Invoice>(&keys::invoice(&id)).await.unwrap().refundable().0;
        let part = usize::try_from(left).unwrap().max(1);
        let amount = if self.dice.below(3) == 0 { part } else { 1 + self.dice.below(part) };
        let back = if self.dice.below(2) == 0 {
            json!({ "refundMethod": "cash" })
        } else {
            json!({ "refunds": [{ "paymentId": "1", "amountPaise": amount }] })
        };
        let mut note = json!({ "amountPaise": amount, "reason": "unhappy" });
        note.as_object_mut().unwrap().extend(back.as_object().unwrap().clone());
        settled(&self.manager.post(&format!("/api/billing/invoices/{id}/credit-notes"), note).await, "credit");
    }

    async fn sell(&mut self) {
        let customer = self.dice.one(&self.customers).unwrap();
        let branch = if self.dice.below(2) == 0 { &self.shop.open.id } else { &self.shop.staffed.id };
        let body = json!({ "customerId": customer, "tierId": self.tier.id, "hoursMinutes": 300, "pricePaise": 700_001,
            "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card", "branchId": branch });
        if let Some(sold) = settled(&self.desk.post("/api/memberships", body).await, "sell") {
            self.memberships.push(sold["membership"]["id"].as_str().unwrap().into());
            self.invoices.push(sold["invoice"]["id"].as_str().unwrap().into());
        }
    }

    async fn session(&mut self) {
        let Some(id) = self.dice.one(&self.memberships).cloned() else { return };
        let minutes = 1 + self.dice.below(90);
        let line =
            json!({ "serviceId": self.shop.massage.id, "staffId": self.shop.meera.id, "durationMinutes": minutes });
        let reply = self.desk.post(&format!("/api/memberships/{id}/sessions"), json!({ "services": [line] })).await;
        if let Some(taken) = settled(&reply, "session") {
            self.invoices.push(taken["invoice"]["id"].as_str().unwrap().into());
        }
    }

    async fn merge(&mut self) {
        if self.customers.len() > 2 && self.dice.below(2) == 0 {
            let path = format!("/api/customers/{}/merge", self.customers[0]);
            let merged = self.manager.post(&path, json!({ "fromId": self.customers[2] })).await;
            if settled(&merged, "merge").is_some() {
                self.customers.truncate(2);
            }
        }
    }

    async fn of_customer<R: Record>(&self, customer: &UserId, prefix: &str) -> Vec<R> {
        let own = Partition::of(keys::user_partition(customer)).starting(prefix);
        self.salon.salon.table.query::<R>(own).await.unwrap().into_iter().map(|read| read.record).collect()
    }

    async fn sums_agree(&self, told: &str) {
        let mut invoices = Vec::new();
        for id in &self.invoices {
            invoices.push(self.salon.stored::<Invoice>(&keys::invoice(id)).await.unwrap().record);
        }
        let standing: Vec<&Invoice> = invoices.iter().filter(|invoice| !invoice.is_void()).collect();
        let net: i64 = standing.iter().map(|invoice| invoice.refundable().0).sum();
        let sales = self.manager.get("/api/reports/sales?from=2026-11-16&to=2026-11-16").await.ok();
        assert_eq!(sales["totals"]["totalPaise"], net, "sales of {told}");
        let (mut takings, mut received) = (0, 0);
        for branch in [&self.shop.open, &self.shop.staffed] {
            let day = self.desk.get(&format!("/api/billing/day?branchId={}", branch.id)).await.ok();
            takings += day["totalPaise"].as_i64().unwrap();
            let by_method = day["receivedByMethod"].as_object().unwrap();
            received += by_method.values().map(|sum| sum.as_i64().unwrap()).sum::<i64>();
        }
        assert_eq!(takings, net, "takings of {told}");
        assert_eq!(received, net, "money of {told}");
        let payments = standing.iter().flat_map(|invoice| &invoice.payments);
        assert_eq!(payments.map(|payment| payment.refundable().0).sum::<i64>(), net, "payments of {told}");
        let listed = self.desk.get("/api/customers?pageSize=100").await.ok()["customers"].clone();
        let spent: i64 = listed.as_array().unwrap().iter().map(|row| row["totalSpentPaise"].as_i64().unwrap()).sum();
        assert_eq!(spent, net, "spend of {told}");
        for customer in &self.customers {
            self.customer_agrees(customer, &standing, told).await;
        }
        let mut used: BTreeMap<MembershipId, u32> = BTreeMap::new();
        for invoice in standing.iter().filter(|invoice| invoice.invoice_type == InvoiceType::MembershipSession) {
            let minutes: u32 = invoice.lines.iter().map(|line| line.duration.0).sum();
            *used.entry(invoice.membership_id.clone().unwrap()).or_default() += minutes;
        }
        for id in &self.memberships {
            let membership = self.salon.stored::<Membership>(&keys::membership(id)).await.unwrap();
            let minutes = used.get(id).copied().unwrap_or_default();
            assert_eq!(membership.used_hours.0, minutes, "minutes of {told}");
            let detail = self.desk.get(&format!("/api/memberships/{id}")).await.ok();
            let sessions = detail["sessions"].as_array().unwrap().iter();
            let listed: u64 = sessions.map(|session| session["totalDurationMinutes"].as_u64().unwrap()).sum();
            assert_eq!(listed, u64::from(minutes), "sessions of {told}");
        }
    }

    async fn customer_agrees(&self, customer: &UserId, standing: &[&Invoice], told: &str) {
        let visits = standing.iter().filter(|invoice| {
            invoice.customer_id.as_ref() == Some(customer) && invoice.invoice_type != InvoiceType::MembershipPurchase
        });
        let visits: Vec<_> = visits.map(|invoice| invoice.issued_at).collect();
        if let Some(profile) = self.salon.stored::<Profile>(&keys::profile(customer)).await {
            assert_eq!(usize::try_from(profile.total_visits).unwrap(), visits.len(), "visits of {told}");
            let seen = (profile.first_visit_at, profile.last_visit_at);
            assert_eq!(seen, (visits.iter().min().copied(), visits.iter().max().copied()), "{told}");
        }
        let bookings: Vec<Booking> = self.of_customer(customer, keys::BOOKING_PREFIX).await;
        let completed = bookings.iter().filter(|booking| booking.status == BookingStatus::Completed).count();
        assert_eq!(completed, visits.len(), "completed bookings of {told}");
        let history: Vec<GemTransaction> = self.of_customer(customer, keys::GEM_PREFIX).await;
        if let Some(gems) = self.salon.stored::<GemsAccount>(&keys::gems(customer)).await {
            let account = &gems.account;
            let sum: i64 = history.iter().map(|line| line.gems.0).sum();
            assert_eq!(account.balance().0, sum, "gems of {told}");
            assert_eq!(account.balance().0, account.total_earned().0 - account.total_redeemed().0, "gems of {told}");
            let spent: i64 = standing
                .iter()
                .filter(|invoice| invoice.customer_id.as_ref() == Some(customer))
                .map(|invoice| invoice.gems.spent.0)
                .sum();
            assert_eq!(account.total_redeemed().0, spent, "redeemed gems of {told}");
        }
    }
}

#[tokio::test]
async fn however_it_is_sold_taken_back_given_back_and_merged_the_sums_agree() {
    for round in 0..rounds() {
        let (salon, shop) = TestSalon::with_shop().await;
        salon.redeemable(&shop.cut, 7).await;
        let (desk, manager) = (salon.reception().await, salon.manager().await);
        let mut customers = Vec::new();
        for name in ["Asha", "Ravi"] {
            let customer = salon.customer(name).await;
            salon.listed(customer.user.as_ref().unwrap(), |_| {}).await;
            customers.push(customer.id());
        }
        let walk_in = json!({ "customer": { "name": "Uma", "phone": "9822222222" }, "branchId": shop.open.id,
            "serviceType": "salon", "serviceIds": [shop.cut.id], "staffId": shop.ravi.id });
        let came = desk.post("/api/bookings", walk_in).await.created()["booking"].clone();
        customers.push(came["customerId"].as_str().unwrap().into());
        let offer = salon.offer(OfferType::Percentage, 13, &[&shop.cut]).await;
        let tier = salon.tier("Gold").await;
        let start = seed().wrapping_mul(1_000_003).wrapping_add(u64::try_from(round).unwrap());
        let (invoices, memberships, dice) = (Vec::new(), Vec::new(), Dice(start));
        let mut happening =
            Happening { salon: &salon, shop, desk, manager, offer, tier, customers, invoices, memberships, dice };
        for step in 0..STEPS {
            let minutes = 10 * 60 + step;
            salon.set_clock(&format!("2026-11-16T{:02}:{:02}:00+05:30", minutes / 60, minutes % 60));
            happening.step().await;
        }
        happening.sums_agree(&format!("round {round}")).await;
    }
}
