//! Guided games: a teacher explains each rule when it first matters.
//!
//! A guided game is an ordinary game against weak house players. After every event the teacher gets the pupil's view
//! before and after it. It returns what is due: a rule, a task, a consequence, and at the end the reason for the
//! result. The teacher is a function of these views, so it reveals nothing, and a resumed game is taught in the same
//! way.

pub(crate) mod hanamikoji;
pub(crate) mod indigo;
pub(crate) mod intensity;
pub(crate) mod lucky_thirteen;

use std::collections::BTreeSet;
use std::fmt;

use cardsharp_rules::{ActionOf, Observation as _, ObservationOf, Seat, Turn};
use serde::Serialize;

use crate::picture::{self, CARDS, POINTS, count};
use crate::{Message, Present, message};

/// The opponent in every guided game.
const BEGINNER: &str = "random";

/// A guided game. The pupil has the first seat.
#[derive(Clone, Copy, Debug)]
pub struct Guide {
    /// The seed of a deal in which every rule comes up.
    pub seed: u64,
    /// The specs of the opponents, from the second seat on.
    pub opponents: &'static [&'static str],
    /// The topics of every game from this deal.
    pub topics: &'static [&'static str],
    /// Topics that may not come up.
    pub occasional: &'static [&'static str],
}

/// A message of the teacher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speech {
    /// The topic. Each topic has one rule or task per game.
    pub topic: &'static str,
    /// The kind of message.
    pub kind: Kind,
    /// The things it points at.
    pub at: Vec<Spot>,
    /// The text.
    pub words: Message,
}

/// How a speech is meant: to be read (`rule`), to be done (`task`), said in passing (`news`), or why the game ended as
/// it did (`end`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema), schema(as = TaughtKind))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// To read before going on.
    Rule,
    /// To do now; the action is the answer.
    Task,
    /// The consequence of an action.
    News,
    /// The reason for the result.
    End,
}

/// Something on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Spot {
    /// A card by its code, in the hand if it is there.
    Card(String),
    /// A type that can be won, by its code.
    Type(String),
    /// A button by its key.
    Button(String),
    /// A seat's plate, with its score.
    Plate(Seat),
    /// The cards before a seat.
    Laid(Seat),
    /// A part of the table.
    Part(Part),
}

/// A part of the table: what one can choose from, or what lies in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// The cards to choose from.
    Hand,
    /// The middle of the table.
    Middle,
}

impl Speech {
    fn new(kind: Kind, topic: &'static str, at: impl IntoIterator<Item = Spot>, words: Message) -> Speech {
        Speech { topic, kind, at: at.into_iter().collect(), words }
    }

    fn rule(topic: &'static str, at: impl IntoIterator<Item = Spot>, words: Message) -> Speech {
        Speech::new(Kind::Rule, topic, at, words)
    }

    fn task(topic: &'static str, at: impl IntoIterator<Item = Spot>, words: Message) -> Speech {
        Speech::new(Kind::Task, topic, at, words)
    }

    fn news(at: impl IntoIterator<Item = Spot>, words: Message) -> Speech {
        Speech::new(Kind::News, "news", at, words)
    }

    fn end(at: impl IntoIterator<Item = Spot>, words: Message) -> Speech {
        Speech::new(Kind::End, "end", at, words)
    }
}

/// A seat and its action, if the pupil saw it.
pub type Deed<G> = (Seat, Option<ActionOf<G>>);

/// An event as the pupil sees it.
pub struct Seen<'a, G: Present> {
    /// The action; `None` just after the deal.
    pub deed: Option<Deed<G>>,
    /// The pupil's view before it.
    pub before: Option<&'a ObservationOf<G>>,
    /// The pupil's view now.
    pub now: &'a ObservationOf<G>,
    /// The players' names.
    pub names: &'a [String],
    /// The topics taught so far.
    pub taught: &'a BTreeSet<&'static str>,
}

impl<G: Present> Seen<'_, G> {
    fn me(&self) -> Seat {
        self.now.seat()
    }

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

/// The most rules at a time; the others wait for the next event.
const AT_ONCE: usize = 3;

/// The teacher of one guided game, with the topics taught so far.
pub struct Teacher<'a, G: Present> {
    names: &'a [String],
    before: Option<ObservationOf<G>>,
    taught: BTreeSet<&'static str>,
}

impl<'a, G: Present> Teacher<'a, G> {
    /// Creates a teacher for a new game.
    pub fn new(names: &'a [String]) -> Teacher<'a, G> {
        Teacher { names, before: None, taught: BTreeSet::new() }
    }

    /// Returns the messages that are due after an event.
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
                // One task at a time.
                Kind::Task => is_new && tasks == 0,
            };
            rules += usize::from(is_due && speech.kind == Kind::Rule);
            tasks += usize::from(is_due && speech.kind == Kind::Task);
            if is_due {
                due.push(speech);
            }
        }
        // Consequences come first, the task last.
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

fn and(cards: impl Iterator<Item = impl fmt::Display>) -> Message {
    picture::listed(&verbatim(cards))
}

fn or(cards: impl Iterator<Item = impl fmt::Display>) -> Message {
    picture::either(&verbatim(cards))
}

fn verbatim(cards: impl Iterator<Item = impl fmt::Display>) -> Vec<Message> {
    cards.map(|card| Message::verbatim(card.to_string())).collect()
}

fn points(number: usize) -> Message {
    if number == 0 { message!("no points") } else { count(number as i64, POINTS) }
}

fn cards(number: usize) -> Message {
    count(number as i64, CARDS)
}
