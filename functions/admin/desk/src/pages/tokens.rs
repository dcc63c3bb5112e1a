//! `/tokens`: with which programs call, and what each may do. A new token is shown once.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::Given;
use parlour_pages::parts::Head::Text;
use parlour_pages::parts::{Form, Input, ListTable, Tone, badge, in_dialog, needs_script, opener, submit};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::{Caller, Scope};
use parlour_people::tokens::{ListTokensRequest, TokenView, Tokens};
use parlour_storage::paging::Meta;
use parlour_storage::salon::Salon;
use parlour_values::role::Role;
use parlour_values::time::Instant;

use super::fields::{Tick, TickGroup, Ticks};
use super::users::{grantable, role_word};
use crate::filters::{self, Filters, pager};

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let filters = filters::read::<ListTokensRequest>(&asked)?;
    let (tokens, meta) = Tokens::of(&salon).list(&filters.wanted).await?;
    Page::private(&caller, "Tokens", render(&asked, &caller, &filters, &tokens, &meta))
}

fn render(
    asked: &Asked,
    caller: &Caller,
    filters: &Filters<ListTokensRequest>,
    tokens: &[TokenView],
    meta: &Meta,
) -> Markup {
    html! {
        div.toolbar { h1 { "Tokens" } (opener("new-token", "New token", "button")) }
        p.lead { "A program that sends one has the rights of its role. " a href="/docs" { "What programs can do" } }
        (needs_script(&asked.words))
        (filters.notice())
        @if tokens.is_empty() {
            p.quiet { "No program has a token." }
        } @else {
            (ListTable::new(&[Text("Name"), Text("Role"), Text("May"), Text("Created"), Text("Last used"), Text("Ends"),
                Text("Change")],
                html! { @for token in tokens { (row(asked, caller.act.at, token)) } }))
            (pager(asked, meta))
        }
        (new_token(asked, caller))
    }
}

fn row(asked: &Asked, now: Instant, token: &TokenView) -> Markup {
    let (form, name) = (format!("revoke-{}", token.id), format!("token-{}", token.id));
    let call = format!("DELETE /api/tokens/{}", paths::encoded(token.id.as_str()));
    let button = html! { button.ghost.button.small type="submit" aria-describedby=(name) { "Revoke" } };
    let question =
        format!("Revoke {}? Whatever uses it stops working at once, and it cannot be taken back.", token.name);
    let moment = |at: Instant| format::moment(&asked.words, at, asked.today);
    html! {
        tr {
            th scope="row" id=(name) { (token.name) }
            td { (role_word(token.role)) }
            td { @if token.scopes.contains(&Scope::Write) { "Read and write" } @else { "Read" } }
            td { (moment(token.created_at)) }
            td { @match token.last_used_at { Some(at) => (format::near_day(&asked.words, at.ist_date(), asked.today)), None => span.quiet { "not yet" } } }
            td {
                @match token.expires_at {
                    Some(end) if end <= now => (badge(Tone::Bad, "Has ended")),
                    Some(end) => (moment(end)),
                    None => span.quiet { "when revoked" },
                }
            }
            td { (Form::new(&form, call, button).then("reload").say("Token revoked.").ask(question).class("inline")) }
        }
    }
}

fn new_token(asked: &Asked, caller: &Caller) -> Markup {
    let lasts = [(30, "30 days"), (90, "90 days"), (365, "A year")];
    let ends = lasts.map(|(days, text)| (asked.today.plus_days(days).start().to_string(), text.to_owned()));
    let chosen_end = ends.get(1).map(|(end, _)| end.clone());
    // As little as will do, unless more is asked for.
    let tick = |scope: Scope, label: &str| Tick {
        value: scope.to_string(),
        label: label.to_owned(),
        note: None,
        is_ticked: scope == Scope::Read,
    };
    let may = TickGroup { title: None, ticks: vec![tick(Scope::Read, "Read"), tick(Scope::Write, "Write")] };
    let form = html! {
        (Input::new("name", "Name").hint("What the program is called.").required().with("maxlength", "80").autocomplete("off"))
        (Input::choice("role", "Role", grantable(caller.user.role), Some(Role::Staff.as_str())).within("token"))
        (Ticks { name: "scopes", legend: "It may", hint: None, groups: vec![may], needs_one: true })
        (Input::choice("expiresAt", "It lasts", ends, chosen_end.as_deref()).or("Until it is revoked"))
        div.actions { (submit("Create")) }
    };
    let shown = html! {
        div id="created-token" hidden {
            p { strong { "Copy it now: it is not shown again." } }
            // The text if the first answer was lost on its way.
            p { code.secret data-shown="token" { "It was created, but its text did not arrive. Revoke it and create another." } }
            div.actions { a.button href="/tokens" { "Done" } }
        }
    };
    let form = Form::new("create-token", "POST /api/tokens", form).done("created-token");
    in_dialog(&asked.words, "new-token", "New token", html! { (form) (shown) })
}
