//! Selling products without a visit: one transaction with its invoice, as the completion of a visit is.

use std::sync::Arc;

use serde_json::json;

use super::bill::{BillLine, BillPerk, BillTerms, ManualDiscount};
use super::bill_request::{
    BillLineRequest, DiscountRequest, EditReason, LineAmount, MOST_PAYMENTS, MOST_PRODUCT_LINES, MOST_TIPS, TipRequest,
};
use super::edit::{Menu, edited_lines};
use super::people::check_people;
use super::priced_bill::BillContext;
use super::request::{check_paying, paying};
use super::{Checkout, CompleteError};
use crate::counter::{CounterRecords, CounterSale};
use crate::invoices::{
    Invoice, InvoiceAnswer, InvoiceBuyer, InvoiceView, Paying, PaymentRequest, Sale, Settlement, SoldItem, Tip,
};
use crate::owner_alerts::{ApprovedDiscount, tell_owner_of_discount};
use crate::pricing::{PricedLine, Receipt};
use crate::products::{Product, Products};
use parlour_people::auth::{Caller, User};
use parlour_people::customers::{BookableCustomer, CustomerError, NewCustomer, PhoneHolders, Profile, save_profile};
use parlour_people::pins::Pin;
use parlour_people::staff::Staff;
use parlour_settings::App;
use parlour_setup::branches::{Branch, Branches, NumberSeries};
use parlour_setup::catalogue::{Catalogue, ServiceType};
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::table::{Found, Record as _, Stored, keys};
use parlour_values::contact::Phone;
use parlour_values::document_number::{DocumentSeries, FinancialYear};
use parlour_values::gems::Gems;
use parlour_values::id::{BranchId, ProductId, StaffId, UserId};
use parlour_values::input::{Clearable, Int, List, Name, Problems, Read, body};
use parlour_values::payment::PaymentMethod;
use parlour_values::role::Role;

body! {
    pub struct SaleLineRequest {
        product_id: ProductId,
        quantity: Option<Int<1, 99>>,
        price_paise: Option<LineAmount>,
        discount_paise: Option<LineAmount>,
        staff_id: Option<StaffId>,
        reason: Option<EditReason>,
    }
}

impl SaleLineRequest {
    fn on_bill(&self) -> BillLineRequest {
        BillLineRequest {
            id: None,
            service_id: None,
            product_id: Some(self.product_id.clone()),
            custom: None,
            quantity: self.quantity,
            price_paise: self.price_paise,
            discount_paise: self.discount_paise,
            staff_id: self.staff_id.clone().map_or(Clearable::Keep, Clearable::Set),
            reason: self.reason.clone(),
        }
    }
}

body! {
    /// Somebody who is perhaps not known yet.
    pub struct SaleCustomer {
        name: Name<1, 120>,
        phone: Phone,
    }
}

body! {
    pub struct SaleRequest, checked {
        branch_id: BranchId,
        customer_id: Option<UserId>,
        customer: Option<SaleCustomer>,
        lines: List<SaleLineRequest, 1, MOST_PRODUCT_LINES>,
        discount: Option<DiscountRequest>,
        payment_method: Option<PaymentMethod>,
        payments: Option<List<PaymentRequest, 1, MOST_PAYMENTS>>,
        tips: Option<List<TipRequest, 0, MOST_TIPS>>,
        leave_due: Option<bool>,
        approver_id: Option<UserId>,
        pin: Option<Pin>,
    }
}

impl SaleRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if read.customer_id.is_given() && read.customer.is_given() {
            problems.add("customer", "at most one of customerId and customer");
        }
        check_paying(read.payment_method.is_given(), read.payments.is_given(), problems);
    }

    fn paying(&self) -> Paying<'_> {
        paying(self.payment_method, self.payments.as_deref())
    }

    fn leaves_due(&self) -> bool {
        self.leave_due == Some(true)
    }
}

enum SaleBuyer {
    Nobody,
    Known(BookableCustomer),
    New(Box<NewCustomer>),
}

impl SaleBuyer {
    fn user(&self) -> Option<&User> {
        match self {
            Self::Nobody => None,
            Self::Known(customer) => Some(customer),
            Self::New(new) => Some(&new.user),
        }
    }
}

/// The records that a sale depends on, as read.
struct SaleFacts {
    branch: Stored<Branch>,
    products: Arc<Vec<Stored<Product>>>,
    lines: Vec<BillLine>,
    tips: Vec<Tip>,
    discount: Option<ManualDiscount>,
}

