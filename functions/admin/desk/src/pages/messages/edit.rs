//! `/messages/{kind}/{language}`: the text of one message, with a preview that follows what is typed.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, PathParam, Refusal};
use parlour_pages::parts::{Form, Input, breadcrumb, needs_script, submit};
use parlour_pages::{Asked, Page, PageAnswer};
use parlour_people::auth::Caller;
use parlour_setup::messages::{MessageTemplateView, MessageTemplates, WhatsappLanguage};
use parlour_storage::salon::Salon;

use super::{kind_word, length_in_words};
use crate::assets::MESSAGES;

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam((kind, language)): PathParam<(String, String)>,
    asked: Asked,
) -> PageAnswer {
    let (template, is_saved) = MessageTemplates::of(&salon).draft(&kind, &language).await.map_err(Refusal::from)?;
    Page::private(&caller, kind_word(template.kind), render(&asked, &template, is_saved))
}

fn render(asked: &Asked, template: &MessageTemplateView, is_saved: bool) -> Markup {
    let call = format!("PUT /api/message-templates/{}/{}", template.kind, template.language);
    html! {
        (breadcrumb(&asked.words, "/messages", "Messages"))
        div.toolbar { h1 { (kind_word(template.kind)) ", " span lang=(template.language.tag()) { (template.language.name()) } } }
        @if !is_saved { p.lead { "Nothing is saved yet: this is a text to begin with." } }
        (needs_script(&asked.words))
        div.branding {
            (Form::new("template", call, fields(template)).then("/messages").say("Saved."))
            (preview(template))
        }
        (MESSAGES.run())
    }
}

fn fields(template: &MessageTemplateView) -> Markup {
    let codes = WhatsappLanguage::ALL.iter().map(|code| (code.to_string(), code.to_string()));
    html! {
        div.field {
            label for="text" { "Text" }
            p.hint id="text-hint" { "To the letter as it is approved. Write Rs. for rupees; a variable stands neither first nor last." }
            textarea id="text" name="text" rows="6" maxlength="1024" required lang=(template.language.tag())
                aria-describedby="text-hint text-error" { (template.text) }
            p.error id="text-error" hidden {}
            div.actions role="group" aria-label="Put in" {
                @for variable in &template.variables {
                    button.ghost.button.small type="button" data-variable=(variable) { (variable) }
                }
            }
        }
        (Input::new("whatsappName", "Name with Meta").value(template.whatsapp_name.clone()).required().with("maxlength", "512")
            .with("pattern", "[a-z0-9_]+").hint("Small letters, digits and underscores.").autocomplete("off")
            .wrong("Small letters, digits and underscores only, please."))
        (Input::choice("whatsappLanguage", "Language with Meta", codes, Some(template.whatsapp_language.as_str())))
        (Input::new("dltTemplateId", "DLT template id").value(template.dlt_template_id.clone()).with("maxlength", "64")
            .with("data-empty", "null").hint("From the carriers. Without it no SMS of this kind goes out.").autocomplete("off"))
        div.actions { (submit("Save")) }
    }
}

fn preview(template: &MessageTemplateView) -> Markup {
    let language = template.language.tag();
    html! {
        section.card.preview aria-labelledby="preview-title" {
            h2 id="preview-title" { "Preview" }
            p.message-text lang=(language) data-shows="preview" { (template.preview) }
            p.fine { "As an SMS: " span data-shows="length" role="status" { (length_in_words(template.sms)) } }
            h3 { "To register with Meta" }
            p.message-text lang=(language) data-shows="meta" { (template.text_for_meta) }
            h3 { "To register with the carriers" }
            p.message-text lang=(language) data-shows="carriers" { (template.text_for_carriers) }
            p.fine { "A value of more than 30 letters is cut in an SMS, but for links." }
        }
    }
}
