//! The text of a page, record by record.

use serde::Serialize;
use serde_json::Value;

use super::{ExportFormat, ExportKind, Place};
use parlour_money::csv::{Cell, Csv};
use parlour_storage::table::TableError;

/// A page ends where it has become this long: an answer of a function holds six megabytes.
const MOST_BYTES: usize = 4_000_000;

pub(super) struct Sheet {
    kind: ExportKind,
    text: SheetText,
}

enum SheetText {
    Ndjson(String),
    Csv(Csv),
}

impl Sheet {
    pub fn new(kind: ExportKind, format: ExportFormat) -> Self {
        let text = match format {
            ExportFormat::Ndjson => SheetText::Ndjson(String::new()),
            ExportFormat::Csv => SheetText::Csv(Csv::new(kind.columns())),
        };
        Self { kind, text }
    }

    /// Adds records, each with the place behind it, until the page is full; where the next one begins.
    pub fn fill<T: Serialize>(
        &mut self,
        records: impl IntoIterator<Item = (Place, T)>,
        next: Option<Place>,
    ) -> Result<Option<Place>, TableError> {
        for (place, record) in records {
            self.add(&record)
                .map_err(|error| TableError::Unreadable { kind: self.kind.as_str(), reason: error.to_string() })?;
            if self.bytes() >= MOST_BYTES {
                return Ok(Some(place));
            }
        }
        Ok(next)
    }

    fn add(&mut self, record: &impl Serialize) -> Result<(), serde_json::Error> {
        match &mut self.text {
            SheetText::Ndjson(text) => {
                text.push_str(&serde_json::to_string(record)?);
                text.push('\n');
            }
            SheetText::Csv(csv) => {
                let record = serde_json::to_value(record)?;
                csv.row(self.kind.columns().iter().map(|column| cell(record.get(*column))));
            }
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        match &self.text {
            SheetText::Ndjson(text) => text.len(),
            SheetText::Csv(csv) => csv.bytes(),
        }
    }

    pub fn into_text(self) -> String {
        match self.text {
            SheetText::Ndjson(text) => text,
            SheetText::Csv(csv) => csv.into_text(),
        }
    }
}

/// A list of plain texts is written with semicolons, whatever else has parts as JSON, and so is a list with a semicolon of
/// its own.
fn cell(value: Option<&Value>) -> Cell {
    match value {
        None | Some(Value::Null) => Cell::text(""),
        Some(Value::String(text)) => Cell::text(text),
        Some(Value::Number(number)) => number.as_i64().map_or_else(|| Cell::text(number), Cell::from),
        Some(Value::Array(parts)) if parts.iter().all(|part| part.as_str().is_some_and(|it| !it.contains(';'))) => {
            let texts: Vec<&str> = parts.iter().filter_map(Value::as_str).collect();
            // By itself, a comma would be read as what stands between two of them.
            let end = if matches!(texts.as_slice(), [only] if only.contains(',')) { ";" } else { "" };
            Cell::text(format!("{}{end}", texts.join("; ")))
        }
        Some(other) => Cell::text(other),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cells_are_safe_whatever_the_record_has() {
        let record = json!({ "id": "=1+1", "name": "Asha, \"A\"", "phone": null, "email": 5, "tags": ["VIP", "-x"],
            "channels": [], "alerts": { "a": [1] }, "marketingConsent": true });
        let mut sheet = Sheet::new(ExportKind::Customers, ExportFormat::Csv);
        assert_eq!(sheet.fill([(Place::default(), &record)], None).unwrap(), None);
        let text = sheet.into_text();
        let (header, row) = text.split_once("\r\n").unwrap();
        assert_eq!(header.trim_start_matches('\u{feff}').split(',').count(), ExportKind::Customers.columns().len());
        assert!(
            row.starts_with("'=1+1,\"Asha, \"\"A\"\"\",,5,,,true,,,,\"{\"\"a\"\":[1]}\",,,,,,\"VIP; -x\","),
            "{row}"
        );
    }

    #[test]
    fn a_list_can_be_told_from_a_text_with_a_comma_or_a_semicolon() {
        for (list, text) in [
            (json!(["VIP"]), "VIP"),
            (json!(["Cut, colour"]), "\"Cut, colour;\""),
            (json!(["Cut, colour", "VIP"]), "\"Cut, colour; VIP\""),
            (json!(["Tea; milk", "VIP"]), "\"[\"\"Tea; milk\"\",\"\"VIP\"\"]\""),
            (json!([]), ""),
        ] {
            let mut csv = Csv::new(&["tags"]);
            csv.row([cell(Some(&list))]);
            assert_eq!(csv.into_text().lines().nth(1), Some(text));
        }
    }

    #[test]
    fn a_page_ends_behind_the_record_that_fills_it() {
        let large = "x".repeat(MOST_BYTES / 2);
        let records = ["1", "2", "3"].map(|place| (Place::at("", place), json!({ "id": large })));
        let mut sheet = Sheet::new(ExportKind::Leads, ExportFormat::Ndjson);
        assert_eq!(sheet.fill(records, None).unwrap(), Some(Place::at("", "2")));
        assert_eq!(sheet.into_text().lines().count(), 2);
    }
}
