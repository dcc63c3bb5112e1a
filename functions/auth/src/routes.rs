//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::auth::{SessionAnswer, SessionView};
use parlour::customers::{CompleteProfileRequest, OnboardingView, ProfileAnswer, ProfilePatchRequest};
use parlour::role::Role;
use parlour::settings::App;
use parlour::sign_in::{RevokeRequest, SignInAnswer, SignInRequest, SignOutAnswer, StatusAnswer};
use parlour::web::{Limit, Routes, identity, role};

use crate::handlers::{
    callback::callback, complete::complete, error::error, get_session::get_session, list_sessions::list_sessions,
    okay::okay, onboarding::onboarding, patch_profile::patch_profile, profile::profile,
    revoke_other_sessions::revoke_other_sessions, revoke_session::revoke_session, revoke_sessions::revoke_sessions,
    sign_in::sign_in, sign_out::sign_out,
};

pub fn routes(app: App) -> Routes {
    let sign_in = sign_in_routes(app);
    match app {
        App::Customer => sign_in.join(profile_routes()),
        App::Admin => sign_in,
    }
}

fn sign_in_routes(app: App) -> Routes {
    Routes::new(app)
        .post(
            "/api/auth/sign-in/social",
            sign_in,
            identity("Start a sign-in").limited(Limit::SIGN_IN).takes::<SignInRequest>().answers::<SignInAnswer>(),
        )
        .get(
            "/api/auth/callback/{provider}",
            callback,
            identity("Complete a sign-in: the provider redirects here").limited(Limit::SIGN_IN),
        )
        .get("/api/auth/get-session", get_session, identity("Who is signed in").answers::<Option<SessionAnswer>>())
        .post("/api/auth/sign-out", sign_out, identity("Sign out").answers::<SignOutAnswer>())
        .get("/api/auth/list-sessions", list_sessions, identity("The caller's sessions").answers::<Vec<SessionView>>())
        .post(
            "/api/auth/revoke-session",
            revoke_session,
            identity("End one of the caller's sessions").takes::<RevokeRequest>().answers::<StatusAnswer>(),
        )
        .post(
            "/api/auth/revoke-sessions",
            revoke_sessions,
            identity("End all of the caller's sessions").answers::<StatusAnswer>(),
        )
        .post(
            "/api/auth/revoke-other-sessions",
            revoke_other_sessions,
            identity("End all of the caller's sessions except this one").answers::<StatusAnswer>(),
        )
        .get("/api/auth/ok", okay, identity("Whether sign-in is up"))
        .get("/api/auth/error", error, identity("Why a sign-in failed, as a page"))
}

fn profile_routes() -> Routes {
    Routes::new(App::Customer)
        .get(
            "/api/onboarding",
            onboarding,
            role(Role::Customer, "Whether onboarding is done, and what it still asks for").answers::<OnboardingView>(),
        )
        .post(
            "/api/onboarding/complete",
            complete,
            role(Role::Customer, "Complete the caller's profile")
                .idempotent()
                .takes::<CompleteProfileRequest>()
                .creates::<ProfileAnswer>(),
        )
        .get("/api/profile", profile, role(Role::Customer, "The caller's profile").answers::<ProfileAnswer>())
        .patch(
            "/api/profile",
            patch_profile,
            role(Role::Customer, "Change the caller's profile")
                .takes::<ProfilePatchRequest>()
                .answers::<ProfileAnswer>(),
        )
}
