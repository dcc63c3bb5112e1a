//! The tiers that memberships are sold from: a manager's to create, change and end. Sold memberships never change.

use maud::{Markup, html};
use parlour_money::memberships::TierView;
use parlour_pages::parts::{Form, Input, Toggle, Tone, badge, opener, submit};
use parlour_pages::{Asked, format, paths};

use crate::pages::fields::{in_hindi, rupees};

pub fn section(asked: &Asked, tiers: &[TierView]) -> Markup {
    let words = &asked.words;
    html! {
        section.tiers-part aria-labelledby="tiers" {
            div.toolbar { h2 id="tiers" { "Tiers" } (opener("tier-new", "New tier", "ghost button small")) }
            @if tiers.is_empty() { p.quiet { "No tiers yet: nothing can be sold." } }
            ul.tier-cards {
                @for tier in tiers {
                    li.card {
                        div.card-head { h3 { (tier.name) } @if tier.is_active { (badge(Tone::Good, "On sale")) } @else { (badge(Tone::Calm, "Not on sale")) } }
                        @if !tier.description.is_empty() { p.as-written { (tier.description) } }
                        p { strong { (tier.default_price_paise) } }
                        p.fine { (format::span(words, tier.default_hours_minutes)) ", valid for " (tier.default_validity_days) " days" }
                        div.actions {
                            (edit_opener(tier))
                            @if tier.is_active {
                                @let off = html! { button.ghost.button.small type="submit" aria-label=(format!("Deactivate {}", tier.name)) { "Deactivate" } };
                                (Form::new(&format!("tier-off-{}", tier.id), format!("DELETE {}", call(tier)), off).then("reload").say("It is no longer sold.").class("inline"))
                            }
                        }
                    }
                }
            }
            (new_dialog(asked))
            @for tier in tiers { (edit_dialog(asked, tier)) }
        }
    }
}

fn call(tier: &TierView) -> String {
    format!("/api/membership-tiers/{}", paths::encoded(tier.id.as_str()))
}

fn edit_id(tier: &TierView) -> String {
    format!("tier-{}", tier.id)
}

fn edit_opener(tier: &TierView) -> Markup {
    html! {
        button.ghost.button.small type="button" commandfor=(edit_id(tier)) command="show-modal" aria-label=(format!("Edit {}", tier.name)) { "Edit" }
    }
}

fn new_dialog(asked: &Asked) -> Markup {
    Form::new("tier-new-form", "POST /api/membership-tiers", fields("tier-new", None))
        .then("reload")
        .say("The tier is there.")
        .in_dialog(&asked.words, "tier-new", "New tier")
}

fn edit_dialog(asked: &Asked, tier: &TierView) -> Markup {
    let id = edit_id(tier);
    Form::new(&format!("{id}-form"), format!("PATCH {}", call(tier)), fields(&id, Some(tier)))
        .then("reload")
        .say("Saved.")
        .in_dialog(&asked.words, &id, &format!("Edit {}", tier.name))
}

fn fields(within: &str, tier: Option<&TierView>) -> Markup {
    let of = |value: &dyn Fn(&TierView) -> String| tier.map(value);
    let number = |name, label| Input::new(name, label).kind("number").within(within).with("inputmode", "numeric");
    html! {
        (Input::new("name", "Name").within(within).required().value(of(&|tier| tier.name.clone())).with("maxlength", "120"))
        div.pair {
            (number("defaultHoursMinutes", "Minutes").sent_type("number").required().with("min", "1").value(of(&|tier| tier.default_hours_minutes.0.to_string())))
            (number("defaultPricePaise", "Price in rupees").sent_type("rupees").required().with("min", "0").with("step", "0.01").value(of(&|tier| rupees(tier.default_price_paise))))
            (number("defaultValidityDays", "Days valid").sent_type("number").required().with("min", "1").with("max", "36500").value(of(&|tier| tier.default_validity_days.to_string())))
            (number("displayOrder", "Place in the list").sent_type("number").value(of(&|tier| tier.display_order.to_string())))
        }
        (Input::lines("description", "Description", 4000).within(within).value(of(&|tier| tier.description.clone()))
            .with("data-empty", "null"))
        (in_hindi(Some(within), tier.map(|tier| &tier.translations), Some(4000)))
        (Toggle::new("isActive", "On sale", tier.is_none_or(|tier| tier.is_active)).id(&format!("{within}-isActive")))
        div.actions { @if tier.is_some() { (submit("Save")) } @else { (submit("Create tier")) } }
    }
}
