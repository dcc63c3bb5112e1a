//! Signature version 4: of requests by headers, and of links that are valid for a while.

use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use hmac::{Hmac, KeyInit as _, Mac as _};
use http::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use http::{Method, Uri};
use parlour_values::time::Instant;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sha2::{Digest as _, Sha256};

use crate::account::{AwsAccount, Credentials, S3};
use crate::call_error::CallError;

const CONTENT: &str = "x-amz-content-sha256";
const DATE: &str = "x-amz-date";
const TOKEN: &str = "x-amz-security-token";

/// Signs what is asked of one service in the account's name.
pub struct Signer {
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

/// What is signed of a request, beside the time.
pub struct SignedParts<'a> {
    pub method: &'a Method,
    pub host: &'a str,
    /// Of letters, digits and `-._~/`, which no encoding changes.
    pub path: &'a str,
    /// Headers beyond the host, by their names in small letters.
    pub headers: &'a [(&'a str, &'a str)],
    pub body: &'a [u8],
}

/// When something is signed, as signatures write it.
struct SignedAt {
    moment: String,
    day: String,
}

impl SignedAt {
    fn of(now: Instant) -> Self {
        let utc = now.utc();
        Self { moment: utc.format("%Y%m%dT%H%M%SZ").to_string(), day: utc.format("%Y%m%d").to_string() }
    }
}

impl Signer {
    /// `service` as signatures name it.
    pub fn of(account: &AwsAccount, service: &'static str) -> Self {
        let (region, credentials) = (account.region.clone(), account.credentials.clone());
        Self { region, service, credentials, key: Mutex::new(None) }
    }

    /// The headers that a request made now needs beyond its own.
    pub fn proof(&self, parts: &SignedParts<'_>, now: Instant) -> Result<HeaderMap, CallError> {
        let SignedParts { method, host, path, headers, body } = parts;
        let path = plain(path)?;
        let at = SignedAt::of(now);
        let content = hex::encode(Sha256::digest(body));
        // S3 wants to be told what it is to compare the content with.
        let tells_content = self.service == S3.in_signatures;
        let token = self.credentials.session_token.as_deref();

        let mut signed = headers.to_vec();
        signed.extend([("host", *host), (DATE, &at.moment)]);
        signed.extend(tells_content.then_some((CONTENT, content.as_str())));
        signed.extend(token.map(|token| (TOKEN, token)));
        signed.sort_unstable();
        let names = signed.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(";");
        let mut canonical = format!("{method}\n{path}\n\n");
        for (name, value) in &signed {
            _ = writeln!(canonical, "{name}:{}", value.trim());
        }
        _ = write!(canonical, "\n{names}\n{content}");
        let signature = self.signature(&canonical, &at);
        let (id, scope) = (&self.credentials.access_key_id, self.scope(&at));
        let authorization =
            format!("AWS4-HMAC-SHA256 Credential={id}/{scope}, SignedHeaders={names}, Signature={signature}");

        let mut proof = HeaderMap::with_capacity(8);
        proof.insert(AUTHORIZATION, secret(&authorization)?);
        if tells_content {
            proof.insert(CONTENT, HeaderValue::try_from(content).map_err(CallError::unsendable)?);
        }
        if let Some(token) = token {
            proof.insert(TOKEN, secret(token)?);
        }
        proof.insert(DATE, HeaderValue::try_from(at.moment).map_err(CallError::unsendable)?);
        Ok(proof)
    }

