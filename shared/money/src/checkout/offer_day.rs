//! One offer per customer and day: the item that says it has been had.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::id::{InvoiceId, OfferId, UserId};
use parlour_values::time::IstDate;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OfferDay {
    pub customer_id: UserId,
    pub date: IstDate,
    pub offer_id: OfferId,
    pub invoice_id: InvoiceId,
}

impl Record for OfferDay {
    const KIND: &'static str = "offer_day";

    fn key(&self) -> Key {
        keys::offer_day(&self.customer_id, self.date)
    }

    /// Nobody asks for it once the day is over.
    fn places(&self) -> Places {
        Places { ttl: Some(self.date.start().plus(TimeDelta::days(7))), ..Places::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_kept_for_a_week() {
        let date: IstDate = "2026-11-16".parse().unwrap();
        let day = OfferDay { customer_id: "asha".into(), date, offer_id: "diwali".into(), invoice_id: "i1".into() };
        assert_eq!(day.places().ttl, Some(date.plus_days(7).start()));
    }
}
