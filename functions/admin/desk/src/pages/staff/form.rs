//! The fields of a staff member, new or not.

use maud::{Markup, html};
use parlour_pages::parts::Input;
use parlour_people::staff::StaffView;
use parlour_setup::branches::Branch;
use parlour_setup::catalogue::Catalogue;
use parlour_storage::table::Stored;

use crate::pages::fields::{PictureField, Ticks, branch_ticks, service_ticks};

pub fn fields(branches: &[Stored<Branch>], catalogue: &Catalogue, member: Option<&StaffView>) -> Markup {
    let at = member.map(|member| member.branch_ids.as_slice()).unwrap_or_default();
    let does = member.map(|member| member.service_ids.as_slice()).unwrap_or_default();
    html! {
        @if member.is_none() {
            (Input::new("email", "Email").kind("email").required().hint("Who has no account yet is invited by mail.").autocomplete("off"))
        }
        (Input::new("name", "Name").required().value(member.map(|member| member.name.clone())).with("maxlength", "120").autocomplete("off"))
        (Input::new("displayName", "Name for customers").value(member.map(|member| member.display_name.clone()))
            .hint("Left empty, their name.").with("maxlength", "120").autocomplete("off"))
        (Input::new("joinedOn", "Joined on").kind("date").value(member.map(|member| member.joined_on.to_string())))
        (PictureField {
            name: "imageUrl",
            value: member.and_then(|member| member.image_url.as_deref()),
            field: Input::new("imageUrl", "Picture").value(member.and_then(|member| member.image_url.clone()))
                .hint("Choose one, or give its https address. Customers see it where they choose a person.").with("maxlength", "2000").with("data-empty", "null"),
        })
        (Ticks { name: "branchIds", legend: "Branches", hint: Some("Where they work."), groups: branch_ticks(branches, at), needs_one: false })
        (Ticks { name: "serviceIds", legend: "Services", hint: Some("What they can be booked for."), groups: service_ticks(catalogue, does), needs_one: false })
    }
}
