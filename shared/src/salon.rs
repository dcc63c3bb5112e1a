//! The salon: what every part of the service works with, built once per process and cheap to clone.

use std::sync::Arc;

use crate::acts::{Act, Setback, Writing};
use crate::auth::Door;
use crate::customers::directory::Directory;
use crate::id::Random;
use crate::outbound::Outbound;
use crate::settings::Settings;
use crate::table::{Table, Unit};
use crate::time::{Clock, Deadline};

#[derive(Clone)]
pub struct Salon(Arc<Whole>);

struct Whole {
    parts: Parts,
    door: Door,
    /// What this instance remembers of the customers, between requests.
    directory: Directory,
}

pub struct Parts {
    pub table: Table,
    pub clock: Clock,
    pub random: Random,
    pub settings: Settings,
    /// What leaves the salon. Only the functions that send have senders behind it.
    pub outbound: Outbound,
}

impl std::ops::Deref for Salon {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0.parts
    }
}

/// How long a decision is made again after losing a race.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(5);
/// However slow the first try was: whoever lost is judged again on what is there now, before they are told to come again.
const FEWEST_TRIES: u32 = 3;

impl Salon {
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(Whole { parts, door: Door::default(), directory: Directory::default() }))
    }

    /// What signing in needs, kept for the life of the process.
    pub(crate) fn door(&self) -> &Door {
        &self.0.door
    }

    pub(crate) fn directory(&self) -> &Directory {
        &self.0.directory
    }

    /// Begins the one unit in which an act is written.
    pub fn write<'a>(&'a self, act: &'a Act) -> Writing<'a> {
        Writing::new(self, act, Unit::new(&self.random))
    }

    /// Reads, decides and writes; when the write lost a race, reads and decides again, with jitter, up to a deadline.
    pub async fn settle<T, E, F>(&self, mut attempt: impl FnMut() -> F) -> Result<T, E>
    where
        F: Future<Output = Result<T, E>>,
        E: From<Setback> + MayHaveLost,
    {
        let deadline = Deadline::after(PATIENCE);
        let mut tries = 0_u32;
        loop {
            match attempt().await {
                Err(error) if error.has_lost() => {
                    tries = tries.saturating_add(1);
                    if deadline.passed() && tries >= FEWEST_TRIES {
                        return Err(Setback::Contended.into());
                    }
                    tokio::time::sleep(crate::table::backoff(tries, &self.random)).await;
                }
                settled => return settled,
            }
        }
    }
}

/// An error that may say: the write lost a race, judge again.
pub trait MayHaveLost {
    fn has_lost(&self) -> bool;
}

impl MayHaveLost for Setback {
    fn has_lost(&self) -> bool {
        Setback::has_lost(self)
    }
}
