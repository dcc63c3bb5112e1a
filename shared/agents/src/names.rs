//! Agents name things as people do. What is named is found by any of its names, whatever their case.

use parlour_http::Refusal;

/// How many names a refusal lists.
const MOST_LISTED: usize = 30;

/// The one that is called so, or a refusal that lists what there is. Each is known by the names that `names` gives, the
/// first of which it is listed by.
pub fn called<'a, T, const N: usize>(
    field: &str,
    wanted: &str,
    all: &'a [T],
    names: impl Fn(&T) -> [String; N],
) -> Result<&'a T, Refusal> {
    let wanted = wanted.trim().to_lowercase();
    let found = all.iter().find(|one| names(one).iter().any(|name| name.to_lowercase() == wanted));
    found.ok_or_else(|| {
        let known: Vec<String> = all.iter().filter_map(|one| names(one).into_iter().next()).take(MOST_LISTED).collect();
        Refusal::invalid_field(field, format!("must be one of: {}", known.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_any_case_is_found_and_another_is_told_what_there_is() {
        let all = [("Indiranagar", "BLR"), ("Jayanagar", "JAY")];
        let find = |wanted: &str| {
            called("branch", wanted, &all, |(name, code)| [(*name).to_owned(), (*code).to_owned()]).map(|one| one.1)
        };
        assert_eq!(find(" indiranagar ").unwrap(), "BLR");
        assert_eq!(find("jay").unwrap(), "JAY");
        let refusal = find("Mysuru").unwrap_err();
        assert_eq!(refusal.details.unwrap()["branch"][0], "must be one of: Indiranagar, Jayanagar");
    }
}
