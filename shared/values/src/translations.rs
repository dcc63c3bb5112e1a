//! Names and descriptions in other languages than English, and which of them a reader sees.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, Schema};

use crate::input::{Clearable, Field, Fields, Name, Problems, Prose};
use crate::language::Language;

/// The longest name, in every language.
const LONGEST_NAME: usize = 120;
/// The language that names and descriptions are translated to.
const HINDI: &str = Language::Hindi.tag();
const UNKNOWN_LANGUAGE: &str = "must be a language that names are translated to: hi";

/// A thing's words in other languages. What is not translated is read in English.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Translations {
    /// In Hindi.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hi: Option<Translation>,
}

/// A name and a description in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Translation {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl Translations {
    /// Whether nothing is translated: such are neither kept nor answered.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Those of something new.
    pub fn given<const MOST: usize>(request: Option<&TranslationsRequest<MOST>>) -> Self {
        request.map(|request| Self::default().with(request)).unwrap_or_default()
    }

    /// The translations after a change: a language, a name or a description that is left out stays, `null` clears it.
    pub fn changed<const MOST: usize>(&self, change: &Clearable<TranslationsRequest<MOST>>) -> Self {
        match change {
            Clearable::Keep => self.clone(),
            Clearable::Clear => Self::default(),
            Clearable::Set(request) => self.with(request),
        }
    }

    fn with<const MOST: usize>(&self, request: &TranslationsRequest<MOST>) -> Self {
        let hi = match &request.hi {
            Clearable::Keep => self.hi.clone(),
            Clearable::Clear => None,
            Clearable::Set(change) => Some(change.over(self.hi.clone().unwrap_or_default())),
        };
        Self { hi: hi.filter(|hi| *hi != Translation::default()) }
    }

    /// The name in this language, where there is one beside the thing's own.
    pub fn name(&self, language: Language) -> Option<&str> {
        self.of(language)?.name.as_deref()
    }

    fn of(&self, language: Language) -> Option<&Translation> {
        match language {
            Language::English => None,
            Language::Hindi => self.hi.as_ref(),
        }
    }
}

/// A thing with a name, and perhaps a description, that may be translated.
pub trait Translated {
    /// Its translations, and its name and description in English; the latter is empty where there is none.
    fn texts(&self) -> (&Translations, &str, &str);

    /// The name to show in this language.
    fn name_in(&self, language: Language) -> &str {
        let (translations, own, _) = self.texts();
        translations.name(language).unwrap_or(own)
    }

    /// The description to show in this language; empty where there is none.
    fn description_in(&self, language: Language) -> &str {
        let (translations, _, own) = self.texts();
        translations.of(language).and_then(|translation| translation.description.as_deref()).unwrap_or(own)
    }
}

/// `translations` as a request gives them, with descriptions of up to so many characters; with 0, the thing has no
/// description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranslationsRequest<const MOST: usize> {
    hi: Clearable<TranslationRequest<MOST>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct TranslationRequest<const MOST: usize> {
    name: Clearable<Name<1, LONGEST_NAME>>,
    description: Clearable<Prose<0, MOST>>,
}

impl<const MOST: usize> TranslationRequest<MOST> {
    fn over(&self, kept: Translation) -> Translation {
        let description = self.description.clone().over(kept.description);
        Translation {
            name: self.name.clone().over(kept.name),
            description: description.filter(|text| !text.is_empty()),
        }
    }
}

fn object<'a>(value: &'a Value, path: &str, problems: &mut Problems) -> Option<&'a serde_json::Map<String, Value>> {
    let object = value.as_object();
    if object.is_none() {
        problems.add(path, "must be an object");
    }
    object
}

impl<const MOST: usize> Field for TranslationsRequest<MOST> {
    type Read = Option<Self>;

    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        let languages = object(value, path, problems)?;
        let unknown: Vec<&String> = languages.keys().filter(|language| *language != HINDI).collect();
        for language in &unknown {
            problems.add(format!("{path}.{language}"), UNKNOWN_LANGUAGE);
        }
        let hi = Fields::of_object(languages, path, problems).take(HINDI)?;
        unknown.is_empty().then_some(Self { hi })
    }

    fn field_schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .property(HINDI, Clearable::<TranslationRequest<MOST>>::field_schema())
            .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
            .description(Some("what it is called in other languages; what is left out stays"))
            .into()
    }
}

