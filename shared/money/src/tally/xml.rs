//! Vouchers as Tally's XML.

use std::fmt::Write as _;

use super::{LedgerEntry, Voucher, VoucherKind};
use parlour_values::money::Paise;

const BEGINNING: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ENVELOPE>\
    <HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER>\
    <BODY><IMPORTDATA><REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC><REQUESTDATA>\n";
const END: &str = "</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n";

/// In the order of their days and numbers.
pub fn written(vouchers: &mut [Voucher]) -> String {
    vouchers.sort_by(|a, b| (a.date, a.kind, &a.number).cmp(&(b.date, b.kind, &b.number)));
    let mut xml = BEGINNING.to_owned();
    for voucher in vouchers.iter() {
        write_voucher(&mut xml, voucher);
    }
    xml.push_str(END);
    xml
}

fn kind_name(kind: VoucherKind) -> &'static str {
    match kind {
        VoucherKind::Sales => "Sales",
        VoucherKind::CreditNote => "Credit Note",
        VoucherKind::Receipt => "Receipt",
    }
}

fn write_voucher(xml: &mut String, voucher: &Voucher) {
    let (kind, day) = (kind_name(voucher.kind), voucher.date);
    let date = format!("{:04}{:02}{:02}", day.year(), day.month(), day.day());
    // Writing to a string cannot fail.
    let _ = write!(xml, "<TALLYMESSAGE><VOUCHER VCHTYPE=\"{kind}\" ACTION=\"Create\">");
    element(xml, "DATE", &date);
    element(xml, "VOUCHERTYPENAME", kind);
    element(xml, "VOUCHERNUMBER", &voucher.number);
    if let Some(reference) = &voucher.reference {
        element(xml, "REFERENCE", reference);
    }
    if let Some(party) = party(voucher) {
        element(xml, "PARTYLEDGERNAME", &party.ledger.name());
    }
    if let Some(gstin) = &voucher.buyer_gstin {
        element(xml, "PARTYGSTIN", gstin);
    }
    element(xml, "PERSISTEDVIEW", "Accounting Voucher View");
    element(xml, "ISINVOICE", "No");
    for entry in &voucher.entries {
        xml.push_str("<ALLLEDGERENTRIES.LIST>");
        element(xml, "LEDGERNAME", &entry.ledger.name());
        element(xml, "ISDEEMEDPOSITIVE", if entry.amount < Paise::ZERO { "Yes" } else { "No" });
        element(xml, "AMOUNT", &rupees(entry.amount));
        xml.push_str("</ALLLEDGERENTRIES.LIST>");
    }
    xml.push_str("</VOUCHER></TALLYMESSAGE>\n");
}

/// The party it is with: where the money of a sale went, or the money of a note or a receipt came from.
fn party(voucher: &Voucher) -> Option<&LedgerEntry> {
    let is_its = |entry: &&LedgerEntry| match voucher.kind {
        VoucherKind::Sales => entry.amount < Paise::ZERO,
        VoucherKind::CreditNote | VoucherKind::Receipt => entry.amount > Paise::ZERO,
    };
    voucher.entries.iter().find(is_its)
}

fn element(xml: &mut String, name: &str, text: &str) {
    let _ = write!(xml, "<{name}>{}</{name}>", escaped(text));
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// `-472.50`.
fn rupees(amount: Paise) -> String {
    let sign = if amount < Paise::ZERO { "-" } else { "" };
    let size = amount.0.unsigned_abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invoices::Invoice;

    #[test]
    fn a_voucher_is_written_as_tally_reads_it() {
        let xml = written(&mut [Voucher::of_invoice(&Invoice::sample()).unwrap()]);
        let entry = |name: &str, is_debit: &str, amount: &str| {
            format!(
                "<ALLLEDGERENTRIES.LIST><LEDGERNAME>{name}</LEDGERNAME><ISDEEMEDPOSITIVE>{is_debit}</ISDEEMEDPOSITIVE>\
                 <AMOUNT>{amount}</AMOUNT></ALLLEDGERENTRIES.LIST>"
            )
        };
        let entries = [
            entry("UPI", "Yes", "-1770.00"),
            entry("Sales 18 %", "No", "1500.00"),
            entry("CGST", "No", "135.00"),
            entry("SGST", "No", "135.00"),
        ];
        let voucher = format!(
            "<TALLYMESSAGE><VOUCHER VCHTYPE=\"Sales\" ACTION=\"Create\"><DATE>20261116</DATE>\
             <VOUCHERTYPENAME>Sales</VOUCHERTYPENAME><VOUCHERNUMBER>MAIN/26-27/00001</VOUCHERNUMBER>\
             <PARTYLEDGERNAME>UPI</PARTYLEDGERNAME><PERSISTEDVIEW>Accounting Voucher View</PERSISTEDVIEW>\
             <ISINVOICE>No</ISINVOICE>{}</VOUCHER></TALLYMESSAGE>\n",
            entries.concat()
        );
        assert_eq!(xml, format!("{BEGINNING}{voucher}{END}"));
    }

    #[test]
    fn amounts_have_two_decimals_and_texts_are_escaped() {
        assert_eq!([5, -5, 47_250, 100].map(|paise| rupees(Paise(paise))), ["0.05", "-0.05", "472.50", "1.00"]);
        assert_eq!(escaped("<A & B>"), "&lt;A &amp; B&gt;");
    }
}
