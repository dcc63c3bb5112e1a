//! Keys of items and of their places in an index, and the names of their attributes.

/// The primary key of an item.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    pub pk: String,
    pub sk: String,
}

impl Key {
    pub(super) fn new(pk: impl Into<String>, sk: impl Into<String>) -> Self {
        Self { pk: pk.into(), sk: sk.into() }
    }
}

/// The key of an item in a global index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexKey {
    pub pk: String,
    pub sk: String,
}

impl IndexKey {
    pub(super) fn new(pk: impl Into<String>, sk: impl Into<String>) -> Self {
        Self { pk: pk.into(), sk: sk.into() }
    }
}

/// Names of the key attributes and indexes, as the table declares them.
pub mod names {
    pub const PK: &str = "PK";
    pub const SK: &str = "SK";
    pub const TTL: &str = "ttl";
    pub const VERSION: &str = "v";
    pub const KIND: &str = "kind";
    pub const FORMAT: &str = "format";
    /// Of an item that is a counter, and no record.
    pub const COUNT: &str = "count";
    pub const G1: &str = "G1-index";
    pub const G1_PK: &str = "G1PK";
    pub const G1_SK: &str = "G1SK";
    pub const G2: &str = "G2-index";
    pub const G2_PK: &str = "G2PK";
    pub const G2_SK: &str = "G2SK";
    pub const G3: &str = "G3-index";
    pub const G3_PK: &str = "G3PK";
    pub const G3_SK: &str = "G3SK";

    /// Attributes written by the table itself; no field of a record may have such a name.
    pub const RESERVED: [&str; 12] = [PK, SK, TTL, VERSION, KIND, FORMAT, G1_PK, G1_SK, G2_PK, G2_SK, G3_PK, G3_SK];
}
