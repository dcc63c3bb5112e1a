//! `/offline`: what the service worker shows when there is no network.

use maud::html;
use parlour_pages::answer::Described as _;
use parlour_pages::parts::empty;
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Page, PageAnswer, Words};

pub async fn page(words: Words) -> PageAnswer {
    let main = html! {
        div.narrow {
            h1 { (words.offline_title()) }
            (empty(pictures::drawn(Motif::Leaf), &words.offline_text(), html! { a.button href="" { (words.try_again()) } }))
        }
    };
    Page::public(words.offline_title(), main).one_step()
}
