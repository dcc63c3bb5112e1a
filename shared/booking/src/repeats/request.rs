//! Requests about repeats.

use std::collections::BTreeSet;

use super::repeat::{OnConflict, RepeatedService};
use super::rules::{MOST_TIMES, MOST_WEEKS, date_problem, last_date};
use crate::slots::availability::MOST_SERVICES;
use crate::slots::plan::MOST_PEOPLE;
use parlour_setup::catalogue::ServiceType;
use parlour_values::id::{BranchId, ServiceId, StaffId, UserId};
use parlour_values::input::{Int, List, Problems, Read, body};
use parlour_values::time::{IstDate, TimeOfDay};

body! {
    /// A service of each appointment, and who does it.
    pub struct RepeatedServiceRequest {
        service_id: ServiceId,
        staff_id: StaffId,
    }
}

/// One after the other.
pub type RepeatedServices = List<RepeatedServiceRequest, 1, MOST_SERVICES>;
type Weeks = Int<1, MOST_WEEKS>;

body! {
    /// Appointments at the same time every few weeks.
    pub struct MakeRepeatRequest, checked {
        customer_id: UserId,
        branch_id: BranchId,
        service_type: ServiceType,
        services: RepeatedServices,
        first_date: IstDate,
        start_time: TimeOfDay,
        every_weeks: Weeks,
        count: Int<2, MOST_TIMES>,
        /// The way to deal with those whose time is not free; `refuse` where nothing is said.
        on_conflict: Option<OnConflict>,
    }
}

impl MakeRepeatRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        check_services(read.services.as_deref().unwrap_or_default(), problems);
        let Some((first, today)) = read.first_date.zip(problems.today()) else { return };
        if let Some(problem) = date_problem(first, today) {
            problems.add("firstDate", problem);
        } else if let Some((weeks, count)) = read.every_weeks.zip(read.count)
            && let Some(problem) = date_problem(last_date(first, weeks.as_u32(), count.as_u32()), today)
        {
            problems.add("count", format!("its last day {problem}"));
        }
    }
}

body! {
    /// Another time, other people or another rhythm for the appointments from a day on.
    pub struct MoveRepeatRequest, checked {
        from: IstDate,
        start_time: Option<TimeOfDay>,
        staff_id: Option<StaffId>,
        /// In place of `staffId` where there are several.
        services: Option<RepeatedServices>,
        /// Counted from `from`.
        every_weeks: Option<Weeks>,
    }
}

impl MoveRepeatRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if let Some(services) = read.services.given() {
            check_services(services, problems);
            if read.staff_id.is_given() {
                problems.add("services", "must be left out where staffId is given");
            }
        }
        let says_nothing = read.start_time.is_left_out()
            && read.staff_id.is_left_out()
            && read.services.is_left_out()
            && read.every_weeks.is_left_out();
        if says_nothing {
            problems.add("startTime", "is required where nothing else is to change");
        }
        let is_over = read.from.zip(problems.today()).is_some_and(|(from, today)| from < today);
        if is_over && read.every_weeks.is_given() {
            problems.add("from", "must not be in the past");
        }
    }
}

body! {
    /// The appointments from a day on.
    pub struct CancelRepeatRequest {
        from: IstDate,
    }
}

fn check_services(services: &[RepeatedServiceRequest], problems: &mut Problems) {
    let (mut named, mut people) = (BTreeSet::new(), BTreeSet::new());
    for service in services {
        people.insert(&service.staff_id);
        if !named.insert(&service.service_id) {
            problems.add("services", "must name each service once");
            return;
        }
    }
    if people.len() > MOST_PEOPLE {
        problems.add("services", format!("must be by at most {MOST_PEOPLE} people"));
    }
}

impl From<&RepeatedServiceRequest> for RepeatedService {
    fn from(request: &RepeatedServiceRequest) -> Self {
        Self { service_id: request.service_id.clone(), staff_id: request.staff_id.clone() }
    }
}

#[cfg(test)]
mod tests {
    use parlour_values::input::Field;
    use serde_json::{Value, json};

    use super::*;

    /// The fields at fault, asked on 16 November 2026.
    fn wrong<T: Field>(body: &Value) -> Vec<String> {
        let mut problems = Problems::on("2026-11-16".parse().ok());
        assert_eq!(T::from_json(body, "", &mut problems).is_some(), problems.is_empty());
        problems.into_details().into_keys().collect()
    }

    fn with(mut body: Value, field: &str, value: Value) -> Value {
        body[field] = value;
        body
    }

    fn make() -> Value {
        json!({
            "customerId": "asha", "branchId": "main", "serviceType": "salon", "firstDate": "2026-11-16",
            "services": [{ "serviceId": "haircut", "staffId": "meera" }], "startTime": "11:00", "everyWeeks": 4,
            "count": 6,
        })
    }

    #[test]
    fn a_repeat_is_of_two_to_26_times_every_one_to_twelve_weeks() {
        assert_eq!(wrong::<MakeRepeatRequest>(&make()), [""; 0]);
        for (field, value) in [
            ("everyWeeks", json!(0)),
            ("everyWeeks", json!(13)),
            ("count", json!(1)),
            ("count", json!(27)),
            ("onConflict", json!("perhaps")),
            ("services", json!([])),
            ("firstDate", json!("2026-11-15")),
            ("firstDate", json!("2027-12-22")),
        ] {
            assert_eq!(wrong::<MakeRepeatRequest>(&with(make(), field, value)), [field]);
        }
        let twice = json!([{ "serviceId": "cut", "staffId": "m" }, { "serviceId": "cut", "staffId": "r" }]);
        assert_eq!(wrong::<MakeRepeatRequest>(&with(make(), "services", twice)), ["services"]);
    }

    #[test]
    fn its_last_day_is_at_most_400_days_ahead() {
        // 400 days after 16 November 2026 is 21 December 2027: a Tuesday, 57 weeks and a day later.
        let times = |first: &str, weeks: u32, count: u32| {
            let body = with(with(make(), "firstDate", json!(first)), "everyWeeks", json!(weeks));
            wrong::<MakeRepeatRequest>(&with(body, "count", json!(count)))
        };
        assert_eq!(times("2026-11-17", 3, 20), [""; 0], "57 weeks");
        assert_eq!(times("2026-11-18", 3, 20), ["count"]);
        assert_eq!(times("2026-11-16", 12, 6), ["count"]);
    }

    #[test]
    fn a_move_says_what_changes_and_names_people_in_one_way() {
        let body = json!({ "from": "2026-11-16" });
        assert_eq!(wrong::<MoveRepeatRequest>(&body), ["startTime"]);
        let services = json!([{ "serviceId": "cut", "staffId": "m" }]);
        for (field, value) in [
            ("startTime", json!("12:00")),
            ("staffId", json!("ravi")),
            ("services", services.clone()),
            ("everyWeeks", json!(2)),
        ] {
            assert_eq!(wrong::<MoveRepeatRequest>(&with(body.clone(), field, value)), [""; 0], "{field}");
        }
        let both = with(with(body, "staffId", json!("ravi")), "services", services);
        assert_eq!(wrong::<MoveRepeatRequest>(&both), ["services"]);
        let past = json!({ "from": "2026-11-15", "startTime": "12:00" });
        assert_eq!(wrong::<MoveRepeatRequest>(&past), [""; 0], "what is over is left alone anyway");
        assert_eq!(wrong::<MoveRepeatRequest>(&with(past, "everyWeeks", json!(2))), ["from"]);
    }
}
