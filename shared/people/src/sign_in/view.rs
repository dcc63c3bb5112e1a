//! Responses of the sign-in routes, in better-auth's shapes.

use serde::Serialize;
use utoipa::ToSchema;

/// The page to go to for signing in.
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
