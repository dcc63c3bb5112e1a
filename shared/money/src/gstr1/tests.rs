use serde_json::{Value, json};

use super::*;
use crate::invoices::{CreditLine, CreditNote};
use crate::invoices::{Credited, Invoice, InvoiceLine, Restocked};
use parlour_values::document_number::DocumentNumber;
use parlour_values::gst::GstRate;
use parlour_values::money::Paise;
use parlour_values::payment::{InvoiceType, PaymentStatus};
use parlour_values::time::{Instant, IstDate};

const OWN: &str = "29ABCFT0001Q1Z3";
const BUSINESS: &str = "27AAAPZ9999Z1ZL";

fn at(day: &str) -> Instant {
    day.parse::<IstDate>().unwrap().start()
}

fn line(description: &str, code: &str, rate: GstRate, quantity: u32, [taxable, half]: [i64; 2]) -> InvoiceLine {
    let price = Paise(taxable + 2 * half);
    InvoiceLine {
        description: description.to_owned(),
        sac: code.to_owned(),
        rate,
        quantity,
        list: price,
        price,
        discount: Paise::ZERO,
        taxable: Paise(taxable),
        cgst: Paise(half),
        sgst: Paise(half),
        ..Invoice::sample().lines[0].clone()
    }
}

fn invoice(number: &str, day: &str, gstin: Option<&str>, total: i64, lines: Vec<InvoiceLine>) -> Invoice {
    Invoice {
        number: DocumentNumber::stored(number),
        customer_gstin: gstin.map(str::to_owned),
        total: Paise(total),
        lines,
        issued_at: at(day),
        ..Invoice::sample()
    }
}

fn note(number: &str, day: &str, amount: i64, of: &InvoiceLine, [taxable, half]: [i64; 2], back: u32) -> CreditNote {
    let restocked = Restocked { line_id: of.id.clone(), product_id: "p".into(), quantity: back };
    CreditNote {
        id: "c1".into(),
        number: DocumentNumber::stored(number),
        invoice_id: "i1".into(),
        invoice_number: DocumentNumber::stored("BLR/26-27/0042"),
        invoice_type: InvoiceType::Service,
        branch_id: "main".into(),
        customer_id: None,
        amount: Paise(amount),
        taxable: Paise(taxable),
        cgst: Paise(half),
        sgst: Paise(half),
        round_off: Paise::ZERO,
        lines: vec![CreditLine {
            line_id: Some(of.id.clone()),
            service_id: None,
            product_id: None,
            tier_id: None,
            staff_id: None,
            staff_name: None,
            description: of.description.clone(),
            sac: of.sac.clone(),
            rate: of.rate,
            credited: Credited { taxable: Paise(taxable), cgst: Paise(half), sgst: Paise(half) },
        }],
        reason: "unhappy".to_owned(),
        due_fell: Paise::ZERO,
        tip_fell: Paise::ZERO,
        refunds: Vec::new(),
        restocked: if back > 0 { vec![restocked] } else { Vec::new() },
        pdf_key: None,
        created_by: "owner".to_owned(),
        created_at: at(day),
    }
}

fn told(of: Gstr1) -> Value {
    serde_json::from_slice(&written(&of.file()).unwrap()).unwrap()
}

