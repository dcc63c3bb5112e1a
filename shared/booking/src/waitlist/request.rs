//! Requests about the waitlist.

use std::collections::BTreeSet;

use super::wish::TimeOffer;
use crate::bookings::rules::date_problem;
use crate::slots::availability::MOST_SERVICES;
use parlour_setup::catalogue::ServiceType;
use parlour_values::id::{BranchId, ServiceId, StaffId};
use parlour_values::input::{List, Problems, Read, body};
use parlour_values::time::{IstDate, TimeOfDay};

/// How many days one wish may name.
const MOST_DAYS: usize = 7;

body! {
    /// A wish for time that is taken now. The whole visit lies between `from` and `to`, on one of the dates.
    pub struct WishRequest, checked {
        branch_id: BranchId,
        service_type: ServiceType,
        service_ids: List<ServiceId, 1, MOST_SERVICES>,
        dates: List<IstDate, 1, MOST_DAYS>,
        from: TimeOfDay,
        to: TimeOfDay,
        staff_id: Option<StaffId>,
    }
}

impl WishRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if read.from.zip(read.to).is_some_and(|(from, to)| from >= to) {
            problems.add("to", "must be after from");
        }
        let Some(dates) = &read.dates else { return };
        if dates.iter().collect::<BTreeSet<_>>().len() < dates.len() {
            problems.add("dates", "must name each day once");
        }
        let Some(today) = problems.today() else { return };
        for (at, date) in dates.iter().enumerate() {
            if let Some(problem) = date_problem(*date, today) {
                problems.add(format!("dates.{at}"), problem);
            }
        }
    }

    /// In their order.
    pub fn days(&self) -> Vec<IstDate> {
        self.dates.iter().copied().collect::<BTreeSet<_>>().into_iter().collect()
    }
}

body! {
    pub struct AcceptOfferRequest {
        /// The `date` of the offer that the customer saw: none of another day is accepted then.
        date: Option<IstDate>,
        /// The same for its `startTime`.
        start_time: Option<TimeOfDay>,
    }
}

impl AcceptOfferRequest {
    /// Whether it is this offer that was seen, as far as is said.
    pub(super) fn means(&self, offer: &TimeOffer) -> bool {
        self.date.is_none_or(|date| date == offer.date) && self.start_time.is_none_or(|start| start == offer.start)
    }
}

body! {
    pub struct WaitlistRequest {
        date: IstDate,
        branch_id: BranchId,
    }
}

body! {
    /// A time that the desk offers.
    pub struct OfferTimeRequest, checked {
        date: IstDate,
        start_time: TimeOfDay,
        staff_id: StaffId,
    }
}

impl OfferTimeRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        let problem = read.date.zip(problems.today()).and_then(|(date, today)| date_problem(date, today));
        if let Some(problem) = problem {
            problems.add("date", problem);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use parlour_values::input::Field;

    fn wrong<T: Field>(body: &Value) -> Vec<String> {
        let mut problems = Problems::on("2026-11-16".parse().ok());
        assert_eq!(T::from_json(body, "", &mut problems).is_some(), problems.is_empty());
        problems.into_details().into_keys().collect()
    }

    fn wish(field: &str, value: Value) -> Vec<String> {
        let mut body = json!({
            "branchId": "main", "serviceType": "salon", "serviceIds": ["haircut"], "dates": ["2026-11-16", "2026-11-18"],
            "from": "12:00", "to": "18:00",
        });
        body[field] = value;
        wrong::<WishRequest>(&body)
    }

    #[test]
    fn a_wish_names_one_to_seven_days_to_come_each_once_and_a_time_that_ends_after_it_begins() {
        assert_eq!(wish("staffId", json!("meera")), [""; 0]);
        let days = |count: u32| json!((0..count).map(|day| format!("2026-11-{}", 16 + day)).collect::<Vec<_>>());
        assert_eq!(wish("dates", days(7)), [""; 0]);
        assert_eq!(wish("dates", days(8)), ["dates"]);
        assert_eq!(wish("dates", json!([])), ["dates"]);
        assert_eq!(wish("dates", json!(["2026-11-18", "2026-11-18"])), ["dates"]);
        assert_eq!(wish("dates", json!(["2026-11-18", "2026-11-15"])), ["dates.1"]);
        assert_eq!(wish("dates", json!(["2028-11-18"])), ["dates.0"]);
        assert_eq!(wish("to", json!("12:00")), ["to"]);
        assert_eq!(wish("serviceIds", json!([])), ["serviceIds"]);
    }

    #[test]
    fn the_desk_offers_a_day_to_come() {
        let offer = |date: &str| json!({ "date": date, "startTime": "12:00", "staffId": "meera" });
        assert_eq!(wrong::<OfferTimeRequest>(&offer("2026-11-16")), [""; 0]);
        assert_eq!(wrong::<OfferTimeRequest>(&offer("2026-11-15")), ["date"]);
    }
}
