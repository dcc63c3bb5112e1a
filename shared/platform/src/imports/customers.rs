//! Customers, found by their phone, then by their email.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, json};

use super::identity::{RowIdentity, look_up};
use super::openings::{GemsOpening, GivenAmount, Opening, OpeningFacts, open};
use super::outcome::RowOutcome;
use super::refusals::settled;
use super::waves::{in_their_order, waves_of};
use super::{ImportRow, Imports};
use parlour_money::gems::GemsAccount;
use parlour_people::auth::Caller;
use parlour_people::customers::directory::DirectoryChange;
use parlour_people::customers::no_show_record::NoShowRecord;
use parlour_people::customers::tags::TagName;
use parlour_people::customers::{
    CreateTagRequest, CustomerDraft, CustomerError, CustomerProfileRequest, Customers, FoundCustomer, Profile, Tag,
    TagAssignment,
};
use parlour_people::staff::{Staff, StaffMember};
use parlour_storage::at_once;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::table::{Found, Record as _, Stored, TableError, keys};
use parlour_values::color::Color;
use parlour_values::contact::EmailAddress;
use parlour_values::id::{TagId, UserId};
use parlour_values::input::{Clearable, Int, List, Problems, body, is_too_early};
use parlour_values::time::{Instant, IstDate};

/// The colour of a tag that an import makes: nobody has chosen one yet.
const PLAIN: &str = "#6B7280";

/// Tags that an import may make: more than this is a column that holds something else.
const MOST_NEW_TAGS: usize = 50;

/// The tags there are, by their slug.
type TagIds = BTreeMap<String, TagId>;

/// The tags there are, and how many of them this import has made.
struct ImportedTags {
    ids: TagIds,
    made: usize,
}

fn ids_of(tags: &[Stored<Tag>]) -> TagIds {
    tags.iter().map(|tag| (tag.slug.clone(), tag.id.clone())).collect()
}

body! {
    /// The fields of a row beside those that the desk writes down.
    pub(super) struct CustomerExtras {
        gems_balance: GivenAmount,
        due_paise: GivenAmount,
        tags: Option<List<TagName, 0, 50>>,
        preferred_staff_email: Option<EmailAddress>,
        /// The totals of their visits so far: of somebody new alone.
        total_visits: Option<Int<0, 1_000_000>>,
        total_spent_paise: GivenAmount,
        noshow_count: Option<Int<0, 1_000_000>>,
        first_visit_at: Option<Instant>,
        last_visit_at: Option<Instant>,
    }
}

/// A row whose fields are what they should be.
struct ReadCustomer {
    identity: RowIdentity,
    facts: CustomerProfileRequest,
    extras: CustomerExtras,
}

fn read(row: &ImportRow, staff: &[Stored<StaffMember>], today: IstDate) -> Result<ReadCustomer, Problems> {
    let mut problems = Problems::on(Some(today));
    let mut row = row.clone();
    if row.has("preferredStaffEmail") {
        // Another salon's ids are nobody's here.
        row.drop("preferredStaffId");
    }
    let (facts, extras) =
        (row.read::<CustomerProfileRequest>(&mut problems), row.read::<CustomerExtras>(&mut problems));
    let (Some(mut facts), Some(extras)) = (facts, extras) else { return Err(problems) };
    // A staff member who is not there yet is passed over: the same row names them again once they are.
    let preferred = extras.preferred_staff_email.as_ref().map(EmailAddress::for_matching);
    if let Some(member) = preferred.and_then(|email| staff.iter().find(|member| member.email == email)) {
        facts.preferred_staff_id = Clearable::Set(member.id.clone());
    }
    if let Clearable::Set(id) = &facts.preferred_staff_id
        && staff.iter().all(|member| member.id != *id)
    {
        problems.add("preferredStaffId", "must be a staff member");
    }
    let email = match &facts.email {
        Clearable::Set(email) => Some(email.clone()),
        Clearable::Keep | Clearable::Clear => None,
    };
    let name = facts.name.as_ref().map(ToString::to_string);
    let identity = RowIdentity { phone: facts.phone.clone(), email, name };
    if identity.phone.is_none() && identity.email.is_none() {
        problems.add("phone", "is required, unless there is an email");
    }
    extras.visits().check(today, &mut problems);
    if problems.is_empty() { Ok(ReadCustomer { identity, facts, extras }) } else { Err(problems) }
}

