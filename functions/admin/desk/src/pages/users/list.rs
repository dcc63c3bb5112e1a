//! `/users`: the team unless asked otherwise, and the invites that nobody has taken up yet.

use std::sync::Arc;

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, Refusal};
use parlour_pages::parts::Head::Text;
use parlour_pages::parts::{self, Input, ListTable, PagesBy, Tone, badge, needs_script, opener};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_people::users::{InviteListRequest, InviteView, ListUsersRequest, UserList, UserView, Users};
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::paging::Meta;
use parlour_storage::salon::Salon;
use parlour_storage::table::Stored;
use parlour_values::role::Role;

use super::invites::{invite_dialog, invites_table};
use super::role_word;
use crate::assets::SETUP;
use crate::filters::{self, Filters, address, pager};
use crate::pages::fields::{branch_names, named, search_field};

struct UserListPage {
    list: UserList,
    meta: Meta,
    invites: Vec<InviteView>,
    branches: Arc<Vec<Stored<Branch>>>,
}

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let filters = filters::read::<ListUsersRequest>(&asked)?;
    let wanted = &filters.wanted;
    let open: InviteListRequest = filters::of_pairs(&[("pageSize", "100")])?;
    let (users, branches) = (Users::of(&salon), Branches::of(&salon));
    let ((list, meta), (invites, _), branches) = tokio::try_join!(
        async { users.list(wanted).await.map_err(Refusal::from) },
        async { users.invites(&open).await.map_err(Refusal::from) },
        async { branches.all().await.map_err(Refusal::from) },
    )?;
    let known = UserListPage { list, meta, invites, branches };
    Page::private(&caller, "Users", render(&asked, &caller, &known, &filters))
}

fn render(asked: &Asked, caller: &Caller, known: &UserListPage, filters: &Filters<ListUsersRequest>) -> Markup {
    html! {
        (SETUP.run())
        div.toolbar { h1 { "Users" } (opener("invite", "Invite", "button")) }
        (needs_script(&asked.words))
        (filters.notice())
        (choices(&filters.wanted))
        @if known.list.users.is_empty() && known.list.next_cursor.is_none() {
            p.quiet { "Nobody matches. " a href="/users" { "Show the team" } }
        } @else {
            (ListTable::new(&[Text("Name"), Text("Email"), Text("Role"), Text("Branches"), Text("Since"), Text("State")],
                html! { @for user in &known.list.users { (row(asked, known, user)) } }))
            @match (filters.wanted.role, &known.list.next_cursor) {
                (Some(Role::Customer), None) => {}
                (_, None) => (pager(asked, &known.meta)),
                (_, Some(cursor)) => (parts::pager(&asked.words, PagesBy::Number(None), 1, true, |_| {
                    address(asked, &[("cursor", &cursor.to_string())])
                })),
            }
        }
        section aria-labelledby="invites-title" {
            h2 id="invites-title" { "Invites" }
            (invites_table(asked, &known.invites, &known.branches))
        }
        (invite_dialog(asked, caller, &known.branches))
    }
}

fn choices(wanted: &ListUsersRequest) -> Markup {
    let roles = named(Role::ALL, role_word).into_iter().rev();
    html! {
        form.filters method="get" role="search" {
            (search_field("Name or email", wanted.q.as_deref()))
            (Input::choice("role", "Role", roles, wanted.role.map(|role| role.as_str())).or("The team"))
            button.ghost.button type="submit" { "Show" }
        }
    }
}

fn row(asked: &Asked, known: &UserListPage, user: &UserView) -> Markup {
    html! {
        tr {
            th scope="row" { a href=(format!("/users/{}", paths::encoded(user.id.as_str()))) { (user.name) } }
            td { (user.email) }
            td { (role_word(user.role)) }
            td { (branch_names(&known.branches, &user.branch_ids)) }
            td { (format::full_date(&asked.words, user.created_at.ist_date())) }
            td { @if user.is_active { (badge(Tone::Good, "Active")) } @else { (badge(Tone::Bad, "Suspended")) } }
        }
    }
}