    /// A link to what is at the address, for whoever has it, from now on for this long.
    pub(crate) fn link(&self, address: &Uri, valid: Duration, now: Instant) -> Result<String, CallError> {
        let host = address.authority().ok_or_else(|| CallError::unsendable(format!("{address} has no host")))?;
        let path = plain(address.path())?;
        let at = SignedAt::of(now);
        let credential = format!("{}/{}", self.credentials.access_key_id, self.scope(&at));
        let mut query = format!(
            "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential={}&X-Amz-Date={}&X-Amz-Expires={}",
            encoded(&credential),
            at.moment,
            valid.as_secs(),
        );
        if let Some(token) = &self.credentials.session_token {
            _ = write!(query, "&X-Amz-Security-Token={}", encoded(token));
        }
        query.push_str("&X-Amz-SignedHeaders=host");
        let canonical = format!("GET\n{path}\n{query}\nhost:{host}\n\nhost\nUNSIGNED-PAYLOAD");
        let signature = self.signature(&canonical, &at);
        let scheme = address.scheme_str().unwrap_or("https");
        Ok(format!("{scheme}://{host}{path}?{query}&X-Amz-Signature={signature}"))
    }

    fn scope(&self, at: &SignedAt) -> String {
        format!("{}/{}/{}/aws4_request", at.day, self.region, self.service)
    }

    fn signature(&self, canonical: &str, at: &SignedAt) -> String {
        let digest = hex::encode(Sha256::digest(canonical));
        let signed = format!("AWS4-HMAC-SHA256\n{}\n{}\n{digest}", at.moment, self.scope(at));
        hex::encode(keyed(&self.key_of(&at.day), &signed))
    }

    fn key_of(&self, day: &str) -> [u8; 32] {
        let mut kept = self.key.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = kept.as_ref().filter(|kept| kept.day == day) {
            return kept.key;
        }
        let secret = format!("AWS4{}", self.credentials.secret_access_key);
        let of_day = keyed(secret.as_bytes(), day);
        let of_service = keyed(&keyed(&of_day, &self.region), self.service);
        let key = keyed(&of_service, "aws4_request");
        *kept = Some(DayKey { day: day.to_owned(), key });
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

/// What stands in a query as it is.
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

fn encoded(value: &str) -> String {
    utf8_percent_encode(value, UNRESERVED).to_string()
}

/// Services differ in how they want other paths encoded, and none of ours has one.
fn plain(path: &str) -> Result<&str, CallError> {
    let is_plain = path.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte));
    if path.starts_with('/') && is_plain { Ok(path) } else { Err(CallError::unsendable(format!("path {path}"))) }
}

