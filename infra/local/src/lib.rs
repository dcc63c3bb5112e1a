//! The service on one machine: the same routers and jobs as on AWS, over an embedded engine.

pub mod background;
pub mod command_line;
pub mod console;
pub mod demo;
pub mod engine;
pub mod gateway;
pub mod journal;
pub mod listen;
mod loopback;
pub mod oidc;
pub mod operator;
pub mod options;
pub mod push;
pub mod queue;
pub mod scheduler;
pub mod service;
pub mod settings;
pub mod store;
mod unread_body;
pub mod watch;
pub mod worker;
