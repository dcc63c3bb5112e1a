//! Reference data: records that rarely change, and that every instance keeps in memory for as long as their version
//! stands. The version of a write follows from the keys it touches, so that no writer can forget to move it.

use super::catalogue::{BRANCHES, BRANDING, CATALOGUE, OFFERS, TAGS, TIERS};
use super::key::Key;
use super::messages::MESSAGE_TEMPLATES;
use super::products::PRODUCTS;
use super::schedule::{
    BRANCH_PREFIX, CLOSURE_PREFIX, RESOURCE_PREFIX, ROAMING, ROSTER_PREFIX, STAFF, STAFF_PREFIX, branch_partition,
};
use parlour_values::id::BranchId;

/// The versions that all branches share stand in this many copies. Every request reads one of them, the next one each
/// time: one partition key gives 3,000 reads a second, four give 12,000, which is more than 1,000 branches ask for. A
/// change of such data is rare and writes them all.
pub const VERSION_COPIES: u32 = 4;

/// Reference data under one version.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Topic {
    Catalogue,
    Offers,
    Branches,
    Branding,
    Tiers,
    Tags,
    Products,
    /// The templates of messages to phones.
    MessageTemplates,
    /// Everybody, of all branches.
    Staff,
    /// Those who work at many branches, with their rosters.
    Roaming,
    /// One branch: its people with their rosters, its closures and its rooms.
    Branch(BranchId),
}

impl Topic {
    /// The topic an item belongs to; `None` for everything that is read from the table each time.
    pub fn of(pk: &str, sk: &str) -> Option<Self> {
        match pk {
            CATALOGUE => Some(Self::Catalogue),
            OFFERS => Some(Self::Offers),
            BRANCHES => Some(Self::Branches),
            BRANDING => Some(Self::Branding),
            TIERS => Some(Self::Tiers),
            TAGS => Some(Self::Tags),
            PRODUCTS => Some(Self::Products),
            MESSAGE_TEMPLATES => Some(Self::MessageTemplates),
            STAFF => Some(Self::Staff),
            ROAMING => Some(Self::Roaming),
            _ => {
                let branch = pk.strip_prefix(BRANCH_PREFIX)?;
                let kept = [STAFF_PREFIX, ROSTER_PREFIX, CLOSURE_PREFIX, RESOURCE_PREFIX];
                kept.iter().any(|kind| sk.starts_with(kind)).then(|| Self::Branch(branch.into()))
            }
        }
    }

    /// The attribute that holds the version.
    pub fn attribute(&self) -> &'static str {
        match self {
            Self::Catalogue => "catalogue",
            Self::Offers => "offers",
            Self::Branches => "branches",
            Self::Branding => "branding",
            Self::Tiers => "tiers",
            Self::Tags => "tags",
            Self::Products => "products",
            Self::MessageTemplates => "message_templates",
            Self::Staff => "staff",
            Self::Roaming => "roaming",
            Self::Branch(_) => "branch",
        }
    }

    /// The item that holds the version, or one of its copies.
    pub fn version_key(&self, copy: u32) -> Key {
        match self {
            Self::Branch(branch) => branch_version(branch),
            _ => versions(copy.checked_rem(VERSION_COPIES).unwrap_or(0)),
        }
    }

    /// Every item that holds the version: they move together.
    pub fn version_keys(&self) -> Vec<Key> {
        match self {
            Self::Branch(branch) => vec![branch_version(branch)],
            _ => (0..VERSION_COPIES).map(versions).collect(),
        }
    }
}

/// One copy of the versions that all branches share.
pub fn versions(copy: u32) -> Key {
    Key::new(format!("VERSIONS#{copy}"), "VERSIONS")
}

pub fn branch_version(branch: &BranchId) -> Key {
    Key::new(branch_partition(branch), "VERSION")
}

#[cfg(test)]
mod tests {
    use super::super::*;
    use super::Topic;
    use parlour_values::id::{BranchId, StaffId};

    fn topic(key: &Key) -> Option<Topic> {
        Topic::of(&key.pk, &key.sk)
    }

    #[test]
    fn every_key_of_reference_data_has_its_topic_and_no_other_key_has() {
        let (branch_id, staff_id, day) = (BranchId::from("b1"), StaffId::from("p1"), "2026-11-16".parse().unwrap());
        assert_eq!(topic(&service(&"s1".into())), Some(Topic::Catalogue));
        assert_eq!(topic(&category(&"c1".into())), Some(Topic::Catalogue));
        assert_eq!(topic(&display_order()), Some(Topic::Catalogue));
        assert_eq!(topic(&offer(&"o1".into())), Some(Topic::Offers));
        assert_eq!(topic(&branch(&branch_id)), Some(Topic::Branches));
        assert_eq!(topic(&branding()), Some(Topic::Branding));
        assert_eq!(topic(&tier(&"t1".into())), Some(Topic::Tiers));
        assert_eq!(topic(&tag(&"t1".into())), Some(Topic::Tags));
        assert_eq!(topic(&product(&"p1".into())), Some(Topic::Products));
        assert_eq!(topic(&message_template("dues", "en")), Some(Topic::MessageTemplates));
        assert_eq!(topic(&staff_listed(&staff_id)), Some(Topic::Staff));
        let many: Vec<BranchId> = (0..16).map(|number| BranchId::from(format!("b{number}").as_str())).collect();
        assert_eq!(
            staff_copies(&many, &staff_id).iter().map(topic).collect::<Vec<_>>(),
            [Some(Topic::Staff), Some(Topic::Roaming)]
        );
        assert_eq!(roster_copies(&many, &staff_id).iter().map(topic).collect::<Vec<_>>(), [Some(Topic::Roaming)]);
        let own = Some(Topic::Branch(branch_id.clone()));
        assert_eq!(topic(&branch_staff(&branch_id, &staff_id)), own);
        assert_eq!(topic(&branch_roster(&branch_id, &staff_id)), own);
        assert_eq!(topic(&closure(&branch_id, day)), own);
        assert_eq!(topic(&resource(&branch_id, &"r1".into())), own);
        let moved = [stock(&branch_id, &"p1".into()), stock_movement(&"p1".into(), &"m1".into())];
        let others = [branch_version(&branch_id), versions(0), staff(&staff_id), staff_day(&staff_id, day)];
        let rooms = [resource_by_id(&"r1".into()), resource_day(&"r1".into(), day)];
        for other in others.into_iter().chain(moved).chain(rooms) {
            assert_eq!(topic(&other), None, "{other:?}");
        }
    }
}
