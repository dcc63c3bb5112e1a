//! The route of this group: who may call it, what it takes and what it answers.

use parlour_agents::Message;
use parlour_http::{Routes, role};
use parlour_settings::App;
use parlour_values::role::Role;

use crate::handlers::call::call;

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .post(
            "/mcp",
            call,
            role(Role::Staff, "Look at the day, customers, sales and bills as an agent")
                .id("agents.call")
                .about(
                    "One message of the Model Context Protocol, without a session: revision 2026-07-28, or an older one \
                     that begins with `initialize`. The tools `todays_board`, `find_customer`, `sales_summary` and \
                     `check_bill` only read, so a token with the scope `read` will do; each needs the role of the \
                     operation it stands for, and each call is audited.",
                )
                .programs_only()
                .takes::<Message>()
                .answers_messages(),
        )
        .only_post("/mcp")
}
