//! Positions are classes, since pages carry no inline style: one small rule for each row, height, buffer and lane.

use std::fmt::Write as _;

/// How many minutes a row of the board's grid is.
pub const ROW: u32 = 5;
const ROWS_OF_A_DAY: u32 = 24 * 60 / ROW;
const MOST_BUFFER: u32 = 2 * 60 / ROW;
const MOST_LANES: usize = 24;

/// Rows of the grid, from the board's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridRows {
    pub start: u32,
    pub count: u32,
}

/// `.r12` is the twelfth row, `.h6` six rows high, `.b2` two rows of buffer, `.l1` the second lane, `.w3` of three.
pub fn stylesheet() -> String {
    let mut css = String::from("@layer pages{");
    let mut rule = |class: char, number: usize| {
        // Writing to a string cannot fail.
        let _ = write!(css, ".{class}{number}{{--{class}:{number}}}");
    };
    for row in 0..=ROWS_OF_A_DAY as usize {
        rule('r', row);
        rule('h', row);
    }
    for rows in 0..=MOST_BUFFER as usize {
        rule('b', rows);
    }
    for lane in 0..=MOST_LANES {
        rule('l', lane);
        rule('w', lane);
    }
    css.push_str("}\n");
    css
}

pub fn of_rows(rows: GridRows) -> String {
    format!("r{} h{}", rows.start.min(ROWS_OF_A_DAY), rows.count.min(ROWS_OF_A_DAY))
}

/// A card with so many rows of buffer in a lane, of so many lanes.
pub fn of_card((rows, buffer): (GridRows, u32), lane: usize, lanes: usize) -> String {
    // Beyond the last lane they lie on top of each other, which no real day comes near.
    let (at, of) = (lane % MOST_LANES, lanes.min(MOST_LANES));
    format!("{} b{} l{at} w{of}", of_rows(rows), buffer.min(MOST_BUFFER))
}

/// As wide as its lanes need.
pub fn of_column(lanes: usize) -> String {
    format!("w{}", lanes.min(MOST_LANES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_its_rule() {
        let css = stylesheet();
        for rule in [".r0{--r:0}", ".r288{--r:288}", ".h288{--h:288}", ".b24{--b:24}", ".l23{--l:23}", ".w24{--w:24}"] {
            assert!(css.contains(rule), "{rule}");
        }
    }
}
