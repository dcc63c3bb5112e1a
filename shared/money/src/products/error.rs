//! Why something cannot be done with a product.

use parlour_storage::failure::Refused;
use parlour_values::id::ProductId;

#[derive(Debug, thiserror::Error)]
pub enum ProductError {
    #[error("there is no such product")]
    Unknown,
    #[error("another product has this name")]
    NameTaken,
    #[error("another product has this barcode")]
    BarcodeTaken,
    /// The field that names it.
    #[error("the branch of {0} does not exist")]
    UnknownBranch(&'static str),
    #[error(transparent)]
    OutOfStock(#[from] OutOfStock),
}

impl Refused for ProductError {}

/// More was wanted of these products than a branch has that sells only what is in stock.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is not enough in stock of {}", in_words(.short))]
pub struct OutOfStock {
    pub short: Vec<ShortProduct>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortProduct {
    pub id: ProductId,
    pub name: String,
    pub left: i64,
}

fn in_words(short: &[ShortProduct]) -> String {
    let one = |short: &ShortProduct| match short.left {
        left if left > 0 => format!("{} ({left} left)", short.name),
        _ => format!("{} (none left)", short.name),
    };
    short.iter().map(one).collect::<Vec<_>>().join(", ")
}
