//! Values: what the other crates speak of. Pure: nothing here reads or writes anything.

pub mod amount_words;
pub mod color;
pub mod contact;
pub mod document_number;
pub mod done;
pub mod dry_run;
pub mod gems;
pub mod gst;
pub mod gstin;
pub mod id;
pub mod input;
pub mod language;
pub mod message_channel;
pub mod money;
pub mod payment;
pub mod role;
pub mod slug;
pub mod sms;
pub mod states;
pub mod text_enum;
pub mod time;
pub mod translations;
pub mod wording;
