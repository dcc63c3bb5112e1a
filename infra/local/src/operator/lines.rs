//! A view as lines for people: a field a line in the view's own order, moments as clocks in the salon show them, amounts
//! in rupees.

use std::io::{Result, Write};

use parlour_values::money::Paise;
use parlour_values::time::Instant;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CharEscape, Formatter};

/// The mark for nothing.
pub const NOTHING: &str = "-";

/// Writes JSON without its marks.
#[derive(Default)]
pub struct Lines {
    /// How many objects and lists are open.
    depth: usize,
    /// Nothing stands in the innermost of them yet.
    is_empty: bool,
    /// A list's mark was written, and the first field of its entry goes beside it.
    is_beside_mark: bool,
    is_in_name: bool,
    name: String,
}

impl Lines {
    pub fn of(view: &impl Serialize) -> String {
        let mut bytes = Vec::new();
        // Views are made to be JSON, and a vector takes everything.
        let _ = view.serialize(&mut Serializer::with_formatter(&mut bytes, Self::default()));
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.trim_start().lines().map(str::trim_end).collect();
        lines.join("\n")
    }

    fn begin<W: ?Sized + Write>(&mut self, _: &mut W) -> Result<()> {
        self.depth += 1;
        self.is_empty = true;
        Ok(())
    }

    fn end<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.depth = self.depth.saturating_sub(1);
        if std::mem::take(&mut self.is_empty) { writer.write_all(NOTHING.as_bytes()) } else { Ok(()) }
    }

    fn new_line<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.is_empty = false;
        if std::mem::take(&mut self.is_beside_mark) {
            return Ok(());
        }
        write!(writer, "\n{}", "  ".repeat(self.depth.saturating_sub(1)))
    }
}

impl Formatter for Lines {
    fn write_null<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        writer.write_all(NOTHING.as_bytes())
    }

    fn write_i64<W: ?Sized + Write>(&mut self, writer: &mut W, value: i64) -> Result<()> {
        if self.name.ends_with("Paise") {
            return write!(writer, "{value} ({})", Paise(value));
        }
        write!(writer, "{value}")
    }

    fn begin_string<W: ?Sized + Write>(&mut self, _: &mut W) -> Result<()> {
        Ok(())
    }

    fn end_string<W: ?Sized + Write>(&mut self, _: &mut W) -> Result<()> {
        Ok(())
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, text: &str) -> Result<()> {
        if self.is_in_name {
            self.name.push_str(text);
        }
        let moment = text.parse::<Instant>().ok().filter(|moment| moment.to_string() == text);
        let shown = moment.map_or_else(|| plain(text), |moment| format!("{} IST", told(moment)));
        writer.write_all(shown.as_bytes())
    }

    fn write_char_escape<W: ?Sized + Write>(&mut self, writer: &mut W, escaped: CharEscape) -> Result<()> {
        writer.write_all(match escaped {
            CharEscape::Quote => b"\"",
            CharEscape::ReverseSolidus => b"\\",
            CharEscape::Solidus => b"/",
            _ => b" ",
        })
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.begin(writer)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.end(writer)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, _: bool) -> Result<()> {
        self.new_line(writer)?;
        self.is_beside_mark = true;
        writer.write_all(b"- ")
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> Result<()> {
        self.is_beside_mark = false;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.begin(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.end(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, _: bool) -> Result<()> {
        self.is_in_name = true;
        self.name.clear();
        self.new_line(writer)
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, _: &mut W) -> Result<()> {
        self.is_in_name = false;
        Ok(())
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        writer.write_all(b": ")
    }
}

/// A moment as clocks in the salon show it.
pub fn told(moment: Instant) -> String {
    moment.ist().format("%Y-%m-%d %H:%M:%S").to_string()
}

/// Text that somebody wrote, without what would steer a terminal.
pub fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Visit {
        name: &'static str,
        price_paise: Paise,
        at: Instant,
        reason: Option<&'static str>,
        services: Vec<Service>,
        tags: Vec<&'static str>,
        person: Service,
    }

    #[derive(Serialize)]
    struct Service {
        name: &'static str,
        minutes: u32,
    }

    #[test]
    fn a_view_is_a_field_a_line_in_its_own_order() {
        let visit = Visit {
            name: "Asha \"A\"\n\u{1b}[31m\u{9b}Rao",
            price_paise: Paise(150_000),
            at: "2026-11-16T04:30:00Z".parse().unwrap(),
            reason: None,
            services: vec![Service { name: "Cut", minutes: 45 }, Service { name: "Colour", minutes: 90 }],
            tags: vec!["regular", "vip"],
            person: Service { name: "Meera", minutes: 0 },
        };
        let expected = [
            "name: Asha \"A\"  [31m Rao",
            "pricePaise: 150000 (₹1,500)",
            "at: 2026-11-16 10:00:00 IST",
            "reason: -",
            "services:",
            "  - name: Cut",
            "    minutes: 45",
            "  - name: Colour",
            "    minutes: 90",
            "tags:",
            "  - regular",
            "  - vip",
            "person:",
            "  name: Meera",
            "  minutes: 0",
        ];
        assert_eq!(Lines::of(&visit).lines().collect::<Vec<_>>(), expected);
        let bare = Visit { services: Vec::new(), tags: Vec::new(), ..visit };
        assert!(Lines::of(&bare).contains("services: -\ntags: -\nperson:\n"));
    }
}
