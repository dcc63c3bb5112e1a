//! A gem account as its open lots: each earning keeps its own expiry, and what expires first is spent first.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use parlour_storage::table::is_default;
use parlour_values::gems::Gems;
use parlour_values::id::GemTransactionId;
use parlour_values::time::{Instant, IstDate};

/// How long gems live after they are earned.
const LIFETIME: TimeDelta = TimeDelta::days(365);

/// The rest of one earning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lot {
    /// The transaction that earned it.
    pub id: GemTransactionId,
    pub remaining: Gems,
    pub expires_at: Instant,
}

/// Gems taken out of a lot, remembered so that they can be put back as they were.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LotPart {
    pub id: GemTransactionId,
    pub gems: Gems,
    pub expires_at: Instant,
}

/// An earning that was undone after its gems had been spent: other gems stood in for them, or none did. Should the spending
/// be undone too, the gems it returns were never earned: they are owed here first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct UndoneEarning {
    id: GemTransactionId,
    on: IstDate,
    /// The gems nothing stood in for.
    #[serde(default, skip_serializing_if = "is_default")]
    missing: Gems,
    /// The gems that stood in.
    #[serde(default, skip_serializing_if = "is_default")]
    stood_in: Vec<LotPart>,
}

/// The gems that undoing an earning took back, and those that were no longer there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TakenBack {
    pub gems: Gems,
    pub missing: Gems,
}

/// The gems that undoing a redemption put back, and those it returned that had never been earned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PutBack {
    pub gems: Gems,
    pub unearned: Gems,
}

/// More gems were asked for than can be spent now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{wanted} wanted, {spendable} to spend")]
pub struct NotEnoughGems {
    pub wanted: Gems,
    pub spendable: Gems,
}

/// A customer's open lots and running totals. Its balance is what its lots hold, so it can never be negative.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GemAccount {
    /// Never empty ones; soonest to expire first, then by transaction.
    lots: Vec<Lot>,
    total_earned: Gems,
    total_redeemed: Gems,
    /// Of the days on which the spending may still be undone.
    #[serde(default, skip_serializing_if = "is_default")]
    undone: Vec<UndoneEarning>,
}

impl GemAccount {
    pub fn balance(&self) -> Gems {
        self.lots.iter().map(|lot| lot.remaining).sum()
    }

    pub fn total_earned(&self) -> Gems {
        self.total_earned
    }

    pub fn total_redeemed(&self) -> Gems {
        self.total_redeemed
    }

    pub fn lots(&self) -> &[Lot] {
        &self.lots
    }

    /// The gems that can be spent at `now`: lots past their expiry no longer count, even before they are written off.
    pub fn spendable(&self, now: Instant) -> Gems {
        self.lots.iter().filter(|lot| lot.expires_at > now).map(|lot| lot.remaining).sum()
    }

    /// The gems that will be lost on `day`, as the salon counts days.
    pub fn expiring_on(&self, day: IstDate) -> Gems {
        self.lots.iter().filter(|lot| lot.expires_at.ist_date() == day).map(|lot| lot.remaining).sum()
    }

    /// When the next lot expires, if any is open.
    pub fn next_expiry(&self) -> Option<Instant> {
        self.lots.first().map(|lot| lot.expires_at)
    }

    /// Books an earning and answers when it expires; nothing earned opens no lot.
    pub fn earn(&mut self, id: GemTransactionId, gems: Gems, now: Instant) -> Instant {
        let expires_at = now.plus(LIFETIME);
        self.total_earned = self.total_earned.plus(Gems(gems.0.max(0)));
        self.put(LotPart { id, gems, expires_at });
        expires_at
    }

    /// Spends from what expires first; all or nothing.
    pub fn spend(&mut self, gems: Gems, now: Instant) -> Result<Vec<LotPart>, NotEnoughGems> {
        let spendable = self.spendable(now);
        if gems > spendable {
            return Err(NotEnoughGems { wanted: gems, spendable });
        }
        let taken = self.take(gems, |lot| lot.expires_at > now);
        self.total_redeemed = self.total_redeemed.plus(taken.iter().map(|part| part.gems).sum());
        Ok(taken)
    }

