//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Code, Routes, role};
use parlour_money::drawer::{
    CloseDrawerRequest, ClosedDrawerAnswer, DrawerHistory, DrawerHistoryRequest, DrawerRequest, HandMovements,
    MoveCashRequest, MovementAnswer, OpenDrawerAnswer, OpenDrawerRequest, OpenedDrawerAnswer,
};
use parlour_settings::App;
use parlour_values::role::Role;

use crate::handlers::close::close;
use crate::handlers::current::current;
use crate::handlers::history::history;
use crate::handlers::move_cash::move_cash;
use crate::handlers::movements::movements;
use crate::handlers::open::open;

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/drawer",
            current,
            role(Role::Receptionist, "The open drawer of a branch")
                .id("drawer.view")
                .about(
                    "What it was opened with and what was moved by hand, and nothing of what must be in it: whoever \
                     counts does so blind. `null` while none is open.",
                )
                .asks::<DrawerRequest>()
                .answers::<OpenDrawerAnswer>(),
        )
        .post(
            "/api/drawer/open",
            open,
            role(Role::Receptionist, "Open the drawer")
                .id("drawer.open")
                .about("One at a time. Opening with another amount than the last one left needs a note.")
                .refuses(&[Code::BusinessRuleViolation])
                .idempotent()
                .takes::<OpenDrawerRequest>()
                .creates::<OpenedDrawerAnswer>(),
        )
        .get(
            "/api/drawer/movements",
            movements,
            role(Role::Receptionist, "What was put into the open drawer and taken out by hand")
                .id("drawer.movements")
                .about("Oldest first. Those of invoices are shown once the drawer is closed.")
                .asks::<DrawerRequest>()
                .answers::<HandMovements>(),
        )
        .post(
            "/api/drawer/movements",
            move_cash,
            role(Role::Receptionist, "Put cash into the drawer, or take it out")
                .id("drawer.move")
                .about("Payments and refunds in cash move it by themselves.")
                .idempotent()
                .takes::<MoveCashRequest>()
                .creates::<MovementAnswer>(),
        )
        .post(
            "/api/drawer/close",
            close,
            role(Role::Receptionist, "Count and close the drawer")
                .id("drawer.close")
                .about(
                    "For good. A difference of more than ₹100 needs a note; the owner is told of one beyond ₹500. A \
                     dry run does not say what must be in it.",
                )
                .refuses(&[Code::BusinessRuleViolation])
                .idempotent()
                .takes::<CloseDrawerRequest>()
                .answers::<ClosedDrawerAnswer>(),
        )
        .get(
            "/api/drawer/history",
            history,
            role(Role::Manager, "Closed drawers, newest first")
                .id("drawer.history")
                .about("By the day of closing. Without `from` and `to`: the current month.")
                .asks::<DrawerHistoryRequest>()
                .answers::<DrawerHistory>(),
        )
}
