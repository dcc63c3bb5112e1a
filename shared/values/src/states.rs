//! The states and union territories by their GST code, for the place of supply.

/// `Karnataka (29)`; a code that is not one of GST's is shown as it is.
pub fn place_of_supply(code: &str) -> String {
    state_name(code).map_or_else(|| code.to_owned(), |name| format!("{name} ({code})"))
}

/// The name of the state's half of GST: union territories without a legislature have their own.
pub fn state_tax(code: &str) -> &'static str {
    match code {
        "04" | "26" | "31" | "35" | "38" => "UTGST",
        _ => "SGST",
    }
}

fn state_name(code: &str) -> Option<&'static str> {
    Some(match code {
        "01" => "Jammu and Kashmir",
        "02" => "Himachal Pradesh",
        "03" => "Punjab",
        "04" => "Chandigarh",
        "05" => "Uttarakhand",
        "06" => "Haryana",
        "07" => "Delhi",
        "08" => "Rajasthan",
        "09" => "Uttar Pradesh",
        "10" => "Bihar",
        "11" => "Sikkim",
        "12" => "Arunachal Pradesh",
        "13" => "Nagaland",
        "14" => "Manipur",
        "15" => "Mizoram",
        "16" => "Tripura",
        "17" => "Meghalaya",
        "18" => "Assam",
        "19" => "West Bengal",
        "20" => "Jharkhand",
        "21" => "Odisha",
        "22" => "Chhattisgarh",
        "23" => "Madhya Pradesh",
        "24" => "Gujarat",
        "26" => "Dadra and Nagar Haveli and Daman and Diu",
        "27" => "Maharashtra",
        "29" => "Karnataka",
        "30" => "Goa",
        "31" => "Lakshadweep",
        "32" => "Kerala",
        "33" => "Tamil Nadu",
        "34" => "Puducherry",
        "35" => "Andaman and Nicobar Islands",
        "36" => "Telangana",
        "37" => "Andhra Pradesh",
        "38" => "Ladakh",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::states::*;

    #[test]
    fn a_place_of_supply_names_its_state() {
        assert_eq!(place_of_supply("29"), "Karnataka (29)");
        assert_eq!(place_of_supply("KA"), "KA");
    }

    #[test]
    fn union_territories_without_a_legislature_have_a_tax_of_their_own() {
        let codes = (1..=38).map(|code| format!("{code:02}")).filter(|code| state_tax(code) == "UTGST");
        assert_eq!(codes.collect::<Vec<_>>(), ["04", "26", "31", "35", "38"]);
    }

    #[test]
    fn every_code_of_gst_has_a_name_of_its_own() {
        let codes = (1..=38).filter(|code| ![25, 28].contains(code)).map(|code| format!("{code:02}"));
        let names: std::collections::HashSet<&str> = codes.filter_map(|code| state_name(&code)).collect();
        assert_eq!(names.len(), 36);
    }
}
