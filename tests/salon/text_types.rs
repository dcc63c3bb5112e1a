//! Texts of a form: what their patterns in OpenAPI describe is taken, and what they leave out is refused.

use std::fmt::Debug;

use parlour_money::products::{Barcode, HsnCode};
use parlour_money::reports::GstinText;
use parlour_setup::branches::{BranchCode, BranchNumber, StateCode, UpiId};
use parlour_setup::branding::Instagram;
use parlour_setup::catalogue::SacCode;
use parlour_setup::messages::{DltTemplateId, WhatsappName};
use parlour_values::input::{Field, Problems};
use proptest::string::string_regex;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

fn taken<T: Field>(text: &str) -> bool {
    T::from_json(&json!(text), "text", &mut Problems::default()).is_some()
}

/// Tries texts that the pattern of the type describes, as long as the type takes them, and texts that it does not.
fn agrees<T: Field + Debug>(left_out: &[&str]) {
    let schema: Value = serde_json::to_value(T::field_schema()).unwrap();
    let (pattern, most) = (schema["pattern"].as_str().unwrap(), schema["maxLength"].as_u64().unwrap());
    let whole = pattern.strip_prefix('^').and_then(|pattern| pattern.strip_suffix('$')).unwrap();
    let described = string_regex(whole).unwrap();
    TestRunner::default()
        .run(&described, |text| {
            let fits = u64::try_from(text.chars().count()).unwrap() <= most;
            assert_eq!(taken::<T>(&text), fits, "{text:?} by {pattern}");
            Ok(())
        })
        .unwrap();
    for text in left_out {
        assert!(!taken::<T>(text), "{text:?} by {pattern}");
    }
}

/// But for those whose pattern says less than their rules: slugs, and addresses on the web.
#[test]
fn what_the_pattern_of_a_text_describes_is_taken_and_nothing_else() {
    agrees::<HsnCode>(&["", "330", "33055", "330512345", "33o5", "३३०५", " 3305"]);
    agrees::<SacCode>(&["", "999", "99972", "999721000", "9997 1", "999721 "]);
    agrees::<Barcode>(&["", " ", "40063 81333931", "४००", "4006\u{7f}"]);
    agrees::<GstinText>(&[
        "",
        "29ABCFT0001Q1Z",
        "29abcft0001q1z3",
        "29ABCFT0001Q1Y3",
        "29ABCFT0001Q1Z34",
        "2XABCFT0001Q1Z3",
    ]);
    agrees::<BranchCode>(&["", "blr", "B-1", "BANGALORENORTH", "ब"]);
    agrees::<BranchNumber>(&["", "1", "001", "a1", "ब"]);
    agrees::<StateCode>(&["", "2", "290", "ka", "2-"]);
    agrees::<UpiId>(&["", "asha", "a@bank", "asha@b", "asha@1bank", "asha@@bank", "asha salon@bank", "asha@ok_bank"]);
    agrees::<Instagram>(&[
        "",
        "@",
        "saffron room",
        "https://instagram.com/",
        "http://instagram.com/saffron",
        "a/b",
        "केसर",
    ]);
    agrees::<WhatsappName>(&["", "Booking", "booking-confirmed", "booking confirmed", "é"]);
    agrees::<DltTemplateId>(&["", "17 07", "17\u{7f}", "१७"]);
}
