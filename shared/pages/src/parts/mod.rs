//! Parts that pages are made of: functions and small builders that render themselves.

mod calendar;
mod channels;
mod dialog;
mod form;
mod guardian;
mod show;

pub use calendar::calendar_feed;
pub use channels::{channel_select, channels_in_words};
pub use dialog::{Dialog, opener};
pub use form::{Checkbox, Form, Input, Presets, Radios, Select, TextArea, submit};
pub use guardian::{GuardianFields, guardian_fields};
pub use show::{Tone, amount_heads, badge, breadcrumb, empty, facts, heads, icon, meter, needs_script, pages};
