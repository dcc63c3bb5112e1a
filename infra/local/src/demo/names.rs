//! Names for the demo's people: given names that are common in India, drawn by a fixed seed.

const GIVEN: [&str; 72] = [
    "Aarav", "Aditi", "Aditya", "Amit", "Ananya", "Anil", "Anita", "Anjali", "Arun", "Asha", "Bhavna", "Bina",
    "Chitra", "Deepa", "Deepika", "Divya", "Fatima", "Gaurav", "Geeta", "Harish", "Indu", "Isha", "Jaya", "Karan",
    "Kiran", "Leela", "Madhuri", "Manish", "Mohan", "Nandini", "Neha", "Nikhil", "Nisha", "Pooja", "Pradeep",
    "Prakash", "Priya", "Radha", "Rahul", "Rajesh", "Rakesh", "Rani", "Rashmi", "Ravi", "Rekha", "Ritu", "Rohan",
    "Sandeep", "Sanjay", "Sarita", "Shabana", "Shanti", "Shreya", "Simran", "Sneha", "Sonal", "Suman", "Sunil",
    "Suresh", "Swati", "Tanvi", "Usha", "Uma", "Vandana", "Varun", "Vidya", "Vijay", "Vikram", "Yasmin", "Zeenat",
    "Zoya", "Rukmini",
];
/// The first letter of whatever else they are called.
const INITIALS: [char; 16] = ['A', 'B', 'C', 'D', 'G', 'H', 'J', 'K', 'M', 'N', 'P', 'R', 'S', 'T', 'V', 'Y'];

/// So many names, all of them different: every given name once before any comes again.
pub fn drawn(dice: &mut Dice, wanted: usize) -> Vec<String> {
    let mut names = Vec::with_capacity(wanted);
    let (mut given, mut initials) = (GIVEN, INITIALS);
    dice.shuffle(&mut given);
    dice.shuffle(&mut initials);
    // A given name that comes again has another letter behind it.
    for (round, _) in initials.iter().enumerate() {
        for (at, name) in given.iter().enumerate() {
            let letter = initials.get((round + at) % initials.len()).copied().unwrap_or('K');
            names.push(format!("{name} {letter}"));
        }
    }
    names.truncate(wanted);
    names
}

/// Chance that falls the same way in every demo (splitmix64).
pub struct Dice(u64);

impl Dice {
    pub fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below this one.
    pub fn below(&mut self, sides: u32) -> u32 {
        u32::try_from(self.roll() % u64::from(sides.max(1))).unwrap_or(0)
    }

    pub fn one_in(&mut self, sides: u32) -> bool {
        self.below(sides) == 0
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(u32::try_from(from.len()).unwrap_or(u32::MAX)) as usize)
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            all.swap(last, self.below(u32::try_from(last + 1).unwrap_or(u32::MAX)) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_demo_draws_the_same_names_and_each_once() {
        let names = drawn(&mut Dice::seeded(7), 300);
        assert_eq!(names, drawn(&mut Dice::seeded(7), 300));
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), 300);
        assert_eq!(GIVEN.iter().collect::<BTreeSet<_>>().len(), GIVEN.len());
        assert_ne!(names.first(), drawn(&mut Dice::seeded(8), 1).first());
    }
}
