//! Changing what is known of the person whose page it is.

use maud::{Markup, html};
use parlour_money::customer_overview::CustomerOverview;
use parlour_pages::parts::{Form, submit};
use parlour_pages::{Asked, paths};

use super::form::{Filled, fields};

pub fn dialog(asked: &Asked, person: &CustomerOverview) -> Markup {
    let (user, profile) = (&person.user, &person.profile);
    let given = Filled {
        name: Some(&user.name),
        phone: profile.phone.as_ref().map(|phone| phone.as_str()),
        alerts: person.alerts.as_deref(),
        profile: Some(profile),
        signs_in: user.signs_in(),
    };
    let form = html! {
        (fields(&asked.words, &given, &person.staff, asked.today))
        div.actions { (submit("Save")) }
    };
    let call = format!("PATCH /api/customers/{}/profile", paths::encoded(user.id.as_str()));
    let title = format!("Edit {}", user.name);
    Form::new("customer-form", call, form).then("reload").say("Saved.").in_dialog(&asked.words, "edit", &title)
}
