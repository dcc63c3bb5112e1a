//! Validates what a booking request asks for against catalogue and branch, without I/O.

use super::rules::{BookingHours, lead_problem};
use super::{BookedService, BookingError, VisitPart};
use crate::slots::need::Need;
use crate::slots::plan::MOST_ROOMS;
use parlour_setup::branches::{Branch, SlotPolicy};
use parlour_setup::catalogue::{Catalogue, Service, ServiceType};
use parlour_values::id::{BranchId, Random, ServiceId, StaffId};
use parlour_values::input::Problems;
use parlour_values::time::{Instant, Interval, IstDate, Minutes, TimeOfDay};

/// The requested services, as the catalogue offers them now.
#[derive(Clone, Debug)]
pub(crate) struct Order<'a> {
    services: Vec<(&'a Service, Option<&'a StaffId>)>,
}

impl<'a> Order<'a> {
    /// Every service once, in the order of the request, with who is wished for. A service that is not on offer or has
    /// another service type adds a problem, and so do services that need more rooms than one visit may have.
    pub fn of(
        catalogue: &'a Catalogue,
        service_type: ServiceType,
        (field, wishes): (&str, Vec<(&ServiceId, Option<&'a StaffId>)>),
        problems: &mut Problems,
    ) -> Self {
        let mut services: Vec<(&Service, Option<&StaffId>)> = Vec::with_capacity(wishes.len());
        let mut seen = Vec::with_capacity(wishes.len());
        for (id, wished) in wishes {
            if seen.contains(&id) {
                continue;
            }
            seen.push(id);
            match catalogue.service(id) {
                None => problems.add(field, format!("{id} is not a service on offer")),
                Some(service) if !catalogue.is_on_offer(service) => {
                    problems.add(field, format!("{} is not a service on offer any more", service.name));
                }
                Some(service) if catalogue.service_type(service) != Some(service_type) => {
                    problems.add(field, format!("{} is not a {service_type} service", service.name));
                    problems.add("serviceType", format!("does not match {}", service.name));
                }
                Some(service) => services.push((&service.record, wished)),
            }
        }
        let order = Self { services };
        // Services one after the other may share a room, but only with others of its group.
        if order.need().groups().len() > MOST_ROOMS {
            problems.add(field, format!("must need at most {MOST_ROOMS} rooms"));
        }
        order
    }

    pub fn duration(&self) -> Minutes {
        self.services.iter().map(|(service, _)| service.duration).sum()
    }

    pub fn buffer(&self) -> Minutes {
        self.services.iter().map(|(service, _)| service.buffer).sum()
    }

    /// Whether the desk answers for one of them, even where others are confirmed at once.
    pub fn needs_approval(&self) -> bool {
        self.services.iter().any(|(service, _)| service.needs_approval)
    }

    /// The time to look for.
    pub fn need(&self) -> Need {
        let mut need = Need::of(self.services.iter().map(|(service, _)| *service));
        for (asked, (_, wished)) in need.services.iter_mut().zip(&self.services) {
            asked.wished = wished.cloned();
        }
        need
    }

    /// The services of a booking, copied so that later changes to the catalogue do not affect them.
    pub fn rows(&self, random: &Random) -> Vec<BookedService> {
        booked(&self.services, random)
    }
}

/// Services with who is wished for, as a booking copies them.
pub(super) fn booked(services: &[(&Service, Option<&StaffId>)], random: &Random) -> Vec<BookedService> {
    let is_one = services.len() == 1;
    services
        .iter()
        .zip(0..)
        .map(|((service, wished), display_order)| BookedService {
            id: random.id(),
            service_id: service.id.clone(),
            staff_id: None,
            staff_name: None,
            name: service.name.clone(),
            price: service.price,
            duration: service.duration,
            display_order,
            part: VisitPart {
                processing: service.processing,
                finish: service.finish,
                buffer: if is_one { Minutes(0) } else { service.buffer },
                needs: service.needs.clone(),
                requested_staff_id: wished.cloned(),
                ..VisitPart::default()
            },
        })
        .collect()
}

/// The branch if it takes bookings; otherwise adds a problem.
pub(super) fn operational<'b>(
    branch: Option<&'b Branch>,
    asked: &BranchId,
    problems: &mut Problems,
) -> Option<&'b Branch> {
    let branch = branch.filter(|branch| branch.id == *asked && branch.is_operational());
    if branch.is_none() {
        problems.add("branchId", "must be a branch that takes bookings");
    }
    branch
}

