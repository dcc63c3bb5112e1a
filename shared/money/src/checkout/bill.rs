//! The bill of a visit as the desk has shaped it. Until somebody edits it, it is computed from the booking and not stored.

use serde::{Deserialize, Serialize};

use crate::invoices::Tip;
use crate::pricing::{BillDiscount, LinePerson, Perk};
use parlour_booking::bookings::{BookedService, Booking};
use parlour_storage::table::{Key, Record, is_default, keys};
use parlour_values::gst::GstRate;
use parlour_values::id::{BookingId, LineId, MembershipId, OfferId, ProductId, ServiceId, StaffId, UserId};
use parlour_values::money::Paise;
use parlour_values::time::{Instant, Minutes};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bill {
    pub booking_id: BookingId,
    /// Counts the edits; 0 of a bill that nobody has edited.
    pub edition: u64,
    pub lines: Vec<BillLine>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub perk: BillPerk,
    /// The membership whose minutes pay for what they can.
    #[serde(default, skip_serializing_if = "is_default")]
    pub membership_id: Option<MembershipId>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub discount: Option<ManualDiscount>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub tips: Vec<BillTip>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub approval: Option<Approval>,
    pub updated_at: Instant,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BillLine {
    pub id: LineId,
    pub item: BillItem,
    pub name: String,
    /// Of one piece by the list, GST included, when the line was added.
    pub list: Paise,
    /// Of one piece as it is sold.
    pub price: Paise,
    pub quantity: u32,
    /// The desk's discount on the line.
    #[serde(default, skip_serializing_if = "is_default")]
    pub discount: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    pub staff: Option<BillPerson>,
    /// Of a stored line whose person is whoever does the visit, whoever that is by then: it holds none itself.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_visit: bool,
    /// Why the price is another, or something is taken off.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reason: Option<String>,
}

impl BillLine {
    fn person_id(&self) -> Option<&StaffId> {
        self.staff.as_ref().map(|person| &person.id)
    }

    pub fn product_id(&self) -> Option<&ProductId> {
        match &self.item {
            BillItem::Product { id } => Some(id),
            BillItem::Service { .. } | BillItem::Custom { .. } => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BillItem {
    Service { id: ServiceId, duration: Minutes },
    Product { id: ProductId },
    Custom { code: String, rate: GstRate },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BillPerson {
    pub id: StaffId,
    pub name: String,
}

impl BillPerson {
    pub fn on_line(&self) -> LinePerson {
        LinePerson { id: self.id.clone(), name: self.name.clone() }
    }
}

/// An offer and gems exclude each other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BillPerk {
    #[default]
    None,
    Offer(OfferId),
    /// The service to redeem, or the dearest that the balance affords.
    Gems(Option<ServiceId>),
}

impl From<Perk> for BillPerk {
    fn from(perk: Perk) -> Self {
        match perk {
            Perk::None => Self::None,
            Perk::Offer(id) => Self::Offer(id),
            Perk::Gems(service) => Self::Gems(service),
        }
    }
}

impl BillPerk {
    pub fn perk(&self) -> Perk {
        match self {
            Self::None => Perk::None,
            Self::Offer(id) => Perk::Offer(id.clone()),
            Self::Gems(service) => Perk::Gems(service.clone()),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ManualDiscount {
    pub off: DiscountOff,
    pub reason: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiscountOff {
    /// In hundredths of a percent.
    Percent(u32),
    Amount(Paise),
}

impl DiscountOff {
    pub fn priced(self) -> BillDiscount {
        match self {
            Self::Percent(bps) => BillDiscount::Percent(bps),
            Self::Amount(amount) => BillDiscount::Amount(amount),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BillTip {
    pub staff: BillPerson,
    pub amount: Paise,
}

impl From<BillTip> for Tip {
    fn from(tip: BillTip) -> Self {
        Self { staff_id: tip.staff.id, staff_name: tip.staff.name, amount: tip.amount }
    }
}

/// A manager's word for what the desk takes off. An edit that takes off more ends it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Approval {
    pub by: UserId,
    /// How much was taken off when it was given, in hundredths of a percent.
    pub bps: u32,
    pub at: Instant,
}

/// The terms of a bill's price, whether a visit is billed or products are sold without one.
#[derive(Clone, Copy, Debug)]
pub struct BillTerms<'a> {
    pub lines: &'a [BillLine],
    pub perk: &'a BillPerk,
    pub uses_membership: bool,
    pub discount: Option<&'a ManualDiscount>,
    pub tips: &'a [BillTip],
}

impl Bill {
    /// As it was booked.
    pub fn of(booking: &Booking) -> Self {
        let lines = booking.services.iter().map(|booked| BillLine {
            id: booked.id.as_str().into(),
            item: BillItem::Service { id: booked.service_id.clone(), duration: booked.duration },
            name: booked.name.clone(),
            list: booked.price,
            price: booked.price,
            quantity: 1,
            discount: Paise::ZERO,
            staff: booked_person(booked),
            by_visit: false,
            reason: None,
        });
        Self {
            booking_id: booking.id.clone(),
            edition: 0,
            lines: lines.collect(),
            perk: BillPerk::None,
            membership_id: None,
            discount: None,
            tips: Vec::new(),
            approval: None,
            updated_at: booking.updated_at,
        }
    }

    /// As it is stored: a service that is done by whoever does the visit follows the booking, which may be given to
    /// somebody else before it is paid.
    pub fn following(mut self, booking: &Booking) -> Self {
        for line in &mut self.lines {
            let of_visit = visit_person(booking, &line.id);
            let is_service = matches!(line.item, BillItem::Service { .. });
            line.by_visit = is_service && line.person_id() == of_visit.as_ref().map(|person| &person.id);
            if line.by_visit {
                line.staff = None;
            }
        }
        self
    }

    /// As it was stored, with the people of the visit as they are now. Whoever has left meanwhile gives their lines to
    /// whoever does the visit, if that is somebody who works here.
    pub fn with_people_of(mut self, booking: &Booking, works_here: impl Fn(&StaffId) -> bool) -> Self {
        for line in &mut self.lines {
            let of_visit = visit_person(booking, &line.id);
            let has_left = line.person_id().is_some_and(|named| !works_here(named));
            let is_taken_over = has_left && of_visit.as_ref().is_some_and(|person| works_here(&person.id));
            if line.by_visit || is_taken_over {
                line.staff = of_visit;
            }
            line.by_visit = false;
        }
        self
    }

    /// Whether a line holds a person of its own.
    pub fn names_somebody(&self) -> bool {
        self.lines.iter().any(|line| line.staff.is_some())
    }

    pub fn terms(&self) -> BillTerms<'_> {
        BillTerms {
            lines: &self.lines,
            perk: &self.perk,
            uses_membership: self.membership_id.is_some(),
            discount: self.discount.as_ref(),
            tips: &self.tips,
        }
    }

    pub fn offer_id(&self) -> Option<&OfferId> {
        match &self.perk {
            BillPerk::Offer(id) => Some(id),
            BillPerk::None | BillPerk::Gems(_) => None,
        }
    }

    pub fn product_ids(&self) -> Vec<&ProductId> {
        self.lines.iter().filter_map(BillLine::product_id).collect()
    }

    /// Everybody on its lines and tips, each once.
    pub fn staff_ids(&self) -> Vec<&StaffId> {
        let people = self.lines.iter().filter_map(|line| line.staff.as_ref());
        let mut ids: Vec<&StaffId> =
            people.chain(self.tips.iter().map(|tip| &tip.staff)).map(|person| &person.id).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }
}

fn booked_person(booked: &BookedService) -> Option<BillPerson> {
    let id = booked.staff_id.clone()?;
    Some(BillPerson { id, name: booked.staff_name.clone().unwrap_or_default() })
}

/// Whoever does this line of the visit; one that was not booked is done by whoever does its first service.
fn visit_person(booking: &Booking, line: &LineId) -> Option<BillPerson> {
    let own = booking.services.iter().find(|booked| booked.id.as_str() == line.as_str());
    own.or(booking.services.first()).and_then(booked_person)
}

impl Record for Bill {
    const KIND: &'static str = "bill";

    fn key(&self) -> Key {
        keys::bill(&self.booking_id)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use parlour_storage::table::{record_of, row_of};

    #[test]
    fn a_bill_is_stored_without_what_has_its_default() {
        let at: Instant = "2026-11-16T06:45:00Z".parse().unwrap();
        let person = BillPerson { id: "priya".into(), name: "Priya".to_owned() };
        let line = |id: &str, item| BillLine {
            id: id.into(),
            item,
            name: "name".to_owned(),
            list: Paise(50_000),
            price: Paise(50_000),
            quantity: 1,
            discount: Paise::ZERO,
            staff: None,
            by_visit: false,
            reason: None,
        };
        let bill = Bill {
            booking_id: "b1".into(),
            edition: 2,
            lines: vec![
                BillLine {
                    price: Paise(45_000),
                    discount: Paise(5_000),
                    staff: Some(person.clone()),
                    reason: Some("Late".to_owned()),
                    ..line("l1", BillItem::Service { id: "cut".into(), duration: Minutes(30) })
                },
                BillLine { quantity: 2, ..line("l2", BillItem::Product { id: "shampoo".into() }) },
                line("l3", BillItem::Custom { code: "999729".to_owned(), rate: GstRate::FIVE }),
                BillLine {
                    by_visit: true,
                    ..line("l4", BillItem::Service { id: "trim".into(), duration: Minutes(15) })
                },
            ],
            perk: BillPerk::Offer("diwali".into()),
            membership_id: Some("m1".into()),
            discount: Some(ManualDiscount { off: DiscountOff::Percent(500), reason: "Friend".to_owned() }),
            tips: vec![BillTip { staff: person, amount: Paise(5_000) }],
            approval: Some(Approval { by: "meera".into(), bps: 1_500, at }),
            updated_at: at,
        };
        let plain = json!({ "name": { "S": "name" }, "list": { "N": "50000" }, "price": { "N": "50000" } });
        let with = |more: serde_json::Value| {
            let mut row = plain.clone();
            row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            json!({ "M": row })
        };
        let priya = json!({ "M": { "id": { "S": "priya" }, "name": { "S": "Priya" } } });
        let golden = json!({
            "PK": { "S": "BOOKING#b1" }, "SK": { "S": "BILL" },
            "kind": { "S": "bill" }, "format": { "N": "1" }, "v": { "N": "1" },
            "booking_id": { "S": "b1" }, "edition": { "N": "2" },
            "lines": { "L": [
                with(json!({
                    "id": { "S": "l1" }, "quantity": { "N": "1" }, "price": { "N": "45000" },
                    "item": { "M": { "service": { "M": { "id": { "S": "cut" }, "duration": { "N": "30" } } } } },
                    "discount": { "N": "5000" }, "staff": priya.clone(), "reason": { "S": "Late" },
                })),
                with(json!({
                    "id": { "S": "l2" }, "quantity": { "N": "2" },
                    "item": { "M": { "product": { "M": { "id": { "S": "shampoo" } } } } },
                })),
                with(json!({
                    "id": { "S": "l3" }, "quantity": { "N": "1" },
                    "item": { "M": { "custom": { "M": { "code": { "S": "999729" }, "rate": { "N": "500" } } } } },
                })),
                with(json!({
                    "id": { "S": "l4" }, "quantity": { "N": "1" }, "by_visit": { "BOOL": true },
                    "item": { "M": { "service": { "M": { "id": { "S": "trim" }, "duration": { "N": "15" } } } } },
                })),
            ] },
            "perk": { "M": { "offer": { "S": "diwali" } } }, "membership_id": { "S": "m1" },
            "discount": { "M": { "off": { "M": { "percent": { "N": "500" } } }, "reason": { "S": "Friend" } } },
            "tips": { "L": [{ "M": { "staff": priya, "amount": { "N": "5000" } } }] },
            "approval": { "M": {
                "by": { "S": "meera" }, "bps": { "N": "1500" }, "at": { "S": "2026-11-16T06:45:00.000Z" },
            } },
            "updated_at": { "S": "2026-11-16T06:45:00.000Z" },
        });
        assert_eq!(serde_json::to_value(row_of(&bill).unwrap()).unwrap(), golden);
        assert_eq!(record_of::<Bill>(serde_json::from_value(golden).unwrap()).unwrap(), bill);
    }
}
