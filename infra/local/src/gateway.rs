//! The two apps as API Gateway puts them together: every route group on its host.

use axum::Router;
use parlour::salon::Salon;
use parlour::settings::App;
use parlour::web::Routes;

/// Every route of an app, in the groups that its functions serve.
pub fn routes(app: App) -> Routes {
    let groups = match app {
        App::Customer => vec![
            parlour_auth::routes(App::Customer),
            parlour_customer_account::routes(),
            parlour_customer_bookings::routes(),
            parlour_customer_catalogue::routes(),
            parlour_customer_leads::routes(),
            parlour_customer_notifications::routes(),
        ],
        App::Admin => vec![
            parlour_auth::routes(App::Admin),
            parlour_admin_billing::routes(),
            parlour_admin_bookings::routes(),
            parlour_admin_branches::routes(),
            parlour_admin_customers::routes(),
            parlour_admin_leads::routes(),
            parlour_admin_memberships::routes(),
            parlour_admin_notifications::routes(),
            parlour_admin_offers::routes(),
            parlour_admin_operations::routes(),
            parlour_admin_reports::routes(),
            parlour_admin_schedule::routes(),
            parlour_admin_services::routes(),
            parlour_admin_staff::routes(),
            parlour_admin_users::routes(),
        ],
    };
    groups.into_iter().fold(Routes::new(app), Routes::join)
}

pub fn router(app: App, salon: &Salon) -> Router {
    routes(app).serve(salon)
}
