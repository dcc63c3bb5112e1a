//! `/reports`: pictures with their numbers, compared with the period before.

use parlour_tests::{Shop, TestSalon};
use scraper::Html;
use serde_json::json;

use crate::site::table::all;
use crate::site::table::{as_browser, parsed, text};

/// Sells this many cuts, now.
async fn sell(salon: &TestSalon, shop: &Shop, cuts: usize) {
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    for _ in 0..cuts {
        let booking = salon.confirmed(shop, &asha, &[&shop.cut]).await;
        let path = format!("/api/bookings/{}/complete", booking.id);
        manager.post(&path, json!({ "paymentMethod": "upi" })).await.ok();
    }
}

pub(super) fn words(page: &Html, selector: &str) -> Vec<String> {
    let spoken = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    all(page, selector).iter().map(|found| spoken(found.text().collect::<Vec<_>>().join(" "))).collect()
}

async fn report(salon: &TestSalon, query: &str) -> Html {
    let reply = as_browser(salon.manager().await).get(&format!("/reports?{query}")).await;
    assert_eq!(reply.status.as_u16(), 200, "{query}: {}", text(&reply));
    parsed(&reply)
}

#[tokio::test]
async fn sales_are_drawn_by_day_and_compared_with_as_much_of_the_month_before() {
    let salon = TestSalon::open().await;
    salon.set_clock("2026-10-10T12:00:00+05:30");
    let shop = salon.shop().await;
    sell(&salon, &shop, 2).await;
    salon.set_clock("2026-10-20T12:00:00+05:30");
    sell(&salon, &shop, 5).await;
    salon.set_clock("2026-11-16T12:00:00+05:30");
    sell(&salon, &shop, 3).await;

    let page = report(&salon, "").await;
    let says = words(&page, ".report-says");
    assert_eq!(says, ["1 Nov 2026 to 30 Nov 2026, compared with 1 Oct 2026 to 16 Oct 2026"]);
    let figures = words(&page, ".figure");
    assert_eq!(figures[0], "Sales ₹1,500 ▲ 50 % more than before (₹1,000)");
    assert!(figures[1].starts_with("Bills 3 ▲ 50 % more"), "{}", figures[1]);
    assert_eq!(words(&page, "svg[role=img] > title"), ["Sales"]);
    assert_eq!(all(&page, "circle.chart-point").len(), 16, "a point for each day so far");
    assert_eq!(all(&page, "tbody tr").len(), 16);
    assert_eq!(words(&page, "tfoot th, tfoot td.amount:last-child"), ["All", "₹1,500"]);
    assert_eq!(words(&page, ".chart-key"), ["This period", "The period before"]);
}

#[tokio::test]
async fn sales_by_service_person_and_payment_are_rows() {
    let (salon, shop) = TestSalon::with_shop().await;
    sell(&salon, &shop, 2).await;
    for (group, name) in [("service", "Cut"), ("staff", "Meera"), ("paymentMethod", "UPI")] {
        let page = report(&salon, &format!("report=sales&groupBy={group}")).await;
        assert_eq!(words(&page, "tbody th"), [name]);
        assert_eq!(all(&page, "rect.chart-a").len(), 1, "{group}");
    }
}

#[tokio::test]
async fn the_csv_is_of_the_same_days_and_groups() {
    let (salon, shop) = TestSalon::with_shop().await;
    sell(&salon, &shop, 1).await;
    let query = format!("report=sales&from=2026-11-10&to=2026-11-16&groupBy=service&branchId={}", shop.open.id);
    let page = report(&salon, &query).await;
    let link = all(&page, "a[download]")[0];
    assert_eq!(link.text().collect::<String>(), "Download CSV");
    let href = link.value().attr("href").unwrap();
    let file = salon.manager().await.get(href).await;
    assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
    let lines = text(&file);
    assert_eq!(lines.lines().count(), 2, "{lines}");
    for name in ["bookings", "people", "customers", "memberships", "gems", "leads", "products", "gst"] {
        let page = report(&salon, &format!("report={name}")).await;
        let href = all(&page, "a[download]")[0].value().attr("href").unwrap();
        let file = salon.manager().await.get(href).await;
        assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"), "{href}");
    }
}

