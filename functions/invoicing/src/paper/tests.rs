//! Reads the pages back, as laid out and as a PDF reader sees them.

use lopdf::Document as Pdf;
use parlour_senders::document::{Buyer, CreditedInvoice, DocumentLine, InvoiceDocument, Letterhead, Seller};
use parlour_values::color::{Color, READABLE};
use parlour_values::document_number::DocumentNumber;
use parlour_values::gst::{GstRate, split_lines};
use parlour_values::language::Language;
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;
use proptest::prelude::*;

use super::fonts::{Fonts, Weight};
use super::layout::lay_out;
use super::measures::{BOTTOM, HEIGHT, LEFT, RIGHT};
use super::palette::Palette;
use super::pen::{DrawnPage, Ink, Mark};
use super::render;

const SERVICES: [(&str, i64); 5] = [
    ("Haircut and styling", 99_900),
    ("Global hair colour with ammonia-free pigments, shoulder length", 249_900),
    ("Beard trim", 30_000),
    ("Deep tissue massage, 90 minutes", 349_900),
    ("Manicure", 69_900),
];

fn invoice(lines: usize, rate: GstRate, off: i64) -> InvoiceDocument {
    let sold: Vec<(&str, i64)> = SERVICES.into_iter().cycle().take(lines).collect();
    let totals: Vec<(Paise, GstRate)> = sold.iter().map(|(_, price)| (Paise(price - off), rate)).collect();
    let splits = split_lines(&totals);
    let tax = splits.iter().copied().sum::<parlour_values::gst::Split>();
    let line = |((name, price), split): (&(&str, i64), &parlour_values::gst::Split)| DocumentLine {
        description: (*name).to_owned(),
        note: None,
        sac: "999721".to_owned(),
        quantity: 1,
        price_paise: Paise(*price),
        discount_paise: Paise(off),
        taxable_paise: split.taxable,
        cgst_paise: split.cgst,
        sgst_paise: split.sgst,
        gst_rate_bps: rate,
    };
    InvoiceDocument {
        id: "0199f0a4d3c17b2e8f6a5c4b3d2e1f00".into(),
        language: Language::English,
        number: DocumentNumber::stored("BLR/26-27/00042"),
        issued_on: "2026-11-16".parse().unwrap(),
        seller: Seller {
            name: "Parlour Indiranagar".to_owned(),
            address: "12, 100 Feet Road, HAL 2nd Stage, Indiranagar, Bengaluru 560038".to_owned(),
            state_code: "29".to_owned(),
            gstin: Some("29ABCDE1234F1ZW".to_owned()),
        },
        customer: Buyer { name: "Asha".to_owned(), phone: Some("+919876543210".to_owned()), ..Buyer::default() },
        booking_number: Some("BK-BLR-2611-H-00017".to_owned()),
        lines: sold.iter().zip(&splits).map(line).collect(),
        subtotal_paise: sold.iter().map(|(_, price)| Paise(*price)).sum(),
        discount_paise: totals.iter().map(|_| Paise(off)).sum(),
        taxable_paise: tax.taxable,
        cgst_paise: tax.cgst,
        sgst_paise: tax.sgst,
        round_off_paise: Paise::ZERO,
        total_paise: totals.iter().map(|(total, _)| *total).sum(),
        payment_method: Some(PaymentMethod::Upi),
        payments: Vec::new(),
        tip_paise: Paise::ZERO,
        due_paise: Paise::ZERO,
        is_void: false,
        is_session: false,
        credits: None,
        letterhead: None,
        upi_uri: None,
    }
}

fn headed(document: InvoiceDocument, name: &str, accent: &str) -> InvoiceDocument {
    let (accent_color, phone) = (accent.parse().unwrap(), Some("+91 80 4123 4567".to_owned()));
    InvoiceDocument { letterhead: Some(Letterhead { name: name.to_owned(), accent_color, phone }), ..document }
}

