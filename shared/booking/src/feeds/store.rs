//! Calendar feeds in the table: shared anew, ended, and read by whoever has the address.

use std::collections::HashSet;
use std::convert::Infallible;

use serde_json::json;

use super::token::FeedToken;
use super::{CalendarAnswer, CalendarError, CalendarFeed, CalendarText, FeedOf};
use crate::bookings::{Booking, Bookings};
use crate::ical::{self, CalendarEntry};
use crate::schedule::Schedule;
use parlour_people::auth::{Caller, User};
use parlour_people::staff::Staff;
use parlour_senders::templates::Brand;
use parlour_setup::branches::Branches;
use parlour_setup::branding::BrandingStore;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Record as _, TableError, Topic, keys};
use parlour_values::id::{BookingId, BranchId, StaffId, UserId};
use parlour_values::time::IstDate;

/// How many days back and ahead a feed goes.
const BEHIND: u64 = 30;
const AHEAD: u64 = 180;
/// The most entries of a feed, the coming ones first; and how many of a customer's bookings are looked at for them.
const MOST: usize = 600;

pub struct Feeds<'a>(&'a Salon);

impl<'a> Feeds<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Feeds<'_> {
    /// A new address; the one before leads nowhere any more.
    pub async fn share(&self, caller: &Caller, of: FeedOf) -> Result<CalendarAnswer, Failure<Infallible>> {
        let token = FeedToken::new(of, caller.user.id.clone(), self.0.random.secret());
        let feed = CalendarFeed { user_id: caller.user.id.clone(), of, hash: token.hash(), created_at: caller.act.at };
        let feed = &feed;
        self.0
            .retry_on_conflict(|| async move {
                let read = self.0.table.get::<CalendarFeed>(&feed.key()).await?;
                let mut transaction = self.0.transaction(&caller.act);
                transaction.save(read.as_ref(), feed);
                let what = json!({ "of": of, "replaced": read.is_some() });
                transaction.audit(EventType::CalendarShared, User::KIND, feed.user_id.as_str(), what);
                // What is kept for a repeat must not hold the secret.
                transaction.keep_response(&CalendarAnswer { url: None });
                Ok(transaction.commit().await?)
            })
            .await?;
        Ok(CalendarAnswer { url: Some(format!("{}/api/calendars/{}", self.0.settings.base_url, token.text())) })
    }

    pub async fn end(&self, caller: &Caller, of: FeedOf) -> Result<(), Failure<CalendarError>> {
        let key = &keys::calendar_feed(&caller.user.id, of.as_str());
        self.0
            .retry_on_conflict(|| async move {
                let read = self.0.table.get::<CalendarFeed>(key).await?.ok_or(CalendarError::Unknown)?;
                let mut transaction = self.0.transaction(&caller.act);
                transaction.remove(&read);
                transaction.audit(EventType::CalendarEnded, User::KIND, read.user_id.as_str(), json!({ "of": of }));
                Ok(transaction.commit().await?)
            })
            .await
    }

    /// Whether there is an address that can be ended.
    pub async fn is_shared(&self, user: &UserId, of: FeedOf) -> Result<bool, TableError> {
        Ok(self.0.table.get::<CalendarFeed>(&keys::calendar_feed(user, of.as_str())).await?.is_some())
    }

    /// The calendar behind an address.
    pub async fn read(&self, address: &str) -> Result<CalendarText, Failure<CalendarError>> {
        let token = FeedToken::parse(address).unwrap_or_default();
        let (feed, user) = (keys::calendar_feed(&token.user, token.of.as_str()), keys::user(&token.user));
        let topics = [Topic::Branches, Topic::Branding, Topic::Staff];
        let (_, mut found) = self.0.table.versions(&topics, [feed.clone(), user.clone()]).await?;
        let found = found.take::<CalendarFeed>(&feed)?.zip(found.take::<User>(&user)?);
        let (feed, user) = found.filter(|(feed, user)| feed.admits(&token, user)).ok_or(CalendarError::Unknown)?;
        let today = self.0.clock.today();
        let days = (today.minus_days(BEHIND), today.plus_days(AHEAD));
        let brand = BrandingStore::of(self.0).read().await?.brand(&self.0.settings, None);
        let (name, entries) = match token.of {
            FeedOf::Visits => (brand.name.clone(), self.visits(&user.id, days).await?),
            FeedOf::Work => (format!("{}: {}", brand.name, user.name), self.work(&user.id, days).await?),
        };
        let changed_at = entries.iter().map(|entry| entry.changed_at).max().unwrap_or(feed.created_at);
        Ok(CalendarText { text: ical::feed(&name, &brand, entries.iter()), changed_at })
    }

