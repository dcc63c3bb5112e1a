//! The definition of production, and its demands on the settings.

use super::Settings;

/// Inside Lambda every value but the two known others means production: a misspelt `prod` must not open what production
/// closes. Outside, only `production` does, so that the rules can be tried on one machine.
pub(super) fn is_meant(app_env: Option<&str>, in_lambda: bool) -> bool {
    match app_env {
        Some("development" | "test") => false,
        Some("production") => true,
        Some(_) | None => in_lambda,
    }
}

/// Why a function or the local service does not start.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    #[error("{variable} must be an https URL in production")]
    NotHttps { variable: String },
}

impl Settings {
    /// Every address called from production is called over https. A webhook whose URL is a stored secret is not known
    /// yet here; its sender checks it when it is read.
    pub(super) fn fit_for_production(&self) -> Result<(), SettingsError> {
        if !self.production {
            return Ok(());
        }
        match self.called_urls().into_iter().find(|(_, url)| !is_https(url)) {
            Some((variable, _)) => Err(SettingsError::NotHttps { variable }),
            None => Ok(()),
        }
    }

    /// The URLs that the code calls, by the variables that set them.
    fn called_urls(&self) -> Vec<(String, &str)> {
        let named = [
            ("OIDC_ISSUER", Some(self.oidc_issuer.as_str())),
            ("JOBS_QUEUE_URL", self.jobs_queue_url.as_deref()),
            ("WEBHOOKS_QUEUE_URL", self.webhooks_queue_url.as_deref()),
            ("INVOICING_URL", self.invoicing_url.as_deref()),
            ("CHAT_WEBHOOK_URL", self.chat_webhook_url.given_text()),
            ("WHATSAPP_API_URL", Some(self.whatsapp_api_url.as_str())),
            ("SMS_API_URL", self.sms_api_url.as_deref()),
        ];
        let heartbeats = self.heartbeat_urls.iter().map(|(job, url)| {
            let name = job.to_uppercase().replace('-', "_");
            (format!("HEARTBEAT_URL_{name}"), url.as_str())
        });
        let named = named.into_iter().filter_map(|(name, url)| url.map(|url| (name.to_owned(), url)));
        named.chain(heartbeats).collect()
    }
}

fn is_https(text: &str) -> bool {
    url::Url::parse(text.trim()).is_ok_and(|url| url.scheme() == "https" && url.has_host())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(environment: &str, variable: &str, value: &str) -> Result<(), SettingsError> {
        let variables = [("APP_ENV", environment), (variable, value)];
        Settings::read(variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into()).fit_for_production()
    }

    #[test]
    fn a_url_that_is_called_from_production_is_https() {
        for variable in [
            "OIDC_ISSUER",
            "JOBS_QUEUE_URL",
            "WEBHOOKS_QUEUE_URL",
            "INVOICING_URL",
            "CHAT_WEBHOOK_URL",
            "WHATSAPP_API_URL",
            "SMS_API_URL",
            "HEARTBEAT_URL_WEEKLY_REPORT",
            "HEARTBEAT_URL_WEEKLY_REPORT_FAIL",
        ] {
            for bad in ["http://example.test/x", "http://localhost:1", "ftp://example.test", "example.test", "https://"]
            {
                let error = judged("production", variable, bad).unwrap_err();
                assert_eq!(error, SettingsError::NotHttps { variable: variable.to_owned() }, "{bad}");
                assert!(error.to_string().starts_with(variable) && !error.to_string().contains("example"), "{error}");
                assert_eq!(judged("development", variable, bad), Ok(()));
            }
            assert_eq!(judged("production", variable, "https://example.test/x"), Ok(()), "{variable}");
        }
    }
}
