//! Every notification type has its words, in every form, and nothing typed by people becomes markup.

mod facts;

use self::facts::*;
use super::*;
use parlour_values::language::Language;
use parlour_values::money::Paise;
use parlour_values::payment::{InvoiceType, PaymentMethod};

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
         Open this booking: https://app.example.test/bookings/b1\n\
         \n\
         Parlour\n"
    );
}

#[test]
fn one_message_names_all_appointments_of_a_repeat() {
    let texts = Notice::Repeat(RepeatNotice::Made, repeat(&booking())).texts(&brand());
    assert_eq!(texts.kind, NotificationType::BookingConfirmed);
    assert_eq!(
        texts.body,
        "Haircut and Head massage at Indiranagar: 3 appointments, the first on Mon 16 Nov 2026, 12:00 pm."
    );
    assert_eq!(texts.subject, "Confirmed: 3 appointments from Mon 16 Nov 2026");
    for day in ["Mon 16 Nov 2026, 12:00 pm", "Mon 14 Dec 2026, 12:00 pm", "Mon 11 Jan 2027, 12:00 pm"] {
        assert!(texts.text.contains(day) && texts.html.contains(day), "{}", texts.text);
    }
}

#[test]
fn what_people_typed_never_becomes_markup() {
    let facts = BookingFacts {
        customer_first_name: "<script>alert(1)</script>".to_owned(),
        service_names: vec!["Cut \"&\" <b>wash</b>".to_owned()],
        branch_name: "<img src=x>".to_owned(),
        staff_names: vec!["O'Neil <i>".to_owned()],
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
    assert!(html.contains("Cut &quot;&amp;&quot; &lt;b&gt;wash&lt;/b&gt;") && html.contains("O'Neil"));
}

#[test]
fn every_button_leads_to_the_page_it_speaks_of() {
    let customer = |page: &str| format!("https://app.example.test{page}");
    let desk = |page: &str| format!("https://desk.example.test{page}");
    for notice in every_notice(&booking()) {
        let wanted = match &notice {
            Notice::Booking(..) | Notice::Repeat(..) | Notice::CreditNote(_) => customer("/bookings/b1"),
            Notice::Invoice(InvoiceFacts { booking_id: Some(_), .. }) => customer("/bookings/b1"),
            Notice::Membership(..) | Notice::Invoice(_) => customer("/membership"),
            Notice::Waitlist(_) => customer("/waitlist"),
            Notice::Gems(..) => customer("/gems"),
            Notice::Birthday(_) => customer("/book"),
            Notice::Erasure(_) => customer("/profile"),
            Notice::Desk(..) | Notice::DeskRepeat(..) => desk("/bookings/b1"),
            Notice::Lead(_) => desk("/leads"),
            Notice::Webhook(_) => desk("/webhooks"),
            Notice::Channel(_) => desk("/integrations"),
            Notice::Reply(_) => desk("/customers"),
            Notice::Owner(OwnerNotice::DrawerDiffered { .. }) => desk("/drawer"),
            Notice::Owner(_) => desk("/billing"),
        };
        let texts = notice.texts(&brand());
        assert!(texts.html.contains(&format!("<a href=\"{wanted}\"")), "{:?}: {}", notice.kind(), texts.html);
        assert!(texts.text.contains(&format!(": {wanted}\n")), "{:?}: {}", notice.kind(), texts.text);
    }
    for report in every_report() {
        assert!(report.texts(&brand()).text.contains("Open the reports: https://desk.example.test/reports\n"));
    }
}

#[test]
fn where_to_go_has_an_address_a_map_and_a_number() {
    let brand = Brand {
        address: Some("12, 100 Feet Road\nBengaluru".to_owned()),
        phone: Some("+91 80 4123 4567".to_owned()),
        ..brand()
    };
    let map = "https://www.google.com/maps/search/?api=1&query=Indiranagar%2C+12%2C+100+Feet+Road%2C+Bengaluru";
    for notice in [Notice::Booking(BookingNotice::Confirmed, booking()), Notice::Invoice(invoice())] {
        let texts = notice.texts(&brand);
        let place = "Where: Indiranagar, 12, 100 Feet Road, Bengaluru, +91 80 4123 4567\n";
        assert!(texts.text.contains(&format!("{place}Map: {map}\n")), "{}", texts.text);
        let link = format!("<a href=\"{}\"", map.replace('&', "&amp;"));
        assert!(texts.html.contains("Indiranagar<br>12, 100 Feet Road<br>Bengaluru<br>+91 80 4123 4567<br>"));
        assert!(texts.html.contains(&link), "{}", texts.html);
    }
}

#[test]
fn what_has_changed_since_is_said_instead_of_what_was_promised() {
    let at = |notice: BookingNotice, standing| {
        Notice::Booking(notice, BookingFacts { standing, ..booking() }).texts(&brand())
    };
    for notice in [BookingNotice::Received, BookingNotice::Confirmed, BookingNotice::Rescheduled] {
        for (standing, since) in [
            (BookingStanding::Cancelled, "It has been cancelled since."),
            (BookingStanding::Rejected, "We could not take it after all."),
        ] {
            let texts = at(notice, standing);
            for form in [&texts.body, &texts.text, &texts.html] {
                assert!(form.contains(since), "{form}");
                assert!(!form.contains("shortly") && !form.contains("See you then"), "{form}");
                assert!(!form.contains("is confirmed"), "{form}");
            }
        }
        assert!(at(notice, BookingStanding::Waiting).body.contains("shortly"));
        assert!(at(notice, BookingStanding::Confirmed).text.contains("confirmed"));
        assert!(!at(notice, BookingStanding::Confirmed).text.contains("shortly"));
    }
    for notice in [DeskNotice::Assigned, DeskNotice::Rescheduled] {
        let facts = BookingFacts { standing: BookingStanding::Cancelled, ..booking() };
        assert!(Notice::Desk(notice, facts).texts(&brand()).body.ends_with(" It has been cancelled since."));
    }
}

#[test]
fn marketing_can_be_ended_from_the_mail_itself() {
    let page = "https://app.example.test/unsubscribe/t".to_owned();
    let one_click = "https://app.example.test/api/unsubscribe/t".to_owned();
    let end = Unsubscribe { page: page.clone(), one_click: one_click.clone() };
    let own = OwnLinks { unsubscribe: Some(end), open: None };
    let texts = Notice::Booking(BookingNotice::ReviewRequest, booking()).texts_for(Language::English, &brand(), own);
    assert!(texts.text.ends_with(&format!("Unsubscribe: {page}\n")), "{}", texts.text);
    assert!(texts.html.contains(&format!("<a href=\"{page}\"")));
    let email = texts.email_to("asha@example.test", Vec::new());
    assert_eq!(
        email.headers(),
        [
            ("List-Unsubscribe", format!("<{one_click}>")),
            ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()),
        ]
    );
    let plain = Notice::Booking(BookingNotice::Confirmed, booking()).texts(&brand());
    assert!(!plain.text.contains("nsubscribe"));
    assert_eq!(plain.email_to("asha@example.test", Vec::new()).headers(), []);
}

