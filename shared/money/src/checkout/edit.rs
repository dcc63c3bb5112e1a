//! An edit of a bill. Pure: what it needs of menu, products and people is passed in.

use super::bill::{Bill, BillItem, BillLine, BillPerson, BillTip, DiscountOff, ManualDiscount};
use super::bill_request::{BillLineRequest, DiscountRequest, MOST_PRODUCT_LINES, PutBillRequest, TipRequest};
use crate::products::Product;
use parlour_people::staff::StaffMember;
use parlour_setup::catalogue::Catalogue;
use parlour_storage::table::Stored;
use parlour_values::id::{LineId, MembershipId, Random, StaffId};
use parlour_values::input::{Clearable, Problems};
use parlour_values::money::Paise;
use parlour_values::time::Instant;

/// The services, products and people that lines can be made of.
#[derive(Clone, Copy)]
pub struct Menu<'a> {
    pub catalogue: &'a Catalogue,
    pub products: &'a [Stored<Product>],
    pub staff: &'a [Stored<StaffMember>],
    /// Those of the bill so far, who stay on it though they have left.
    pub people: &'a [&'a StaffId],
}

impl Menu<'_> {
    pub fn person(self, id: &StaffId, path: &str, problems: &mut Problems) -> Option<BillPerson> {
        let may_be_named = |member: &StaffMember| member.is_active || self.people.contains(&id);
        let member = self.staff.iter().find(|member| member.id == *id && may_be_named(member));
        if member.is_none() {
            problems.add(path, "must be an active staff member");
        }
        member.map(|member| BillPerson { id: member.id.clone(), name: member.display_name.clone() })
    }

    pub fn tips(self, asked: &[TipRequest], problems: &mut Problems) -> Vec<BillTip> {
        let mut tips: Vec<BillTip> = Vec::new();
        for (at, tip) in asked.iter().enumerate() {
            let Some(staff) = self.person(&tip.staff_id, &format!("tips.{at}.staffId"), problems) else { continue };
            let amount = Paise(tip.amount_paise.get());
            match tips.iter_mut().find(|other| other.staff.id == staff.id) {
                Some(other) => other.amount = other.amount.plus(amount),
                None => tips.push(BillTip { staff, amount }),
            }
        }
        tips
    }
}

impl Bill {
    /// The bill after an edit, with an edition more; all that is wrong with the edit otherwise. An approval is left to
    /// whoever knows what the edit comes to.
    pub fn edited(
        &self,
        request: &PutBillRequest,
        menu: Menu<'_>,
        membership: Option<MembershipId>,
        random: &Random,
        now: Instant,
    ) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let lines = edited_lines(&self.lines, &request.lines, menu, random, &mut problems);
        let asked_tips = request.tips.as_ref().map_or(&[][..], |tips| tips);
        let tips = menu.tips(asked_tips, &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        let discount = request.discount.as_ref().map(ManualDiscount::from);
        Ok(Self {
            booking_id: self.booking_id.clone(),
            edition: self.edition.saturating_add(1),
            lines,
            perk: request.perk().into(),
            membership_id: membership,
            discount,
            tips,
            approval: self.approval.clone(),
            updated_at: now,
        })
    }
}

impl From<&DiscountRequest> for ManualDiscount {
    fn from(discount: &DiscountRequest) -> Self {
        let off = match (discount.percent_bps, discount.amount_paise) {
            (Some(bps), _) => DiscountOff::Percent(bps.as_u32()),
            (None, amount) => DiscountOff::Amount(Paise(amount.map_or(0, |amount| amount.get()))),
        };
        Self { off, reason: discount.reason.to_string() }
    }
}

/// The lines that are asked for, each kept from those before or new.
pub fn edited_lines(
    before: &[BillLine],
    asked: &[BillLineRequest],
    menu: Menu<'_>,
    random: &Random,
    problems: &mut Problems,
) -> Vec<BillLine> {
    let mut lines: Vec<BillLine> = Vec::with_capacity(asked.len());
    for (at, asked) in asked.iter().enumerate() {
        let Some(line) = edited_line(before, asked, at, menu, random, problems) else { continue };
        if lines.iter().any(|other| other.id == line.id) {
            problems.add(format!("lines.{at}.id"), "stands on the bill twice");
        }
        lines.push(line);
    }
    let products = lines.iter().filter(|line| matches!(line.item, BillItem::Product { .. })).count();
    if products > MOST_PRODUCT_LINES {
        problems.add("lines", format!("must have at most {MOST_PRODUCT_LINES} products"));
    }
    lines
}

