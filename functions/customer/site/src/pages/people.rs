//! People as customers see them.

use maud::{Markup, html};
use parlour_pages::pictures::photograph;

/// Somebody's picture where there is one, else the first letters of their name. It says nothing that the name does not.
pub fn portrait(name: &str, image_url: Option<&str>) -> Markup {
    image_url.and_then(|url| photograph(url, "initials", (44, 44))).unwrap_or_else(|| initials(name))
}

/// The first letters of a name, where there is no picture.
fn initials(name: &str) -> Markup {
    let letters: String = name.split_whitespace().filter_map(|word| word.chars().next()).take(2).collect();
    html! { span.initials aria-hidden="true" { (letters.to_uppercase()) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_without_a_picture_that_can_be_shown_has_letters() {
        let own = format!("/pictures/{}.jpg", "0a".repeat(32));
        let shown = portrait("Asha", Some(&own)).into_string();
        assert!(
            shown.starts_with("<img class=\"initials\"") && shown.contains(&format!("{own}?w=320 320w")),
            "{shown}"
        );
        for nothing in [None, Some(""), Some("javascript:alert(1)")] {
            assert_eq!(portrait("Asha", nothing).into_string(), initials("Asha").into_string());
        }
    }

    #[test]
    fn a_name_is_two_letters_at_most() {
        let told = |name: &str| initials(name).into_string();
        assert_eq!(told("asha rao kumar"), "<span class=\"initials\" aria-hidden=\"true\">AR</span>");
        assert_eq!(told("मीरा"), "<span class=\"initials\" aria-hidden=\"true\">म</span>");
    }
}
