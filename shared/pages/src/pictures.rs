//! Pictures of our own drawing, for whatever the salon has set no photograph of: one line, two fills, the salon's colour.
//! A service's picture follows from its name, then from its category's, then from its side of the house.

use maud::{Markup, PreEscaped, html};
use parlour_pictures::{PictureName, Size};
use parlour_setup::branding::Branding;
use parlour_setup::catalogue::ServiceType;

use crate::{assets, paths};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motif {
    Scissors,
    Dryer,
    Strands,
    Brush,
    Face,
    Polish,
    Foot,
    Stones,
    Hands,
    Bowl,
    Leaf,
    Flower,
    Lotus,
    Mirror,
}

/// Words that give a motif away, the more telling first.
const SIGNS: [(&str, Motif); 30] = [
    ("pedi", Motif::Foot),
    ("foot", Motif::Foot),
    ("mani", Motif::Polish),
    ("nail", Motif::Polish),
    ("polish", Motif::Polish),
    ("blow", Motif::Dryer),
    ("dry", Motif::Dryer),
    ("colour", Motif::Brush),
    ("color", Motif::Brush),
    ("root", Motif::Brush),
    ("henna", Motif::Brush),
    ("hair-spa", Motif::Strands),
    ("keratin", Motif::Strands),
    ("smooth", Motif::Strands),
    ("cut", Motif::Scissors),
    ("beard", Motif::Scissors),
    ("trim", Motif::Scissors),
    ("facial", Motif::Face),
    ("face", Motif::Face),
    ("skin", Motif::Face),
    ("deep-tissue", Motif::Hands),
    ("head", Motif::Hands),
    ("shoulder", Motif::Hands),
    ("scrub", Motif::Bowl),
    ("wrap", Motif::Leaf),
    ("aroma", Motif::Leaf),
    ("massage", Motif::Stones),
    ("brid", Motif::Flower),
    ("body", Motif::Leaf),
    ("hair", Motif::Scissors),
];

impl Motif {
    fn of_words(words: &str) -> Option<Self> {
        let words = words.to_lowercase().replace(' ', "-");
        SIGNS.iter().find(|(sign, _)| words.contains(sign)).map(|(_, motif)| *motif)
    }

    pub fn of_service(name: &str, category: &str, side: ServiceType) -> Self {
        Self::of_words(name).unwrap_or_else(|| Self::of_category(category, side))
    }

    pub fn of_category(name: &str, side: ServiceType) -> Self {
        Self::of_words(name).unwrap_or(match side {
            ServiceType::Salon => Self::Mirror,
            ServiceType::Spa => Self::Lotus,
        })
    }