/// The bills of the fact sheet: a cut, shampoo and hair colour for ₹1,371, ₹2,100 for a business of which ₹525 goes back,
/// and a void one.
fn november() -> Gstr1 {
    let cut = || line("Cut", "999721", GstRate::FIVE, 1, [45_000, 1_125]);
    let shampoo = line("Shampoo", "3305", GstRate::FIVE, 1, [38_000, 950]);
    let colour = line("Hair colour", "3305", GstRate::EIGHTEEN, 1, [42_288, 3_806]);
    let party = line("Party", "999721", GstRate::FIVE, 1, [200_000, 5_000]);
    let business = invoice("BLR/26-27/0042", "2026-11-05", Some(BUSINESS), 210_000, vec![party.clone()]);
    let void = invoice("BLR/26-27/0043", "2026-11-05", Some(BUSINESS), 47_250, vec![cut()]);
    let mut month = Gstr1::new(OWN, "2026-11".parse().unwrap());
    month.add_invoice(&Invoice { payment_status: PaymentStatus::Void, ..void });
    month.add_credit_note(&note("CN/26-27/0003", "2026-11-09", 52_500, &party, [50_000, 1_250], 0), &business);
    month.add_invoice(&business);
    month.add_invoice(&invoice("BLR/26-27/0041", "2026-11-05", None, 137_100, vec![cut(), shampoo, colour]));
    month
}

#[test]
fn the_bills_of_the_fact_sheet_give_its_file() {
    let expected = concat!(
        r#"{"gstin":"29ABCFT0001Q1Z3","fp":"112026","version":"GST3.2.4","hash":"hash","#,
        r#""b2b":[{"ctin":"27AAAPZ9999Z1ZL","inv":[{"inum":"BLR/26-27/0042","idt":"05-11-2026","val":2100,"pos":"29","#,
        r#""rchrg":"N","inv_typ":"R","itms":[{"num":501,"itm_det":{"txval":2000,"rt":5,"camt":50,"samt":50,"csamt":0}}]}]}],"#,
        r#""b2cs":[{"sply_ty":"INTRA","rt":5,"typ":"OE","pos":"29","txval":830,"camt":20.75,"samt":20.75,"csamt":0},"#,
        r#"{"sply_ty":"INTRA","rt":18,"typ":"OE","pos":"29","txval":422.88,"camt":38.06,"samt":38.06,"csamt":0}],"#,
        r#""cdnr":[{"ctin":"27AAAPZ9999Z1ZL","nt":[{"nt_num":"CN/26-27/0003","nt_dt":"09-11-2026","ntty":"C","val":525,"#,
        r#""pos":"29","rchrg":"N","inv_typ":"R","itms":[{"num":501,"itm_det":{"txval":500,"rt":5,"camt":12.5,"#,
        r#""samt":12.5,"csamt":0}}]}]}],"#,
        r#""doc_issue":{"doc_det":[{"doc_num":1,"doc_typ":"Invoices for outward supply","docs":[{"num":1,"#,
        r#""from":"BLR/26-27/0041","to":"BLR/26-27/0043","totnum":3,"cancel":1,"net_issue":2}]},"#,
        r#"{"doc_num":5,"doc_typ":"Credit Note","docs":[{"num":1,"from":"CN/26-27/0003","to":"CN/26-27/0003","#,
        r#""totnum":1,"cancel":0,"net_issue":1}]}]},"#,
        r#""hsn":{"hsn_b2b":[{"num":1,"hsn_sc":"999721","desc":"Hairdressing and barbers services","uqc":"NA","qty":0,"#,
        r#""rt":5,"txval":1500,"iamt":0,"samt":37.5,"camt":37.5,"csamt":0}],"#,
        r#""hsn_b2c":[{"num":1,"hsn_sc":"3305","user_desc":"Shampoo","uqc":"NOS","qty":1,"rt":5,"txval":380,"iamt":0,"#,
        r#""samt":9.5,"camt":9.5,"csamt":0},"#,
        r#"{"num":2,"hsn_sc":"3305","user_desc":"Hair colour","uqc":"NOS","qty":1,"rt":18,"txval":422.88,"iamt":0,"#,
        r#""samt":38.06,"camt":38.06,"csamt":0},"#,
        r#"{"num":3,"hsn_sc":"999721","desc":"Hairdressing and barbers services","uqc":"NA","qty":0,"rt":5,"txval":450,"#,
        r#""iamt":0,"samt":11.25,"camt":11.25,"csamt":0}]}}"#,
    );
    assert_eq!(String::from_utf8(written(&november().file()).unwrap()).unwrap(), expected);
}

