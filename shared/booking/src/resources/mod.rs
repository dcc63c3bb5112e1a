//! Rooms and equipment: what a service needs beside a person.

mod change;
mod groups;
mod request;
mod view;

pub use crate::slots::Resource;
pub use groups::ResourceGroups;
pub use request::{CreateResourceRequest, ListResourcesRequest, PatchResourceRequest};
pub use view::{ResourceAnswer, ResourceList, ResourceView};
