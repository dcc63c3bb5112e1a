//! Opening balances: what customers bring along stands as such in their history.

use serde_json::{Value, json};

use parlour_money::gems::{GemTransaction, GemTransactionType, GemsAccount};
use parlour_people::customers::{OpeningBalances, OpeningChange, Profile};
use parlour_storage::table::Stored;
use parlour_values::gems::Gems;
use parlour_values::id::{GemTransactionId, UserId};
use parlour_values::input::{Int, MAX_NUMBER, Problems};
use parlour_values::money::Paise;
use parlour_values::time::Instant;

/// How it stands in the history of gems.
const OPENING: &str = "Opening balance";

pub(super) struct OpeningFacts<'a> {
    pub profile: &'a Profile,
    /// The walk-in whom the row means, where it is one who has become this customer.
    pub walk_in: Option<&'a UserId>,
    pub account: Option<&'a Stored<GemsAccount>>,
    pub at: Instant,
}

/// The gems account after it, and the line that says so.
pub(super) struct GemsOpening {
    pub account: GemsAccount,
    pub line: GemTransaction,
}

/// The changes by a row's opening balances.
#[derive(Default)]
pub(super) struct Opening {
    pub gems: Option<GemsOpening>,
    /// By how much the due changes.
    due: Option<Paise>,
    /// The opening balances that the profile keeps.
    kept: Option<OpeningBalances>,
}

/// An amount that a row may leave out.
pub(super) type GivenAmount = Option<Int<0, MAX_NUMBER>>;

