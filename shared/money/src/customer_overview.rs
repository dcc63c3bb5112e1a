//! Everything the desk shows of one person: who they are, what they did, what is owed to them, what was noted.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::gems::{GemTransaction, GemsAccount, GemsStore};
use crate::memberships::{Memberships, OwnMembership};
use parlour_booking::bookings::{BookingView, Bookings};
use parlour_people::auth::User;
use parlour_people::customers::{CustomerError, CustomerNote, Customers, Profile, Tag, TagAssignment};
use parlour_people::staff::{Staff, StaffMember};
use parlour_storage::failure::Failure;
use parlour_storage::paging::FeedPage;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Stored, TableError, keys};
use parlour_values::id::UserId;

/// Lines of the gem history that are shown at once.
const GEM_LINES: FeedPage = FeedPage { page: 1, page_size: 20 };

#[derive(Clone, Debug)]
pub struct CustomerOverview {
    pub user: User,
    pub profile: Profile,
    /// Newest first.
    pub bookings: Vec<BookingView>,
    pub memberships: OwnMembership,
    /// None while there is no loyalty account.
    pub gems: Option<GemsAccount>,
    pub gem_history: Vec<GemTransaction>,
    /// Alerts for whoever serves them, such as allergies.
    pub alerts: Option<String>,
    /// The pinned first, then the newest.
    pub notes: Vec<SignedNote>,
    pub staff: Arc<Vec<Stored<StaffMember>>>,
    /// Every tag there is, by name, and whether it is on them.
    pub tags: Vec<(Tag, bool)>,
}

/// A note with the name of whoever wrote it.
#[derive(Clone, Debug)]
pub struct SignedNote {
    pub note: CustomerNote,
    /// None where the author is gone.
    pub author: Option<String>,
}

impl CustomerOverview {
    /// Two round trips: the person with all that is theirs, then the names under their notes.
    pub async fn read(salon: &Salon, id: &UserId) -> Result<Self, Failure<CustomerError>> {
        let customers = Customers::of(salon);
        let own = |prefix| Partition::of(keys::user_partition(id)).starting(prefix);
        let (bookings, memberships, gems) = (Bookings::of(salon), Memberships::of(salon), GemsStore::of(salon));
        let staff = Staff::of(salon);
        let (person, bookings, memberships, account, gem_history, notes, assigned, tags, card, staff) = tokio::try_join!(
            customers.person(id),
            bookings.of_customer(id),
            memberships.of_customer(id),
            gems.account(id),
            gems.newest(id, GEM_LINES),
            salon.table.query::<CustomerNote>(own(keys::NOTE_PREFIX).newest_first()),
            salon.table.query::<TagAssignment>(own(keys::CUSTOMER_TAG_PREFIX)),
            customers.all_tags(),
            customers.card(id),
            staff.all(),
        )?;
        let (user, profile) = person.ok_or(CustomerError::Unknown)?;
        let assigned: BTreeSet<_> = assigned.iter().map(|assignment| &assignment.tag_id).collect();
        Ok(Self {
            user: user.record,
            profile: profile.record,
            bookings,
            memberships,
            gems: account.map(|account| account.record),
            gem_history: gem_history.into_iter().map(|line| line.record).collect(),
            alerts: card.alerts,
            notes: signed(salon, notes).await?,
            staff,
            tags: tags.iter().map(|tag| (tag.record.clone(), assigned.contains(&tag.id))).collect(),
        })
    }
}

async fn signed(salon: &Salon, notes: Vec<Stored<CustomerNote>>) -> Result<Vec<SignedNote>, TableError> {
    let authors: BTreeSet<UserId> = notes.iter().map(|note| note.author_id.clone()).collect();
    let mut found = salon.table.get_many(authors.iter().map(keys::user)).await?;
    let mut names = BTreeMap::new();
    for author in authors {
        if let Some(user) = found.take::<User>(&keys::user(&author))? {
            names.insert(author, user.record.name);
        }
    }
    let signed =
        |note: Stored<CustomerNote>| SignedNote { author: names.get(&note.author_id).cloned(), note: note.record };
    let mut signed: Vec<SignedNote> = notes.into_iter().map(signed).collect();
    signed.sort_by_key(|signed| !signed.note.pinned);
    Ok(signed)
}