#[test]
fn a_booking_can_be_opened_from_the_mail_without_a_sign_in() {
    let link = "https://app.example.test/m?AZjC8KGyfD2OT1prfI2eDwcHBwcHBwcHBwcHBwcHBwcH";
    let own = OwnLinks { unsubscribe: None, open: Some(link.to_owned()) };
    let texts = Notice::Booking(BookingNotice::Confirmed, booking()).texts_for(Language::English, &brand(), own);
    assert!(texts.text.contains(&format!("\nOpen without signing in: {link}\n")), "{}", texts.text);
    assert!(texts.html.contains(&format!("<a href=\"{link}\"")) && texts.html.contains("Open this booking"));
    let plain = Notice::Booking(BookingNotice::Confirmed, booking()).texts(&brand());
    assert!(!plain.text.contains("without signing in") && !plain.html.contains("/m?"));
}

#[test]
fn a_membership_sale_is_thanked_for_as_one() {
    let texts = Notice::Invoice(membership_sale()).texts(&brand());
    assert!(texts.text.contains("thank you for your membership.") && !texts.text.contains("visit"), "{}", texts.text);
    let note = Notice::CreditNote(credit_note()).texts(&brand());
    assert_eq!(note.subject, "Your credit note BLR/C26-27/00007: ₹500");
    assert!(note.text.contains("For invoice: BLR/26-27/00042\n") && note.text.contains("GST included: ₹23.81\n"));
}

