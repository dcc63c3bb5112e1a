//! Customers by a part of their name, phone or email, as `GET /api/customers` finds them.

use parlour_agents::{ToolAnswer, ToolCall, ToolDescription, given};
use parlour_people::customers::{CustomerList, Customers};
use parlour_values::input::{Trimmed, body};
use serde_json::{Map, json};

use super::Desk;

body! {
    pub struct FindCustomerArguments {
        query: Trimmed<1, 120>,
    }
}

pub fn description() -> ToolDescription {
    ToolDescription::takes::<FindCustomerArguments>(
        "find_customer",
        "Find a customer",
        "The first customers whose name, phone or email contains `query`.",
    )
    .gives::<CustomerList>()
}

impl Desk {
    pub(super) async fn customers(&self, asked: FindCustomerArguments) -> ToolAnswer {
        let request = Map::from_iter([("q".to_owned(), json!(&*asked.query))]);
        let request = ToolCall { arguments: request, today: self.caller.act.at.ist_date() }.read()?;
        let (customers, _) = Customers::of(&self.salon).list(&request).await?;
        given(&CustomerList { customers })
    }
}
