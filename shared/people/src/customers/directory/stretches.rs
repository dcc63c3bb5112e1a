//! Which stretches of a long text may hold a word: sets of the groups of bytes in each, so that most are not searched.

use std::ops::Range;

use super::places::PlaceSet;

/// How many bytes of the text share a set, and how many bits the set has: an eighth of the text's size.
const STRETCH: usize = 4_096;
const BITS: usize = 4_096;
/// A word that begins in a stretch may end in the next one: so many bytes of that one belong to the set, too.
const OVERLAP: usize = 128;

/// Every stretch of many rows has most groups of three digits, of which phones and numbers are made: words that are long
/// enough are looked for by longer groups, few of which are everywhere.
pub(super) struct Stretches {
    short: Groups,
    long: Groups,
}

impl Default for Stretches {
    fn default() -> Self {
        Self { short: Groups::of(3), long: Groups::of(6) }
    }
}

impl Stretches {
    pub fn reserve(&mut self, bytes: usize) {
        for groups in [&mut self.short, &mut self.long] {
            groups.sets.reserve_exact(bytes / STRETCH + 1);
        }
    }

    /// Takes in what was added to the text.
    pub fn follow(&mut self, text: &[u8]) {
        self.short.follow(text);
        self.long.follow(text);
    }

    /// The ranges in which the word may begin, in this order. A word without a group may begin anywhere.
    pub fn holding(&self, word: &[u8]) -> impl Iterator<Item = Range<usize>> {
        let word = word.get(..OVERLAP).unwrap_or(word);
        let groups = if word.len() < self.long.length { &self.short } else { &self.long };
        groups.holding(word)
    }

    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.short.bytes() + self.long.bytes()
    }
}

/// For each stretch, the groups of a length that begin in it.
struct Groups {
    length: usize,
    sets: Vec<PlaceSet>,
    /// The start of the next group that is in no set yet.
    next: usize,
}

impl Groups {
    fn of(length: usize) -> Self {
        Self { length, sets: Vec::new(), next: 0 }
    }

    fn follow(&mut self, text: &[u8]) {
        let added = text.get(self.next..).unwrap_or_default();
        for (at, bit) in (self.next..).zip(bits(added, self.length)) {
            let stretch = at / STRETCH;
            if stretch == self.sets.len() {
                self.sets.push(PlaceSet::none(BITS));
            }
            let before = stretch.checked_sub(1).filter(|_| at % STRETCH < OVERLAP);
            for set in [Some(stretch), before].into_iter().flatten() {
                if let Some(set) = self.sets.get_mut(set) {
                    set.add(bit);
                }
            }
        }
        self.next = self.next.max(text.len().saturating_add(1).saturating_sub(self.length));
    }

    fn holding(&self, word: &[u8]) -> impl Iterator<Item = Range<usize>> {
        let bits: Vec<usize> = bits(word, self.length).collect();
        let last = self.sets.len();
        let sets = self.sets.iter().enumerate().filter(move |(_, set)| bits.iter().all(|bit| set.has(*bit)));
        sets.map(move |(at, _)| {
            let start = at.saturating_mul(STRETCH);
            // The last bytes of the text begin no group.
            start..if at + 1 == last { usize::MAX } else { start.saturating_add(STRETCH) }
        })
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.sets.capacity() * size_of::<PlaceSet>() + self.sets.len() * BITS / 8
    }
}

/// The bits of the groups of this length, at most eight, in their order.
fn bits(text: &[u8], length: usize) -> impl Iterator<Item = usize> {
    let first = length.saturating_sub(1);
    // A byte more enters at the end, and the one before the group leaves.
    let mask = u64::MAX >> 64_usize.saturating_sub(length.saturating_mul(8));
    let begun = text.iter().take(first).fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
    text.iter().skip(first).scan(begun, move |group, byte| {
        *group = (*group << 8 | u64::from(*byte)) & mask;
        Some(usize::try_from(group.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52).unwrap_or(0) % BITS)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every place of the word, by the stretches and by a plain look.
    fn both(stretches: &Stretches, text: &str, word: &str) -> (Vec<usize>, Vec<usize>) {
        let all: Vec<usize> = text.match_indices(word).map(|(at, _)| at).collect();
        let may: Vec<Range<usize>> = stretches.holding(word.as_bytes()).collect();
        (all.iter().copied().filter(|at| may.iter().any(|range| range.contains(at))).collect(), all)
    }

    #[test]
    fn a_word_is_never_missed_wherever_it_begins() {
        for before in STRETCH - 130..STRETCH + 5 {
            let word = "anuradha krishnamurthy ".repeat(5);
            let text = format!("{}{word}{}", "x".repeat(before), "y".repeat(STRETCH));
            let mut stretches = Stretches::default();
            for end in (0..=text.len()).step_by(7).chain([text.len()]) {
                stretches.follow(&text.as_bytes()[..end]);
            }
            for asked in [word.as_str(), "anuradha k", "yyy", "x", "ya"] {
                let (found, all) = both(&stretches, &text, asked);
                assert_eq!(found, all, "{asked} after {before}");
            }
        }
        let mut short = Stretches::default();
        short.follow(b"ab");
        assert_eq!(short.holding(b"ab").count(), 0, "a text without a group is not searched by stretches");
    }

    #[test]
    fn most_stretches_are_passed_over() {
        let names = ["asha rao", "ravi kumar", "meera iyer", "kiran singh"];
        let row = |at: u64| {
            let (name, phone) =
                (names[usize::try_from(at % 4).unwrap()], 9_000_000_000 + at * 7_654_321 % 1_000_000_000);
            format!("{name}\u{1f}+91{phone}\u{1f}somebody@example.test\u{1f}")
        };
        let text: String = (0..10_000).map(row).collect();
        let mut stretches = Stretches::default();
        stretches.follow(text.as_bytes());
        let all = stretches.short.sets.len();
        assert!(all > 50);
        assert_eq!(stretches.holding(b"zubin").count(), 0);
        assert!(stretches.holding(b"9123456789").count() < all / 20);
        assert_eq!(stretches.holding(b"ra").count(), all);
    }
}
