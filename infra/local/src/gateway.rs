//! The two apps as API Gateway composes them: all route groups of an app on one host.

use axum::Router;
use parlour_http::Routes;
use parlour_settings::App;
use parlour_storage::salon::Salon;

/// The functions of an app by binary name, with their routes.
pub fn functions(app: App) -> Vec<(&'static str, Routes)> {
    match app {
        App::Customer => vec![
            ("auth", parlour_auth::routes(App::Customer)),
            ("customer-account", parlour_customer_account::routes()),
            ("customer-agents", parlour_customer_agents::routes()),
            ("customer-bookings", parlour_customer_bookings::routes()),
            ("customer-catalogue", parlour_customer_catalogue::routes()),
            ("customer-leads", parlour_customer_leads::routes()),
            ("customer-notifications", parlour_customer_notifications::routes()),
            ("customer-site", parlour_customer_site::routes()),
        ],
        App::Admin => vec![
            ("auth", parlour_auth::routes(App::Admin)),
            ("admin-agents", parlour_admin_agents::routes()),
            ("admin-billing", parlour_admin_billing::routes()),
            ("admin-bookings", parlour_admin_bookings::routes()),
            ("admin-branches", parlour_admin_branches::routes()),
            ("admin-customers", parlour_admin_customers::routes()),
            ("admin-desk", parlour_admin_desk::routes()),
            ("admin-drawer", parlour_admin_drawer::routes()),
            ("admin-leads", parlour_admin_leads::routes()),
            ("admin-memberships", parlour_admin_memberships::routes()),
            ("admin-notifications", parlour_admin_notifications::routes()),
            ("admin-offers", parlour_admin_offers::routes()),
            ("admin-operations", parlour_admin_operations::routes()),
            ("admin-products", parlour_admin_products::routes()),
            ("admin-pay", parlour_admin_pay::routes()),
            ("admin-reports", parlour_admin_reports::routes()),
            ("admin-schedule", parlour_admin_schedule::routes()),
            ("admin-services", parlour_admin_services::routes()),
            ("admin-staff", parlour_admin_staff::routes()),
            ("admin-users", parlour_admin_users::routes()),
            ("jobs", parlour_jobs::routes()),
        ],
    }
}

/// Every route of an app.
pub fn routes(app: App) -> Routes {
    functions(app).into_iter().fold(Routes::new(app), |all, (_, group)| all.join(group))
}

pub fn router(app: App, salon: &Salon) -> Router {
    routes(app).serve(salon)
}
