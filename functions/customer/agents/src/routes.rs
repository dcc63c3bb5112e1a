//! The route of this group: who may call it, what it takes and what it answers.

use parlour_agents::Message;
use parlour_http::{Limit, Routes, public};
use parlour_settings::App;

use crate::handlers::call::call;

pub fn routes() -> Routes {
    Routes::new(App::Customer)
        .post(
            "/mcp",
            call,
            public("Find branches, services, times and offers as an agent")
                .id("agents.call")
                .about(
                    "One message of the Model Context Protocol, without a session: revision 2026-07-28, or an older one \
                     that begins with `initialize`. The tools `list_branches`, `list_services`, `find_times` and \
                     `list_offers` only read; each answers with the page on which a person books. They are limited as \
                     the operations they stand for.",
                )
                .limited(Limit::AGENTS)
                .takes::<Message>()
                .answers_messages(),
        )
        .only_post("/mcp")
}
