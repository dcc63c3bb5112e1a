//! The channels together: configured or not, recorded or not.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use futures::future::BoxFuture;
use serde_json::json;

use super::loopback::Loopback;
use super::*;
use parlour_aws::AwsAccount;
use parlour_settings::{Secret, SecretError, Settings, Vault};
use parlour_values::id::{Random, UserId};
use parlour_values::time::Clock;

fn clock() -> Clock {
    Clock::fixed("2026-11-16T04:30:00Z".parse().unwrap())
}

fn recorded(outbound: Outbound) -> (Outbound, MemoryJournal) {
    let journal = MemoryJournal::default();
    let recorder = Recorder::new(Arc::new(journal.clone()), clock(), Random::seeded(clock(), 1));
    (outbound.recorded_by(recorder), journal)
}

fn email() -> Email {
    Email {
        from_name: None,
        kind: NotificationType::InvoiceReady,
        to: "asha@example.test".to_owned(),
        subject: "Your invoice".to_owned(),
        text: "Thank you".to_owned(),
        html: "<p>Thank you</p>".to_owned(),
        attachments: vec![Attachment {
            filename: "invoice.pdf".to_owned(),
            content_type: "application/pdf".to_owned(),
            content: b"%PDF".to_vec(),
        }],
        unsubscribe: None,
    }
}

fn push() -> Push {
    Push {
        kind: NotificationType::BookingConfirmed,
        user_id: UserId::from("u1"),
        title: "Booking confirmed".to_owned(),
        body: "See you on Monday".to_owned(),
        booking_id: None,
    }
}

fn subscription() -> PushSubscription {
    PushSubscription {
        endpoint: PushEndpoint::parse("https://fcm.googleapis.com/fcm/send/abc", &PushHosts::default()).unwrap(),
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
            .parse()
            .unwrap(),
        auth: "BTBZMqHH6r4Tts7J_aSIgg".parse().unwrap(),
    }
}

fn report() -> ChatMessage {
    ChatMessage { kind: NotificationType::DailySalesReport, text: "Sales ₹999".to_owned() }
}

fn event() -> RealtimeMessage {
    RealtimeMessage {
        id: "m1".to_owned(),
        channel: "admin:bookings".to_owned(),
        name: "booking_received".to_owned(),
        data: json!({"bookingId": "b1"}),
    }
}

#[tokio::test]
async fn nothing_configured_means_nothing_sent_and_the_caller_is_told() {
    let outbound = Outbound::unconfigured();
    assert!(Channel::ALL.iter().all(|channel| !outbound.configured(*channel)));
    assert_eq!(outbound.email(&email()).await.unwrap(), Delivery::Unconfigured);
    assert_eq!(outbound.chat(&report()).await.unwrap(), Delivery::Unconfigured);
    assert_eq!(outbound.publish(&event()).await.unwrap(), Delivery::Unconfigured);
    assert_eq!(outbound.heartbeat("weekly-report", JobOutcome::Succeeded).await, Beat::Told(Delivery::Unconfigured));
    let pushed = outbound.push(&push(), &[subscription()]).await.unwrap();
    assert_eq!(pushed.delivery, Some(Delivery::Unconfigured));
    assert!(!pushed.failed());
}