fn edited_line(
    before: &[BillLine],
    asked: &BillLineRequest,
    at: usize,
    menu: Menu<'_>,
    random: &Random,
    problems: &mut Problems,
) -> Option<BillLine> {
    let base = match &asked.id {
        Some(id) => kept(before, id, at, problems)?,
        None => BillLine { staff: usual_person(before, asked), ..new_line(asked, at, menu, random, problems)? },
    };
    let price = asked.price_paise.map_or(base.price, |price| Paise(price.get()));
    let list = if matches!(base.item, BillItem::Custom { .. }) { price } else { base.list };
    let quantity = asked.quantity.map_or(base.quantity, |quantity| quantity.as_u32());
    if quantity != 1 && matches!(base.item, BillItem::Service { .. }) {
        problems.add(format!("lines.{at}.quantity"), "must be 1 for a service");
    }
    let staff = match &asked.staff_id {
        Clearable::Keep => base.staff.clone(),
        Clearable::Clear => None,
        Clearable::Set(id) => menu.person(id, &format!("lines.{at}.staffId"), problems),
    };
    let line = BillLine {
        list,
        price,
        quantity,
        discount: asked.discount_paise.map_or(base.discount, |discount| Paise(discount.get())),
        staff,
        reason: asked.reason.as_ref().map(ToString::to_string).or_else(|| base.reason.clone()),
        ..base
    };
    let is_manual = line.price != line.list || line.discount > Paise::ZERO;
    if is_manual && line.reason.is_none() {
        problems.add(format!("lines.{at}.reason"), "is required for another price or a discount");
    }
    if line.discount > line.price.times(line.quantity) {
        problems.add(format!("lines.{at}.discountPaise"), "must not be above the line");
    }
    Some(line)
}

/// A service that is added is done by whoever does the visit, unless the desk says otherwise.
fn usual_person(before: &[BillLine], asked: &BillLineRequest) -> Option<BillPerson> {
    asked.service_id.as_ref()?;
    before.iter().find_map(|line| line.staff.clone())
}

fn kept(before: &[BillLine], id: &LineId, at: usize, problems: &mut Problems) -> Option<BillLine> {
    let line = before.iter().find(|line| line.id == *id).cloned();
    if line.is_none() {
        problems.add(format!("lines.{at}.id"), "must be a line of the bill");
    }
    line
}

fn new_line(
    asked: &BillLineRequest,
    at: usize,
    menu: Menu<'_>,
    random: &Random,
    problems: &mut Problems,
) -> Option<BillLine> {
    let (item, name, list) = if let Some(id) = &asked.service_id {
        let service = menu.catalogue.service(id).filter(|service| service.is_active);
        let Some(service) = service else {
            problems.add(format!("lines.{at}.serviceId"), "must be an active service");
            return None;
        };
        let item = BillItem::Service { id: service.id.clone(), duration: service.duration };
        (item, service.name.clone(), service.price)
    } else if let Some(id) = &asked.product_id {
        let product = menu.products.iter().find(|product| product.id == *id && product.is_active);
        let Some(product) = product else {
            problems.add(format!("lines.{at}.productId"), "must be an active product");
            return None;
        };
        (BillItem::Product { id: product.id.clone() }, product.name.clone(), product.price)
    } else {
        let custom = asked.custom.as_ref()?;
        let item = BillItem::Custom { code: custom.code.as_str().to_owned(), rate: custom.gst_rate_bps.rate() };
        (item, custom.name.to_string(), Paise(asked.price_paise.map_or(0, |price| price.get())))
    };
    Some(BillLine {
        id: random.id(),
        item,
        name,
        list,
        price: list,
        quantity: 1,
        discount: Paise::ZERO,
        staff: None,
        by_visit: false,
        reason: None,
    })
}
