//! The facts that notices and reports of these tests speak of.

use super::super::*;
use parlour_values::message_channel::MessageChannel;
use parlour_values::money::Paise;
use parlour_values::payment::{InvoiceType, PaymentMethod};
use parlour_values::time::Minutes;

pub fn brand() -> Brand {
    Brand {
        name: "Parlour".to_owned(),
        accent: "#7B2D52".parse().unwrap(),
        phone: None,
        address: None,
        email: None,
        customer_url: Some("https://app.example.test".to_owned()),
        admin_url: Some("https://desk.example.test".to_owned()),
    }
}

pub fn booking() -> BookingFacts {
    BookingFacts {
        id: "b1".into(),
        number: "BK-BLR-2611-H-00042".to_owned(),
        service_names: vec!["Haircut".to_owned(), "Head massage".to_owned()],
        date: "2026-11-16".parse().unwrap(),
        start: "12:00".parse().unwrap(),
        end: "13:15".parse().unwrap(),
        branch_name: "Indiranagar".to_owned(),
        customer_first_name: "Asha".to_owned(),
        staff_names: vec!["Meera".to_owned()],
        reason: None,
        standing: BookingStanding::Confirmed,
    }
}

/// The same four weeks later, and four weeks after that.
pub fn repeat(first: &BookingFacts) -> RepeatFacts {
    let later =
        |days| BookingFacts { date: first.date.plus_days(days), id: format!("b{days}").into(), ..first.clone() };
    RepeatFacts { first: first.clone(), others: vec![later(28), later(56)] }
}

pub fn membership() -> MembershipFacts {
    MembershipFacts {
        number: "PAR-MEM-26-01-7KQ2X".to_owned(),
        tier_name: "Gold".to_owned(),
        customer_first_name: "Asha".to_owned(),
        remaining: Minutes(450),
        total: Minutes(600),
        begins_on: None,
        expires_on: "2026-12-16".parse().unwrap(),
        days_left: 30,
        price: Paise(1_500_000),
    }
}

pub fn gems() -> GemsFacts {
    GemsFacts {
        customer_first_name: "Asha".to_owned(),
        gems: 40,
        balance: 65,
        expires_on: "2026-11-23".parse().unwrap(),
        days_left: 7,
    }
}

pub fn invoice() -> InvoiceFacts {
    InvoiceFacts {
        number: "BLR/26-27/00042".to_owned(),
        customer_first_name: "Asha".to_owned(),
        branch_name: "Indiranagar".to_owned(),
        invoice_type: InvoiceType::Service,
        booking_id: Some("b1".into()),
        paid_on: "2026-11-16".parse().unwrap(),
        payment_method: Some("upi".to_owned()),
        due: Paise::ZERO,
        is_sent_again: false,
        total: Paise(99_900),
        gst: Paise(4_758),
        gems_earned: 9,
        pdf_attached: true,
    }
}

pub fn membership_sale() -> InvoiceFacts {
    InvoiceFacts { invoice_type: InvoiceType::MembershipPurchase, booking_id: None, ..invoice() }
}

pub fn session_record() -> InvoiceFacts {
    InvoiceFacts {
        number: "BLR/S26-27/00003".to_owned(),
        invoice_type: InvoiceType::MembershipSession,
        payment_method: Some("card".to_owned()),
        total: Paise::ZERO,
        gst: Paise::ZERO,
        gems_earned: 0,
        ..invoice()
    }
}

/// Products that were bought at the counter.
pub fn sale() -> InvoiceFacts {
    InvoiceFacts { invoice_type: InvoiceType::Sale, booking_id: None, ..invoice() }
}

pub fn credit_note() -> CreditNoteFacts {
    CreditNoteFacts {
        number: "BLR/C26-27/00007".to_owned(),
        invoice_number: "BLR/26-27/00042".to_owned(),
        customer_first_name: "Asha".to_owned(),
        invoice_type: InvoiceType::Service,
        booking_id: Some("b1".into()),
        issued_on: "2026-11-17".parse().unwrap(),
        refund_methods: vec![PaymentMethod::Upi],
        due_fell: Paise::ZERO,
        amount: Paise(50_000),
        gst: Paise(2_381),
        reason: "Half of it was not done".to_owned(),
        pdf_attached: true,
    }
}

pub fn sales() -> SalesFacts {
    SalesFacts {
        from: "2026-11-16".parse().unwrap(),
        to: "2026-11-16".parse().unwrap(),
        total: Paise(12_345_600),
        refunded: Paise::ZERO,
        gst: Paise(587_886),
        discounts: Paise(50_000),
        invoices: 42,
        by_payment_method: vec![("cash".to_owned(), Paise(2_000_000)), ("upi".to_owned(), Paise(10_345_600))],
        by_branch: vec![BranchSales { name: "Indiranagar".to_owned(), invoices: 42, total: Paise(12_345_600) }],
        bookings: vec![("completed".to_owned(), 40), ("no_show".to_owned(), 2)],
        top_services: vec![ServiceSales { name: "Haircut & wash".to_owned(), count: 18, total: Paise(1_798_200) }],
        previous_total: Some(Paise(11_022_857)),
        previous_refunded: Paise::ZERO,
        low_products: Vec::new(),
        audit_head: None,
    }
}

