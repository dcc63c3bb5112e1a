//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::reports::{
    BookingsReport, CustomersReport, GemsReport, GstReport, GstRequest, LeadsReport, MembershipsReport, ReportRequest,
    SalesReport, SalesRequest, StaffReport,
};
use parlour::role::Role;
use parlour::settings::App;
use parlour::web::{Routes, role};

use crate::handlers::{
    bookings::bookings, customers::customers, gems::gems, gst::gst, leads::leads, memberships::memberships,
    sales::sales, staff::staff,
};

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get("/api/reports/sales", sales, role(Role::Manager, "Sales").asks::<SalesRequest>().answers::<SalesReport>())
        .get("/api/reports/gst", gst, role(Role::Manager, "A month's GST").asks::<GstRequest>().answers::<GstReport>())
        .get(
            "/api/reports/bookings",
            bookings,
            role(Role::Manager, "Bookings by outcome").asks::<ReportRequest>().answers::<BookingsReport>(),
        )
        .get(
            "/api/reports/staff",
            staff,
            role(Role::Manager, "Work and revenue of each staff member")
                .asks::<ReportRequest>()
                .answers::<StaffReport>(),
        )
        .get(
            "/api/reports/customers",
            customers,
            role(Role::Manager, "New, returning and lapsed customers")
                .asks::<ReportRequest>()
                .answers::<CustomersReport>(),
        )
        .get(
            "/api/reports/memberships",
            memberships,
            role(Role::Manager, "Memberships and their remaining minutes")
                .asks::<ReportRequest>()
                .answers::<MembershipsReport>(),
        )
        .get(
            "/api/reports/gems",
            gems,
            role(Role::Manager, "Gems that customers can still redeem").asks::<ReportRequest>().answers::<GemsReport>(),
        )
        .get(
            "/api/reports/leads",
            leads,
            role(Role::Manager, "Leads by source and status").asks::<ReportRequest>().answers::<LeadsReport>(),
        )
}
