//! The salon's own face: its name, its colour, how to reach it.

use parlour::salon::Salon;
use parlour::table::TableError;

use crate::colour::Colour;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    pub name: String,
    pub tagline: Option<String>,
    pub accent: Colour,
    pub logo_url: Option<String>,
    pub phone: Option<String>,
    pub email: Option<String>,
    pub address: Option<String>,
    pub website: Option<String>,
    pub instagram: Option<String>,
}

impl Default for Face {
    fn default() -> Self {
        Self {
            name: "Parlour".to_owned(),
            tagline: None,
            accent: Colour::STANDARD,
            logo_url: None,
            phone: None,
            email: None,
            address: None,
            website: None,
            instagram: None,
        }
    }
}

impl Face {
    pub async fn read(_salon: &Salon) -> Result<Self, TableError> {
        Ok(Self::default())
    }
}
