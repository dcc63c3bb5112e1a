//! Requests about the drawer.

use super::{Denomination, HandKind};
use crate::range::Range;
use parlour_storage::paging::{PageNumber, PageSize};
use parlour_values::id::BranchId;
use parlour_values::input::{Int, List, MAX_NUMBER, Problems, Read, Trimmed, body};
use parlour_values::money::Paise;
use parlour_values::time::IstDate;

body! {
    pub struct DrawerRequest {
        branch_id: BranchId,
    }
}

/// A note that is left empty is none.
pub(super) fn noted(note: Option<&Trimmed<0, 500>>) -> Option<String> {
    note.filter(|note| !note.is_empty()).map(ToString::to_string)
}

body! {
    pub struct OpenDrawerRequest {
        branch_id: BranchId,
        opening_paise: Paise,
        note: Option<Trimmed<0, 500>>,
    }
}

body! {
    pub struct MoveCashRequest {
        branch_id: BranchId,
        kind: HandKind,
        amount_paise: Int<1, MAX_NUMBER>,
        note: Trimmed<1, 500>,
    }
}

body! {
    pub struct DenominationCount, checked {
        value_paise: Int<50, 200_000>,
        /// None where it is left out.
        count: Option<Int<0, 100_000>>,
    }
}

impl DenominationCount {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if read.value_paise.is_some_and(|value| !Denomination::VALUES.contains(&Paise(value.get()))) {
            problems.add("valuePaise", "must be the value of a note or a coin");
        }
    }
}

impl From<&DenominationCount> for Denomination {
    fn from(counted: &DenominationCount) -> Self {
        Self { value: Paise(counted.value_paise.get()), count: counted.count.map_or(0, |count| count.as_u32()) }
    }
}

body! {
    /// The cash counted, as a sum or by notes and coins; with both they must agree.
    pub struct CloseDrawerRequest, checked {
        branch_id: BranchId,
        counted_paise: Option<Paise>,
        denominations: Option<List<DenominationCount, 0, 20>>,
        banked_paise: Option<Paise>,
        note: Option<Trimmed<0, 500>>,
    }
}

fn sum(denominations: &List<DenominationCount, 0, 20>) -> Paise {
    denominations.iter().map(|counted| Denomination::from(counted).amount()).sum()
}

impl CloseDrawerRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if read.counted_paise.is_invalid() || read.denominations.is_invalid() {
            return;
        }
        let summed = read.denominations.given().map(sum);
        let Some(counted) = read.counted_paise.given().copied().or(summed) else {
            problems.add("countedPaise", "is required where no denominations are given");
            return;
        };
        if summed.is_some_and(|summed| summed != counted) {
            problems.add("denominations", "must sum to countedPaise");
        }
        if read.banked_paise.given().is_some_and(|banked| *banked > counted) {
            problems.add("bankedPaise", "must not be more than was counted");
        }
    }

    pub fn counted(&self) -> Paise {
        self.counted_paise.or(self.denominations.as_ref().map(sum)).unwrap_or_default()
    }
}

body! {
    /// Which closed drawers, of a branch that is known.
    pub struct DrawerPeriod, checked {
        from: Option<IstDate>,
        to: Option<IstDate>,
        page: PageNumber,
        page_size: PageSize,
    }
}

impl DrawerPeriod {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        Range::check(read.from.given().copied(), read.to.given().copied(), problems);
    }

    pub fn of_branch(&self, branch: &BranchId) -> DrawerHistoryRequest {
        let (branch_id, page, page_size) = (branch.clone(), self.page, self.page_size);
        DrawerHistoryRequest { branch_id, from: self.from, to: self.to, page, page_size }
    }
}

body! {
    pub struct DrawerHistoryRequest, checked {
        branch_id: BranchId,
        from: Option<IstDate>,
        to: Option<IstDate>,
        page: PageNumber,
        page_size: PageSize,
    }
}

impl DrawerHistoryRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        Range::check(read.from.given().copied(), read.to.given().copied(), problems);
    }
}
