//! Every notification type has its words, in every form, and nothing typed by people becomes markup.

use super::*;
use crate::money::Paise;
use crate::time::Minutes;

fn brand() -> Brand {
    Brand {
        name: "Parlour".to_owned(),
        accent: "#7B2D52".parse().unwrap(),
        phone: None,
        customer_url: Some("https://app.example.test".to_owned()),
        admin_url: Some("https://desk.example.test".to_owned()),
    }
}

fn booking() -> BookingFacts {
    BookingFacts {
        number: "BK-BLR-2611-H-00042".to_owned(),
        service_names: vec!["Haircut".to_owned(), "Head massage".to_owned()],
        date: "2026-11-16".parse().unwrap(),
        start: "12:00".parse().unwrap(),
        end: "13:15".parse().unwrap(),
        branch_name: "Indiranagar".to_owned(),
        customer_first_name: "Asha".to_owned(),
        staff_name: Some("Meera".to_owned()),
        reason: None,
    }
}

fn membership() -> MembershipFacts {
    MembershipFacts {
        number: "PAR-MEM-26-01-7KQ2X".to_owned(),
        tier_name: "Gold".to_owned(),
        customer_first_name: "Asha".to_owned(),
        remaining: Minutes(450),
        total: Minutes(600),
        expires_on: "2026-12-16".parse().unwrap(),
        price: Paise(1_500_000),
    }
}

fn gems() -> GemsFacts {
    GemsFacts {
        customer_first_name: "Asha".to_owned(),
        gems: 40,
        balance: 65,
        expires_on: "2026-11-23".parse().unwrap(),
    }
}

fn invoice() -> InvoiceFacts {
    InvoiceFacts {
        number: "BLR/26-27/00042".to_owned(),
        customer_first_name: "Asha".to_owned(),
        branch_name: "Indiranagar".to_owned(),
        paid_on: "2026-11-16".parse().unwrap(),
        payment_method: "upi".to_owned(),
        total: Paise(99_900),
        gst: Paise(4_758),
        gems_earned: 9,
        pdf_attached: true,
    }
}

fn sales() -> SalesFacts {
    SalesFacts {
        from: "2026-11-16".parse().unwrap(),
        to: "2026-11-16".parse().unwrap(),
        total: Paise(12_345_600),
        gst: Paise(587_886),
        discounts: Paise(50_000),
        invoices: 42,
        by_payment_method: vec![("cash".to_owned(), Paise(2_000_000)), ("upi".to_owned(), Paise(10_345_600))],
        by_branch: vec![BranchSales { name: "Indiranagar".to_owned(), invoices: 42, total: Paise(12_345_600) }],
        bookings: vec![("completed".to_owned(), 40), ("no_show".to_owned(), 2)],
        top_services: vec![ServiceSales { name: "Haircut & wash".to_owned(), count: 18, total: Paise(1_798_200) }],
        previous_total: Some(Paise(11_022_857)),
    }
}

fn gst() -> GstFacts {
    GstFacts {
        month: "2026-10".parse().unwrap(),
        rows: vec![GstRow {
            sac: "999721".to_owned(),
            rate_bps: 500,
            taxable: Paise(95_142),
            cgst: Paise(2_379),
            sgst: Paise(2_379),
        }],
        invoices: 1,
        total: Paise(99_900),
    }
}

fn every_notice(facts: &BookingFacts) -> Vec<Notice> {
    let booking = |notice| Notice::Booking(notice, facts.clone());
    let desk = |notice| Notice::Desk(notice, facts.clone());
    let member = |notice| Notice::Membership(notice, membership());
    vec![
        booking(BookingNotice::Received),
        booking(BookingNotice::Confirmed),
        booking(BookingNotice::Rescheduled { confirmed: true }),
        booking(BookingNotice::Rescheduled { confirmed: false }),
        booking(BookingNotice::Cancelled { by_the_salon: true }),
        booking(BookingNotice::Cancelled { by_the_salon: false }),
        booking(BookingNotice::Rejected),
        booking(BookingNotice::Completed),
        booking(BookingNotice::Reminder24h),
        booking(BookingNotice::Reminder1h),
        booking(BookingNotice::ReviewRequest),
        desk(DeskNotice::Assigned),
        desk(DeskNotice::Cancelled { by_the_salon: false }),
        desk(DeskNotice::Cancelled { by_the_salon: true }),
        desk(DeskNotice::Rescheduled),
        desk(DeskNotice::PendingAlert),
        desk(DeskNotice::NoshowAlert),
        member(MembershipNotice::Created),
        member(MembershipNotice::Expiry30d),
        member(MembershipNotice::Expiry7d),
        member(MembershipNotice::Expiry1d),
        member(MembershipNotice::Expired),
        member(MembershipNotice::UsageNudge),
        Notice::Gems(GemsNotice::Expiry7d, gems()),
        Notice::Gems(GemsNotice::Expired, gems()),
        Notice::Invoice(invoice()),
        Notice::Birthday(BirthdayFacts { customer_first_name: "Asha".to_owned(), offers: Vec::new() }),
        Notice::Birthday(BirthdayFacts { customer_first_name: "Asha".to_owned(), offers: vec!["Glow".to_owned()] }),
        Notice::Lead(LeadFacts {
            lead_name: "Ravi".to_owned(),
            service_name: Some("Facial".to_owned()),
            silent_for: Minutes(3 * 24 * 60),
        }),
    ]
}

