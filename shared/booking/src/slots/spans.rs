//! Intervals as tests write them: `10:00-14:00`.

use parlour_values::time::{Interval, TimeOfDay};

pub fn span(text: &str) -> Interval {
    let (start, end) = text.split_once('-').unwrap();
    let time = |text: &str| if text == "24:00" { TimeOfDay::END_OF_DAY } else { text.parse().unwrap() };
    Interval { start: time(start), end: time(end) }
}

pub fn spans(texts: &[&str]) -> Vec<Interval> {
    texts.iter().map(|text| span(text)).collect()
}
