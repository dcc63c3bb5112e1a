//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Code, Routes, role};
use parlour_people::customers::{
    AssignRequest, CreateCustomerRequest, CreateTagRequest, CustomerAnswer, CustomerList, CustomerNoteAnswer,
    CustomerNoteRequest, CustomerProfileAnswer, CustomerProfileRequest, ErasureRequest, ErasureView,
    ListCustomersRequest, MergeRequest, OverrideRequest, TagAnswer, TagList,
};
use parlour_settings::App;
use parlour_values::done::Done;
use parlour_values::role::Role;

use crate::handlers::{customers, tags};

pub fn routes() -> Routes {
    let desk = |summary| role(Role::Receptionist, summary);
    let manager = |summary| role(Role::Manager, summary);
    Routes::new(App::Admin)
        .get(
            "/api/customers",
            customers::list,
            desk("The customer directory: search, sort, page")
                .id("customers.list")
                .about(
                    "Customers who have a profile. `q` is a part of name, phone or email; an unknown `tag` finds \
                     nobody.",
                )
                .asks::<ListCustomersRequest>()
                .answers::<CustomerList>(),
        )
        .post(
            "/api/customers",
            customers::create,
            desk("Write a customer down")
                .id("customers.create")
                .about(
                    "Somebody without an account. A phone that a customer has already is refused with \
                     `details.customer`.",
                )
                .idempotent()
                .takes::<CreateCustomerRequest>()
                .creates::<CustomerAnswer>(),
        )
        .get(
            "/api/customers/{id}",
            customers::detail,
            desk("One customer")
                .id("customers.view")
                .about("One customer with the figures of their visits.")
                .answers::<CustomerAnswer>(),
        )
        .patch(
            "/api/customers/{id}",
            customers::overrule,
            manager("Overrule the no-show count")
                .id("customers.overrule")
                .about("Sets the no-show count, or whether bookings need approval; an empty body changes nothing.")
                .takes::<OverrideRequest>()
                .answers::<CustomerProfileAnswer>(),
        )
        .patch(
            "/api/customers/{id}/profile",
            customers::edit,
            desk("Change what is known of a customer")
                .id("customers.edit")
                .about(
                    "What is left out stays, and `null` clears it. The email of somebody who signs in is their own to \
                     change. A phone that another customer has is refused with `details.customer`.",
                )
                .refuses(&[Code::BusinessRuleViolation])
                .takes::<CustomerProfileRequest>()
                .answers::<CustomerAnswer>(),
        )
        .post(
            "/api/customers/{id}/merge",
            customers::merge,
            manager("Merge a walk-in customer into this one")
                .id("customers.merge")
                .about(
                    "Moves the bookings, invoices, notes, gems and membership of a walk-in (`fromId`) to this \
                     customer; the walk-in is gone afterwards. Only somebody who never signed in can be merged. \
                     Repeated after a failure it goes on.",
                )
                .refuses(&[Code::BusinessRuleViolation, Code::MembershipAlreadyActive])
                .takes::<MergeRequest>()
                .answers::<CustomerAnswer>(),
        )
        .post(
            "/api/customers/{id}/erasure",
            customers::erase,
            role(Role::Owner, "Ask for a customer to be erased")
                .id("customers.erase")
                .about(
                    "For a customer who asks the salon. As if they had asked themselves: it is done 48 hours later, and \
                     refused while bookings are ahead or something is due.",
                )
                .takes::<ErasureRequest>()
                .accepts::<ErasureView>(),
        )
        .delete(
            "/api/customers/{id}/erasure",
            customers::keep,
            role(Role::Owner, "Take back that a customer is to be erased")
                .id("customers.keep")
                .about("Refused where nobody has asked for it.")
                .answers::<Done>(),
        )
        .post(
            "/api/customers/{id}/notes",
            customers::note,
            desk("Write a note")
                .id("customers.note")
                .about(
                    "Written in the caller's name, about a booking of this customer where one is named. Pinned notes and \
                     formulas are shown to whoever serves them.",
                )
                .idempotent()
                .takes::<CustomerNoteRequest>()
                .creates::<CustomerNoteAnswer>(),
        )
        .post(
            "/api/customers/{id}/tags",
            tags::assign,
            desk("Assign a tag to a customer")
                .id("customers.tag")
                .about("A tag that the customer has already is no error.")
                .idempotent()
                .takes::<AssignRequest>()
                .creates::<Done>(),
        )
        .delete(
            "/api/customers/{id}/tags/{tagId}",
            tags::unassign,
            desk("Remove a tag from a customer")
                .id("customers.untag")
                .about("A tag that the customer does not have is no error.")
                .answers::<Done>(),
        )
        .get("/api/tags", tags::list, desk("Every tag, by name").id("tags.list").about("By name.").answers::<TagList>())
        .post(
            "/api/tags",
            tags::create,
            manager("Create a tag")
                .id("tags.create")
                .about("The slug is made from the name; one that is taken is refused.")
                .idempotent()
                .takes::<CreateTagRequest>()
                .creates::<TagAnswer>(),
        )
}
