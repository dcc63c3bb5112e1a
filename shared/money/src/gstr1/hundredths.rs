//! Amounts and rates as the tool writes them: JSON numbers with at most two decimals, `37.5` and `2000`, and never a float
//! on the way.

use std::io;

use serde::{Serialize, Serializer};

use parlour_values::gst::GstRate;
use parlour_values::money::Paise;

/// Hundredths of a rupee or of a percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hundredths(i64);

impl From<Paise> for Hundredths {
    fn from(amount: Paise) -> Self {
        Self(amount.0)
    }
}

impl From<GstRate> for Hundredths {
    fn from(rate: GstRate) -> Self {
        Self(rate.bps().into())
    }
}

/// JSON has one kind of number, and serde none with decimals but floats. Hundredths are given as the one integer type that
/// nothing else in the file has, and [`Decimals`] writes that type with a point.
impl Serialize for Hundredths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i128(self.0.into())
    }
}

struct Decimals;

impl serde_json::ser::Formatter for Decimals {
    fn write_i128<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: i128) -> io::Result<()> {
        let sign = if value < 0 { "-" } else { "" };
        let (whole, rest) = (value.unsigned_abs() / 100, value.unsigned_abs() % 100);
        match rest {
            0 => write!(writer, "{sign}{whole}"),
            tenths if tenths.is_multiple_of(10) => write!(writer, "{sign}{whole}.{}", tenths / 10),
            rest => write!(writer, "{sign}{whole}.{rest:02}"),
        }
    }
}

/// A file with hundredths in it, as JSON.
pub fn written(file: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    let mut text = Vec::new();
    file.serialize(&mut serde_json::Serializer::with_formatter(&mut text, Decimals))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hundredths_are_written_with_as_many_decimals_as_they_have() {
        let amounts = [0, 1, 10, 100, 3_806, 3_750, 200_000, -5, -12_340, i64::MAX, i64::MIN];
        let amounts: Vec<Hundredths> = amounts.into_iter().map(|paise| Paise(paise).into()).collect();
        let text = String::from_utf8(written(&amounts).unwrap()).unwrap();
        assert_eq!(text, "[0,0.01,0.1,1,38.06,37.5,2000,-0.05,-123.4,92233720368547758.07,-92233720368547758.08]");
        let rates: Vec<Hundredths> = [GstRate::FIVE, GstRate::EIGHTEEN, GstRate::ZERO].map(Into::into).into();
        assert_eq!(written(&rates).unwrap(), b"[5,18,0]");
        assert_eq!(written(&GstRate::from_bps(25).map(Hundredths::from)).unwrap(), b"0.25");
    }
}
