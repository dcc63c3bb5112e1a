//! Tools for agents, by the Model Context Protocol: `POST /mcp`, without sessions, one JSON message in and one out. The
//! protocol is the official SDK's (`rmcp`), in its present revision and in the older ones that begin with `initialize`.
//! A toolbox says what its tools take and give; they are read-only, and each calls what a route of the API calls.

mod endpoint;
mod names;
mod schema;
mod server;
mod tool;

pub use endpoint::{Message, answer};
pub use names::called;
pub use tool::{Gives, ToolAnswer, ToolCall, ToolDescription, Toolbox, given};
