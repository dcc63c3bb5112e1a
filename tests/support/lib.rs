//! Support for the end-to-end tests: a salon per test, people, and a client of the table that counts calls and fails on demand.

mod answer;
mod carriers;
mod counter;
pub mod counts;
pub mod documented;
mod dues;
mod jobs;
mod members;
pub mod memory;
mod outside;
mod overlaps;
mod people;
pub mod permissions;
pub mod picture;
mod post;
pub mod provider;
mod rows;
mod salon;
mod shop;
mod visits;
pub mod wire;
mod worker;

pub use answer::Reply;
pub use carriers::Carriers;
pub use jobs::FailingQueue;
pub use outside::Outside;
pub use people::{Instance, browser};
pub use post::Mishap;
pub use provider::SignInSalon;
pub use salon::{Client, TestSalon};
pub use shop::{Shop, path_of};
pub use worker::Printer;
