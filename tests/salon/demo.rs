//! The demo salon: its books agree with each other, and it looks like a salon that has been open for a while.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_money::gems::{GemTransaction, GemsAccount};
use parlour_money::invoices::{Invoice, LineKind};
use parlour_money::pay::Earning;
use parlour_money::products::{Stock, StockMovement};
use parlour_people::auth::User;
use parlour_people::customers::Profile;
use parlour_people::customers::directory::DirectoryRow;
use parlour_setup::branches::{Branch, NumberSeries};
use parlour_setup::catalogue::Service;
use parlour_setup::messages::{MessageKind, MessageTemplate};
use parlour_storage::outbox::Task;
use parlour_storage::table::{Item, Record, record_of, text_of};
use parlour_tests::TestSalon;
use parlour_values::id::UserId;
use parlour_values::language::Language;
use parlour_values::money::Paise;
use parlour_values::role::Role;
use parlour_values::time::Instant;
use parlour_values::translations::Translated as _;

/// Everything in the table of a salon with the demo's data.
struct Everything(Vec<Item>);

impl Everything {
    async fn of(salon: &TestSalon) -> Self {
        salon.large(0).await;
        Self(salon.rows().await)
    }

    /// The records of a kind, without their copies.
    fn all<R: Record>(&self) -> Vec<R> {
        let text = |row: &Item, name: &str| row.get(name).and_then(text_of).map(str::to_owned);
        let own = self.0.iter().filter(|row| text(row, "kind").as_deref() == Some(R::KIND)).filter_map(|row| {
            let record: R = record_of(row.clone()).unwrap();
            let key = record.key();
            ((text(row, "PK"), text(row, "SK")) == (Some(key.pk), Some(key.sk))).then_some(record)
        });
        own.collect()
    }
}

#[tokio::test]
async fn the_demos_invoices_are_numbered_in_the_order_of_time_without_a_gap() {
    let salon = TestSalon::open().await;
    let everything = Everything::of(&salon).await;
    let mut invoices: Vec<Invoice> = everything.all();
    invoices.sort_by_key(|invoice| invoice.issued_at);
    let mut by_series: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for invoice in &invoices {
        let (series, count) = invoice.number.as_str().rsplit_once('/').unwrap();
        by_series.entry(series.to_owned()).or_default().push(count.parse().unwrap());
    }
    for (series, counts) in &by_series {
        assert_eq!(*counts, (1..=counts.len() as u64).collect::<Vec<_>>(), "{series}");
    }
    let mut given: Vec<u64> = by_series.values().map(|counts| counts.len() as u64).collect();
    let mut last: Vec<u64> = everything.all::<NumberSeries>().iter().map(|series| series.last).collect();
    given.sort_unstable();
    last.sort_unstable();
    assert_eq!(last, given, "the next number follows");
    let numbers: Vec<String> = everything.all::<Booking>().into_iter().map(|booking| booking.number).collect();
    assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), numbers.len(), "no booking number is given twice");
}

#[tokio::test]
async fn the_demos_customers_stock_and_pay_add_up_to_its_invoices() {
    let salon = TestSalon::open().await;
    let everything = Everything::of(&salon).await;
    let (invoices, bookings) = (everything.all::<Invoice>(), everything.all::<Booking>());
    let accounts: BTreeMap<UserId, GemsAccount> =
        everything.all::<GemsAccount>().into_iter().map(|account| (account.user_id.clone(), account)).collect();
    let (lines, rows) = (everything.all::<GemTransaction>(), everything.all::<DirectoryRow>());
    for profile in everything.all::<Profile>() {
        let own = || invoices.iter().filter(|invoice| invoice.customer_id.as_ref() == Some(&profile.user_id));
        let visits: Vec<Instant> = bookings
            .iter()
            .filter(|booking| booking.customer_id == profile.user_id && booking.status == BookingStatus::Completed)
            .filter_map(|booking| booking.completed_at)
            .collect();
        assert_eq!(profile.total_spent, own().map(|invoice| invoice.total).sum::<Paise>());
        assert_eq!(profile.due, own().map(|invoice| invoice.due).sum::<Paise>());
        assert_eq!(profile.total_visits as usize, visits.len(), "{}", profile.user_id);
        assert_eq!(
            (profile.first_visit_at, profile.last_visit_at),
            (visits.iter().min().copied(), visits.iter().max().copied())
        );
        let balance = accounts.get(&profile.user_id).map_or(0, |gems| gems.account.balance().0);
        let moved: i64 = lines.iter().filter(|line| line.user_id == profile.user_id).map(|line| line.gems.0).sum();
        assert_eq!(balance, moved);
        let row = rows.iter().find(|row| row.id == profile.user_id).unwrap();
        let (_, listed) = row.listed().unwrap();
        assert_eq!(listed.total_spent, profile.total_spent);
    }
    for booking in bookings.iter().filter(|booking| booking.status == BookingStatus::Completed) {
        let invoice = invoices.iter().find(|invoice| Some(&invoice.id) == booking.invoice_id.as_ref()).unwrap();
        assert_eq!((booking.paid, invoice.booking_id.as_ref()), (Some(invoice.total), Some(&booking.id)));
        let received: Paise = invoice.payments.iter().map(|payment| payment.amount).sum();
        assert_eq!(received.plus(invoice.due), invoice.total.plus(invoice.tip()));
    }
    let movements: Vec<StockMovement> = everything.all();
    for stock in everything.all::<Stock>() {
        let own =
            movements.iter().filter(|one| (&one.product_id, &one.branch_id) == (&stock.product_id, &stock.branch_id));
        let quantities: Vec<i64> = own.map(|one| one.quantity).collect();
        assert_eq!(stock.on_hand, quantities.iter().sum::<i64>());
        assert!(stock.on_hand > 0);
    }
    let earned: Paise = everything.all::<Earning>().iter().flat_map(|row| &row.lines).map(|line| line.base).sum();
    let worked: Paise = invoices
        .iter()
        .flat_map(|invoice| &invoice.lines)
        .filter(|line| line.staff_id.is_some() && line.covered.is_none())
        .map(|line| line.taxable)
        .sum();
    assert!(earned >= worked && worked > Paise::ZERO, "{earned} of {worked}: sessions earn beside");
}

