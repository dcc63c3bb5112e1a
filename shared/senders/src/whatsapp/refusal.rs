//! Remedies for Meta's error codes. The codes come with the answer to a send, or later in a status.

use serde_json::Value;

use crate::remedy::{PhoneRefusal, Remedy};

/// By the code alone: titles change, and one status stands for many.
pub fn refusal(code: i64) -> PhoneRefusal {
    let (remedy, meaning) = judged(code).unwrap_or((Remedy::Permanent, "an error that we do not know"));
    PhoneRefusal { remedy, code: code.to_string(), meaning }
}

fn judged(code: i64) -> Option<(Remedy, &'static str)> {
    use Remedy::{HoldTemplate, Permanent, PermanentAlert, Retry, RetryLater, StopChannel};
    let known = match code {
        1 | 2 | 131_000 | 131_016 | 131_057 | 133_004 => (Retry, "WhatsApp failed"),
        4 | 80_007 | 130_429 => (RetryLater, "too many messages at once"),
        131_056 => (RetryLater, "too many messages to this number at once"),
        131_048 | 131_064 => (StopChannel, "WhatsApp takes our messages for spam"),
        131_049 => (Permanent, "WhatsApp sends this person no more marketing now"),
        130_472 => (Permanent, "this person is in an experiment of WhatsApp"),
        131_026 => (Permanent, "the number is not on WhatsApp"),
        131_047 => (Permanent, "their last message is older than a day"),
        131_050 => (Permanent, "this person has stopped marketing"),
        130_403 => (Permanent, "we have blocked this number"),
        131_021 | 131_030 => (Permanent, "the number is our own, or not on the list of a test number"),
        100 | 131_008 | 131_009 | 131_051 | 135_000 => (Permanent, "the message was made wrongly"),
        131_053 => (Permanent, "the document was not taken"),
        132_000 | 132_012 | 132_018 => (PermanentAlert, "the variables do not fit the template"),
        132_001 => (PermanentAlert, "the template is not approved in this language"),
        132_005 | 132_007 => (Permanent, "the text is too long or against WhatsApp's policy"),
        132_015 | 132_016 => (HoldTemplate, "the template is paused or disabled"),
        0 | 3 | 10 | 190 | 200..=299 | 131_005 => (StopChannel, "the token or its permissions do not hold"),
        33 | 131_042 | 131_045 | 133_010 | 368 | 131_031 | 130_497 => {
            (StopChannel, "our number or our account is not served")
        }
        131_062 | 131_063 => (Permanent, "this kind of message is not allowed here"),
        _ => return None,
    };
    Some(known)
}

/// The refusal in an answer that is no success.
pub(super) fn of_answer(status: u16, body: &[u8]) -> PhoneRefusal {
    let error = serde_json::from_slice::<Value>(body).ok();
    let error = error.as_ref().and_then(|body| body.get("error"));
    let code = error.and_then(|error| error.get("code")).and_then(Value::as_i64);
    let is_transient = error.and_then(|error| error.get("is_transient")).and_then(Value::as_bool).unwrap_or(false);
    match code {
        Some(code) if judged(code).is_some() => refusal(code),
        Some(code) if is_transient || status >= 500 => PhoneRefusal { remedy: Remedy::Retry, ..refusal(code) },
        Some(code) => refusal(code),
        // Nothing that Meta's own service said.
        None => {
            let remedy = if status == 429 { Remedy::RetryLater } else { Remedy::Retry };
            PhoneRefusal { remedy, code: format!("HTTP {status}"), meaning: "WhatsApp failed" }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_of_metas_list_has_its_class() {
        let classes: [(Remedy, &[i64]); 6] = [
            (Remedy::Retry, &[1, 2, 131_000, 131_016, 131_057, 133_004]),
            (Remedy::RetryLater, &[4, 80_007, 130_429, 131_056]),
            (
                Remedy::Permanent,
                &[
                    131_049, 130_472, 131_026, 131_047, 131_050, 130_403, 131_021, 131_030, 100, 131_008, 131_009,
                    131_051, 135_000, 131_053, 132_005, 132_007, 131_062, 131_063,
                ],
            ),
            (Remedy::PermanentAlert, &[132_000, 132_012, 132_018, 132_001]),
            (Remedy::HoldTemplate, &[132_015, 132_016]),
            (
                Remedy::StopChannel,
                &[
                    131_048, 131_064, 0, 3, 10, 190, 200, 210, 299, 131_005, 33, 131_042, 131_045, 133_010, 368,
                    131_031, 130_497,
                ],
            ),
        ];
        for (remedy, codes) in classes {
            for code in codes {
                let refusal = refusal(*code);
                assert_eq!((refusal.remedy, refusal.code), (remedy, code.to_string()));
                assert_ne!(refusal.meaning, "an error that we do not know", "{code}");
            }
        }
        assert_eq!(refusal(999_999).remedy, Remedy::Permanent);
        assert_eq!(refusal(300).meaning, "an error that we do not know");
    }

    #[test]
    fn an_answer_is_judged_by_its_code_and_without_one_by_its_status() {
        let limit = br#"{"error":{"message":"(#130429) Rate limit hit","code":130429,"error_subcode":2494055}}"#;
        assert_eq!(of_answer(400, limit).remedy, Remedy::RetryLater);
        assert_eq!(of_answer(500, br#"{"error":{"code":131026}}"#).remedy, Remedy::Permanent);
        assert_eq!(of_answer(400, br#"{"error":{"code":77,"is_transient":true}}"#).remedy, Remedy::Retry);
        assert_eq!(of_answer(503, br#"{"error":{"code":77}}"#).remedy, Remedy::Retry);
        assert_eq!(of_answer(400, br#"{"error":{"code":77}}"#).remedy, Remedy::Permanent);
        for (status, remedy) in [(502, Remedy::Retry), (429, Remedy::RetryLater), (404, Remedy::Retry)] {
            assert_eq!(of_answer(status, b"<html>").remedy, remedy);
        }
    }
}