#[test]
fn the_salon_stands_above_its_branch_with_its_phone_and_its_colour() {
    let document = headed(invoice(2, GstRate::FIVE, 0), "Saffron Room", "#FFD23F");
    is_tidy(&document);
    let all = pages(&document);
    let said = texts(&all[0]);
    let at =
        |wanted: &str| said.iter().position(|text| *text == wanted).unwrap_or_else(|| panic!("{wanted}: {said:?}"));
    assert!(at("Saffron Room") < at("Parlour Indiranagar") && at("Parlour Indiranagar") < at("+91 80 4123 4567"));
    assert_ne!(render(&document).unwrap(), render(&invoice(2, GstRate::FIVE, 0)).unwrap());

    let named = headed(invoice(2, GstRate::FIVE, 0), "Parlour", "#FFD23F");
    assert!(!texts(&pages(&named)[0]).contains(&"Parlour"), "a branch that bears the name says it once");
}

#[test]
fn text_can_be_read_on_every_accent() {
    let color = |[red, green, blue]: [u8; 3]| -> Color { format!("#{red:02x}{green:02x}{blue:02x}").parse().unwrap() };
    for accent in ["#FFD23F", "#ffffff", "#000000", "#7B2D52", "#777777", "#00ff00"] {
        let palette = Palette::of(&headed(invoice(1, GstRate::FIVE, 0), "Saffron Room", accent));
        let shown = |ink| color(palette.color(ink));
        assert_eq!(shown(Ink::Band), color(accent.parse::<Color>().unwrap().rgb().0));
        for (text, behind) in [
            (shown(Ink::OnBand), shown(Ink::Band)),
            (shown(Ink::Accent), shown(Ink::Tint)),
            (shown(Ink::Accent), Color::white()),
        ] {
            assert!(text.contrast(&behind) >= READABLE, "{text} on {behind} for {accent}");
        }
    }
}

fn pages(document: &InvoiceDocument) -> Vec<DrawnPage> {
    assert_eq!(document.check(), Ok(()));
    lay_out(document, &Fonts::load().unwrap())
}

fn texts(page: &DrawnPage) -> Vec<&str> {
    page.iter()
        .filter_map(|mark| match mark {
            Mark::Text { text, .. } => Some(text.as_str()),
            Mark::Fill { .. } => None,
        })
        .collect()
}

/// The text of every page as a PDF reader extracts it, without spaces, which readers guess.
fn extracted(bytes: &[u8]) -> Vec<String> {
    let pdf = Pdf::load_mem(bytes).unwrap();
    let pages: Vec<u32> = pdf.get_pages().into_keys().collect();
    let text = |page: &u32| pdf.extract_text(&[*page]).unwrap().split_whitespace().collect::<String>();
    pages.iter().map(text).collect()
}

/// The bounding box of a line.
fn bounds(fonts: &Fonts, mark: &Mark) -> Option<(f32, f32, f32, f32, String)> {
    match mark {
        Mark::Text { x, baseline, style, text } => {
            let width = fonts.width(style.weight, text, style.size);
            Some((*x, baseline - 0.72 * style.size, x + width, baseline + 0.22 * style.size, text.clone()))
        }
        Mark::Fill { .. } => None,
    }
}

/// Every text is inside the margins, none overlaps another, and only the footer is below the bottom line.
fn is_tidy(document: &InvoiceDocument) {
    let fonts = Fonts::load().unwrap();
    for page in pages(document) {
        let boxes: Vec<_> = page.iter().filter_map(|mark| bounds(&fonts, mark)).collect();
        for (at, (left, top, right, bottom, text)) in boxes.iter().enumerate() {
            assert!(
                *left >= LEFT - 0.1 && *right <= RIGHT + 0.1 && *top > 0.0 && *bottom < HEIGHT,
                "{text} leaves the page"
            );
            let is_footer =
                ["Page ", "Computer-generated", "पृष्ठ ", "कंप्यूटर"].iter().any(|begin| text.starts_with(begin));
            assert!(is_footer || *bottom <= BOTTOM + 0.1, "{text} runs into the footer");
            for (other_left, other_top, other_right, other_bottom, other) in boxes.iter().skip(at + 1) {
                let apart = right <= other_left || other_right <= left || bottom <= other_top || other_bottom <= top;
                assert!(apart, "{text} and {other} overlap");
            }
        }
    }
}

#[test]
fn a_tax_invoice_says_what_the_law_asks_for() {
    let all = pages(&invoice(2, GstRate::FIVE, 0));
    let printed = texts(&all[0]);
    for wanted in [
        "TAX INVOICE",
        "Parlour Indiranagar",
        "GSTIN 29ABCDE1234F1ZW",
        "BLR/26-27/00042",
        "16 Nov 2026",
        "Asha",
        "+91 98765 43210",
        "Karnataka (29)",
        "999721",
        "CGST 2.5%",
        "SGST 2.5%",
        "₹3,498.00",
        "Rupees Three Thousand Four Hundred Ninety-Eight Only",
        "Paid by UPI",
        "Page 1 of 1",
    ] {
        assert!(printed.contains(&wanted), "{wanted} is not in {printed:?}");
    }
    assert!(!printed.contains(&"Discount"));
}

