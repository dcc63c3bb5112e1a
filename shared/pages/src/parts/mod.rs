//! Parts that pages are made of: functions and small builders that render themselves.

mod calendar;
mod channels;
mod dialog;
mod field;
mod form;
mod guardian;
mod list;
mod show;

pub use calendar::calendar_feed;
pub use channels::{channel_select, channels_in_words};
pub use dialog::{in_dialog, opener};
pub use field::{Input, Presets, Toggle, radios};
pub use form::{Form, submit};
pub use guardian::{GuardianFields, guardian_fields};
pub use list::{Head, ListTable, PagesBy, pager};
pub use show::{Tone, badge, breadcrumb, empty, facts, icon, meter, needs_script};
