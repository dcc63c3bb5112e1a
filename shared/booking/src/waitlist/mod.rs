//! The waitlist: who wishes for time that is taken, and to whom it is offered when it comes free.

mod error;
mod request;
pub mod rules;
mod state;
mod view;
mod wish;

pub use error::WaitlistError;
pub use request::{OfferTimeRequest, WaitlistRequest, WishRequest};
pub use state::{IllegalStep, WishState, WishStep};
pub use view::{
    DeskWishAnswer, DeskWishList, DeskWishView, OfferedServiceView, TimeOfferView, WishAnswer, WishList, WishView,
    position,
};
pub use wish::{CustomerWishes, OfferedService, PassedGap, TimeOffer, Wish};
