//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::catalogue::{
    AdminServiceAnswer, AdminServiceList, CategoryAnswer, CategoryList, CreateCategoryRequest, CreateServiceRequest,
    ListCategoriesRequest, ListServicesRequest, OrderRequest, PatchCategoryRequest, PatchServiceRequest,
};
use parlour::done::Done;
use parlour::role::Role;
use parlour::settings::App;
use parlour::web::{Routes, role};

use crate::handlers::{categories, services};

pub fn routes() -> Routes {
    let manager = |summary| role(Role::Manager, summary);
    Routes::new(App::Admin)
        .get(
            "/api/services",
            services::list,
            manager("Services, active or not").asks::<ListServicesRequest>().answers::<AdminServiceList>(),
        )
        .post(
            "/api/services",
            services::create,
            manager("Create a service").idempotent().takes::<CreateServiceRequest>().creates::<AdminServiceAnswer>(),
        )
        .put(
            "/api/services/order",
            services::order,
            manager("Set the display order of the services").takes::<OrderRequest>().answers::<AdminServiceList>(),
        )
        .get(
            "/api/services/categories",
            categories::list,
            manager("Categories, active or not").asks::<ListCategoriesRequest>().answers::<CategoryList>(),
        )
        .post(
            "/api/services/categories",
            categories::create,
            manager("Create a category").idempotent().takes::<CreateCategoryRequest>().creates::<CategoryAnswer>(),
        )
        .patch(
            "/api/services/categories/{id}",
            categories::patch,
            manager("Change a category").takes::<PatchCategoryRequest>().answers::<CategoryAnswer>(),
        )
        .delete("/api/services/categories/{id}", categories::delete, manager("Deactivate a category").answers::<Done>())
        .get("/api/services/{id}", services::detail, manager("One service").answers::<AdminServiceAnswer>())
        .patch(
            "/api/services/{id}",
            services::patch,
            manager("Change a service").takes::<PatchServiceRequest>().answers::<AdminServiceAnswer>(),
        )
        .delete("/api/services/{id}", services::delete, manager("Deactivate a service").answers::<Done>())
}
