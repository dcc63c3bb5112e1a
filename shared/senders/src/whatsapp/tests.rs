use super::*;
use crate::loopback::Loopback;
use crate::remedy::Remedy;

const ACCEPTED: &str = r#"{"messaging_product":"whatsapp","contacts":[{"input":"+919812345678","wa_id":"919812345678"}],"messages":[{"id":"wamid.X"}]}"#;

fn sender(url: &str) -> WhatsAppSender {
    let variables =
        [("WHATSAPP_API_URL", url), ("WHATSAPP_PHONE_ID", "106540352242922"), ("WHATSAPP_TOKEN", "a-token")];
    WhatsAppSender::of(&Settings::read(variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into()))
}

fn message(content: WhatsAppContent) -> WhatsAppMessage {
    WhatsAppMessage {
        kind: NotificationType::InvoiceReady,
        to: "+919812345678".to_owned(),
        id: "u1.n1".to_owned(),
        text: "Your invoice".to_owned(),
        content,
    }
}

fn template(document: Option<Attachment>) -> WhatsAppContent {
    WhatsAppContent::Template(WhatsAppTemplate {
        name: "invoice_ready".to_owned(),
        language: "en".to_owned(),
        variables: vec!["Asha\n\tRao".to_owned(), " ".to_owned()],
        button: Some("bookings/b1".to_owned()),
        document,
    })
}

#[tokio::test]
async fn a_template_is_sent_as_meta_documents_it() {
    let server = Loopback::answering(200, ACCEPTED).await;
    let accepted = sender(&server.url("")).send(&message(template(None))).await.unwrap().unwrap();
    assert_eq!(accepted.provider_id, "wamid.X");
    let request = server.only_request();
    assert_eq!(request.path, "/v25.0/106540352242922/messages");
    assert_eq!(request.header("authorization"), "Bearer a-token");
    let expected = json!({
        "messaging_product": "whatsapp", "recipient_type": "individual", "to": "+919812345678", "type": "template",
        "biz_opaque_callback_data": "u1.n1",
        "template": { "name": "invoice_ready", "language": { "code": "en" }, "components": [
            { "type": "body", "parameters": [{ "type": "text", "text": "Asha Rao" }, { "type": "text", "text": "-" }] },
            { "type": "button", "sub_type": "url", "index": "0",
              "parameters": [{ "type": "text", "text": "bookings/b1" }] },
        ] },
    });
    assert_eq!((request.json(), accepted.request), (expected.clone(), expected));
}

#[tokio::test]
async fn a_document_is_uploaded_first_and_named_by_its_id() {
    let answer = r#"{"id":"media-1","messages":[{"id":"wamid.X"}]}"#;
    let server = Loopback::answering(200, answer).await;
    let pdf = Attachment {
        filename: "INV-1.pdf".to_owned(),
        content_type: "application/pdf".to_owned(),
        content: b"%PDF-1.7".to_vec(),
    };
    sender(&server.url("")).send(&message(template(Some(pdf)))).await.unwrap().unwrap();
    let [upload, sent] = server.requests().try_into().unwrap();
    assert_eq!(upload.path, "/v25.0/106540352242922/media");
    let form = String::from_utf8(upload.body.to_vec()).unwrap();
    for part in ["name=\"messaging_product\"\r\n\r\nwhatsapp", "filename=\"INV-1.pdf\"", "\r\n\r\n%PDF-1.7\r\n--"] {
        assert!(form.contains(part), "{form}");
    }
    let header = json!({ "type": "header", "parameters": [
        { "type": "document", "document": { "id": "media-1", "filename": "INV-1.pdf" } },
    ] });
    assert_eq!(sent.json()["template"]["components"][0], header);
}

#[tokio::test]
async fn a_text_is_sent_within_the_day() {
    let server = Loopback::answering(200, ACCEPTED).await;
    sender(&server.url("/")).send(&message(WhatsAppContent::Text)).await.unwrap().unwrap();
    let sent = server.only_request().json();
    assert_eq!(
        (&sent["type"], &sent["text"]),
        (&json!("text"), &json!({ "preview_url": false, "body": "Your invoice" }))
    );
}

#[tokio::test]
async fn a_refusal_says_its_code_and_nothing_of_the_message() {
    let server = Loopback::answering(400, r#"{"error":{"message":"to +919812345678","code":131026}}"#).await;
    match sender(&server.url("")).send(&message(WhatsAppContent::Text)).await {
        Err(PhoneError::Refused(refusal)) => {
            assert_eq!(refusal.remedy, Remedy::Permanent);
            assert_eq!(refusal.to_string(), "131026: the number is not on WhatsApp");
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn what_cannot_be_reached_or_gives_no_id_may_be_tried_again() {
    let closed = Loopback::answering(200, "").await.closed().await;
    let answers = [sender(&closed), sender(&Loopback::answering(200, "{}").await.url(""))];
    for sender in answers {
        let failed = sender.send(&message(WhatsAppContent::Text)).await.unwrap_err();
        assert!(matches!(&failed, PhoneError::Send(error) if !error.is_final()), "{failed:?}");
    }
}

#[tokio::test]
async fn without_a_number_or_a_token_nothing_is_sent() {
    for variables in [vec![], vec![("WHATSAPP_PHONE_ID", "1")], vec![("WHATSAPP_TOKEN", "t")]] {
        let variables = variables.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        let sender = WhatsAppSender::of(&Settings::read(variables.collect()));
        assert!(!sender.configured());
        assert_eq!(sender.send(&message(WhatsAppContent::Text)).await.unwrap(), None);
    }
}
