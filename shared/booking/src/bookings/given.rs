//! A visit given to people by the desk.

use super::assignment::AssignmentContext;
use super::request::{Assignees, Assignments, ServiceAssignment};
use super::rules::BookingHours;
use super::status::BookingStatus;
use super::{Booking, BookingError, Warning};
use parlour_people::auth::Caller;
use parlour_values::id::StaffId;
use parlour_values::input::Problems;
use parlour_values::role::Role;
use parlour_values::time::{Instant, Interval, TimeOfDay};

/// A booking as the desk has placed it, and what is unusual about that.
#[derive(Clone, Debug)]
pub struct Placed {
    pub booking: Booking,
    pub warnings: Vec<Warning>,
}

/// Whether skills do not count; only a manager may say so.
pub(super) fn forced(caller: &Caller, force: Option<bool>) -> Result<bool, BookingError> {
    if force == Some(true) && !caller.user.role.satisfies(Role::Manager) {
        return Err(BookingError::ManagersOnly);
    }
    Ok(force == Some(true))
}

impl Booking {
    /// By these people, from `start` on unless a service says when it begins.
    pub(super) fn given(
        self,
        to: Assignees<'_>,
        start: TimeOfDay,
        context: &AssignmentContext,
    ) -> Result<Self, BookingError> {
        let given = self.given_as_it_is(to, context)?;
        let times = match to {
            Assignees::One(_) => Some(given.times_in_a_row(start)),
            Assignees::Each(services) => given.times_of_each(services, start),
        };
        let invalid = |message: &str| BookingError::invalid(to.field(), message);
        let times = times.ok_or_else(|| invalid("must leave time to finish before midnight"))?;
        let given = given.at(&times);
        if given.asks_twice() { Err(invalid("must not give one person two at the same time")) } else { Ok(given) }
    }

    /// By these people, at the times that it has.
    pub(super) fn given_as_it_is(
        mut self,
        to: Assignees<'_>,
        context: &AssignmentContext,
    ) -> Result<Self, BookingError> {
        if to.staff().into_iter().any(|staff| context.worker(staff).is_none()) {
            return Err(BookingError::invalid(to.field(), "must be an active staff member"));
        }
        let name = |staff: &StaffId| context.worker(staff).map(|worker| worker.display_name.as_str());
        let services = match to {
            Assignees::One(staff) => {
                return Ok(self.with_staff(Some((staff, name(staff).unwrap_or_default()))));
            }
            Assignees::Each(services) => services,
        };
        let invalid = |message: &str| BookingError::invalid("services", message);
        let is_own = |id| self.services.iter().any(|service| service.service_id == id);
        if services.len() != self.services.len() || !services.iter().all(|given| is_own(given.service_id.clone())) {
            return Err(invalid("must be the services of the booking, all of them"));
        }
        for given in services.iter() {
            let found = self.services.iter_mut().find(|own| own.service_id == given.service_id);
            let Some(service) = found else { continue };
            service.staff_id = Some(given.staff_id.clone());
            service.staff_name = name(&given.staff_id).map(str::to_owned);
            if let Some(rooms) = &given.resource_ids {
                if !rooms.iter().all(|room| context.has_room(room)) {
                    return Err(invalid("must be in rooms of the branch that are in use"));
                }
                service.part.resource_ids = rooms.distinct();
            }
        }
        Ok(self)
    }

    /// A visit that is still to come is given no start that is over or outside opening hours, as where it is moved; the start
    /// that it has is its own, and what follows is as the desk says. Of one that will not come any more nothing is moved.
    pub(super) fn refuse_starts(
        &self,
        to: Assignees<'_>,
        context: &AssignmentContext,
        now: Instant,
    ) -> Result<(), BookingError> {
        let Assignees::Each(services) = to else { return Ok(()) };
        let hours = context.branch.as_ref().map(|branch| BookingHours::on(branch, self.date));
        let new_start = self.time_given(to, self.start).map(|time| time.start).filter(|start| *start != self.start);
        let times = self.times();
        let problem = |given: &ServiceAssignment| {
            let start = given.start_time?;
            match self.status {
                BookingStatus::Pending | BookingStatus::Confirmed => {
                    let hours = hours.filter(|_| new_start == Some(start))?;
                    hours.given_start_problem(self.date, start, now)
                }
                // The customer is there: it is as the desk says.
                BookingStatus::InProgress => None,
                BookingStatus::Completed
                | BookingStatus::Cancelled
                | BookingStatus::NoShow
                | BookingStatus::Rejected => {
                    let mut own = self.services.iter().zip(&times);
                    let is_its_own = own.any(|(own, time)| own.service_id == given.service_id && time.start == start);
                    (!is_its_own).then(|| "must stay what it is: the visit is not ahead any more".to_owned())
                }
            }
        };
        let mut problems = Problems::default();
        for (at, given) in services.iter().enumerate() {
            if let Some(problem) = problem(given) {
                problems.add(format!("services.{at}.startTime"), problem);
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(BookingError::Invalid(problems)) }
    }

    /// From the first minute to the last as these people would do it; none where the services cannot be given so.
    pub(super) fn time_given(&self, to: Assignees<'_>, start: TimeOfDay) -> Option<Interval> {
        let times = match to {
            Assignees::One(_) => self.times_in_a_row(start),
            Assignees::Each(services) => self.times_of_each(services, start)?,
        };
        let (first, last) = (times.iter().map(|time| time.start).min()?, times.iter().map(|time| time.end).max()?);
        Some(Interval { start: first, end: last })
    }

    fn times_in_a_row(&self, start: TimeOfDay) -> Vec<Interval> {
        let mut next = start;
        let times = self.services.iter().map(|service| {
            let time = Interval::from_start(next, service.duration);
            next = time.end;
            time
        });
        times.collect()
    }

    /// None where one would run past midnight.
    fn times_of_each(&self, services: &Assignments, start: TimeOfDay) -> Option<Vec<Interval>> {
        let mut times = vec![Interval { start, end: start }; self.services.len()];
        let mut next = start;
        for given in services.iter() {
            let found = self.services.iter().zip(&mut times).find(|(own, _)| own.service_id == given.service_id);
            let Some((service, time)) = found else { continue };
            let start = given.start_time.unwrap_or(next);
            let end = start.plus(service.duration)?;
            (*time, next) = (Interval { start, end }, end);
        }
        Some(times)
    }
}

impl AssignmentContext {
    /// At a staffed branch nobody is given what they do not do, unless a manager says so.
    pub fn refuse_unskilled(&self, booking: &Booking, is_forced: bool) -> Result<(), BookingError> {
        if !self.is_staffed() || is_forced {
            return Ok(());
        }
        for service in &booking.services {
            let worker = service.staff_id.as_ref().and_then(|staff| self.worker(staff));
            if let Some(worker) = worker.filter(|worker| !worker.service_ids.contains(&service.service_id)) {
                let (name, service) = (worker.display_name.clone(), service.name.clone());
                return Err(BookingError::LacksSkill { name, service });
            }
        }
        Ok(())
    }
}
