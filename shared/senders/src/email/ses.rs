//! Email through SES (`SendRawEmail`).

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::Method;
use mail_builder::MessageBuilder;
use mail_builder::headers::address::Address;
use mail_builder::headers::raw::Raw;

use super::pace::Pace;
use super::{Email, EmailSender, SendError, address_of};
use parlour_aws::{AwsCall, AwsService, CallError};
use parlour_settings::Settings;
use parlour_values::time::Clock;

/// Long enough for an invoice with its PDF, short enough for the queue's function to report a failure.
const WITHIN: Duration = Duration::from_secs(15);

/// The limit of SES is 10 MB after base64.
const LARGEST_MESSAGE: usize = 10_000_000;

#[derive(Clone)]
pub(super) struct Ses {
    service: AwsService,
    from: String,
    /// The configuration set that reports what becomes of the mail.
    reported_by: Option<String>,
    clock: Clock,
    within: Duration,
    pace: Option<Arc<Pace>>,
}

impl EmailSender {
    /// `from` is an address, or a name and an address: `Parlour <hello@example.test>`.
    pub fn ses(service: AwsService, from: &str, clock: Clock) -> Self {
        let from = single_line(from).trim().to_owned();
        Self { ses: Some(Ses { service, from, reported_by: None, clock, within: WITHIN, pace: None }) }
    }

    /// The same sender, as fast as the settings say that SES allows.
    #[must_use]
    pub fn paced_by(self, settings: &Settings) -> Self {
        Self { ses: self.ses.map(|ses| Ses { pace: Pace::of(settings).map(Arc::new), ..ses }) }
    }

    /// The same sender, with what becomes of its mail reported by this configuration set.
    #[must_use]
    pub fn reported_by(self, set: Option<String>) -> Self {
        Self { ses: self.ses.map(|ses| Ses { reported_by: set, ..ses }) }
    }
}

impl Ses {
    pub(super) async fn send(&self, email: &Email) -> Result<(), SendError> {
        let raw = mime(email, &self.from, self.clock.now().seconds())?;
        // The name stands in the message: SES compares the address alone, and takes a source in ASCII only.
        let source = if email.from_name.is_some() { address_of(&self.from) } else { &self.from };
        let call = AwsCall {
            operation: "SendRawEmail",
            method: Method::POST,
            path: "/",
            headers: &[("content-type", "application/x-www-form-urlencoded")],
            body: self.form(source, &email.to, &raw),
        };
        if let Some(pace) = &self.pace {
            pace.turn().await;
        }
        match tokio::time::timeout(self.within, self.service.send(&call)).await {
            Err(_) => Err(SendError::TimedOut),
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(refusal(&error)),
        }
    }

    fn form(&self, source: &str, to: &str, raw: &[u8]) -> Bytes {
        let mut form = url::form_urlencoded::Serializer::new(String::new());
        form.extend_pairs([("Action", "SendRawEmail"), ("Version", "2010-12-01")]);
        form.extend_pairs([("Source", source), ("Destinations.member.1", to)]);
        form.extend_pairs(self.reported_by.as_deref().map(|set| ("ConfigurationSetName", set)));
        form.append_pair("RawMessage.Data", &STANDARD.encode(raw));
        form.finish().into()
    }
}

/// A message or address that SES rejects is a permanent failure; others (throttling, quota, our configuration) may be
/// retried. So may a rejection because an identity is not verified: the account leaves the sandbox, the sender's domain is
/// verified. Only the kind of error is reported, as messages can quote the request.
fn refusal(error: &CallError) -> SendError {
    let CallError::Service(error) = error else { return SendError::Unreachable("no answer from SES".to_owned()) };
    match error.code.as_str() {
        "MessageRejected" if error.message.contains("not verified") => SendError::Refused(error.status),
        "MessageRejected" => SendError::Invalid("SES rejected the message (MessageRejected)"),
        "InvalidParameterValue" => SendError::Invalid("SES takes no such address (InvalidParameterValue)"),
        _ => SendError::Refused(error.status),
    }
}

