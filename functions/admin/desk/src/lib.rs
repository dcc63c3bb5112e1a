//! The desk: the admin app's pages, a file per page, which reads what its twin in the API reads and renders it.

mod assets;
mod chart;
mod chrome;
mod filters;
mod pages;
mod positions;
mod routes;

pub use routes::routes;
