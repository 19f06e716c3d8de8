//! Learning by playing: what a teacher says to somebody who plays a game for the first time.
//!
//! A guided game is an ordinary game against gentle players of ours. Whenever something has happened, the
//! teacher is shown what the pupil sees, before and after, and says what is due: a rule when it first matters,
//! what to do when one is asked for the first time, what came of it, and in the end why one won or lost.
//! It sees through the pupil's own eyes and is a function of them, so it gives nothing away, and a game that is
//! taken up again is taught as it would have been. A room per game says what is taught when.

pub(crate) mod hanamikoji;
pub(crate) mod indigo;
pub(crate) mod intensity;
pub(crate) mod lucky_thirteen;

use std::collections::BTreeSet;
use std::fmt;

use cardsharp_rules::{ActionOf, Observation as _, ObservationOf, Seat, Turn};
use serde::Serialize;

use crate::picture::{self, CARDS, POINTS, count};
use crate::{Said, Tabled, said};

/// Whom a pupil meets, on every seat of every first game: the gentlest of the house.
const BEGINNER: &str = "random";

/// A first game: its deal, and who plays against the pupil, who has the first seat.
#[derive(Clone, Copy, Debug)]
pub struct Guide {
    /// A deal in which every rule comes up.
    pub seed: u64,
    /// Players of ours by their specs, from the second seat on.
    pub opponents: &'static [&'static str],
    /// What is taught in every game from this deal, whatever one plays.
    pub topics: &'static [&'static str],
    /// What is taught if it comes up.
    pub occasional: &'static [&'static str],
}

/// What a teacher says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speech {
    /// What it is about; of each topic there is one rule or task in a game.
    pub topic: &'static str,
    /// How it is meant.
    pub kind: Kind,
    /// What it points at.
    pub at: Vec<Spot>,
    /// The words.
    pub words: Said,
}

/// How a speech is meant: to be read (`rule`), to be done (`task`), said in passing (`news`), or why the game ended as
/// it did (`end`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema), schema(as = TaughtKind))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// To be read before one goes on.
    Rule,
    /// To be done now: acting is the answer.
    Task,
    /// What came of something, said in passing.
    News,
    /// Why the game ended as it did.
    End,
}

/// Something on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Spot {
    /// A card by its code, in the hand if it is there.
    Card(String),
    /// A type to be won, by its code.
    Type(String),
    /// A button by its key.
    Button(String),
    /// A seat's plate, with its score.
    Plate(Seat),
    /// What lies before a seat.
    Laid(Seat),
    /// A part of the table.
    Part(Part),
}

/// A part of the table: what one can choose from, or what lies in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// What one can choose from.
    Hand,
    /// What lies in the middle.
    Middle,
}

impl Speech {
    fn new(kind: Kind, topic: &'static str, at: impl IntoIterator<Item = Spot>, words: Said) -> Speech {
        Speech { topic, kind, at: at.into_iter().collect(), words }
    }

    fn rule(topic: &'static str, at: impl IntoIterator<Item = Spot>, words: Said) -> Speech {
        Speech::new(Kind::Rule, topic, at, words)
    }

    fn task(topic: &'static str, at: impl IntoIterator<Item = Spot>, words: Said) -> Speech {
        Speech::new(Kind::Task, topic, at, words)
    }

    fn news(at: impl IntoIterator<Item = Spot>, words: Said) -> Speech {
        Speech::new(Kind::News, "news", at, words)
    }

    fn end(at: impl IntoIterator<Item = Spot>, words: Said) -> Speech {
        Speech::new(Kind::End, "end", at, words)
    }
}

/// Who acted, and what they did where the pupil saw it.
pub type Deed<G> = (Seat, Option<ActionOf<G>>);

/// Something has happened, as the pupil sees it.
pub struct Seen<'a, G: Tabled> {
    /// What it was; nothing when the cards have just been dealt.
    pub deed: Option<Deed<G>>,
    /// What was seen before it.
    pub before: Option<&'a ObservationOf<G>>,
    /// What is seen now.
    pub now: &'a ObservationOf<G>,
    /// What everybody is called.
    pub names: &'a [String],
    /// What has been taught.
    pub taught: &'a BTreeSet<&'static str>,
}

impl<G: Tabled> Seen<'_, G> {
    /// The pupil's seat.
    fn me(&self) -> Seat {
        self.now.seat()
    }

    /// Whether the pupil is to act.
    fn is_asked(&self) -> bool {
        self.now.turn() == Turn::Of(self.me())
    }

    fn is_over(&self) -> bool {
        self.now.turn() == Turn::Over
    }

    fn name(&self, seat: Seat) -> &str {
        picture::name(self.names, seat)
    }

    fn knows(&self, topic: &str) -> bool {
        self.taught.contains(topic)
    }
}

/// More rules than this are not told at once; what is still due then comes the next time.
const AT_ONCE: usize = 3;

/// What was said so far at a guided game, and after how many of its moments.
pub struct Teacher<'a, G: Tabled> {
    names: &'a [String],
    before: Option<ObservationOf<G>>,
    taught: BTreeSet<&'static str>,
}

impl<'a, G: Tabled> Teacher<'a, G> {
    /// A teacher who has said nothing yet.
    pub fn new(names: &'a [String]) -> Teacher<'a, G> {
        Teacher { names, before: None, taught: BTreeSet::new() }
    }

    /// Shows the teacher the next thing that happened, with what the pupil sees then; says what is due.
    pub fn see(&mut self, deed: Option<Deed<G>>, now: ObservationOf<G>) -> Vec<Speech> {
        let seen = Seen { deed, before: self.before.as_ref(), now: &now, names: self.names, taught: &self.taught };
        let mut due = Vec::new();
        let (mut rules, mut tasks) = (0, 0);
        for speech in G::teach(&seen) {
            let is_new =
                !self.taught.contains(speech.topic) && !due.iter().any(|said: &Speech| said.topic == speech.topic);
            let is_due = match speech.kind {
                Kind::News | Kind::End => true,
                Kind::Rule => is_new && rules < AT_ONCE,
                // Two things cannot be done at once.
                Kind::Task => is_new && tasks == 0,
            };
            rules += usize::from(is_due && speech.kind == Kind::Rule);
            tasks += usize::from(is_due && speech.kind == Kind::Task);
            if is_due {
                due.push(speech);
            }
        }
        // What came of one thing is told before the next, and what is to be done comes last.
        due.sort_by_key(|speech| match speech.kind {
            Kind::News => 0,
            Kind::Rule => 1,
            Kind::Task => 2,
            Kind::End => 3,
        });
        self.taught.extend(due.iter().filter(|speech| speech.kind != Kind::News).map(|speech| speech.topic));
        self.before = Some(now);
        due
    }
}

/// Cards with "and" before the last.
fn and(cards: impl Iterator<Item = impl fmt::Display>) -> Said {
    picture::listed(&verbatim(cards))
}

/// Cards with "or" before the last.
fn or(cards: impl Iterator<Item = impl fmt::Display>) -> Said {
    picture::either(&verbatim(cards))
}

fn verbatim(cards: impl Iterator<Item = impl fmt::Display>) -> Vec<Said> {
    cards.map(|card| Said::verbatim(card.to_string())).collect()
}

/// So many points.
fn points(number: usize) -> Said {
    if number == 0 { said!("no points") } else { count(number as i64, POINTS) }
}

/// So many cards.
fn cards(number: usize) -> Said {
    count(number as i64, CARDS)
}

#[cfg(test)]
mod tests;
