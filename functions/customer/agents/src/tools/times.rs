//! Free times of a day, with who would do what, as the API and the booking page find them.

use parlour_agents::{ToolAnswer, ToolDescription, called, given};
use parlour_booking::slots::availability::{MOST_SERVICES, Slot};
use parlour_booking::teams::{Availability, AvailabilityError, WantedVisit};
use parlour_http::Refusal;
use parlour_pages::paths::Choices;
use parlour_people::staff::{Staff, StaffMember};
use parlour_setup::branches::{Branches, Confirmation, PublicBranch};
use parlour_setup::catalogue::{CatalogueStore, ServiceView};
use parlour_storage::failure::Failure;
use parlour_storage::table::Stored;
use parlour_values::id::{BranchId, ServiceId};
use parlour_values::input::{List, Trimmed, Upcoming, body};
use parlour_values::time::{IstDate, TimeOfDay};
use serde::Serialize;
use utoipa::ToSchema;

use super::Public;

body! {
    pub struct FindTimesArguments {
        branch: Trimmed<1, 120>,
        services: List<Trimmed<1, 120>, 1, MOST_SERVICES>,
        date: Upcoming,
        person: Option<Trimmed<1, 120>>,
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundTimes {
    branch: String,
    date: IstDate,
    services: Vec<String>,
    person: Option<String>,
    /// The free ones, in their order.
    times: Vec<FoundTime>,
    /// The page where a person books, with the branch, services and day chosen.
    book_url: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundTime {
    start_time: TimeOfDay,
    end_time: TimeOfDay,
    /// The person for each service, if the branch knows it.
    plan: Vec<FoundPart>,
    /// Whether booking it is a promise at once (`instant`) or a request that the desk answers.
    confirmation: Confirmation,
    /// The page where a person books, with this time chosen.
    book_url: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundPart {
    service: String,
    person: String,
    start_time: TimeOfDay,
    end_time: TimeOfDay,
}

pub fn description() -> ToolDescription {
    ToolDescription::takes::<FindTimesArguments>(
        "find_times",
        "Free times of a day",
        "The free times of a day (`date`, YYYY-MM-DD) at a `branch` (by name or code) for `services` (by names or slugs), \
         with who would do each. `person` asks for somebody by name.",
    )
    .gives::<FoundTimes>()
}

impl Public {
    pub(super) async fn times(&self, asked: FindTimesArguments) -> ToolAnswer {
        let salon = &self.salon;
        let (branches, staff) = (Branches::of(salon).public().await?, Staff::of(salon).all().await?);
        let catalogue = CatalogueStore::of(salon).public().await?;
        let on_offer: Vec<&ServiceView> =
            catalogue.categories.iter().flat_map(|one| one.services.iter().flatten()).collect();
        let names = |one: &PublicBranch| [one.name.as_str(), one.code.as_str(), one.id.as_str()].map(str::to_owned);
        let branch = called("branch", &asked.branch, &branches, names)?;
        let mut services: Vec<&ServiceView> = Vec::new();
        for name in asked.services.iter() {
            let names =
                |one: &&'_ ServiceView| [one.name.as_str(), one.slug.as_str(), one.id.as_str()].map(str::to_owned);
            let found = *called("services", name, &on_offer, names)?;
            if !services.iter().any(|one| one.id == found.id) {
                services.push(found);
            }
        }
        let there: Vec<&StaffMember> = working_at(&staff, &branch.id);
        let person = match &asked.person {
            Some(name) => Some(*called("person", name, &there, |one| [one.display_name.clone()])?),
            None => None,
        };
        let ids: Vec<ServiceId> = services.iter().map(|service| service.id.clone()).collect();
        let (date, wished) = (asked.date.0, person.map(|person| &person.id));
        let wanted = WantedVisit { branch: &branch.id, date, services: &ids, staff: wished };
        let slots = Availability::of(salon).day_slots(wanted).await.map_err(|failure| match failure {
            Failure::Refused(AvailabilityError::UnablePerson) => {
                Refusal::invalid_field("person", "cannot do all of these services there")
            }
            other => other.into(),
        })?;
        let chosen = Choices {
            services: ids.clone(),
            branch: Some(branch.id.clone()),
            person: wished.cloned(),
            date: Some(date),
            time: None,
        };
        let time = |slot: &Slot| FoundTime {
            start_time: slot.time.start,
            end_time: slot.time.end,
            plan: plan(slot, &services, &staff),
            confirmation: slot.confirmation.unwrap_or(Confirmation::Request),
            book_url: self.book_url(&Choices { time: Some(slot.time.start), ..chosen.clone() }),
        };
        given(&FoundTimes {
            branch: branch.name.clone(),
            date,
            services: services.iter().map(|service| service.name.clone()).collect(),
            person: person.map(|person| person.display_name.clone()),
            times: slots.iter().filter(|slot| slot.is_available()).map(time).collect(),
            book_url: self.book_url(&chosen),
        })
    }
}

fn working_at<'a>(staff: &'a [Stored<StaffMember>], branch: &BranchId) -> Vec<&'a StaffMember> {
    let all = staff.iter().map(|member| &member.record);
    all.filter(|member| member.is_active && member.branch_ids.contains(branch)).collect()
}

fn plan(slot: &Slot, services: &[&ServiceView], staff: &[Stored<StaffMember>]) -> Vec<FoundPart> {
    let parts = slot.plan.iter().map(|part| FoundPart {
        service: services.iter().find(|one| one.id == part.service_id).map(|one| one.name.clone()).unwrap_or_default(),
        person: staff
            .iter()
            .find(|one| one.id == part.staff_id)
            .map(|one| one.display_name.clone())
            .unwrap_or_default(),
        start_time: part.time.start,
        end_time: part.time.end,
    });
    parts.collect()
}
