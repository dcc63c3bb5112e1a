//! Messages to phones: a template for each kind of message and language, the text that an SMS has and the values that
//! WhatsApp fills its own copy of it with.

mod error;
mod kind;
mod request;
mod store;
mod suggested;
mod template;
mod text;
mod values;
mod view;

pub use error::MessageTemplateError;
pub use kind::{MessageKind, MessageVariable};
pub use request::{DltTemplateId, PutMessageTemplateRequest, WhatsappName};
pub use store::MessageTemplates;
pub use template::{MessageForm, MessageTemplate, WhatsappLanguage};
pub use values::MessageValues;
pub use view::{MessageTemplateList, MessageTemplateView};
