//! The name of a picture: the hash of what was uploaded, so that the same picture has the same address.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// How long a copy's longest side is, at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    Small,
    Medium,
    Large,
}

impl Size {
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    pub const fn pixels(self) -> u32 {
        match self {
            Self::Small => 320,
            Self::Medium => 640,
            Self::Large => 1280,
        }
    }

    /// The size that an address asks for.
    pub fn asked(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.pixels().to_string() == text)
    }
}

/// The format its copies are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For photographs: whatever has nothing to look through.
    Jpeg,
    /// For logos that the page shows through.
    Png,
}

impl Format {
    const ALL: [Self; 2] = [Self::Jpeg, Self::Png];

    const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }

    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }
}

/// `{hash}.jpg` or `{hash}.png`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureName {
    hash: String,
    pub format: Format,
}

/// The length of a SHA-256 in hexadecimal digits.
const DIGITS: usize = 64;
const FOLDER: &str = "/pictures/";

impl PictureName {
    pub(crate) fn of(uploaded: &[u8], format: Format) -> Self {
        Self { hash: hex::encode(Sha256::digest(uploaded)), format }
    }

    /// The picture at an address of our own.
    pub fn of_path(path: &str) -> Option<Self> {
        path.strip_prefix(FOLDER)?.parse().ok()
    }

    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Its path on either app.
    pub fn path(&self) -> String {
        format!("{FOLDER}{self}")
    }

    /// The path of a copy of this size.
    pub fn path_of(&self, size: Size) -> String {
        format!("{FOLDER}{self}?w={}", size.pixels())
    }

    /// The key under which the copy is stored, beside the invoices.
    pub(crate) fn key(&self, size: Size) -> String {
        format!("pictures/{}/{}.{}", self.hash, size.pixels(), self.format.extension())
    }
}

impl fmt::Display for PictureName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.hash, self.format.extension())
    }
}

/// No picture has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is no name of a picture")]
pub struct NoPictureName;

impl FromStr for PictureName {
    type Err = NoPictureName;

    fn from_str(text: &str) -> Result<Self, NoPictureName> {
        let (hash, extension) = text.split_once('.').ok_or(NoPictureName)?;
        let is_hash = hash.len() == DIGITS && hash.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        let format = Format::ALL.into_iter().find(|format| format.extension() == extension).ok_or(NoPictureName)?;
        if is_hash { Ok(Self { hash: hash.to_owned(), format }) } else { Err(NoPictureName) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_bytes_have_the_same_name_and_it_leads_back() {
        let name = PictureName::of(b"a rose", Format::Jpeg);
        assert_eq!(name, PictureName::of(b"a rose", Format::Jpeg));
        assert_ne!(name, PictureName::of(b"a lotus", Format::Jpeg));
        assert_eq!(PictureName::of_path(&name.path()), Some(name.clone()));
        assert_eq!(name.path_of(Size::Small), format!("/pictures/{}.jpg?w=320", name.hash()));
        assert_eq!(name.key(Size::Large), format!("pictures/{}/1280.jpg", name.hash()));
    }

    #[test]
    fn nothing_else_is_a_name() {
        let hash = "a".repeat(64);
        assert!(format!("{hash}.png").parse::<PictureName>().is_ok());
        for bad in [
            String::new(),
            hash.clone(),
            format!("{hash}.gif"),
            format!("{hash}.png.png"),
            format!("{}.png", "A".repeat(64)),
            format!("{}.png", "a".repeat(63)),
            format!("{}.png", "../".repeat(21) + "a"),
        ] {
            assert!(bad.parse::<PictureName>().is_err(), "{bad}");
        }
        for bad in ["/pictures/", "pictures/x.png", "https://example.test/pictures/x.png"] {
            assert_eq!(PictureName::of_path(bad), None, "{bad}");
        }
        assert_eq!(PictureName::of_path(&format!("/pictures/{hash}.png?w=320")), None);
    }

    #[test]
    fn three_sizes_can_be_asked_for() {
        assert_eq!(["320", "640", "1280"].map(Size::asked), Size::ALL.map(Some));
        assert_eq!(["", "0320", "321", "-1", "huge"].map(Size::asked), [None; 5]);
    }
}