/// Start and end, or a problem for each thing wrong with them. Without a branch there are no opening hours to check.
pub(super) fn times(
    branch: Option<&Branch>,
    date: IstDate,
    start: TimeOfDay,
    duration: Minutes,
    now: Instant,
    problems: &mut Problems,
) -> Option<Interval> {
    let all_day = Interval { start: TimeOfDay::MIDNIGHT, end: TimeOfDay::END_OF_DAY };
    let any = BookingHours { opening: all_day, policy: SlotPolicy::Open, horizon_days: None };
    match branch.map_or(any, |branch| BookingHours::on(branch, date)).times(date, start, duration, now) {
        Ok(time) => Some(time),
        Err(found) => {
            for (field, message) in found {
                problems.add(field, message);
            }
            None
        }
    }
}

/// Adds a problem where a customer asks for a start that is closer than the branch's lead time.
pub(super) fn check_lead(
    branch: Option<&Branch>,
    date: IstDate,
    start: TimeOfDay,
    now: Instant,
    problems: &mut Problems,
) {
    let problem = branch.and_then(|branch| lead_problem(branch, date, start, now));
    if let Some(problem) = problem.filter(|_| !problems.has("startTime") && !problems.has("bookingDate")) {
        problems.add("startTime", problem);
    }
}

