//! Rooms and equipment: what a service needs beside a person.

mod change;
mod request;
mod resource;
mod view;

pub use request::{CreateResourceRequest, ListResourcesRequest, PatchResourceRequest};
pub use resource::Resource;
pub use view::{ResourceAnswer, ResourceList, ResourceView};
