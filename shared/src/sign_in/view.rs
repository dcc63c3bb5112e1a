//! What the sign-in routes answer, in the shapes of better-auth.

use serde::Serialize;
use utoipa::ToSchema;

/// Where to go to sign in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SignInAnswer {
    pub url: String,
    pub redirect: bool,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StatusAnswer {
    pub status: bool,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SignOutAnswer {
    pub success: bool,
}
