//! A birthday wish to those who agreed to hear from us, once a year. Whoever was born on 29 February is wished well on
//! 28 February in common years.

use serde_json::Value;

use super::JobError;
use super::run::{Run, processed, tally};
use crate::customers::Profile;
use crate::notifications::{Switch, Telling, Ways};
use crate::outbound::templates::{BirthdayFacts, Notice};
use crate::table::{Partition, Stored, keys};
use crate::time::IstDate;

/// Which birthdays are celebrated on a day, as month and day.
fn celebrated_on(today: IstDate) -> Vec<(u32, u32)> {
    let mut days = vec![(today.month(), today.day())];
    if days == [(2, 28)] && IstDate::from_ymd(today.year(), 2, 29).is_none() {
        days.push((2, 29));
    }
    days
}

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let mut count = 0_usize;
    for (month, day) in celebrated_on(run.today()) {
        let born = run.salon.table.query::<Profile>(Partition::g1(keys::birthdays_on(month, day))).await?;
        let due: Vec<Stored<Profile>> = born.into_iter().filter(|profile| profile.marketing_consent).collect();
        count = count.saturating_add(tally(due, |profile| wish(run, profile)).await?);
    }
    Ok(processed(count))
}

async fn wish(run: &Run<'_>, profile: Stored<Profile>) -> Result<usize, JobError> {
    let notifications = run.salon.notifications();
    let Some(recipient) = notifications.recipient(&profile.user_id).await? else { return Ok(0) };
    if !recipient.agrees_to(Switch::Marketing) || !recipient.user.is_active {
        return Ok(0);
    }
    let facts = BirthdayFacts { customer_first_name: recipient.user.first_name().to_owned() };
    let year = run.today().year().to_string();
    let telling = Telling::new(recipient, Notice::Birthday(facts), year, Ways::InAppAndEmail);
    Ok(notifications.tell(telling).await?.count())
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
