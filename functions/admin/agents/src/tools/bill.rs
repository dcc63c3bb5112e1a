//! The bill of a visit, as `GET /api/bookings/{id}/bill` tells it.

use parlour_agents::{ToolAnswer, ToolDescription, given};
use parlour_money::checkout::{BillAnswer, Checkout};
use parlour_values::id::BookingId;
use parlour_values::input::body;

use super::Desk;

body! {
    pub struct CheckBillArguments {
        booking_id: BookingId,
    }
}

pub fn description() -> ToolDescription {
    ToolDescription::takes::<CheckBillArguments>(
        "check_bill",
        "The bill of a visit",
        "What a confirmed or begun visit comes to, line by line, and what could be taken off. `bookingId` is the `id` of a \
         booking on the board.",
    )
    .gives::<BillAnswer>()
}

impl Desk {
    pub(super) async fn bill(&self, asked: CheckBillArguments) -> ToolAnswer {
        let bill = Checkout::of(&self.salon).bill(&self.caller.act, &asked.booking_id).await?;
        given(&BillAnswer { bill })
    }
}
