//! Events as programs read them: the feed, and whether the audit log is as it was sealed.

use chrono::TimeDelta;
use serde::Serialize;
use utoipa::ToSchema;

use super::Operations;
use crate::event_view::EventView;
use parlour_storage::events::{BrokenReason, EventType, FeedCursor, FeedError, FeedQuery, read_feed, verify};
use parlour_storage::failure::Failure;
use parlour_storage::table::TableError;
use parlour_values::id::EventId;
use parlour_values::input::{Int, List, Problems, Read, Text, body};
use parlour_values::time::IstDate;

/// How long the feed keeps an event.
const EVENTS_KEPT: TimeDelta = TimeDelta::days(90);
/// Events of a page, where the reader does not say.
const PAGE: usize = 50;
/// The days that are verified where no first day is given, and the most at once.
const DAYS_BACK: u64 = 7;
const MOST_DAYS: u64 = 366;

body! {
    /// Events after a cursor, of some types.
    pub struct EventsRequest {
        /// `nextCursor` of the page before; without it, from the oldest event that is kept.
        after: Option<Text<1, 200>>,
        types: Option<List<EventType, 1, 100>>,
        limit: Option<Int<1, 100>>,
    }
}

body! {
    /// The days whose events are verified; without `from`, the last week. Where too much happened on them for one answer, the
    /// answer says from which day on to ask again.
    pub struct VerifyRequest, checked {
        from: Option<IstDate>,
        to: Option<IstDate>,
    }
}

impl VerifyRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if let Some((from, to)) = read.from.given().copied().zip(read.to.given().copied()) {
            if to < from {
                problems.add("to", "must not be before from");
            } else if from.plus_days(MOST_DAYS) < to {
                problems.add("to", format!("must be at most {MOST_DAYS} days after from"));
            }
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventsAnswer {
    pub events: Vec<EventView>,
    /// To be given as `after` the next time, also where nothing is new.
    pub next_cursor: String,
    /// There is nothing behind it yet.
    pub up_to_date: bool,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BrokenView {
    pub id: EventId,
    pub reason: BrokenReason,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifyAnswer {
    pub checked: usize,
    pub broken: Vec<BrokenView>,
    /// How many of those named are gone because they need not be kept any longer.
    pub expired: usize,
    /// The hash of the last event of all.
    pub head: Option<String>,
    /// The days that were verified.
    pub from: IstDate,
    pub to: IstDate,
    /// Not all days asked for were verified: they go on with `nextFrom`.
    pub is_cut: bool,
    pub next_from: Option<IstDate>,
}

impl Operations<'_> {
    pub async fn events(&self, request: &EventsRequest) -> Result<EventsAnswer, Failure<FeedError>> {
        let after = request.after.as_deref().map(str::parse::<FeedCursor>).transpose()?;
        let types: &[EventType] = request.types.as_ref().map_or(&[], |types| &**types);
        let limit = request.limit.map_or(PAGE, |limit| usize::try_from(limit.as_u32()).unwrap_or(PAGE));
        let now = self.0.clock.now();
        let since = now.minus(EVENTS_KEPT);
        let page = read_feed(&self.0.table, FeedQuery { after, types, limit, since, now }).await?;
        Ok(EventsAnswer {
            events: page.events.into_iter().map(EventView::from).collect(),
            next_cursor: page.next.to_string(),
            up_to_date: page.is_last,
        })
    }

    pub async fn verify(&self, request: &VerifyRequest) -> Result<VerifyAnswer, TableError> {
        let now = self.0.clock.now();
        let asked = request.to.unwrap_or_else(|| now.ist_date()).min(now.ist_date());
        let from = request.from.unwrap_or_else(|| asked.minus_days(DAYS_BACK));
        let verified = verify(&self.0.table, from, asked.min(from.plus_days(MOST_DAYS)), now).await?;
        let broken = verified.broken.into_iter().map(|broken| BrokenView { id: broken.id, reason: broken.reason });
        let is_cut = verified.through < asked;
        Ok(VerifyAnswer {
            checked: verified.checked,
            broken: broken.collect(),
            expired: verified.expired,
            head: verified.head,
            from,
            to: verified.through,
            is_cut,
            next_from: is_cut.then(|| verified.through.plus_days(1)),
        })
    }
}
