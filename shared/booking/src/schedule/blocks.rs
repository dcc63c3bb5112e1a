//! Blocks: time in which a person at work, or a room, cannot be booked.

use serde_json::{Value, json};

use super::records::BlockRecord;
use super::request::{BlockRequest, ListBlocksRequest};
use super::{BlockView, Schedule, ScheduleError};
use crate::freed;
use crate::resources::Resource;
use crate::slots::ledger::{Block, DayLedger, LedgerOwner};
use parlour_people::auth::Caller;
use parlour_people::staff::{Staff, StaffMember};
use parlour_storage::at_once;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::table::{Partition, Record as _, Stored, TableError, keys};
use parlour_values::id::BlockId;
use parlour_values::time::{Interval, IstDate};

impl Schedule<'_> {
    /// The blocks of one person or room, or of all, by date and time.
    pub async fn blocks(&self, request: &ListBlocksRequest) -> Result<Vec<BlockView>, TableError> {
        let (from, to) = request.days(self.0.clock.today());
        let named = request.staff_id.clone().map(LedgerOwner::Person);
        let named = named.into_iter().chain(request.resource_id.clone().map(LedgerOwner::Resource));
        let mut owners: Vec<LedgerOwner> = named.collect();
        if owners.is_empty() {
            let (staff, rooms) = tokio::try_join!(async { Staff::of(self.0).all().await }, self.resources_of(None))?;
            owners.extend(staff.iter().map(|member| LedgerOwner::Person(member.id.clone())));
            owners.extend(rooms.into_iter().map(|room| LedgerOwner::Resource(room.id)));
        }
        self.blocks_of(&owners, from, to).await
    }

    /// The blocks of these people and rooms, by date and time.
    pub async fn blocks_of(
        &self,
        owners: &[LedgerOwner],
        from: IstDate,
        to: IstDate,
    ) -> Result<Vec<BlockView>, TableError> {
        let days = async |owner: &LedgerOwner| {
            let (first, last) = (day_key(owner, from), day_key(owner, to));
            self.0.table.query::<DayLedger>(Partition::of(first.pk).between(first.sk, last.sk)).await
        };
        let days: Vec<Vec<Stored<DayLedger>>> = at_once::try_all(owners.iter().map(days).collect::<Vec<_>>()).await?;
        let kept = days.iter().flatten().flat_map(|day| day.blocks()).map(|block| keys::block(&block.block_id));
        let kept: Vec<_> = kept.collect();
        let mut found = self.0.table.get_many(kept.clone()).await?;
        let mut blocks = Vec::new();
        for key in &kept {
            blocks.extend(found.take::<BlockRecord>(key)?.map(|block| BlockView::from(&block.record)));
        }
        blocks.sort_by(|a, b| (a.date, a.start_time, &a.id).cmp(&(b.date, b.start_time, &b.id)));
        Ok(blocks)
    }

    pub async fn block(&self, caller: &Caller, request: &BlockRequest) -> Result<BlockView, Failure<ScheduleError>> {
        self.0.retry_on_conflict(|| self.write_block(caller, request)).await
    }

    async fn write_block(&self, caller: &Caller, request: &BlockRequest) -> Result<BlockView, Failure<ScheduleError>> {
        let act = &caller.act;
        let owner = request.owner()?;
        let read = self.day_to_block(&owner, request.date).await?;
        let time = Interval { start: request.start_time, end: request.end_time };
        let empty = || DayLedger::of(owner.clone(), request.date);
        let mut ledger = read.as_ref().map_or_else(empty, |read| read.record.clone());
        self.refuse_over(ledger.confirmed_over(time)).await?;
        let block = BlockRecord {
            id: self.0.random.id(),
            owner,
            date: request.date,
            time,
            reason: request.reason.to_string(),
            created_by: caller.user.id.clone(),
            created_at: act.at,
        };
        ledger.block(Block::new(block.id.clone(), time));
        let view = BlockView::from(&block);
        let mut transaction = self.0.transaction(act);
        transaction.save(read.as_ref(), &ledger);
        transaction.create(&block);
        transaction.audit(EventType::TimeBlocked, BlockRecord::KIND, block.id.as_str(), told(&block));
        transaction.keep_response(&super::BlockAnswer { block: view.clone() });
        transaction.commit().await?;
        Ok(view)
    }

    /// The day as read, of somebody or something that exists.
    async fn day_to_block(
        &self,
        owner: &LedgerOwner,
        date: IstDate,
    ) -> Result<Option<Stored<DayLedger>>, Failure<ScheduleError>> {
        let day_key = day_key(owner, date);
        match owner {
            LedgerOwner::Person(id) => {
                let member_key = keys::staff(id);
                let mut found = self.0.table.get_many([member_key.clone(), day_key.clone()]).await?;
                if found.take::<StaffMember>(&member_key)?.is_none() {
                    return Err(ScheduleError::invalid("staffId", "must be an existing staff member").into());
                }
                Ok(found.take::<DayLedger>(&day_key)?)
            }
            LedgerOwner::Resource(id) => {
                let room_key = keys::resource_by_id(id);
                let mut found = self.0.table.get_many([room_key.clone(), day_key.clone()]).await?;
                if found.take::<Resource>(&room_key)?.is_none() {
                    return Err(ScheduleError::invalid("resourceId", "must be an existing room").into());
                }
                Ok(found.take::<DayLedger>(&day_key)?)
            }
        }
    }

    pub async fn unblock(&self, caller: &Caller, id: &BlockId) -> Result<(), Failure<ScheduleError>> {
        self.0
            .retry_on_conflict(|| async move {
                let block =
                    self.0.table.get::<BlockRecord>(&keys::block(id)).await?.ok_or(ScheduleError::Unknown("block"))?;
                let read = self.0.table.get::<DayLedger>(&day_key(&block.owner, block.date)).await?;
                let (now, start) = (caller.act.at, Some(block.time.start));
                let freed = freed::of_owner(self.0, &block.owner, block.date, start, now).await?;
                let mut transaction = self.0.transaction(&caller.act);
                freed::tell(&mut transaction, freed, now);
                if let Some(read) = &read {
                    let mut ledger = read.record.clone();
                    ledger.unblock(id);
                    transaction.replace(read, &ledger);
                }
                transaction.remove(&block);
                transaction.audit(EventType::TimeUnblocked, BlockRecord::KIND, id.as_str(), told(&block));
                transaction.commit().await?;
                Ok(())
            })
            .await
    }
}

fn day_key(owner: &LedgerOwner, date: IstDate) -> parlour_storage::table::Key {
    DayLedger::of(owner.clone(), date).key()
}

/// The details of a block in the log.
fn told(block: &BlockRecord) -> Value {
    match &block.owner {
        LedgerOwner::Person(id) => json!({ "staffId": id, "date": block.date }),
        LedgerOwner::Resource(id) => json!({ "resourceId": id, "date": block.date }),
    }
}
