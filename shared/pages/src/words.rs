//! Words in the reader's language: a method for each, typed by the files in `words/`.

use std::fmt;
use std::ops::Deref;
use std::sync::LazyLock;

#[allow(clippy::all, clippy::expect_used, clippy::unwrap_used, unused, reason = "generated from the files in words/")]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/words.rs"));
}

use generated::{L10n, L10nLanguage};

pub use parlour_values::language::Language;

/// The words of one language. `words.book_a_visit()` is a `String`.
#[derive(Clone, Copy)]
pub struct Words {
    pub language: Language,
    words: &'static L10nLanguage,
}

static ENGLISH: LazyLock<L10nLanguage> = LazyLock::new(|| L10n::En.load());
static HINDI: LazyLock<L10nLanguage> = LazyLock::new(|| L10n::Hi.load());

impl Words {
    pub fn of(language: Language) -> Self {
        let words = match language {
            Language::English => &*ENGLISH,
            Language::Hindi => &*HINDI,
        };
        Self { language, words }
    }

    pub fn english() -> Self {
        Self::of(Language::English)
    }
}

impl Deref for Words {
    type Target = L10nLanguage;

    fn deref(&self) -> &L10nLanguage {
        self.words
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Words({:?})", self.language)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<&str> {
        let lines = text.lines().filter(|line| line.starts_with(|letter: char| letter.is_ascii_lowercase()));
        lines.filter_map(|line| line.split_once('=').map(|(id, _)| id.trim())).collect()
    }

    #[test]
    fn both_languages_have_the_same_words_in_the_same_order() {
        let english = ids(include_str!("../words/en/words.ftl"));
        assert_eq!(english, ids(include_str!("../words/hi/words.ftl")));
        assert!(english.len() > 100);
    }

    #[test]
    fn words_carry_no_invisible_marks() {
        for language in Language::ALL {
            let text = Words::of(*language).greeting("Asha");
            assert!(text.contains("Asha") && !text.contains('\u{2068}'), "{text:?}");
        }
    }
}
