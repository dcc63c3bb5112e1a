//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Code, Limit, Routes, identity, role};
use parlour_people::auth::{SessionAnswer, SessionView};
use parlour_people::customers::{CompleteProfileRequest, Consents, OnboardingView, ProfileAnswer, ProfilePatchRequest};
use parlour_people::sign_in::{RevokeRequest, SignInAnswer, SignInRequest, SignOutAnswer, StatusAnswer};
use parlour_settings::App;
use parlour_values::role::Role;

use crate::handlers::callback::callback;
use crate::handlers::complete::complete;
use crate::handlers::consents::consents;
use crate::handlers::error::error;
use crate::handlers::get_session::get_session;
use crate::handlers::list_sessions::list_sessions;
use crate::handlers::okay::{Okay, okay};
use crate::handlers::onboarding::onboarding;
use crate::handlers::patch_profile::patch_profile;
use crate::handlers::profile::profile;
use crate::handlers::revoke_other_sessions::revoke_other_sessions;
use crate::handlers::revoke_session::revoke_session;
use crate::handlers::revoke_sessions::revoke_sessions;
use crate::handlers::sign_in::sign_in;
use crate::handlers::sign_out::sign_out;

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
            identity("Start a sign-in")
                .id("auth.signIn")
                .about(
                    "Begins a sign-in: `url` is where to go, also as `location`. The answer sets a cookie without \
                     which the way back is refused. Callbacks must be paths or addresses of this app.",
                )
                .refuses(&[
                    Code::ProviderNotFound,
                    Code::InvalidCallbackUrl,
                    Code::UpstreamError,
                    Code::ServiceUnavailable,
                ])
                .limited(Limit::SIGN_IN)
                .takes::<SignInRequest>()
                .answers::<SignInAnswer>(),
        )
        .get(
            "/api/auth/callback/{provider}",
            callback,
            identity("Complete a sign-in: the provider redirects here")
                .id("auth.callback")
                .about(
                    "Where the provider sends the browser. It always leads on: to the callback with a session cookie, \
                     or to the error page with `error` in the query.",
                )
                .redirects()
                .limited(Limit::SIGN_IN),
        )
        .get(
            "/api/auth/get-session",
            get_session,
            identity("Who is signed in")
                .id("auth.session")
                .about("The session and its user, or `null` where nobody is signed in.")
                .answers::<Option<SessionAnswer>>(),
        )
        .post(
            "/api/auth/sign-out",
            sign_out,
            identity("Sign out")
                .id("auth.signOut")
                .about("Ends the session and takes its cookie away; without a session it does nothing.")
                .answers::<SignOutAnswer>(),
        )
        .get(
            "/api/auth/list-sessions",
            list_sessions,
            identity("The caller's sessions")
                .id("auth.sessions")
                .about("Every session of the caller that has not ended.")
                .refuses(&[Code::Unauthorized])
                .answers::<Vec<SessionView>>(),
        )
        .post(
            "/api/auth/revoke-session",
            revoke_session,
            identity("End one of the caller's sessions")
                .id("auth.revokeSession")
                .about("Ends one of the caller's sessions at once; a token that is none of theirs is no error.")
                .refuses(&[Code::Unauthorized])
                .takes::<RevokeRequest>()
                .answers::<StatusAnswer>(),
        )
        .post(
            "/api/auth/revoke-sessions",
            revoke_sessions,
            identity("End all of the caller's sessions")
                .id("auth.revokeSessions")
                .about("Ends every session of the caller at once, this one too.")
                .refuses(&[Code::Unauthorized])
                .answers::<StatusAnswer>(),
        )
        .post(
            "/api/auth/revoke-other-sessions",
            revoke_other_sessions,
            identity("End all of the caller's sessions except this one")
                .id("auth.revokeOtherSessions")
                .about("Ends every other session of the caller at once.")
                .refuses(&[Code::Unauthorized])
                .answers::<StatusAnswer>(),
        )
        .get(
            "/api/auth/ok",
            okay,
            identity("Whether sign-in is up").id("auth.ok").about("Whether sign-in is up.").answers::<Okay>(),
        )
        .get(
            "/api/auth/error",
            error,
            identity("Why a sign-in failed, as a page")
                .id("auth.error")
                .about("A page that says that a sign-in failed, with the `error` of the query.")
                .answers_file("text/html"),
        )
}

fn profile_routes() -> Routes {
    Routes::new(App::Customer)
        .get(
            "/api/onboarding",
            onboarding,
            role(Role::Customer, "Whether onboarding is done, and what it still asks for")
                .id("onboarding.view")
                .about("Whether the caller's profile is complete, and the fields that are still missing.")
                .answers::<OnboardingView>(),
        )
        .post(
            "/api/onboarding/complete",
            complete,
            role(Role::Customer, "Complete the caller's profile")
                .id("onboarding.complete")
                .about(
                    "Creates the caller's profile; called again it updates it, with 200. The phone must not belong to \
                     another profile, and the caller must be 13 or older.",
                )
                .refuses(&[Code::RateLimited])
                .idempotent()
                .takes::<CompleteProfileRequest>()
                .creates_or_updates::<ProfileAnswer>(),
        )
        .get(
            "/api/profile",
            profile,
            role(Role::Customer, "The caller's profile")
                .id("profile.view")
                .about("Not found before onboarding.")
                .refuses(&[Code::NotFound])
                .answers::<ProfileAnswer>(),
        )
        .get(
            "/api/profile/consents",
            consents,
            role(Role::Customer, "What the caller has agreed to")
                .id("profile.consents")
                .about(
                    "Every consent that was given or withdrawn, the newest first: for what, to which words and in which \
                     language, by which way and when. A withdrawal is a row of its own, with the moment of what it withdraws.",
                )
                .answers::<Consents>(),
        )
        .patch(
            "/api/profile",
            patch_profile,
            role(Role::Customer, "Change the caller's profile")
                .id("profile.change")
                .about(
                    "Changes the fields given. The phone must not belong to another profile, and can be changed three times \
                     a day. Not found before onboarding.",
                )
                .refuses(&[Code::NotFound, Code::RateLimited])
                .takes::<ProfilePatchRequest>()
                .answers::<ProfileAnswer>(),
        )
}