/// Both values, or all problems found so far.
pub(super) fn valid_pair<A, B>(a: Option<A>, b: Option<B>, problems: Problems) -> Result<(A, B), BookingError> {
    match (a, b) {
        (Some(a), Some(b)) if problems.is_empty() => Ok((a, b)),
        _ => Err(BookingError::Invalid(problems)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_setup::branches::BranchStatus;
    use parlour_values::money::Paise;
    use parlour_values::time::Clock;

    fn now() -> Instant {
        "2026-11-16T10:00:00+05:30".parse().unwrap()
    }

    fn fields(problems: Problems) -> Vec<String> {
        problems.into_details().into_keys().collect()
    }

    fn ordered(catalogue: &Catalogue, services: &[&str]) -> (Vec<ServiceId>, Vec<String>) {
        let wishes: Vec<ServiceId> = services.iter().map(|id| ServiceId::from(*id)).collect();
        let mut problems = Problems::default();
        let wishes = ("serviceIds", wishes.iter().map(|id| (id, None)).collect());
        let order = Order::of(catalogue, ServiceType::Salon, wishes, &mut problems);
        (order.need().service_ids(), fields(problems))
    }

    #[test]
    fn an_order_has_every_service_on_offer_once_and_names_the_others() {
        let bath = Service { category_id: "bath".into(), ..Service::sample("bath") };
        let gone = Service { is_active: false, name: "Beard trim".to_owned(), ..Service::sample("gone") };
        let catalogue = Catalogue::sample([Service::sample("haircut"), Service::sample("colour"), bath, gone]);
        let ids = |ids: &[&str]| ids.iter().map(|id| ServiceId::from(*id)).collect::<Vec<_>>();
        assert_eq!(ordered(&catalogue, &["colour", "haircut", "colour"]), (ids(&["colour", "haircut"]), vec![]));
        assert_eq!(ordered(&catalogue, &["gone"]), (vec![], vec!["serviceIds".to_owned()]));
        assert_eq!(ordered(&catalogue, &["unknown"]), (vec![], vec!["serviceIds".to_owned()]));
        let mut problems = Problems::default();
        let (gone, unknown) = (ServiceId::from("gone"), ServiceId::from("unknown"));
        let wishes = ("serviceIds", vec![(&gone, None), (&unknown, None)]);
        Order::of(&catalogue, ServiceType::Salon, wishes, &mut problems);
        let told = problems.into_details().remove("serviceIds").unwrap();
        let expected = ["Beard trim is not a service on offer any more", "unknown is not a service on offer"];
        assert_eq!(told, expected, "by its name where it has one");
        let wrong_side = vec!["serviceIds".to_owned(), "serviceType".to_owned()];
        assert_eq!(ordered(&catalogue, &["bath", "haircut"]), (ids(&["haircut"]), wrong_side));
    }

    #[test]
    fn an_order_needs_no_more_rooms_than_a_visit_may_have() {
        let needing = |number: usize, group: usize| {
            let needs = vec![format!("group {group}")];
            Service { needs, ..Service::sample(&format!("s{number}")) }
        };
        let faults = |groups: usize| {
            let catalogue = Catalogue::sample((0..10).map(|number| needing(number, number % groups)));
            let ids: Vec<String> = (0..10).map(|number| format!("s{number}")).collect();
            ordered(&catalogue, &ids.iter().map(String::as_str).collect::<Vec<_>>()).1
        };
        assert_eq!((faults(MOST_ROOMS), faults(MOST_ROOMS + 1)), (vec![], vec!["serviceIds".to_owned()]));
    }

    #[test]
    fn an_order_sums_its_services_and_copies_them() {
        let (haircut, colour) =
            (Service::sample("haircut"), Service { duration: Minutes(45), ..Service::sample("colour") });
        let order = Order { services: vec![(&haircut, None), (&colour, None)] };
        assert_eq!((order.duration(), order.buffer()), (Minutes(75), Minutes(20)));
        let rows = order.rows(&Random::seeded(Clock::fixed(now()), 1));
        let told: Vec<(&str, Paise, u32)> =
            rows.iter().map(|row| (row.name.as_str(), row.price, row.display_order)).collect();
        assert_eq!(told, [("haircut", Paise(50_000), 0), ("colour", Paise(50_000), 1)]);
    }

    #[test]
    fn only_the_branch_that_was_asked_for_and_takes_bookings_takes_them() {
        for (id, status, takes) in [
            ("main", BranchStatus::Operational, true),
            ("blr", BranchStatus::Operational, false),
            ("main", BranchStatus::ComingSoon, false),
        ] {
            let mut problems = Problems::default();
            let branch = Branch { id: id.into(), status, ..Branch::sample() };
            assert_eq!(operational(Some(&branch), &"main".into(), &mut problems).is_some(), takes, "{id} {status}");
            assert_eq!(problems.has("branchId"), !takes, "{id} {status}");
        }
    }

    #[test]
    fn opening_hours_bind_where_the_branch_is_known() {
        let time = |branch: Option<&Branch>| {
            let mut problems = Problems::default();
            let date = now().ist_date().plus_days(1);
            let time = times(branch, date, "08:00".parse().unwrap(), Minutes(30), now(), &mut problems);
            (time.map(|time| time.end.to_string()), fields(problems))
        };
        assert_eq!(time(None), (Some("08:30".to_owned()), vec![]));
        assert_eq!(time(Some(&Branch::sample())), (None, vec!["startTime".to_owned()]));
    }

    #[test]
    fn both_are_needed_and_no_problem() {
        let mut problems = Problems::default();
        problems.add("notes", "is too long");
        assert!(matches!(valid_pair(Some(1), Some(2), Problems::default()), Ok((1, 2))));
        assert!(valid_pair(Some(1), Some(2), problems).is_err());
        assert!(valid_pair(Some(1), None::<u8>, Problems::default()).is_err());
    }
}
