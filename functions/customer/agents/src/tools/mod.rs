//! The tools: each calls what a public route of the API calls, and names the page on which a person books.

mod lists;
mod times;

use parlour_agents::{ToolAnswer, ToolCall, ToolDescription, Toolbox};
use parlour_http::{ClientIp, Limit, count_against};
use parlour_pages::paths::Choices;
use parlour_storage::act::Act;
use parlour_storage::salon::Salon;
use serde_json::{Map, Value};

/// The salon as anybody may know it.
pub struct Public {
    pub salon: Salon,
    pub client: ClientIp,
    pub act: Act,
}

impl Public {
    /// The page to book on, with what is chosen so far.
    fn book_url(&self, choices: &Choices) -> String {
        format!("{}{}", self.salon.settings.base_url, choices.href())
    }
}

impl Toolbox for Public {
    const INSTRUCTIONS: &'static str = "Times are in India (Asia/Kolkata), prices in paise (1 rupee = 100 paise). Nothing \
        is booked here: give the person the `bookUrl` of what they have chosen, where they sign in and book.";

    const NAMES: &'static [&'static str] = &["list_branches", "list_services", "find_times", "list_offers"];

    fn descriptions(&self) -> Vec<ToolDescription> {
        vec![
            lists::branches_description(),
            lists::services_description(),
            times::description(),
            lists::offers_description(),
        ]
    }

    async fn call(&self, name: &str, arguments: Map<String, Value>) -> ToolAnswer {
        let limit = match name {
            "list_services" => Some(Limit::SERVICES),
            "find_times" => Some(Limit::AVAILABILITY),
            _ => None,
        };
        if let Some(limit) = limit {
            count_against(&self.salon, limit, &self.client).await?;
        }
        let asked = ToolCall { arguments, today: self.act.at.ist_date() };
        match name {
            "list_branches" => self.branches().await,
            "list_services" => self.services().await,
            "find_times" => self.times(asked.read()?).await,
            _ => self.offers().await,
        }
    }
}