#[tokio::test]
async fn the_twin_records_every_channel_whether_or_not_it_is_configured() {
    let (outbound, journal) = recorded(Outbound::unconfigured());
    assert_eq!(outbound.email(&email()).await.unwrap(), Delivery::Recorded);
    assert_eq!(
        outbound.push(&push(), &[subscription(), subscription()]).await.unwrap().delivery,
        Some(Delivery::Recorded)
    );
    outbound.chat(&report()).await.unwrap();
    outbound.publish(&event()).await.unwrap();
    outbound.heartbeat("weekly-report", JobOutcome::Failed).await;

    let messages = journal.messages();
    let seen: Vec<_> =
        messages.iter().map(|sent| (sent.channel, sent.to.as_str(), sent.kind.as_str(), sent.body.as_str())).collect();
    assert_eq!(
        seen,
        [
            (Channel::Email, "asha@example.test", "invoice_ready", "Thank you"),
            (Channel::Push, "u1", "booking_confirmed", "See you on Monday"),
            (Channel::Chat, "chat", "daily_sales_report", "Sales ₹999"),
            (Channel::Realtime, "admin:bookings", "booking_received", r#"{"bookingId":"b1"}"#),
            (Channel::Heartbeat, "weekly-report", "heartbeat", "fail"),
        ]
    );
}

#[tokio::test]
async fn a_recorded_email_reads_as_the_console_shows_it() {
    let (outbound, journal) = recorded(Outbound::unconfigured());
    outbound.email(&email()).await.unwrap();
    let sent = &journal.messages()[0];
    let shown = serde_json::to_value(sent).unwrap();
    assert_eq!(
        shown,
        json!({
            "id": sent.id,
            "channel": "email",
            "to": "asha@example.test",
            "type": "invoice_ready",
            "subject": "Your invoice",
            "body": "Thank you",
            "html": "<p>Thank you</p>",
            "attachments": [{"filename": "invoice.pdf", "contentType": "application/pdf", "size": 4, "contentBase64": "JVBERg=="}],
            "sentAt": "2026-11-16T04:30:00.000Z",
        })
    );
    assert_eq!(serde_json::from_value::<SentMessage>(shown).unwrap(), *sent);
}

#[tokio::test]
async fn a_push_is_recorded_only_for_somebody_subscribed() {
    let (outbound, journal) = recorded(Outbound::unconfigured());
    assert_eq!(outbound.push(&push(), &[]).await.unwrap().delivery, None);
    assert!(journal.messages().is_empty());
}

#[tokio::test]
async fn a_configured_channel_is_recorded_and_really_sent() {
    let server = Loopback::answering(200, "ok").await;
    let webhook = Secret::given(server.url("/services/x"));
    let (outbound, journal) = recorded(Outbound { chat: ChatSender::of(&webhook), ..Outbound::default() });
    assert_eq!(outbound.chat(&report()).await.unwrap(), Delivery::Sent);
    assert_eq!(server.requests().len(), 1);
    assert_eq!(journal.messages()[0].to, "slack");
}

#[tokio::test]
async fn what_could_not_be_sent_is_not_recorded_as_sent() {
    let server = Loopback::answering(500, "").await;
    let webhook = Secret::given(server.url("/services/x"));
    let (outbound, journal) = recorded(Outbound { chat: ChatSender::of(&webhook), ..Outbound::default() });
    assert!(outbound.chat(&report()).await.is_err());
    assert!(journal.messages().is_empty());
}

#[tokio::test]
async fn a_missed_heartbeat_is_no_error() {
    let server = Loopback::answering(500, "").await;
    let heartbeat =
        HeartbeatSender::of(&Secret::absent(), &BTreeMap::from([("weekly-report".to_owned(), server.url("/ping"))]));
    let outbound = Outbound { heartbeat, ..Outbound::default() };
    assert_eq!(outbound.heartbeat("weekly-report", JobOutcome::Succeeded).await, Beat::Missed);
}

struct Full;

impl Journal for Full {
    fn record(&self, _: SentMessage) -> BoxFuture<'_, Result<(), JournalError>> {
        Box::pin(async { Err(JournalError("disk full".to_owned())) })
    }
}

#[tokio::test]
async fn a_journal_that_fails_is_an_error_so_that_the_queue_tries_again() {
    let outbound =
        Outbound::unconfigured().recorded_by(Recorder::new(Arc::new(Full), clock(), Random::seeded(clock(), 1)));
    assert!(matches!(outbound.email(&email()).await, Err(SendError::Journal(_))));
}

/// Fails the first read of each secret, and counts the reads.
#[derive(Default)]
struct Moody {
    secrets: BTreeMap<&'static str, String>,
    asked: Mutex<BTreeMap<String, usize>>,
}

impl Vault for Moody {
    fn read<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<String, SecretError>> {
        let mut asked = self.asked.lock().unwrap();
        let times = asked.entry(name.to_owned()).or_default();
        *times += 1;
        let answer = self.secrets.get(name).filter(|_| *times > 1).cloned();
        Box::pin(std::future::ready(answer.ok_or_else(|| SecretError { name: name.to_owned() })))
    }
}

