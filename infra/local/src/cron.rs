//! Schedules as EventBridge Scheduler writes them, `cron(0/15 8-21 * * ? *)`, in the salon's time.

use parlour::time::{Instant, IstDate, TimeOfDay};

/// Minutes, hours, days of the month, months and weekdays a schedule runs on; every year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cron {
    minutes: Vec<u32>,
    hours: Vec<u32>,
    days: Vec<u32>,
    months: Vec<u32>,
    /// Sunday is 1, as AWS counts.
    weekdays: Vec<u32>,
}

/// Far enough for a schedule that runs on 29 February.
const DAYS_AHEAD: u64 = 366 * 8;

const WEEKDAYS: [&str; 7] = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

impl Cron {
    /// None when it is not written as AWS would take it.
    pub fn parse(text: &str) -> Option<Self> {
        let inside = text.strip_prefix("cron(")?.strip_suffix(')')?;
        let [minutes, hours, days, months, weekdays, "*"] = inside.split(' ').collect::<Vec<_>>()[..] else {
            return None;
        };
        Some(Self {
            minutes: values(minutes, 0, 59)?,
            hours: values(hours, 0, 23)?,
            days: values(days, 1, 31)?,
            months: values(months, 1, 12)?,
            weekdays: values(weekdays, 1, 7)?,
        })
    }

    /// The first run after this moment.
    pub fn next_after(&self, moment: Instant) -> Option<Instant> {
        let today = moment.ist_date();
        today
            .through(today.plus_days(DAYS_AHEAD))
            .filter(|day| self.runs_on(*day))
            .find_map(|day| self.times().map(|time| day.at(time)).find(|run| *run > moment))
    }

    fn runs_on(&self, day: IstDate) -> bool {
        let weekday = day.weekday() % 7 + 1;
        self.days.contains(&day.day()) && self.months.contains(&day.month()) && self.weekdays.contains(&weekday)
    }

    fn times(&self) -> impl Iterator<Item = TimeOfDay> {
        self.hours.iter().flat_map(|hour| self.minutes.iter().filter_map(move |minute| TimeOfDay::hm(*hour, *minute)))
    }
}

/// The values of one field, ascending: `*`, `?`, `5`, `SUN`, `8-21`, `0/15`, and lists of these.
fn values(field: &str, first: u32, last: u32) -> Option<Vec<u32>> {
    let number = |text: &str| -> Option<u32> {
        let named = WEEKDAYS.iter().position(|name| *name == text).and_then(|at| u32::try_from(at + 1).ok());
        let value = named.or_else(|| text.parse().ok())?;
        (first..=last).contains(&value).then_some(value)
    };
    let mut all = Vec::new();
    for part in field.split(',') {
        let (range, step) = match part.split_once('/') {
            Some((range, step)) => (range, step.parse::<usize>().ok().filter(|step| *step > 0)?),
            None => (part, 1),
        };
        let (from, to) = match (range, range.split_once('-')) {
            ("*" | "?", _) => (first, last),
            (_, Some((from, to))) => (number(from)?, number(to)?),
            (single, None) if part.contains('/') => (number(single)?, last),
            (single, None) => (number(single)?, number(single)?),
        };
        all.extend((from..=to).step_by(step));
    }
    all.sort_unstable();
    all.dedup();
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(cron: &str, after: &str) -> String {
        let moment: Instant = after.parse().unwrap();
        let run = Cron::parse(cron).unwrap().next_after(moment).unwrap();
        format!("{} {}", run.ist_date(), run.ist_time())
    }

    #[test]
    fn a_schedule_runs_in_the_salons_time() {
        for (cron, after, expected) in [
            ("cron(0/15 8-21 * * ? *)", "2026-11-16T10:00:00+05:30", "2026-11-16 10:15"),
            ("cron(0/15 8-21 * * ? *)", "2026-11-16T21:45:00+05:30", "2026-11-17 08:00"),
            ("cron(30 2 ? * SUN *)", "2026-11-16T10:00:00+05:30", "2026-11-22 02:30"),
            ("cron(0 9 ? * MON *)", "2026-11-16T09:00:00+05:30", "2026-11-23 09:00"),
            ("cron(0 9 ? * 2 *)", "2026-11-16T08:59:59+05:30", "2026-11-16 09:00"),
            ("cron(0 1 1 * ? *)", "2026-11-16T10:00:00+05:30", "2026-12-01 01:00"),
            ("cron(30 0 * * ? *)", "2026-11-16T00:30:00+05:30", "2026-11-17 00:30"),
            ("cron(0 0 29 2 ? *)", "2026-11-16T00:30:00+05:30", "2028-02-29 00:00"),
        ] {
            assert_eq!(next(cron, after), expected, "{cron}");
        }
    }

    #[test]
    fn what_aws_would_not_take_is_not_taken() {
        for text in
            ["", "cron()", "cron(60 0 * * ? *)", "cron(0 0 * * ?)", "cron(0 0 * * FOO *)", "cron(0/0 0 * * ? *)"]
        {
            assert_eq!(Cron::parse(text), None, "{text}");
        }
    }
}
