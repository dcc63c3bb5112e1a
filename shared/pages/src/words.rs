//! Words in the reader's language: a method for each, typed by the files in `words/`.

use std::fmt;
use std::ops::Deref;
use std::sync::LazyLock;

#[allow(clippy::all, clippy::expect_used, clippy::unwrap_used, unused, reason = "generated from the files in words/")]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/words.rs"));
}

use generated::{L10n, L10nLanguage};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Language {
    #[default]
    English,
    Hindi,
}

impl Language {
    pub const ALL: [Self; 2] = [Self::English, Self::Hindi];

    /// As in `lang` attributes and headers.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Hindi => "hi",
        }
    }

    /// As in Open Graph.
    pub const fn locale(self) -> &'static str {
        match self {
            Self::English => "en_IN",
            Self::Hindi => "hi_IN",
        }
    }

    /// In its own letters.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Hindi => "हिन्दी",
        }
    }

    /// The language of a tag such as `hi` or `hi-IN`, where it is one of ours.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let primary = tag.split('-').next().unwrap_or_default().trim();
        Self::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// The best of ours for an `Accept-Language`; English where none of ours is wanted.
    pub fn accepted(header: &str) -> Self {
        let wish = |part: &str| {
            let mut fields = part.split(';');
            let language = Self::of_tag(fields.next()?)?;
            let weight = fields.find_map(|field| field.trim().strip_prefix("q=")?.parse::<f32>().ok());
            Some((language, weight.unwrap_or(1.0))).filter(|(_, weight)| *weight > 0.0)
        };
        let mut best: Option<(Self, f32)> = None;
        for (language, weight) in header.split(',').filter_map(wish) {
            if best.is_none_or(|(_, heaviest)| weight > heaviest) {
                best = Some((language, weight));
            }
        }
        best.map_or(Self::English, |(language, _)| language)
    }
}

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

    #[test]
    fn the_language_is_the_one_the_browser_likes_best_among_ours() {
        for (header, language) in [
            ("", Language::English),
            ("hi", Language::Hindi),
            ("hi-IN,hi;q=0.9,en;q=0.8", Language::Hindi),
            ("en-GB,en;q=0.9,hi;q=0.8", Language::English),
            ("ta,hi;q=0.4,en;q=0.2", Language::Hindi),
            ("hi;q=0,en;q=0.1", Language::English),
            ("ta", Language::English),
        ] {
            assert_eq!(Language::accepted(header), language, "{header}");
        }
    }

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
            let text = Words::of(language).greeting("Asha");
            assert!(text.contains("Asha") && !text.contains('\u{2068}'), "{text:?}");
        }
    }
}
