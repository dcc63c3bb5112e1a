//! `/users/{id}`: a user's role, branches and state.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, PathParam, Refusal};
use parlour_pages::parts::{Form, Input, Toggle, Tone, badge, breadcrumb, facts, needs_script, opener, submit};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_people::users::{UserView, Users};
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::salon::Salon;
use parlour_storage::table::Stored;
use parlour_values::id::UserId;

use super::{grantable, role_word};
use crate::assets::SETUP;
use crate::pages::fields::{Ticks, branch_ticks};

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    PathParam(id): PathParam<UserId>,
) -> PageAnswer {
    let (users, branches) = (Users::of(&salon), Branches::of(&salon));
    let (user, branches) = tokio::try_join!(async { users.get(&id).await.map_err(Refusal::from) }, async {
        branches.all().await.map_err(Refusal::from)
    })?;
    Page::private(&caller, user.name.clone(), render(&asked, &caller, &user, &branches))
}

fn render(asked: &Asked, caller: &Caller, user: &UserView, branches: &[Stored<Branch>]) -> Markup {
    let may_change = caller.user.role.satisfies(user.role);
    html! {
        (SETUP.run())
        (breadcrumb(&asked.words, "/users", "Users"))
        div.toolbar {
            h1 { (user.name) }
            @if user.is_active { (badge(Tone::Good, "Active")) } @else { (badge(Tone::Bad, "Suspended")) }
            @if may_change {
                (opener("sessions", "Sign out everywhere", "ghost button"))
                (opener("identities", "Allow another account", "ghost button"))
            }
        }
        (needs_script(&asked.words))
        div.columns {
            section.card aria-labelledby="who" {
                h2 id="who" { "Who it is" }
                (facts(&[
                    ("Email".to_owned(), html! { (user.email) @if !user.email_verified { " " span.fine { "not verified" } } }),
                    ("Role".to_owned(), html! { (role_word(user.role)) }),
                    ("Since".to_owned(), html! { (format::full_date(&asked.words, user.created_at.ist_date())) }),
                ]))
            }
            @if may_change { (change(caller, user, branches)) }
            @else { p.notice { "Somebody of a higher role than yours looks after this one." } }
        }
        @if may_change { (ending(asked, user)) (unlinking(asked, user)) }
    }
}

fn change(caller: &Caller, user: &UserView, branches: &[Stored<Branch>]) -> Markup {
    let is_own = caller.user.id == user.id;
    let form = html! {
        @if is_own { p.quiet { "Nobody changes their own role." } }
        @else {
            (Input::choice("role", "Role", grantable(caller.user.role), Some(user.role.as_str()))
                .hint("A new role signs them out everywhere."))
        }
        (Ticks { name: "branchIds", legend: "Branches", hint: Some("Where they belong; it restricts nothing."), groups: branch_ticks(branches, &user.branch_ids), needs_one: false })
        @if !is_own { (Toggle::new("isActive", "May sign in", user.is_active).hint("Off, they are signed out and stay out.").whole()) }
        div.actions { (submit("Save")) }
    };
    let call = format!("PATCH /api/users/{}", paths::encoded(user.id.as_str()));
    html! {
        section.card aria-labelledby="change" {
            h2 id="change" { "Role and branches" }
            (Form::new("user", call, form).then("reload").say("Saved."))
        }
    }
}

fn ending(asked: &Asked, user: &UserView) -> Markup {
    let form = html! {
        p { "They have to sign in again on every device." }
        div.actions { (submit("Sign out everywhere")) }
    };
    let call = format!("DELETE /api/users/{}/sessions", paths::encoded(user.id.as_str()));
    let form = Form::new("ending", call, form).then("reload").say("Signed out everywhere.");
    form.in_dialog(&asked.words, "sessions", "Sign out everywhere?")
}

fn unlinking(asked: &Asked, user: &UserView) -> Markup {
    let form = html! {
        p { "The account they sign in with is forgotten, and they are signed out everywhere. Whoever next signs in with a verified "
            (user.email) " becomes this user." }
        div.actions { (submit("Allow another account")) }
    };
    let call = format!("DELETE /api/users/{}/identities", paths::encoded(user.id.as_str()));
    let form = Form::new("unlinking", call, form).then("reload").say("Another account may sign in now.");
    form.in_dialog(&asked.words, "identities", "Allow another account?")
}
