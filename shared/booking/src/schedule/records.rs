//! Leave and blocks, as they are kept. Their effect on a day stands in that day's ledger.

use serde::{Deserialize, Serialize};

use crate::slots::ledger::LedgerOwner;
use parlour_people::auth::FORMER_CUSTOMER;
use parlour_storage::table::{Key, Places, Record, is_default, keys};
use parlour_values::id::{BlockId, LeaveId, ResourceId, StaffId, UserId};
use parlour_values::text_enum::text_enum;
use parlour_values::time::{Instant, Interval, IstDate};

text_enum! {
    pub enum LeaveType {
        Casual => "casual",
        Sick => "sick",
        Unpaid => "unpaid",
        CompOff => "comp_off",
    }

    pub enum LeaveStatus {
        Pending => "pending",
        Approved => "approved",
        Rejected => "rejected",
        Cancelled => "cancelled",
        Revoked => "revoked",
    }
}

parlour_values::input::enum_fields!(LeaveType, LeaveStatus);

impl LeaveStatus {
    /// Pending, or approved and still ahead.
    pub fn can_be_withdrawn(self, start: IstDate, today: IstDate) -> bool {
        match self {
            Self::Pending => true,
            Self::Approved => start > today,
            Self::Rejected | Self::Cancelled | Self::Revoked => false,
        }
    }

