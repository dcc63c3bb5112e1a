//! Requests about the branding.

use url::Url;

use parlour_pictures::PictureName;
use parlour_values::color::Color;
use parlour_values::contact::{BusinessPhone, EmailAddress};
use parlour_values::input::{Clearable, Name, Trimmed, body, is_line, text_type};

const LONGEST_URL: usize = 2048;

text_type! {
    /// A picture that pages of ours show: one of our own, or by https, as their policy allows nothing else.
    pub struct LogoUrl, most: LONGEST_URL, pattern: r"^(https://.|/pictures/[0-9a-f]{64}\.(jpg|png)$)",
        taken: str::trim,
        fits: |text| is_address(text, &["https"]) || PictureName::of_path(text).is_some()
            => "must be an https address or that of a picture uploaded here";
    pub struct WebsiteUrl, most: LONGEST_URL, pattern: "^https?://.",
        taken: str::trim,
        fits: |text| is_address(text, &["https", "http"]) => "must be a web address";
    /// A profile by its name, with or without `@`, or by its address.
    pub struct Instagram, most: LONGEST_URL,
        pattern: r"^(@?[0-9A-Za-z_.]{1,30}|https://(www\.)?instagram\.com/[0-9A-Za-z_.]{1,30}/*(\?[!-~]*)?)$",
        taken: str::trim,
        fits: is_profile => "must be an Instagram name or the address of a profile";
}

fn is_profile(text: &str) -> bool {
    let of_address = || {
        let path =
            ["https://instagram.com/", "https://www.instagram.com/"].iter().find_map(|site| text.strip_prefix(site));
        path.map(|path| path.split('?').next().unwrap_or_default().trim_end_matches('/'))
    };
    let name = of_address().unwrap_or_else(|| text.strip_prefix('@').unwrap_or(text));
    text.bytes().all(|byte| byte.is_ascii_graphic())
        && (1..=30).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.')
}

/// Somewhere on the web, and nobody's password with it.
fn is_address(text: &str, schemes: &[&str]) -> bool {
    let plain = text.len() <= LONGEST_URL && is_line(text) && !text.contains(char::is_whitespace);
    plain
        && Url::parse(text).is_ok_and(|url| {
            schemes.contains(&url.scheme()) && url.has_host() && url.username().is_empty() && url.password().is_none()
        })
}

body! {
    /// Changes to the branding; fields left out stay, and `null` clears those that may be empty.
    pub struct BrandingPatch {
        name: Option<Name<1, 60>>,
        tagline: Clearable<Name<1, 160>>,
        accent_color: Option<Color>,
        logo_url: Clearable<LogoUrl>,
        phone: Clearable<BusinessPhone>,
        email: Clearable<EmailAddress>,
        grievance_email: Clearable<EmailAddress>,
        address: Clearable<Trimmed<1, 500>>,
        website: Clearable<WebsiteUrl>,
        instagram: Clearable<Instagram>,
    }
}

impl BrandingPatch {
    /// The fields that the change names, as they are called on the wire.
    pub fn given(&self) -> Vec<&'static str> {
        [
            ("name", self.name.is_some()),
            ("tagline", self.tagline.is_given()),
            ("accentColor", self.accent_color.is_some()),
            ("logoUrl", self.logo_url.is_given()),
            ("phone", self.phone.is_given()),
            ("email", self.email.is_given()),
            ("grievanceEmail", self.grievance_email.is_given()),
            ("address", self.address.is_given()),
            ("website", self.website.is_given()),
            ("instagram", self.instagram.is_given()),
        ]
        .into_iter()
        .filter_map(|(field, given)| given.then_some(field))
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_the_web_and_a_logo_to_https() {
        assert!("https://cdn.example.test/logo.svg".parse::<LogoUrl>().is_ok());
        let own = format!("/pictures/{}.png", "0a".repeat(32));
        assert_eq!(own.parse::<LogoUrl>().map(String::from), Ok(own));
        assert!("http://example.test".parse::<WebsiteUrl>().is_ok());
        for bad in [
            "",
            "logo.svg",
            "/logo.svg",
            "/pictures/logo.png",
            "//pictures/logo.png",
            "http://cdn.example.test/logo.svg",
            "javascript:alert(1)",
            "data:image/png;base64,AA",
            "https://",
            "https://user:secret@example.test/",
            "https://example.test/a b",
        ] {
            assert!(bad.parse::<LogoUrl>().is_err(), "{bad}");
        }
        for bad in ["", "example.test", "ftp://example.test", "mailto:a@example.test"] {
            assert!(bad.parse::<WebsiteUrl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_profile_is_named_or_linked() {
        for good in
            ["saffron.room", "@saffron_room", "https://instagram.com/saffron", "https://www.instagram.com/saffron/"]
        {
            assert_eq!(good.parse::<Instagram>().map(String::from), Ok(good.to_owned()));
        }
        for bad in [
            "",
            "@",
            "saffron room",
            "https://example.test/saffron",
            "https://instagram.com/",
            "a/b",
            "केसर",
            "https://instagram.com/a?\u{202e}",
        ] {
            assert!(bad.parse::<Instagram>().is_err(), "{bad}");
        }
    }
}
