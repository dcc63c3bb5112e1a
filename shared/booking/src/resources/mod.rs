//! Rooms and equipment: what a service needs beside a person.

mod resource;

pub use resource::Resource;