    /// Closes the lots that are past at `now`, the oldest first and at most so many, and answers what each still held:
    /// one write-off per earning.
    pub fn expire(&mut self, now: Instant, most: usize) -> Vec<Lot> {
        let past = self.lots.iter().take_while(|lot| lot.expires_at <= now).take(most).count();
        self.lots.drain(..past).collect()
    }

    /// Undoes an earning (its invoice was voided): the lot's own gems first, then, for those already spent, others. What
    /// the account no longer holds is let go, and counts as earned as long as it counts as spent. Once the lot's time is
    /// over, the rest of it was lost, not spent: then nothing stands in for it.
    pub fn reverse_earning(
        &mut self,
        id: &GemTransactionId,
        earned: Gems,
        earned_at: Instant,
        now: Instant,
    ) -> TakenBack {
        let today = now.ist_date();
        self.undone.retain(|undone| undone.on >= today);
        let own: Gems = self.take(earned, |lot| lot.id == *id).iter().map(|part| part.gems).sum();
        if earned_at.plus(LIFETIME) <= now {
            self.total_earned = Gems(self.total_earned.minus(own).0.max(0));
            return TakenBack { gems: own, missing: earned.minus(own) };
        }
        let stood_in = self.take(earned.minus(own), |_| true);
        let gems = own.plus(stood_in.iter().map(|part| part.gems).sum());
        let missing = earned.minus(gems);
        if own < earned {
            self.undone.push(UndoneEarning { id: id.clone(), on: today, missing, stood_in });
        }
        self.total_earned = Gems(self.total_earned.minus(gems).0.max(0));
        TakenBack { gems, missing }
    }

    /// Undoes a redemption: each gem returns to the lot it came from, with the expiry it had. Gems of an earning that was
    /// undone meanwhile go to those that stood in for them, or were never earned.
    pub fn reverse_spending(&mut self, taken: &[LotPart]) -> PutBack {
        let returned: Gems = taken.iter().map(|part| part.gems).sum();
        let mut unearned = Gems::ZERO;
        let mut parts = taken.to_vec();
        while let Some(mut part) = parts.pop() {
            for undone in self.undone.iter_mut().filter(|undone| undone.id == part.id) {
                let owed = undone.missing.min(part.gems);
                undone.missing = undone.missing.minus(owed);
                unearned = unearned.plus(owed);
                part.gems = part.gems.minus(owed);
                while part.gems > Gems::ZERO {
                    let Some(mut stand_in) = undone.stood_in.pop() else { break };
                    let back = stand_in.gems.min(part.gems);
                    part.gems = part.gems.minus(back);
                    stand_in.gems = stand_in.gems.minus(back);
                    parts.push(LotPart { gems: back, ..stand_in.clone() });
                    if stand_in.gems > Gems::ZERO {
                        undone.stood_in.push(stand_in);
                    }
                }
            }
            self.undone.retain(|undone| undone.missing > Gems::ZERO || !undone.stood_in.is_empty());
            self.put(part);
        }
        self.total_redeemed = Gems(self.total_redeemed.minus(returned).0.max(0));
        self.total_earned = Gems(self.total_earned.minus(unearned).0.max(0));
        PutBack { gems: returned.minus(unearned), unearned }
    }

    /// Takes over another account's lots, each with the expiry it has, and its totals.
    pub fn absorb(&mut self, other: &Self) {
        for lot in &other.lots {
            self.put(LotPart { id: lot.id.clone(), gems: lot.remaining, expires_at: lot.expires_at });
        }
        self.total_earned = self.total_earned.plus(other.total_earned);
        self.total_redeemed = self.total_redeemed.plus(other.total_redeemed);
        self.undone.extend(other.undone.iter().cloned());
    }

