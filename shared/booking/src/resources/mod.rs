//! Rooms and equipment: what a service needs beside a person.

mod groups;

pub use crate::slots::Resource;
pub use groups::ResourceGroups;
