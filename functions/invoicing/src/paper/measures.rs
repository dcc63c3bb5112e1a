//! The measures of a page, and the style that several of its parts have.

use crate::paper::fonts::Weight;
use crate::paper::pen::{Ink, Style};

/// A4, in points.
pub const WIDTH: f32 = 595.28;
pub const HEIGHT: f32 = 841.89;
pub const LEFT: f32 = 36.0;
pub const RIGHT: f32 = WIDTH - 36.0;
pub const CONTENT: f32 = RIGHT - LEFT;
/// Only the footer is below this line.
pub const BOTTOM: f32 = HEIGHT - 54.0;

pub const LABEL: Style = Style::new(7.0, Weight::Bold, Ink::Muted);
