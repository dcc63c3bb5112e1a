//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Code, Routes, role};
use parlour_money::memberships::{
    CancelMembershipRequest, CreateTierRequest, ListMembershipsRequest, ListTiersRequest, MembershipDetail,
    MembershipListRow, MembershipRow, PatchTierRequest, SellRequest, SessionRequest, SessionTaken, Sold, TierView,
};
use parlour_settings::App;
use parlour_values::done::Done;
use parlour_values::role::Role;

use crate::handlers::{memberships, tiers};

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/membership-tiers",
            tiers::list,
            role(Role::Receptionist, "The tiers that are sold; managers may ask for all=true")
                .id("tiers.list")
                .about("Active tiers in their order; with `all=true`, which needs a manager, inactive ones too.")
                .asks::<ListTiersRequest>()
                .answers::<Vec<TierView>>(),
        )
        .post(
            "/api/membership-tiers",
            tiers::create,
            role(Role::Manager, "Create a tier")
                .id("tiers.create")
                .about("The slug is made from the name; a name that is taken is refused.")
                .idempotent()
                .takes::<CreateTierRequest>()
                .creates::<TierView>(),
        )
        .patch(
            "/api/membership-tiers/{id}",
            tiers::patch,
            role(Role::Manager, "Change a tier; memberships already sold stay as they are")
                .id("tiers.change")
                .about(
                    "Changes the fields given; memberships already sold stay as they are. A name that another tier has is \
                     refused.",
                )
                .refuses(&[Code::Conflict])
                .takes::<PatchTierRequest>()
                .answers::<TierView>(),
        )
        .delete(
            "/api/membership-tiers/{id}",
            tiers::delete,
            role(Role::Manager, "Deactivate a tier")
                .id("tiers.delete")
                .about("It is no longer sold; memberships of it stay.")
                .answers::<Done>(),
        )
        .get(
            "/api/memberships",
            memberships::list,
            role(Role::Receptionist, "Memberships, newest first")
                .id("memberships.list")
                .about("Newest first, by tier and status.")
                .refuses(&[Code::BusinessRuleViolation])
                .asks::<ListMembershipsRequest>()
                .answers::<Vec<MembershipListRow>>(),
        )
        .post(
            "/api/memberships",
            memberships::sell,
            role(Role::Receptionist, "Sell a membership")
                .id("memberships.sell")
                .about(
                    "Creates the membership and its invoice in one step. A customer has one active membership at \
                     most; the tier must be active. It is sold at `branchId`; left out, at the caller's own branch where \
                     they have exactly one, else at the primary one. The customer is told, and again before it ends.",
                )
                .refuses(&[Code::NotFound, Code::MembershipAlreadyActive])
                .idempotent()
                .takes::<SellRequest>()
                .creates::<Sold>(),
        )
        .get(
            "/api/memberships/{id}",
            memberships::detail,
            role(Role::Receptionist, "A membership with its sessions")
                .id("memberships.view")
                .about("One membership with its tier, its customer and the sessions taken from it.")
                .answers::<MembershipDetail>(),
        )
        .post(
            "/api/memberships/{id}/sessions",
            memberships::session,
            role(Role::Receptionist, "Take a session from a membership's hours")
                .id("memberships.session")
                .about(
                    "Records a visit that is paid with the membership's minutes: a completed booking, an invoice over \
                     nothing, and fewer minutes left, in one step. Refused where the membership has ended or not begun, \
                     for a day to come, and where too few minutes are left. The customer is told what is left.",
                )
                .refuses(&[Code::MembershipExpired, Code::MembershipInsufficientHours, Code::BusinessRuleViolation])
                .idempotent()
                .takes::<SessionRequest>()
                .creates::<SessionTaken>(),
        )
        .post(
            "/api/memberships/{id}/cancel",
            memberships::cancel,
            role(Role::Manager, "Cancel a membership")
                .id("memberships.cancel")
                .about("Ends an active membership; the reason is added to its notes.")
                .takes::<CancelMembershipRequest>()
                .answers::<MembershipRow>(),
        )
}
