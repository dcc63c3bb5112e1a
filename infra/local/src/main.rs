//! `cargo run`: the local service.

fn main() {}
