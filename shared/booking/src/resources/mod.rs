//! Rooms and equipment: what a service needs beside a person.

mod groups;
mod resource;

pub use groups::ResourceGroups;
pub use resource::Resource;
