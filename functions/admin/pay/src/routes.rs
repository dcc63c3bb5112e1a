//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Code, Routes, role};
use parlour_money::pay::{
    CommissionAnswer, CommissionRequest, PayAdjustmentAnswer, PayAdjustmentRequest, PayClosed, PayReport,
    PayReportRequest, PersonPay, PersonPayRequest,
};
use parlour_settings::App;
use parlour_values::role::Role;

use crate::handlers::{commission, pay};

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/staff/{id}/commission",
            commission::view,
            role(Role::Manager, "The commission rules of a staff member")
                .id("staff.commission")
                .about("The rule that holds today, and every rule by its day, the latest first.")
                .answers::<CommissionAnswer>(),
        )
        .put(
            "/api/staff/{id}/commission",
            commission::set,
            role(Role::Manager, "Set what a staff member earns from a day on")
                .id("staff.setCommission")
                .about(
                    "From `from` on, today or later: what was earned before is frozen. A rule of the same day that has \
                     not begun is replaced. `byService` gives services a rate of their own; `tiers` count the month's \
                     other services, net without GST, each part by its own rate.",
                )
                .takes::<CommissionRequest>()
                .answers::<CommissionAnswer>(),
        )
        .get(
            "/api/pay",
            pay::sheet,
            role(Role::Manager, "The pay of a month")
                .id("pay.list")
                .about(
                    "By person: the bases of commission net without GST, commission, tips and adjustments. Of one branch \
                     or of all; tiers and adjustments stand at a person's first branch.",
                )
                .asks::<PayReportRequest>()
                .reports::<PayReport>(),
        )
        .get(
            "/api/pay/{staffId}",
            pay::person,
            role(Role::Manager, "The pay of a person, line by line")
                .id("pay.view")
                .about("What each line of an invoice earned, tips, what was taken back, tiers and adjustments, by time.")
                .asks::<PersonPayRequest>()
                .answers::<PersonPay>(),
        )
        .post(
            "/api/pay/{month}/adjustments",
            pay::adjust,
            role(Role::Manager, "Adjust the pay of a person")
                .id("pay.adjust")
                .about("Adds to a month that is open, or with a negative amount takes off it.")
                .refuses(&[Code::Conflict])
                .idempotent()
                .takes::<PayAdjustmentRequest>()
                .creates::<PayAdjustmentAnswer>(),
        )
        .post(
            "/api/pay/{month}/close",
            pay::close,
            role(Role::Owner, "Close the pay of a month")
                .id("pay.close")
                .about(
                    "After the month, and once. From then it never changes: what comes later stands in the month in \
                     which it comes.",
                )
                .refuses(&[Code::BusinessRuleViolation, Code::Conflict])
                .idempotent()
                .answers::<PayClosed>(),
        )
}
