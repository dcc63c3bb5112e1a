//! Which rows can be written at the same time: those that mean different things.

use std::collections::HashMap;

use super::outcome::RowOutcome;
use parlour_values::input::Problems;

/// The rows that could be read, wave by wave, each with its place.
pub(super) fn waves_of<T>(read: &[Result<T, Problems>], marks: impl Fn(&T) -> Vec<String>) -> Vec<Vec<(usize, &T)>> {
    let marks: Vec<Vec<String>> = read.iter().map(|row| row.as_ref().map(&marks).unwrap_or_default()).collect();
    let valid = |at: usize| Some((at, read.get(at)?.as_ref().ok()?));
    waves(&marks).into_iter().map(|wave| wave.into_iter().filter_map(valid).collect()).collect()
}

/// The outcome of each row, in their order: those that could not be read say why.
pub(super) fn in_their_order<T>(read: Vec<Result<T, Problems>>, done: Vec<(usize, RowOutcome)>) -> Vec<RowOutcome> {
    let mut done: HashMap<usize, RowOutcome> = done.into_iter().collect();
    let unread = |row: Result<T, Problems>| RowOutcome::Invalid(row.err().unwrap_or_default());
    read.into_iter().enumerate().map(|(at, row)| done.remove(&at).unwrap_or_else(|| unread(row))).collect()
}

/// The rows wave by wave. Two rows that share a mark are in different ones, in their order, so that the later one finds what
/// the earlier one wrote.
fn waves(marks: &[Vec<String>]) -> Vec<Vec<usize>> {
    let mut last: HashMap<&str, usize> = HashMap::new();
    let mut waves: Vec<Vec<usize>> = Vec::new();
    for (row, marks) in marks.iter().enumerate() {
        let behind = marks.iter().filter_map(|mark| last.get(mark.as_str())).max();
        let wave = behind.map_or(0, |wave| wave.saturating_add(1));
        for mark in marks {
            last.insert(mark, wave);
        }
        match waves.get_mut(wave) {
            Some(rows) => rows.push(row),
            None => waves.push(vec![row]),
        }
    }
    waves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_the_same_person_follow_one_another_and_the_others_go_together() {
        let marks = [vec!["a"], vec!["b"], vec!["a", "x"], vec![], vec!["x"], vec!["b"]];
        let marks: Vec<Vec<String>> =
            marks.iter().map(|marks| marks.iter().map(|mark| (*mark).to_owned()).collect()).collect();
        assert_eq!(waves(&marks), [vec![0, 1, 3], vec![2, 5], vec![4]]);
    }
}
