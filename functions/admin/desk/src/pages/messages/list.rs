//! `/messages`: the template of every kind and language, as a phone would show it.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::Given;
use parlour_pages::parts::{Tone, badge};
use parlour_pages::{Asked, Page, PageAnswer, format};
use parlour_people::auth::Caller;
use parlour_platform::whatsapp::{Reply, WhatsApp};
use parlour_setup::messages::{MessageKind, MessageTemplateView, MessageTemplates};
use parlour_storage::salon::Salon;
use parlour_values::language::Language;

use super::{kind_word, length_in_words};

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let saved = MessageTemplates::of(&salon).list().await?.templates;
    let replies = WhatsApp::of(&salon).replies().await?;
    Page::private(&caller, "Messages", render(&asked, &saved, &replies))
}

fn render(asked: &Asked, saved: &[MessageTemplateView], replies: &[Reply]) -> Markup {
    html! {
        div.toolbar { h1 { "Messages" } }
        (came_in(asked, replies))
        p.lead { "What customers read on WhatsApp and in an SMS. Meta and the carriers approve each text before it goes out." }
        @for kind in MessageKind::ALL.iter().copied() {
            section.card aria-labelledby=(kind) {
                h2 id=(kind) { (kind_word(kind)) }
                ul.ledger {
                    @for language in Language::ALL.iter().copied() {
                        (line(kind, language, saved.iter().find(|one| (one.kind, one.language) == (kind, language))))
                    }
                }
            }
        }
    }
}

fn came_in(asked: &Asked, replies: &[Reply]) -> Markup {
    html! {
        section.card aria-labelledby="replies" {
            h2 id="replies" { "Replies" }
            @if replies.is_empty() { p.fine { "Nobody has written back yet." } }
            ul.ledger {
                @for reply in replies {
                    li {
                        div {
                            strong { a href=(format!("/customers/{}", reply.customer_id)) { (reply.name) } }
                            p.message-text dir="auto" { (reply.text) }
                            p.fine { (format::moment(&asked.words, reply.at, asked.today)) }
                        }
                    }
                }
            }
        }
    }
}

fn line(kind: MessageKind, language: Language, saved: Option<&MessageTemplateView>) -> Markup {
    let words = format!("{}, {}", kind_word(kind), language.name());
    html! {
        li {
            div {
                strong lang=(language.tag()) { (language.name()) } " "
                @match saved {
                    Some(template) => {
                        @if template.dlt_template_id.is_none() { (badge(Tone::Calm, "Not for SMS yet")) }
                        p.message-text lang=(language.tag()) { (template.preview) }
                        p.fine { (length_in_words(template.sms)) }
                    },
                    None => (badge(Tone::Calm, "Not written yet")),
                }
            }
            a.ghost.button.small href=(format!("/messages/{kind}/{language}")) aria-label=(format!("Edit {words}")) { "Edit" }
        }
    }
}
