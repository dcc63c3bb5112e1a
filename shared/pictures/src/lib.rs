//! Pictures that the salon uploads: which are taken, in which sizes they are kept, where they are found.
//!
//! Whatever comes in is read, turned, scaled and written again, so that nothing of the file itself is ever served: neither
//! where a photograph was taken, nor what somebody hid in it.

mod name;
mod picture;
mod store;

pub use name::{Format, PictureName, Size};
pub use picture::{MOST_BYTES, Picture, PictureError};
pub use store::{PictureView, Pictures};