#[test]
fn a_union_territory_without_a_legislature_says_utgst_and_a_rounded_bill_its_rounding() {
    let plain = invoice(2, GstRate::FIVE, 0);
    let seller =
        Seller { state_code: "04".to_owned(), gstin: Some("04ZZZCX1234L1ZP".to_owned()), ..plain.seller.clone() };
    let total_paise = plain.total_paise.plus(Paise(20));
    let document = InvoiceDocument { seller, round_off_paise: Paise(20), total_paise, ..plain };
    assert_eq!(document.check(), Ok(()));
    is_tidy(&document);
    let all = pages(&document);
    let printed = texts(&all[0]);
    for wanted in ["UTGST", "UTGST 2.5%", "CGST 2.5%", "Chandigarh (04)", "Round off", "0.20", "₹3,498.20"] {
        assert!(printed.contains(&wanted), "{wanted} is not in {printed:?}");
    }
    assert!(!printed.iter().any(|text| text.starts_with("SGST")));
}

#[test]
fn a_credit_note_of_what_was_left_of_the_rounding_has_no_line() {
    let plain = invoice(1, GstRate::FIVE, 0);
    let credits = Some(CreditedInvoice {
        number: plain.number.clone(),
        issued_on: plain.issued_on,
        reason: "Not as agreed".to_owned(),
    });
    let none = Paise::ZERO;
    let note = InvoiceDocument {
        lines: Vec::new(),
        subtotal_paise: none,
        taxable_paise: none,
        cgst_paise: none,
        sgst_paise: none,
        round_off_paise: Paise(40),
        total_paise: Paise(40),
        credits,
        ..plain
    };
    assert_eq!(note.check(), Ok(()));
    is_tidy(&note);
    assert!(texts(&pages(&note)[0]).contains(&"₹0.40"));
    assert!(InvoiceDocument { round_off_paise: none, total_paise: none, ..note }.check().is_err());
}

#[test]
fn a_pdf_reader_finds_the_same_text_rupee_sign_included() {
    let text = extracted(&render(&invoice(2, GstRate::FIVE, 10_000)).unwrap()).join("");
    for wanted in ["TAXINVOICE", "BLR/26-27/00042", "₹3,298.00", "29ABCDE1234F1ZW", "Haircutandstyling", "−200.00"]
    {
        assert!(text.contains(wanted), "{wanted} is not in {text}");
    }
}

#[test]
fn one_twenty_and_eighty_lines_are_tidy_and_complete() {
    for (lines, sheets) in [(1, 1), (20, 2), (80, 5)] {
        let document = invoice(lines, GstRate::FIVE, 5_000);
        is_tidy(&document);
        let laid_out = pages(&document);
        assert_eq!(laid_out.len(), sheets, "{lines} lines");
        let printed = extracted(&render(&document).unwrap());
        assert_eq!(printed.len(), sheets);
        for (at, (page, text)) in laid_out.iter().zip(&printed).enumerate() {
            assert!(text.contains(&format!("Page{}of{sheets}", at + 1)), "{text}");
            assert_eq!(at > 0, texts(page).iter().any(|text| text.ends_with("continued")));
        }
        let prices = laid_out.iter().flat_map(texts).filter(|text| *text == "999721").count();
        assert_eq!(prices, lines);
    }
}

#[test]
fn the_same_invoice_is_the_same_file() {
    let document = invoice(20, GstRate::FIVE, 0);
    assert_eq!(render(&document).unwrap(), render(&document).unwrap());
}

#[test]
fn an_unregistered_seller_issues_a_plain_invoice_without_tax() {
    let mut document = invoice(2, GstRate::ZERO, 0);
    document.seller.gstin = None;
    is_tidy(&document);
    let all = pages(&document);
    let printed = texts(&all[0]);
    assert!(printed.contains(&"INVOICE") && printed.contains(&"₹3,498.00"));
    for unwanted in ["CGST", "SGST", "SAC", "Taxable", "ORIGINAL FOR RECIPIENT"] {
        assert!(!printed.iter().any(|text| text.starts_with(unwanted)), "{unwanted}");
    }
}