pub(super) fn open(
    facts: OpeningFacts<'_>,
    gems: GivenAmount,
    due: GivenAmount,
    line: impl FnOnce() -> GemTransactionId,
) -> Result<Opening, Problems> {
    let OpeningFacts { profile, walk_in, account, at } = facts;
    let given = profile.opening.as_ref().and_then(|given| given.part(walk_in));
    let mut kept = profile.opening.clone().unwrap_or_else(|| OpeningBalances::none(at));
    let (all, mut part) = (kept.clone(), given.clone().unwrap_or_default());
    // An export of today, or an older one, speaks of all that those brought who are this customer by now.
    let may_be_of_all = walk_in.is_none() && !all.merged.is_empty();
    let is_of_all = |asked: i64, all: i64, now: i64| may_be_of_all && (asked == all || asked == now);
    let mut problems = Problems::default();
    let mut opening = Opening::default();

    if let Some(asked) = gems.map(Int::get) {
        let balance = account.map_or(Gems::ZERO, |account| account.account.balance());
        let rest = all.gems.minus(part.gems);
        match OpeningChange::of_part(asked, given.as_ref().map(|given| given.gems.0), rest.0, balance.0) {
            _ if is_of_all(asked, all.gems.0, balance.0) => {}
            OpeningChange::Stays => {}
            OpeningChange::Moves(by) => {
                let moved = moved_gems(profile, account, part.gems_line.as_ref(), Gems(by), at, line());
                part.gems = Gems(asked);
                part.gems_line = part.gems_line.or_else(|| Some(moved.line.id.clone()));
                opening.gems = Some(moved);
            }
            OpeningChange::TooLate => problems.add("gemsBalance", too_late("gems", balance.0)),
        }
    }
    if let Some(asked) = due.map(Int::get) {
        let rest = all.due.minus(part.due);
        match OpeningChange::of_due(asked, given.as_ref().map(|given| given.due.0), rest.0, profile.due.0) {
            _ if is_of_all(asked, all.due.0, profile.due.0) => {}
            OpeningChange::Stays => {}
            OpeningChange::Moves(by) => {
                part.due = Paise(asked);
                opening.due = Some(Paise(by));
            }
            OpeningChange::TooLate => problems.add("duePaise", too_late("paise", profile.due.0)),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    if opening.gems.is_some() || opening.due.is_some() {
        kept.set_part(walk_in, part);
        opening.kept = Some(kept);
    }
    Ok(opening)
}

fn too_late(what: &str, now: i64) -> String {
    format!("is not the balance here, which has moved: {now} {what} by now")
}

/// The account with so many gems more, or fewer, and the line of it.
fn moved_gems(
    profile: &Profile,
    account: Option<&Stored<GemsAccount>>,
    lot: Option<&GemTransactionId>,
    by: Gems,
    at: Instant,
    id: GemTransactionId,
) -> GemsOpening {
    let opened = || GemsAccount::opened(profile.user_id.clone(), at);
    let mut after = account.map_or_else(opened, |account| account.record.clone());
    after.updated_at = at;
    let expires_at = if by > Gems::ZERO {
        Some(after.account.earn(id.clone(), by, at))
    } else {
        after.account.reverse_earning(lot.unwrap_or(&id), Gems::ZERO.minus(by), at, at);
        None
    };
    let line = GemTransaction {
        id,
        user_id: profile.user_id.clone(),
        kind: GemTransactionType::Adjusted,
        gems: by,
        description: OPENING.to_owned(),
        expires_at,
        invoice_id: None,
        invoice_number: None,
        created_at: at,
    };
    GemsOpening { account: after, line }
}

impl Opening {
    /// The names of the columns that change something.
    pub fn changed(&self) -> Vec<&'static str> {
        let gems = self.gems.as_ref().map(|_| "gemsBalance");
        gems.into_iter().chain(self.due.map(|_| "duePaise")).collect()
    }

    /// Their fields in the event.
    pub fn told(&self) -> Vec<(String, Value)> {
        let gems = self.gems.as_ref().map(|gems| ("openingGems".to_owned(), json!(gems.line.gems)));
        gems.into_iter().chain(self.due.map(|due| ("openingDuePaise".to_owned(), json!(due)))).collect()
    }

    /// The profile keeps what it was given.
    pub fn keep(&self, profile: &mut Profile) {
        if let Some(kept) = &self.kept {
            profile.opening = Some(kept.clone());
        }
        if let Some(due) = self.due {
            profile.due = profile.due.plus(due);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_values::input::Field as _;

    fn asked(number: i64) -> GivenAmount {
        Some(Int::from_json(&json!(number), "n", &mut Problems::default()).unwrap())
    }

    #[test]
    fn gems_are_a_line_of_the_history_and_a_lot_that_ends_as_others_do() {
        let at: Instant = "2026-11-16T04:30:00Z".parse().unwrap();
        let mut profile = Profile::bare("p1".into(), "u1".into(), at);
        let opened = |profile: &Profile, gems, due| {
            open(OpeningFacts { profile, walk_in: None, account: None, at }, asked(gems), asked(due), || "l1".into())
        };
        let opening = opened(&profile, 120, 50_000).unwrap();
        let gems = opening.gems.as_ref().unwrap();
        assert_eq!((gems.line.gems, gems.account.account.balance()), (Gems(120), Gems(120)));
        assert_eq!(gems.line.expires_at, gems.account.account.next_expiry());
        assert_eq!(gems.line.description, OPENING);
        opening.keep(&mut profile);
        let kept = profile.opening.clone().unwrap();
        assert_eq!(
            (kept.gems, kept.gems_line, kept.due, profile.due),
            (Gems(120), Some("l1".into()), Paise(50_000), Paise(50_000))
        );
        let settled = opened(&profile, 120, 0).unwrap();
        assert_eq!(settled.changed(), ["duePaise"]);
        settled.keep(&mut profile);
        assert_eq!(profile.due, Paise::ZERO);
        assert!(opened(&profile, 120, 0).unwrap().changed().is_empty());
    }

    #[test]
    fn whoever_was_merged_keeps_a_part_of_their_own_beside_what_was_there() {
        let at: Instant = "2026-11-16T04:30:00Z".parse().unwrap();
        let bare = |id: &str| Profile::bare(id.into(), id.into(), at);
        let with = |id: &str, gems, due| {
            let opening = OpeningBalances { gems: Gems(gems), due: Paise(due), ..OpeningBalances::none(at) };
            Profile { opening: Some(opening), due: Paise(due), ..bare(id) }
        };
        let (asha, usha) = (with("asha", 100, 5000), with("usha", 50, 7000));
        let opening = OpeningBalances::joined(asha.opening.clone(), &usha, None, at);
        let mut asha = Profile { opening: Some(opening), due: Paise(12_000), ..asha };
        let mut account = GemsAccount::opened("asha".into(), at);
        account.account.earn("l1".into(), Gems(150), at);
        let account = Stored { record: account, version: 1 };
        let usha = UserId::from("usha");
        let changed = |asha: &Profile, walk_in, gems, due| {
            let facts = OpeningFacts { profile: asha, walk_in, account: Some(&account), at };
            let opening = open(facts, asked(gems), asked(due), || "l2".into()).unwrap();
            (opening.changed(), opening.due, opening.kept)
        };
        for (walk_in, gems, due) in [(None, 100, 5000), (None, 150, 12_000), (Some(&usha), 50, 7000)] {
            assert_eq!(changed(&asha, walk_in, gems, due).0, Vec::<&str>::new(), "{walk_in:?}");
        }
        let (what, by, kept) = changed(&asha, Some(&usha), 60, 0);
        assert_eq!((what, by), (vec!["gemsBalance", "duePaise"], Some(Paise(-7000))));
        let kept = kept.unwrap();
        assert_eq!((kept.gems, kept.due, kept.own().gems), (Gems(160), Paise(5000), Gems(100)));
        asha.opening = None;
        assert_eq!(changed(&asha, None, 150, 12_000).0, Vec::<&str>::new(), "as they are now");
    }

    #[test]
    fn nothing_is_opened_by_nothing() {
        let at: Instant = "2026-11-16T04:30:00Z".parse().unwrap();
        let profile = Profile::bare("p1".into(), "u1".into(), at);
        let facts = OpeningFacts { profile: &profile, walk_in: None, account: None, at };
        let opening = open(facts, asked(0), None, || "l1".into()).unwrap();
        assert!(opening.changed().is_empty() && opening.kept.is_none());
    }
}
