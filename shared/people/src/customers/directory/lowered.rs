//! Texts in lower case, to search and sort by, from which most names can be told as they are written.

use std::borrow::Cow;

use super::entry::ListedEntry;
use super::texts::Folded;

/// The three texts of a row in lower case; borrowed where they are already.
pub(super) struct Lowered<'a> {
    pub name: Cow<'a, str>,
    pub phone: Cow<'a, str>,
    pub email: Cow<'a, str>,
}

impl<'a> Lowered<'a> {
    pub fn of(listed: &'a ListedEntry<'_>) -> Self {
        Self { name: lower(&listed.name), phone: lower(&listed.phone), email: lower(&listed.email) }
    }

    pub fn folded(&self) -> Folded<'_> {
        Folded { name: &self.name, phone: &self.phone, email: &self.email }
    }
}

fn lower(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.to_lowercase())
    }
}

/// A capital at the start of each word.
pub(super) fn titled(text: &str) -> String {
    let mut starts = true;
    let capital = |letter: char| {
        if std::mem::replace(&mut starts, !letter.is_alphanumeric()) { letter.to_ascii_uppercase() } else { letter }
    };
    text.chars().map(capital).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_names_can_be_told_from_their_lower_case() {
        for (name, can_be) in [("Asha Rao", true), ("Khan-Iyer", true), ("D'Souza", true), ("McDonald", false)] {
            assert_eq!(titled(&lower(name)) == name, can_be, "{name}");
        }
        assert_eq!(lower("आशा İpek"), "आशा i̇pek");
    }
}