#[test]
fn whoever_bought_products_is_thanked_for_that_and_led_to_no_page_that_does_not_show_it() {
    let note = CreditNoteFacts { invoice_type: InvoiceType::Sale, booking_id: None, ..credit_note() };
    let invoiced = |language| Notice::Invoice(sale()).texts_for(language, &brand(), OwnLinks::default());
    let (english, hindi) = (invoiced(Language::English), invoiced(Language::Hindi));
    assert!(english.text.contains("Hello Asha, thank you for your purchase. "), "{}", english.text);
    assert!(hindi.text.contains("नमस्ते Asha, ख़रीदारी के लिए धन्यवाद। "), "{}", hindi.text);
    for texts in [english, hindi, Notice::CreditNote(note).texts(&brand())] {
        for word in ["membership", "सदस्यता", "visit", "app.example.test"] {
            assert!(!texts.text.contains(word) && !texts.html.contains(word), "{word}: {}", texts.text);
        }
    }
}

#[test]
fn the_record_of_a_session_has_no_words_of_a_bill() {
    let texts = |language| Notice::Invoice(session_record()).texts_for(language, &brand(), OwnLinks::default());
    let english = texts(Language::English);
    assert_eq!(
        (english.title.as_str(), english.subject.as_str()),
        ("Your session record", "Your session record BLR/S26-27/00003")
    );
    assert!(english.text.contains("Paid: By membership on Mon 16 Nov 2026\n"), "{}", english.text);
    for texts in [english, texts(Language::Hindi)] {
        for word in ["nvoice", "GST", "₹", "card", "बिल", "जीएसटी", "कार्ड"] {
            let forms = [&texts.title, &texts.body, &texts.subject, &texts.text, &texts.html];
            assert!(forms.iter().all(|form| !form.contains(word)), "{word}: {}", texts.text);
        }
    }
}

#[test]
fn a_membership_that_begins_later_says_from_when() {
    let facts = || MembershipFacts { begins_on: "2026-12-01".parse().ok(), ..membership() };
    let texts = |facts, language| {
        Notice::Membership(MembershipNotice::Created, facts).texts_for(language, &brand(), OwnLinks::default())
    };
    let later = texts(facts(), Language::English);
    assert_eq!(later.body, "Gold: 7 hours 30 minutes to enjoy from Tue 1 Dec 2026 until Wed 16 Dec 2026.");
    assert!(later.text.contains("begins on Tue 1 Dec 2026.") && !later.text.contains("ready"), "{}", later.text);
    assert!(later.text.contains("Valid from: Tue 1 Dec 2026\n"), "{}", later.text);
    let hindi = texts(facts(), Language::Hindi);
    assert!(hindi.text.contains("मंगल 1 दिस 2026 को शुरू होगी") && !hindi.text.contains("तैयार"), "{}", hindi.text);
    assert!(texts(membership(), Language::English).text.contains("membership is ready."));
}

#[test]
fn everybody_who_serves_is_named() {
    let staff_names = vec!["Meera".to_owned(), "Ravi".to_owned()];
    let facts = BookingFacts { staff_names, ..booking() };
    let texts = Notice::Booking(BookingNotice::Confirmed, facts).texts(&brand());
    assert!(texts.text.contains("\nWith: Meera and Ravi\n"), "{}", texts.text);
    let nobody = BookingFacts { staff_names: Vec::new(), ..booking() };
    assert!(!Notice::Booking(BookingNotice::Confirmed, nobody).texts(&brand()).text.contains("With:"));
}

