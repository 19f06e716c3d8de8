//! The decisions of bots and programs for a table, and the adviser's.

use std::sync::Arc;
use std::time::Duration;

use cardsharp_presentation::{Message, message};
use cardsharp_rules::Verdict;
use cardsharp_table::Failure;

use crate::app::App;
use crate::game::AnySession;
use crate::game::session::{after_failure, asking, thinking};
use crate::http::{Client, Code, Result};
use crate::limits::Limits;
use crate::tables::{TableSnapshot, Waits, WebTable};
use crate::threads::{Exhausted, Held, Job, Length, Rank, Thinkers};

impl App {
    pub(crate) fn thinking(&self) -> usize {
        self.thinkers.due() + self.programs.as_ref().map_or(0, |programs| programs.askers.due())
    }

    /// Refuses another long job while too many are due, for this client or in all.
    pub(crate) fn check_thoughts(&self, client: Client) -> Result {
        check_due(&self.thinkers, &self.limits, client)
    }

    /// Counts a review of a client until the result is dropped.
    pub(crate) fn begin_review(&self, client: Client) -> Result<Held> {
        self.check_thoughts(client)?;
        self.reviews.hold(client).map_err(|exhausted| match exhausted {
            Exhausted::ForClient(own) => {
                let words = message!("{own} games are reviewed for your address already; wait for one to end.", own);
                Code::TooManyRequests.because(words)
            }
            Exhausted::ForAll(_) => Code::Busy.because(message!("Many games are reviewed now; ask again in a while.")),
        })
    }

    pub(crate) async fn read<T: Send + 'static>(
        &self,
        client: Client,
        length: Length,
        read: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        check_due(&self.readers, &self.limits, client)?;
        let read = self.readers.think(Job { client, rank: Rank::People, length }, read).await;
        read.unwrap_or_else(|| Err(Code::Busy.because(message!("It cannot be read now; try again."))))
    }

    /// Returns the session after the decision of the bot or program to act. The referee's rules handle a failure.
    async fn decide(&self, table: &WebTable, snapshot: &TableSnapshot) -> Option<Arc<AnySession>> {
        let session = snapshot.session.as_ref()?;
        let job = table.job(snapshot);
        let decided = match (snapshot.program(), &self.programs) {
            (None, _) => self.thinkers.think(job, thinking(session)?).await,
            (Some(program), Some(programs)) => {
                let asking = asking(session, programs, program)?;
                programs.askers.think(Job { length: programs.expect(program), ..job }, asking).await
            }
            (Some(_), None) => {
                let failure = Failure::new(Verdict::NoAnswer, "no program is asked here: --allow-programs");
                return after_failure(session, failure);
            }
        };
        decided.or_else(|| {
            crate::complain(format_args!("cardsharp: a player at table {} failed; chance plays for it", table.id));
            after_failure(session, Failure::new(Verdict::Crash, "the player failed"))
        })
    }

    /// Makes a decision, but no sooner than the table's pace allows. A timer waits, not a thread.
    async fn decide_in_time(&self, table: &WebTable, snapshot: &TableSnapshot) -> Option<Arc<AnySession>> {
        let Some(Waits { thinking, delay }) = table.terms.pace else { return self.decide(table, snapshot).await };
        if snapshot.steps() > 0 {
            tokio::time::sleep(Duration::from_millis(delay)).await;
        }
        let thinking = tokio::time::sleep(Duration::from_millis(thinking));
        let (decided, ()) = tokio::join!(self.decide(table, snapshot), thinking);
        decided
    }

    /// Lets bots and programs play on, if it is their turn.
    pub(crate) fn play_on(self: &Arc<App>, table: &Arc<WebTable>) {
        if !table.claim_thinking() {
            return;
        }
        let (app, table) = (Arc::clone(self), Arc::clone(table));
        tokio::spawn(async move {
            while let Some(snapshot) = table.due() {
                let Some(session) = app.decide_in_time(&table, &snapshot).await else { continue };
                let played = app.change(&table, move |_, now| {
                    // A take-back, a pause, a resignation or a returning person may have changed the table.
                    let is_meant = match (&snapshot.session, &now.session) {
                        (Some(then), Some(now)) => Arc::ptr_eq(then, now),
                        _ => false,
                    };
                    if !is_meant || !now.is_due() {
                        return Err(Code::Stale.because(Message::default()));
                    }
                    Ok((now.decided(session), ()))
                });
                if played.await.is_err_and(|error| !error.is_stale()) {
                    // The decision could not be stored; the disk may be full. Requests of people report that error.
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        });
    }
}

/// Refuses a long job while too many are due.
fn check_due(thinkers: &Thinkers, limits: &Limits, client: Client) -> Result {
    let (all, own) = thinkers.long(client);
    if own >= limits.thoughts_per_address {
        let words = message!("{own} thoughts for your address are due already; ask again when some are done.", own);
        return Err(Code::TooManyRequests.because(words));
    }
    if all >= limits.thoughts {
        return Err(Code::Busy.because(message!("Everybody in this house is thinking already; ask again in a while.")));
    }
    Ok(())
}
