//! Posts reports to the team's chat through a Slack or Google Chat webhook. The webhook's URL is the secret.

use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};
use url::Url;

use super::keyed::Keyed;
use super::wire::{Wire, called_address};
use super::{NotificationType, SendError};
use parlour_settings::Secret;

const WITHIN: Duration = Duration::from_secs(10);

/// Slack: at most 50 blocks of at most 3000 characters.
const SLACK_BLOCKS: usize = 50;
const SLACK_BLOCK: usize = 3000;
/// Google Chat refuses texts over 4096 characters.
const GOOGLE_TEXT: usize = 4096;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatMessage {
    pub kind: NotificationType,
    /// Plain text; `*bold*` and line breaks are the markup both chats understand.
    pub text: String,
}

impl ChatMessage {
    /// The same message, saying which salon it comes from: a chat may get the messages of several.
    pub fn signed(self, name: &str) -> Self {
        Self { text: format!("{name}: {}", self.text), ..self }
    }
}

/// The webhook.
#[derive(Clone, PartialEq, Eq)]
pub struct ChatWebhook {
    url: Url,
    service: ChatService,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ChatService {
    Slack,
    GoogleChat,
}

impl ChatWebhook {
    /// Recognised by host, else by the shape of the path; other hosts are treated as Slack-compatible, as most are.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let url = called_address(text)?;
        let google = url.host_str() == Some("chat.googleapis.com") || url.path().starts_with("/v1/spaces/");
        let service = if google { ChatService::GoogleChat } else { ChatService::Slack };
        Ok(Self { url, service })
    }
}

impl fmt::Debug for ChatWebhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ChatWebhook({:?})", self.service)
    }
}

#[derive(Clone, Default)]
pub struct ChatSender {
    webhook: Keyed<ChatWebhook>,
    wire: Wire,
}

impl ChatSender {
    pub fn of(webhook: &Secret) -> Self {
        Self { webhook: Keyed::by("CHAT_WEBHOOK_URL", webhook, ChatWebhook::parse), wire: Wire::default() }
    }

    pub fn configured(&self) -> bool {
        self.webhook.configured()
    }

    /// The name shown in the console.
    pub(super) fn name(&self) -> &'static str {
        match self.webhook.known().map(|webhook| webhook.service) {
            Some(ChatService::Slack) => "slack",
            Some(ChatService::GoogleChat) => "google_chat",
            None => "chat",
        }
    }

    /// Returns whether it was posted; false if chat is not configured.
    pub(super) async fn send(&self, message: &ChatMessage) -> Result<bool, SendError> {
        let Some(webhook) = self.webhook.get().await? else { return Ok(false) };
        let body = match webhook.service {
            ChatService::Slack => slack(&message.text),
            ChatService::GoogleChat => google_chat(&message.text),
        };
        self.wire.send_ok(WITHIN, |client| client.post(webhook.url.clone()).json(&body)).await?;
        Ok(true)
    }
}

/// The text in sections; its first line is the preview of the phone's notification.
fn slack(text: &str) -> Value {
    let preview = escape_for_slack(text.lines().next().unwrap_or_default());
    let preview = sections(&preview, SLACK_BLOCK).into_iter().next().unwrap_or_default();
    let blocks: Vec<Value> = sections(&escape_for_slack(text), SLACK_BLOCK)
        .into_iter()
        .take(SLACK_BLOCKS)
        .map(|section| json!({"type": "section", "text": {"type": "mrkdwn", "text": section}}))
        .collect();
    if blocks.is_empty() { json!({"text": preview}) } else { json!({"text": preview, "blocks": blocks}) }
}

/// Google Chat cannot escape `<…>`, its markup for links and mentions: it is replaced by look-alike characters.
fn google_chat(text: &str) -> Value {
    let text = text.replace('<', "‹").replace('>', "›");
    json!({"text": text.chars().take(GOOGLE_TEXT).collect::<String>()})
}

fn escape_for_slack(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Splits at line breaks where possible, never inside an escape such as `&amp;`; blank sections are dropped.
fn sections(text: &str, longest: usize) -> Vec<String> {
    let mut sections = vec![String::new()];
    let mut room = longest;
    for line in text.split_inclusive('\n') {
        let length = line.chars().count();
        if length > room && length <= longest {
            sections.push(String::new());
            room = longest;
        }
        for unit in units(line) {
            let size = unit.chars().count();
            if size > room {
                sections.push(String::new());
                room = longest;
            }
            room = room.saturating_sub(size);
            if let Some(last) = sections.last_mut() {
                last.push_str(unit);
            }
        }
    }
    sections.iter().map(|section| section.trim_end().to_owned()).filter(|section| !section.trim().is_empty()).collect()
}

/// Single characters; an escape counts as one.
fn units(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let escape = ["&amp;", "&lt;", "&gt;"].into_iter().find(|escape| rest.starts_with(escape));
        let (unit, after) = rest.split_at(escape.map_or(first.len_utf8(), str::len));
        rest = after;
        Some(unit)
    })
}

