//! The clock, and the salon's calendar: IST days, wall-clock times, whole minutes.

mod calendar;
mod clock;
mod digits;
mod instant;
pub mod interval;
mod time_of_day;

pub use calendar::{IstDate, Month, months_between};
pub use clock::{Clock, Stopwatch};
pub use instant::{Instant, UnixSecond};
pub use interval::Interval;
pub use time_of_day::{Minutes, TimeOfDay, WithSeconds};

#[cfg(test)]
mod tests {
    use super::*;

    fn instant(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[test]
    fn the_business_day_changes_at_midnight_in_ist() {
        assert_eq!(instant("2026-11-15T18:29:59.999Z").ist_date().to_string(), "2026-11-15");
        assert_eq!(instant("2026-11-15T18:30:00Z").ist_date().to_string(), "2026-11-16");
    }

    #[test]
    fn instants_are_written_to_the_millisecond_in_utc() {
        assert_eq!(instant("2026-11-16T10:00:00+05:30").to_string(), "2026-11-16T04:30:00.000Z");
    }

    #[test]
    fn a_header_of_http_has_a_moment_in_gmt_to_the_second() {
        assert_eq!(instant("2026-11-06T10:00:00.999+05:30").http_date(), "Fri, 06 Nov 2026 04:30:00 GMT");
    }

    #[test]
    fn moments_and_days_are_read_and_written_as_chrono_does() {
        for millis in [0, 1, 999, 951_782_399_999, 1_795_149_016_123, 253_402_300_799_999, 253_402_300_800_000, -1] {
            let moment = Instant::from_millis(millis);
            let text = moment.utc().format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string();
            assert_eq!(moment.to_string(), text);
            assert_eq!(text.parse().ok(), (millis < 253_402_300_800_000).then_some(moment), "{text}");
            let day = moment.ist_date();
            assert_eq!(day.to_string(), day.0.format("%Y-%m-%d").to_string());
        }
        for bad in ["2026-02-30T00:00:00.000Z", "2026-11-16T24:00:00.000Z", "2026-11-16T04:30:00.000z ", "x"] {
            assert!(bad.parse::<Instant>().is_err(), "{bad}");
        }
    }

    #[test]
    fn only_real_days_in_ascii_digits_are_dates() {
        for bad in ["2027-02-30", "2026-2-03", "26-02-03", "2026/02/03", "२०२६-०२-०३", "", "2026-02-03 "]
        {
            assert!(bad.parse::<IstDate>().is_err(), "{bad}");
        }
        assert!("2028-02-29".parse::<IstDate>().is_ok());
    }

    #[test]
    fn times_are_hours_and_minutes_of_one_day() {
        for bad in ["24:00", "9:00", "09:60", "09:00:00", "ab:cd", ""] {
            assert!(bad.parse::<TimeOfDay>().is_err(), "{bad}");
        }
        assert_eq!("09:05".parse::<TimeOfDay>().unwrap().with_seconds().to_string(), "09:05:00");
    }

    #[test]
    fn a_day_and_a_time_make_a_moment_in_ist() {
        let day: IstDate = "2026-11-16".parse().unwrap();
        assert_eq!(day.at("10:00".parse().unwrap()).to_string(), "2026-11-16T04:30:00.000Z");
        assert_eq!(day.utc_midnight().to_string(), "2026-11-16T00:00:00.000Z");
    }

    #[test]
    fn no_time_is_after_midnight() {
        let late: TimeOfDay = "23:30".parse().unwrap();
        assert_eq!(late.plus(Minutes(30)), Some(TimeOfDay::END_OF_DAY));
        assert_eq!(late.plus(Minutes(31)), None);
    }

    #[test]
    fn the_end_of_the_day_can_be_stored_but_not_requested() {
        let kept = serde_json::to_string(&TimeOfDay::END_OF_DAY).unwrap();
        assert_eq!(serde_json::from_str::<TimeOfDay>(&kept).unwrap(), TimeOfDay::END_OF_DAY);
        assert!("24:00".parse::<TimeOfDay>().is_err());
    }

    #[test]
    fn ages_count_whole_years_and_leap_day_birthdays_fall_on_the_first_of_march() {
        let born: IstDate = "2008-02-29".parse().unwrap();
        assert_eq!(born.age_on("2021-02-28".parse().unwrap()), 12);
        assert_eq!(born.age_on("2021-03-01".parse().unwrap()), 13);
    }

    #[test]
    fn a_fixed_clock_does_not_move_until_it_is_set() {
        let clock = Clock::fixed(instant("2026-11-16T04:30:00Z"));
        assert_eq!(clock.now(), clock.clone().now());
        clock.clone().set(instant("2026-11-17T04:30:00Z"));
        assert_eq!(clock.today().to_string(), "2026-11-17");
    }
}