impl CustomerExtras {
    fn visits(&self) -> VisitDates {
        VisitDates { first: self.first_visit_at, last: self.last_visit_at }
    }

    /// Sets the totals from before the books were kept here.
    fn history(&self, profile: &mut Profile) {
        profile.total_visits = self.total_visits.map_or(0, |visits| visits.as_u32());
        profile.total_spent.0 = self.total_spent_paise.map_or(0, Int::get);
        let no_shows = NoShowRecord::brought_along(self.noshow_count.map_or(0, |count| count.as_u32()));
        *profile = profile.clone().with_no_shows(no_shows);
        (profile.first_visit_at, profile.last_visit_at) = (self.first_visit_at, self.last_visit_at);
    }

    /// The dates that correct what an earlier row said of somebody, as long as no visit has been counted here since.
    fn corrected_visits(&self, profile: &Profile) -> Option<VisitDates> {
        let visits = self.total_visits.map_or(0, |visits| visits.as_u32());
        let is_imported = profile.first_visit_at.is_some() || profile.last_visit_at.is_some();
        let is_as_it_was = profile.day_of_visits.is_none() && profile.total_visits == visits;
        let VisitDates { first, last } = self.visits();
        let after = VisitDates { first: first.or(profile.first_visit_at), last: last.or(profile.last_visit_at) };
        let before = VisitDates { first: profile.first_visit_at, last: profile.last_visit_at };
        (is_imported && is_as_it_was && after != before).then_some(after)
    }
}

/// When somebody came first and last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct VisitDates {
    first: Option<Instant>,
    last: Option<Instant>,
}

impl VisitDates {
    fn check(self, today: IstDate, problems: &mut Problems) {
        for (field, at) in [("firstVisitAt", self.first), ("lastVisitAt", self.last)] {
            if at.map(Instant::ist_date).is_some_and(|on| is_too_early(on) || on > today) {
                problems.add(field, "must be between 2000-01-01 and today");
            }
        }
        if self.first.zip(self.last).is_some_and(|(first, last)| first > last) {
            problems.add("firstVisitAt", "must not be after lastVisitAt");
        }
    }

    /// The names of the columns that change something of a profile.
    fn changed(self, profile: &Profile) -> impl Iterator<Item = &'static str> + use<> {
        let first = (self.first != profile.first_visit_at).then_some("firstVisitAt");
        first.into_iter().chain((self.last != profile.last_visit_at).then_some("lastVisitAt"))
    }
}

/// What a row comes to, before anything is written.
struct PlannedCustomer {
    draft: CustomerDraft,
    opening: Opening,
    account: Option<Stored<GemsAccount>>,
    /// The columns that change something of somebody known.
    changed: Vec<&'static str>,
    /// The tags that they have already.
    has: BTreeSet<TagId>,
}

