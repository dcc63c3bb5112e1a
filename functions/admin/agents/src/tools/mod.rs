//! The tools: each calls what a route of the API calls, with its role, and every call is audited.

mod bill;
mod board;
mod customers;
mod sales;

use parlour_agents::{ToolAnswer, ToolCall, ToolDescription, Toolbox, called};
use parlour_http::Refusal;
use parlour_people::auth::{Caller, Token};
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::events::EventType;
use parlour_storage::salon::Salon;
use parlour_storage::table::Record as _;
use parlour_values::id::BranchId;
use parlour_values::role::Role;
use serde_json::{Map, Value, json};

/// The desk as a program may read it.
pub struct Desk {
    pub salon: Salon,
    pub caller: Caller,
}

/// A tool, with the role of the operation that it stands for.
type OwnTool = (&'static str, Role, fn() -> ToolDescription);

const TOOLS: [OwnTool; 4] = [
    ("todays_board", Role::Receptionist, board::description),
    ("find_customer", Role::Receptionist, customers::description),
    ("sales_summary", Role::Manager, sales::description),
    ("check_bill", Role::Receptionist, bill::description),
];

impl Desk {
    /// The branch that is called so, by its name, code or id.
    async fn branch(&self, name: Option<&str>) -> Result<Option<BranchId>, Refusal> {
        let Some(name) = name else { return Ok(None) };
        let branches = Branches::of(&self.salon).all().await?;
        let branches: Vec<&Branch> = branches.iter().map(|branch| &branch.record).collect();
        let names = |one: &&Branch| [one.name.clone(), one.code.clone(), one.id.to_string()];
        Ok(Some(called("branch", name, &branches, names)?.id.clone()))
    }

    async fn audited(&self, tool: &str) -> Result<(), Refusal> {
        let mut transaction = self.salon.transaction(&self.caller.act);
        // Under the token, not under the tool: all programs would share that list.
        let token = self.caller.act.actor.id();
        transaction.audit(EventType::McpCalled, Token::KIND, token, json!({ "tool": tool }));
        Ok(transaction.commit().await?)
    }
}

impl Toolbox for Desk {
    const INSTRUCTIONS: &'static str = "What the salon's desk sees. Times are in India (Asia/Kolkata), amounts in paise \
        (1 rupee = 100 paise). Nothing can be changed here.";

    const NAMES: &'static [&'static str] = &["todays_board", "find_customer", "sales_summary", "check_bill"];

    fn descriptions(&self) -> Vec<ToolDescription> {
        let own = TOOLS.iter().filter(|(_, role, _)| self.caller.user.role.satisfies(*role));
        own.map(|(_, _, description)| description()).collect()
    }

    async fn call(&self, name: &str, arguments: Map<String, Value>) -> ToolAnswer {
        let needed = TOOLS.iter().find(|(tool, ..)| *tool == name).map_or(Role::Developer, |(_, role, _)| *role);
        if !self.caller.user.role.satisfies(needed) {
            return Err(Refusal::forbidden(format!("This needs the role {needed} or above.")));
        }
        self.audited(name).await?;
        let asked = ToolCall { arguments, today: self.caller.act.at.ist_date() };
        match name {
            "todays_board" => self.board(asked.read()?).await,
            "find_customer" => self.customers(asked.read()?).await,
            "sales_summary" => self.sales(asked.read()?).await,
            _ => self.bill(asked.read()?).await,
        }
    }
}
