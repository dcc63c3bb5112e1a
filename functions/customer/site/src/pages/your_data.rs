//! Actions on what is held of oneself: the same part on `/profile` and on `/privacy`.

use maud::{Markup, html};
use parlour_pages::assets::FILES;
use parlour_pages::parts::{Form, submit};
use parlour_pages::{Asked, format};
use parlour_people::customers::ErasureView;

/// `erasure` where one has asked to be erased.
pub fn your_data(asked: &Asked, erasure: Option<&ErasureView>) -> Markup {
    let words = &asked.words;
    html! {
        section id="your-data" aria-labelledby="your-data-title" {
            h2 id="your-data-title" { (words.your_data()) }
            p.quiet { (words.your_data_about()) }
            p.actions { a.ghost.button href="/api/profile/export" download data-file { (words.your_data_download()) } }
            (FILES.run())
            h3.small-title { (words.erase_title()) }
            @match erasure {
                Some(erasure) => {
                    p.notice { (words.erase_when(format::moment(words, erasure.erase_on, asked.today))) }
                    div.actions {
                        (Form::new("keep-data", "DELETE /api/profile/erasure", html! { (submit(&words.erase_keep())) })
                            .then("reload").say(words.said_kept()).class("inline"))
                    }
                },
                None => {
                    p.quiet { (words.erase_about()) }
                    div.actions {
                        (Form::new("erase-data", "POST /api/profile/erasure", html! {
                            button.ghost.button type="submit" { (words.erase_ask()) }
                        }).then("reload").say(words.said_erasing()).ask(words.erase_sure()).class("inline"))
                    }
                },
            }
        }
    }
}
