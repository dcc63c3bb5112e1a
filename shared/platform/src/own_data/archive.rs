//! A zip archive that fits an answer.

use std::io::{Cursor, Write as _};

use zip::result::{ZipError, ZipResult};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use parlour_values::time::IstDate;

/// An answer of a function holds six megabytes, in which these bytes are base64.
const MOST_BYTES: usize = 4_200_000;
/// The bytes a file takes beside its content and twice its name, generously: two headers.
const HEADERS: usize = 160;
/// Kept for the list of what is in it.
const RESERVED: usize = 100_000;

pub(super) struct Archive {
    writer: ZipWriter<Cursor<Vec<u8>>>,
    day: DateTime,
    /// Its size, as far as it is known: what was compressed counts as it was before.
    bytes: usize,
}

impl Archive {
    pub fn begun(today: IstDate) -> Self {
        let year = u16::try_from(today.year()).unwrap_or(1980);
        let (month, day) = (u8::try_from(today.month()).unwrap_or(1), u8::try_from(today.day()).unwrap_or(1));
        let day = DateTime::from_date_and_time(year, month, day, 0, 0, 0).unwrap_or_default();
        Self { writer: ZipWriter::new(Cursor::new(Vec::new())), day, bytes: 0 }
    }

    /// Compressed.
    pub fn add_text(&mut self, name: &str, text: &str) -> ZipResult<()> {
        self.add(name, text.as_bytes(), CompressionMethod::Deflated)
    }

    /// A document, which is compressed already; false, and nothing added, where it does not fit any more.
    pub fn add_document(&mut self, name: &str, document: &[u8]) -> ZipResult<bool> {
        if self.bytes.saturating_add(taken_by(name, document)).saturating_add(RESERVED) > MOST_BYTES {
            return Ok(false);
        }
        self.add(name, document, CompressionMethod::Stored).map(|()| true)
    }

    fn add(&mut self, name: &str, content: &[u8], how: CompressionMethod) -> ZipResult<()> {
        let options = SimpleFileOptions::default().compression_method(how).last_modified_time(self.day);
        self.writer.start_file(name, options)?;
        self.writer.write_all(content).map_err(ZipError::from)?;
        self.bytes = self.bytes.saturating_add(taken_by(name, content));
        Ok(())
    }

    /// Counts what is in it as it really is: texts become a tenth of what they were.
    pub fn measured(self) -> ZipResult<Self> {
        let finished = self.writer.finish()?;
        let bytes = finished.get_ref().len();
        Ok(Self { writer: ZipWriter::new_append(finished)?, day: self.day, bytes })
    }

    pub fn finished(self) -> ZipResult<Vec<u8>> {
        Ok(self.writer.finish()?.into_inner())
    }
}

fn taken_by(name: &str, content: &[u8]) -> usize {
    content.len().saturating_add(name.len().saturating_mul(2)).saturating_add(HEADERS)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn what_went_in_comes_out_and_never_more_than_fits() {
        let mut archive = Archive::begun("2026-11-16".parse().unwrap());
        archive.add_text("a.json", &"[]".repeat(5_000_000)).unwrap();
        assert!(!archive.add_document("x.pdf", b"%PDF").unwrap(), "before it is measured, ten megabytes are too many");
        let mut archive = archive.measured().unwrap();
        let paper = vec![7; 1_000_000];
        let added = (0..10).filter(|number| archive.add_document(&format!("{number}.pdf"), &paper).unwrap()).count();
        assert_eq!(added, 4);
        archive.add_text("about.json", "{}").unwrap();
        let bytes = archive.finished().unwrap();
        assert!(bytes.len() <= MOST_BYTES, "{}", bytes.len());

        let mut read = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        assert_eq!(read.len(), 6);
        let mut text = String::new();
        read.by_name("about.json").unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "{}");
        let document = read.by_name("3.pdf").unwrap();
        assert_eq!((document.size(), document.compression()), (1_000_000, CompressionMethod::Stored));
    }
}