#[test]
fn two_rates_are_summed_apart() {
    let mut document = invoice(2, GstRate::FIVE, 0);
    let dearer = invoice(2, GstRate::EIGHTEEN, 0).lines.remove(1);
    document.lines[1] = dearer;
    let tax = split_lines(&[(Paise(99_900), GstRate::FIVE), (Paise(249_900), GstRate::EIGHTEEN)]);
    for (line, split) in document.lines.iter_mut().zip(&tax) {
        (line.taxable_paise, line.cgst_paise, line.sgst_paise) = (split.taxable, split.cgst, split.sgst);
    }
    document.taxable_paise = tax.iter().map(|split| split.taxable).sum();
    document.cgst_paise = tax.iter().map(|split| split.cgst).sum();
    document.sgst_paise = document.cgst_paise;
    is_tidy(&document);
    let all = pages(&document);
    for wanted in ["Taxable value at 5%", "Taxable value at 18%", "CGST 2.5%", "CGST 9%"] {
        assert!(texts(&all[0]).contains(&wanted), "{wanted}");
    }
}

#[test]
fn a_void_invoice_says_so() {
    let document = InvoiceDocument { is_void: true, ..invoice(1, GstRate::FIVE, 0) };
    assert!(texts(&pages(&document)[0]).contains(&"CANCELLED"));
    is_tidy(&document);
}

#[test]
fn the_record_of_a_session_says_nothing_of_tax() {
    let mut document = InvoiceDocument { is_session: true, ..invoice(2, GstRate::ZERO, 0) };
    document.seller.gstin = None;
    is_tidy(&document);
    let all = pages(&document);
    let printed = texts(&all[0]);
    assert!(printed.contains(&"Session record"), "{printed:?}");
    for unwanted in ["GST", "SAC", "Taxable", "tax", "SUPPLY", "INVOICE", "Invoice"] {
        assert!(!printed.iter().any(|text| text.contains(unwanted)), "{unwanted} in {printed:?}");
    }
}

#[test]
fn a_credit_note_says_what_rule_53_asks_for() {
    let credits = CreditedInvoice {
        number: DocumentNumber::stored("BLR/26-27/00040"),
        issued_on: "2026-11-09".parse().unwrap(),
        reason: "Half of it was not done. ".repeat(20),
    };
    let document = InvoiceDocument {
        number: DocumentNumber::stored("BLR/C26-27/0007"),
        credits: Some(credits),
        ..invoice(2, GstRate::FIVE, 0)
    };
    is_tidy(&document);
    let all = pages(&document);
    let printed = texts(&all[0]);
    for wanted in [
        "CREDIT NOTE",
        "Parlour Indiranagar",
        "GSTIN 29ABCDE1234F1ZW",
        "BLR/C26-27/0007",
        "16 Nov 2026",
        "BLR/26-27/00040",
        "9 Nov 2026",
        "Asha",
        "Karnataka (29)",
        "CGST 2.5%",
        "SGST 2.5%",
        "₹3,498.00",
        "Given back by UPI",
        "REASON",
    ] {
        assert!(printed.contains(&wanted), "{wanted} is not in {printed:?}");
    }
    assert!(!printed.iter().any(|text| text.contains("ORIGINAL") || text.starts_with("Paid")), "{printed:?}");
}

#[test]
fn long_names_wrap_and_huge_amounts_shrink_into_their_columns() {
    let mut document = invoice(1, GstRate::FIVE, 0);
    let huge = Paise(9_999_999_999_999);
    let split = parlour_values::gst::split(huge, GstRate::FIVE);
    document.seller.name = "The Very Long Named Salon and Spa of the Garden City of Bengaluru, Indiranagar".to_owned();
    document.seller.address =
        "Anexceedinglylongwordwithoutanyspacesthatdoesnotfitonasinglelineofthepage, Bengaluru".to_owned();
    document.customer.name = "Asha ".repeat(39);
    document.lines[0].description = "Hydrating treatment with many words ".repeat(12);
    document.lines[0].note = Some("Redeemed with 120 gems ".repeat(10));
    document.lines[0].price_paise = huge;
    (document.lines[0].taxable_paise, document.lines[0].cgst_paise, document.lines[0].sgst_paise) =
        (split.taxable, split.cgst, split.sgst);
    (document.taxable_paise, document.cgst_paise, document.sgst_paise) = (split.taxable, split.cgst, split.sgst);
    (document.subtotal_paise, document.total_paise) = (huge, huge);
    is_tidy(&document);
    render(&document).unwrap();
}