impl Checkout<'_> {
    pub async fn sell(&self, caller: &Caller, request: &SaleRequest) -> Result<InvoiceAnswer, Failure<CompleteError>> {
        if request.leaves_due() && !caller.user.role.satisfies(Role::Manager) {
            return Err(CompleteError::ManagersOnly.into());
        }
        let facts = self.sale_facts(request).await?;
        let receipt = facts.receipt(caller)?;
        let approver = self.approver_of(caller, request, &facts, &receipt).await?;
        self.0.retry_on_conflict(|| self.write_sale(caller, request, &facts, &receipt, approver.as_ref())).await
    }

    async fn sale_facts(&self, request: &SaleRequest) -> Result<SaleFacts, Failure<CompleteError>> {
        let salon = self.0;
        let (branches, products, staff) = (Branches::of(salon), Products::of(salon), Staff::of(salon));
        let (branch, products, staff) =
            tokio::try_join!(branches.get(&request.branch_id), products.all(), staff.all())?;
        let mut problems = Problems::default();
        if branch.is_none() {
            problems.add("branchId", "must be an existing branch");
        }
        let menu = Menu { catalogue: &Catalogue::default(), products: &products, staff: &staff, people: &[] };
        let asked: Vec<BillLineRequest> = request.lines.iter().map(SaleLineRequest::on_bill).collect();
        let lines = edited_lines(&[], &asked, menu, &salon.random, &mut problems);
        let tips = menu.tips(request.tips.as_deref().unwrap_or_default(), &mut problems);
        let named = lines.iter().filter_map(|line| line.staff.as_ref()).chain(tips.iter().map(|tip| &tip.staff));
        let named = named.map(|person| &person.id);
        check_people(lines.iter().filter_map(BillLine::product_id), named, None, &mut problems);
        let Some(branch) = branch.filter(|_| problems.is_empty()) else {
            return Err(CompleteError::Invalid(problems).into());
        };
        let tips = tips.into_iter().map(Tip::from).collect();
        Ok(SaleFacts { branch, products, lines, tips, discount: request.discount.as_ref().map(ManualDiscount::from) })
    }

    /// The user who stands for a discount beyond the desk's limit; none where none is needed.
    async fn approver_of(
        &self,
        caller: &Caller,
        request: &SaleRequest,
        facts: &SaleFacts,
        receipt: &Receipt,
    ) -> Result<Option<UserId>, Failure<CompleteError>> {
        let (limit_bps, effective_bps) = (facts.branch.settings.desk_discount_bps, receipt.effective_bps());
        if effective_bps <= limit_bps {
            return Ok(None);
        }
        match self.approver(caller, request.approver_id.as_ref(), request.pin.as_ref()).await {
            Ok(approver) => Ok(Some(approver)),
            Err(Failure::Refused(CompleteError::ManagersOnly)) => {
                Err(CompleteError::NeedsApproval { limit_bps, effective_bps }.into())
            }
            Err(failure) => Err(failure),
        }
    }

    async fn write_sale(
        &self,
        caller: &Caller,
        request: &SaleRequest,
        facts: &SaleFacts,
        receipt: &Receipt,
        approver: Option<&UserId>,
    ) -> Result<InvoiceAnswer, Failure<CompleteError>> {
        let (salon, act, branch) = (self.0, &caller.act, &facts.branch);
        let year = FinancialYear::of(act.at.ist_date());
        let series_key = NumberSeries::key_of(DocumentSeries::Invoice, &branch.id, year);
        let sold: Vec<&ProductId> = facts.lines.iter().filter_map(BillLine::product_id).collect();
        let people = facts.staff_ids();
        let _series_lock = salon.table.lock(&series_key).await;
        let wanted = CounterRecords::keys(&branch.id, &sold, &people)
            .into_iter()
            .chain([series_key.clone()])
            .chain(request.customer_id.iter().flat_map(BookableCustomer::keys))
            .chain(request.customer_id.iter().map(keys::profile))
            .chain(request.customer.iter().flat_map(|customer| PhoneHolders::keys(&customer.phone)));
        let mut found = salon.table.get_many(wanted).await?;
        let counter = CounterRecords::among(&mut found, branch, &sold, &people)?;
        let series: Option<Stored<NumberSeries>> = found.take(&series_key)?;
        let (buyer, profile) = self.sale_buyer(caller, request, &mut found).await?;

        let settlement = Settlement::of(
            receipt.total,
            facts.tips.clone(),
            request.paying(),
            request.leaves_due(),
            act.at,
            act.actor.id(),
        )
        .map_err(CompleteError::from)?;
        let mut transaction = salon.transaction(act);
        let number = NumberSeries::next(series.as_ref(), DocumentSeries::Invoice, branch, year, &mut transaction)
            .map_err(CompleteError::from)?;
        let customer = buyer.user().map(|user| (&user.id, user.name.as_str()));
        let sale = Sale {
            branch,
            item: SoldItem::Products { customer },
            buyer: InvoiceBuyer::of(profile.as_ref()),
            receipt,
            settlement,
        };
        let mut invoice = Invoice::of_sale(salon.random.id(), number, sale, act.at);
        if invoice.is_owed() && invoice.customer_id.is_none() {
            return Err(CompleteError::DueOfNobody.into());
        }
        let of = CounterSale { branch, products: &facts.products, membership: None };
        counter.write(&mut transaction, salon, act, of, &mut invoice).map_err(CompleteError::from)?;
        match &buyer {
            SaleBuyer::Nobody => {}
            SaleBuyer::Known(known) => {
                known.check(&mut transaction);
                let mut spender = Profile::or_bare(profile.as_ref(), &salon.random, &known.id, act.at);
                spender.count_spend(invoice.total, invoice.due);
                save_profile(&mut transaction, known, profile.as_ref(), &spender);
            }
            SaleBuyer::New(new) => {
                let mut new = (**new).clone();
                new.profile.count_spend(invoice.total, invoice.due);
                new.write(&mut transaction);
            }
        }
        if let Some(approved_by) = approver {
            let discount = ApprovedDiscount {
                amount: receipt.lines.iter().map(PricedLine::taken_off_by_hand).sum(),
                effective_bps: receipt.effective_bps(),
                limit_bps: branch.settings.desk_discount_bps,
                approved_by,
            };
            tell_owner_of_discount(&mut transaction, &invoice.id, discount, act);
        }
        transaction.create(&invoice);
        let paper =
            Task::InvoicePdf { booking_id: None, invoice_id: Some(invoice.id.clone()), again: None, channel: None };
        transaction.enqueue(OutboxMessage::new(paper, act.at));
        transaction.audit(
            EventType::InvoiceIssued,
            Invoice::KIND,
            invoice.id.as_str(),
            json!({ "invoiceNumber": invoice.number, "totalPaise": invoice.total, "duePaise": invoice.due, "approvedBy": approver }),
        );
        let answer = InvoiceAnswer { invoice: InvoiceView::new(&invoice, App::Admin, act) };
        transaction.keep_response(&answer);
        transaction.commit().await?;
        Ok(answer)
    }

    /// The customer named by id; or whoever has this phone and this name, or somebody new.
    async fn sale_buyer(
        &self,
        caller: &Caller,
        request: &SaleRequest,
        found: &mut Found,
    ) -> Result<(SaleBuyer, Option<Stored<Profile>>), Failure<CompleteError>> {
        let salon = self.0;
        if let Some(id) = &request.customer_id {
            let Some(known) = BookableCustomer::among(found, id)? else {
                return Err(CompleteError::Invalid(Problems::of("customerId", "must be a customer")).into());
            };
            return Ok((SaleBuyer::Known(known), found.take(&keys::profile(id))?));
        }
        let Some(described) = &request.customer else { return Ok((SaleBuyer::Nobody, None)) };
        let holders = PhoneHolders::among(found, &described.phone)?;
        let customers = holders.customers(&salon.table).await?;
        let first_name = |name: &str| name.split_whitespace().next().unwrap_or_default().to_lowercase();
        let meant = customers.bookable.iter().find(|known| first_name(&known.name) == first_name(&described.name));
        match (meant.cloned(), CustomerError::of_phone(&customers, None)) {
            (Some(known), _) => {
                let profile = salon.table.get::<Profile>(&keys::profile(&known.id)).await?;
                Ok((SaleBuyer::Known(known), profile))
            }
            (None, Some(refusal)) => Err(CompleteError::Customer(refusal).into()),
            (None, None) => {
                let left = holders.written_down;
                let new = NewCustomer::new(&salon.random, caller.act.at, &described.name, &described.phone, left);
                Ok((SaleBuyer::New(Box::new(new)), None))
            }
        }
    }
}

impl SaleFacts {
    fn receipt(&self, caller: &Caller) -> Result<Receipt, CompleteError> {
        let context = BillContext {
            branch: &self.branch,
            catalogue: &Catalogue::default(),
            products: &self.products,
            offers: &[],
            service_type: ServiceType::Salon,
            membership: None,
            active_membership: None,
            gems: Gems::ZERO,
            offer_used_today: false,
            now: caller.act.at,
        };
        let terms = BillTerms {
            lines: &self.lines,
            perk: &BillPerk::None,
            uses_membership: false,
            discount: self.discount.as_ref(),
            tips: &[],
        };
        Ok(context.price(terms)?.receipt)
    }

    fn staff_ids(&self) -> Vec<&StaffId> {
        let sellers = self.lines.iter().filter_map(|line| line.staff.as_ref()).map(|person| &person.id);
        let mut ids: Vec<&StaffId> = sellers.chain(self.tips.iter().map(|tip| &tip.staff_id)).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }
}
