//! Names of the demo salon's things in Hindi.

use parlour_values::translations::{Translation, Translations};

pub fn hindi(name: &str, description: Option<String>) -> Translations {
    Translations { hi: Some(Translation { name: Some(name.to_owned()), description }) }
}
