//! The caller: a signed-in person whose session and role have been checked.

use super::session::Session;
use super::user::User;
use crate::act::Act;

#[derive(Clone, Debug)]
pub struct Caller {
    pub user: User,
    pub session: Session,
    pub act: Act,
}
