//! What end-to-end tests need: a salon of their own, people in it, and an AWS client that counts and fails on demand.

mod answer;
mod counter;
pub mod counts;
mod overlaps;
mod people;
pub mod provider;
mod salon;
mod shop;
mod visits;
pub mod wire;

pub use answer::Reply;
pub use people::Instance;
pub use provider::SignInSalon;
pub use salon::{Client, TestSalon};
pub use shop::{Shop, path_of};