#[test]
fn the_longest_texts_the_checks_allow_still_fit() {
    let mut document = invoice(2, GstRate::FIVE, 100);
    (document.seller.name, document.customer.name) = ("W".repeat(200), "W".repeat(200));
    (document.seller.address, document.seller.gstin) = ("W".repeat(500), Some("W".repeat(64)));
    (document.customer.phone, document.booking_number) = (Some("W".repeat(64)), Some("W".repeat(64)));
    document.seller.state_code = "W".repeat(64);
    for line in &mut document.lines {
        line.description = "W".repeat(500);
        line.note = Some("W".repeat(500));
        line.sac = "W".repeat(64);
    }
    is_tidy(&document);
}

#[test]
fn other_scripts_are_spelt_in_latin_letters() {
    let fonts = Fonts::load().unwrap();
    assert_eq!(fonts.printable("₹ 5 – naïve\tcafé\r\n"), "₹ 5 – naïve café");
    let name = fonts.printable("Мария");
    assert!(name.starts_with("Mar") || name == "Мария", "{name}");
    let name = fonts.printable("花子");
    assert!(name.starts_with("Hua") && name.is_ascii(), "{name}");
    assert!(fonts.width(Weight::Bold, &name, 10.0) > 0.0);
}

/// A name in each script, with letters that join, marks that move and a syllable of three letters.
const NAMES: [&str; 8] =
    ["प्रिया शर्मा", "প্রিয়া চক্রবর্তী", "ਪ੍ਰੀਤ ਸਿੰਘ", "પ્રિયા પટેલ", "பிரியா கிருஷ்ணன்", "ప్రియ శ్రీనివాస్", "ಪ್ರಿಯಾ ಕೃಷ್ಣಮೂರ್ತಿ", "പ്രിയ കൃഷ്ണൻ"];

#[test]
fn names_in_the_scripts_of_india_are_printed_as_themselves() {
    let fonts = Fonts::load().unwrap();
    for name in NAMES {
        assert_eq!(fonts.printable(name), name);
        for weight in [Weight::Regular, Weight::Bold] {
            for run in fonts.runs(weight, name).iter().filter(|run| run.text != " ") {
                let glyphs = run.face.glyphs(run.text);
                assert!(glyphs.iter().all(|glyph| glyph.glyph_id.to_u32() != 0), "{name} has a gap");
            }
            let pieces = fonts.pieces(weight, name);
            assert_eq!(pieces.concat(), name);
            assert!(pieces.len() < name.chars().count(), "{name} is not joined: {pieces:?}");
        }
        let mut document = invoice(2, GstRate::FIVE, 0);
        document.customer.name = name.to_owned();
        document.seller.name = format!("{name} Salon");
        document.lines[0].description = format!("{name} ").repeat(20);
        is_tidy(&document);
        assert!(texts(&pages(&document)[0]).contains(&name));
        render(&document).unwrap();
    }
    // A joiner counts between letters that join and nowhere else.
    assert_eq!(fonts.printable("क्\u{200d}ष A\u{200d}B"), "क्\u{200d}ष AB");
}

/// The text that readers copy: what a marked part says of itself, else what its glyphs stand for.
#[test]
fn a_name_in_devanagari_can_be_searched_and_copied() {
    let mut document = invoice(1, GstRate::FIVE, 0);
    document.customer.name = NAMES[0].to_owned();
    let pdf = Pdf::load_mem(&render(&document).unwrap()).unwrap();
    let page = pdf.get_pages().into_values().next().unwrap();
    let content = lopdf::content::Content::decode(&pdf.get_page_content(page)).unwrap();
    let mut said = String::new();
    for operation in content.operations.iter().filter(|operation| operation.operator == "BDC") {
        let Some(lopdf::Object::Dictionary(about)) = operation.operands.get(1) else { continue };
        if let Ok(text) = about.get(b"ActualText").and_then(lopdf::decode_text_string) {
            said.push_str(&text);
        }
    }
    assert!(said.contains("प्रि") || said.contains("र्मा"), "{said:?}");
}

