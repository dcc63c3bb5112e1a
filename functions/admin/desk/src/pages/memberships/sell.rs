//! Selling a membership: to whom, from which tier, and what differs from it.

use maud::{Markup, html};
use parlour_money::memberships::TierView;
use parlour_pages::Asked;
use parlour_pages::parts::{Form, Input, submit};
use parlour_setup::branches::Branches;
use parlour_storage::salon::Salon;
use parlour_storage::table::TableError;
use parlour_values::id::UserId;

use crate::pages::fields::rupees;
use crate::pages::picker::Picker;
use crate::pages::states::payment_methods;

/// The branch where it happens, asked only if there is a choice. Left alone, it is the user's own branch, or the main
/// one.
pub fn branch_choice(branches: Vec<(String, String)>, within: &str) -> Markup {
    html! {
        @if branches.len() > 1 {
            (Input::choice("branchId", "Branch", branches, None).or("Your own, or the main branch").within(within))
        }
    }
}

/// Those that are open to bookings.
pub async fn branches(salon: &Salon) -> Result<Vec<(String, String)>, TableError> {
    let all = Branches::of(salon).all().await?;
    let open = all.iter().filter(|branch| branch.is_operational());
    Ok(open.map(|branch| (branch.id.to_string(), branch.name.clone())).collect())
}

/// The customer it is sold to, if that is known.
pub struct MembershipBuyer<'a> {
    pub id: &'a UserId,
    pub name: &'a str,
}

/// The tier chosen fills in hours, price and validity; each can still be changed.
pub fn dialog(
    asked: &Asked,
    tiers: &[TierView],
    branches: &[(String, String)],
    buyer: Option<&MembershipBuyer<'_>>,
) -> Markup {
    let first = tiers.first();
    let of_first = |value: &dyn Fn(&TierView) -> String| first.map(value).unwrap_or_default();
    let fields = html! {
        @match buyer {
            Some(buyer) => {
                p { "For " strong { (buyer.name) } "." }
                input type="hidden" name="customerId" value=(buyer.id);
            },
            None => (Picker {
                within: "sell",
                name: "customerId",
                label: "Customer",
                hint: Some("Type a name, phone or email."),
                ..Picker::default()
            }),
        }
        div.field {
            label for="sell-tierId" { "Tier" }
            select id="sell-tierId" name="tierId" required aria-describedby="sell-tierId-error" data-tiers {
                @for tier in tiers {
                    option value=(tier.id) data-minutes=(tier.default_hours_minutes.0) data-price=(rupees(tier.default_price_paise)) data-days=(tier.default_validity_days) { (tier.name) ", " (tier.default_price_paise) }
                }
            }
            p.error id="sell-tierId-error" hidden {}
        }
        div.pair {
            (Input::new("hoursMinutes", "Minutes").kind("number").within("sell").sent_type("number").required()
                .value(of_first(&|tier| tier.default_hours_minutes.0.to_string())).with("min", "1").with("inputmode", "numeric"))
            (Input::new("pricePaise", "Price in rupees").kind("number").within("sell").sent_type("rupees").required()
                .value(of_first(&|tier| rupees(tier.default_price_paise))).with("min", "0").with("step", "0.01").with("inputmode", "decimal"))
            (Input::new("startDate", "Begins").kind("date").within("sell").required().value(asked.today.to_string()))
            (Input::new("validityDays", "Days valid").kind("number").within("sell").sent_type("number").required()
                .value(of_first(&|tier| tier.default_validity_days.to_string())).with("min", "1").with("max", "36500").with("inputmode", "numeric"))
        }
        (branch_choice(branches.to_vec(), "sell"))
        (Input::choice("paymentMethod", "Payment method", payment_methods(), None).at_first("Choose").within("sell"))
        (Input::lines("notes", "Notes", 500).within("sell"))
        div.actions { (submit("Sell membership")) }
    };
    Form::new("sell-form", "POST /api/memberships", fields)
        .then("/memberships/{membership.id}")
        .say("Sold. The invoice is on its way.")
        .in_dialog(&asked.words, "sell", "Sell membership")
}
