//! Paying by UPI: the address that payment apps open, and its QR code. Nothing is ever marked as paid by it.

use qrcode::QrCode;
use qrcode::render::svg;
use serde::Serialize;
use utoipa::ToSchema;

use parlour_setup::branches::{Branch, Branches};
use parlour_storage::failure::{Failure, Refused};
use parlour_storage::salon::Salon;
use parlour_values::id::BranchId;
use parlour_values::input::{Int, MAX_NUMBER, Trimmed, body};
use parlour_values::money::Paise;

body! {
    pub struct UpiRequest {
        branch_id: BranchId,
        amount_paise: Int<1, MAX_NUMBER>,
        /// The text the payer's app shows, such as the number of the bill.
        reference: Option<Trimmed<0, 60>>,
    }
}

/// The address to pay at, for payment apps and as its QR code.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UpiPayment {
    pub uri: String,
    pub svg: String,
}

#[derive(Debug, thiserror::Error)]
pub enum UpiError {
    #[error("there is no such branch")]
    UnknownBranch,
    #[error("the branch has no UPI id: its settings take one")]
    NoUpiId,
    #[error("the address is too long for a QR code")]
    TooLong,
}

impl Refused for UpiError {}

/// How this amount is paid to a branch.
pub async fn upi_payment(salon: &Salon, request: &UpiRequest) -> Result<UpiPayment, Failure<UpiError>> {
    let branch = Branches::of(salon).get(&request.branch_id).await?.ok_or(UpiError::UnknownBranch)?;
    let reference = request.reference.as_deref().unwrap_or_default();
    let uri = upi_uri(&branch, Paise(request.amount_paise.get()), reference).ok_or(UpiError::NoUpiId)?;
    let svg = qr_svg(&uri).ok_or(UpiError::TooLong)?;
    Ok(UpiPayment { uri, svg })
}

/// `upi://pay?…` for this amount to the branch; none where it has no UPI id, or where there is nothing to pay.
pub fn upi_uri(branch: &Branch, amount: Paise, reference: &str) -> Option<String> {
    let payee = branch.settings.upi_id.as_deref().filter(|_| amount > Paise::ZERO)?;
    let (rupees, paise) = (amount.0.div_euclid(100), amount.0.rem_euclid(100));
    let mut uri =
        format!("upi://pay?pa={}&pn={}&am={rupees}.{paise:02}&cu=INR", payee_address(payee), encoded(&branch.name));
    if !reference.is_empty() {
        uri.push_str("&tn=");
        uri.push_str(&encoded(reference));
    }
    Some(uri)
}

/// A picture of its own, without styles or scripts; none where the text is longer than a code can hold.
pub fn qr_svg(uri: &str) -> Option<String> {
    let code = QrCode::new(uri.as_bytes()).ok()?;
    let drawn = code.render::<svg::Color<'_>>().min_dimensions(240, 240).build();
    // A page holds it among its own elements, where no XML declaration may stand.
    drawn.find("<svg").and_then(|start| drawn.get(start..)).map(str::to_owned)
}

/// The `@` of a UPI id stays: payment apps look for it.
fn payee_address(id: &str) -> String {
    id.split('@').map(encoded).collect::<Vec<_>>().join("@")
}

/// A space is `%20`: payment apps show a `+` as it is.
fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(name: &str, upi_id: Option<&str>) -> Branch {
        let mut branch = Branch { name: name.to_owned(), ..Branch::sample() };
        branch.settings.upi_id = upi_id.map(str::to_owned);
        branch
    }

    #[test]
    fn the_address_names_payee_amount_and_bill() {
        let branch = branch("Asha & Sons, Main", Some("asha.salon_1@okhdfcbank"));
        assert_eq!(
            upi_uri(&branch, Paise(11_800), "MAIN/26-27/00042").unwrap(),
            "upi://pay?pa=asha.salon_1@okhdfcbank&pn=Asha%20%26%20Sons%2C%20Main&am=118.00&cu=INR\
             &tn=MAIN%2F26-27%2F00042"
        );
        assert!(upi_uri(&branch, Paise(5), "a+b=c&am=1").unwrap().ends_with("&am=0.05&cu=INR&tn=a%2Bb%3Dc%26am%3D1"));
        assert!(upi_uri(&branch, Paise(100), "").unwrap().ends_with("&am=1.00&cu=INR"));
    }

    #[test]
    fn without_a_upi_id_or_an_amount_there_is_no_address() {
        assert_eq!(upi_uri(&branch("Main", None), Paise(100), "1"), None);
        assert_eq!(upi_uri(&branch("Main", Some("salon@bank")), Paise::ZERO, "1"), None);
    }

    #[test]
    fn the_code_is_a_picture_without_styles() {
        let svg = qr_svg(&upi_uri(&branch("Main", Some("salon@bank")), Paise(11_800), "1").unwrap()).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"), "{svg}");
        assert!(!svg.contains("style") && !svg.contains("script"), "{svg}");
        assert_eq!(qr_svg(&"x".repeat(3_000)), None);
    }
}
