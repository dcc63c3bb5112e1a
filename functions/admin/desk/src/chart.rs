//! Charts as inline SVG, drawn here: lines over days, bars side by side, bars in rows. Colours are classes; the table
//! with the exact numbers stands beside each.

use maud::{Markup, html};
use parlour_values::money::Paise;

/// The unit of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Count,
    /// In paise.
    Money,
    Minutes,
}

impl Unit {
    /// The exact number, for people.
    pub fn exact(self, value: i64) -> String {
        match self {
            Self::Count => grouped(value),
            Self::Money => Paise(value).to_string(),
            Self::Minutes => match (value / 60, value % 60) {
                (0, minutes) => format!("{minutes} min"),
                (hours, 0) => format!("{} h", grouped(hours)),
                (hours, minutes) => format!("{} h {minutes} min", grouped(hours)),
            },
        }
    }

    /// The number at an axis, where there is little room.
    fn short(self, value: i64) -> String {
        let sign = if value < 0 { "-" } else { "" };
        let whole = value.unsigned_abs() / self.grain().unsigned_abs().max(1);
        let number = match whole {
            0..1_000 => whole.to_string(),
            1_000..100_000 => parts(whole, 1_000, "k"),
            100_000..10_000_000 => parts(whole, 100_000, " L"),
            _ => parts(whole, 10_000_000, " Cr"),
        };
        match self {
            Self::Count => format!("{sign}{number}"),
            Self::Money => format!("{sign}₹{number}"),
            Self::Minutes => format!("{sign}{number} h"),
        }
    }

    /// The smallest step of an axis.
    const fn grain(self) -> i64 {
        match self {
            Self::Count => 1,
            Self::Money => 100,
            Self::Minutes => 60,
        }
    }
}

/// `1,23,456`.
pub fn grouped(number: i64) -> String {
    Paise(number.saturating_mul(100)).to_string().replace('₹', "")
}

/// `1.5k` of 1,500.
fn parts(whole: u64, size: u64, name: &str) -> String {
    match (whole / size, whole % size * 10 / size) {
        (units, 0) => format!("{units}{name}"),
        (units, tenths) => format!("{units}.{tenths}{name}"),
    }
}

/// Numbers of one kind, one for each label.
pub struct ChartSeries {
    pub name: String,
    pub values: Vec<i64>,
}

impl ChartSeries {
    pub fn new(name: impl Into<String>, values: impl IntoIterator<Item = i64>) -> Self {
        Self { name: name.into(), values: values.into_iter().collect() }
    }
}

/// The content of a drawing. The first series is the one that matters; a second one stands behind it, to compare with.
pub struct Chart {
    /// A prefix for ids.
    pub id: &'static str,
    pub title: String,
    /// A description of the picture, in words.
    pub says: String,
    pub unit: Unit,
    pub labels: Vec<String>,
    pub series: Vec<ChartSeries>,
}

const WIDTH: i64 = 720;
const HEIGHT: i64 = 260;
const LEFT: i64 = 60;
const TOP: i64 = 14;
const ROW: i64 = 36;
/// The x at which the bars of rows begin.
const NAMES: i64 = 210;
/// Room for the number at the end of a row.
const NUMBERS: i64 = 110;
const PLOT_WIDTH: i64 = WIDTH - LEFT - 14;
const PLOT_HEIGHT: i64 = HEIGHT - TOP - 34;
/// Half the width of a label such as `30 Nov`.
const HALF_LABEL: i64 = 30;
/// More labels than this do not fit below.
const MOST_LABELS: usize = 9;
/// More points than these would be a thick line.
const MOST_POINTS: usize = 62;
/// Bars of a picture in rows; the table has all.
pub const MOST_ROWS: usize = 12;

/// The range of an axis, in round steps, zero included.
struct Scale {
    low: i64,
    high: i64,
    step: i64,
}

impl Scale {
    fn of(values: impl Iterator<Item = i64> + Clone, unit: Unit) -> Self {
        let grain = unit.grain();
        let high = values.clone().max().unwrap_or(0).max(0);
        let low = values.min().unwrap_or(0).min(0);
        let step = round_step(high.saturating_sub(low).max(4 * grain) / grain).saturating_mul(grain).max(1);
        let up = high / step + i64::from(high % step > 0);
        Self { low: low.div_euclid(step).saturating_mul(step), high: up.saturating_mul(step).max(step), step }
    }

    /// How far along a length of so many pixels.
    fn place(&self, value: i64, length: i64) -> i64 {
        let span = i128::from(self.high) - i128::from(self.low);
        let along = (i128::from(value) - i128::from(self.low)) * i128::from(length);
        i64::try_from(along / span.max(1)).unwrap_or(0)
    }

