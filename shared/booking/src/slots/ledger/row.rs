//! The row of a day.

use serde::{Deserialize, Serialize};

use super::super::roster::DayException;
use super::{Block, Busy, DayLedger, LedgerOwner};
use parlour_storage::table::is_default;
use parlour_values::id::{BlockId, BookingId, BranchId, LeaveId, ResourceId, StaffId};
use parlour_values::time::{Instant, Interval, IstDate, TimeOfDay};

#[derive(Serialize, Deserialize)]
pub(super) struct DayRow {
    /// Of a person's day.
    #[serde(default, skip_serializing_if = "is_default")]
    staff_id: Option<StaffId>,
    /// Of a room's day.
    #[serde(default, skip_serializing_if = "is_default")]
    resource_id: Option<ResourceId>,
    date: IstDate,
    #[serde(default, skip_serializing_if = "is_default")]
    exception: Option<DayException>,
    #[serde(default, skip_serializing_if = "is_default")]
    leave: Vec<LeaveId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    blocks: Vec<LedgerBlockRow>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    busy: Vec<BusyRow>,
    #[serde(default, skip_serializing_if = "is_default")]
    crowd: Vec<Interval>,
    #[serde(default, skip_serializing_if = "is_default")]
    over: Vec<BookingId>,
}

#[derive(Serialize, Deserialize)]
struct LedgerBlockRow {
    block_id: BlockId,
    start: TimeOfDay,
    end: TimeOfDay,
}

#[derive(Serialize, Deserialize)]
struct BusyRow {
    start: TimeOfDay,
    end: TimeOfDay,
    booking_id: BookingId,
    branch_id: BranchId,
    #[serde(default, skip_serializing_if = "is_default")]
    is_confirmed: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    offered_until: Option<Instant>,
}

impl From<DayLedger> for DayRow {
    fn from(day: DayLedger) -> Self {
        let (staff_id, resource_id) = match day.owner {
            LedgerOwner::Person(id) => (Some(id), None),
            LedgerOwner::Resource(id) => (None, Some(id)),
        };
        Self {
            staff_id,
            resource_id,
            date: day.date,
            exception: day.exception,
            leave: day.leave,
            blocks: day.blocks.into_iter().map(Into::into).collect(),
            busy: day.busy.into_iter().map(Into::into).collect(),
            crowd: day.crowd,
            over: day.over,
        }
    }
}

impl TryFrom<DayRow> for DayLedger {
    type Error = &'static str;

    fn try_from(row: DayRow) -> Result<Self, Self::Error> {
        let owner = match (row.staff_id, row.resource_id) {
            (Some(id), None) => LedgerOwner::Person(id),
            (None, Some(id)) => LedgerOwner::Resource(id),
            _ => return Err("a day is a person's or a room's"),
        };
        Ok(Self {
            owner,
            date: row.date,
            exception: row.exception,
            leave: row.leave,
            blocks: row.blocks.into_iter().map(Into::into).collect(),
            busy: row.busy.into_iter().map(Into::into).collect(),
            crowd: row.crowd,
            over: row.over,
        })
    }
}

impl From<Block> for LedgerBlockRow {
    fn from(Block { block_id, start, end }: Block) -> Self {
        Self { block_id, start, end }
    }
}

impl From<LedgerBlockRow> for Block {
    fn from(LedgerBlockRow { block_id, start, end }: LedgerBlockRow) -> Self {
        Self { block_id, start, end }
    }
}

impl From<Busy> for BusyRow {
    fn from(Busy { start, end, booking_id, branch_id, is_confirmed, offered_until }: Busy) -> Self {
        Self { start, end, booking_id, branch_id, is_confirmed, offered_until }
    }
}

impl From<BusyRow> for Busy {
    fn from(BusyRow { start, end, booking_id, branch_id, is_confirmed, offered_until }: BusyRow) -> Self {
        Self { start, end, booking_id, branch_id, is_confirmed, offered_until }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::slots::spans::{span, spans};
    use parlour_storage::table::{record_of, row_of};

    fn is_stored_as(day: &DayLedger, golden: &str) {
        let golden: Value = serde_json::from_str(golden).unwrap();
        assert_eq!(serde_json::to_value(row_of(day).unwrap()).unwrap(), golden);
        assert_eq!(record_of::<DayLedger>(serde_json::from_value(golden).unwrap()).unwrap(), *day);
    }

    #[test]
    fn an_empty_day_is_its_key() {
        let day = DayLedger::empty("meera".into(), "2026-11-17".parse().unwrap());
        is_stored_as(
            &day,
            r#"{
            "PK": { "S": "STAFF#meera" },
            "SK": { "S": "DAY#2026-11-17" },
            "kind": { "S": "day" },
            "format": { "N": "1" },
            "v": { "N": "1" },
            "date": { "S": "2026-11-17" },
            "staff_id": { "S": "meera" }
        }"#,
        );
    }

