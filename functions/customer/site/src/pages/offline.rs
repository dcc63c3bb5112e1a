//! `/offline`: what the service worker shows when there is no network.

use maud::html;
use parlour_pages::answer::Described as _;
use parlour_pages::parts::empty;
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Page, PageAnswer, Words};
use parlour_values::language::Language;

pub async fn page(words: Words) -> PageAnswer {
    let main = html! {
        div.narrow {
            h1 { (words.offline_title()) }
            (empty(pictures::drawn(Motif::Leaf), &words.offline_text(), html! { a.button href="" { (words.try_again()) } }))
            // The browser keeps one copy of this page, whatever language is chosen later.
            @for other in Language::ALL.iter().filter(|other| **other != words.language).map(|other| Words::of(*other)) {
                p.fine lang=(other.language.tag()) { (other.offline_title()) ". " (other.offline_text()) }
            }
        }
    };
    Page::public(words.offline_title(), main).one_step()
}