    fn ticks(&self) -> impl Iterator<Item = i64> {
        let (low, step) = (self.low, self.step);
        let count = (self.high.saturating_sub(low) / step).clamp(0, 20);
        (0..=count).map(move |at| low.saturating_add(at.saturating_mul(step)))
    }
}

/// 1, 2 or 5 times a power of ten: about four of them make the span.
fn round_step(span: i64) -> i64 {
    let rough = (span / 4).max(1);
    let mut power = 1_i64;
    while power.saturating_mul(10) <= rough && power < i64::MAX / 100 {
        power *= 10;
    }
    [1, 2, 5, 10].into_iter().map(|times| power.saturating_mul(times)).find(|step| *step >= rough).unwrap_or(rough)
}

fn signed(at: usize) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}

impl Chart {
    fn scale(&self) -> Scale {
        Scale::of(self.series.iter().flat_map(|series| series.values.iter().copied()), self.unit)
    }

    fn label(&self, at: usize) -> &str {
        self.labels.get(at).map(String::as_str).unwrap_or_default()
    }

    /// Lines over something that goes on, such as days.
    pub fn lines(&self) -> Markup {
        let scale = self.scale();
        let last = signed(self.labels.len()).saturating_sub(1).max(1);
        let x = |at: usize| LEFT + if self.labels.len() == 1 { PLOT_WIDTH / 2 } else { PLOT_WIDTH * signed(at) / last };
        let y = |value: i64| TOP + PLOT_HEIGHT - scale.place(value, PLOT_HEIGHT);
        let every = self.labels.len().div_ceil(MOST_LABELS).max(1);
        let line = |values: &[i64]| {
            let points: Vec<String> =
                values.iter().enumerate().map(|(at, value)| format!("{},{}", x(at), y(*value))).collect();
            points.join(" ")
        };
        let drawing = html! {
            (self.grid(&scale))
            @for (at, label) in self.labels.iter().enumerate().step_by(every) {
                // Half of the last would lie outside the picture.
                @let anchor = if at > 0 && x(at) + HALF_LABEL > WIDTH { "end" } else { "middle" };
                text.chart-label x=(x(at)) y=(HEIGHT - 10) text-anchor=(anchor) { (label) }
            }
            @for (at, series) in self.series.iter().enumerate().rev() {
                polyline class=(format!("chart-line {}", colour(at))) points=(line(&series.values)) {}
            }
            @if let Some(series) = self.series.first().filter(|series| series.values.len() <= MOST_POINTS) {
                @for (at, value) in series.values.iter().enumerate() {
                    circle.chart-point cx=(x(at)) cy=(y(*value)) r="3.5" {
                        title { (self.label(at)) ": " (self.unit.exact(*value)) }
                    }
                }
            }
        };
        self.framed(HEIGHT, &drawing)
    }

    /// Bars that stand side by side, a group for each label.
    pub fn bars(&self) -> Markup {
        let scale = self.scale();
        let (groups, kinds) = (signed(self.labels.len()).max(1), signed(self.series.len()).max(1));
        let room = PLOT_WIDTH / groups;
        let width = (room * 7 / 10 / kinds).clamp(2, 56);
        let y = |value: i64| TOP + PLOT_HEIGHT - scale.place(value, PLOT_HEIGHT);
        let start =
            |group: usize, kind: usize| LEFT + room * signed(group) + (room - width * kinds) / 2 + width * signed(kind);
        let drawing = html! {
            (self.grid(&scale))
            @for (group, label) in self.labels.iter().enumerate() {
                @for (kind, series) in self.series.iter().enumerate() {
                    @let value = series.values.get(group).copied().unwrap_or(0);
                    rect class=(colour(kind)) x=(start(group, kind)) y=(y(value.max(0))) rx="3" width=(width - 2)
                        height=((y(0) - y(value)).abs()) {
                        title { (label) ", " (series.name) ": " (self.unit.exact(value)) }
                    }
                }
                text.chart-label x=(LEFT + room * signed(group) + room / 2) y=(HEIGHT - 10) text-anchor="middle" { (label) }
            }
        };
        self.framed(HEIGHT, &drawing)
    }

    /// Bars below each other, for names that are long or many: the first dozen.
    pub fn rows(&self) -> Markup {
        let scale = self.scale();
        let width = WIDTH - NAMES - NUMBERS;
        let zero = NAMES + scale.place(0, width);
        let values = self.series.first().map(|series| series.values.as_slice()).unwrap_or_default();
        let drawing = html! {
            @for (at, value) in values.iter().take(MOST_ROWS).enumerate() {
                @let (top, end) = (TOP + ROW * signed(at), NAMES + scale.place(*value, width));
                text.chart-name x=(NAMES - 12) y=(top + 17) text-anchor="end" { (shortened(self.label(at))) }
                rect.chart-a x=(zero.min(end)) y=(top) rx="3" width=((end - zero).abs().max(2)) height="24" {
                    title { (self.label(at)) ": " (self.unit.exact(*value)) }
                }
                text.chart-name x=(end.max(zero) + 8) y=(top + 17) { (self.unit.exact(*value)) }
            }
        };
        self.framed(TOP + ROW * signed(values.len().min(MOST_ROWS)), &drawing)
    }

