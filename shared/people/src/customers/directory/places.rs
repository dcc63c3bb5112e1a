//! A set of places in memory, a bit each.

/// Room for an eighth more, not for twice as many: a directory is large and grows slowly.
pub(super) fn make_room<T>(list: &mut Vec<T>) {
    if list.len() == list.capacity() {
        list.reserve_exact((list.len() / 8).max(64));
    }
}

pub(super) struct PlaceSet(Vec<u64>);

impl PlaceSet {
    pub fn none(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    pub fn add(&mut self, place: usize) {
        if let Some(word) = self.0.get_mut(place / 64) {
            *word |= 1 << (place % 64);
        }
    }

    pub fn remove(&mut self, place: usize) {
        if let Some(word) = self.0.get_mut(place / 64) {
            *word &= !(1 << (place % 64));
        }
    }

    pub fn set(&mut self, place: u32, included: bool) {
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        if included { self.add(place) } else { self.remove(place) }
    }

    pub fn has(&self, place: usize) -> bool {
        self.0.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }

    /// From the first on.
    pub fn each(&self) -> impl Iterator<Item = usize> {
        let bits = |word: u64| (0..64).filter(move |bit| word >> bit & 1 == 1);
        let held = self.0.iter().enumerate().filter(|(_, word)| **word != 0);
        held.flat_map(move |(at, word)| bits(*word).map(move |bit| at.saturating_mul(64).saturating_add(bit)))
    }

    pub fn count(&self) -> usize {
        self.0.iter().map(|word| usize::try_from(word.count_ones()).unwrap_or(0)).sum()
    }
}