    /// Fills first, then lines. `pf` is the tint, `pa` the salon's colour, `pl` a line of it.
    const fn drawing(self) -> &'static str {
        match self {
            Self::Scissors => {
                r#"<g class="pl"><circle cx="62" cy="92" r="12"/><circle cx="98" cy="92" r="12"/><path d="M68 82 102 34M92 82 58 34"/></g><circle class="pa" cx="80" cy="66" r="3"/>"#
            }
            Self::Dryer => {
                r#"<path class="pa" d="M54 42h42a19 19 0 0 1 0 38H70z" opacity=".22"/><g class="pl"><path d="M54 42h42a19 19 0 0 1 0 38H70L50 72V50zM78 80l5 26h13l-4-27"/><circle cx="95" cy="61" r="8"/><path d="M42 52H28M42 61H22M42 70H28"/></g>"#
            }
            Self::Strands => {
                r#"<g class="pl"><path d="M56 30c-14 26 14 34 2 62s-8 14-8 20M74 28c-14 28 14 36 2 64s-6 12-6 22M92 30c-14 26 14 34 2 62s-6 12-6 20"/><path d="M106 40h8M106 52h8M106 64h8M106 76h8M106 88h8M118 34v60"/></g>"#
            }
            Self::Brush => {
                r#"<path class="pa" d="M44 84h46c0 16-9 26-23 26S44 100 44 84z" opacity=".25"/><g class="pl"><path d="M44 84h46c0 16-9 26-23 26S44 100 44 84zM76 78l30-42 10 7-28 42"/><path d="M106 36l8-12 10 7-8 12"/></g>"#
            }
            Self::Face => {
                r#"<path class="pa" d="M54 58c0-18 11-30 26-30s26 12 26 30-11 42-26 42-26-24-26-42z" opacity=".2"/><g class="pl"><path d="M54 58c0-18 11-30 26-30s26 12 26 30-11 42-26 42-26-24-26-42z"/><path d="M64 62c4-3 8-3 11 0M85 62c4-3 8-3 11 0M72 82c5 5 11 5 16 0M52 48C44 30 62 16 80 18s36 12 28 30"/></g>"#
            }
            Self::Polish => {
                r#"<path class="pa" d="M50 68h30v34a6 6 0 0 1-6 6H56a6 6 0 0 1-6-6z" opacity=".28"/><g class="pl"><path d="M50 68h30v34a6 6 0 0 1-6 6H56a6 6 0 0 1-6-6zM56 68V58h18v10M59 58l2-30h8l2 30"/><path d="M104 108V64c0-12 16-12 16 0v44M104 84h16"/></g>"#
            }
            Self::Foot => {
                r#"<path class="pa" d="M36 96h88l-8 16H44z" opacity=".25"/><g class="pl"><path d="M36 96h88l-8 16H44zM58 92c-2-22 4-30 4-56M86 92c16 0 24-4 24-12s-14-8-22-14-6-18-6-30"/><path d="M48 102c6-5 10 5 16 0s10 5 16 0 10 5 16 0 10 5 16 0"/></g>"#
            }
            Self::Stones => {
                r#"<g class="pa" opacity=".22"><ellipse cx="80" cy="100" rx="36" ry="11"/><ellipse cx="80" cy="80" rx="27" ry="9"/><ellipse cx="80" cy="63" rx="18" ry="7"/></g><g class="pl"><ellipse cx="80" cy="100" rx="36" ry="11"/><ellipse cx="80" cy="80" rx="27" ry="9"/><ellipse cx="80" cy="63" rx="18" ry="7"/><path d="M80 52c-8-8-8-16 0-24 8 8 8 16 0 24zM78 50c-12 0-17-4-19-13 10-1 16 3 19 13zM82 50c12 0 17-4 19-13-10-1-16 3-19 13z"/></g>"#
            }
            Self::Hands => {
                r#"<circle class="pa" cx="80" cy="52" r="18" opacity=".22"/><g class="pl"><circle cx="80" cy="52" r="18"/><path d="M44 108c2-18 14-28 36-28s34 10 36 28M42 60c-8 2-12 8-12 16M118 60c8 2 12 8 12 16M62 52c-10-2-16 2-20 8M98 52c10-2 16 2 20 8"/></g>"#
            }
            Self::Bowl => {
                r#"<path class="pa" d="M40 70h80c0 24-16 38-40 38S40 94 40 70z" opacity=".25"/><g class="pl"><path d="M40 70h80c0 24-16 38-40 38S40 94 40 70zM54 70c2-12 12-18 26-18s24 6 26 18M92 54l18-28"/></g><g class="pa"><circle cx="66" cy="62" r="2"/><circle cx="78" cy="58" r="2"/><circle cx="88" cy="64" r="2"/></g>"#
            }
            Self::Leaf => {
                r#"<path class="pa" d="M80 110C48 92 48 52 80 28c32 24 32 64 0 82z" opacity=".22"/><g class="pl"><path d="M80 110C48 92 48 52 80 28c32 24 32 64 0 82zM80 44v72M80 66l14-10M80 82l18-12M80 66 66 56M80 82 62 70"/></g>"#
            }
            Self::Flower => {
                r#"<g class="pa" opacity=".22"><circle cx="80" cy="48" r="15"/><circle cx="103" cy="64" r="15"/><circle cx="94" cy="91" r="15"/><circle cx="66" cy="91" r="15"/><circle cx="57" cy="64" r="15"/></g><g class="pl"><circle cx="80" cy="48" r="15"/><circle cx="103" cy="64" r="15"/><circle cx="94" cy="91" r="15"/><circle cx="66" cy="91" r="15"/><circle cx="57" cy="64" r="15"/></g><circle class="pa" cx="80" cy="72" r="9"/>"#
            }
            Self::Lotus => {
                r#"<path class="pa" d="M80 34c13 16 18 30 18 44s-6 22-18 30c-12-8-18-16-18-30s5-28 18-44z" opacity=".25"/><g class="pl"><path d="M80 34c13 16 18 30 18 44s-6 22-18 30c-12-8-18-16-18-30s5-28 18-44zM62 74C52 66 48 58 48 46c8 2 14 6 19 12M98 74c10-8 14-16 14-28-8 2-14 6-19 12M78 108c-24 2-40-8-46-32 12-2 22 0 30 6M82 108c24 2 40-8 46-32-12-2-22 0-30 6"/></g>"#
            }
            Self::Mirror => {
                r#"<path class="pa" d="M52 92V62c0-20 12-32 28-32s28 12 28 32v30z" opacity=".2"/><g class="pl"><path d="M52 92V62c0-20 12-32 28-32s28 12 28 32v30zM40 92h80M48 92v20M112 92v20M66 76l18-26M78 80l12-18"/></g>"#
            }
        }
    }
}

