//! Sends a birthday wish with the current offers, once a year, to customers who agreed to marketing and are of age. Whoever was born on
//! 29 February gets it on 28 February in common years.

use serde_json::Value;

use super::JobError;
use super::run::{Run, Tally, processed};
use crate::notifications::{Channels, Notifications, OutgoingNotice, Switch};
use parlour_money::offers::{Offer, Offers};
use parlour_people::customers::Profile;
use parlour_senders::templates::{BirthdayFacts, Notice};
use parlour_storage::table::{Partition, Stored, keys};
use parlour_values::id::UserId;
use parlour_values::time::IstDate;
use parlour_values::translations::Translated as _;

/// How many of the running offers a wish names.
const MOST_OFFERS: usize = 3;

/// Which birthdays are celebrated on a day, as month and day.
fn celebrated_on(today: IstDate) -> Vec<(u32, u32)> {
    let mut days = vec![(today.month(), today.day())];
    if days == [(2, 28)] && IstDate::from_ymd(today.year(), 2, 29).is_none() {
        days.push((2, 29));
    }
    days
}

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let offers = Offers::of(run.salon).all().await?;
    let offers = offers.iter().filter(|offer| offer.is_running(run.today()));
    let offers: Vec<&Offer> = offers.take(MOST_OFFERS).map(|offer| &offer.record).collect();
    let mut tally = Tally::default();
    for (month, day) in celebrated_on(run.today()) {
        let born = run.salon.table.pages::<Profile>(Partition::g1(keys::birthdays_on(month, day)));
        let agreed = |profile: Stored<Profile>| profile.may_market(run.today()).then_some(profile.record.user_id);
        tally.pages(born, agreed, |user| wish(run, user, &offers)).await?;
    }
    Ok(processed(tally.end()?))
}

async fn wish(run: &Run<'_>, user: UserId, offers: &[&Offer]) -> Result<usize, JobError> {
    let notifications = Notifications::of(run.salon);
    let Some(recipient) = notifications.recipient(&user).await? else { return Ok(0) };
    if !recipient.agrees_to(Switch::Marketing, run.today()) || !recipient.user.is_active {
        return Ok(0);
    }
    let customer_first_name = recipient.user.first_name().to_owned();
    let offers = offers.iter().map(|offer| offer.name_in(recipient.language()).to_owned()).collect();
    let facts = BirthdayFacts { customer_first_name, offers };
    let year = run.today().year().to_string();
    let notice = OutgoingNotice::new(recipient, Notice::Birthday(facts), year, Channels::InAppAndEmail);
    Ok(notifications.send(notice).await?.count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leap_day_is_celebrated_once_in_every_year() {
        let on = |day: &str| celebrated_on(day.parse().unwrap());
        assert_eq!(on("2027-02-28"), [(2, 28), (2, 29)]);
        assert_eq!(on("2027-03-01"), [(3, 1)]);
        assert_eq!(on("2028-02-28"), [(2, 28)]);
        assert_eq!(on("2028-02-29"), [(2, 29)]);
    }
}
