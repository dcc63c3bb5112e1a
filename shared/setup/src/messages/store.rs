//! The templates: one partition of the table, kept in the process until one of them changes.

use std::sync::Arc;

use super::error::MessageTemplateError;
use super::kind::MessageKind;
use super::request::PutMessageTemplateRequest;
use super::template::MessageTemplate;
use super::text::problem;
use super::view::{MessageTemplateList, MessageTemplateView};
use parlour_storage::act::Act;
use parlour_storage::events::{EventType, changed_fields, is_unchanged};
use parlour_storage::failure::Failure;
use parlour_storage::reference::Reference;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Record as _, Stored, Table, TableError, Topic, keys};
use parlour_values::language::Language;
use serde_json::json;

pub struct MessageTemplates<'a>(&'a Salon);

impl<'a> MessageTemplates<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl MessageTemplates<'_> {
    /// Every saved template, by kind and language.
    pub async fn all(&self) -> Result<Arc<Vec<Stored<MessageTemplate>>>, TableError> {
        self.0.reference::<MessageTemplate>(&Topic::MessageTemplates).await
    }

    /// None where nothing is saved for it.
    pub async fn get(&self, kind: MessageKind, language: Language) -> Result<Option<MessageTemplate>, TableError> {
        Ok(self.find(kind, language).await?.map(|found| found.record))
    }

    /// The text of a kind in the reader's language, else in English.
    pub async fn for_reader(
        &self,
        kind: MessageKind,
        language: Language,
    ) -> Result<Option<MessageTemplate>, TableError> {
        match self.get(kind, language).await? {
            None if language != Language::English => self.get(kind, Language::English).await,
            found => Ok(found),
        }
    }

    pub async fn list(&self) -> Result<MessageTemplateList, TableError> {
        let all = self.all().await?;
        Ok(MessageTemplateList { templates: all.iter().map(|template| (&template.record).into()).collect() })
    }

    /// By the texts of an address, any of which may be unknown.
    pub async fn view(&self, kind: &str, language: &str) -> Result<MessageTemplateView, Failure<MessageTemplateError>> {
        let (kind, language) = named(kind, language)?;
        let found = self.find(kind, language).await?.ok_or(MessageTemplateError::Unknown)?;
        Ok(MessageTemplateView::from(&found.record))
    }

    /// The template an owner edits: the saved one, else the suggested one. Whether it is saved comes along.
    pub async fn draft(
        &self,
        kind: &str,
        language: &str,
    ) -> Result<(MessageTemplateView, bool), Failure<MessageTemplateError>> {
        let (kind, language) = named(kind, language)?;
        Ok(match self.find(kind, language).await? {
            Some(saved) => (MessageTemplateView::from(&saved.record), true),
            None => {
                let suggested = MessageTemplate::suggested(kind, language, self.0.clock.now());
                (MessageTemplateView::from(&suggested), false)
            }
        })
    }

    pub async fn put(
        &self,
        act: &Act,
        kind: &str,
        language: &str,
        request: &PutMessageTemplateRequest,
    ) -> Result<MessageTemplateView, Failure<MessageTemplateError>> {
        let (kind, language) = named(kind, language)?;
        if let Some(problem) = problem(kind, &request.text) {
            return Err(MessageTemplateError::Text(problem).into());
        }
        let template = &MessageTemplate {
            kind,
            language,
            whatsapp_name: request.whatsapp_name.clone().into(),
            whatsapp_language: request.whatsapp_language,
            dlt_template_id: request.dlt_template_id.clone().map(String::from),
            text: request.text.to_string(),
            updated_at: act.at,
        };
        self.0
            .retry_on_conflict(|| async move {
                let read = self.find(kind, language).await?;
                let data = match &read {
                    Some(kept) if is_unchanged(&kept.record, template) => {
                        return Ok(MessageTemplateView::from(&kept.record));
                    }
                    Some(kept) => changed_fields(&kept.record, template),
                    None => json!({ "fields": ["text"] }),
                };
                let mut transaction = self.0.transaction(act);
                transaction.save(read.as_ref(), template);
                let id = format!("{kind}.{language}");
                transaction.audit(EventType::TemplateSaved, MessageTemplate::KIND, &id, data);
                transaction.commit().await?;
                Ok(MessageTemplateView::from(template))
            })
            .await
    }

    async fn find(&self, kind: MessageKind, language: Language) -> Result<Option<Stored<MessageTemplate>>, TableError> {
        let all = self.all().await?;
        Ok(all.iter().find(|template| (template.kind, template.language) == (kind, language)).cloned())
    }
}

fn named(kind: &str, language: &str) -> Result<(MessageKind, Language), MessageTemplateError> {
    let kind = kind.parse().map_err(|_| MessageTemplateError::Unknown)?;
    Ok((kind, language.parse().map_err(|_| MessageTemplateError::Unknown)?))
}

impl Reference for MessageTemplate {
    type Loaded = Vec<Stored<Self>>;

    async fn load(table: &Table, _: &Topic) -> Result<Vec<Stored<Self>>, TableError> {
        let mut templates = table.query::<Self>(Partition::of(keys::MESSAGE_TEMPLATES)).await?;
        templates.sort_by_key(|template| (template.kind, template.language));
        Ok(templates)
    }
}
