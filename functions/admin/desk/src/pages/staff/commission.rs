//! A staff member's commission: the rule that holds, those to come, and a new one.

use maud::{Markup, html};
use parlour_money::pay::{CommissionAnswer, CommissionTierView, CommissionView, ServiceRateView};
use parlour_pages::parts::{Form, Input, icon, submit};
use parlour_pages::{Asked, format, paths};
use parlour_people::staff::StaffView;
use parlour_setup::catalogue::Catalogue;
use parlour_values::money::Paise;

use crate::pages::fields::rupees;
use crate::pages::pay::percent;

pub fn commission(asked: &Asked, member: &StaffView, catalogue: &Catalogue, rules: &CommissionAnswer) -> Markup {
    let id = paths::encoded(member.id.as_str());
    let now = rules.commission.as_ref();
    let form = html! {
        div.pair {
            (rate("serviceBps", "Services, in percent").required().value(now.map(|rule| typed(rule.service_bps))))
            (rate("productBps", "Products, in percent").required().value(now.map(|rule| typed(rule.product_bps))))
        }
        (rate("sessionBps", "Sessions of memberships, in percent").hint("Left empty, as services.")
            .value(now.and_then(|rule| rule.session_bps).map(typed)))
        (own_rates(catalogue, now.map(|rule| rule.by_service.as_slice()).unwrap_or_default()))
        (tiers(now.map(|rule| rule.tiers.as_slice()).unwrap_or_default()))
        (Input::new("from", "Starting on").kind("date").within("commission").required().value(Some(asked.today.to_string()))
            .hint("What was earned before stays as it is.").with("min", asked.today.to_string()))
        div.actions { (submit("Save commission")) }
    };
    html! {
        section.card.week-card aria-labelledby="commission-title" {
            h2 id="commission-title" { "Commission" }
            p.quiet {
                @match now {
                    Some(rule) => { "In force since " (format::day(&asked.words, rule.from, asked.today)) "." }
                    None => { "No rule is set: nothing is earned." }
                }
                " " a href=(format!("/pay/{id}")) { "Pay" }
            }
            (Form::new("commission", format!("PUT /api/staff/{id}/commission"), form).then("reload").say("Commission saved.").class("form wide-form"))
            (history(asked, &rules.history))
        }
    }
}

/// A rate is kept in hundredths of a percent, as an amount is in hundredths of a rupee.
fn rate<'a>(name: &'a str, label: &'a str) -> Input<'a> {
    let field = Input::new(name, label).kind("number").sent_type("rupees");
    field.with("min", "0").with("max", "100").with("step", "0.01").with("inputmode", "decimal")
}

fn typed(bps: u32) -> String {
    rupees(Paise(i64::from(bps)))
}

/// A list whose rows the script copies from the spare one.
fn rows(name: &str, title: &str, hint: &str, add: &str, rows: Vec<Markup>, spare: Markup) -> Markup {
    let error = format!("{name}-error");
    html! {
        fieldset.field.day-parts data-rows=(name) aria-describedby=(error) {
            legend { (title) }
            p.hint { (hint) }
            input type="hidden" name=(name) data-list aria-describedby=(error);
            ul {
                @for row in rows { li.part-row { (row) } }
                li.part-row hidden data-spare { (spare) }
            }
            button.add-part type="button" data-add-row { (icon("plus")) (add) }
            p.error id=(error) hidden {}
        }
    }
}

/// The two fields of a row; a spare one is not sent.
fn row_field(
    name: &str,
    end: &str,
    label: &str,
    number: Option<usize>,
    control: impl Fn(&str, &str) -> Markup,
) -> Markup {
    let place = number.map_or_else(|| "spare".to_owned(), |number| number.to_string());
    let id = format!("{name}-{place}-{end}");
    html! { div.field { label for=(id) { (label) } (control(&id, &format!("{name}.{place}.{end}"))) } }
}

/// The id of the place that tells the problems of a list.
fn error_of(name: &str) -> String {
    format!("{}-error", name.split('.').next().unwrap_or_default())
}

fn number_input(id: &str, name: &str, value: Option<String>, most: Option<&str>, is_spare: bool) -> Markup {
    html! {
        input id=(id) name=(name) type="number" value=[value] min="0" max=[most] step="0.01" inputmode="decimal" required
            data-type="rupees" disabled[is_spare] aria-describedby=(error_of(name));
    }
}

fn remove(what: &str) -> Markup {
    html! { button.ghost.close type="button" data-remove-row aria-label=(format!("Remove this {what}")) { (icon("close")) } }
}

fn own_rates(catalogue: &Catalogue, own: &[ServiceRateView]) -> Markup {
    let row = |number: Option<usize>, given: Option<&ServiceRateView>| {
        html! {
            (row_field("byService", "serviceId", "Service", number, |id, name| html! {
                select id=(id) name=(name) required disabled[number.is_none()] aria-describedby=(error_of(name)) {
                    @for service in &catalogue.services {
                        option value=(service.id) selected[given.is_some_and(|given| given.service_id == service.id)] { (service.name) }
                    }
                }
            }))
            (row_field("byService", "bps", "Percent", number, |id, name| {
                number_input(id, name, given.map(|given| typed(given.bps)), Some("100"), number.is_none())
            }))
            (remove("service"))
        }
    };
    let given = own.iter().enumerate().map(|(number, given)| row(Some(number), Some(given))).collect();
    let hint = "Services that earn by a rate of their own. They are in no tier.";
    rows("byService", "Own rates", hint, "Add a service", given, row(None, None))
}

fn tiers(tiers: &[CommissionTierView]) -> Markup {
    let row = |number: Option<usize>, given: Option<&CommissionTierView>| {
        html! {
            (row_field("tiers", "abovePaise", "Above, in rupees", number, |id, name| {
                number_input(id, name, given.map(|given| rupees(given.above_paise)), None, number.is_none())
            }))
            (row_field("tiers", "serviceBps", "Percent", number, |id, name| {
                number_input(id, name, given.map(|given| typed(given.service_bps)), Some("100"), number.is_none())
            }))
            (remove("tier"))
        }
    };
    let given = tiers.iter().enumerate().map(|(number, given)| row(Some(number), Some(given))).collect();
    let hint =
        "What a month's services earn beyond an amount, net without GST. The lowest first; each part by its own rate.";
    rows("tiers", "Tiers", hint, "Add a tier", given, row(None, None))
}

fn history(asked: &Asked, history: &[CommissionView]) -> Markup {
    html! {
        @if !history.is_empty() {
            details {
                summary { "Every rule" }
                ul.commission-rules {
                    @for rule in history {
                        li {
                            strong { (format::full_date(&asked.words, rule.from)) } ": services " (percent(rule.service_bps))
                            ", products " (percent(rule.product_bps))
                            @if let Some(bps) = rule.session_bps { ", sessions " (percent(bps)) }
                            @if !rule.by_service.is_empty() { ", own rates " (rule.by_service.len()) }
                            @if !rule.tiers.is_empty() { ", tiers " (rule.tiers.len()) }
                        }
                    }
                }
            }
        }
    }
}
