//! The QR code by which what is due can be paid.

use qrcode::{Color, QrCode};

use crate::paper::pen::{Ink, Pen};

/// A third of a millimetre and more for each module of a common address, which phones read from paper.
pub const SIZE: f32 = 96.0;
/// The margin that must stay white around it, in modules.
const QUIET: u16 = 4;

pub struct PaymentCode {
    /// Dark modules, row by row.
    modules: Vec<Color>,
    width: usize,
}

impl PaymentCode {
    /// None for a text that no code can hold.
    pub fn of(text: &str) -> Option<Self> {
        let code = QrCode::new(text.as_bytes()).ok()?;
        Some(Self { width: code.width(), modules: code.to_colors() })
    }

    /// Draws it into a square of [`SIZE`], quiet zone included. Dark modules that touch in a row are one mark.
    pub fn draw(&self, pen: &mut Pen<'_>, left: f32, top: f32) {
        let across = u16::try_from(self.width).unwrap_or(u16::MAX).saturating_add(2 * QUIET);
        let module = SIZE / f32::from(across);
        let place = |at: usize| f32::from(u16::try_from(at).unwrap_or(u16::MAX).saturating_add(QUIET)) * module;
        for (row, modules) in self.modules.chunks(self.width).enumerate() {
            let mut at = 0_usize;
            for run in modules.chunk_by(|one, next| one == next) {
                if run.first() == Some(&Color::Dark) {
                    let width = place(at.saturating_add(run.len())) - place(at);
                    pen.fill(left + place(at), top + place(row), width, module, Ink::Text);
                }
                at = at.saturating_add(run.len());
            }
        }
    }
}
