//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Code, Routes, role};
use parlour_people::users::{
    InviteAnswer, InviteList, InviteListRequest, InviteRequest, ListUsersRequest, PatchUserRequest, UserAnswer,
    UserList,
};
use parlour_settings::App;
use parlour_values::done::Done;
use parlour_values::role::Role;

use crate::handlers::{invites, users};

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/users",
            users::list,
            role(Role::Owner, "Users")
                .id("users.list")
                .about(
                    "Everybody who works here, or those of one role; filtered by a part of name or email. Customers are \
                     listed with `role=customer` only, by `cursor`: `nextCursor` of one page is the `cursor` of the next, \
                     and a page may have fewer rows than asked for.",
                )
                .asks::<ListUsersRequest>()
                .answers::<UserList>(),
        )
        .get(
            "/api/users/invites",
            invites::list,
            role(Role::Owner, "Open invites")
                .id("invites.list")
                .about("Invites that nobody has taken yet.")
                .asks::<InviteListRequest>()
                .answers::<InviteList>(),
        )
        .post(
            "/api/users/invites",
            invites::invite,
            role(Role::Owner, "Invite an email into a role")
                .id("invites.create")
                .about(
                    "Whoever signs in with this email, verified by the provider, becomes a user of this role. A role \
                     above the caller's own is refused, as is an email that is a user or invited already.",
                )
                .idempotent()
                .people_only()
                .takes::<InviteRequest>()
                .creates::<InviteAnswer>(),
        )
        .delete(
            "/api/users/invites/{id}",
            invites::withdraw,
            role(Role::Owner, "Withdraw an invite")
                .id("invites.withdraw")
                .about("The email then signs in as a customer.")
                .answers::<Done>(),
        )
        .get(
            "/api/users/{id}",
            users::detail,
            role(Role::Owner, "A user").id("users.view").about("One user.").answers::<UserAnswer>(),
        )
        .patch(
            "/api/users/{id}",
            users::patch,
            role(Role::Owner, "Change a user's role, branches or state")
                .id("users.change")
                .about(
                    "Changes role, branches or whether they are active. Nobody changes their own role, a user above \
                     themselves, or gives a role above their own; one active owner must stay. A change of role or \
                     state ends the user's sessions, and the tokens they made that may do more than they now may.",
                )
                .refuses(&[Code::BusinessRuleViolation])
                .people_only()
                .takes::<PatchUserRequest>()
                .answers::<UserAnswer>(),
        )
        .delete(
            "/api/users/{id}/identities",
            users::end_identities,
            role(
                Role::Owner,
                "End a user's links to identity providers, so that another account of their email is let in",
            )
            .id("users.endIdentities")
            .about(
                "A user has one account at each provider, and another one with the same email is turned away. Ends the \
                 links of this user, and their sessions, so that they sign in anew with whichever account they have now.",
            )
            .people_only()
            .answers::<Done>(),
        )
        .delete(
            "/api/users/{id}/sessions",
            users::end_sessions,
            role(Role::Owner, "End all sessions of a user")
                .id("users.endSessions")
                .about("Signs the user out everywhere, at once.")
                .answers::<Done>(),
        )
}
