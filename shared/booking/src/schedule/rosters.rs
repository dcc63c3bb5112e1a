//! Weekly rosters and exceptions for a day.

use serde_json::json;

use super::request::{RosterDayRequest, WeeklyRequest};
use super::view::ExceptionView;
use super::{DayAnswer, Schedule, ScheduleError, WeeklyAnswer};
use crate::bookings::Booking;
use crate::bookings::rules::too_far_ahead;
use crate::freed;
use crate::slots::Rosters;
use crate::slots::ledger::DayLedger;
use crate::slots::roster::{self, WeeklyRoster};
use parlour_people::staff::StaffMember;
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::table::{Condition, Partition, Record as _, Stored, TableError, keys};
use parlour_values::id::StaffId;
use parlour_values::time::interval::covers;
use parlour_values::time::{Interval, IstDate, TimeOfDay};

/// For an unknown staff member: problems of the request itself are reported before the 404.
const ANY_HOURS: [Interval; 1] = [ALL_DAY];
const ALL_DAY: Interval = Interval { start: TimeOfDay::MIDNIGHT, end: TimeOfDay::END_OF_DAY };

/// When the branches of somebody are open.
struct OpeningHours(Vec<Branch>);

impl OpeningHours {
    fn of(&self, weekday: u32) -> Vec<Interval> {
        self.0.iter().filter_map(|branch| branch.opening_of(weekday)).collect()
    }
}