#[tokio::test]
async fn every_report_has_a_picture_with_words_and_a_table() {
    let (salon, shop) = TestSalon::with_shop().await;
    sell(&salon, &shop, 1).await;
    for name in ["sales", "bookings", "people", "customers", "memberships", "gems", "leads", "gst"] {
        let page = report(&salon, &format!("report={name}")).await;
        assert_eq!(words(&page, "svg[role=img] > title").len(), 1, "{name}");
        assert!(words(&page, "svg[role=img] > desc").iter().all(|says| !says.is_empty()), "{name}");
        assert_eq!(all(&page, "main table caption").len(), 1, "{name}");
        assert!(!all(&page, ".figure").is_empty(), "{name}");
    }
}

#[tokio::test]
async fn days_that_make_no_sense_are_said_and_the_month_is_shown() {
    let salon = TestSalon::open().await;
    let backwards = "The last day lies before the first: please change one.";
    for (query, says) in [
        ("from=2026-11-20&to=2026-11-10", backwards),
        ("from=never", "This cannot be asked for: from"),
        ("report=gst&month=2026-99", "This cannot be asked for: month"),
    ] {
        let page = report(&salon, query).await;
        assert!(words(&page, ".notice[role=alert]")[0].starts_with(says), "{query}");
        assert_eq!(all(&page, ".notice[role=alert]").len(), 1, "{query}");
        assert!(words(&page, ".report-says")[0].starts_with("1 Nov 2026"), "{query}");
    }
    let typed = report(&salon, "from=2026-11-20&to=2026-11-10").await;
    for field in ["#from[value='2026-11-20']", "#to[value='2026-11-10']"] {
        assert_eq!(all(&typed, field).len(), 1, "{field} stays as it was typed");
    }
    // The empty fields of a form ask for nothing.
    let page = report(&salon, "report=leads&from=&to=&branchId=").await;
    assert!(all(&page, ".notice").is_empty());
}

#[tokio::test]
async fn customers_who_come_back_draw_no_growth_that_there_was_not() {
    let salon = TestSalon::open().await;
    salon.set_clock("2026-08-10T12:00:00+05:30");
    let shop = salon.shop().await;
    let asha = salon.customer("Asha").await;
    for moment in ["2026-08-10T12:00:00+05:30", "2026-10-10T12:00:00+05:30", "2026-11-10T12:00:00+05:30"] {
        salon.set_clock(moment);
        let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
        let path = format!("/api/bookings/{}/complete", booking.id);
        salon.manager().await.post(&path, json!({ "paymentMethod": "upi" })).await.ok();
    }
    let page = report(&salon, "report=customers&from=2026-11-01&to=2026-11-30").await;
    let figures = words(&page, ".figure");
    assert_eq!(figures[2], "Returning 1 Had been here before as before");
    assert_eq!(figures[3], "Lapsed 0 Not here for ninety days, but within a year as before");
}

#[tokio::test]
async fn the_gst_report_has_the_files_of_each_registration() {
    let (salon, shop) = TestSalon::with_shop().await;
    sell(&salon, &shop, 1).await;
    let page = report(&salon, "report=gst&month=2026-11").await;
    let files: Vec<_> = all(&page, ".report-table a[download]");
    let names: Vec<String> = files.iter().map(|file| file.text().collect()).collect();
    assert_eq!(names, ["GSTR-1 (JSON) of 29AAAAA0000A1ZY", "Tally (XML) of 29AAAAA0000A1ZY"]);
    for (file, kind) in files.iter().zip(["application/json", "application/xml"]) {
        let reply = salon.manager().await.get(file.value().attr("href").unwrap()).await;
        assert_eq!(reply.header("content-type"), Some(kind));
    }
    let before = report(&salon, "report=gst&month=2026-10").await;
    assert!(all(&before, ".report-table a[download]").is_empty(), "nothing was sold");
}