#[test]
fn a_file_is_named_by_the_day_it_is_made_on_without_padding() {
    let file = november().file();
    let name = |day: &str| file.name(day.parse().unwrap());
    assert_eq!(name("2026-11-05"), "returns_5112026_R1_29ABCFT0001Q1Z3_offline.json");
    assert_eq!(name("2027-01-31"), "returns_3112027_R1_29ABCFT0001Q1Z3_offline.json");
}

#[test]
fn a_month_without_papers_is_only_its_head() {
    let empty = told(Gstr1::new(OWN, "2026-04".parse().unwrap()));
    assert_eq!(empty, json!({ "gstin": OWN, "fp": "042026", "version": "GST3.2.4", "hash": "hash" }));
}

#[test]
fn what_consumers_get_back_is_netted_even_below_nothing_with_the_pieces_that_came_back() {
    let serum = line("Serum", "33059090", GstRate::EIGHTEEN, 2, [100_000, 9_000]);
    let sold = invoice("BLR/26-27/00001", "2026-10-31", None, 118_000, vec![serum.clone()]);
    let mut november = Gstr1::new(OWN, "2026-11".parse().unwrap());
    november.add_credit_note(&note("BLR/C26-27/00001", "2026-11-02", 59_000, &serum, [50_000, 4_500], 1), &sold);
    let november = told(november);
    assert_eq!((&november["b2cs"][0]["txval"], &november["b2cs"][0]["camt"]), (&json!(-500), &json!(-45)));
    let goods = &november["hsn"]["hsn_b2c"][0];
    assert_eq!((&goods["qty"], &goods["txval"], &goods["uqc"]), (&json!(-1), &json!(-500), &json!("NOS")));
    assert_eq!(november["cdnr"], Value::Null);
    assert_eq!(november["doc_issue"]["doc_det"][0]["doc_num"], 5);
    // Sold and wholly given back in one month: nothing is left of it but its papers.
    let mut both = Gstr1::new(OWN, "2026-10".parse().unwrap());
    both.add_invoice(&sold);
    both.add_credit_note(&note("BLR/C26-27/00001", "2026-10-31", 118_000, &serum, [100_000, 9_000], 2), &sold);
    let both = told(both);
    assert_eq!((&both["b2cs"], &both["hsn"]), (&Value::Null, &Value::Null));
    assert_eq!(both["doc_issue"]["doc_det"].as_array().unwrap().len(), 2);
}

#[test]
fn pieces_that_came_back_with_a_line_that_gave_no_money_are_taken_off_too() {
    let serum = line("Serum", "3305", GstRate::EIGHTEEN, 3, [150_000, 13_500]);
    let cut = InvoiceLine { id: "2".into(), ..line("Cut", "999721", GstRate::FIVE, 1, [45_000, 1_125]) };
    let sold = invoice("BLR/26-27/00001", "2026-11-02", None, 224_250, vec![serum.clone(), cut.clone()]);
    let of_the_cut = note("BLR/C26-27/00001", "2026-11-03", 47_250, &cut, [45_000, 1_125], 0);
    let restocked = vec![Restocked { line_id: serum.id, product_id: "p".into(), quantity: 2 }];
    let mut month = Gstr1::new(OWN, "2026-11".parse().unwrap());
    month.add_invoice(&sold);
    month.add_credit_note(&CreditNote { restocked, ..of_the_cut }, &sold);
    let goods = told(month)["hsn"]["hsn_b2c"].clone();
    assert_eq!(goods.as_array().unwrap().len(), 1);
    assert_eq!((&goods[0]["hsn_sc"], &goods[0]["qty"], &goods[0]["txval"]), (&json!("3305"), &json!(1), &json!(1500)));
}