impl Schedule<'_> {
    /// Sets the week that repeats from a date on.
    pub async fn set_week(
        &self,
        act: &Act,
        staff: &StaffId,
        request: &WeeklyRequest,
    ) -> Result<WeeklyAnswer, Failure<ScheduleError>> {
        self.0
            .retry_on_conflict(|| async move {
                let (member_key, key) = (keys::staff(staff), keys::roster(staff));
                let (found, ledgers) = tokio::try_join!(
                    async { self.0.table.get_many([member_key.clone(), key.clone()]).await.map_err(Failure::from) },
                    self.days_from(staff, request.effective_from.max(act.at.ist_date())),
                )?;
                let mut found = found;
                let (member, read) = (found.take::<StaffMember>(&member_key)?, found.take::<Rosters>(&key)?);
                let opening = self.opening_of(member.as_deref()).await?;
                let days = request.roster_days();
                let opening =
                    |weekday| opening.as_ref().map_or_else(|| ANY_HOURS.to_vec(), |opening| opening.of(weekday));
                let problems = roster::week_problems(&days, opening);
                if !problems.is_empty() {
                    return Err(ScheduleError::from_problems(problems).into());
                }
                let member = member.ok_or(ScheduleError::Unknown("staff member"))?;
                let mut rosters =
                    read.as_ref().map_or_else(|| Rosters::none(staff.clone()), |read| read.record.clone());
                rosters.branch_ids = member.branch_ids.clone();
                roster::put(
                    &mut rosters.weekly,
                    WeeklyRoster { effective_from: request.effective_from, days: days.clone() },
                );
                let mut transaction = self.0.transaction(act);
                let is_changed = read.as_ref().is_none_or(|read| read.record != rosters);
                if is_changed {
                    let freed = freed::of_person(self.0, staff, &[None], None, act.at).await?;
                    freed::tell(&mut transaction, freed, act.at);
                    transaction.save(read.as_ref(), &rosters);
                }
                // The rosters have their copies where the person works.
                transaction.check(StaffMember::KIND, member_key, Condition::Version(member.version));
                if is_changed {
                    transaction.audit(
                        EventType::WeekPlanned,
                        StaffMember::KIND,
                        staff.as_str(),
                        json!({ "effectiveFrom": request.effective_from }),
                    );
                }
                let (clashes, ()) = tokio::try_join!(
                    async {
                        let is_off = |booking: &Booking| is_off(booking, &rosters, &ledgers);
                        self.clashes(&ledgers, is_off).await.map_err(Failure::from)
                    },
                    async { transaction.commit().await.map_err(Failure::<ScheduleError>::from) },
                )?;
                Ok(WeeklyAnswer { staff_id: staff.clone(), effective_from: request.effective_from, days, clashes })
            })
            .await
    }

    /// The weekly rosters of a person, by the day each takes effect.
    pub async fn rosters_of(&self, staff: &StaffId) -> Result<Vec<WeeklyRoster>, TableError> {
        let rosters: Option<Stored<Rosters>> = self.0.table.get(&keys::roster(staff)).await?;
        Ok(rosters.map(|rosters| rosters.record.weekly).unwrap_or_default())
    }

    /// Sets an exception for one day.
    pub async fn set_day(
        &self,
        act: &Act,
        staff: &StaffId,
        date: IstDate,
        request: &RosterDayRequest,
    ) -> Result<DayAnswer, Failure<ScheduleError>> {
        self.0
            .retry_on_conflict(|| async move {
                let (member_key, day_key) = (keys::staff(staff), keys::staff_day(staff, date));
                let mut found = self.0.table.get_many([member_key.clone(), day_key.clone()]).await?;
                let (member, read) = (found.take::<StaffMember>(&member_key)?, found.take::<DayLedger>(&day_key)?);
                let opening = self.opening_of(member.as_deref()).await?;
                let exception = request.exception();
                let hours = opening.as_ref().map_or_else(|| ANY_HOURS.to_vec(), |opening| opening.of(date.weekday()));
                let mut problems = roster::day_problems(&exception, &hours);
                let too_far = too_far_ahead(date, act.at.ist_date());
                problems.extend(too_far.map(|problem| ("date".to_owned(), problem)));
                if !problems.is_empty() {
                    return Err(ScheduleError::from_problems(problems).into());
                }
                opening.ok_or(ScheduleError::Unknown("staff member"))?;
                let mut ledger = ledger_of(read.as_ref(), staff, date);
                ledger.exception = Some(exception.clone());
                let mut transaction = self.0.transaction(act);
                if read.as_ref().is_none_or(|read| read.record != ledger) {
                    let data = json!({ "date": date });
                    let freed = freed::of_person(self.0, staff, &[Some(date)], None, act.at).await?;
                    freed::tell(&mut transaction, freed, act.at);
                    transaction.save(read.as_ref(), &ledger);
                    transaction.audit(EventType::DayPlanned, StaffMember::KIND, staff.as_str(), data);
                }
                let (days, rosters) = (std::slice::from_ref(&ledger), Rosters::none(staff.clone()));
                let (clashes, ()) = tokio::try_join!(
                    async {
                        self.clashes(days, |booking| is_off(booking, &rosters, days)).await.map_err(Failure::from)
                    },
                    async { transaction.commit().await.map_err(Failure::<ScheduleError>::from) },
                )?;
                Ok(DayAnswer { day: ExceptionView::new(staff, date, &exception), clashes })
            })
            .await
    }

    /// Takes the exception of a day back: the week's roster holds again.
    pub async fn clear_day(&self, act: &Act, staff: &StaffId, date: IstDate) -> Result<(), Failure<ScheduleError>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.day(staff, date).await?.filter(|day| day.exception.is_some());
                let read = read.ok_or(ScheduleError::Unknown("exception"))?;
                let mut ledger = read.record.clone();
                ledger.exception = None;
                let freed = freed::of_person(self.0, staff, &[Some(date)], None, act.at).await?;
                let mut transaction = self.0.transaction(act);
                freed::tell(&mut transaction, freed, act.at);
                transaction.replace(&read, &ledger);
                transaction.audit(EventType::DayCleared, StaffMember::KIND, staff.as_str(), json!({ "date": date }));
                Ok(transaction.commit().await?)
            })
            .await
    }

    /// The opening hours of the staff member's branches; None if there is no such staff member.
    async fn opening_of(&self, member: Option<&StaffMember>) -> Result<Option<OpeningHours>, TableError> {
        let branches = Branches::of(self.0).all().await?;
        Ok(member.map(|member| {
            let own = branches.iter().filter(|branch| member.branch_ids.contains(&branch.id));
            OpeningHours(own.map(|branch| branch.record.clone()).collect())
        }))
    }

    /// In a dry run, the ledgers of this day and all later ones.
    async fn days_from(&self, staff: &StaffId, date: IstDate) -> Result<Vec<DayLedger>, Failure<ScheduleError>> {
        if !self.0.is_dry_run() {
            return Ok(Vec::new());
        }
        let days = Partition::of(keys::staff_partition(staff))
            .between(keys::staff_day(staff, date).sk, format!("{}~", keys::DAY_PREFIX));
        Ok(self.0.table.query::<DayLedger>(days).await?.into_iter().map(|day| day.record).collect())
    }

    pub(super) async fn day(
        &self,
        staff: &StaffId,
        date: IstDate,
    ) -> Result<Option<Stored<DayLedger>>, Failure<ScheduleError>> {
        Ok(self.0.table.get(&keys::staff_day(staff, date)).await?)
    }
}

/// Whether the person is to work on the booking outside the working hours that these rosters and exceptions give.
fn is_off(booking: &Booking, rosters: &Rosters, ledgers: &[DayLedger]) -> bool {
    let ledger = ledgers.iter().find(|ledger| ledger.date == booking.date);
    let exception = ledger.and_then(|ledger| ledger.exception.as_ref());
    let plan = roster::plan(booking.date, &rosters.weekly, exception, ALL_DAY);
    let working = plan.working();
    booking.works_of(&rosters.staff_id).flat_map(|work| work.at_work()).any(|at_work| !covers(&working, at_work))
}

pub(super) fn ledger_of(read: Option<&Stored<DayLedger>>, staff: &StaffId, date: IstDate) -> DayLedger {
    read.map_or_else(|| DayLedger::empty(staff.clone(), date), |read| read.record.clone())
}
