//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::done::Done;
use parlour::memberships::{
    CancelMembershipRequest, CreateTierRequest, ListMembershipsRequest, ListTiersRequest, MembershipDetail,
    MembershipListRow, MembershipRow, PatchTierRequest, SellRequest, SessionRequest, SessionTaken, Sold, TierView,
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
            role(Role::Receptionist, "The tiers that are sold; managers may ask for all=true")
                .asks::<ListTiersRequest>()
                .answers::<Vec<TierView>>(),
        )
        .post(
            "/api/membership-tiers",
            tiers::create,
            role(Role::Manager, "Create a tier").idempotent().takes::<CreateTierRequest>().creates::<TierView>(),
        )
        .patch(
            "/api/membership-tiers/{id}",
            tiers::patch,
            role(Role::Manager, "Change a tier; memberships already sold stay as they are")
                .takes::<PatchTierRequest>()
                .answers::<TierView>(),
        )
        .delete("/api/membership-tiers/{id}", tiers::delete, role(Role::Manager, "Deactivate a tier").answers::<Done>())
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
