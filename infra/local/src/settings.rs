//! The settings of the local service: from the environment, with local defaults.

use std::collections::BTreeMap;

use parlour_settings::{Settings, SettingsError};

/// The three ports.
#[derive(Clone, Copy, Debug)]
pub struct Ports {
    pub customer: u16,
    pub admin: u16,
    pub console: u16,
}

pub const CLIENT_ID: &str = "parlour-local";
pub const CLIENT_SECRET: &str = "parlour-local-secret";
pub const WHATSAPP_TOKEN: &str = "parlour-local-whatsapp-token";
const WHATSAPP_APP_SECRET: &str = "parlour-local-whatsapp-app-secret";
const WHATSAPP_VERIFY_TOKEN: &str = "parlour-local-whatsapp-verify-token";
const INVOICING_SECRET: &str = "parlour-local-invoicing-secret";

/// Whether sign-in uses the local provider.
pub fn local_provider(settings: &Settings, ports: Ports) -> bool {
    settings.oidc_issuer == issuer(ports)
}

pub fn issuer(ports: Ports) -> String {
    format!("http://localhost:{}/oidc", ports.console)
}

/// The origins of this machine on a port.
pub fn origins(port: u16) -> [String; 3] {
    ["localhost", "127.0.0.1", "[::1]"].map(|host| format!("http://{host}:{port}"))
}

/// In production, what the environment gives must be fit for it, as for a function; what is ours is in this process.
pub fn read(mut variables: BTreeMap<String, String>, ports: Ports) -> Result<Settings, SettingsError> {
    variables.retain(|_, value| !value.trim().is_empty());
    Settings::fit(variables.clone())?;
    let own_provider = !variables.contains_key("OIDC_ISSUER");
    let mut default = |name: &str, value: String| {
        variables.entry(name.to_owned()).or_insert(value);
    };
    default("BASE_URL", format!("http://localhost:{}", ports.customer));
    default("ADMIN_URL", format!("http://localhost:{}", ports.admin));
    default("REPORT_RECIPIENTS", "owner@parlour.test".to_owned());
    default("EMAIL_FROM", "Parlour <salon@parlour.test>".to_owned());
    default("VAPID_SUBJECT", "mailto:salon@parlour.test".to_owned());
    default("AUTH_SECRET", "parlour-local-auth-secret-of-no-value".to_owned());
    default("INVOICING_URL", format!("http://localhost:{}/invoicing", ports.console));
    default("INVOICING_SECRET", INVOICING_SECRET.to_owned());
    default("MEMBERSHIP_PREFIX", "PAR".to_owned());
    // The console stands in for both services.
    default("WHATSAPP_API_URL", format!("http://localhost:{}/whatsapp", ports.console));
    default("WHATSAPP_PHONE_ID", "106540352242922".to_owned());
    default("WHATSAPP_TOKEN", WHATSAPP_TOKEN.to_owned());
    default("WHATSAPP_APP_SECRET", WHATSAPP_APP_SECRET.to_owned());
    default("WHATSAPP_VERIFY_TOKEN", WHATSAPP_VERIFY_TOKEN.to_owned());
    default("SMS_API_URL", format!("http://localhost:{}/sms", ports.console));
    default("SMS_SENDER_ID", "SAFRON".to_owned());
    default("SMS_ENTITY_ID", "1701158019630577568".to_owned());
    if own_provider {
        variables.insert("OIDC_ISSUER".to_owned(), issuer(ports));
        variables.insert("GOOGLE_CLIENT_ID".to_owned(), CLIENT_ID.to_owned());
        variables.insert("GOOGLE_CLIENT_SECRET".to_owned(), CLIENT_SECRET.to_owned());
    }
    for (name, port) in [("CUSTOMER_ORIGINS", ports.customer), ("ADMIN_ORIGINS", ports.admin)] {
        let mut all = variables.remove(name).into_iter().collect::<Vec<_>>();
        all.extend(origins(port));
        variables.insert(name.to_owned(), all.join(","));
    }
    let settings = Settings::read(variables);
    Ok(Settings { push_stand_ins: push_stand_ins(ports), webhooks_on_loopback: true, ..settings })
}

/// The beginnings of the addresses of the console's stand-in for a push service.
pub fn push_stand_ins(ports: Ports) -> Vec<String> {
    origins(ports.console).iter().map(|origin| format!("{origin}/push/")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORTS: Ports = Ports { customer: 3000, admin: 3001, console: 3002 };

    fn with(variables: &[(&str, &str)]) -> Settings {
        judged(variables).unwrap()
    }

    fn judged(variables: &[(&str, &str)]) -> Result<Settings, SettingsError> {
        read(variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(), PORTS)
    }

    #[test]
    fn everything_has_a_default() {
        let settings = with(&[]);
        assert_eq!(settings.base_url, "http://localhost:3000");
        assert_eq!(settings.admin_url, "http://localhost:3001");
        assert_eq!(settings.report_recipients, ["owner@parlour.test"]);
        assert!(local_provider(&settings, PORTS));
        assert!(settings.admin_origins.contains(&"http://127.0.0.1:3001".to_owned()));
        assert!(!settings.production);
        assert!(!settings.internal_job_token.is_configured() && !settings.job_current_signing_key.is_configured());
    }

    #[test]
    fn environment_variables_override_defaults() {
        let settings = with(&[
            ("OIDC_ISSUER", "https://issuer.example.test"),
            ("GOOGLE_CLIENT_ID", "mine"),
            ("ADMIN_ORIGINS", "https://desk.example.test"),
            ("APP_ENV", "production"),
        ]);
        assert!(!local_provider(&settings, PORTS));
        assert_eq!(settings.google_client_id, "mine");
        assert!(settings.admin_origins.contains(&"https://desk.example.test".to_owned()));
        assert!(settings.admin_origins.contains(&"http://localhost:3001".to_owned()));
        assert!(settings.production);
    }

    #[test]
    fn production_holds_the_addresses_of_the_environment_to_https_and_not_our_own() {
        assert!(with(&[("APP_ENV", "production")]).production);
        for name in [
            "OIDC_ISSUER",
            "INVOICING_URL",
            "CHAT_WEBHOOK_URL",
            "WHATSAPP_API_URL",
            "SMS_API_URL",
            "HEARTBEAT_URL_WEEKLY_REPORT",
        ] {
            let error = judged(&[("APP_ENV", "production"), (name, "http://localhost:9/x")]).unwrap_err();
            assert!(error.to_string().starts_with(name), "{error}");
            judged(&[("APP_ENV", "production"), (name, "https://example.test/x")]).unwrap();
            judged(&[(name, "http://localhost:9/x")]).unwrap();
        }
    }
}