#[tokio::test]
async fn a_secret_that_could_not_be_read_fails_that_send_and_no_later_one() {
    let (server, asha) = (Loopback::answering(200, "{}").await, UserId::from("u1"));
    let vault = Arc::new(Moody {
        secrets: BTreeMap::from([
            ("/chat", server.url("/services/x")),
            ("/ably", "app.key:secret".to_owned()),
            ("/vapid", "RS0WdYWWo1HajXg3NZR1olzCf31i-ZBGDkFyCs7j1jw".to_owned()),
        ]),
        ..Moody::default()
    });
    let variables = [
        ("CHAT_WEBHOOK_URL_PARAM", "/chat"),
        ("ABLY_API_KEY_PARAM", "/ably"),
        ("VAPID_PRIVATE_KEY_PARAM", "/vapid"),
        ("VAPID_SUBJECT", "mailto:hello@example.test"),
    ];
    let settings = Settings::read_with(named(&variables), vault.clone());
    let (outbound, journal) = recorded(Outbound::with_email(&settings, &aws(), &clock()).unwrap());
    assert!(vault.asked.lock().unwrap().is_empty(), "nothing is read before it is needed");
    for channel in [Channel::Chat, Channel::Realtime] {
        assert!(outbound.configured(channel), "{channel}");
    }

    assert!(matches!(outbound.chat(&report()).await, Err(SendError::Secret(_))));
    assert!(journal.messages().is_empty() && server.requests().is_empty());
    for _ in 0..2 {
        assert_eq!(outbound.chat(&report()).await.unwrap(), Delivery::Sent);
    }
    assert_eq!((journal.messages().len(), server.requests().len()), (2, 2));
    assert_eq!(journal.messages()[0].to, "slack");

    let token = async || {
        let capability = realtime::Capability::of(&asha, false);
        outbound.realtime.token_request(&asha, &capability, clock().now(), &Random::seeded(clock(), 1)).await
    };
    assert!(matches!(token().await, Err(SendError::Secret(_))));
    assert!(token().await.unwrap().is_some() && token().await.unwrap().is_some());

    if cfg!(feature = "push") {
        assert!(matches!(outbound.push(&push(), &[subscription()]).await, Err(SendError::Secret(_))));
        assert!(outbound.push(&push(), &[]).await.is_ok());
        assert_eq!(vault.asked.lock().unwrap()["/vapid"], 2);
    }
    let asked = vault.asked.lock().unwrap();
    assert_eq!((asked["/chat"], asked["/ably"]), (2, 2), "read once, a secret is kept");
}

#[tokio::test]
async fn a_secret_that_is_read_and_means_nothing_leaves_its_channel_off() {
    let secrets = BTreeMap::from([("/chat", "hooks.slack.com".to_owned())]);
    let vault = Arc::new(Moody { secrets, ..Moody::default() });
    let settings = Settings::read_with(named(&[("CHAT_WEBHOOK_URL_PARAM", "/chat")]), vault);
    let outbound = Outbound::with_email(&settings, &aws(), &clock()).unwrap();
    assert!(outbound.chat(&report()).await.is_err());
    assert!(outbound.configured(Channel::Chat), "nobody has read it yet");
    assert_eq!(outbound.chat(&report()).await.unwrap(), Delivery::Unconfigured);
    assert!(!outbound.configured(Channel::Chat));
}

fn named(variables: &[(&str, &str)]) -> BTreeMap<String, String> {
    variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn aws() -> AwsAccount {
    AwsAccount::local("http://127.0.0.1:9")
}

fn from(variables: &[(&str, &str)]) -> Outbound {
    Outbound::with_email(&Settings::read(named(variables)), &aws(), &clock()).unwrap()
}

#[tokio::test]
async fn each_setting_turns_its_channel_on() {
    let outbound = from(&[
        ("EMAIL_FROM", "Parlour <hello@example.test>"),
        ("CHAT_WEBHOOK_URL", "https://hooks.slack.com/services/a/b/c"),
        ("ABLY_API_KEY", "app.key:secret"),
        ("HEARTBEAT_URL_WEEKLY_REPORT", "https://hc.example.test/1"),
        ("VAPID_PRIVATE_KEY", "RS0WdYWWo1HajXg3NZR1olzCf31i-ZBGDkFyCs7j1jw"),
        ("VAPID_SUBJECT", "mailto:hello@example.test"),
        ("INVOICING_URL", "https://invoicing.example.test/render"),
        ("INVOICING_SECRET", "secret"),
        ("WHATSAPP_PHONE_ID", "106540352242922"),
        ("WHATSAPP_TOKEN", "token"),
        ("SMS_SENDER_ID", "PARLOR"),
        ("SMS_ENTITY_ID", "1701158019630577568"),
    ]);
    for channel in Channel::ALL.iter().copied() {
        assert_eq!(outbound.configured(channel), channel != Channel::Push || cfg!(feature = "push"), "{channel}");
    }
    assert!(outbound.invoicing.configured());
}

#[tokio::test]
async fn empty_or_malformed_settings_leave_their_channels_off() {
    let outbound = from(&[
        ("EMAIL_FROM", " "),
        ("CHAT_WEBHOOK_URL", "hooks.slack.com"),
        ("ABLY_API_KEY", "secret"),
        ("HEARTBEAT_URL_WEEKLY_REPORT", "soon"),
        ("VAPID_PRIVATE_KEY", "short"),
        ("VAPID_SUBJECT", "mailto:hello@example.test"),
        ("INVOICING_URL", "https://invoicing.example.test/render"),
    ]);
    assert!(Channel::ALL.iter().all(|channel| !outbound.configured(*channel)));
    assert!(!outbound.invoicing.configured());
}
