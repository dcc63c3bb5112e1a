//! Responses of the sign-in routes, in better-auth's shapes.

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
