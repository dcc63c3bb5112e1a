//! The state of the board in its address: a day, a branch, and whose columns it has.

use parlour_pages::paths::encoded;
use parlour_values::id::BranchId;
use parlour_values::time::IstDate;

/// The owners of the board's columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Columns {
    #[default]
    People,
    Rooms,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    pub date: Option<IstDate>,
    pub branch: Option<BranchId>,
    pub by: Columns,
}

impl Address {
    /// A value that makes no sense is not chosen.
    pub fn read(query: &str) -> Self {
        let mut address = Self::default();
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "date" => address.date = value.parse().ok(),
                "branch" if !value.is_empty() && value.len() <= 256 => address.branch = Some(BranchId::from(&*value)),
                "by" if value == "rooms" => address.by = Columns::Rooms,
                _ => {}
            }
        }
        address
    }

    pub fn of(branch: &BranchId, date: Option<IstDate>) -> Self {
        Self { date, branch: Some(branch.clone()), by: Columns::People }
    }

    #[must_use]
    pub fn by(self, by: Columns) -> Self {
        Self { by, ..self }
    }

    pub fn href(&self) -> String {
        let by = (self.by == Columns::Rooms).then(|| "by=rooms".to_owned());
        joined("/", &self.pairs().into_iter().chain(by).collect::<Vec<_>>())
    }

    /// A walk-in at this branch on this day; the script adds who and when, where these were clicked.
    pub fn walk_in(&self) -> String {
        joined("/bookings/new", &self.pairs())
    }

    fn pairs(&self) -> Vec<String> {
        let date = self.date.map(|date| format!("date={date}"));
        let branch = self.branch.as_ref().map(|id| format!("branch={}", encoded(id.as_str())));
        date.into_iter().chain(branch).collect()
    }
}

fn joined(path: &str, pairs: &[String]) -> String {
    if pairs.is_empty() { path.to_owned() } else { format!("{path}?{}", pairs.join("&")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_and_a_branch_make_an_address_and_back() {
        let address = Address::of(&"b&1".into(), "2026-11-17".parse().ok());
        assert_eq!(address.href(), "/?date=2026-11-17&branch=b%261");
        assert_eq!(Address::read("date=2026-11-17&branch=b%261"), address);
        assert_eq!(Address::read("date=soon&branch=&by=colour"), Address::default());
        let rooms = address.clone().by(Columns::Rooms);
        assert_eq!(rooms.href(), "/?date=2026-11-17&branch=b%261&by=rooms");
        assert_eq!(Address::read("date=2026-11-17&branch=b%261&by=rooms"), rooms);
        assert_eq!(Address::default().href(), "/");
        assert_eq!(address.walk_in(), "/bookings/new?date=2026-11-17&branch=b%261");
    }
}
