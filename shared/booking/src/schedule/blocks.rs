//! Blocks: working time in which a staff member cannot be booked.

use futures::future::try_join_all;
use serde_json::json;

use super::records::BlockRecord;
use super::request::{BlockRequest, ListBlocksRequest};
use super::rosters::ledger_of;
use super::{BlockView, Schedule, ScheduleError};
use crate::freed;
use crate::slots::ledger::{Block, DayLedger};
use parlour_people::auth::Caller;
use parlour_people::staff::{Staff, StaffMember};
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::table::{Record as _, TableError, keys};
use parlour_values::id::{BlockId, StaffId};
use parlour_values::time::{Interval, IstDate};

impl Schedule<'_> {
    /// The blocks of one staff member or all, by date and time.
    pub async fn blocks(&self, request: &ListBlocksRequest) -> Result<Vec<BlockView>, TableError> {
        let (from, to) = request.days(self.0.clock.today());
        let staff = match &request.staff_id {
            Some(id) => vec![id.clone()],
            None => Staff::of(self.0).all().await?.iter().map(|member| member.id.clone()).collect(),
        };
        self.blocks_of(&staff, from, to).await
    }

    /// The blocks of these people, by date and time.
    pub async fn blocks_of(&self, staff: &[StaffId], from: IstDate, to: IstDate) -> Result<Vec<BlockView>, TableError> {
        let reads: Vec<_> = staff.iter().map(|id| self.days_between(id, from, to)).collect();
        let days = try_join_all(reads).await?;
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
        let (member_key, day_key) = (keys::staff(&request.staff_id), keys::staff_day(&request.staff_id, request.date));
        let mut found = self.0.table.get_many([member_key.clone(), day_key.clone()]).await?;
        let read = found.take::<DayLedger>(&day_key)?;
        if found.take::<StaffMember>(&member_key)?.is_none() {
            return Err(ScheduleError::invalid("staffId", "must be an existing staff member").into());
        }
        let time = Interval { start: request.start_time, end: request.end_time };
        let mut ledger = ledger_of(read.as_ref(), &request.staff_id, request.date);
        self.refuse_over(ledger.confirmed_over(time)).await?;
        let block = BlockRecord {
            id: self.0.random.id(),
            staff_id: request.staff_id.clone(),
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
        transaction.audit(
            EventType::TimeBlocked,
            BlockRecord::KIND,
            block.id.as_str(),
            json!({ "staffId": block.staff_id, "date": block.date }),
        );
        transaction.keep_response(&super::BlockAnswer { block: view.clone() });
        transaction.commit().await?;
        Ok(view)
    }

    pub async fn unblock(&self, caller: &Caller, id: &BlockId) -> Result<(), Failure<ScheduleError>> {
        self.0
            .retry_on_conflict(|| async move {
                let block =
                    self.0.table.get::<BlockRecord>(&keys::block(id)).await?.ok_or(ScheduleError::Unknown("block"))?;
                let read = self.day(&block.staff_id, block.date).await?;
                let (now, start) = (caller.act.at, Some(block.time.start));
                let freed = freed::of_person(self.0, &block.staff_id, &[Some(block.date)], start, now).await?;
                let mut transaction = self.0.transaction(&caller.act);
                freed::tell(&mut transaction, freed, now);
                if let Some(read) = &read {
                    let mut ledger = read.record.clone();
                    ledger.unblock(id);
                    transaction.replace(read, &ledger);
                }
                transaction.remove(&block);
                transaction.audit(
                    EventType::TimeUnblocked,
                    BlockRecord::KIND,
                    id.as_str(),
                    json!({ "staffId": block.staff_id, "date": block.date }),
                );
                transaction.commit().await?;
                Ok(())
            })
            .await
    }
}
