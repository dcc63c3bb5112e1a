//! Roles are a ladder: a higher one may do what a lower one may.

use crate::text_enum::text_enum;

text_enum! {
    pub enum Role {
        Customer => "customer",
        Staff => "staff",
        Receptionist => "receptionist",
        Manager => "manager",
        Owner => "owner",
        Developer => "developer",
    }
}

crate::input::enum_fields!(Role);

impl Role {
    pub fn level(self) -> u8 {
        match self {
            Self::Customer => 0,
            Self::Staff => 1,
            Self::Receptionist => 2,
            Self::Manager => 3,
            Self::Owner => 4,
            Self::Developer => 5,
        }
    }

    pub fn satisfies(self, minimum: Self) -> bool {
        self.level() >= minimum.level()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_role_satisfies_every_lower_one_and_no_higher() {
        for (at, role) in Role::ALL.iter().enumerate() {
            for (other_at, other) in Role::ALL.iter().enumerate() {
                assert_eq!(role.satisfies(*other), at >= other_at, "{role} for {other}");
            }
        }
    }
}
