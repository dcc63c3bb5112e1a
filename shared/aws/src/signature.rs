//! Signature version 4 of calls of the JSON APIs, which differ in little: always POST, one address, the same headers.

use std::sync::{Mutex, PoisonError};

use hmac::{Hmac, KeyInit as _, Mac as _};
use http::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, InvalidHeaderValue};
use parlour_values::time::Instant;
use sha2::{Digest as _, Sha256};

use crate::account::Credentials;

const DATE: HeaderName = HeaderName::from_static("x-amz-date");
const TOKEN: HeaderName = HeaderName::from_static("x-amz-security-token");
const TARGET: HeaderName = HeaderName::from_static("x-amz-target");

pub(crate) struct Signer {
    region: String,
    service: &'static str,
    credentials: Credentials,
    /// The key of a day, which takes four more hashes to make than a signature.
    key: Mutex<Option<DayKey>>,
}

#[derive(Clone)]
struct DayKey {
    day: String,
    key: [u8; 32],
}

/// What is signed of a call, beside the time.
pub(crate) struct CallParts<'a> {
    pub host: &'a str,
    pub path: &'a str,
    pub content_type: &'static str,
    pub target: &'a str,
    pub body: &'a [u8],
}

impl Signer {
    pub(crate) fn new(region: String, service: &'static str, credentials: Credentials) -> Self {
        Self { region, service, credentials, key: Mutex::new(None) }
    }

    /// The headers of a call made now.
    pub(crate) fn headers(&self, call: &CallParts<'_>, now: Instant) -> Result<HeaderMap, InvalidHeaderValue> {
        let moment = now.utc().format("%Y%m%dT%H%M%SZ").to_string();
        let day = now.utc().format("%Y%m%d").to_string();
        let CallParts { host, path, content_type, target, body } = call;
        let (session, names) = match &self.credentials.session_token {
            Some(token) => (
                format!("x-amz-security-token:{token}\n"),
                "content-type;host;x-amz-date;x-amz-security-token;x-amz-target",
            ),
            None => (String::new(), "content-type;host;x-amz-date;x-amz-target"),
        };
        let canonical = format!(
            "POST\n{path}\n\ncontent-type:{content_type}\nhost:{host}\nx-amz-date:{moment}\n{session}x-amz-target:{target}\n\n{names}\n{}",
            hex::encode(Sha256::digest(body)),
        );
        let scope = format!("{day}/{}/{}/aws4_request", self.region, self.service);
        let digest = hex::encode(Sha256::digest(canonical));
        let signed = format!("AWS4-HMAC-SHA256\n{moment}\n{scope}\n{digest}");
        let signature = hex::encode(keyed(&self.key_of(day), &signed));
        let id = &self.credentials.access_key_id;
        let authorization =
            format!("AWS4-HMAC-SHA256 Credential={id}/{scope}, SignedHeaders={names}, Signature={signature}");

        let mut headers = HeaderMap::with_capacity(6);
        headers.insert(HOST, HeaderValue::from_str(host)?);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
        headers.insert(DATE, HeaderValue::try_from(moment)?);
        headers.insert(TARGET, HeaderValue::from_str(target)?);
        headers.insert(AUTHORIZATION, secret(&authorization)?);
        if let Some(token) = &self.credentials.session_token {
            headers.insert(TOKEN, secret(token)?);
        }
        Ok(headers)
    }

    fn key_of(&self, day: String) -> [u8; 32] {
        let mut kept = self.key.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = kept.as_ref().filter(|kept| kept.day == day) {
            return kept.key;
        }
        let secret = format!("AWS4{}", self.credentials.secret_access_key);
        let of_day = keyed(secret.as_bytes(), &day);
        let of_service = keyed(&keyed(&of_day, &self.region), self.service);
        let key = keyed(&of_service, "aws4_request");
        *kept = Some(DayKey { day, key });
        key
    }
}

/// HMAC with SHA-256.
fn keyed(key: &[u8], text: &str) -> [u8; 32] {
    // A key of any length is taken.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return [0; 32] };
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().into()
}

fn secret(value: &str) -> Result<HeaderValue, InvalidHeaderValue> {
    let mut value = HeaderValue::from_str(value)?;
    value.set_sensitive(true);
    Ok(value)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use aws_credential_types::Credentials as Identity;
    use aws_sigv4::http_request::{SignableBody, SignableRequest, SigningSettings, sign};
    use aws_sigv4::sign::v4;

    use super::*;

    /// The signature that the SDK makes of the same request.
    fn signed_by_the_sdk(call: &CallParts<'_>, credentials: &Credentials, now: Instant) -> String {
        let Credentials { access_key_id, secret_access_key, session_token } = credentials.clone();
        let identity = Identity::new(access_key_id, secret_access_key, session_token, None, "test").into();
        let params = v4::SigningParams::builder()
            .identity(&identity)
            .region("ap-south-1")
            .name("dynamodb")
            .time(SystemTime::from(now.utc()))
            .settings(SigningSettings::default())
            .build()
            .unwrap()
            .into();
        let url = format!("https://{}{}", call.host, call.path);
        let headers = [("content-type", call.content_type), ("x-amz-target", call.target)];
        let request = SignableRequest::new("POST", &url, headers.into_iter(), SignableBody::Bytes(call.body)).unwrap();
        let (instructions, _) = sign(request, &params).unwrap().into_parts();
        let found = instructions.headers().find(|(name, _)| *name == "authorization");
        found.unwrap().1.to_owned()
    }

    #[test]
    fn a_call_is_signed_as_the_sdk_signs_it() {
        let body = "{\"TableName\":\"parlour\",\"Key\":{\"PK\":{\"S\":\"हर\"}}}".as_bytes();
        let call = CallParts {
            host: "dynamodb.ap-south-1.amazonaws.com",
            path: "/",
            content_type: "application/x-amz-json-1.0",
            target: "DynamoDB_20120810.GetItem",
            body,
        };
        for session_token in [None, Some("a/session+token==".to_owned())] {
            let credentials = Credentials {
                access_key_id: "AKIDEXAMPLE".to_owned(),
                secret_access_key: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY".to_owned(),
                session_token,
            };
            let signer = Signer::new("ap-south-1".to_owned(), "dynamodb", credentials.clone());
            // The second is of the next day, the third of the first again.
            for now in ["2026-11-16T23:59:59Z", "2026-11-17T00:00:00Z", "2026-11-16T04:30:00.999Z"] {
                let now = now.parse().unwrap();
                let headers = signer.headers(&call, now).unwrap();
                assert_eq!(headers[AUTHORIZATION], signed_by_the_sdk(&call, &credentials, now), "{now:?}");
                assert!(headers[AUTHORIZATION].is_sensitive());
            }
        }
    }
}
