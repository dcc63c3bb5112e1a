//! From the bytes of a file to a picture: its kind by its own bytes, turned as its camera was held, in three sizes, and
//! written again without anything else that the file held.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType as PngFilter, PngEncoder};
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader, Limits};

use crate::name::{Format, PictureName, Size};
use parlour_senders::documents::StoreError;
use parlour_storage::failure::Refused;

/// The largest file that is taken.
pub const MOST_BYTES: usize = 3_000_000;

/// A small file can claim to be a huge picture. What it claims is looked at before any of it is read.
const MOST_PIXELS: u64 = 40_000_000;
const LONGEST_SIDE: u32 = 20_000;
const MOST_MEMORY: u64 = 256 * 1024 * 1024;

/// Nobody sees a difference above it, and files grow quickly.
const JPEG_QUALITY: u8 = 82;
/// A copy must fit into one answer of a Lambda.
const LARGEST_COPY: usize = 3_000_000;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    #[error("This file is no JPEG, PNG or WebP picture.")]
    Unknown,
    #[error("This picture is broken. Please save it again, or choose another one.")]
    Broken,
    #[error("This picture is larger than 3 MB.")]
    TooLarge,
    #[error("This picture has too many pixels. Please make it smaller.")]
    TooManyPixels,
    #[error("Pictures cannot be kept here.")]
    NoStore,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Refused for PictureError {}

/// A picture as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub name: PictureName,
    pub copies: Vec<(Size, Vec<u8>)>,
}

impl Picture {
    /// Reads what was uploaded. It takes a while: not for a thread that serves others.
    pub fn read(uploaded: &[u8]) -> Result<Self, PictureError> {
        if uploaded.len() > MOST_BYTES {
            return Err(PictureError::TooLarge);
        }
        let mut image = plain(decoded(uploaded)?);
        let format = if image.color().has_alpha() { Format::Png } else { Format::Jpeg };
        let mut copies = Vec::new();
        // From the largest to the smallest, each from the one before.
        for size in Size::ALL.into_iter().rev() {
            image = scaled(image, size.pixels());
            copies.push((size, small_enough(&image, format)?));
        }
        Ok(Self { name: PictureName::of(uploaded, format), copies })
    }
}

/// The kind of a picture that we take, by its own first bytes.
fn kind(bytes: &[u8]) -> Option<ImageFormat> {
    let is_webp = bytes.get(8..12) == Some(b"WEBP".as_slice());
    match bytes {
        [0xFF, 0xD8, 0xFF, ..] => Some(ImageFormat::Jpeg),
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => Some(ImageFormat::Png),
        [b'R', b'I', b'F', b'F', ..] if is_webp => Some(ImageFormat::WebP),
        _ => None,
    }
}