    async fn visits(&self, customer: &UserId, days: (IstDate, IstDate)) -> Result<Vec<CalendarEntry>, TableError> {
        let bookings = Bookings::of(self.0).own_of_days(customer, days, MOST).await?;
        self.entries(&bookings, |booking, brand| booking.entry(brand)).await
    }

    async fn work(
        &self,
        user: &UserId,
        (from, to): (IstDate, IstDate),
    ) -> Result<Vec<CalendarEntry>, Failure<CalendarError>> {
        let staff = Staff::of(self.0).all().await?;
        let Some(own) = staff.iter().find(|member| member.user_id.as_ref() == Some(user)) else {
            return Ok(Vec::new());
        };
        if !own.is_active {
            return Err(CalendarError::Unknown.into());
        }
        let own = &own.id;
        let ledgers = Schedule::of(self.0).days_between(own, from, to).await?;
        let held = ledgers.iter().flat_map(|ledger| ledger.bookings().map(|booking| (ledger.date, booking)));
        let held = nearest(held.collect(), self.0.clock.today());
        let mut found = self.0.table.get_many(held.iter().map(keys::booking)).await?;
        let mut bookings = Vec::with_capacity(held.len());
        for id in held {
            let booking = found.take::<Booking>(&keys::booking(&id))?.map(|booking| booking.record);
            bookings.extend(booking.filter(|booking| !booking.will_not_happen()));
        }
        bookings.sort_by(|one, other| (one.date, one.start, &one.id).cmp(&(other.date, other.start, &other.id)));
        Ok(self.entries(&bookings, |booking, brand| at_work(booking, own, brand)).await?)
    }

    /// Each with the phone and address of its branch.
    async fn entries(
        &self,
        bookings: &[Booking],
        entry: impl Fn(&Booking, &Brand) -> CalendarEntry,
    ) -> Result<Vec<CalendarEntry>, TableError> {
        let branches = Branches::of(self.0).all().await?;
        let branding = BrandingStore::of(self.0).read().await?;
        let brand = |id: &BranchId| {
            let branch = branches.iter().find(|branch| branch.id == *id).map(|branch| branch.record.clone());
            branding.clone().brand(&self.0.settings, branch)
        };
        Ok(bookings.iter().map(|booking| entry(booking, &brand(&booking.branch_id))).collect())
    }
}

/// Each booking once, at most [`MOST`]: today's and the coming ones first, then the past from the last on.
fn nearest(held: Vec<(IstDate, &BookingId)>, today: IstDate) -> Vec<BookingId> {
    let (mut past, mut ahead): (Vec<_>, Vec<_>) = held.into_iter().partition(|(date, _)| *date < today);
    ahead.sort_by_key(|(date, _)| *date);
    past.sort_by_key(|(date, _)| std::cmp::Reverse(*date));
    let mut seen = HashSet::new();
    let each_once = ahead.into_iter().chain(past).filter(|(_, id)| seen.insert(*id));
    each_once.map(|(_, id)| id.clone()).take(MOST).collect()
}

/// As the calendar of somebody who does it has it: their own part of the visit, and of the customer the first name.
fn at_work(booking: &Booking, own: &StaffId, brand: &Brand) -> CalendarEntry {
    let (services, time) = booking.part_of(own);
    let services = services.iter().map(|service| service.name.as_str()).collect::<Vec<_>>().join(", ");
    CalendarEntry {
        time,
        summary: format!("{}: {services}", booking.customer_first_name()),
        about: format!("Booking {}", booking.number),
        place: booking.branch_name.clone(),
        contact: None,
        url: brand.admin_url.as_ref().map(|site| format!("{site}/me?from={}", booking.date)),
        // A person at work sees the board.
        rings: false,
        ..booking.entry(brand)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_coming_ones_are_kept_before_the_past_ones_and_each_once() {
        let day = |text: &str| text.parse::<IstDate>().unwrap();
        let ids: Vec<BookingId> = (0..700).map(|number| BookingId::from(format!("b{number}").as_str())).collect();
        let today = day("2026-11-18");
        let held = |date: &str, at: usize| (day(date), &ids[at]);
        let few = vec![held("2026-11-01", 0), held("2026-11-17", 1), held("2026-11-20", 2), held("2026-11-18", 3)];
        let order: Vec<BookingId> = [3, 2, 1, 0].iter().map(|at| ids[*at].clone()).collect();
        assert_eq!(nearest([few.clone(), few].concat(), today), order);
        let past = (0..600).map(|at| held("2026-11-17", at));
        let many = nearest(past.chain((600..700).map(|at| held("2026-11-19", at))).collect(), today);
        assert_eq!(many.len(), MOST);
        assert!(ids[600..].iter().all(|id| many.contains(id)));
    }
}
