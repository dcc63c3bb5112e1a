//! Drawers in the table, by intent.

use serde_json::json;

use super::request::noted;
use super::view::by_hand;
use super::{
    CloseDrawerRequest, ClosedDrawer, ClosedDrawerAnswer, ClosedDrawerView, Count, Denomination, DrawerError,
    DrawerHistory, DrawerHistoryRequest, DrawerMovement, DrawerMovementView, HandMovements, MoveCashRequest,
    MovementAnswer, MovementKind, OpenDrawerAnswer, OpenDrawerRequest, OpenDrawerView, OpenedDrawerAnswer, Till,
};
use crate::owner_alerts::tell_owner_of_difference;
use crate::range::Range;
use parlour_people::auth::Caller;
use parlour_setup::branches::{Branches, NumberSeries};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::paging::{Meta, page_of};
use parlour_storage::salon::Salon;
use parlour_storage::table::{KeyLock, Partition, Record as _, Stored, TableError, keys};
use parlour_values::document_number::{DocumentSeries, FinancialYear};
use parlour_values::id::{BranchId, DrawerId};
use parlour_values::money::Paise;

pub struct Drawers<'a>(&'a Salon);

impl<'a> Drawers<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Drawers<'_> {
    /// The drawer that is open at this branch.
    pub async fn current(&self, branch: &BranchId) -> Result<OpenDrawerAnswer, Failure<DrawerError>> {
        self.check_branch(branch).await?;
        let till = self.till(branch).await?;
        let drawer = match till.as_ref().and_then(|till| till.open.as_ref()) {
            Some(open) => {
                let movements = self.movements(branch, &open.id).await?;
                Some(OpenDrawerView::new(branch, open, &movements))
            }
            None => None,
        };
        let left_paise = till.filter(|till| till.open.is_none()).map(|till| till.left);
        Ok(OpenDrawerAnswer { drawer, left_paise })
    }

    /// The cash put in and taken out of it by hand.
    pub async fn by_hand(&self, branch: &BranchId) -> Result<HandMovements, Failure<DrawerError>> {
        let drawer = self.current(branch).await?.drawer;
        Ok(HandMovements { movements: drawer.map(|drawer| drawer.movements).unwrap_or_default() })
    }

    pub async fn open(
        &self,
        caller: &Caller,
        request: &OpenDrawerRequest,
    ) -> Result<OpenedDrawerAnswer, Failure<DrawerError>> {
        self.check_branch(&request.branch_id).await?;
        self.0.retry_on_conflict(|| self.write_opening(caller, request)).await
    }

    async fn write_opening(
        &self,
        caller: &Caller,
        request: &OpenDrawerRequest,
    ) -> Result<OpenedDrawerAnswer, Failure<DrawerError>> {
        let (salon, act, branch) = (self.0, &caller.act, &request.branch_id);
        let _lock = self.lock(branch, act).await;
        let read = self.till(branch).await?;
        let note = noted(request.note.as_ref());
        let before = read.as_ref().map(|read| &read.record);
        let till = Till::opened(before, branch, salon.random.id(), request.opening_paise, note, caller.into(), act.at)?;
        let open = till.open.as_ref().ok_or(DrawerError::NoneOpen)?;
        let mut transaction = salon.transaction(act);
        transaction.save(read.as_ref(), &till);
        let details = json!({ "branchId": branch, "openingPaise": open.opening, "leftPaise": till.left });
        transaction.audit(EventType::DrawerOpened, ClosedDrawer::KIND, open.id.as_str(), details);
        let answer = OpenedDrawerAnswer { drawer: OpenDrawerView::new(branch, open, []) };
        transaction.keep_response(&answer);
        transaction.commit().await?;
        Ok(answer)
    }

    /// Cash that somebody puts in or takes out by hand.
    pub async fn move_cash(
        &self,
        caller: &Caller,
        request: &MoveCashRequest,
    ) -> Result<MovementAnswer, Failure<DrawerError>> {
        self.check_branch(&request.branch_id).await?;
        self.0.retry_on_conflict(|| self.write_movement(caller, request)).await
    }

    async fn write_movement(
        &self,
        caller: &Caller,
        request: &MoveCashRequest,
    ) -> Result<MovementAnswer, Failure<DrawerError>> {
        let (salon, act, branch) = (self.0, &caller.act, &request.branch_id);
        let _lock = self.lock(branch, act).await;
        let read = self.till(branch).await?.ok_or(DrawerError::NoneOpen)?;
        let open = read.open.as_ref().ok_or(DrawerError::NoneOpen)?;
        let mut movements = self.movements(branch, &open.id).await?;
        let movement = DrawerMovement {
            id: salon.random.id(),
            branch_id: branch.clone(),
            drawer_id: open.id.clone(),
            kind: MovementKind::from(request.kind),
            amount: Paise(request.amount_paise.get()),
            invoice_id: None,
            invoice_number: None,
            note: Some(request.note.to_string()),
            by: act.actor.id().to_owned(),
            by_name: Some(caller.user.name.clone()),
            at: act.at,
        };
        let mut transaction = salon.transaction(act);
        transaction.replace(&read, &read.with(open.moved(movement.kind, movement.amount), act.at));
        transaction.create(&movement);
        let details = json!({
            "branchId": branch, "movementId": movement.id, "kind": movement.kind, "amountPaise": movement.amount,
        });
        transaction.audit(EventType::DrawerMoved, ClosedDrawer::KIND, open.id.as_str(), details);
        let view = DrawerMovementView::from(&movement);
        movements.push(movement);
        let answer = MovementAnswer { movement: view, movements: by_hand(&movements) };
        transaction.keep_response(&answer);
        transaction.commit().await?;
        Ok(answer)
    }

