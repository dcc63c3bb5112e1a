//! The ledgers that vouchers name.

use parlour_values::gst::GstRate;
use parlour_values::payment::PaymentMethod;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ledger {
    Sales(GstRate),
    CentralTax,
    /// As the state's half is called there.
    StateTax(&'static str),
    RoundOff,
    Tips,
    Tender(PaymentMethod),
    Dues,
}

impl Ledger {
    pub fn name(self) -> String {
        match self {
            Self::Sales(rate) => format!("Sales {} %", rate.label().trim_end_matches('%')),
            Self::CentralTax => "CGST".to_owned(),
            Self::StateTax(name) => name.to_owned(),
            Self::RoundOff => "Round Off".to_owned(),
            Self::Tips => "Tips payable".to_owned(),
            Self::Tender(method) => method.label().to_owned(),
            Self::Dues => "Customer dues".to_owned(),
        }
    }
}
