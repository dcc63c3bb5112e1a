//! Moving stock by hand, and what moved it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::view::{StockMovementAnswer, StockMovementView};
use super::{BranchStock, MoveStockRequest, Product, ProductError, Products, StockMovement, StockMovementKind};
use parlour_people::auth::User;
use parlour_storage::act::Act;
use parlour_storage::events::{EventType, changed_fields, with_amounts};
use parlour_storage::failure::Failure;
use parlour_storage::paging::{FeedPage, Meta};
use parlour_storage::table::{Partition, Record as _, TableError, keys};
use parlour_values::id::{ProductId, UserId};
use parlour_values::money::Paise;

impl Products<'_> {
    /// Receives, uses up, puts right or transfers stock. Of a transfer the movement away is answered. The first cost that
    /// a receipt says is the product's, if it has none.
    pub async fn move_stock(
        &self,
        act: &Act,
        id: &ProductId,
        request: &MoveStockRequest,
    ) -> Result<StockMovementView, Failure<ProductError>> {
        self.0.retry_on_conflict(|| self.write_movement(act, id, request)).await
    }

    async fn write_movement(
        &self,
        act: &Act,
        id: &ProductId,
        request: &MoveStockRequest,
    ) -> Result<StockMovementView, Failure<ProductError>> {
        let product = self.get(id).await?.ok_or(ProductError::Unknown)?;
        let branch = self.branch(&request.branch_id, "branchId").await?;
        let to = match &request.to_branch_id {
            Some(to) => Some(self.branch(to, "toBranchId").await?),
            None => None,
        };
        // Held until it is written: waiting for it costs less than losing the race for the stock.
        let _lock = self.0.table.lock(&product.key()).await;
        let places = std::iter::once(&branch).chain(&to);
        let wanted: Vec<_> = places.flat_map(|place| BranchStock::keys(&place.id, [id])).collect();
        let found = self.0.table.get_many(wanted).await?;

        let mut transaction = self.0.transaction(act);
        let (kind, change) = (request.kind.movement(), request.change());
        let movement = StockMovement {
            cost: request.cost_paise.map(|cost| Paise(cost.get())),
            note: request.note.as_ref().map(ToString::to_string),
            other_branch_id: request.to_branch_id.clone(),
            ..StockMovement::new(&self.0.random, act, id, &branch.id, kind, change)
        };
        let movement = BranchStock::among(&found, &branch, [id])?
            .change(&mut transaction, &product, movement)
            .map_err(ProductError::from)?;
        if let Some(to) = &to {
            let kind = StockMovementKind::Transferred;
            let arrival = StockMovement {
                cost: movement.cost,
                note: movement.note.clone(),
                other_branch_id: Some(branch.id.clone()),
                ..StockMovement::new(&self.0.random, act, id, &to.id, kind, change.saturating_neg())
            };
            BranchStock::among(&found, to, [id])?
                .change(&mut transaction, &product, arrival)
                .map_err(ProductError::from)?;
        }
        let first_cost =
            movement.cost.filter(|_| movement.kind == StockMovementKind::Received && product.cost.is_none());
        if let Some(cost) = first_cost {
            let costing = Product { cost: Some(cost), updated_at: act.at, ..product.record.clone() };
            transaction.replace(&product, &costing);
            let changes = with_amounts(changed_fields(&product.record, &costing), product.amounts(), costing.amounts());
            transaction.audit_further(EventType::ProductUpdated, Product::KIND, id.as_str(), changes);
        }
        let data = json!({
            "movementId": movement.id, "branchId": movement.branch_id, "toBranchId": request.to_branch_id,
            "kind": movement.kind, "quantity": movement.quantity, "onHand": movement.on_hand,
        });
        transaction.audit(EventType::StockMoved, Product::KIND, id.as_str(), data);
        let view = StockMovementView::from(&movement);
        transaction.keep_response(&StockMovementAnswer { movement: view.clone() });
        transaction.commit().await?;
        Ok(view)
    }

    /// The stock movements of a product at any branch, newest first.
    pub async fn movements(
        &self,
        id: &ProductId,
        feed: FeedPage,
    ) -> Result<(Vec<StockMovementView>, Meta), Failure<ProductError>> {
        self.get(id).await?.ok_or(ProductError::Unknown)?;
        let newest = Partition::of(keys::product_partition(id)).starting(keys::STOCK_MOVEMENT_PREFIX).newest_first();
        let mut read = self.0.table.query::<StockMovement>(newest.at_most(feed.through())).await?;
        let page = read.split_off(feed.before().min(read.len()));
        let views: Vec<StockMovementView> =
            page.iter().map(|movement| StockMovementView::from(&movement.record)).collect();
        let meta = feed.meta(views.len());
        Ok((views, meta))
    }

    /// The names of those among the movers who are users, by their ids.
    pub async fn who_moved(&self, movements: &[StockMovementView]) -> Result<BTreeMap<String, String>, TableError> {
        let ids: BTreeSet<UserId> = movements.iter().map(|movement| UserId::from(movement.by.clone())).collect();
        let found = self.0.table.get_many(ids.iter().map(keys::user)).await?;
        let mut names = BTreeMap::new();
        for id in ids {
            if let Some(user) = found.read::<User>(&keys::user(&id))? {
                names.insert(id.to_string(), user.record.name);
            }
        }
        Ok(names)
    }
}