#[cfg(test)]
mod tests {
    use super::super::loopback::Loopback;
    use super::*;

    fn report(text: &str) -> ChatMessage {
        ChatMessage { kind: NotificationType::DailySalesReport, text: text.to_owned() }
    }

    #[test]
    fn the_service_is_known_by_its_host_or_the_shape_of_its_path() {
        for (url, service) in [
            ("https://hooks.slack.com/services/T0/B0/secret", ChatService::Slack),
            ("https://chat.googleapis.com/v1/spaces/AAA/messages?key=k&token=t", ChatService::GoogleChat),
            ("https://proxy.example.test/v1/spaces/AAA/messages", ChatService::GoogleChat),
            ("https://proxy.example.test/services/T0/B0/secret", ChatService::Slack),
            ("https://chat.example.test/hooks/secret", ChatService::Slack),
            ("http://127.0.0.1:9/services/x", ChatService::Slack),
        ] {
            assert_eq!(ChatWebhook::parse(url).unwrap().service, service, "{url}");
        }
        for bad in ["", "hooks.slack.com/services", "http://hooks.slack.com/services/T0", "ftp://127.0.0.1/x"] {
            assert!(ChatWebhook::parse(bad).is_err(), "{bad}");
        }
        let webhook = ChatWebhook::parse("https://hooks.slack.com/services/T0/B0/secret").unwrap();
        assert!(!format!("{webhook:?}").contains("secret"));
    }

    #[tokio::test]
    async fn slack_gets_escaped_sections_and_a_preview() {
        let server = Loopback::answering(200, "ok").await;
        let sender = ChatSender::of(&Secret::given(server.url("/services/T0/B0/x")));
        assert!(sender.send(&report("*Sales* <today> & co\nTotal ₹999")).await.unwrap());
        assert_eq!(
            server.only_request().json(),
            json!({
                "text": "*Sales* &lt;today&gt; &amp; co",
                "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": "*Sales* &lt;today&gt; &amp; co\nTotal ₹999"}}],
            })
        );
    }

    #[tokio::test]
    async fn google_chat_gets_text_without_mentions() {
        let server = Loopback::answering(200, "{}").await;
        let sender = ChatSender::of(&Secret::given(server.url("/v1/spaces/AAA/messages")));
        assert!(sender.send(&report("Hello <users/all> & co")).await.unwrap());
        assert_eq!(server.only_request().json(), json!({"text": "Hello ‹users/all› & co"}));
    }

    #[test]
    fn long_reports_stay_within_slacks_limits() {
        let text = format!("{}\n", "&".repeat(2000)).repeat(200);
        let body = slack(&text);
        let blocks = body["blocks"].as_array().unwrap();
        assert_eq!(blocks.len(), 50);
        for block in blocks {
            let text = block["text"]["text"].as_str().unwrap();
            assert!(text.chars().count() <= 3000);
            assert!(text.split('&').skip(1).all(|rest| rest.starts_with("amp;")), "an escape was cut");
        }
        assert!(body["text"].as_str().unwrap().chars().count() <= 3000);
        assert_eq!(slack("")["blocks"], Value::Null);
    }

    #[test]
    fn long_reports_stay_within_google_chats_limit() {
        assert_eq!(google_chat(&"₹".repeat(5000))["text"].as_str().unwrap().chars().count(), 4096);
    }

    #[test]
    fn lines_are_kept_together_where_they_fit() {
        assert_eq!(sections("aaaa\nbbbb\ncc", 10), ["aaaa\nbbbb", "cc"]);
        assert_eq!(sections("aaaaaaaaaaaa", 5), ["aaaaa", "aaaaa", "aa"]);
    }

    #[tokio::test]
    async fn a_refused_post_says_only_the_status() {
        let server = Loopback::answering(404, "no_service").await;
        let sender = ChatSender::of(&Secret::given(server.url("/services/secret")));
        assert_eq!(sender.send(&report("x")).await.unwrap_err().to_string(), "answered 404");
    }

    #[tokio::test]
    async fn an_unreachable_chat_never_shows_its_address() {
        let url = { Loopback::answering(200, "").await.closed().await };
        let sender = ChatSender::of(&Secret::given(format!("{url}/services/secret")));
        let error = sender.send(&report("x")).await.unwrap_err().to_string();
        assert!(!error.contains("secret") && !error.contains("127.0.0.1"), "{error}");
    }
}
