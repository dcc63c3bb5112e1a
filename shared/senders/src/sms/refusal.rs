//! Remedies for the errors of AWS End User Messaging.

use serde_json::Value;

use crate::remedy::{PhoneRefusal, Remedy};

/// By the exception and its reason.
pub fn refusal(exception: &str, reason: Option<&str>) -> PhoneRefusal {
    use Remedy::{Permanent, PermanentAlert, Retry, RetryLater, StopChannel};
    let (remedy, meaning) = match (exception, reason) {
        ("ThrottlingException", _) => (RetryLater, "too many messages at once"),
        ("InternalServerException", _) => (Retry, "AWS failed"),
        ("ServiceQuotaExceededException", _) => (StopChannel, "the account's limit is reached"),
        ("ConflictException", Some("DESTINATION_PHONE_NUMBER_OPTED_OUT")) => {
            (Permanent, "this person takes no text messages of ours")
        }
        ("ConflictException", Some("DESTINATION_PHONE_NUMBER_NOT_VERIFIED")) => {
            (PermanentAlert, "the account is in the sandbox")
        }
        ("ConflictException", _) => (PermanentAlert, "AWS does not send this"),
        ("ValidationException", _) => (PermanentAlert, "AWS does not take this message"),
        ("AccessDeniedException", _) => (PermanentAlert, "the function may not send text messages"),
        ("ResourceNotFoundException", _) => (PermanentAlert, "the sender is not there"),
        _ => (Retry, "AWS failed"),
    };
    let code = reason.map_or_else(|| exception.to_owned(), |reason| format!("{exception} {reason}"));
    PhoneRefusal { remedy, code, meaning }
}

/// The refusal in an answer that is no success.
pub(super) fn of_answer(status: u16, body: &[u8]) -> PhoneRefusal {
    let answer: Value = serde_json::from_slice(body).unwrap_or_default();
    let text = |name: &str| answer.get(name).and_then(Value::as_str);
    // `com.amazonaws…#ThrottlingException`, or with an address behind a colon.
    let exception = text("__type").map(|name| name.rsplit('#').next().unwrap_or(name));
    let exception = exception.map(|name| name.split(':').next().unwrap_or(name));
    match exception {
        Some(exception) => refusal(exception, text("Reason")),
        None => PhoneRefusal { remedy: Remedy::Retry, code: format!("HTTP {status}"), meaning: "AWS failed" },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_has_its_class() {
        for (exception, reason, remedy) in [
            ("ThrottlingException", None, Remedy::RetryLater),
            ("InternalServerException", None, Remedy::Retry),
            ("ServiceQuotaExceededException", Some("MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT"), Remedy::StopChannel),
            ("ConflictException", Some("DESTINATION_PHONE_NUMBER_OPTED_OUT"), Remedy::Permanent),
            ("ConflictException", Some("DESTINATION_PHONE_NUMBER_NOT_VERIFIED"), Remedy::PermanentAlert),
            ("ConflictException", None, Remedy::PermanentAlert),
            ("ValidationException", Some("SENDER_ID_NOT_REGISTERED"), Remedy::PermanentAlert),
            ("ValidationException", Some("INVALID_IDENTITY_FOR_DESTINATION_COUNTRY"), Remedy::PermanentAlert),
            ("ValidationException", Some("PRICE_OVER_THRESHOLD"), Remedy::PermanentAlert),
            ("ValidationException", Some("DESTINATION_COUNTRY_BLOCKED"), Remedy::PermanentAlert),
            ("AccessDeniedException", None, Remedy::PermanentAlert),
            ("ResourceNotFoundException", None, Remedy::PermanentAlert),
            ("AnythingElse", None, Remedy::Retry),
        ] {
            let refusal = refusal(exception, reason);
            assert_eq!(refusal.remedy, remedy, "{exception}");
            assert!(refusal.code.starts_with(exception) && refusal.code.ends_with(reason.unwrap_or(exception)));
        }
    }

    #[test]
    fn the_exception_is_read_with_and_without_its_namespace() {
        for name in ["ThrottlingException", "com.amazonaws.sms#ThrottlingException", "ThrottlingException:http://x/"] {
            let body = serde_json::json!({ "__type": name, "message": "x" }).to_string();
            assert_eq!(of_answer(400, body.as_bytes()).remedy, Remedy::RetryLater, "{name}");
        }
        assert_eq!(of_answer(502, b"<html>").code, "HTTP 502");
    }
}
