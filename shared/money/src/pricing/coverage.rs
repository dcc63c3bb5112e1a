//! Which lines a membership pays for.

use std::cmp::Reverse;

use crate::pricing::SaleLine;
use parlour_values::time::Minutes;

/// Marks the lines that the minutes left pay for, the longest first and whole lines only; one that does not fit in is
/// passed over. Answers the minutes that they use.
pub fn cover(lines: &mut [SaleLine], is_of_spa: impl Fn(&SaleLine) -> bool, left: Minutes) -> Minutes {
    let mut candidates: Vec<&mut SaleLine> =
        lines.iter_mut().filter(|line| line.duration > Minutes(0) && is_of_spa(line)).collect();
    candidates.sort_by_key(|line| Reverse(line.duration));
    let mut used = Minutes(0);
    for line in candidates {
        let with_it = used.plus(line.duration);
        if with_it <= left {
            line.is_covered = true;
            used = with_it;
        }
    }
    used
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pricing::price::tests::line;

    #[test]
    fn the_longest_lines_are_covered_and_a_shorter_one_may_still_fit() {
        let of = |name: &str, minutes| SaleLine { duration: Minutes(minutes), ..line(name, 100, None) };
        let covered = |left| {
            let mut lines = vec![of("scrub", 30), of("massage", 90), of("facial", 60), of("hair", 45)];
            let used = cover(&mut lines, |line| line.description != "hair", Minutes(left));
            let names: Vec<String> =
                lines.into_iter().filter(|line| line.is_covered).map(|line| line.description).collect();
            (names.join(" "), used.0)
        };
        assert_eq!(covered(500), ("scrub massage facial".to_owned(), 180));
        assert_eq!(covered(140), ("scrub massage".to_owned(), 120), "the facial is passed over");
        assert_eq!(covered(89), ("facial".to_owned(), 60));
        assert_eq!(covered(29), (String::new(), 0));
    }
}