    fn put(&mut self, part: LotPart) {
        if part.gems <= Gems::ZERO {
            return;
        }
        match self.lots.iter_mut().find(|lot| lot.id == part.id) {
            Some(lot) => lot.remaining = lot.remaining.plus(part.gems),
            None => self.lots.push(Lot { id: part.id, remaining: part.gems, expires_at: part.expires_at }),
        }
        self.lots.sort_by(|a, b| (a.expires_at, &a.id).cmp(&(b.expires_at, &b.id)));
    }

    /// Takes up to `gems` out of the lots that `may` be used, in their order.
    fn take(&mut self, gems: Gems, may: impl Fn(&Lot) -> bool) -> Vec<LotPart> {
        let mut left = gems;
        let mut taken = Vec::new();
        for lot in self.lots.iter_mut().filter(|lot| may(lot)) {
            let part = lot.remaining.min(left);
            if part > Gems::ZERO {
                lot.remaining = lot.remaining.minus(part);
                left = left.minus(part);
                taken.push(LotPart { id: lot.id.clone(), gems: part, expires_at: lot.expires_at });
            }
        }
        self.lots.retain(|lot| lot.remaining > Gems::ZERO);
        taken
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(number: i64) -> Instant {
        "2026-01-01T06:00:00Z".parse::<Instant>().unwrap().plus(TimeDelta::days(number))
    }

    fn account(earnings: &[(&str, i64, i64)]) -> GemAccount {
        let mut account = GemAccount::default();
        for (id, gems, on) in earnings {
            account.earn((*id).into(), Gems(*gems), day(*on));
        }
        account
    }

    fn whole(gems: i64) -> TakenBack {
        TakenBack { gems: Gems(gems), missing: Gems::ZERO }
    }

    fn held(account: &GemAccount) -> Vec<(&str, i64)> {
        account.lots().iter().map(|lot| (lot.id.as_str(), lot.remaining.0)).collect()
    }

    #[test]
    fn gems_live_for_365_days() {
        let mut account = GemAccount::default();
        assert_eq!(account.earn("a".into(), Gems(5), day(0)), day(365));
        assert_eq!(account.spendable(day(365).minus(TimeDelta::milliseconds(1))), Gems(5));
        assert_eq!(account.spendable(day(365)), Gems::ZERO);
    }

    #[test]
    fn what_expires_first_is_spent_first_whatever_the_order_of_earning() {
        let mut account = account(&[("late", 10, 20), ("early", 4, 0)]);
        let taken = account.spend(Gems(6), day(30)).unwrap();
        assert_eq!(
            taken.iter().map(|part| (part.id.as_str(), part.gems.0)).collect::<Vec<_>>(),
            [("early", 4), ("late", 2)]
        );
        assert_eq!(held(&account), [("late", 8)]);
        assert_eq!(account.total_redeemed(), Gems(6));
    }

    #[test]
    fn only_lots_that_gave_something_are_named() {
        let mut account = account(&[("a", 4, 0), ("b", 4, 1)]);
        let taken = account.spend(Gems(2), day(2)).unwrap();
        assert_eq!(taken, [LotPart { id: "a".into(), gems: Gems(2), expires_at: day(365) }]);
    }

    #[test]
    fn a_lot_that_ends_now_is_not_spent() {
        let mut account = account(&[("a", 4, 0), ("b", 4, 100)]);
        account.spend(Gems(4), day(365)).unwrap();
        assert_eq!(held(&account), [("a", 4)]);
    }

    #[test]
    fn a_voided_earning_takes_its_own_lot_first() {
        let mut account = account(&[("a", 4, 0), ("b", 10, 1)]);
        assert_eq!(account.reverse_earning(&"b".into(), Gems(3), day(1), day(2)), whole(3));
        assert_eq!(held(&account), [("a", 4), ("b", 7)]);
    }

    #[test]
    fn another_account_is_taken_over_with_its_lots_and_totals() {
        let (mut kept, mut other) = (account(&[("b", 4, 1)]), account(&[("a", 5, 0), ("c", 3, 2)]));
        kept.spend(Gems(1), day(3)).unwrap();
        other.spend(Gems(2), day(3)).unwrap();
        kept.absorb(&other);
        assert_eq!(held(&kept), [("a", 3), ("b", 3), ("c", 3)]);
        assert_eq!((kept.total_earned(), kept.total_redeemed()), (Gems(12), Gems(3)));
        assert_eq!(kept.next_expiry(), Some(day(365)));
    }

    #[test]
    fn more_than_there_is_to_spend_changes_nothing() {
        let mut account = account(&[("a", 4, 0), ("b", 4, 100)]);
        let before = account.clone();
        assert_eq!(account.spend(Gems(5), day(365)), Err(NotEnoughGems { wanted: Gems(5), spendable: Gems(4) }));
        assert_eq!(account, before);
    }

    #[test]
    fn expiry_writes_off_what_each_past_lot_still_holds_once() {
        let mut account = account(&[("a", 4, 0), ("b", 4, 1), ("c", 4, 2)]);
        account.spend(Gems(1), day(3)).unwrap();
        let past = account.expire(day(366), usize::MAX);
        assert_eq!(past.iter().map(|lot| (lot.id.as_str(), lot.remaining.0)).collect::<Vec<_>>(), [("a", 3), ("b", 4)]);
        assert_eq!(account.expire(day(366), usize::MAX), []);
        assert_eq!(account.balance(), Gems(4));
    }

    #[test]
    fn the_loss_of_one_day_is_summed_over_its_lots() {
        let account = account(&[("a", 4, 0), ("b", 3, 0), ("c", 2, 1)]);
        assert_eq!(account.expiring_on(day(365).ist_date()), Gems(7));
        assert_eq!(account.next_expiry(), Some(day(365)));
    }

    #[test]
    fn a_voided_earning_is_taken_back_even_if_spent_meanwhile() {
        let mut account = account(&[("a", 4, 0), ("b", 10, 1)]);
        account.spend(Gems(4), day(2)).unwrap();
        assert_eq!(account.reverse_earning(&"a".into(), Gems(4), day(0), day(2)), whole(4));
        assert_eq!((held(&account), account.total_earned()), (vec![("b", 6)], Gems(10)));
    }

    #[test]
    fn a_voided_earning_never_drives_the_balance_below_nothing() {
        let mut account = account(&[("a", 4, 0)]);
        account.spend(Gems(3), day(2)).unwrap();
        let back = account.reverse_earning(&"a".into(), Gems(4), day(0), day(2));
        assert_eq!(back, TakenBack { gems: Gems(1), missing: Gems(3) });
        assert_eq!(account.balance(), Gems::ZERO);
    }

    #[test]
    fn gems_of_another_earning_do_not_stand_in_for_those_that_expired() {
        let mut account = account(&[("a", 19, 0), ("b", 7, 364)]);
        assert_eq!(account.expire(day(365), usize::MAX).len(), 1);
        let before = account.clone();
        let back = account.reverse_earning(&"a".into(), Gems(19), day(0), day(365));
        assert_eq!(back, TakenBack { gems: Gems::ZERO, missing: Gems(19) });
        assert_eq!(account, before);
        // A lot that is over gives what it still holds.
        let mut account = super::tests::account(&[("a", 19, 0), ("b", 7, 364)]);
        account.spend(Gems(4), day(1)).unwrap();
        assert_eq!(account.reverse_earning(&"a".into(), Gems(19), day(0), day(365)).gems, Gems(15));
        assert_eq!((held(&account), account.total_earned()), (vec![("b", 7)], Gems(11)));
    }

    #[test]
    fn a_voided_redemption_restores_the_lots_it_drained() {
        let mut account = account(&[("a", 4, 0), ("b", 10, 1)]);
        let before = account.clone();
        let taken = account.spend(Gems(6), day(2)).unwrap();
        assert_eq!(account.reverse_spending(&taken), PutBack { gems: Gems(6), unearned: Gems::ZERO });
        assert_eq!(account, before);
    }

    #[test]
    fn gems_of_a_voided_earning_do_not_come_back_with_a_voided_redemption() {
        let mut account = account(&[("a", 30, 0)]);
        let taken = account.spend(Gems(20), day(0)).unwrap();
        let back = account.reverse_earning(&"a".into(), Gems(30), day(0), day(0));
        assert_eq!(back, TakenBack { gems: Gems(10), missing: Gems(20) });
        assert_eq!((account.total_earned(), account.total_redeemed()), (Gems(20), Gems(20)));
        assert_eq!(account.reverse_spending(&taken), PutBack { gems: Gems::ZERO, unearned: Gems(20) });
        assert_eq!(account, GemAccount::default());
    }

    #[test]
    fn gems_that_stood_in_for_a_voided_earning_are_themselves_again_with_a_voided_redemption() {
        for order in [["b", "c"], ["c", "b"]] {
            let mut account = account(&[("a", 5, 0), ("b", 4, 0), ("c", 4, 0)]);
            let before = super::tests::account(&[("a", 5, 0)]);
            let taken = account.spend(Gems(11), day(0)).unwrap();
            for id in order {
                account.reverse_earning(&id.into(), Gems(4), day(0), day(0));
            }
            account.reverse_spending(&taken);
            assert_eq!(account, before, "{order:?}");
        }
    }

    #[derive(Clone, Debug)]
    enum Step {
        Earn(i64),
        Spend(i64),
        Expire,
        VoidEarning(usize),
        VoidSpending(usize),
    }

    fn any_step() -> impl Strategy<Value = Step> {
        prop_oneof![
            (0..60_i64).prop_map(Step::Earn),
            (0..60_i64).prop_map(Step::Spend),
            Just(Step::Expire),
            (0..5_usize).prop_map(Step::VoidEarning),
            (0..5_usize).prop_map(Step::VoidSpending),
        ]
    }

    proptest! {
        #[test]
        fn no_gem_appears_or_vanishes_unaccounted(steps in prop::collection::vec((any_step(), 0..200_i64), 0..40)) {
            let (mut account, mut now) = (GemAccount::default(), 0);
            let (mut earnings, mut spendings) = (Vec::new(), Vec::new());
            let mut expected = 0;
            for (at, (step, days)) in steps.into_iter().enumerate() {
                now += days;
                match step {
                    Step::Earn(gems) => {
                        let id = GemTransactionId::from(format!("{at:03}"));
                        account.earn(id.clone(), Gems(gems), day(now));
                        earnings.push((id, Gems(gems), day(now)));
                        expected += gems;
                    }
                    Step::Spend(gems) => {
                        let before = account.spendable(day(now));
                        match account.spend(Gems(gems), day(now)) {
                            Ok(taken) => {
                                prop_assert_eq!(taken.iter().map(|part| part.gems).sum::<Gems>(), Gems(gems));
                                prop_assert!(taken.iter().all(|part| part.expires_at > day(now)));
                                spendings.push(taken);
                                expected -= gems;
                            }
                            Err(refused) => prop_assert!(refused.spendable == before && Gems(gems) > before),
                        }
                    }
                    Step::Expire => {
                        expected -= account.expire(day(now), usize::MAX).iter().map(|lot| lot.remaining.0).sum::<i64>();
                        prop_assert_eq!(account.balance(), account.spendable(day(now)));
                    }
                    Step::VoidEarning(which) if which < earnings.len() => {
                        let (id, gems, earned_at) = earnings.swap_remove(which);
                        let back = account.reverse_earning(&id, gems, earned_at, day(now));
                        prop_assert_eq!(back.gems.plus(back.missing), gems);
                        expected -= back.gems.0;
                    }
                    Step::VoidSpending(which) if which < spendings.len() => {
                        expected += account.reverse_spending(&spendings.swap_remove(which)).gems.0;
                    }
                    Step::VoidEarning(_) | Step::VoidSpending(_) => {}
                }
                prop_assert_eq!(account.balance(), Gems(expected));
                prop_assert!(account.balance() >= Gems::ZERO && account.lots().iter().all(|lot| lot.remaining > Gems::ZERO));
                prop_assert!(account.lots().is_sorted_by_key(|lot| lot.expires_at));
            }
        }
    }
}