pub fn gst() -> GstFacts {
    GstFacts {
        month: "2026-10".parse().unwrap(),
        registrations: vec![GstRegistration {
            gstin: Some("29ABCDE1234F1ZW".to_owned()),
            state_tax: "SGST",
            rows: vec![GstRow {
                sac: "999721".to_owned(),
                rate_bps: 500,
                taxable: Paise(95_142),
                cgst: Paise(2_379),
                sgst: Paise(2_379),
            }],
            documents: vec![GstDocuments {
                from: "BLR/26-27/00042".to_owned(),
                to: "BLR/26-27/00043".to_owned(),
                issued: 2,
                void: 1,
            }],
            total: Paise(99_900),
            credit_notes: 0,
            credited: Paise::ZERO,
        }],
        invoices: 1,
        total: Paise(99_900),
    }
}

pub fn drawer_differed(facts: &BookingFacts) -> OwnerNotice {
    OwnerNotice::DrawerDiffered {
        branch: facts.branch_name.clone(),
        closed_on: "2026-11-16".parse().unwrap(),
        closed_by: facts.staff_names.concat(),
        expected: Paise(500_000),
        counted: Paise(440_000),
        difference: Paise(-60_000),
        note: facts.reason.clone(),
    }
}

pub fn every_notice(facts: &BookingFacts) -> Vec<Notice> {
    let booking = |notice| Notice::Booking(notice, facts.clone());
    let desk = |notice| Notice::Desk(notice, facts.clone());
    let member = |notice| Notice::Membership(notice, membership());
    let several = || repeat(facts);
    vec![
        Notice::Repeat(RepeatNotice::Made, several()),
        Notice::Repeat(RepeatNotice::Moved, several()),
        Notice::Repeat(RepeatNotice::Cancelled, several()),
        Notice::DeskRepeat(RepeatNotice::Made, several()),
        Notice::DeskRepeat(RepeatNotice::Moved, several()),
        Notice::DeskRepeat(RepeatNotice::Cancelled, several()),
        booking(BookingNotice::Received),
        booking(BookingNotice::Confirmed),
        booking(BookingNotice::Rescheduled),
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
        desk(DeskNotice::CancelledQuietly),
        desk(DeskNotice::Rescheduled),
        desk(DeskNotice::PendingAlert),
        desk(DeskNotice::NoshowAlert),
        Notice::Waitlist(WaitlistFacts {
            customer_first_name: facts.customer_first_name.clone(),
            service_names: facts.service_names.clone(),
            date: facts.date,
            start: facts.start,
            end: facts.end,
            branch_name: facts.branch_name.clone(),
            staff_names: facts.staff_names.clone(),
            held_until: "10:15".parse().unwrap(),
        }),
        member(MembershipNotice::Created),
        member(MembershipNotice::SessionUsed),
        member(MembershipNotice::Expiry30d),
        member(MembershipNotice::Expiry7d),
        member(MembershipNotice::Expiry1d),
        member(MembershipNotice::Expired),
        member(MembershipNotice::UsageNudge),
        Notice::Gems(GemsNotice::Expiry7d, gems()),
        Notice::Gems(GemsNotice::Expired, gems()),
        Notice::Invoice(invoice()),
        Notice::Invoice(membership_sale()),
        Notice::CreditNote(credit_note()),
        Notice::Birthday(BirthdayFacts { customer_first_name: "Asha".to_owned(), offers: Vec::new() }),
        Notice::Birthday(BirthdayFacts { customer_first_name: "Asha".to_owned(), offers: vec!["Glow".to_owned()] }),
        Notice::Erasure(ErasureFacts {
            customer_first_name: facts.customer_first_name.clone(),
            erase_on: "2026-11-18T04:30:00Z".parse().unwrap(),
        }),
        Notice::Lead(LeadFacts {
            lead_name: "Ravi".to_owned(),
            service_name: Some("Facial".to_owned()),
            silent_for: Minutes(3 * 24 * 60),
        }),
        Notice::Webhook(WebhookFacts { host: "hooks.example.com".to_owned(), trouble: WebhookTrouble::Gone }),
        Notice::Webhook(WebhookFacts { host: "hooks.example.com".to_owned(), trouble: WebhookTrouble::Failing }),
        Notice::Channel(ChannelFacts {
            channel: MessageChannel::Whatsapp,
            template: Some("booking_confirmed".to_owned()),
            code: "132015".to_owned(),
            meaning: "the template is paused or disabled".to_owned(),
        }),
        Notice::Reply(ReplyFacts { customer_name: "Asha Rao".to_owned(), text: "Is there parking?".to_owned() }),
        Notice::Owner(OwnerNotice::InvoiceVoided {
            number: "BLR/26-27/00042".to_owned(),
            total: Paise(99_900),
            branch: facts.branch_name.clone(),
            by: facts.staff_names.concat(),
            reason: facts.reason.clone().unwrap_or("Wrong customer".to_owned()),
        }),
        Notice::Owner(OwnerNotice::DiscountApproved {
            number: "BLR/26-27/00042".to_owned(),
            amount: Paise(30_000),
            total: Paise(90_000),
            effective_bps: 2_500,
            limit_bps: 1_000,
            branch: facts.branch_name.clone(),
            approved_by: facts.staff_names.concat(),
        }),
        Notice::Owner(drawer_differed(facts)),
    ]
}

pub fn every_report() -> Vec<Report> {
    vec![Report::Daily(sales()), Report::Weekly(sales()), Report::MonthlyGst(gst())]
}

pub fn every_text() -> Vec<Texts> {
    let notices = every_notice(&booking()).into_iter().map(|notice| notice.texts(&brand()));
    notices.chain(every_report().into_iter().map(|report| report.texts(&brand()))).collect()
}
