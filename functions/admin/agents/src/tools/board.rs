//! Today's bookings, as `GET /api/bookings` lists them.

use parlour_agents::{ToolAnswer, ToolDescription, given};
use parlour_booking::bookings::{Bookings, DeskBookingList, ListBookingsRequest};
use parlour_storage::paging::SizeLimit;
use parlour_values::input::{Trimmed, body};

use super::Desk;

body! {
    pub struct BoardArguments {
        branch: Option<Trimmed<1, 120>>,
    }
}

pub fn description() -> ToolDescription {
    ToolDescription::takes::<BoardArguments>(
        "todays_board",
        "Today's bookings",
        "Every booking of today with its customer, services, people, times and status; at one `branch` (by name or code) \
         or at all.",
    )
    .gives::<DeskBookingList>()
}

impl Desk {
    pub(super) async fn board(&self, asked: BoardArguments) -> ToolAnswer {
        let request = ListBookingsRequest {
            status: None,
            service_type: None,
            date: Some(self.caller.act.at.ist_date()),
            branch_id: self.branch(asked.branch.as_deref()).await?,
            limit: None,
            cursor: None,
        };
        let found = Bookings::of(&self.salon).list(&request, SizeLimit::PLAIN).await?;
        given(&DeskBookingList { bookings: found.rows })
    }
}
