//! The demo salon's messages to phones: every kind in both languages.

use parlour_setup::messages::{MessageKind, MessageTemplate};
use parlour_storage::table::Bulk;
use parlour_values::language::Language;

use super::calendar::Calendar;

/// Of a carrier's registry, where each template has a number of its own.
const FIRST_DLT_ID: u64 = 1_707_160_000_000_000_001;

pub fn write(records: &mut Bulk, calendar: &Calendar) {
    let of_kind = |kind: &'static MessageKind| Language::ALL.iter().map(move |language| (*kind, *language));
    for ((kind, language), id) in MessageKind::ALL.iter().flat_map(of_kind).zip(FIRST_DLT_ID..) {
        let suggested = MessageTemplate::suggested(kind, language, calendar.opened);
        records.put(&MessageTemplate { dlt_template_id: Some(id.to_string()), ..suggested });
    }
}