    fn grid(&self, scale: &Scale) -> Markup {
        let y = |value: i64| TOP + PLOT_HEIGHT - scale.place(value, PLOT_HEIGHT);
        html! {
            @for tick in scale.ticks() {
                line.chart-grid.chart-zero[tick == 0] x1=(LEFT) x2=(LEFT + PLOT_WIDTH) y1=(y(tick)) y2=(y(tick)) {}
                text.chart-label x=(LEFT - 8) y=(y(tick) + 4) text-anchor="end" { (self.unit.short(tick)) }
            }
        }
    }

    fn framed(&self, height: i64, drawing: &Markup) -> Markup {
        let (title, says) = (format!("{}-title", self.id), format!("{}-says", self.id));
        html! {
            figure.chart {
                // It scrolls sideways on a phone, so it can be reached by keyboard.
                div.chart-wrap tabindex="0" role="group" aria-label=(self.title) {
                    svg viewBox=(format!("0 0 {WIDTH} {height}")) role="img" aria-labelledby=(format!("{title} {says}")) {
                        title id=(title) { (self.title) }
                        desc id=(says) { (self.says) }
                        (drawing)
                    }
                }
                @if self.series.len() > 1 {
                    figcaption {
                        @for (at, series) in self.series.iter().enumerate() {
                            span class=(format!("chart-key {}", colour(at))) { (series.name) }
                        }
                    }
                }
            }
        }
    }
}

const fn colour(at: usize) -> &'static str {
    if at == 0 { "chart-a" } else { "chart-b" }
}

/// As much of a name as has room beside its bar.
fn shortened(name: &str) -> String {
    const MOST: usize = 26;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    let start: String = name.chars().take(MOST - 1).collect();
    format!("{}…", start.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_goes_in_round_steps_and_holds_zero_and_every_value() {
        for values in
            [vec![], vec![0], vec![3], vec![7, 41], vec![-250, 900], vec![i64::MAX, i64::MIN], vec![12_345_600]]
        {
            for unit in [Unit::Count, Unit::Money, Unit::Minutes] {
                let scale = Scale::of(values.iter().copied(), unit);
                assert!(scale.low <= 0 && scale.high > 0, "{values:?}");
                let ticks: Vec<i64> = scale.ticks().collect();
                assert!((2..=21).contains(&ticks.len()), "{values:?}: {ticks:?}");
                for value in &values {
                    assert!((0..=100).contains(&scale.place(*value, 100)), "{value} of {ticks:?}");
                }
            }
        }
        let ticks = |values: &[i64], unit| Scale::of(values.iter().copied(), unit).ticks().collect::<Vec<_>>();
        assert_eq!(ticks(&[7, 41], Unit::Count), [0, 10, 20, 30, 40, 50]);
        assert_eq!(ticks(&[3], Unit::Count), [0, 1, 2, 3]);
        assert_eq!(ticks(&[-3], Unit::Count), [-3, -2, -1, 0, 1]);
        assert_eq!(ticks(&[90_000], Unit::Money), [0, 50_000, 100_000]);
    }

    #[test]
    fn numbers_at_an_axis_are_short() {
        for (paise, told) in
            [(0, "₹0"), (95_000, "₹950"), (150_000, "₹1.5k"), (20_000_000, "₹2 L"), (1_000_000_000, "₹1 Cr")]
        {
            assert_eq!(Unit::Money.short(paise), told);
        }
        assert_eq!((Unit::Minutes.short(600), Unit::Minutes.exact(605)), ("10 h".to_owned(), "10 h 5 min".to_owned()));
        assert_eq!(Unit::Count.exact(123_456), "1,23,456");
    }

    #[test]
    fn whatever_is_drawn_stays_text_and_in_the_picture() {
        let chart = Chart {
            id: "sales",
            title: "<b>Sales</b>".to_owned(),
            says: "Of a week".to_owned(),
            unit: Unit::Money,
            labels: vec!["<script>".to_owned(), "Tue".to_owned(), "Wed".to_owned()],
            series: vec![ChartSeries::new("This week", [100, -5_000, 900_000]), ChartSeries::new("Before", [7])],
        };
        for drawn in [chart.lines(), chart.bars(), chart.rows()] {
            let text = drawn.into_string();
            assert!(!text.contains("<script>") && !text.contains("<b>") && !text.contains("style="));
            assert!(text.contains("role=\"img\"") && text.contains("<desc id=\"sales-says\">Of a week</desc>"));
            assert!(!text.contains("=\"-"), "nothing is drawn outside: {text}");
        }
    }
}