#[test]
fn what_is_not_taxed_stands_apart_and_free_lines_nowhere() {
    let kajal = || line("Kajal", "33049990", GstRate::ZERO, 1, [9_900, 0]);
    let free = || line("Trim", "999721", GstRate::FIVE, 1, [0, 0]);
    let mut month = Gstr1::new(OWN, "2026-11".parse().unwrap());
    month.add_invoice(&invoice("BLR/26-27/00001", "2026-11-02", None, 9_900, vec![kajal(), free()]));
    let business = invoice("BLR/26-27/00002", "2026-11-02", Some(BUSINESS), 19_800, vec![kajal(), kajal()]);
    month.add_invoice(&business);
    month.add_credit_note(&note("BLR/C26-27/00001", "2026-11-02", 9_900, &kajal(), [9_900, 0], 0), &business);
    let month = told(month);
    let row = |kind: &str| json!({ "sply_ty": kind, "expt_amt": 0, "nil_amt": 99, "ngsup_amt": 0 });
    assert_eq!(month["nil"]["inv"], json!([row("INTRAB2B"), row("INTRAB2C")]));
    assert_eq!((&month["b2b"], &month["b2cs"], &month["cdnr"]), (&Value::Null, &Value::Null, &Value::Null));
    assert_eq!(month["hsn"]["hsn_b2b"][0]["rt"], 0);
}

#[test]
fn gaps_and_void_numbers_are_cancelled_and_sessions_are_in_no_return() {
    let cut = || vec![line("Cut", "999721", GstRate::FIVE, 1, [45_000, 1_125])];
    let mut month = Gstr1::new(OWN, "2026-11".parse().unwrap());
    for number in ["BLR/26-27/100001", "BLR/26-27/99998", "BLR/26-27/99999", "MYS/26-27/00007"] {
        month.add_invoice(&invoice(number, "2026-11-02", None, 47_250, cut()));
    }
    let session = invoice("BLR/S26-27/00001", "2026-11-02", None, 0, Vec::new());
    month.add_invoice(&Invoice { invoice_type: InvoiceType::MembershipSession, ..session });
    let month = told(month);
    let docs = &month["doc_issue"]["doc_det"][0]["docs"];
    let range = |num: u64, from: &str, to: &str, totnum: u64, cancel: u64| json!({ "num": num, "from": from, "to": to, "totnum": totnum, "cancel": cancel, "net_issue": totnum - cancel });
    let expected =
        [range(1, "BLR/26-27/99998", "BLR/26-27/100001", 4, 1), range(2, "MYS/26-27/00007", "MYS/26-27/00007", 1, 0)];
    assert_eq!(*docs, json!(expected));
    assert_eq!(month["b2cs"][0]["txval"], 1800);
}

#[test]
fn a_description_of_ones_own_has_at_most_thirty_characters() {
    let long = "मेहंदी की एक बहुत लंबी पंक्ति जो कहीं नहीं समाती";
    let mut month = Gstr1::new(OWN, "2026-11".parse().unwrap());
    let lines =
        vec![line(long, "3305", GstRate::FIVE, 3, [10_000, 250]), line("Z", "3305", GstRate::FIVE, 1, [100, 2])];
    month.add_invoice(&invoice("BLR/26-27/00001", "2026-11-02", None, 10_604, lines));
    let row = told(month)["hsn"]["hsn_b2c"][0].clone();
    assert_eq!((&row["user_desc"], &row["qty"], &row["desc"]), (&json!("Z"), &json!(4), &Value::Null));
    let mut month = Gstr1::new(OWN, "2026-11".parse().unwrap());
    let lines = vec![line(long, "3305", GstRate::FIVE, 3, [10_000, 250])];
    month.add_invoice(&invoice("BLR/26-27/00001", "2026-11-02", None, 10_500, lines));
    let told = told(month)["hsn"]["hsn_b2c"][0]["user_desc"].as_str().unwrap().to_owned();
    assert!(told.chars().count() == 30 && long.starts_with(&told), "{told}");
}
