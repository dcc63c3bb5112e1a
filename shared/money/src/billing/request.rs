//! What is asked of the books.

use crate::reports::Range;
use parlour_storage::paging::{PageNumber, PageSize};
use parlour_values::id::{BranchId, UserId};
use parlour_values::input::{Int, MAX_NUMBER, Problems, Read, Trimmed, body};
use parlour_values::payment::{InvoiceType, PaymentMethod, PaymentStatus};
use parlour_values::time::IstDate;

body! {
    pub struct InvoiceListRequest, checked {
        from: Option<IstDate>,
        to: Option<IstDate>,
        branch_id: Option<BranchId>,
        invoice_type: Option<InvoiceType>,
        payment_method: Option<PaymentMethod>,
        payment_status: Option<PaymentStatus>,
        customer_id: Option<UserId>,
        q: Option<Trimmed<0, 120>>,
        page: PageNumber,
        page_size: PageSize,
    }
}

impl InvoiceListRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        Range::check(read.from.flatten(), read.to.flatten(), problems);
    }
}

body! {
    pub struct VoidRequest {
        reason: Trimmed<1, 500>,
    }
}

body! {
    pub struct CreditNoteRequest {
        amount_paise: Int<1, MAX_NUMBER>,
        reason: Trimmed<1, 500>,
        refund_method: PaymentMethod,
    }
}

body! {
    pub struct DayTakingsRequest {
        date: Option<IstDate>,
        branch_id: Option<BranchId>,
    }
}