    /// Counts and closes it, for good.
    pub async fn close(
        &self,
        caller: &Caller,
        request: &CloseDrawerRequest,
    ) -> Result<ClosedDrawerAnswer, Failure<DrawerError>> {
        self.check_branch(&request.branch_id).await?;
        self.0.retry_on_conflict(|| self.write_closing(caller, request)).await
    }

    async fn write_closing(
        &self,
        caller: &Caller,
        request: &CloseDrawerRequest,
    ) -> Result<ClosedDrawerAnswer, Failure<DrawerError>> {
        let (salon, act, branch) = (self.0, &caller.act, &request.branch_id);
        let _lock = self.lock(branch, act).await;
        let read = self.till(branch).await?.ok_or(DrawerError::NoneOpen)?;
        let (till, closed) = read.closed(Count::from(request), caller.into(), act.at)?;
        // Read after the till: one that is written meanwhile replaces the till, and this transaction loses.
        let movements = self.movements(branch, &closed.id).await?;
        let mut transaction = salon.transaction(act);
        transaction.replace(&read, &till);
        transaction.create(&closed);
        tell_owner_of_difference(&mut transaction, (branch, &closed.id), closed.difference, act);
        let details = json!({
            "branchId": branch, "expectedPaise": closed.expected, "countedPaise": closed.counted,
            "differencePaise": closed.difference, "bankedPaise": closed.banked, "leftPaise": closed.left,
        });
        transaction.audit(EventType::DrawerClosed, ClosedDrawer::KIND, closed.id.as_str(), details);
        let drawer = ClosedDrawerView::new(&closed, &movements);
        let answer = ClosedDrawerAnswer { drawer: if salon.is_dry_run() { drawer.blind() } else { drawer } };
        transaction.keep_response(&answer);
        transaction.commit().await?;
        Ok(answer)
    }

    /// The closed ones, newest first, by the day of closing.
    pub async fn history(&self, request: &DrawerHistoryRequest) -> Result<(DrawerHistory, Meta), Failure<DrawerError>> {
        let branch = &request.branch_id;
        self.check_branch(branch).await?;
        let range = Range::of(request.from, request.to, self.0.clock.today());
        let (first, last) = keys::drawers_closed(range.from, range.to);
        let closed = Partition::of(keys::drawers_of(branch)).between(first, last).newest_first();
        let closed = self.0.table.query::<ClosedDrawer>(closed).await?;
        let (page, meta) = page_of(closed.iter(), request.page, request.page_size);
        let movements = self.movements_of(branch, &page).await?;
        let view = |drawer: &&Stored<ClosedDrawer>| {
            ClosedDrawerView::new(drawer, movements.iter().filter(|movement| movement.drawer_id == drawer.id))
        };
        Ok((DrawerHistory { drawers: page.iter().map(view).collect() }, meta))
    }

    /// Of all these drawers at once: they were opened one after another.
    async fn movements_of(
        &self,
        branch: &BranchId,
        drawers: &[&Stored<ClosedDrawer>],
    ) -> Result<Vec<DrawerMovement>, TableError> {
        let (Some(newest), Some(oldest)) = (drawers.first(), drawers.last()) else { return Ok(Vec::new()) };
        let (first, last) = keys::movements_of_drawers(&oldest.id, &newest.id);
        let movements = Partition::of(keys::drawers_of(branch)).between(first, last);
        let movements = self.0.table.query::<DrawerMovement>(movements).await?;
        Ok(movements.into_iter().map(|movement| movement.record).collect())
    }

    async fn movements(&self, branch: &BranchId, drawer: &DrawerId) -> Result<Vec<DrawerMovement>, TableError> {
        let movements = Partition::of(keys::drawers_of(branch)).starting(keys::movements_of_drawer(drawer));
        let movements = self.0.table.query::<DrawerMovement>(movements).await?;
        Ok(movements.into_iter().map(|movement| movement.record).collect())
    }

    async fn till(&self, branch: &BranchId) -> Result<Option<Stored<Till>>, TableError> {
        self.0.table.get(&keys::till(branch)).await
    }

    /// Requests that take cash at the branch take an invoice number too: waiting costs less than losing to them.
    async fn lock(&self, branch: &BranchId, act: &Act) -> KeyLock {
        let series = NumberSeries::key_of(DocumentSeries::Invoice, branch, FinancialYear::of(act.at.ist_date()));
        self.0.table.lock(&series).await
    }

    async fn check_branch(&self, id: &BranchId) -> Result<(), Failure<DrawerError>> {
        Ok(Branches::of(self.0).get(id).await?.map(|_| ()).ok_or(DrawerError::UnknownBranch)?)
    }
}

impl From<&CloseDrawerRequest> for Count {
    fn from(request: &CloseDrawerRequest) -> Self {
        Self {
            counted: request.counted(),
            banked: request.banked_paise.unwrap_or_default(),
            denominations: request
                .denominations
                .iter()
                .flat_map(|given| given.iter().map(Denomination::from))
                .filter(|counted| counted.count > 0)
                .collect(),
            note: noted(request.note.as_ref()),
        }
    }
}
