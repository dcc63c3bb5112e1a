//! Rooms and equipment: what a service needs beside a person.

pub use crate::slots::Resource;