impl Imports<'_> {
    pub(super) async fn customers(&self, caller: &Caller, rows: &[ImportRow]) -> Result<Vec<RowOutcome>, Setback> {
        let staff = Staff::of(self.0).all().await?;
        let today = caller.act.at.ist_date();
        let read: Vec<Result<ReadCustomer, Problems>> = rows.iter().map(|row| read(row, &staff, today)).collect();
        let mut tags = ImportedTags { ids: ids_of(&Customers::of(self.0).all_tags().await?), made: 0 };

        let mut done = Vec::with_capacity(read.len());
        for wave in waves_of(&read, |row| row.identity.marks()) {
            let identities: Vec<&RowIdentity> = wave.iter().map(|(_, row)| &row.identity).collect();
            let found = self.found(&identities).await?;
            // Only a row that will be written makes the tags that it names.
            for (_, row) in &wave {
                if self.planned(row, &found, caller.act.at)?.is_ok() {
                    self.make_tags(caller, row, &mut tags).await?;
                }
            }
            let writes: Vec<_> = wave.iter().map(|(_, row)| self.customer(caller, row, &found, &tags.ids)).collect();
            done.extend(wave.iter().map(|(at, _)| *at).zip(at_once::try_all(writes).await?));
        }
        Ok(in_their_order(read, done))
    }

    async fn found(&self, wanted: &[&RowIdentity]) -> Result<Found, TableError> {
        look_up(&self.0.table, wanted, keys::gems).await
    }

    /// The tags that a row names and that are not there are made.
    async fn make_tags(&self, caller: &Caller, row: &ReadCustomer, tags: &mut ImportedTags) -> Result<(), Setback> {
        let customers = Customers::of(self.0);
        let Ok(color) = PLAIN.parse::<Color>() else { return Ok(()) };
        for name in row.extras.tags.iter().flat_map(|names| names.iter()) {
            if tags.ids.contains_key(&name.slug()) || tags.made >= MOST_NEW_TAGS {
                continue;
            }
            let request = CreateTagRequest { name: name.clone(), color: color.clone(), description: None };
            let made = customers.create_tag(&caller.act, &request).await;
            self.0.table.forget_versions().await;
            tags.made = tags.made.saturating_add(1);
            match made {
                Ok(tag) => tags.ids.extend([(tag.slug, tag.id)]),
                // Another import was faster.
                Err(Failure::Refused(_)) => tags.ids.extend(ids_of(&customers.all_tags().await?)),
                Err(Failure::Setback(setback)) => return Err(setback),
            }
        }
        Ok(())
    }

    /// Decides on what was read for all of its wave, and after a lost race on what it reads itself.
    async fn customer(
        &self,
        caller: &Caller,
        row: &ReadCustomer,
        found: &Found,
        tags: &TagIds,
    ) -> Result<RowOutcome, Setback> {
        let mut first = Some(found);
        let written = self
            .0
            .retry_on_conflict(|| {
                let first = first.take();
                async move {
                    let again;
                    let found = match first {
                        Some(found) => found,
                        None => {
                            again = self.found(&[&row.identity]).await?;
                            &again
                        }
                    };
                    self.write_customer(caller, row, found, tags).await
                }
            })
            .await;
        settled(written)
    }

    /// What a row comes to with what was read, or why it is refused.
    fn planned(
        &self,
        row: &ReadCustomer,
        found: &Found,
        now: Instant,
    ) -> Result<Result<PlannedCustomer, RowOutcome>, TableError> {
        let known = row.identity.customer(found)?;
        let walk_in = known.as_ref().and_then(|known| row.identity.walk_in(known)).cloned();
        let mut has = BTreeSet::new();
        let mut visits = None;
        let mut draft = match known {
            Some(known) => {
                has.extend(known.row.iter().flat_map(|row| row.tags.iter().cloned()));
                let opening = known.profile.opening.as_ref();
                if walk_in.is_some() && opening.and_then(|opening| opening.part(walk_in.as_ref())).is_none() {
                    return Ok(Err(RowOutcome::refused(
                        "phone",
                        "is that of a walk-in who is being merged: send it again",
                    )));
                }
                let facts = match known.walk_in {
                    None => Some(facts_of_known(row, &known)),
                    Some(_) => {
                        let untold = untold_by_walk_in(row, &known, now);
                        if !untold.is_empty() {
                            return Ok(Err(RowOutcome::Invalid(untold)));
                        }
                        None
                    }
                };
                visits = facts.as_ref().and_then(|_| row.extras.corrected_visits(&known.profile));
                CustomerDraft::of_known(known, facts.as_ref(), now)
            }
            None if row.facts.name.is_none() => return Ok(Err(RowOutcome::refused("name", "is required"))),
            None => {
                let mut draft = CustomerDraft::of_new(&self.0.random, &row.facts, now);
                draft.change_profile(now, |profile| row.extras.history(profile));
                draft
            }
        };
        if draft.lacks_guardian(now.ist_date()) {
            return Ok(Err(CustomerError::GuardianMissing.into()));
        }
        let account: Option<Stored<GemsAccount>> = found.read(&keys::gems(draft.id()))?;
        let facts =
            OpeningFacts { profile: draft.profile(), walk_in: walk_in.as_ref(), account: account.as_ref(), at: now };
        let opening = match open(facts, row.extras.gems_balance, row.extras.due_paise, || self.0.random.id()) {
            Ok(opening) => opening,
            Err(problems) => return Ok(Err(RowOutcome::Invalid(problems))),
        };
        let mut changed = draft.changed();
        changed.extend(opening.changed());
        if let Some(visits) = visits {
            let mut problems = Problems::default();
            visits.check(now.ist_date(), &mut problems);
            if !problems.is_empty() {
                return Ok(Err(RowOutcome::Invalid(problems)));
            }
            changed.extend(visits.changed(draft.profile()));
            draft.change_profile(now, |profile| {
                (profile.first_visit_at, profile.last_visit_at) = (visits.first, visits.last);
            });
        }
        Ok(Ok(PlannedCustomer { draft, opening, account, changed, has }))
    }

    async fn write_customer(
        &self,
        caller: &Caller,
        row: &ReadCustomer,
        found: &Found,
        tags: &TagIds,
    ) -> Result<RowOutcome, Failure<CustomerError>> {
        let (salon, act, now) = (self.0, &caller.act, caller.act.at);
        let PlannedCustomer { mut draft, opening, account, mut changed, has } = match self.planned(row, found, now)? {
            Ok(planned) => planned,
            Err(refused) => return Ok(refused),
        };
        let id: UserId = draft.id().clone();
        let Some(new_tags) = wanted_tags(row, tags, &has) else {
            let message = format!("names a new tag, and an import makes at most {MOST_NEW_TAGS} of them");
            return Ok(RowOutcome::refused("tags", message));
        };
        if !new_tags.is_empty() {
            changed.push("tags");
        }
        if !draft.is_new() && changed.is_empty() {
            return Ok(RowOutcome::unchanged(id));
        }

        let mut data = Map::new();
        data.insert("imported".to_owned(), json!(true));
        data.extend(opening.told());
        draft.change_profile(now, |profile| opening.keep(profile));
        let mut transaction = salon.transaction(act);
        Customers::of(salon).write_draft(&mut transaction, &draft, row.identity.holders(found)?).await?;
        if let Some(GemsOpening { account: after, line }) = &opening.gems {
            transaction.save(account.as_ref(), after);
            transaction.create(line);
            DirectoryChange::of(&id).gems(after.account.balance()).write(&mut transaction);
        }
        for tag_id in new_tags {
            let (customer_id, assigned_by) = (id.clone(), caller.user.id.clone());
            DirectoryChange::of(&id).tagged(&tag_id).write(&mut transaction);
            transaction.create(&TagAssignment { customer_id, tag_id, assigned_by, assigned_at: now });
        }
        let (what, outcome) = if draft.is_new() {
            (EventType::CustomerCreated, RowOutcome::created(&id))
        } else {
            data.insert("fields".to_owned(), json!(changed));
            (EventType::CustomerProfileChanged, RowOutcome::updated(&id))
        };
        transaction.audit(what, Profile::KIND, id.as_str(), data.into());
        transaction.commit().await?;
        Ok(outcome)
    }
}