#[test]
fn a_credit_note_says_what_went_back_and_what_need_not_be_paid_any_more() {
    let texts = |refund_methods: &[PaymentMethod], due_fell| {
        let note =
            CreditNoteFacts { refund_methods: refund_methods.into(), due_fell: Paise(due_fell), ..credit_note() };
        Notice::CreditNote(note).texts(&brand()).text
    };
    let whole = texts(&[PaymentMethod::Upi], 0);
    assert!(whole.contains("we have given back ₹500.") && whole.contains("Given back: By UPI on "), "{whole}");
    let both = texts(&[PaymentMethod::Cash, PaymentMethod::Upi], 20_000);
    assert!(both.contains("we have given back ₹300.") && both.contains("Given back: In cash and by UPI on "), "{both}");
    assert!(both.contains("Not to be paid any more: ₹200\n"), "{both}");
    let due = texts(&[], 50_000);
    assert!(due.contains("₹500 of this invoice need not be paid any more.") && !due.contains("Given back"), "{due}");
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
         *How the bills were paid*\n\
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
fn an_alert_to_the_owner_reads_the_same_in_chat() {
    let notice = drawer_differed(&BookingFacts { reason: Some("Not found".to_owned()), ..booking() });
    let texts = Notice::Owner(notice.clone()).texts(&brand());
    assert_eq!(texts.subject, "The drawer is ₹600 short: Indiranagar");
    assert_eq!(
        notice.chat().text,
        "*The drawer is ₹600 short*\n\
         Indiranagar, Mon 16 Nov 2026: Meera counted ₹4,400, and ₹5,000 must have been there. Note: Not found\n"
    );
    assert_eq!(notice.chat().kind, texts.kind);
}

#[test]
fn a_day_says_what_is_to_be_ordered_even_if_nothing_was_sold() {
    let low = |name: &str, on_hand| LowStock { name: name.to_owned(), branch: "Indiranagar".to_owned(), on_hand };
    let low_products = vec![low("Hair oil", 2), low("Shampoo", -1)];
    let told = "\n*To be ordered*\n• Hair oil: Indiranagar · 2 left\n• Shampoo: Indiranagar · -1 left\n";
    let nothing = SalesFacts { invoices: 0, total: Paise::ZERO, low_products: low_products.clone(), ..sales() };
    for facts in [SalesFacts { low_products, ..sales() }, nothing] {
        assert!(Report::Daily(facts).chat().text.ends_with(told));
    }
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
fn a_day_with_refunds_says_so_and_is_no_share_of_what_is_not_above_nothing() {
    let with = |[total, refunded]: [i64; 2], [before, refunded_before]: [i64; 2]| {
        let (total, refunded) = (Paise(total), Paise(refunded));
        let facts = SalesFacts { invoices: 1, gst: Paise(1_662), total, refunded, ..sales() };
        let (previous_total, previous_refunded) = (Some(Paise(before)), Paise(refunded_before));
        Report::Daily(SalesFacts { previous_total, previous_refunded, ..facts }).texts(&brand()).body
    };
    let refunded = with([34_900, 100_000], [-32_782, 100_000]);
    let told = "₹349 from 1 invoice, after ₹1,000 refunded, ₹16.62 of it GST. Up from -₹327.82 the day before.";
    assert_eq!(refunded, told);
    let fell = with([-100, 200], [200, 0]);
    assert!(fell.ends_with("Down from ₹2 the day before."), "{fell}");
    let all_refunded = with([100, 0], [0, 500]);
    assert!(
        all_refunded.ends_with("₹1 from 1 invoice, ₹16.62 of it GST. Up from ₹0 the day before."),
        "{all_refunded}"
    );
    assert!(with([-100, 200], [-100, 0]).ends_with("The same as the day before."));
}

#[test]
fn an_empty_week_says_so_in_one_line() {
    let empty = SalesFacts {
        total: Paise(0),
        gst: Paise(0),
        discounts: Paise(0),
        invoices: 0,
        by_payment_method: vec![("cash".to_owned(), Paise(0))],
        by_branch: vec![BranchSales { name: "Indiranagar".to_owned(), invoices: 0, total: Paise(0) }],
        bookings: Vec::new(),
        top_services: Vec::new(),
        previous_total: Some(Paise(0)),
        ..sales()
    };
    let chat = Report::Weekly(empty.clone()).chat().text;
    assert_eq!(chat.lines().skip(1).collect::<Vec<_>>(), ["Nothing was sold, and there were no bookings."]);
    let after = SalesFacts { previous_total: Some(Paise(10_000)), ..empty.clone() };
    assert!(Report::Weekly(after).chat().text.contains("Down 100 % on the week before (₹100)."));
    let booked = SalesFacts { bookings: vec![("no_show".to_owned(), 2)], ..empty };
    let chat = Report::Weekly(booked).chat().text;
    assert!(
        chat.contains("Nothing was sold.\n") && chat.contains("• No show: 2\n") && !chat.contains("Branches"),
        "{chat}"
    );
}

#[test]
fn the_gst_summary_adds_up() {
    let report = Report::MonthlyGst(gst());
    assert_eq!(report.texts(&brand()).subject, "GST summary for October 2026: ₹47.58 of GST");
    assert!(report.chat().text.contains("SAC 999721 at 5 %: taxable ₹951.42 · CGST ₹23.79 · SGST ₹23.79"));
    assert!(report.chat().text.contains("*Invoices*\n• BLR/26-27/00042 to BLR/26-27/00043: 2 issued · 1 void"));
    let mut goods = gst();
    goods.registrations[0].rows[0].sac = "330510".to_owned();
    assert!(Report::MonthlyGst(goods).chat().text.contains("• HSN 330510 at 5 %: "));
    // Credit notes are taken off what was invoiced.
    assert!(report.chat().text.contains("• Invoiced: ₹999\n") && !report.chat().text.contains("Net"));
    let mut credited = gst();
    let own = &mut credited.registrations[0];
    (own.total, own.credit_notes, own.credited) = (Paise(69_900), 2, Paise(30_000));
    let text = Report::MonthlyGst(credited).chat().text;
    assert!(text.contains("• Invoiced: ₹999\n• Credit notes: 2 · ₹300\n• Net: ₹699\n"), "{text}");
    // Two registrations are told apart.
    let mut two = gst();
    let own = two.registrations.first().cloned().unwrap();
    two.registrations.push(GstRegistration {
        gstin: Some("04ZZZCX1234L1ZP".to_owned()),
        state_tax: "UTGST",
        ..own.clone()
    });
    two.registrations.push(GstRegistration { gstin: None, ..own });
    let text = Report::MonthlyGst(two).chat().text;
    for told in
        ["*Totals of 29ABCDE1234F1ZW*", "*By service code of 04ZZZCX1234L1ZP*", "UTGST ₹23.79", "without a GSTIN"]
    {
        assert!(text.contains(told), "{told}: {text}");
    }
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

/// The names of people and of the salon in these tests, and a text that somebody wrote.
const NAMES: [&str; 9] =
    ["Haircut", "Head massage", "Indiranagar", "Parlour", "Meera", "Asha", "Gold", "Glow", "Half of it was not done"];

#[test]
fn customers_read_hindi_and_whoever_works_here_english() {
    let own = || OwnLinks {
        unsubscribe: Some(Unsubscribe {
            page: "https://a.test/u".to_owned(),
            one_click: "https://a.test/o".to_owned(),
        }),
        open: Some("https://a.test/m?x".to_owned()),
    };
    let address = Some("12 MG Road".to_owned());
    let brand = Brand { address: address.clone(), ..brand() };
    for standing in
        [BookingStanding::Waiting, BookingStanding::Confirmed, BookingStanding::Cancelled, BookingStanding::Rejected]
    {
        for notice in every_notice(&BookingFacts { standing, ..booking() }) {
            let texts = notice.texts_for(Language::Hindi, &brand, own());
            if notice.spoken_to(Language::Hindi) == Language::English {
                assert_eq!(texts, notice.texts_for(Language::English, &brand, own()));
                continue;
            }
            assert!(texts.html.contains("<html lang=\"hi\">") && texts.html.contains("Parlour की ओर से शुभकामनाएँ"));
            for said in [texts.title, texts.body, texts.subject, texts.text] {
                let said = NAMES.iter().chain(&["12 MG Road"]).fold(said, |said, name| said.replace(name, ""));
                let is_address = |word: &&str| word.contains("://") || word.contains("/26-27/") || word.contains('-');
                let left: Vec<&str> = said.split_whitespace().filter(|word| !is_address(word)).collect();
                assert!(
                    !left.join(" ").contains(|letter: char| letter.is_ascii_alphabetic()),
                    "{:?}: {left:?}",
                    texts.kind
                );
            }
        }
    }
}

#[test]
fn hindi_messages_say_the_time_as_people_do() {
    let texts = |notice| Notice::Booking(notice, booking()).texts_for(Language::Hindi, &brand(), OwnLinks::default());
    let confirmed = texts(BookingNotice::Confirmed);
    assert_eq!(confirmed.title, "आपकी बुकिंग पक्की है");
    assert_eq!(confirmed.body, "Haircut और Head massage, सोम 16 नव 2026, दोपहर 12 बजे, Indiranagar। तब मिलते हैं!");
    assert!(confirmed.text.contains("कब: सोम 16 नव 2026, दोपहर 12 बजे से दोपहर 1:15 बजे तक\n"), "{}", confirmed.text);
    let reason = BookingFacts { reason: Some("बिजली नहीं है".to_owned()), ..booking() };
    let cancelled = Notice::Booking(BookingNotice::Cancelled { by_the_salon: true }, reason);
    let cancelled = cancelled.texts_for(Language::Hindi, &brand(), OwnLinks::default());
    assert!(cancelled.body.ends_with("रद्द। कारण: बिजली नहीं है"), "{}", cancelled.body);
}
