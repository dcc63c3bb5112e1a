//! Badges of a card's customer: alerts first, then membership. Short, since a board has hundreds of cards.

use std::collections::HashMap;

use maud::{Markup, html};
use parlour_booking::bookings::DeskDay;
use parlour_money::memberships::{CustomerMarks, Memberships};
use parlour_storage::salon::Salon;
use parlour_storage::table::TableError;
use parlour_values::id::UserId;

use super::layout::is_shown;

#[derive(Default)]
pub struct Marks(HashMap<UserId, CustomerMarks>);

impl Marks {
    /// Of everybody whose visit or request is on the board.
    pub async fn of(salon: &Salon, day: &DeskDay) -> Result<Self, TableError> {
        let visits = day.bookings.iter().filter(|booking| is_shown(booking.status));
        let customers = visits.chain(&day.requests).map(|booking| &booking.customer_id);
        Ok(Self(Memberships::of(salon).marks_of(customers).await?))
    }

    pub fn badges(&self, customer: &UserId) -> Markup {
        let Some(marks) = self.0.get(customer) else { return Markup::default() };
        html! {
            @if let Some(alerts) = &marks.alerts { i.a title=(alerts) { "Alert" } " " }
            @if marks.is_member { i.m { "Member" } " " }
        }
    }
}
