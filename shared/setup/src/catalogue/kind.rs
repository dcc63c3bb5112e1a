//! The two sides of the house.

use parlour_values::text_enum::text_enum;

text_enum! {
    pub enum ServiceType {
        Salon => "salon",
        Spa => "spa",
    }
}

impl ServiceType {
    /// `H` or `S`, as booking numbers carry it.
    pub const fn letter(self) -> char {
        match self {
            Self::Salon => 'H',
            Self::Spa => 'S',
        }
    }
}
