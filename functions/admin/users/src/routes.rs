//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::done::Done;
use parlour::role::Role;
use parlour::settings::App;
use parlour::users::{
    InviteAnswer, InviteList, InviteListRequest, InviteRequest, ListUsersRequest, PatchUserRequest, UserAnswer,
    UserList,
};
use parlour::web::{Routes, role};

use crate::handlers::{invites, users};

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get("/api/users", users::list, role(Role::Owner, "Users").asks::<ListUsersRequest>().answers::<UserList>())
        .get(
            "/api/users/invites",
            invites::list,
            role(Role::Owner, "Open invites").asks::<InviteListRequest>().answers::<InviteList>(),
        )
        .post(
            "/api/users/invites",
            invites::invite,
            role(Role::Owner, "Invite an email into a role")
                .idempotent()
                .takes::<InviteRequest>()
                .creates::<InviteAnswer>(),
        )
        .delete("/api/users/invites/{id}", invites::withdraw, role(Role::Owner, "Withdraw an invite").answers::<Done>())
        .get("/api/users/{id}", users::detail, role(Role::Owner, "A user").answers::<UserAnswer>())
        .patch(
            "/api/users/{id}",
            users::patch,
            role(Role::Owner, "Change a user's role, branches or state")
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
            .answers::<Done>(),
        )
        .delete(
            "/api/users/{id}/sessions",
            users::end_sessions,
            role(Role::Owner, "End all sessions of a user").answers::<Done>(),
        )
}
