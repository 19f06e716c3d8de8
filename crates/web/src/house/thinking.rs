//! Whoever thinks for a table: players of ours, programs, the adviser.

use std::sync::Arc;
use std::time::Duration;

use cardsharp_rules::{Seat, Verdict, with_game};
use cardsharp_table::Failure;

use super::House;
use cardsharp_sitting::{Said, said};

use crate::client::Client;
use crate::limits::Limits;
use crate::moment::{Moment, Waits, not_begun};
use crate::quota::{Exhausted, Held};
use crate::refusal::{Code, Refusal};
use crate::session::{AnySession, after_failure, asking, thinking};
use crate::table::WebTable;
use crate::thinkers::{Job, Length, Rank, Thinkers};
use crate::thought::advice;
use crate::wire::Advice;

impl House {
    /// How many decisions are thought about or wait for it.
    pub(crate) fn thinking(&self) -> usize {
        self.thinkers.due() + self.programs.as_ref().map_or(0, |programs| programs.askers.due())
    }

    /// Refuses more to think about while too much of it is due already, for this client or in all.
    ///
    /// # Errors
    /// If the house is busy.
    pub(crate) fn check_thoughts(&self, client: Client) -> Result<(), Refusal> {
        check_due(&self.thinkers, &self.limits, client)
    }

    /// Lets a client look back over a game until what is returned is dropped.
    ///
    /// # Errors
    /// If too much is thought about already.
    pub(crate) fn begin_review(&self, client: Client) -> Result<Held, Refusal> {
        self.check_thoughts(client)?;
        self.reviews.hold(client).map_err(|exhausted| match exhausted {
            Exhausted::ForClient(own) => {
                let words = said!("{own} games are reviewed for your address already; wait for one to end.", own);
                Refusal::new(Code::TooManyRequests, words)
            }
            Exhausted::ForAll(_) => {
                Refusal::new(Code::Busy, said!("Many games are reviewed now; ask again in a while."))
            }
        })
    }

    /// Reads something, in a thread that is made for it.
    ///
    /// # Errors
    /// If too much is being read already, or it fails.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        client: Client,
        length: Length,
        read: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        check_due(&self.readers, &self.limits, client)?;
        let read = self.readers.think(Job { client, rank: Rank::People, length }, read).await;
        read.unwrap_or_else(|| Err(Refusal::new(Code::Busy, said!("It cannot be read now; try again."))))
    }

    /// Advice for the one person at a table, from what they see.
    ///
    /// # Errors
    /// If the table has no kibitzer, the game is over or the house is busy.
    pub(crate) async fn advise(&self, client: Client, table: &WebTable, seat: Seat) -> Result<Arc<Advice>, Refusal> {
        let mut newest = table.advice.lock().await;
        let moment = table.moment();
        if !table.has_kibitzer(&moment) {
            let words = said!("There is no advice at this table: it has no kibitzer, or several people play.");
            return Err(Refusal::new(Code::NotAllowed, words));
        }
        let sitting = moment.sitting.as_ref().ok_or_else(not_begun)?;
        if moment.is_over() {
            return Err(Refusal::new(Code::WrongTurn, said!("The game is over: there is nothing left to decide.")));
        }
        // The step alone would not do: a game in which something was taken back comes to the same step twice.
        if let Some((_, advice)) = newest.as_ref().filter(|(position, _)| *position == moment.position) {
            return Ok(Arc::clone(advice));
        }
        self.check_thoughts(client)?;
        let job = Job { client, rank: Rank::People, length: Length::Long };
        let thought = {
            let advice = with_game!(AnyOf, &**sitting, sitting => advice(sitting.record(), sitting.view(seat)));
            self.thinkers.think(job, advice).await
        };
        let thought = thought.ok_or_else(|| Refusal::new(Code::Busy, said!("The adviser could not decide.")))?;
        let advice = Arc::new(thought);
        *newest = Some((moment.position, Arc::clone(&advice)));
        Ok(advice)
    }

    /// The game once a player of ours or a program has decided, whose turn it is; none if it is nobody's of
    /// them. One that fails, or cannot be asked, has answered nothing: the game goes on by the referee's rules.
    async fn decide(&self, table: &WebTable, moment: &Moment) -> Option<Arc<AnySession>> {
        let sitting = moment.sitting.as_ref()?;
        let job = table.job(moment);
        let decided = match (moment.program(), &self.programs) {
            (None, _) => self.thinkers.think(job, thinking(sitting)?).await,
            (Some(program), Some(programs)) => {
                let asking = asking(sitting, programs, program)?;
                programs.askers.think(Job { length: programs.expect(program), ..job }, asking).await
            }
            (Some(_), None) => {
                let failure = Failure::new(Verdict::NoAnswer, "no program is asked here: --allow-programs");
                return after_failure(sitting, failure);
            }
        };
        decided.or_else(|| {
            crate::complain(format_args!("cardsharp: a player at table {} failed; chance plays for it", table.id));
            after_failure(sitting, Failure::new(Verdict::Crash, "the player failed"))
        })
    }

    /// The same, no sooner than the table's pace allows; while people wait, no thread does.
    async fn decide_in_time(&self, table: &WebTable, moment: &Moment) -> Option<Arc<AnySession>> {
        let Some(Waits { thinking, delay }) = table.terms.pace else { return self.decide(table, moment).await };
        if moment.steps() > 0 {
            tokio::time::sleep(Duration::from_millis(delay)).await;
        }
        let thinking = tokio::time::sleep(Duration::from_millis(thinking));
        let (decided, ()) = tokio::join!(self.decide(table, moment), thinking);
        decided
    }

    /// Sees to it that players of ours and programs play on, if it is their turn.
    pub(crate) fn play_on(self: &Arc<House>, table: &Arc<WebTable>) {
        if !table.claim_thinking() {
            return;
        }
        let (house, table) = (Arc::clone(self), Arc::clone(table));
        tokio::spawn(async move {
            while let Some(moment) = table.due() {
                let Some(sitting) = house.decide_in_time(&table, &moment).await else { continue };
                let played = house.change(&table, move |_, now| {
                    // Nobody else may act while a player thinks, but what it thinks about may be taken back, the
                    // game paused or given up, and somebody may take their seat again.
                    let is_meant = match (&moment.sitting, &now.sitting) {
                        (Some(then), Some(now)) => Arc::ptr_eq(then, now),
                        _ => false,
                    };
                    if !is_meant || !now.is_due() {
                        return Err(Refusal::new(Code::Stale, Said::default()));
                    }
                    Ok((now.decided(sitting), ()))
                });
                if played.await.is_err_and(|refusal| !refusal.is_stale()) {
                    // It cannot be kept: the disk may be full. Others are told when they act.
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        });
    }
}

/// Refuses a long job while too many are due.
fn check_due(thinkers: &Thinkers, limits: &Limits, client: Client) -> Result<(), Refusal> {
    let (all, own) = thinkers.long(client);
    if own >= limits.thoughts_per_address {
        let words = said!("{own} thoughts for your address are due already; ask again when some are done.", own);
        return Err(Refusal::new(Code::TooManyRequests, words));
    }
    if all >= limits.thoughts {
        return Err(Refusal::new(
            Code::Busy,
            said!("Everybody in this house is thinking already; ask again in a while."),
        ));
    }
    Ok(())
}
