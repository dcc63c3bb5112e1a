//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::memberships::{
    CancelMembershipRequest, ListMembershipsRequest, MembershipDetail, MembershipListRow, MembershipRow, SellRequest,
    SessionRequest, SessionTaken, Sold, TierView,
};
use parlour::role::Role;
use parlour::settings::App;
use parlour::web::{Routes, role};

use crate::handlers::{memberships, tiers};

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/membership-tiers",
            tiers::list,
            role(Role::Receptionist, "What memberships there are to sell").answers::<Vec<TierView>>(),
        )
        .get(
            "/api/memberships",
            memberships::list,
            role(Role::Receptionist, "Memberships, newest first")
                .asks::<ListMembershipsRequest>()
                .answers::<Vec<MembershipListRow>>(),
        )
        .post(
            "/api/memberships",
            memberships::sell,
            role(Role::Receptionist, "Sell a membership").idempotent().takes::<SellRequest>().creates::<Sold>(),
        )
        .get(
            "/api/memberships/{id}",
            memberships::detail,
            role(Role::Receptionist, "A membership with its sessions").answers::<MembershipDetail>(),
        )
        .post(
            "/api/memberships/{id}/sessions",
            memberships::session,
            role(Role::Receptionist, "Take a session from a membership's hours")
                .idempotent()
                .takes::<SessionRequest>()
                .creates::<SessionTaken>(),
        )
        .post(
            "/api/memberships/{id}/cancel",
            memberships::cancel,
            role(Role::Manager, "Cancel a membership").takes::<CancelMembershipRequest>().answers::<MembershipRow>(),
        )
}