fn mime(email: &Email, from: &str, now: i64) -> Result<Vec<u8>, SendError> {
    let mut message = MessageBuilder::new()
        .from(sender_of(email, from))
        .to(Address::new_address(None::<&str>, email.to.as_str()))
        .subject(single_line(&email.subject))
        .date(now)
        .header("Auto-Submitted", Raw::new("auto-generated"))
        .text_body(email.text.as_str())
        .html_body(email.html.as_str());
    for (name, value) in email.headers() {
        message = message.header(name, Raw::new(single_line(&value).into_owned()));
    }
    for attachment in &email.attachments {
        message = message.attachment(
            single_line(&attachment.content_type).into_owned(),
            single_line(&attachment.filename),
            attachment.content.as_slice(),
        );
    }
    let raw = message.write_to_vec().map_err(|_| SendError::Invalid("the message could not be written"))?;
    if raw.len() > LARGEST_MESSAGE { Err(SendError::Invalid("the message is too large for SES")) } else { Ok(raw) }
}

/// The configured address under the email's name, else under its own if it has one.
fn sender_of<'a>(email: &'a Email, from: &'a str) -> Address<'a> {
    let own = from.split_once('<').map(|(name, _)| name.trim().trim_matches('"')).filter(|name| !name.is_empty());
    let name = email.from_name.as_deref().map(single_line).or_else(|| own.map(Cow::Borrowed));
    Address::new_address(name, address_of(from))
}

