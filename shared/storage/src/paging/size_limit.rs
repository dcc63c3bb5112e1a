//! How much a list may answer at once.

/// Lambda's limit for a response is 6 MB, base64 included.
pub const MAX_RESPONSE: usize = 5_500_000;
/// How much more JSON is read for a client that accepts gzip. Lists shrink to about a tenth, so more would fit; but
/// a list that is refused is refused after bounded work, and longer ones can be read page by page.
const ZIPPED: usize = 2;

/// The bytes of JSON that an answer may have. Where it is certain that a list needs more, reading it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeLimit(usize);

impl SizeLimit {
    pub const PLAIN: Self = Self(MAX_RESPONSE);
    pub const GZIP: Self = Self(MAX_RESPONSE * ZIPPED);

    pub fn bytes(self) -> usize {
        self.0
    }
}
