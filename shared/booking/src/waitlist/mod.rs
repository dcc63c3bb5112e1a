//! The waitlist: who wishes for time that is taken, and to whom it is offered when it comes free.

mod accept;
mod answer;
mod desk;
mod error;
mod fill;
mod fit;
mod kept;
mod make;
mod request;
pub mod rules;
mod state;
mod store;
mod view;
mod wish;

pub use error::WaitlistError;
pub use fill::Gap;
pub use make::Wished;
pub use request::{AcceptOfferRequest, OfferTimeRequest, WaitlistRequest, WishRequest};
pub use state::{IllegalStep, WishState, WishStep};
pub use store::Waitlist;
pub use view::{DeskWishAnswer, DeskWishList, DeskWishView, TimeOfferView, WishAnswer, WishList, WishView, position};
pub use wish::{CustomerWishes, HeldService, PassedGap, TimeOffer, Wish};
