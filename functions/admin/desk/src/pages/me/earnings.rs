//! One's own earnings in a month.

use maud::{Markup, html};
use parlour_money::pay::{PayState, PersonPay};
use parlour_pages::Asked;
use parlour_pages::parts::{Tone, badge};

use crate::pages::pay::{InvoiceLinks, figures, lines, month_name, months};

/// Says the month in the address of the page, beside its days.
pub const MONTH: &str = "month";

pub fn earnings(asked: &Asked, pay: &PersonPay) -> Markup {
    let totals = &pay.totals;
    html! {
        section.my-earnings aria-labelledby="earnings-title" {
            div.week-steps {
                h2 id="earnings-title" { "My earnings, " (month_name(asked, pay.month)) }
                @if pay.state == PayState::Closed { (badge(Tone::Calm, "Closed")) }
                (months(asked, pay.month, MONTH))
            }
            (figures(totals.commission_paise, totals.tips_paise, totals.adjustments_paise, totals.total_paise))
            (lines(asked, &pay.lines, InvoiceLinks::Told))
        }
    }
}
