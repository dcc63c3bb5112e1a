//! Who somebody is: signing in through an identity provider.

pub mod oidc;
