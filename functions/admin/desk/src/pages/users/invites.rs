//! Invites: whoever first signs in with the email, while it is open, gets the role.

use maud::{Markup, html};
use parlour_pages::parts::Head::Text;
use parlour_pages::parts::{Form, Input, ListTable, submit};
use parlour_pages::{Asked, format, paths};
use parlour_people::auth::Caller;
use parlour_people::users::InviteView;
use parlour_setup::branches::Branch;
use parlour_storage::table::Stored;
use parlour_values::role::Role;

use super::{grantable, role_word};
use crate::pages::fields::{Ticks, branch_names, branch_ticks};

pub fn invites_table(asked: &Asked, invites: &[InviteView], branches: &[Stored<Branch>]) -> Markup {
    html! {
        @if invites.is_empty() {
            p.quiet { "No invites are open." }
        } @else {
            (ListTable::new(&[Text("Email"), Text("Role"), Text("Branches"), Text("Invited"), Text("Open until"),
                Text("Change")],
                html! { @for invite in invites { (row(asked, invite, branches)) } }))
        }
    }
}

fn row(asked: &Asked, invite: &InviteView, branches: &[Stored<Branch>]) -> Markup {
    let (form, email) = (format!("revoke-{}", invite.id), format!("invite-{}", invite.id));
    let call = format!("DELETE /api/users/invites/{}", paths::encoded(invite.id.as_str()));
    let button = html! { button.ghost.button.small type="submit" aria-describedby=(email) { "Revoke" } };
    html! {
        tr {
            th scope="row" id=(email) { (invite.email) }
            td { (role_word(invite.role)) }
            td { (branch_names(branches, &invite.branch_ids)) }
            td { (format::moment(&asked.words, invite.created_at, asked.today)) }
            td { (format::moment(&asked.words, invite.expires_at, asked.today)) }
            td { (Form::new(&form, call, button).then("reload").say("Invite revoked.").ask(format!("Revoke the invite of {}?", invite.email)).class("inline")) }
        }
    }
}

pub fn invite_dialog(asked: &Asked, caller: &Caller, branches: &[Stored<Branch>]) -> Markup {
    let form = html! {
        (Input::new("email", "Email").kind("email").required().autocomplete("off"))
        (Input::choice("role", "Role", grantable(caller.user.role), Some(Role::Staff.as_str())).within("invite"))
        (Ticks { name: "branchIds", legend: "Branches", hint: None, groups: branch_ticks(branches, &[]), needs_one: false })
        div.actions { (submit("Invite")) }
    };
    let form = Form::new("invitation", "POST /api/users/invites", form).then("reload").say("Invited.");
    form.in_dialog(&asked.words, "invite", "Invite somebody")
}