    #[test]
    fn every_field_is_stored_under_its_name() {
        let mut day = DayLedger::empty("meera".into(), "2026-11-17".parse().unwrap());
        day.exception = Some(DayException::Shifts { shifts: spans(&["10:00-24:00"]), breaks: spans(&["14:00-14:30"]) });
        day.give_leave("l1".into());
        day.block(Block::new("tea".into(), span("16:00-24:00")));
        day.record([Busy::new(span("23:30-24:00"), "a".into(), "blr".into(), true)]);
        day.record([Busy::new(span("10:00-11:00"), "r".into(), "blr".into(), false)]);
        day.crowd = spans(&["12:00-13:00"]);
        day.end(&"early".into());
        is_stored_as(
            &day,
            r#"{
            "PK": { "S": "STAFF#meera" },
            "SK": { "S": "DAY#2026-11-17" },
            "kind": { "S": "day" },
            "format": { "N": "1" },
            "v": { "N": "1" },
            "blocks": { "L": [{ "M": { "block_id": { "S": "tea" }, "end": { "S": "24:00" }, "start": { "S": "16:00" } } }] },
            "busy": { "L": [
                { "M": {
                    "booking_id": { "S": "r" },
                    "branch_id": { "S": "blr" },
                    "end": { "S": "11:00" },
                    "start": { "S": "10:00" }
                } },
                { "M": {
                    "booking_id": { "S": "a" },
                    "branch_id": { "S": "blr" },
                    "end": { "S": "24:00" },
                    "is_confirmed": { "BOOL": true },
                    "start": { "S": "23:30" }
                } }
            ] },
            "crowd": { "L": [{ "M": { "end": { "S": "13:00" }, "start": { "S": "12:00" } } }] },
            "date": { "S": "2026-11-17" },
            "exception": { "M": { "shifts": { "M": {
                "breaks": { "L": [{ "M": { "end": { "S": "14:30" }, "start": { "S": "14:00" } } }] },
                "shifts": { "L": [{ "M": { "end": { "S": "24:00" }, "start": { "S": "10:00" } } }] }
            } } } },
            "leave": { "L": [{ "S": "l1" }] },
            "over": { "L": [{ "S": "early" }] },
            "staff_id": { "S": "meera" }
        }"#,
        );
    }

    #[test]
    fn a_rooms_day_names_the_room_and_an_offer_says_until_when() {
        let mut day = DayLedger::of(LedgerOwner::Resource("room".into()), "2026-11-17".parse().unwrap());
        let until = "2026-11-17T04:30:00Z".parse().unwrap();
        day.record([Busy::offered(span("10:00-11:00"), "w".into(), "blr".into(), until)]);
        is_stored_as(
            &day,
            r#"{
            "PK": { "S": "RESOURCE#room" },
            "SK": { "S": "DAY#2026-11-17" },
            "kind": { "S": "day" },
            "format": { "N": "1" },
            "v": { "N": "1" },
            "busy": { "L": [{ "M": {
                "booking_id": { "S": "w" },
                "branch_id": { "S": "blr" },
                "end": { "S": "11:00" },
                "offered_until": { "S": "2026-11-17T04:30:00.000Z" },
                "start": { "S": "10:00" }
            } }] },
            "date": { "S": "2026-11-17" },
            "resource_id": { "S": "room" }
        }"#,
        );
    }

    #[test]
    fn a_day_off_says_so() {
        let off = DayLedger {
            exception: Some(DayException::Off),
            ..DayLedger::empty("meera".into(), "2026-11-17".parse().unwrap())
        };
        let row = serde_json::to_value(row_of(&off).unwrap()).unwrap();
        assert_eq!(row["exception"], json!({ "S": "off" }));
        assert_eq!(record_of::<DayLedger>(serde_json::from_value(row).unwrap()).unwrap(), off);
    }
}