#[tokio::test]
async fn the_demos_requests_do_not_wait_for_ever() {
    let salon = TestSalon::open().await;
    let bookings: Vec<Booking> = Everything::of(&salon).await.all();
    let pending: Vec<&Booking> = bookings.iter().filter(|one| one.status == BookingStatus::Pending).collect();
    assert!(!pending.is_empty());
    let left = salon.outbox().await;
    for request in pending {
        let due: BTreeSet<(bool, Instant)> = left
            .iter()
            .filter_map(|entry| match &entry.task {
                Task::StaleBookingAlert { booking_id, starts_at, .. } if *booking_id == request.id => {
                    Some((starts_at.is_some(), entry.due))
                }
                _ => None,
            })
            .collect();
        let alert = (false, request.created_at.plus(TimeDelta::hours(2)));
        let start = request.start_check(request.created_at).map(|check| (true, check.due));
        assert_eq!(due, BTreeSet::from_iter([alert].into_iter().chain(start)), "{}", request.number);
    }
}

#[tokio::test]
async fn the_demo_looks_like_a_salon_one_believes() {
    let salon = TestSalon::open().await;
    let everything = Everything::of(&salon).await;
    let today = salon.salon.clock.today();
    let (invoices, bookings) = (everything.all::<Invoice>(), everything.all::<Booking>());
    let days: BTreeSet<_> =
        invoices.iter().map(Invoice::day).filter(|day| *day < today && *day >= today.minus_days(92)).collect();
    assert!(days.len() >= 85, "{} days with sales", days.len());
    let count = |wanted: &dyn Fn(&Invoice) -> bool| invoices.iter().filter(|invoice| wanted(invoice)).count();
    assert!(count(&|invoice| invoice.payments.len() > 1) >= 5, "split");
    assert!(count(&|invoice| invoice.due > Paise::ZERO) >= 3, "due");
    assert!(count(&|invoice| invoice.offer_id.is_some()) >= 3, "with an offer");
    assert!(count(&|invoice| !invoice.tips.is_empty()) >= 5, "with a tip");
    assert!(
        count(&|invoice| invoice.lines.iter().any(|line| line.kind() == LineKind::Product)) >= 20,
        "with a product"
    );

    let users: Vec<User> = everything.all();
    let customers: Vec<&User> = users.iter().filter(|user| user.role == Role::Customer).collect();
    let names: BTreeSet<&str> = customers.iter().map(|user| user.name.as_str()).collect();
    assert_eq!(names.len(), customers.len());
    assert!(users.iter().all(|user| user.email.ends_with("@example.test") || user.email.ends_with("@parlour.test")));
    let visits = |user: &User| {
        let own = bookings.iter().filter(|booking| booking.customer_id == user.id);
        own.filter(|booking| booking.status == BookingStatus::Completed).count()
    };
    assert!(customers.iter().filter(|user| visits(user) >= 5).count() >= 15, "regulars");
    assert!(customers.iter().filter(|user| visits(user) == 1).count() >= 25, "who came once");
    for email in ["customer@parlour.test", "customer2@parlour.test"] {
        let own = customers.iter().find(|user| user.email == email).unwrap();
        assert!(visits(own) <= 9, "{email} keeps little history");
    }
    let branches: Vec<Branch> = everything.all();
    let staffed = branches.iter().find(|branch| branch.code == "KOR").unwrap();
    let now = salon.salon.clock.now();
    assert!(bookings.iter().filter(|one| one.branch_id == staffed.id).all(|one| one.starts_at() < now), "none ahead");

    let services: Vec<Service> = everything.all();
    assert!(services.iter().all(|service| service.name_in(Language::Hindi) != service.name));
    assert!(branches.iter().all(|branch| branch.name_in(Language::Hindi) != branch.name));
    assert!(
        services.iter().any(|service| service.processing.0 > 0) && services.iter().any(|one| !one.needs.is_empty())
    );
    assert_eq!(everything.all::<MessageTemplate>().len(), MessageKind::ALL.len() * Language::ALL.len());
}