impl<const MOST: usize> Field for TranslationRequest<MOST> {
    type Read = Option<Self>;

    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        let texts = object(value, path, problems)?;
        let mut fields = Fields::of_object(texts, path, problems);
        let name = fields.take("name");
        let description = if MOST > 0 { fields.take("description") } else { Some(Clearable::Keep) };
        Some(Self { name: name?, description: description? })
    }

    fn field_schema() -> RefOr<Schema> {
        let schema = ObjectBuilder::new().property("name", Clearable::<Name<1, LONGEST_NAME>>::field_schema());
        if MOST == 0 {
            return schema.into();
        }
        schema.property("description", Clearable::<Prose<0, MOST>>::field_schema()).into()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;
    use crate::input::{Body as _, body};

    body! {
        struct Change {
            translations: Clearable<TranslationsRequest<9>>,
        }
    }

    fn read(body: &Value) -> Result<Clearable<TranslationsRequest<9>>, BTreeMap<String, Vec<String>>> {
        let mut problems = Problems::default();
        let change = Change::from_fields(Fields::of_object(body.as_object().unwrap(), "", &mut problems));
        change.map(|change| change.translations).ok_or_else(|| problems.into_details())
    }

    fn cut() -> Translations {
        let hi = Translation { name: Some("कट".to_owned()), description: Some("छोटा".to_owned()) };
        Translations { hi: Some(hi) }
    }

    #[test]
    fn what_is_left_out_stays_and_null_clears_it() {
        for (change, after) in [
            (json!({}), json!({ "hi": { "name": "कट", "description": "छोटा" } })),
            (json!({ "translations": {} }), json!({ "hi": { "name": "कट", "description": "छोटा" } })),
            (
                json!({ "translations": { "hi": { "name": " नया " } } }),
                json!({ "hi": { "name": "नया", "description": "छोटा" } }),
            ),
            (json!({ "translations": { "hi": { "name": null } } }), json!({ "hi": { "description": "छोटा" } })),
            (json!({ "translations": { "hi": { "description": "" } } }), json!({ "hi": { "name": "कट" } })),
            (json!({ "translations": { "hi": { "name": null, "description": null } } }), json!({})),
            (json!({ "translations": { "hi": null } }), json!({})),
            (json!({ "translations": null }), json!({})),
        ] {
            let changed = cut().changed(&read(&change).unwrap());
            assert_eq!(serde_json::to_value(&changed).unwrap(), after, "{change}");
            assert_eq!(changed.is_empty(), after == json!({}));
        }
    }

    #[test]
    fn every_problem_is_told_under_its_path() {
        for (given, paths) in [
            (json!([]), vec!["translations"]),
            (json!({ "hi": "कट" }), vec!["translations.hi"]),
            (json!({ "en": { "name": "Cut" }, "hi": {} }), vec!["translations.en"]),
            (json!({ "HI": null, "ta": {} }), vec!["translations.HI", "translations.ta"]),
            (
                json!({ "hi": { "name": " ", "description": "x".repeat(10) } }),
                vec!["translations.hi.description", "translations.hi.name"],
            ),
            (
                json!({ "hi": { "name": "x".repeat(121), "description": 7 } }),
                vec!["translations.hi.description", "translations.hi.name"],
            ),
        ] {
            let problems = read(&json!({ "translations": given })).unwrap_err();
            assert_eq!(problems.keys().collect::<Vec<_>>(), paths, "{given}");
        }
        let problems = read(&json!({ "translations": { "ta": {} } })).unwrap_err();
        assert_eq!(problems["translations.ta"], [UNKNOWN_LANGUAGE]);
    }

    #[test]
    fn what_has_no_description_takes_none() {
        let mut problems = Problems::default();
        let given = json!({ "hi": { "name": "मुख्य", "description": "x" } });
        let request = TranslationsRequest::<0>::from_json(&given, "translations", &mut problems);
        let hi = Translations::given(request.as_ref()).hi.unwrap();
        assert_eq!((hi.name.as_deref(), hi.description), (Some("मुख्य"), None));
        let schema = serde_json::to_value(TranslationsRequest::<0>::field_schema()).unwrap();
        assert_eq!(schema["properties"]["hi"]["properties"].as_object().unwrap().len(), 1);
        assert_eq!(schema["additionalProperties"], false);
    }

    struct Thing(Translations);

    impl Translated for Thing {
        fn texts(&self) -> (&Translations, &str, &str) {
            (&self.0, "Cut", "Short")
        }
    }

    #[test]
    fn a_reader_sees_what_is_translated_and_the_rest_in_english() {
        let thing = Thing(cut());
        assert_eq!((thing.name_in(Language::English), thing.description_in(Language::English)), ("Cut", "Short"));
        assert_eq!((thing.name_in(Language::Hindi), thing.description_in(Language::Hindi)), ("कट", "छोटा"));
        let named = Translation { name: Some("कट".to_owned()), description: None };
        let thing = Thing(Translations { hi: Some(named) });
        assert_eq!((thing.name_in(Language::Hindi), thing.description_in(Language::Hindi)), ("कट", "Short"));
        assert_eq!(Thing(Translations::default()).name_in(Language::Hindi), "Cut");
    }
}
