//! The sales of some days, as `GET /api/reports/sales` reports them.

use parlour_agents::{ToolAnswer, ToolCall, ToolDescription, given};
use parlour_money::reports::{Reports, SalesGroup, SalesReport, SalesRequest};
use parlour_values::input::{Trimmed, body};
use parlour_values::time::IstDate;
use serde_json::json;

use super::Desk;

body! {
    pub struct SalesArguments {
        from: Option<IstDate>,
        to: Option<IstDate>,
        branch: Option<Trimmed<1, 120>>,
        group_by: Option<SalesGroup>,
    }
}

pub fn description() -> ToolDescription {
    ToolDescription::takes::<SalesArguments>(
        "sales_summary",
        "The sales of some days",
        "Sales net of credit notes from `from` to `to` (YYYY-MM-DD, at most 366 days; this month where they are left out), \
         by day, service, staff member or payment method (`groupBy`), at one `branch` or at all.",
    )
    .gives::<SalesReport>()
}

impl Desk {
    pub(super) async fn sales(&self, asked: SalesArguments) -> ToolAnswer {
        let request = json!({
            "from": asked.from,
            "to": asked.to,
            "branchId": self.branch(asked.branch.as_deref()).await?,
            "groupBy": asked.group_by,
        });
        let arguments = request.as_object().cloned().unwrap_or_default();
        let request: SalesRequest = ToolCall { arguments, today: self.caller.act.at.ist_date() }.read()?;
        given(&Reports::of(&self.salon).sales(&request).await?)
    }
}
