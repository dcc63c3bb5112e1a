//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Routes, role};
use parlour_settings::App;
use parlour_setup::catalogue::{
    AdminServiceAnswer, AdminServiceList, CategoryAnswer, CategoryList, CreateCategoryRequest, CreateServiceRequest,
    ListCategoriesRequest, ListServicesRequest, OrderRequest, PatchCategoryRequest, PatchServiceRequest,
};
use parlour_values::done::Done;
use parlour_values::role::Role;

use crate::handlers::{categories, services};

pub fn routes() -> Routes {
    let manager = |summary| role(Role::Manager, summary);
    Routes::new(App::Admin)
        .get(
            "/api/services",
            services::list,
            manager("Services, active or not")
                .id("services.list")
                .about("By category, type, state and a part of the name.")
                .asks::<ListServicesRequest>()
                .answers::<AdminServiceList>(),
        )
        .post(
            "/api/services",
            services::create,
            manager("Create a service")
                .id("services.create")
                .about(
                    "A slug is made from the name where it is left out; one that is taken is refused. Processing and \
                     finish together are shorter than the service, and each group it needs has a room in use. The \
                     public catalogue shows it at once.",
                )
                .idempotent()
                .takes::<CreateServiceRequest>()
                .creates::<AdminServiceAnswer>(),
        )
        .put(
            "/api/services/order",
            services::order,
            manager("Set the display order of the services")
                .id("services.order")
                .about("The order of `ids` becomes the display order; services that are not named follow.")
                .takes::<OrderRequest>()
                .answers::<AdminServiceList>(),
        )
        .get(
            "/api/services/categories",
            categories::list,
            manager("Categories, active or not")
                .id("categories.list")
                .about("In their display order.")
                .asks::<ListCategoriesRequest>()
                .answers::<CategoryList>(),
        )
        .post(
            "/api/services/categories",
            categories::create,
            manager("Create a category")
                .id("categories.create")
                .about("A slug is made from the name where it is left out; one that is taken is refused.")
                .idempotent()
                .takes::<CreateCategoryRequest>()
                .creates::<CategoryAnswer>(),
        )
        .patch(
            "/api/services/categories/{id}",
            categories::patch,
            manager("Change a category")
                .id("categories.change")
                .about(
                    "Changes the fields given; a slug that is taken is refused, and deactivating while an active offer \
                     names one of its services.",
                )
                .takes::<PatchCategoryRequest>()
                .answers::<CategoryAnswer>(),
        )
        .delete(
            "/api/services/categories/{id}",
            categories::delete,
            manager("Deactivate a category")
                .id("categories.delete")
                .about(
                    "Its services are no longer on offer; refused with `details.offerIds` while an active offer names one \
                     of them.",
                )
                .answers::<Done>(),
        )
        .get(
            "/api/services/{id}",
            services::detail,
            manager("One service").id("services.view").about("One service.").answers::<AdminServiceAnswer>(),
        )
        .patch(
            "/api/services/{id}",
            services::patch,
            manager("Change a service")
                .id("services.change")
                .about(
                    "Changes the fields given; bookings already made keep the name and price they had. Deactivating is \
                     refused with `details.offerIds` while an active offer names it.",
                )
                .takes::<PatchServiceRequest>()
                .answers::<AdminServiceAnswer>(),
        )
        .delete(
            "/api/services/{id}",
            services::delete,
            manager("Deactivate a service")
                .id("services.delete")
                .about("Takes it off the catalogue; refused with `details.offerIds` while an active offer names it.")
                .answers::<Done>(),
        )
}
