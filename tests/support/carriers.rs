//! WhatsApp and AWS's text messages on a port of their own: they take what is sent, or answer as the test says.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::response::{IntoResponse as _, Response};
use http::{StatusCode, Uri};
use parlour_local::listen::Listener;
use parlour_senders::whatsapp::{SIGNATURE_HEADER, signed};
use parlour_settings::App;
use parlour_setup::messages::{MessageKind, MessageTemplate, WhatsappLanguage};
use parlour_values::language::Language;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::{Reply, TestSalon};

const APP_SECRET: &str = "test_app_secret";

#[derive(Default)]
struct Taken {
    whatsapp: Vec<Value>,
    sms: Vec<Value>,
    uploads: usize,
    whatsapp_answers: VecDeque<Value>,
    sms_answers: VecDeque<Value>,
}

/// Both services.
#[derive(Clone)]
pub struct Carriers {
    taken: Arc<Mutex<Taken>>,
}

impl Carriers {
    async fn open() -> (Self, String) {
        let listener = Listener::bind(0).await.unwrap();
        let url = format!("http://127.0.0.1:{}", listener.port);
        let taken = Arc::new(Mutex::new(Taken::default()));
        let log = taken.clone();
        let router = Router::new().fallback(move |address: Uri, body: Bytes| {
            let answer = answer(&mut log.lock().unwrap(), address.path(), &body);
            std::future::ready(answer)
        });
        tokio::spawn(async move {
            let (_stop, stopped) = watch::channel(false);
            listener.serve(router, stopped).await;
        });
        (Self { taken }, url)
    }

    /// The messages that WhatsApp accepted, oldest first.
    pub fn whatsapp(&self) -> Vec<Value> {
        self.taken.lock().unwrap().whatsapp.clone()
    }

    /// The text messages that were accepted, oldest first.
    pub fn sms(&self) -> Vec<Value> {
        self.taken.lock().unwrap().sms.clone()
    }

    pub fn uploads(&self) -> usize {
        self.taken.lock().unwrap().uploads
    }

    /// The next messages on WhatsApp are answered with these codes of Meta's.
    pub fn refuse_whatsapp(&self, codes: &[i64]) {
        let answers = codes.iter().map(|code| json!({ "error": { "message": "no", "code": code } }));
        self.taken.lock().unwrap().whatsapp_answers = answers.collect();
    }

    /// The next text messages are answered with these exceptions and reasons.
    pub fn refuse_sms(&self, exceptions: &[(&str, &str)]) {
        let answers = exceptions.iter().map(|(name, reason)| json!({ "__type": name, "Reason": reason }));
        self.taken.lock().unwrap().sms_answers = answers.collect();
    }

    /// Whether every refusal was given.
    pub fn refused_all(&self) -> bool {
        let taken = self.taken.lock().unwrap();
        taken.whatsapp_answers.is_empty() && taken.sms_answers.is_empty()
    }
}

fn answer(taken: &mut Taken, path: &str, body: &Bytes) -> Response {
    let json: Value = serde_json::from_slice(body).unwrap_or_default();
    let (answers, place) = if path.ends_with("/messages") {
        (&mut taken.whatsapp_answers, &mut taken.whatsapp)
    } else if path.ends_with("/media") {
        taken.uploads += 1;
        return json!({ "id": format!("media-{}", taken.uploads) }).to_string().into_response();
    } else {
        (&mut taken.sms_answers, &mut taken.sms)
    };
    if let Some(refusal) = answers.pop_front() {
        return (StatusCode::BAD_REQUEST, refusal.to_string()).into_response();
    }
    place.push(json);
    let id = format!("wamid.{}", place.len());
    json!({ "messages": [{ "id": id }], "MessageId": id }).to_string().into_response()
}

impl TestSalon {
    /// A salon with both channels to phones, and a template of every kind in both languages.
    pub async fn with_phones(settings: &[(&str, &str)]) -> (Self, Carriers) {
        let (carriers, url) = Carriers::open().await;
        let mut all = vec![
            ("WHATSAPP_API_URL", url.as_str()),
            ("WHATSAPP_PHONE_ID", "106540352242922"),
            ("WHATSAPP_TOKEN", "a-token"),
            ("WHATSAPP_APP_SECRET", APP_SECRET),
            ("WHATSAPP_VERIFY_TOKEN", "a-verify-token"),
            ("SMS_API_URL", url.as_str()),
            ("SMS_SENDER_ID", "GLOWSL"),
            ("SMS_ENTITY_ID", "1701"),
        ];
        all.extend_from_slice(settings);
        let salon = Self::with_settings(&all).await;
        for kind in MessageKind::ALL {
            for language in Language::ALL {
                salon.put(&salon.template(*kind, *language)).await;
            }
        }
        salon.wire.reset();
        (salon, carriers)
    }

    /// The suggested template of a kind.
    pub fn template(&self, kind: MessageKind, language: Language) -> MessageTemplate {
        let whatsapp_language = match language {
            Language::English => WhatsappLanguage::En,
            Language::Hindi => WhatsappLanguage::Hi,
        };
        MessageTemplate {
            kind,
            language,
            whatsapp_name: kind.to_string(),
            whatsapp_language,
            dlt_template_id: Some(format!("1707-{kind}")),
            text: kind.suggested(language).to_owned(),
            updated_at: self.salon.clock.now(),
        }
    }

    /// Sends the webhook what WhatsApp would, signed.
    pub async fn whatsapp_tells(&self, field: &str, value: Value) -> Reply {
        let change = json!({ "field": field, "value": value });
        let body = json!({ "object": "whatsapp_business_account", "entry": [{ "id": "1", "changes": [change] }] });
        let signature = signed(APP_SECRET, body.to_string().as_bytes()).unwrap();
        let meta = self.anyone(App::Customer).with_header(SIGNATURE_HEADER, &signature);
        meta.post("/api/webhooks/whatsapp", body).await
    }
}
