//! POST /invoices: renders a signed invoice and stores its PDF.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::HeaderMap;
use parlour_senders::document::{InvoiceDocument, RenderedInvoice};
use parlour_senders::documents::PDF;
use parlour_senders::invoicing::{SIGNATURE_HEADER, verify};

use crate::handlers::InvoicingRefusal;
use crate::{Invoicing, paper};

/// Lambda's limit for a response is 6 MB, and base64 adds a third.
const MAX_ATTACHMENT: usize = 3 * 1024 * 1024;

pub async fn render(
    State(service): State<Invoicing>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<RenderedInvoice>, InvoicingRefusal> {
    let body = body.map_err(|rejected| InvoicingRefusal::BadDocument(rejected.body_text()))?;
    service.authorize(&headers, &body).await?;
    let (key, document) = read(&body)?;
    let pdf = paper::render(&document).map_err(failed)?;
    let attachment = (pdf.len() <= MAX_ATTACHMENT).then(|| STANDARD.encode(&pdf));
    service.documents.put(&key, pdf, PDF).await.map_err(failed)?;
    let url = service
        .documents
        .link(&key)
        .await
        .inspect_err(|error| tracing::warn!(%error, key, "could not create a link"))
        .ok();
    Ok(Json(RenderedInvoice { key, url, pdf: attachment }))
}

impl Invoicing {
    pub(super) async fn authorize(&self, headers: &HeaderMap, body: &[u8]) -> Result<(), InvoicingRefusal> {
        let secret = self.secret.value().await.map_err(failed)?.ok_or(InvoicingRefusal::Unsigned)?;
        let signature =
            headers.get(SIGNATURE_HEADER).and_then(|value| value.to_str().ok()).ok_or(InvoicingRefusal::Unsigned)?;
        verify(&secret, signature, body, self.clock.now()).map_err(|reason| {
            tracing::warn!(%reason, "request refused: bad signature");
            InvoicingRefusal::Unsigned
        })
    }
}

fn read(body: &[u8]) -> Result<(String, InvoiceDocument), InvoicingRefusal> {
    let document: InvoiceDocument =
        serde_json::from_slice(body).map_err(|error| InvoicingRefusal::BadDocument(error.to_string()))?;
    document.check().map_err(|reason| InvoicingRefusal::BadDocument(reason.to_string()))?;
    let key = document.storage_key().ok_or(InvoicingRefusal::Failed)?;
    Ok((key, document))
}

fn failed(error: impl std::error::Error) -> InvoicingRefusal {
    tracing::error!(%error, "could not render an invoice");
    InvoicingRefusal::Failed
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::body::Body;
    use http::{Request, StatusCode};
    use http_body_util::BodyExt;
    use parlour_senders::documents::{DocumentStore, LocalDocuments};
    use parlour_settings::Secret;
    use parlour_values::time::{Clock, Instant};
    use serde_json::{Value, json};
    use tower::ServiceExt;

    use super::*;
    use crate::router;
    use parlour_senders::invoicing::sign;

    const SECRET: &str = "shared-with-invoicing";

    fn now() -> Instant {
        "2026-11-16T04:30:00Z".parse().unwrap()
    }

    fn invoice() -> Value {
        json!({
            "id": "0199f0a4", "number": "BLR/26-27/00042", "issuedOn": "2026-11-16",
            "seller": {"name": "Parlour", "address": "Bengaluru", "stateCode": "29", "gstin": "29ABCDE1234F1ZW"},
            "customer": {"name": "Asha", "phone": "+919876543210"},
            "lines": [{
                "description": "Haircut", "sac": "999721", "quantity": 1, "pricePaise": 99_900, "discountPaise": 0,
                "taxablePaise": 95_142, "cgstPaise": 2_379, "sgstPaise": 2_379, "gstRateBps": 500
            }],
            "subtotalPaise": 99_900, "discountPaise": 0, "taxablePaise": 95_142, "cgstPaise": 2_379,
            "sgstPaise": 2_379, "totalPaise": 99_900, "paymentMethod": "upi"
        })
    }

    fn store() -> Arc<LocalDocuments> {
        Arc::new(LocalDocuments::in_memory("http://localhost:3002/documents"))
    }

    async fn post(
        documents: Arc<dyn DocumentStore>,
        body: Vec<u8>,
        signature: Option<String>,
    ) -> (StatusCode, Vec<u8>) {
        post_to("/invoices", documents, body, signature).await
    }

    async fn post_to(
        path: &str,
        documents: Arc<dyn DocumentStore>,
        body: Vec<u8>,
        signature: Option<String>,
    ) -> (StatusCode, Vec<u8>) {
        let service = Invoicing { secret: Secret::given(SECRET), documents, clock: Clock::fixed(now()) };
        let mut request = Request::post(path);
        if let Some(signature) = signature {
            request = request.header(SIGNATURE_HEADER, signature);
        }
        let answer = router(service).oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
        (answer.status(), answer.into_body().collect().await.unwrap().to_bytes().to_vec())
    }

    async fn post_signed(documents: Arc<dyn DocumentStore>, body: Vec<u8>) -> (StatusCode, Vec<u8>) {
        let signature = sign(SECRET, &body, now()).unwrap();
        post(documents, body, Some(signature)).await
    }

    #[tokio::test]
    async fn a_signed_invoice_is_rendered_stored_and_returned() {
        let documents = store();
        let (status, answer) = post_signed(documents.clone(), invoice().to_string().into_bytes()).await;
        assert_eq!(status, StatusCode::OK);
        let answer: RenderedInvoice = serde_json::from_slice(&answer).unwrap();
        assert_eq!(answer.key, "invoices/0199f0a4.pdf");
        assert_eq!(answer.url.as_deref(), Some("http://localhost:3002/documents/invoices/0199f0a4.pdf"));
        let pdf = STANDARD.decode(answer.pdf.unwrap()).unwrap();
        assert!(pdf.starts_with(b"%PDF-"));
        assert_eq!(documents.get("invoices/0199f0a4.pdf").await.unwrap(), Some(pdf));
    }

    #[tokio::test]
    async fn the_same_invoice_again_gives_the_same_answer() {
        let documents = store();
        let first = post_signed(documents.clone(), invoice().to_string().into_bytes()).await;
        assert_eq!(post_signed(documents, invoice().to_string().into_bytes()).await, first);
    }

    #[tokio::test]
    async fn the_root_path_renders_too() {
        let body = invoice().to_string().into_bytes();
        let signature = sign(SECRET, &body, now()).unwrap();
        assert_eq!(post_to("/", store(), body.clone(), Some(signature)).await.0, StatusCode::OK);
        assert_eq!(post_to("/", store(), body, None).await.0, StatusCode::UNAUTHORIZED);
    }

    #[tokio::test]
    async fn a_missing_wrong_stale_or_reused_signature_is_refused() {
        let body = invoice().to_string().into_bytes();
        let an_hour_ago = Instant::from_seconds(now().seconds() - 3600);
        for signature in [
            None,
            Some(String::new()),
            Some(sign("another secret", &body, now()).unwrap()),
            Some(sign(SECRET, &body, an_hour_ago).unwrap()),
            Some(sign(SECRET, b"another body", now()).unwrap()),
        ] {
            let documents = store();
            let (status, answer) = post(documents.clone(), body.clone(), signature).await;
            assert_eq!((status, answer.as_slice()), (StatusCode::UNAUTHORIZED, b"Unauthorized".as_slice()));
            assert_eq!(documents.get("invoices/0199f0a4.pdf").await.unwrap(), None);
        }
    }

    #[tokio::test]
    async fn an_invalid_invoice_is_refused() {
        let mut wrong_sum = invoice();
        wrong_sum["totalPaise"] = json!(1);
        let mut wrong_rate = invoice();
        wrong_rate["lines"][0]["gstRateBps"] = json!(10_001);
        let mut wrong_id = invoice();
        wrong_id["id"] = json!("../escape");
        let bodies = [b"".to_vec(), b"not json".to_vec(), b"{}".to_vec()];
        let documents = [wrong_sum, wrong_rate, wrong_id].map(|document| document.to_string().into_bytes());
        for body in bodies.into_iter().chain(documents) {
            assert_eq!(post_signed(store(), body).await.0, StatusCode::BAD_REQUEST);
        }
        assert_eq!(post_signed(store(), vec![b' '; 3 * 1024 * 1024]).await.0, StatusCode::BAD_REQUEST);
    }
}
