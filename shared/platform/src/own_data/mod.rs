//! Data held about somebody, for themselves: an archive of JSON files and of the documents of their bills.
//!
//! Notes of the desk are in it. They are about the person as much as what the person told, and the law makes no exception
//! for what was meant for colleagues; who wrote them, and who looked at the person's page, is somebody else's and left out.

mod archive;
mod contents;
mod papers;

use chrono::TimeDelta;

use self::archive::Archive;
use self::contents::{About, Contents};
use self::papers::Papers;
use parlour_people::auth::Caller;
use parlour_storage::failure::{Failure, Refused};
use parlour_storage::salon::Salon;
use parlour_storage::table::{TableError, keys};

/// How often somebody may ask for it on a day.
const MOST_A_DAY: u64 = 3;

#[derive(Debug, thiserror::Error)]
pub enum OwnDataError {
    #[error("the archive has been asked for as often as it may be today")]
    AskedTooOften {
        /// How long until the next day begins.
        wait: TimeDelta,
    },
}

impl Refused for OwnDataError {}

pub struct OwnData<'a>(&'a Salon);

impl<'a> OwnData<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl OwnData<'_> {
    /// Everything that is held about the caller, as a zip archive. Where not all documents fit an answer, the oldest are
    /// left out, and `about.json` says which.
    pub async fn archive(&self, caller: &Caller) -> Result<Vec<u8>, Failure<OwnDataError>> {
        self.count(caller).await?;
        let contents = Contents::read(self.0, caller).await?;
        let papers = Papers::of(&contents);
        let mut about = About::new(caller);
        let mut archive = Archive::begun(caller.act.at.ist_date());
        for (name, text) in contents.files(&mut about)? {
            archive.add_text(&name, &text).map_err(broken)?;
        }
        let mut archive = archive.measured().map_err(broken)?;
        papers
            .add_to(&mut archive, &mut about, self.0.outbound.documents().map(AsRef::as_ref))
            .await
            .map_err(broken)?;
        archive.add_text("about.json", &about.text()?).map_err(broken)?;
        Ok(archive.finished().map_err(broken)?)
    }

    /// Counted by the table, so that several instances together keep the limit.
    async fn count(&self, caller: &Caller) -> Result<(), Failure<OwnDataError>> {
        let (now, today) = (caller.act.at, caller.act.at.ist_date());
        let tomorrow = today.plus_days(1).start();
        let key = keys::limit_window("own-data", caller.user.id.as_str(), today.start().seconds());
        let asked = self.0.table.count_up_by(&key, 1, tomorrow).await?;
        if asked.0 > MOST_A_DAY {
            return Err(OwnDataError::AskedTooOften { wait: tomorrow.since(now) }.into());
        }
        Ok(())
    }
}

fn broken(error: impl std::fmt::Display) -> TableError {
    TableError::Unreadable { kind: "archive", reason: error.to_string() }
}