/// The picture, upright and no larger than its scaling needs.
fn decoded(bytes: &[u8]) -> Result<DynamicImage, PictureError> {
    let format = kind(bytes).ok_or(PictureError::Unknown)?;
    if format == ImageFormat::Jpeg && !is_whole_jpeg(bytes) {
        return Err(PictureError::Broken);
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    limits.max_alloc = Some(MOST_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refused)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width).saturating_mul(u64::from(height));
    if pixels > MOST_PIXELS || decoder.total_bytes() > MOST_MEMORY {
        return Err(PictureError::TooManyPixels);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let image = DynamicImage::from_decoder(decoder).map_err(refused)?;
    // Roughly first: turning and fine scaling need several times the memory of what they work on.
    let rough = Size::Large.pixels().saturating_mul(2);
    let mut image = if longest(&image) > rough { image.thumbnail(rough, rough) } else { image };
    image.apply_orientation(orientation);
    Ok(image)
}

/// Whether the data of a JPEG has its end. Readers of JPEGs fill up with grey what is missing.
fn is_whole_jpeg(bytes: &[u8]) -> bool {
    let last = |marker: [u8; 2]| bytes.windows(2).rposition(|pair| pair == marker);
    last([0xFF, 0xD9]).is_some_and(|end| last([0xFF, 0xDA]).is_some_and(|scan| scan < end))
}

fn refused(error: ImageError) -> PictureError {
    match error {
        ImageError::Limits(_) => PictureError::TooManyPixels,
        _ => PictureError::Broken,
    }
}

fn longest(image: &DynamicImage) -> u32 {
    image.width().max(image.height())
}

/// Eight bits for each colour, and transparency only where something can be seen through.
fn plain(image: DynamicImage) -> DynamicImage {
    if image.color().has_alpha() {
        let image = image.into_rgba8();
        if image.pixels().any(|pixel| pixel.0[3] < u8::MAX) {
            return image.into();
        }
        return DynamicImage::from(image).into_rgb8().into();
    }
    image.into_rgb8().into()
}

/// Never enlarged.
fn scaled(image: DynamicImage, side: u32) -> DynamicImage {
    if longest(&image) > side { image.resize(side, side, FilterType::CatmullRom) } else { image }
}

/// The picture as a file. One that would be too large to be served, as only noise with holes is, is made smaller.
fn small_enough(image: &DynamicImage, format: Format) -> Result<Vec<u8>, PictureError> {
    let mut file = encoded(image, format)?;
    let mut side = longest(image);
    while file.len() > LARGEST_COPY {
        side = side / 4 * 3;
        file = encoded(&scaled(image.clone(), side), format)?;
    }
    Ok(file)
}

fn encoded(image: &DynamicImage, format: Format) -> Result<Vec<u8>, PictureError> {
    let mut file = Vec::new();
    let written = match format {
        Format::Jpeg => image.write_with_encoder(JpegEncoder::new_with_quality(&mut file, JPEG_QUALITY)),
        Format::Png => {
            let encoder = PngEncoder::new_with_quality(&mut file, CompressionType::Default, PngFilter::Adaptive);
            image.write_with_encoder(encoder)
        }
    };
    written.map_err(refused).map(|()| file)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, Rgba, RgbaImage};

    use super::*;

    const RED: Rgb<u8> = Rgb([220, 20, 30]);
    const BLUE: Rgb<u8> = Rgb([20, 30, 220]);

    /// Red above, blue below.
    fn flag(width: u32, height: u32) -> DynamicImage {
        RgbImage::from_fn(width, height, |_, y| if y < height / 2 { RED } else { BLUE }).into()
    }

    fn file(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        image.write_to(&mut file, format).unwrap();
        file.into_inner()
    }

    /// A JPEG that says how its camera was held, and where.
    fn held(image: &DynamicImage, orientation: u8) -> Vec<u8> {
        let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
        exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
        exif.extend(b"12.9716N 77.5946E");
        let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
        let jpeg = file(image, ImageFormat::Jpeg);
        [&jpeg[..2], &[0xFF, 0xE1], &length, &exif, &jpeg[2..]].concat()
    }

    fn read_back(picture: &Picture, size: Size) -> DynamicImage {
        let (_, copy) = picture.copies.iter().find(|(of, _)| *of == size).unwrap();
        image::load_from_memory(copy).unwrap()
    }

    fn sides(picture: &Picture) -> Vec<(u32, u32)> {
        let copies = Size::ALL.iter().map(|size| read_back(picture, *size));
        copies.map(|image| (image.width(), image.height())).collect()
    }

    fn is_like(found: Rgb<u8>, wanted: Rgb<u8>) -> bool {
        found.0.iter().zip(wanted.0).all(|(found, wanted)| found.abs_diff(wanted) < 40)
    }

    fn contains(file: &[u8], text: &[u8]) -> bool {
        file.windows(text.len()).any(|part| part == text)
    }

    #[test]
    fn each_kind_is_known_by_its_bytes_and_kept_in_three_sizes() {
        for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
            let picture = Picture::read(&file(&flag(1600, 800), format)).unwrap();
            assert_eq!(sides(&picture), [(320, 160), (640, 320), (1280, 640)], "{format:?}");
            assert_eq!(picture.name.format, Format::Jpeg, "{format:?}");
        }
    }

    #[test]
    fn a_small_picture_is_never_enlarged_and_a_thin_one_keeps_a_pixel() {
        let picture = Picture::read(&file(&flag(400, 100), ImageFormat::Png)).unwrap();
        assert_eq!(sides(&picture), [(320, 80), (400, 100), (400, 100)]);
        let thin = Picture::read(&file(&flag(4000, 2), ImageFormat::Png)).unwrap();
        assert_eq!(sides(&thin)[0], (320, 1));
    }

    #[test]
    fn it_stands_upright_however_the_camera_was_held() {
        let upright = Picture::read(&held(&flag(80, 40), 1)).unwrap();
        assert_eq!(sides(&upright)[0], (80, 40));
        // Held by its right side: what was above is now on the right.
        let turned = read_back(&Picture::read(&held(&flag(80, 40), 6)).unwrap(), Size::Large).to_rgb8();
        assert_eq!(turned.dimensions(), (40, 80));
        assert!(is_like(*turned.get_pixel(35, 40), RED) && is_like(*turned.get_pixel(4, 40), BLUE));
        let over = read_back(&Picture::read(&held(&flag(80, 40), 3)).unwrap(), Size::Large).to_rgb8();
        assert!(is_like(*over.get_pixel(40, 4), BLUE) && is_like(*over.get_pixel(40, 35), RED));
    }

    #[test]
    fn nothing_that_the_file_says_beside_the_picture_survives() {
        let uploaded = held(&flag(80, 40), 1);
        assert!(contains(&uploaded, b"77.5946E"));
        // The length, the name, the text and a sum of a PNG's chunk.
        let png = file(&DynamicImage::from(RgbaImage::from_pixel(8, 8, Rgba([1, 2, 3, 100]))), ImageFormat::Png);
        let words = b"tEXtComment\0by the river";
        let mut chunk = u32::try_from(words.len() - 4).unwrap().to_be_bytes().to_vec();
        chunk.extend(words);
        chunk.extend(sum(words).to_be_bytes());
        let with_text = [&png[..33], &chunk, &png[33..]].concat();
        for (uploaded, secret) in [(uploaded, b"77.5946E".as_slice()), (with_text, b"river")] {
            assert!(contains(&uploaded, secret));
            for (_, copy) in Picture::read(&uploaded).unwrap().copies {
                assert!(!contains(&copy, secret) && !contains(&copy, b"Exif") && !contains(&copy, b"tEXt"));
            }
        }
    }

    /// The CRC-32 of a PNG's chunk.
    fn sum(bytes: &[u8]) -> u32 {
        let step = |sum: u32, _| if sum & 1 == 1 { (sum >> 1) ^ 0xEDB8_8320 } else { sum >> 1 };
        !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), step))
    }

    #[test]
    fn what_can_be_looked_through_stays_so_and_the_rest_is_a_photograph() {
        let half = RgbaImage::from_fn(64, 64, |x, _| Rgba([200, 10, 10, if x < 32 { 0 } else { 255 }]));
        let logo = Picture::read(&file(&half.into(), ImageFormat::Png)).unwrap();
        assert_eq!(logo.name.format, Format::Png);
        let back = read_back(&logo, Size::Small).to_rgba8();
        assert_eq!((back.get_pixel(4, 4).0[3], back.get_pixel(60, 4).0[3]), (0, 255));
        let full = RgbaImage::from_pixel(64, 64, Rgba([200, 10, 10, 255]));
        assert_eq!(Picture::read(&file(&full.into(), ImageFormat::Png)).unwrap().name.format, Format::Jpeg);
    }

    #[test]
    fn the_same_file_is_the_same_picture() {
        let uploaded = file(&flag(50, 50), ImageFormat::Png);
        assert_eq!(Picture::read(&uploaded), Picture::read(&uploaded));
    }

    #[test]
    fn whatever_else_it_is_it_is_refused() {
        let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
        for other in
            [b"".as_slice(), b"GIF89a\x01\0\x01\0\0\0\0;", svg, b"<!doctype html><p>Hello", b"%PDF-1.7", b"RIFF"]
        {
            assert_eq!(Picture::read(other), Err(PictureError::Unknown), "{:?}", String::from_utf8_lossy(other));
        }
    }

    #[test]
    fn half_a_file_is_refused() {
        for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
            let whole = file(&flag(300, 200), format);
            for length in [16, whole.len() / 2, whole.len() - 12] {
                let found = Picture::read(&whole[..length]);
                assert!(found.is_err(), "{format:?} {length} of {}", whole.len());
            }
        }
    }

    #[test]
    fn a_small_file_that_claims_to_be_huge_is_refused_before_it_is_read() {
        let png = file(&flag(2, 2), ImageFormat::Png);
        for side in [19_000_u32, 100_000] {
            let mut header = b"IHDR".to_vec();
            header.extend([side.to_be_bytes(), side.to_be_bytes()].concat());
            header.extend(&png[24..29]);
            let bomb = [&png[..12], &header, &sum(&header).to_be_bytes(), &png[33..]].concat();
            assert_eq!(Picture::read(&bomb), Err(PictureError::TooManyPixels), "{side}");
        }
    }

    #[test]
    fn too_large_a_file_is_not_looked_at() {
        assert_eq!(Picture::read(&vec![0; MOST_BYTES + 1]), Err(PictureError::TooLarge));
        assert_eq!(Picture::read(&vec![0; MOST_BYTES]), Err(PictureError::Unknown));
    }
}
