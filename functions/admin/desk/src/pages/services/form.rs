//! The fields of a service, new or not.

use std::collections::BTreeSet;

use maud::{Markup, html};
use parlour_pages::parts::{Input, Toggle};
use parlour_setup::catalogue::{AdminServiceView, Catalogue};
use parlour_values::gst::DEFAULT_SAC;
use parlour_values::money::Paise;

use super::{categories_in_order, side_word};
use crate::pages::fields::{PictureField, Tick, TickGroup, Ticks, in_hindi, long_text, rupees};

pub fn fields(catalogue: &Catalogue, groups: &BTreeSet<String>, given: Option<&AdminServiceView>) -> Markup {
    html! {
        (about(catalogue, given))
        h2.whole { "Time and money" }
        (cost(given))
        h2.whole { "How it is booked" }
        (booked(groups, given))
        h2.whole { "Gems" }
        (gems(given))
    }
}

fn about(catalogue: &Catalogue, given: Option<&AdminServiceView>) -> Markup {
    let service = given.map(|given| &given.service);
    let categories = categories_in_order(catalogue)
        .into_iter()
        .map(|category| (category.id.to_string(), format!("{} ({})", category.name, side_word(category.service_type))));
    let place = service.map(|service| format!("Now at {}. Left empty, it stays.", service.display_order));
    html! {
        (Input::new("name", "Name").value(service.map(|service| service.name.clone())).required().with("maxlength", "120"))
        (Input::choice("categoryId", "Category", categories, service.map(|service| service.category_id.as_str())))
        (long_text("description", "Description", 4000, service.map(|service| service.description.as_str())))
        (in_hindi(None, service.map(|service| &service.translations), Some(4000)))
        (Input::new("slug", "Address on the site").value(service.map(|service| service.slug.clone()))
            .hint("Words in lower case joined by hyphens. Left empty, the name makes it.").with("maxlength", "160"))
        (PictureField {
            name: "imageUrl",
            value: service.map(|service| service.image_url.as_str()),
            field: Input::new("imageUrl", "Picture").value(service.map(|service| service.image_url.clone()))
                .hint("Choose one, or give its https address. Left empty, a drawing stands in.").with("maxlength", "2000").with("data-empty", ""),
        })
        (Input::new("displayOrder", "Place in the menu").kind("number").sent_type("number")
            .hint(place.as_deref().unwrap_or("Left empty, it comes last.")).with("step", "1"))
    }
}

fn cost(given: Option<&AdminServiceView>) -> Markup {
    let service = given.map(|given| &given.service);
    html! {
        (Input::new("durationMinutes", "Minutes").kind("number").sent_type("number").required()
            .value(service.map(|service| service.duration_minutes.0.to_string())).with("min", "1").with("max", "1440").with("step", "1"))
        (Input::new("bufferMinutes", "Buffer minutes").kind("number").sent_type("number")
            .hint("Kept free behind it, to tidy up.")
            .value(service.map(|service| service.buffer_minutes.0.to_string())).with("min", "0").with("max", "1440").with("step", "1"))
        (Input::new("pricePaise", "Price in rupees").kind("number").sent_type("rupees").required().hint("GST included.")
            .value(service.map(|service| rupees(service.price_paise))).with("min", "0").with("step", "0.01").with("inputmode", "decimal"))
        // A rate is kept in hundredths of a percent, as an amount is in hundredths of a rupee.
        (Input::new("gstRateBps", "GST in percent").kind("number").sent_type("rupees").hint("A new rate holds from today on.")
            .value(given.map(|given| rupees(Paise(i64::from(given.gst_rate_bps))))).with("min", "0").with("max", "100").with("step", "0.01").with("inputmode", "decimal"))
        (Input::new("sacCode", "SAC").hint("The services accounting code on invoices: 4, 6 or 8 digits.")
            .value(Some(given.map_or_else(|| DEFAULT_SAC.to_owned(), |given| given.sac_code.clone())))
            .with("inputmode", "numeric").with("pattern", "[0-9]{4}([0-9]{2}){0,2}").with("maxlength", "8")
            .wrong("4, 6 or 8 digits, please."))
    }
}

fn booked(groups: &BTreeSet<String>, given: Option<&AdminServiceView>) -> Markup {
    let service = given.map(|given| &given.service);
    let needed: Vec<&String> = service.iter().flat_map(|service| &service.needs).map(|need| &need.group).collect();
    let all: BTreeSet<&String> = groups.iter().chain(needed.iter().copied()).collect();
    let ticks = all.into_iter().map(|group| Tick {
        value: group.clone(),
        label: group.clone(),
        note: (!groups.contains(group)).then(|| "no room in use".to_owned()),
        is_ticked: needed.contains(&group),
    });
    let groups = TickGroup { title: None, ticks: ticks.collect() };
    let hint = if groups.ticks.is_empty() {
        "No branch has a room in use yet. Once one has, its group can be ticked here."
    } else {
        "One room of each group ticked is held with the person, for as long as the service takes."
    };
    html! {
        (Input::new("processingMinutes", "Processing minutes").kind("number").sent_type("number")
            .hint("Part of its minutes in which it works by itself: the person can serve somebody else meanwhile.")
            .value(service.map(|service| service.processing_minutes.0.to_string())).with("min", "0").with("max", "1439").with("step", "1"))
        (Input::new("finishMinutes", "Finish minutes").kind("number").sent_type("number")
            .hint("The last part of its minutes, after the processing, when the person is needed again.")
            .value(service.map(|service| service.finish_minutes.0.to_string())).with("min", "0").with("max", "1439").with("step", "1"))
        (Ticks { name: "needs", legend: "Rooms and equipment", hint: Some(hint), groups: vec![groups], needs_one: false })
        (Toggle::new("needsApproval", "The desk approves each booking",
            service.is_some_and(|service| service.needs_approval))
            .hint("Requests for it wait for an answer even at a branch that confirms others at once.").whole())
    }
}

fn gems(given: Option<&AdminServiceView>) -> Markup {
    let service = given.map(|given| &given.service);
    let is_redeemable = service.is_some_and(|service| service.gems_redeemable);
    html! {
        (Toggle::new("gemsRedeemable", "Can be had for gems", is_redeemable)
            .hint("Customers find it on their page of gems.").whole())
        div data-when="gemsRedeemable=on" {
            (Input::new("gemsRequired", "Gems").kind("number").sent_type("number").required()
                .value(service.and_then(|service| service.gems_required).map(|gems| gems.0.to_string())).with("min", "1").with("step", "1"))
        }
        div data-when="gemsRedeemable=on" {
            (Input::new("gemsCatalogueOrder", "Place among the gems").kind("number").sent_type("number")
                .value(service.and_then(|service| service.gems_catalogue_order).map(|place| place.to_string())).with("step", "1").with("data-empty", "null"))
        }
    }
}
