//! SES's reports of mail that it sent: mail that came back, and mail that somebody called spam. Nothing is mailed to
//! such an address again; its user is told in the app.

use std::convert::Infallible;

use serde_json::{Value, json};

use super::Notifications;
use parlour_people::auth::{MailRefusal, RefusedAddress, User};
use parlour_senders::email::address_of;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Record as _, UniqueValue, keys};
use parlour_values::id::UserId;

/// The message SES sends its topic once, when it begins to report there.
const GREETING: &str = "Successfully validated SNS topic";

/// One report: the addresses that take no mail, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailFeedback {
    pub reason: MailRefusal,
    pub addresses: Vec<String>,
}

impl MailFeedback {
    /// None if the text is no report of SES. A mailbox that is full or away for a while is not given up.
    pub fn read(text: &str) -> Option<Self> {
        if text.starts_with(GREETING) {
            return Some(Self { reason: MailRefusal::Bounce, addresses: Vec::new() });
        }
        let report: Value = serde_json::from_str(text).ok()?;
        // As a configuration set reports it, or as an identity does.
        let kind = report.get("eventType").or_else(|| report.get("notificationType"))?.as_str()?;
        let (reason, part, recipients) = match kind {
            "Bounce" => (MailRefusal::Bounce, "bounce", "bouncedRecipients"),
            "Complaint" => (MailRefusal::Complaint, "complaint", "complainedRecipients"),
            _ => return Some(Self { reason: MailRefusal::Bounce, addresses: Vec::new() }),
        };
        let part = report.get(part)?;
        let for_good = part.get("bounceType").and_then(Value::as_str).is_none_or(|kind| kind == "Permanent");
        let listed = part.get(recipients).and_then(Value::as_array).into_iter().flatten().filter(|_| for_good);
        let addresses = listed
            .filter_map(|recipient| recipient.get("emailAddress").and_then(Value::as_str))
            .map(|address| address_of(address).to_ascii_lowercase())
            .collect();
        Some(Self { reason, addresses })
    }
}

impl Notifications<'_> {
    /// Remembers that these addresses take no mail; how many users that concerns. A second report changes nothing.
    pub async fn refuse_mail(&self, act: &Act, feedback: &MailFeedback) -> Result<usize, Setback> {
        let mut refused = 0;
        for address in &feedback.addresses {
            let holder = self.0.table.get::<UniqueValue>(&keys::unique_value(Unique::Email, address)).await?;
            // Reports also go to people who have no account.
            let Some(holder) = holder else { continue };
            let id = UserId::from(holder.record.holder);
            let refusal = RefusedAddress { address: address.clone(), reason: feedback.reason, at: act.at };
            if self.0.retry_on_conflict(|| self.refuse_one(act, &id, &refusal)).await? {
                refused += 1;
            }
        }
        Ok(refused)
    }

    async fn refuse_one(&self, act: &Act, id: &UserId, refusal: &RefusedAddress) -> Result<bool, Failure<Infallible>> {
        let read = self.0.table.get::<User>(&keys::user(id)).await?;
        let Some(read) = read.filter(|user| user.mail_refusal().is_none()) else { return Ok(false) };
        let user = User { refused_address: Some(refusal.clone()), updated_at: act.at, ..read.record.clone() };
        let mut transaction = self.0.transaction(act);
        transaction.replace(&read, &user);
        transaction.audit(EventType::MailRefused, User::KIND, id.as_str(), json!({ "reason": refusal.reason }));
        transaction.commit().await?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(report: Value) -> Option<MailFeedback> {
        MailFeedback::read(&report.to_string())
    }

    fn feedback(reason: MailRefusal, addresses: &[&str]) -> Option<MailFeedback> {
        Some(MailFeedback { reason, addresses: addresses.iter().map(|address| (*address).to_owned()).collect() })
    }

    #[test]
    fn mail_that_came_back_for_good_and_complaints_name_their_addresses() {
        let to = |address: &str| json!([{ "emailAddress": address }]);
        let bounce = |kind: &str| {
            json!({ "eventType": "Bounce", "bounce": {
                "bounceType": kind, "bouncedRecipients": to("Asha <Asha@Example.test>") } })
        };
        assert_eq!(read(bounce("Permanent")), feedback(MailRefusal::Bounce, &["asha@example.test"]));
        let kelvin = json!({ "eventType": "Complaint", "complaint": {
            "complainedRecipients": to("\u{212A}iran@Example.test") } });
        assert_eq!(read(kelvin), feedback(MailRefusal::Complaint, &["\u{212A}iran@example.test"]), "not Kiran's");
        assert_eq!(read(bounce("Transient")), feedback(MailRefusal::Bounce, &[]));
        let complaint = json!({ "notificationType": "Complaint", "complaint": {
            "complainedRecipients": to("asha@example.test") } });
        assert_eq!(read(complaint), feedback(MailRefusal::Complaint, &["asha@example.test"]));
    }

    #[test]
    fn other_reports_concern_nobody_and_other_texts_are_none() {
        assert_eq!(read(json!({ "eventType": "Delivery" })), feedback(MailRefusal::Bounce, &[]));
        let greeting = "Successfully validated SNS topic for Amazon SES event publishing.";
        assert_eq!(MailFeedback::read(greeting), feedback(MailRefusal::Bounce, &[]));
        for other in ["", "null", "[]", r#"{"job":"weekly-report"}"#, r#"{"eventType":7}"#, r#"{"eventType":"Bounce"}"#]
        {
            assert_eq!(MailFeedback::read(other), None, "{other}");
        }
    }
}