fn every_report() -> Vec<Report> {
    vec![Report::Daily(sales()), Report::Weekly(sales()), Report::MonthlyGst(gst())]
}

fn every_text() -> Vec<Texts> {
    let notices = every_notice(&booking()).into_iter().map(|notice| notice.texts(&brand()));
    notices.chain(every_report().into_iter().map(|report| report.texts(&brand()))).collect()
}

#[test]
fn every_notification_type_has_its_words() {
    let written: Vec<_> = every_text().into_iter().map(|texts| texts.kind).collect();
    for kind in NotificationType::ALL {
        let machine = matches!(kind, NotificationType::Heartbeat | NotificationType::IntegrationTest);
        assert_eq!(written.contains(kind), !machine, "{kind}");
    }
}

#[test]
fn no_form_is_empty_and_titles_fit_a_phone() {
    for texts in every_text() {
        for form in [&texts.title, &texts.body, &texts.subject, &texts.text, &texts.html] {
            assert!(!form.trim().is_empty(), "{texts:?}");
            assert!(!form.contains("  ,") && !form.contains("None") && !form.contains("{"), "{form}");
        }
        assert!(texts.title.chars().count() <= 60, "{}", texts.title);
        assert!(!texts.subject.contains('\n') && texts.subject.chars().count() <= 78, "{}", texts.subject);
        assert!(!texts.html.contains("<img") && !texts.html.contains("src=") && !texts.html.contains("url("));
    }
}

#[test]
fn a_confirmation_says_what_when_where_and_with_whom() {
    let texts = Notice::Booking(BookingNotice::Confirmed, booking()).texts(&brand());
    assert_eq!(texts.title, "Your booking is confirmed");
    assert_eq!(texts.body, "Haircut and Head massage on Mon 16 Nov 2026, 12:00 pm at Indiranagar. See you then!");
    assert_eq!(texts.subject, "Confirmed: Mon 16 Nov 2026, 12:00 pm");
    assert_eq!(
        texts.text,
        "Your booking is confirmed\n\
         \n\
         Hello Asha, your booking is confirmed. We look forward to seeing you.\n\
         \n\
         When: Mon 16 Nov 2026, 12:00 pm to 1:15 pm\n\
         What: Haircut and Head massage\n\
         Where: Indiranagar\n\
         With: Meera\n\
         Booking: BK-BLR-2611-H-00042\n\
         \n\
         Plans changed? You can reschedule or cancel in the app; the earlier, the kinder to others.\n\
         \n\
         Open my bookings: https://app.example.test\n\
         \n\
         Parlour\n"
    );
}

#[test]
fn what_people_typed_never_becomes_markup() {
    let facts = BookingFacts {
        customer_first_name: "<script>alert(1)</script>".to_owned(),
        service_names: vec!["Cut \"&\" <b>wash</b>".to_owned()],
        branch_name: "<img src=x>".to_owned(),
        staff_name: Some("O'Neil <i>".to_owned()),
        reason: Some("</td><h1>".to_owned()),
        ..booking()
    };
    for notice in every_notice(&facts) {
        let html = notice.texts(&brand()).html;
        for raw in ["<script", "<b>", "<img", "<i>", "</td><h1>"] {
            assert!(!html.contains(raw), "{raw} in {:?}", notice.kind());
        }
    }
    let html = Notice::Booking(BookingNotice::Confirmed, facts).texts(&brand()).html;
    assert!(html.contains("Cut &quot;&amp;&quot; &lt;b&gt;wash&lt;/b&gt;") && html.contains("O&#39;Neil"));
}

#[test]
fn without_an_address_there_is_no_button() {
    for notice in every_notice(&booking()) {
        let texts = notice.texts(&Brand::default());
        assert!(!texts.html.contains("<a "), "{:?}", notice.kind());
    }
}

