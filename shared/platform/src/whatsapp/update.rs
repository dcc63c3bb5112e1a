//! WhatsApp's updates to our webhook, as far as anything follows from them, and how they are read.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

text_enum! {
    /// How far a message of ours has got.
    pub enum MessageProgress {
        Sent => "sent",
        Delivered => "delivered",
        Read => "read",
        Failed => "failed",
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "update", rename_all = "snake_case")]
pub enum WhatsAppUpdate {
    /// Of a message of ours.
    Progress {
        /// The id that we gave it, where it is told.
        message: Option<String>,
        /// WhatsApp's own.
        #[serde(default)]
        provider_id: Option<String>,
        status: MessageProgress,
        /// Why it failed.
        code: Option<i64>,
        at: Instant,
    },
    /// Somebody wrote to us.
    Reply(WhatsAppReply),
    /// Somebody ended marketing in the app.
    MarketingStopped { from: String },
    /// A template may be used again, or may not.
    Template { name: String, language: String, usable: bool },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WhatsAppReply {
    /// WhatsApp's id of it.
    pub id: String,
    /// Digits, with the country's code and without the plus.
    pub from: String,
    pub text: String,
    /// A button was pressed.
    pub button: bool,
    pub at: Instant,
}

/// Longer than any id, and short enough for a key.
const LONGEST_ID: usize = 1_000;

/// The characters the desk reads of a message; WhatsApp takes four times as many.
const LONGEST_TEXT: usize = 1_000;

/// Every update of the body that we know. What we do not know is left out: WhatsApp adds fields and kinds at any time.
pub(super) fn updates(body: &Value) -> Vec<WhatsAppUpdate> {
    let changes = each(body, "entry").flat_map(|entry| each(entry, "changes"));
    let changes = changes.filter_map(|change| Some((change.get("field")?.as_str()?, change.get("value")?)));
    changes.flat_map(|(field, value)| of_change(field, value)).collect()
}

fn of_change(field: &str, value: &Value) -> Vec<WhatsAppUpdate> {
    match field {
        "messages" => {
            let statuses = each(value, "statuses").filter_map(progress);
            statuses.chain(each(value, "messages").filter_map(reply)).collect()
        }
        "user_preferences" => each(value, "user_preferences").filter_map(preference).collect(),
        "message_template_status_update" => template(value).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn each<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}

fn text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    value.get(name).and_then(Value::as_str)
}

/// Seconds, as a text or as a number.
fn moment(value: &Value) -> Option<Instant> {
    let seconds = match value.get("timestamp")? {
        Value::String(seconds) => seconds.parse().ok()?,
        Value::Number(seconds) => seconds.as_i64()?,
        _ => return None,
    };
    // Until the year 9999, beyond which nothing can be said.
    (0..=253_402_300_799).contains(&seconds).then(|| Instant::from_seconds(seconds))
}

fn progress(status: &Value) -> Option<WhatsAppUpdate> {
    let code = status.pointer("/errors/0/code").and_then(Value::as_i64);
    let id = |name: &str| text(status, name).filter(|id| id.len() <= LONGEST_ID).map(str::to_owned);
    let (message, provider_id) = (id("biz_opaque_callback_data"), id("id"));
    if message.is_none() && provider_id.is_none() {
        return None;
    }
    Some(WhatsAppUpdate::Progress {
        message,
        provider_id,
        // A voice message is `played`, and read before that.
        status: text(status, "status")?.parse().ok()?,
        code,
        at: moment(status)?,
    })
}

/// A text, or the button of a template or of another message. Of pictures and the like only the kind is told.
fn reply(message: &Value) -> Option<WhatsAppUpdate> {
    let kind = text(message, "type")?;
    let words = |path: &str| message.pointer(path).and_then(Value::as_str);
    let (said, button) = match kind {
        "text" => (words("/text/body")?.to_owned(), false),
        "button" => (words("/button/text")?.to_owned(), true),
        "interactive" => (words("/interactive/button_reply/title")?.to_owned(), true),
        "system" | "reaction" => return None,
        kind => (format!("[{kind}]"), false),
    };
    Some(WhatsAppUpdate::Reply(WhatsAppReply {
        id: text(message, "id")?.to_owned(),
        from: text(message, "from")?.to_owned(),
        text: said.chars().take(LONGEST_TEXT).collect(),
        button,
        at: moment(message)?,
    }))
}

fn preference(preference: &Value) -> Option<WhatsAppUpdate> {
    let is_stop =
        text(preference, "category") == Some("marketing_messages") && text(preference, "value") == Some("stop");
    is_stop.then(|| Some(WhatsAppUpdate::MarketingStopped { from: text(preference, "wa_id")?.to_owned() }))?
}

fn template(value: &Value) -> Option<WhatsAppUpdate> {
    let usable = match text(value, "event")? {
        "APPROVED" | "REINSTATED" => true,
        "PAUSED" | "DISABLED" | "REJECTED" => false,
        _ => return None,
    };
    Some(WhatsAppUpdate::Template {
        name: text(value, "message_template_name")?.to_owned(),
        language: text(value, "message_template_language")?.to_owned(),
        usable,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(field: &str, value: Value) -> Vec<WhatsAppUpdate> {
        let entry = json!({ "id": "1", "changes": [{ "field": field, "value": value }] });
        updates(&json!({ "object": "whatsapp_business_account", "entry": [entry] }))
    }

    #[test]
    fn statuses_and_replies_are_read_from_every_entry() {
        let at = Instant::from_seconds(1_750_030_073);
        let status = json!({ "statuses": [{ "id": "wamid.X", "status": "delivered", "timestamp": "1750030073",
            "biz_opaque_callback_data": "u1.n1", "pricing": { "billable": true } }] });
        let change = json!({ "field": "messages", "value": status });
        let entry = json!({ "changes": [change, change] });
        let expected = WhatsAppUpdate::Progress {
            message: Some("u1.n1".to_owned()),
            provider_id: Some("wamid.X".to_owned()),
            status: MessageProgress::Delivered,
            code: None,
            at,
        };
        assert_eq!(updates(&json!({ "entry": [entry, entry] })), vec![expected; 4]);
        let failed = of(
            "messages",
            json!({ "statuses": [{ "status": "failed", "timestamp": "1750030073",
            "biz_opaque_callback_data": "u1.n1", "errors": [{ "code": 131_049, "title": "x" }] }] }),
        );
        assert!(matches!(failed[0], WhatsAppUpdate::Progress { code: Some(131_049), .. }), "{failed:?}");
    }

    #[test]
    fn a_status_may_name_its_message_by_whatsapps_id_alone() {
        let told = of("messages", json!({ "statuses": [{ "id": "wamid.X", "status": "read", "timestamp": "1" }] }));
        let [WhatsAppUpdate::Progress { message: None, provider_id: Some(id), .. }] = told.as_slice() else {
            panic!("{told:?}")
        };
        assert_eq!(id, "wamid.X");
        // As it was kept before that id was read.
        let kept = json!({ "update": "progress", "message": "u1.n1", "status": "read", "code": null,
            "at": "2026-11-16T04:30:00.000Z" });
        let read = serde_json::from_value::<WhatsAppUpdate>(kept).unwrap();
        let expected = Some("u1.n1".to_owned());
        assert!(
            matches!(&read, WhatsAppUpdate::Progress { message, provider_id: None, .. } if *message == expected),
            "{read:?}"
        );
        let long = json!({ "statuses": [{ "id": "x".repeat(1_001), "status": "read", "timestamp": "1" }] });
        assert_eq!(of("messages", long), []);
    }

    #[test]
    fn a_text_and_both_kinds_of_buttons_are_replies() {
        let say = |kind: &str, content: Value| {
            let mut message =
                json!({ "from": "919812345678", "id": "wamid.Y", "timestamp": "1749416383", "type": kind });
            message[kind] = content;
            match of("messages", json!({ "contacts": [], "messages": [message] })).pop() {
                Some(WhatsAppUpdate::Reply(reply)) => Some((reply.text, reply.button)),
                _ => None,
            }
        };
        assert_eq!(say("text", json!({ "body": "Hi" })), Some(("Hi".to_owned(), false)));
        assert_eq!(say("button", json!({ "payload": "P", "text": "Cancel" })), Some(("Cancel".to_owned(), true)));
        let pressed = json!({ "type": "button_reply", "button_reply": { "id": "cancel", "title": "Cancel" } });
        assert_eq!(say("interactive", pressed), Some(("Cancel".to_owned(), true)));
        assert_eq!(say("image", json!({ "id": "1" })), Some(("[image]".to_owned(), false)));
        assert_eq!(say("system", json!({ "type": "user_changed_number" })), None);
        assert_eq!(say("text", json!({ "body": "x".repeat(5_000) })).unwrap().0.len(), LONGEST_TEXT);
    }

    #[test]
    fn preferences_and_templates_are_read() {
        let stop =
            json!({ "wa_id": "919812345678", "category": "marketing_messages", "value": "stop", "timestamp": 1 });
        let stopped = WhatsAppUpdate::MarketingStopped { from: "919812345678".to_owned() };
        assert_eq!(of("user_preferences", json!({ "user_preferences": [stop] })), [stopped]);
        let paused = json!({ "event": "PAUSED", "message_template_name": "dues", "message_template_language": "en" });
        let expected = WhatsAppUpdate::Template { name: "dues".to_owned(), language: "en".to_owned(), usable: false };
        assert_eq!(of("message_template_status_update", paused), [expected]);
    }

    #[test]
    fn what_is_not_known_is_left_out() {
        for body in [
            json!(null),
            json!([]),
            json!({ "entry": 7 }),
            json!({ "entry": [{ "changes": [{ "field": "calls", "value": {} }, 1, {}] }] }),
        ] {
            assert_eq!(updates(&body), [], "{body}");
        }
        for value in [
            json!({ "statuses": [{ "status": "delivered", "timestamp": "1" }] }),
            json!({ "statuses": [{ "status": "warning", "timestamp": "1", "biz_opaque_callback_data": "x" }] }),
            json!({ "statuses": [{ "status": "read", "timestamp": "soon", "biz_opaque_callback_data": "x" }] }),
            json!({ "statuses": [{ "status": "read", "timestamp": "99999999999999", "biz_opaque_callback_data": "x" }] }),
            json!({ "messages": [{ "type": "text", "id": "1", "timestamp": "1", "text": { "body": "no sender" } }] }),
            json!({ "user_preferences": [{ "wa_id": "91", "category": "marketing_messages", "value": "resume" }] }),
        ] {
            assert_eq!(of("messages", value.clone()), [], "{value}");
            assert_eq!(of("user_preferences", value.clone()), [], "{value}");
        }
    }
}
