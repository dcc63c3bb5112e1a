//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Code, Routes, Spec, role};
use parlour_money::reports::{
    BookingsReport, CustomersReport, GemsReport, GstReport, GstRequest, Gstr1Request, LeadsReport, MembershipsReport,
    ProductsReport, ReportRequest, SalesReport, SalesRequest, StaffReport,
};
use parlour_platform::exports::ExportRequest;
use parlour_platform::imports::{
    ImportAnswer, ImportCustomersRequest, ImportMembershipsRequest, ImportProductsRequest, ImportServicesRequest,
    ImportStaffRequest,
};
use parlour_settings::App;
use parlour_values::input::Field;
use parlour_values::role::Role;

use crate::handlers::bookings::bookings;
use crate::handlers::customers::customers;
use crate::handlers::export::export;
use crate::handlers::gems::gems;
use crate::handlers::gst::gst;
use crate::handlers::gstr1::gstr1;
use crate::handlers::import::import;
use crate::handlers::leads::leads;
use crate::handlers::memberships::memberships;
use crate::handlers::products::products;
use crate::handlers::sales::sales;
use crate::handlers::staff::staff;

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/reports/sales",
            sales,
            role(Role::Manager, "Sales")
                .id("reports.sales")
                .about(
                    "Net of credit notes, by day, service, staff member or payment method; at most 366 days. The average \
                     is of the bills above nothing.",
                )
                .asks::<SalesRequest>()
                .reports::<SalesReport>(),
        )
        .get(
            "/api/reports/gst",
            gst,
            role(Role::Manager, "A month's GST")
                .id("reports.gst")
                .about(
                    "By accounting code and rate, with the numbers issued and the credit notes: of all branches or of one \
                     GSTIN, and beside it each registration by itself.",
                )
                .asks::<GstRequest>()
                .reports::<GstReport>(),
        )
        .get(
            "/api/reports/gstr1",
            gstr1,
            role(Role::Manager, "A month's GSTR-1, or its vouchers for Tally")
                .id("reports.gstr1")
                .about(
                    "The file of the government's offline tool for one GSTIN, which adds up to the GST report; left out, it is \
                     the only one that the branches have. With `format=tally` the month's invoices, credit notes and late \
                     payments as vouchers for Tally, or those of the days `from` and `to` of it.",
                )
                .asks::<Gstr1Request>()
                .refuses(&[Code::NotFound, Code::BusinessRuleViolation])
                .answers_files(&["application/json", "application/xml"]),
        )
        .get(
            "/api/reports/bookings",
            bookings,
            role(Role::Manager, "Bookings by outcome")
                .id("reports.bookings")
                .about("Counts by status, and the rates of no-shows and cancellations.")
                .asks::<ReportRequest>()
                .reports::<BookingsReport>(),
        )
        .get(
            "/api/reports/staff",
            staff,
            role(Role::Manager, "Work and revenue of each staff member")
                .id("reports.staff")
                .about("Minutes booked, utilisation and revenue of each.")
                .asks::<ReportRequest>()
                .reports::<StaffReport>(),
        )
        .get(
            "/api/reports/customers",
            customers,
            role(Role::Manager, "New, returning and lapsed customers")
                .id("reports.customers")
                .about(
                    "New: the first visit is in the period. Returning: one in it and one before. Lapsed: the last one \
                     until its end is 90 to 365 days before it. Of all branches, whichever is asked for.",
                )
                .asks::<ReportRequest>()
                .reports::<CustomersReport>(),
        )
        .get(
            "/api/reports/memberships",
            memberships,
            role(Role::Manager, "Memberships and their remaining minutes")
                .id("reports.memberships")
                .about("Active ones, and the minutes owed, as of now and everywhere: days and branch are checked, and change nothing.")
                .asks::<ReportRequest>()
                .reports::<MembershipsReport>(),
        )
        .get(
            "/api/reports/gems",
            gems,
            role(Role::Manager, "Gems that customers can still redeem")
                .id("reports.gems")
                .about("What customers can still redeem, as of now and everywhere: days and branch are checked, and change nothing.")
                .asks::<ReportRequest>()
                .reports::<GemsReport>(),
        )
        .get(
            "/api/reports/leads",
            leads,
            role(Role::Manager, "Leads by source and status")
                .id("reports.leads")
                .about("By source and status, with the conversion.")
                .asks::<ReportRequest>()
                .reports::<LeadsReport>(),
        )
        .get(
            "/api/reports/products",
            products,
            role(Role::Manager, "Products sold and in stock")
                .id("reports.products")
                .about(
                    "Of each product at each branch: the pieces sold in the period and what was paid for them, net of \
                     credit notes, with and without GST; what is there now, and that at what it is bought for.",
                )
                .asks::<ReportRequest>()
                .reports::<ProductsReport>(),
        )
        .get(
            "/api/exports/{list}",
            export,
            role(Role::Owner, "Everything of one kind")
                .id("exports.read")
                .about(
                    "Up to 1,000 records, newest first, as lines of JSON or with `format=csv` as CSV; `x-next-cursor` is `after` \
                     of the next page. Customers, services, products, memberships and staff have the fields of the imports. \
                     Events are those of the feed, in its order.",
                )
                .asks::<ExportRequest>()
                .answers_files(&["application/x-ndjson", "text/csv"])
                .goes_on(),
        )
        .post(
            "/api/imports/customers",
            import::<ImportCustomersRequest>,
            importing::<ImportCustomersRequest>("customers", "Import customers").about(format!(
                "Found by `phone`, then by `email`; somebody of another name and another phone is somebody else. What is left \
                 out or `null` stays. `gemsBalance` and `duePaise` are opening balances: a line of the history of gems, and a \
                 due without an invoice. They are given once; another value corrects them while nothing has happened to them, \
                 and `duePaise: 0` settles the due. `tags` are added, and made where they are not there. A \
                 `preferredStaffEmail` that is no staff member's is passed over. {EACH_ROW}"
            )),
        )
        .post(
            "/api/imports/services",
            import::<ImportServicesRequest>,
            importing::<ImportServicesRequest>("services", "Import services").about(format!(
                "Found by `slug`, or by what `name` makes of it. A `categorySlug` that is not there is made where \
                 `categoryName` and `serviceType` are given. Groups of `needs` that have no room in use are passed over. \
                 {EACH_ROW}"
            )),
        )
        .post(
            "/api/imports/products",
            import::<ImportProductsRequest>,
            importing::<ImportProductsRequest>("products", "Import products")
                .about(format!("Found by `barcode`, then by `name`. {EACH_ROW}")),
        )
        .post(
            "/api/imports/memberships",
            import::<ImportMembershipsRequest>,
            importing::<ImportMembershipsRequest>("memberships", "Import memberships").about(format!(
                "Found by `externalId`; their customers by `customerPhone`, or `customerEmail`. They have no invoice, and \
                 `usedMinutes` is their opening balance. A tier that is not there is made. A `branchCode` that no branch has \
                 stands for the caller's own branch or the primary one; a salon without a branch adds one first. One that was \
                 sold here stays as it is. {EACH_ROW}"
            )),
        )
        .post(
            "/api/imports/staff",
            import::<ImportStaffRequest>,
            importing::<ImportStaffRequest>("staff", "Import staff").people_only().about(format!(
                "Found by `email`; one that has no user is invited, and nothing is mailed. `branchCodes` and `serviceSlugs` \
                 stand for the ids of another salon; codes that no branch has are passed over. {EACH_ROW}"
            )),
        )
}

/// The words about every import.
const EACH_ROW: &str = "Each row stands on its own: an invalid one has `details`, the others are written. The same rows \
                        again are `unchanged`, so a repeated request needs no `Idempotency-Key`, and none is read. Nobody is \
                        told. A body may have 1 MiB.";

/// An import of this kind.
fn importing<T: Field>(kind: &str, summary: &'static str) -> Spec {
    role(Role::Manager, summary).id(format!("imports.{kind}")).takes::<T>().answers::<ImportAnswer>()
}