/// What a row says of somebody found by a phone or an email that is theirs. The name of a walk-in whom they were is not theirs.
fn facts_of_known(row: &ReadCustomer, known: &FoundCustomer) -> CustomerProfileRequest {
    let facts = row.facts.without_new_consents();
    let name = facts.name.clone().filter(|_| !row.identity.has_name_of_walk_in(known));
    CustomerProfileRequest { name, ..facts }
}

/// What a row says of a walk-in came with the merge to whom they have become, and nothing of it is written: whatever differs
/// from what is known there now is refused, so that no allergy is lost unseen.
fn untold_by_walk_in(row: &ReadCustomer, known: &FoundCustomer, now: Instant) -> Problems {
    let mut facts = row.facts.without_new_consents();
    (facts.name, facts.phone, facts.email) = (None, None, Clearable::Keep);
    // The alerts of both stand together.
    let alerts = known.card.as_ref().and_then(|card| card.alerts.as_deref()).unwrap_or_default();
    if matches!(&facts.alerts, Clearable::Set(told) if alerts.contains(&**told)) {
        facts.alerts = Clearable::Keep;
    }
    let mut problems = Problems::default();
    for field in CustomerDraft::of_known(known.clone(), Some(&facts), now).changed() {
        problems.add(field, "is of a walk-in who has become another customer: change it on their page");
    }
    problems
}

/// The tags of the row that the customer does not have yet; None if one of them is not there. None is taken away.
fn wanted_tags(row: &ReadCustomer, tags: &TagIds, has: &BTreeSet<TagId>) -> Option<BTreeSet<TagId>> {
    let names = row.extras.tags.iter().flat_map(|names| names.iter());
    let wanted: Option<BTreeSet<TagId>> = names.map(|name| tags.get(&name.slug()).cloned()).collect();
    Some(wanted?.into_iter().filter(|id| !has.contains(id)).collect())
}
