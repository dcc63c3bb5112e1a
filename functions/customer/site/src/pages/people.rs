//! People as customers see them.

use maud::{Markup, html};

/// The first letters of a name, where there is no picture.
pub fn initials(name: &str) -> Markup {
    let letters: String = name.split_whitespace().filter_map(|word| word.chars().next()).take(2).collect();
    html! { span.initials aria-hidden="true" { (letters.to_uppercase()) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_two_letters_at_most() {
        let told = |name: &str| initials(name).into_string();
        assert_eq!(told("asha rao kumar"), "<span class=\"initials\" aria-hidden=\"true\">AR</span>");
        assert_eq!(told("मीरा"), "<span class=\"initials\" aria-hidden=\"true\">म</span>");
    }
}
