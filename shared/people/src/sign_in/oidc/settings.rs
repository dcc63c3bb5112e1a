//! The provider's settings.

use std::fmt;

use url::{Host, Url};

#[derive(Clone)]
pub struct ProviderSettings {
    pub issuer: String,
    pub client_id: String,
    pub client_secret: String,
    /// In production the local provider, which lets anybody sign in, is refused.
    pub production: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProviderSettingsError {
    #[error("{0} is not a plain URL")]
    NotAUrl(String),
    #[error("{0} must be https (http only on loopback, outside production)")]
    NotHttps(String),
    #[error("the client id must not be empty")]
    NoClientId,
}

impl ProviderSettings {
    pub(super) fn checked(mut self) -> Result<Self, ProviderSettingsError> {
        let trimmed = self.issuer.trim().trim_end_matches('/').to_owned();
        self.issuer = trimmed;
        let url = self.check_url(&self.issuer)?;
        if url.query().is_some() {
            return Err(ProviderSettingsError::NotAUrl(self.issuer));
        }
        if self.client_id.is_empty() {
            return Err(ProviderSettingsError::NoClientId);
        }
        Ok(self)
    }

    /// The rule for the issuer's URL and every endpoint it names.
    pub(super) fn check_url(&self, text: &str) -> Result<Url, ProviderSettingsError> {
        let url = Url::parse(text).map_err(|_| ProviderSettingsError::NotAUrl(text.to_owned()))?;
        if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
            return Err(ProviderSettingsError::NotAUrl(text.to_owned()));
        }
        let allowed = match url.scheme() {
            "https" => true,
            "http" => !self.production && on_loopback(&url),
            _ => false,
        };
        if allowed { Ok(url) } else { Err(ProviderSettingsError::NotHttps(text.to_owned())) }
    }

    /// Without TLS; only allowed on loopback.
    pub(super) fn is_plain(&self) -> bool {
        self.issuer.starts_with("http:")
    }
}

fn on_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

impl fmt::Debug for ProviderSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProviderSettings")
            .field("issuer", &self.issuer)
            .field("client_id", &self.client_id)
            .field("production", &self.production)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(issuer: &str, production: bool) -> Result<ProviderSettings, ProviderSettingsError> {
        ProviderSettings {
            issuer: issuer.to_owned(),
            client_id: "salon".to_owned(),
            client_secret: "quiet".to_owned(),
            production,
        }
        .checked()
    }

    #[test]
    fn an_https_issuer_is_taken_everywhere() {
        for production in [true, false] {
            assert_eq!(
                settings("https://accounts.google.com/", production).unwrap().issuer,
                "https://accounts.google.com"
            );
        }
    }

    #[test]
    fn plain_http_is_for_loopback_outside_production() {
        for issuer in ["http://localhost:3002/oidc", "http://127.0.0.1:3002/oidc", "http://[::1]:3002/oidc"] {
            assert!(settings(issuer, false).is_ok(), "{issuer}");
            assert!(matches!(settings(issuer, true), Err(ProviderSettingsError::NotHttps(_))), "{issuer}");
        }
        for issuer in ["http://accounts.google.com", "http://localhost.example.test", "ftp://localhost/oidc"] {
            assert!(matches!(settings(issuer, false), Err(ProviderSettingsError::NotHttps(_))), "{issuer}");
        }
    }

    #[test]
    fn an_issuer_is_a_plain_url() {
        for issuer in [
            "",
            "accounts.google.com",
            "https://me:pw@id.example.test",
            "https://id.example.test?a=b",
            "https://id.example.test#x",
        ] {
            assert!(matches!(settings(issuer, false), Err(ProviderSettingsError::NotAUrl(_))), "{issuer}");
        }
    }

    #[test]
    fn the_secret_stays_out_of_the_log() {
        assert!(!format!("{:?}", settings("https://id.example.test", true).unwrap()).contains("quiet"));
    }
}
