//! Why something cannot be done with a drawer.

use parlour_storage::failure::Refused;
use parlour_values::money::Paise;

#[derive(Debug, thiserror::Error)]
pub enum DrawerError {
    #[error("there is no such branch")]
    UnknownBranch,
    #[error("the drawer is open already")]
    AlreadyOpen,
    #[error("no drawer is open")]
    NoneOpen,
    #[error("the drawer was left with {left}: a note must say why it opens with another amount")]
    OtherThanLeft { left: Paise },
    #[error("what was counted is more than ₹100 off: a note must say why")]
    DifferenceWithoutNote,
}

impl Refused for DrawerError {}
