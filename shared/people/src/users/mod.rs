//! Users and invites, as the owner looks after them.

mod request;
mod rules;
mod store;
mod view;

pub use request::{InviteListRequest, InviteRequest, ListUsersRequest, PatchUserRequest};
pub use rules::UserError;
pub use store::{Approver, Users};
pub use view::{Appointed, InviteAnswer, InviteList, InviteView, UserAnswer, UserList, UserView};