#[test]
fn a_reason_is_passed_on() {
    let facts = BookingFacts { reason: Some("The branch is closed that day".to_owned()), ..booking() };
    for notice in [BookingNotice::Rejected, BookingNotice::Cancelled { by_the_salon: true }] {
        let texts = Notice::Booking(notice, facts.clone()).texts(&brand());
        for form in [&texts.body, &texts.text, &texts.html] {
            assert!(form.contains("The branch is closed that day"), "{form}");
        }
    }
}

#[test]
fn amounts_are_written_as_in_india() {
    let texts = Notice::Invoice(invoice()).texts(&brand());
    assert_eq!(texts.subject, "Your invoice BLR/26-27/00042: ₹999");
    assert!(texts.text.contains("GST included: ₹47.58"));
    assert!(texts.text.contains("Your invoice is attached."));
    let bare = Notice::Invoice(InvoiceFacts { pdf_attached: false, ..invoice() }).texts(&brand());
    assert!(!bare.text.contains("attached"));
}

#[test]
fn a_daily_report_reads_the_same_in_chat() {
    let report = Report::Daily(sales());
    assert_eq!(report.texts(&brand()).subject, "Sales of Mon 16 Nov 2026: ₹1,23,456");
    assert_eq!(
        report.chat().text,
        "*Sales of Mon 16 Nov 2026*\n\
         ₹1,23,456 from 42 invoices, ₹5,878.86 of it GST. Up 12 % on the day before (₹1,10,228.57).\n\
         \n\
         *Takings*\n\
         • Cash: ₹20,000\n\
         • UPI: ₹1,03,456\n\
         • Discounts given: ₹500\n\
         \n\
         *Branches*\n\
         • Indiranagar: 42 invoices · ₹1,23,456\n\
         \n\
         *Bookings*\n\
         • Completed: 40\n\
         • No show: 2\n\
         \n\
         *Most loved*\n\
         • Haircut & wash: × 18 · ₹17,982\n"
    );
}

#[test]
fn a_week_is_compared_with_the_one_before() {
    let with = |total, previous_total| {
        Report::Weekly(SalesFacts { total: Paise(total), previous_total, ..sales() }).texts(&brand()).body
    };
    assert!(with(90, Some(Paise(100))).ends_with("Down 10 % on the week before (₹1)."));
    assert!(with(100, Some(Paise(100))).ends_with("The same as the week before."));
    assert!(with(100, Some(Paise(0))).ends_with("Nothing came in the week before."));
    assert!(with(100, None).ends_with("of it GST."));
}

#[test]
fn the_gst_summary_adds_up() {
    let report = Report::MonthlyGst(gst());
    assert_eq!(report.texts(&brand()).subject, "GST summary for October 2026: ₹47.58 of GST");
    assert!(report.chat().text.contains("SAC 999721 at 5 %: taxable ₹951.42 · CGST ₹23.79 · SGST ₹23.79"));
}

#[test]
fn a_letter_bears_the_salons_name_its_number_and_its_colour() {
    let yellow = Brand {
        name: "Saffron & Rose".to_owned(),
        accent: "#FFD23F".parse().unwrap(),
        phone: Some("+91 80 4123 4567".to_owned()),
        ..brand()
    };
    for notice in every_notice(&booking()) {
        let texts = notice.texts(&yellow);
        assert_eq!(texts.sender, "Saffron & Rose");
        assert!(texts.text.contains("\nSaffron & Rose\n") && texts.html.contains("everyone at Saffron &amp; Rose"));
        assert!(!texts.text.contains("Parlour") && !texts.html.contains("Parlour"), "{}", texts.text);
        assert!(!texts.html.contains("color:#FFD23F;") && !texts.html.contains("color:#FFD23F\""), "{}", texts.html);
    }
    let confirmed = Notice::Booking(BookingNotice::Confirmed, booking()).texts(&yellow);
    assert!(confirmed.text.contains("Where: Indiranagar, +91 80 4123 4567\n"), "{}", confirmed.text);
    assert!(confirmed.html.contains("background:#FFD23F;color:#000000"), "{}", confirmed.html);
    let invoiced = Notice::Invoice(invoice()).texts(&yellow);
    assert!(invoiced.text.contains("Where: Indiranagar, +91 80 4123 4567\n"), "{}", invoiced.text);
    assert!(Report::Daily(sales()).chat().signed("Saffron & Rose").text.starts_with("Saffron & Rose: *Sales of"));
}
