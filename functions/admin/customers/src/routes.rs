//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::customers::{
    AssignRequest, CreateTagRequest, CustomerAnswer, CustomerList, CustomerNoteAnswer, CustomerNoteRequest,
    CustomerProfileAnswer, ListCustomersRequest, MergeRequest, OverrideRequest, TagAnswer, TagList,
};
use parlour::done::Done;
use parlour::role::Role;
use parlour::settings::App;
use parlour::web::{Routes, role};

use crate::handlers::{customers, tags};

pub fn routes() -> Routes {
    let desk = |summary| role(Role::Receptionist, summary);
    let manager = |summary| role(Role::Manager, summary);
    Routes::new(App::Admin)
        .get(
            "/api/customers",
            customers::list,
            desk("The customer directory: search, sort, page").asks::<ListCustomersRequest>().answers::<CustomerList>(),
        )
        .get("/api/customers/{id}", customers::detail, desk("One customer").answers::<CustomerAnswer>())
        .patch(
            "/api/customers/{id}",
            customers::overrule,
            manager("Overrule the no-show count").takes::<OverrideRequest>().answers::<CustomerProfileAnswer>(),
        )
        .post(
            "/api/customers/{id}/merge",
            customers::merge,
            manager("Merge a walk-in customer into this one").takes::<MergeRequest>().answers::<CustomerAnswer>(),
        )
        .post(
            "/api/customers/{id}/notes",
            customers::note,
            desk("Write a note").idempotent().takes::<CustomerNoteRequest>().creates::<CustomerNoteAnswer>(),
        )
        .post(
            "/api/customers/{id}/tags",
            tags::assign,
            desk("Assign a tag to a customer").idempotent().takes::<AssignRequest>().creates::<Done>(),
        )
        .delete(
            "/api/customers/{id}/tags/{tagId}",
            tags::unassign,
            desk("Remove a tag from a customer").answers::<Done>(),
        )
        .get("/api/tags", tags::list, desk("Every tag, by name").answers::<TagList>())
        .post(
            "/api/tags",
            tags::create,
            manager("Create a tag").idempotent().takes::<CreateTagRequest>().creates::<TagAnswer>(),
        )
}
