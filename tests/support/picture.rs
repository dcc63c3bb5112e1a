//! Pictures, made where they are needed.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

pub const RED: Rgb<u8> = Rgb([220, 20, 30]);
pub const BLUE: Rgb<u8> = Rgb([20, 30, 220]);

/// Red above, blue below.
pub fn flag(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let flag = RgbImage::from_fn(width, height, |_, y| if y < height / 2 { RED } else { BLUE });
    file(&flag.into(), format)
}

/// A logo that the page shows through.
pub fn logo() -> Vec<u8> {
    let logo = RgbaImage::from_fn(64, 64, |x, _| Rgba([200, 10, 10, if x < 32 { 0 } else { 255 }]));
    file(&logo.into(), ImageFormat::Png)
}

/// A JPEG whose camera was held by its right side, and that says where.
pub fn held(width: u32, height: u32) -> Vec<u8> {
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
    exif.extend(b"12.9716N 77.5946E");
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    let jpeg = flag(width, height, ImageFormat::Jpeg);
    [&jpeg[..2], &[0xFF, 0xE1], &length, &exif, &jpeg[2..]].concat()
}

fn file(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    image.write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// A PNG of a few bytes whose header claims a side of this many pixels.
pub fn claiming(side: u32) -> Vec<u8> {
    let png = flag(2, 2, ImageFormat::Png);
    let header = [b"IHDR".as_slice(), &side.to_be_bytes(), &side.to_be_bytes(), &png[24..29]].concat();
    [&png[..12], &header, &sum(&header).to_be_bytes(), &png[33..]].concat()
}

/// The CRC-32 of a PNG's chunk.
fn sum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| if sum & 1 == 1 { (sum >> 1) ^ 0xEDB8_8320 } else { sum >> 1 };
    !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), step))
}