/// A motif before an arch, the house's own shape.
pub fn drawn(motif: Motif) -> Markup {
    html! {
        svg.picture viewBox="0 0 160 132" aria-hidden="true" focusable="false" {
            path class="pf" d="M14 132V76C14 34 42 8 80 8s66 26 66 68v56z" {}
            (PreEscaped(motif.drawing()))
        }
    }
}

/// The salon's own photograph where it set one, else a drawing.
pub fn of_service(image_url: &str, motif: Motif) -> Markup {
    photograph(image_url, "picture", (160, 132)).unwrap_or_else(|| drawn(motif))
}

/// A photograph that the salon set, in a place of this many pixels; browsers take the size that their screen needs.
pub fn photograph(image_url: &str, class: &str, (width, height): (u32, u32)) -> Option<Markup> {
    let src = paths::picture(image_url, Size::Medium)?;
    let srcset = PictureName::of_path(image_url)
        .map(|name| Size::ALL.map(|size| format!("{} {}w", name.path_of(size), size.pixels())).join(", "));
    // If a browser does not find out by itself, it is shown up to twice as wide as it claims to be.
    let sizes = srcset.as_ref().map(|_| format!("auto, {}px", width.saturating_mul(2)));
    Some(html! {
        img class=(class) src=(src) srcset=[srcset] sizes=[sizes] alt="" width=(width) height=(height) loading="lazy"
            decoding="async";
    })
}

/// The salon's logo where it set one, else its mark.
pub fn logo(branding: &Branding, side: u32) -> Markup {
    let own = branding.logo_url.as_deref().and_then(|logo| paths::picture(logo, Size::Small));
    let src = own.unwrap_or_else(|| assets::icon(branding).href());
    html! { img src=(src) alt="" width=(side) height=(side); }
}

/// The large picture of the start page: a chair by the window.
pub fn hero() -> Markup {
    html! {
        svg.picture viewBox="0 0 420 400" aria-hidden="true" focusable="false" {
            (PreEscaped(HERO))
        }
    }
}

const HERO: &str = r#"<path class="pf" d="M40 400V190C40 88 108 20 210 20s170 68 170 170v210z"/><circle class="pa" cx="286" cy="118" r="44" opacity=".28"/><g class="pl"><path d="M96 400V214c0-66 32-108 82-108s82 42 82 108v66"/><path d="M112 220c0-58 26-96 66-96s66 38 66 96M132 250l44-62M160 262l30-42"/></g><path class="pa" d="M222 286c0-20 12-30 32-30h20c20 0 32 10 32 30v34h-84z" opacity=".5"/><g class="pl"><path d="M222 320v-34c0-20 12-30 32-30h20c20 0 32 10 32 30v34M206 320h116v24H206zM206 320v-22c0-10 14-10 14 0M322 320v-22c0-10-14-10-14 0M264 344v40M228 392c0-10 16-10 36-10s36 0 36 10"/></g><g class="pl"><path d="M352 392v-64M352 352c-20-2-28-14-28-34 18 0 28 12 28 34zM352 338c18-4 26-16 24-36-16 4-24 16-24 36zM352 322c-10-12-10-26 0-42 10 16 10 30 0 42z"/><path d="M336 392h32l-4-26h-24z"/></g><g class="pl"><path d="M60 330h56M70 330v-30h14v30M92 330v-44h10v44M97 286v-12"/></g><path class="pl" d="M28 392h364"/>"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_gets_the_picture_its_name_gives_away() {
        for (name, category, motif) in [
            ("Haircut and Styling", "Hair", Motif::Scissors),
            ("Hair Spa", "Hair", Motif::Strands),
            ("Blow Dry", "Hair", Motif::Dryer),
            ("Pedicure", "Skin and Nails", Motif::Foot),
            ("Head and Shoulder Massage", "Massage", Motif::Hands),
            ("Swedish Massage", "Massage", Motif::Stones),
            ("Something new", "Hair", Motif::Scissors),
            ("Something new", "Other", Motif::Mirror),
        ] {
            assert_eq!(Motif::of_service(name, category, ServiceType::Salon), motif, "{name}");
        }
        assert_eq!(Motif::of_service("Ritual", "Quiet", ServiceType::Spa), Motif::Lotus);
    }

    #[test]
    fn only_https_pictures_are_shown() {
        assert!(of_service("javascript:alert(1)", Motif::Lotus).into_string().starts_with("<svg"));
        assert!(of_service("https://images.example.test/a.jpg", Motif::Lotus).into_string().starts_with("<img"));
    }
}
