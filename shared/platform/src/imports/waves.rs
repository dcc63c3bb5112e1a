//! Which rows can be written at the same time: those that mean different things.

use std::collections::HashMap;

/// The rows wave by wave. Two rows that share a mark are in different ones, in their order, so that the later one finds what
/// the earlier one wrote.
pub(super) fn waves(marks: &[Vec<String>]) -> Vec<Vec<usize>> {
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