    /// Approved, and not over: days that are still ahead can be worked after all.
    pub fn can_be_revoked(self, end: IstDate, today: IstDate) -> bool {
        self == Self::Approved && end >= today
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Leave {
    pub id: LeaveId,
    pub staff_id: StaffId,
    pub staff_name: String,
    pub user_id: UserId,
    /// Whether they had a place in the team when they asked.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_member: bool,
    pub leave_type: LeaveType,
    pub start_date: IstDate,
    pub end_date: IstDate,
    pub reason: Option<String>,
    pub status: LeaveStatus,
    pub note: Option<String>,
    pub decided_by: Option<UserId>,
    pub decided_at: Option<Instant>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl Leave {
    pub fn days(&self) -> impl Iterator<Item = IstDate> {
        self.start_date.through(self.end_date)
    }

    pub fn can_be_withdrawn(&self, today: IstDate) -> bool {
        self.status.can_be_withdrawn(self.start_date, today)
    }

    /// Whoever asked had a place in the team, under this id. Whoever has none asks under the id of their user, and keeps it as
    /// a member: older rows tell the two apart by that alone.
    pub fn member(&self) -> Option<&StaffId> {
        let has_place = self.is_member || self.staff_id.as_str() != self.user_id.as_str();
        has_place.then_some(&self.staff_id)
    }
}

impl Leave {
    /// The leave of somebody who is nobody in particular any more, by name and reasons; nobody has to decide on it.
    #[must_use]
    pub fn erased(&self) -> Self {
        let status = if self.status == LeaveStatus::Pending { LeaveStatus::Cancelled } else { self.status };
        Self { staff_name: FORMER_CUSTOMER.to_owned(), reason: None, note: None, status, ..self.clone() }
    }
}

impl Record for Leave {
    const KIND: &'static str = "leave";

    fn key(&self) -> Key {
        keys::leave(&self.id)
    }

    fn places(&self) -> Places {
        Places { g1: Some(keys::leave_by_status(self.status.as_str(), &self.id)), ..Places::default() }
    }

    fn copies(&self) -> Vec<Key> {
        vec![keys::staff_leave(&self.staff_id, &self.id)]
    }
}

/// The leave that a person has asked for and may still get.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeaveBook {
    pub staff_id: StaffId,
    #[serde(default)]
    pub spans: Vec<LeaveSpan>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeaveSpan {
    pub id: LeaveId,
    pub start: IstDate,
    pub end: IstDate,
}

impl LeaveBook {
    pub fn empty(staff_id: StaffId) -> Self {
        Self { staff_id, spans: Vec::new() }
    }

    pub fn overlaps(&self, start: IstDate, end: IstDate) -> bool {
        self.spans.iter().any(|span| span.start <= end && start <= span.end)
    }

    /// With this span, without those that are over.
    pub fn with(&self, span: LeaveSpan, today: IstDate) -> Self {
        let mut spans: Vec<LeaveSpan> = self.spans.iter().filter(|other| other.end >= today).cloned().collect();
        spans.push(span);
        Self { spans, ..self.clone() }
    }

    pub fn without(&self, id: &LeaveId) -> Self {
        Self { spans: self.spans.iter().filter(|span| span.id != *id).cloned().collect(), ..self.clone() }
    }
}

impl Record for LeaveBook {
    const KIND: &'static str = "leave_book";

    fn key(&self) -> Key {
        keys::leave_book(&self.staff_id)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "BlockRow", into = "BlockRow")]
pub struct BlockRecord {
    pub id: BlockId,
    pub owner: LedgerOwner,
    pub date: IstDate,
    pub time: Interval,
    pub reason: String,
    pub created_by: UserId,
    pub created_at: Instant,
}

/// Its row: of a person's block or of a room's.
#[derive(Serialize, Deserialize)]
struct BlockRow {
    id: BlockId,
    #[serde(default, skip_serializing_if = "is_default")]
    staff_id: Option<StaffId>,
    #[serde(default, skip_serializing_if = "is_default")]
    resource_id: Option<ResourceId>,
    date: IstDate,
    time: Interval,
    reason: String,
    created_by: UserId,
    created_at: Instant,
}

impl From<BlockRecord> for BlockRow {
    fn from(block: BlockRecord) -> Self {
        let (staff_id, resource_id) = match block.owner {
            LedgerOwner::Person(id) => (Some(id), None),
            LedgerOwner::Resource(id) => (None, Some(id)),
        };
        Self {
            id: block.id,
            staff_id,
            resource_id,
            date: block.date,
            time: block.time,
            reason: block.reason,
            created_by: block.created_by,
            created_at: block.created_at,
        }
    }
}

impl TryFrom<BlockRow> for BlockRecord {
    type Error = &'static str;

    fn try_from(row: BlockRow) -> Result<Self, Self::Error> {
        let owner = match (row.staff_id, row.resource_id) {
            (Some(id), None) => LedgerOwner::Person(id),
            (None, Some(id)) => LedgerOwner::Resource(id),
            _ => return Err("a block is a person's or a room's"),
        };
        Ok(Self {
            id: row.id,
            owner,
            date: row.date,
            time: row.time,
            reason: row.reason,
            created_by: row.created_by,
            created_at: row.created_at,
        })
    }
}

impl Record for BlockRecord {
    const KIND: &'static str = "block";

    fn key(&self) -> Key {
        keys::block(&self.id)
    }
}

#[cfg(test)]
mod tests {
    use parlour_storage::table::rewritten;
    use serde_json::json;

    use super::*;

    #[test]
    fn whoever_asks_as_a_member_is_told_from_whoever_has_no_place_in_the_team() {
        let leave = |staff: &str, is_member: bool| Leave {
            id: "l1".into(),
            staff_id: staff.into(),
            staff_name: "Rita".to_owned(),
            user_id: "u1".into(),
            is_member,
            leave_type: LeaveType::Sick,
            start_date: "2026-11-20".parse().unwrap(),
            end_date: "2026-11-20".parse().unwrap(),
            reason: None,
            status: LeaveStatus::Pending,
            note: None,
            decided_by: None,
            decided_at: None,
            created_at: Instant::from_millis(0),
            updated_at: Instant::from_millis(0),
        };
        for (staff, is_member, member) in
            [("p1", true, Some("p1")), ("p1", false, Some("p1")), ("u1", true, Some("u1")), ("u1", false, None)]
        {
            assert_eq!(leave(staff, is_member).member(), member.map(StaffId::from).as_ref(), "{staff} {is_member}");
        }
    }

    #[test]
    fn the_golden_row_of_the_leave_ahead_is_read_and_written() {
        let golden = json!({
            "PK": { "S": "STAFF#p1" }, "SK": { "S": "LEAVES_AHEAD" },
            "kind": { "S": "leave_book" }, "format": { "N": "1" }, "v": { "N": "1" },
            "staff_id": { "S": "p1" },
            "spans": { "L": [{ "M": {
                "id": { "S": "l1" }, "start": { "S": "2026-11-20" }, "end": { "S": "2026-11-22" },
            } }] },
        });
        assert_eq!(rewritten::<LeaveBook>(golden.clone()).unwrap(), golden);
    }
}
