//! The table of contents of this group.

use parlour::done::Done;
use parlour::role::Role;
use parlour::settings::App;
use parlour::users::{
    InviteAnswer, InviteList, InviteListRequest, InviteRequest, ListUsersRequest, PatchUserRequest, UserAnswer,
    UserList,
};
use parlour::web::{Routes, role};

use crate::handlers::{
    detail::detail, end_sessions::end_sessions, invite::invite, invites::invites, list::list, patch::patch,
    withdraw::withdraw,
};

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get("/api/users", list, role(Role::Owner, "Users").asks::<ListUsersRequest>().answers::<UserList>())
        .get(
            "/api/users/invites",
            invites,
            role(Role::Owner, "Open invites").asks::<InviteListRequest>().answers::<InviteList>(),
        )
        .post(
            "/api/users/invites",
            invite,
            role(Role::Owner, "Invite an email into a role")
                .idempotent()
                .takes::<InviteRequest>()
                .creates::<InviteAnswer>(),
        )
        .delete("/api/users/invites/{id}", withdraw, role(Role::Owner, "Withdraw an invite").answers::<Done>())
        .get("/api/users/{id}", detail, role(Role::Owner, "A user").answers::<UserAnswer>())
        .patch(
            "/api/users/{id}",
            patch,
            role(Role::Owner, "Change a user's role, branches or state")
                .takes::<PatchUserRequest>()
                .answers::<UserAnswer>(),
        )
        .delete(
            "/api/users/{id}/sessions",
            end_sessions,
            role(Role::Owner, "End all sessions of a user").answers::<Done>(),
        )
}
