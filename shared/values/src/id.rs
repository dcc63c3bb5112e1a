//! Typed ids, opaque to clients and sorted by creation, and the source of randomness.

use std::sync::{Arc, Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng};
use uuid::{Timestamp, Uuid};

use crate::dry_run::{self, DryRunMark};
use crate::time::{Clock, Instant};

/// The id of one kind of record. Any text is accepted in requests (an unknown id is a 404); new ids are time-ordered.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                <String as utoipa::PartialSchema>::schema()
            }
        }

        impl utoipa::ToSchema for $name {}
    )*};
}

ids! {
    UserId,
    SessionId,
    BranchId,
    CategoryId,
    ServiceId,
    BookingId,
    BookingServiceId,
    LeadId,
    NoteId,
    TagId,
    ProfileId,
    OfferId,
    TierId,
    MembershipId,
    InvoiceId,
    CreditNoteId,
    /// A line of a bill and of its invoice: unique within it.
    LineId,
    /// A payment of an invoice: unique within it.
    PaymentId,
    ProductId,
    StockMovementId,
    DrawerId,
    DrawerMovementId,
    PayAdjustmentId,
    GemTransactionId,
    NotificationId,
    StaffId,
    LeaveId,
    BlockId,
    ClosureId,
    /// A room or a piece of equipment.
    ResourceId,
    /// A wish of somebody on the waitlist.
    WishId,
    /// Appointments that repeat.
    RepeatId,
    InviteId,
    TokenId,
    WebhookId,
    MessageId,
    EventId,
    JobRunId,
    /// Identifies one attempt of a write, so that a retry after a lost response is recognised.
    AttemptId,
}

/// The lower bound of the ids created at this moment or later.
pub fn first_id_of(moment: Instant) -> String {
    format!("{:012x}", moment.millis().max(0))
}

/// When an id of ours was made; `None` for any other text.
pub fn moment_of(id: &str) -> Option<Instant> {
    let millis = id.get(..12).filter(|_| id.len() == 32)?;
    i64::from_str_radix(millis, 16).ok().map(Instant::from_millis)
}

/// Generates ids, tokens and random numbers. Seeded in tests.
#[derive(Clone)]
pub struct Random {
    clock: Clock,
    inner: Arc<Mutex<DrawnSoFar>>,
    /// Set in a dry run: what it draws only stands for what would be drawn.
    dry_run: Option<DryRunMark>,
}

struct DrawnSoFar {
    rng: StdRng,
    /// The millisecond and the random bits of the last id, so that ids of the same millisecond stay ordered.
    last: (i64, u128),
}

/// The random bits of a UUID version 7.
const ID_BITS: u8 = 74;

impl Random {
    pub fn from_system(clock: Clock) -> Self {
        Self::with(clock, rand::make_rng())
    }

    pub fn seeded(clock: Clock, seed: u64) -> Self {
        Self::with(clock, StdRng::seed_from_u64(seed))
    }

    fn with(clock: Clock, rng: StdRng) -> Self {
        Self { clock, inner: Arc::new(Mutex::new(DrawnSoFar { rng, last: (0, 0) })), dry_run: None }
    }

    /// The same source for a dry run, with a mark of its own.
    pub fn dry_run(&self) -> Self {
        let mark = DryRunMark::new(self.text(dry_run::LENGTH, dry_run::LETTERS));
        Self { dry_run: Some(mark), ..self.clone() }
    }

    /// The mark of the dry run, if this is one.
    pub fn mark(&self) -> Option<&DryRunMark> {
        self.dry_run.as_ref()
    }

    /// A number, or an id made up of other things, that the act takes: in a dry run, what stands for it.
    pub fn issue(&self, text: String) -> String {
        match &self.dry_run {
            Some(mark) => mark.stand_in(&text),
            None => text,
        }
    }

    /// A new id, which sorts after all earlier ones.
    pub fn id<T: From<String>>(&self) -> T {
        let now = self.clock.now().millis();
        let mut inner = self.lock();
        let (last, low) = inner.last;
        let (millis, low) = if now > last {
            // The top bit stays zero, to leave room for ids that follow in the same millisecond.
            (now, inner.rng.random::<u128>() >> (128 - ID_BITS + 1))
        } else {
            (last, low + 1 + u128::from(inner.rng.random::<u32>()))
        };
        inner.last = (millis, low);
        let (seconds, nanos) =
            (millis.div_euclid(1000).unsigned_abs(), millis.rem_euclid(1000).unsigned_abs() * 1_000_000);
        let moment = Timestamp::from_unix_time(seconds, u32::try_from(nanos).unwrap_or(0), low, ID_BITS);
        T::from(self.issue(Uuid::new_v7(moment).simple().to_string()))
    }

    /// `length` random characters out of `alphabet`.
    pub fn text(&self, length: usize, alphabet: &str) -> String {
        let letters: Vec<char> = alphabet.chars().collect();
        let mut inner = self.lock();
        let drawn =
            (0..length).filter_map(|_| letters.get(inner.rng.random_range(0..letters.len().max(1))).copied()).collect();
        self.issue(drawn)
    }

    /// 256 random bits, for tokens that must not be guessable. A dry run makes no secret.
    pub fn secret(&self) -> [u8; 32] {
        if let Some(mark) = &self.dry_run {
            return mark.secret();
        }
        let mut bytes = [0; 32];
        self.lock().rng.fill_bytes(&mut bytes);
        bytes
    }

    /// A whole number below `bound`; 0 if `bound` is 0.
    pub fn below(&self, bound: usize) -> usize {
        if bound == 0 { 0 } else { self.lock().rng.random_range(0..bound) }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, DrawnSoFar> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_sort_by_creation_and_never_repeat() {
        let random = Random::seeded(Clock::fixed("2026-11-16T04:30:00Z".parse().unwrap()), 1);
        let made: Vec<BookingId> = (0..1000).map(|_| random.id()).collect();
        let mut sorted = made.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(made, sorted);
    }

    #[test]
    fn first_id_of_bounds_the_ids_of_its_moment() {
        let at = |text: &str| text.parse::<Instant>().unwrap();
        let made: BookingId = Random::seeded(Clock::fixed(at("2026-11-16T04:30:00.000Z")), 1).id();
        assert!(made.as_str() > first_id_of(at("2026-11-16T04:30:00.000Z")).as_str());
        assert!(made.as_str() < first_id_of(at("2026-11-16T04:30:00.001Z")).as_str());
        assert_eq!(moment_of(made.as_str()), Some(at("2026-11-16T04:30:00.000Z")));
        assert_eq!(moment_of("e1"), None);
    }

    #[test]
    fn what_a_dry_run_draws_carries_its_mark() {
        let random = Random::seeded(Clock::fixed("2026-11-16T04:30:00Z".parse().unwrap()), 1).dry_run();
        let drawn = [random.id::<BookingId>().to_string(), random.text(5, "ABC"), random.issue("BK-1".to_owned())];
        for text in drawn {
            let mut value = serde_json::json!(text);
            random.mark().unwrap().blank(&mut value);
            assert!(value.is_null(), "{text}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_ids() {
        let made = |seed| {
            let random = Random::seeded(Clock::fixed("2026-11-16T04:30:00Z".parse().unwrap()), seed);
            (0..3).map(|_| random.id::<BookingId>()).collect::<Vec<_>>()
        };
        assert_eq!(made(1), made(1));
        assert_ne!(made(1), made(2));
        assert_eq!(made(1)[0].as_str().get(12..13), Some("7"), "version 7: {:?}", made(1));
    }
}
