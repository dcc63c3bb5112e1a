//! The shared parts of both apps' pages. A page's handler reads and gives a [`Page`]; [`answer::wrap_page`] makes the
//! document of it, with its headers; forms are made of [`parts`] and send themselves to the JSON API by the script of
//! every page.

pub mod accent;
pub mod answer;
pub mod asked;
pub mod assets;
pub mod docs;
pub mod format;
pub mod layout;
pub mod parts;
pub mod paths;
pub mod pictures;
pub mod scripts;
pub mod sign_in;
pub mod uploaded;
pub mod words;

pub use answer::{Page, PageAnswer};
pub use asked::Asked;
pub use layout::Chrome;
pub use words::Words;