#[test]
fn a_long_word_breaks_between_syllables() {
    let mut document = invoice(1, GstRate::FIVE, 0);
    document.lines[0].description = "क्षत्रिय".repeat(30);
    is_tidy(&document);
    let all = pages(&document);
    let lines: Vec<&str> = all.iter().flat_map(texts).filter(|text| text.starts_with(['क', 'त', 'य'])).collect();
    assert!(lines.len() > 1, "{lines:?}");
    for line in lines {
        assert!(!line.ends_with('\u{94d}'), "{line} ends in the middle of a syllable");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_text_makes_a_tidy_valid_file(name in "\\PC{0,120}", service in any::<String>(), address in ".{0,200}") {
        let mut document = invoice(3, GstRate::FIVE, 100);
        document.customer.name = name;
        document.lines[1].description = service.chars().take(300).collect();
        document.seller.address = address;
        is_tidy(&document);
        prop_assert!(render(&document).unwrap().starts_with(b"%PDF-1.7"));
    }
}

#[test]
fn what_is_due_can_be_paid_by_the_code_on_paper() {
    let plain = invoice(2, GstRate::FIVE, 0);
    let due = plain.clone().asking_for(Some("upi://pay?pa=salon@bank&pn=Main&am=118.00&cu=INR&tn=1".to_owned()));
    is_tidy(&due);
    let (before, after) = (pages(&plain), pages(&due));
    assert!(
        texts(&after[0]).contains(&"PAY WHAT IS DUE BY UPI") && !texts(&before[0]).contains(&"PAY WHAT IS DUE BY UPI")
    );
    let dark = |page: &DrawnPage| page.iter().filter(|mark| matches!(mark, Mark::Fill { ink: Ink::Text, .. })).count();
    assert_eq!(dark(&before[0]), 0);
    // A row of a code has more than one run of dark modules, and the smallest code has 21 rows.
    assert!(dark(&after[0]) > 42, "{}", dark(&after[0]));
    render(&due).unwrap();
    let long = plain.asking_for(Some("x".repeat(1_001)));
    assert!(long.check().is_err());
}

/// Words that are the same in every language, as the parts of a text.
const CODES: [&str; 9] = ["GSTIN", "TAX", "INVOICE", "HSN", "SAC", "CGST", "SGST", "UPI", "BK"];

#[test]
fn a_hindi_paper_has_hindi_labels() {
    let taxed =
        InvoiceDocument { language: Language::Hindi, due_paise: Paise(10_000), ..invoice(40, GstRate::FIVE, 100) };
    let mut session = InvoiceDocument { language: Language::Hindi, is_session: true, ..invoice(1, GstRate::ZERO, 0) };
    session.seller.gstin = None;
    let credits = CreditedInvoice {
        number: DocumentNumber::stored("BLR/26-27/00042"),
        issued_on: "2026-11-16".parse().unwrap(),
        reason: "ग़लत दाम".to_owned(),
    };
    let note = InvoiceDocument { credits: Some(credits), ..taxed.clone() };
    let void = InvoiceDocument { is_void: true, ..taxed.clone() };
    for document in [taxed, session, note, void] {
        is_tidy(&document);
        let all = pages(&document);
        for printed in all.iter().flat_map(texts).filter(|printed| !is_given(&document, printed)) {
            let own = printed.replace("BLR/26-27/00042", "").replace("29ABCDE1234F1ZW", "");
            let words = own.split(|letter: char| !letter.is_ascii_alphabetic()).filter(|word| !word.is_empty());
            let left: Vec<&str> = words.filter(|word| !CODES.contains(word)).collect();
            assert!(left.is_empty(), "{printed:?}");
        }
        assert!(render(&document).unwrap().starts_with(b"%PDF"));
    }
}

/// Whether a printed line is what the salon or the customer is called, or what was sold.
fn is_given(document: &InvoiceDocument, printed: &str) -> bool {
    let place = parlour_values::states::place_of_supply(&document.seller.state_code);
    let lines = document.lines.iter().map(|line| line.description.as_str());
    let names = [&document.seller.name, &document.seller.address, &document.customer.name, &place];
    let mut given = names.into_iter().map(String::as_str).chain(document.booking_number.as_deref()).chain(lines);
    given.any(|given| given.contains(printed))
}