fn secret(value: &str) -> Result<HeaderValue, CallError> {
    let mut value = HeaderValue::from_str(value).map_err(CallError::unsendable)?;
    value.set_sensitive(true);
    Ok(value)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use aws_credential_types::Credentials as Identity;
    use aws_sigv4::http_request::{
        PayloadChecksumKind, PercentEncodingMode, SignableBody, SignableRequest, SignatureLocation,
        SigningInstructions, SigningSettings, UriPathNormalizationMode, sign,
    };
    use aws_sigv4::sign::v4;

    use super::*;

    const TIMES: [&str; 3] = ["2026-11-16T23:59:59Z", "2026-11-17T00:00:00Z", "2026-11-16T04:30:00.999Z"];

    /// A user's, and a role's.
    fn accounts() -> [AwsAccount; 2] {
        [None, Some("a/session+token==".to_owned())].map(|session_token| {
            let credentials = Credentials {
                access_key_id: "AKIDEXAMPLE".to_owned(),
                secret_access_key: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY".to_owned(),
                session_token,
            };
            AwsAccount::new("ap-south-1", credentials)
        })
    }

    /// What the SDK signs of the same request.
    fn signed_by_the_sdk(
        service: &str,
        account: &AwsAccount,
        request: SignableRequest<'_>,
        settings: SigningSettings,
        now: Instant,
    ) -> SigningInstructions {
        let Credentials { access_key_id, secret_access_key, session_token } = account.credentials.clone();
        let identity = Identity::new(access_key_id, secret_access_key, session_token, None, "test").into();
        let params = v4::SigningParams::builder()
            .identity(&identity)
            .region(&account.region)
            .name(service)
            .time(SystemTime::from(now.utc()))
            .settings(settings)
            .build()
            .unwrap()
            .into();
        sign(request, &params).unwrap().into_parts().0
    }

    fn as_s3(mut settings: SigningSettings) -> SigningSettings {
        settings.percent_encoding_mode = PercentEncodingMode::Single;
        settings.uri_path_normalization_mode = UriPathNormalizationMode::Disabled;
        settings
    }

    #[test]
    fn a_request_is_signed_as_the_sdk_signs_it() {
        let target = [("content-type", "application/x-amz-json-1.0"), ("x-amz-target", "DynamoDB_20120810.GetItem")];
        let body = "{\"TableName\":\"parlour\",\"Key\":{\"PK\":{\"S\":\"हर\"}}}".as_bytes();
        for (service, method, path, headers, body) in [
            ("dynamodb", Method::POST, "/", &target[..], body),
            ("scheduler", Method::POST, "/schedules/message-0197_a.b~c", &target[..1], b"{}".as_slice()),
            ("lambda", Method::POST, "/", &[], b""),
            ("s3", Method::GET, "/pictures/a-1/320.webp", &[], b""),
            ("s3", Method::PUT, "/invoices/1.pdf", &[("content-disposition", "inline")], b"%PDF-1.7"),
        ] {
            let host = "service.ap-south-1.amazonaws.com";
            let parts = SignedParts { method: &method, host, path, headers, body };
            let mut settings = SigningSettings::default();
            if service == "s3" {
                settings = as_s3(settings);
                settings.payload_checksum_kind = PayloadChecksumKind::XAmzSha256;
            }
            for account in accounts() {
                let signer = Signer::of(&account, service);
                // The second is of the next day, the third of the first again.
                for now in TIMES.map(|now| now.parse().unwrap()) {
                    let proof = signer.proof(&parts, now).unwrap();
                    let url = format!("https://{host}{path}");
                    let request = headers.iter().copied();
                    let request = SignableRequest::new(method.as_str(), &url, request, SignableBody::Bytes(body));
                    let sdk = signed_by_the_sdk(service, &account, request.unwrap(), settings.clone(), now);
                    let sdk: Vec<_> = sdk.headers().collect();
                    assert_eq!(proof.len(), sdk.len(), "{service}");
                    for (name, value) in sdk {
                        assert_eq!(proof[name], value, "{name} for {service} at {now:?}");
                    }
                    assert!(proof[AUTHORIZATION].is_sensitive());
                }
            }
        }
    }

    #[test]
    fn a_link_is_signed_as_the_sdk_signs_it() {
        let address: Uri = "https://parlour.s3.ap-south-1.amazonaws.com/invoices/1.pdf".parse().unwrap();
        for account in accounts() {
            for now in TIMES.map(|now| now.parse().unwrap()) {
                let valid = Duration::from_secs(300);
                let link = Signer::of(&account, "s3").link(&address, valid, now).unwrap();
                let mut settings = as_s3(SigningSettings::default());
                settings.signature_location = SignatureLocation::QueryParams;
                settings.expires_in = Some(valid);
                let url = address.to_string();
                let request = SignableRequest::new("GET", &url, std::iter::empty(), SignableBody::UnsignedPayload);
                let sdk = signed_by_the_sdk("s3", &account, request.unwrap(), settings, now);
                let query = sdk.params().iter().map(|(name, value)| format!("{name}={}", encoded(value)));
                let mut wanted: Vec<String> = query.collect();
                let (place, query) = link.split_once('?').unwrap();
                let mut made: Vec<&str> = query.split('&').collect();
                wanted.sort();
                made.sort_unstable();
                assert_eq!((place, made), (url.as_str(), wanted.iter().map(String::as_str).collect()));
            }
        }
    }

    #[test]
    fn a_path_that_would_have_to_be_encoded_is_not_signed() {
        let signer = Signer::of(&accounts()[0], "s3");
        for path in ["", "invoices", "/a b", "/a%20b", "/a?b", "/हर"] {
            let parts = SignedParts { method: &Method::GET, host: "h", path, headers: &[], body: b"" };
            let refused = signer.proof(&parts, TIMES[0].parse().unwrap());
            assert!(matches!(refused, Err(CallError::Unsendable(_))), "{path}");
        }
    }
}