/// Removes line breaks, which would start another header.
fn single_line(text: &str) -> Cow<'_, str> {
    if text.contains(['\r', '\n']) { Cow::Owned(text.replace(['\r', '\n'], "")) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use parlour_aws::{AwsAccount, SES};

    use super::super::{Attachment, check_recipient};
    use super::*;
    use crate::NotificationType;
    use crate::loopback::Loopback;

    fn invoice_email() -> Email {
        Email {
            kind: NotificationType::InvoiceReady,
            from_name: None,
            to: "asha@example.test".to_owned(),
            subject: "Your invoice: ₹999".to_owned(),
            text: "Thank you, Asha.".to_owned(),
            html: "<p>Thank you, Asha.</p>".to_owned(),
            attachments: vec![Attachment {
                filename: "invoice.pdf".to_owned(),
                content_type: "application/pdf".to_owned(),
                content: b"%PDF-1.7".to_vec(),
            }],
            unsubscribe: None,
        }
    }

    fn sender(server: &Loopback, within: Duration) -> EmailSender {
        let service = AwsService::connect(SES, &AwsAccount::local(&server.url("")).trying_once(), None).unwrap();
        let clock = Clock::fixed("2026-11-16T04:30:00Z".parse().unwrap());
        let sender = EmailSender::ses(service, "Parlour <hello@example.test>", clock);
        EmailSender { ses: sender.ses.map(|ses| Ses { within, ..ses }) }
    }

    const ACCEPTED: &str = "<SendRawEmailResponse><SendRawEmailResult><MessageId>m-1</MessageId></SendRawEmailResult></SendRawEmailResponse>";

    #[tokio::test]
    async fn ses_gets_one_recipient_and_the_whole_message() {
        let server = Loopback::answering(200, ACCEPTED).await;
        assert!(sender(&server, WITHIN).send(&invoice_email()).await.unwrap());

        let request = server.only_request();
        let form: std::collections::HashMap<String, String> =
            url::form_urlencoded::parse(&request.body).into_owned().collect();
        assert_eq!(form["Action"], "SendRawEmail");
        assert_eq!(form["Source"], "Parlour <hello@example.test>");
        assert_eq!(form["Destinations.member.1"], "asha@example.test");
        assert!(!form.contains_key("Destinations.member.2"));
        let mime = String::from_utf8(STANDARD.decode(&form["RawMessage.Data"]).unwrap()).unwrap();
        assert!(mime.contains("To: <asha@example.test>"), "{mime}");
        assert!(mime.contains("multipart/mixed") && mime.contains("multipart/alternative"), "{mime}");
        assert!(mime.contains("Date: Mon, 16 Nov 2026 04:30:00 +0000"), "{mime}");
        assert!(mime.contains("JVBERi0xLjc="), "{mime}");
    }

    #[tokio::test]
    async fn an_email_is_sent_in_the_salons_name_from_the_configured_address() {
        for (name, header) in [
            ("Saffron Room", r#"From: "Saffron Room" <hello@example.test>"#),
            ("A \"B\"\r\nBcc: x@example.test", r#"From: "A \"B\"Bcc: x@example.test" <hello@example.test>"#),
        ] {
            let server = Loopback::answering(200, ACCEPTED).await;
            let email = Email { from_name: Some(name.to_owned()), ..invoice_email() };
            assert!(sender(&server, WITHIN).send(&email).await.unwrap());
            let form: std::collections::HashMap<String, String> =
                url::form_urlencoded::parse(&server.only_request().body).into_owned().collect();
            assert_eq!(form["Source"], "hello@example.test");
            let mime = String::from_utf8(STANDARD.decode(&form["RawMessage.Data"]).unwrap()).unwrap();
            assert!(mime.lines().any(|line| line == header), "{mime}");
        }
        let hindi = Email { from_name: Some("केसर".to_owned()), ..invoice_email() };
        let mime = String::from_utf8(mime(&hindi, "hello@example.test", 0).unwrap()).unwrap();
        assert!(mime.contains("From: =?utf-8?"), "{mime}");
    }

    #[tokio::test]
    async fn a_refusal_or_silence_of_ses_is_an_error_without_details() {
        let refused = async |answer: &'static str| {
            let server = Loopback::answering(400, answer).await;
            sender(&server, WITHIN).send(&invoice_email()).await.unwrap_err()
        };
        for (is_final, answer) in [
            (
                true,
                "<ErrorResponse><Error><Code>MessageRejected</Code><Message>asha@example.test</Message></Error></ErrorResponse>",
            ),
            // As in the sandbox.
            (
                false,
                "<ErrorResponse><Error><Code>MessageRejected</Code><Message>Email address is not verified. The following identities failed the check: asha@example.test</Message></Error></ErrorResponse>",
            ),
            (
                true,
                "<ErrorResponse><Error><Code>InvalidParameterValue</Code><Message>Domain</Message></Error></ErrorResponse>",
            ),
            (
                false,
                "<ErrorResponse><Error><Code>Throttling</Code><Message>asha@example.test</Message></Error></ErrorResponse>",
            ),
            (false, "<ErrorResponse><Error><Code>AccountSendingPausedException</Code></Error></ErrorResponse>"),
            (false, "<html>asha@example.test</html>"),
        ] {
            let error = refused(answer).await;
            assert_eq!(error.is_final(), is_final, "{error} for {answer}");
            assert!(is_final || matches!(error, SendError::Refused(400)), "{error} for {answer}");
            assert!(!error.to_string().contains('@'), "{error}");
        }

        let silent = Loopback::silent().await;
        let error = sender(&silent, Duration::from_millis(50)).send(&invoice_email()).await.unwrap_err();
        assert!(matches!(error, SendError::TimedOut), "{error}");
    }

    #[tokio::test]
    async fn without_a_sender_nothing_is_sent() {
        assert!(!EmailSender::default().configured());
        assert!(!EmailSender::default().send(&invoice_email()).await.unwrap());
    }

    #[test]
    fn one_click_unsubscribing_is_in_the_headers_of_marketing_alone() {
        let url = format!("https://app.example.test/api/unsubscribe/{}", "a".repeat(90));
        let email = Email { unsubscribe: Some(url.clone()), ..invoice_email() };
        let mime = String::from_utf8(super::mime(&email, "hello@example.test", 0).unwrap()).unwrap();
        let unfolded = mime.replace("\r\n ", " ").replace("\r\n\t", " ");
        let header = |wanted: &str| unfolded.lines().any(|line| line.split_whitespace().collect::<String>() == wanted);
        assert!(header(&format!("List-Unsubscribe:<{url}>")), "{mime}");
        assert!(header("List-Unsubscribe-Post:List-Unsubscribe=One-Click"), "{mime}");
        let plain = String::from_utf8(super::mime(&invoice_email(), "hello@example.test", 0).unwrap()).unwrap();
        assert!(!plain.contains("List-Unsubscribe"), "{plain}");
    }

    #[test]
    fn line_breaks_never_reach_a_header() {
        let email = Email {
            subject: "Hello\r\nBcc: everybody@example.test".to_owned(),
            attachments: vec![Attachment {
                filename: "a\r\nX-Evil: 1".to_owned(),
                content_type: "text/plain\r\nX-Evil: 2".to_owned(),
                content: Vec::new(),
            }],
            ..invoice_email()
        };
        let mime = String::from_utf8(mime(&email, "hello@example.test", 0).unwrap()).unwrap();
        assert!(!mime.lines().any(|line| line.starts_with("Bcc") || line.starts_with("X-Evil")), "{mime}");
    }

    #[test]
    fn only_one_plain_address_is_a_recipient() {
        for bad in [
            "",
            "asha",
            "@example.test",
            "asha@",
            "a@example.test,b@example.test",
            "Asha <a@example.test>",
            "a@example.test\r\nBcc: b",
            "a b@example.test",
        ] {
            assert!(check_recipient(bad).is_err(), "{bad}");
        }
        assert!(check_recipient("asha.k+spa@example.test").is_ok());
    }
}
