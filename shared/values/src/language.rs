//! The languages that the salon speaks.

use crate::input::enum_fields;
use crate::text_enum::text_enum;

text_enum! {
    /// A language of pages and messages, by its tag.
    #[derive(Default)]
    pub enum Language {
        #[default]
        English => "en",
        Hindi => "hi",
    }
}

enum_fields!(Language);

impl Language {
    /// As in `lang` attributes and headers.
    pub const fn tag(self) -> &'static str {
        self.as_str()
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
        Self::ALL.iter().copied().find(|language| language.tag().eq_ignore_ascii_case(primary))
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
}
