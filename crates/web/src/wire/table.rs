//! Games, tables and who sits there.

use cardsharp_sitting::Said;
use serde::Serialize;
use utoipa::ToSchema;

use super::View;

/// A game of the house.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameInfo {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) seats: usize,
    /// What it is about.
    pub(crate) sentence: String,
    /// What it asks of one.
    pub(crate) pitch: Said,
    /// Cards that stand for it, by their codes.
    pub(crate) cards: &'static [&'static str],
    /// Players of ours, the gentlest first.
    pub(crate) strengths: Vec<Strength>,
    /// Who sits where unless told: a spec, or `human`.
    pub(crate) usual: Vec<&'static str>,
    /// Whom somebody who has never played it meets, by their spec: pleasant to beat.
    pub(crate) easy: &'static str,
    /// Whether there is a first game of it in which the rules are taught.
    pub(crate) guided: bool,
    /// What the game's own document calls a person, where it has a word for it.
    pub(crate) person: Option<&'static str>,
    /// Whether a property file may set up a table of it.
    pub(crate) property_files: bool,
}

/// What there is in the lobby.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Lobby {
    pub(crate) games: Vec<GameInfo>,
    /// Tables that anybody may find.
    pub(crate) tables: Vec<Listed>,
    /// Whether programs may be handed in.
    pub(crate) programs: bool,
}

/// A player of ours in plain words.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Strength {
    pub(crate) spec: &'static str,
    /// How strong it is, in a word or two.
    pub(crate) name: Said,
    /// What it does.
    pub(crate) habit: Said,
    /// Both in one.
    pub(crate) words: Said,
}

/// The rules of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Rules {
    pub(crate) title: &'static str,
    /// Safe to be put into a page: no script, no style, nothing from elsewhere.
    pub(crate) html: String,
    /// The same in pictures.
    pub(crate) lessons: Vec<Lesson>,
}

/// A rule in a picture.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Lesson {
    /// From left to right.
    pub(crate) shown: Vec<Shown>,
    /// What it tells.
    pub(crate) caption: Said,
}

/// A part of a picture.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Shown {
    /// A card by its code; none for one that lies face down.
    Card(Option<&'static str>),
    /// A sign between cards.
    Sign(&'static str),
}

/// Who somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SitterKind {
    Person,
    Player,
    Program,
    Free,
}

/// Who sits on a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Sitter {
    pub(crate) seat: usize,
    pub(crate) name: String,
    pub(crate) kind: SitterKind,
    /// How strong a player is, in a word; what a program is called by.
    pub(crate) strength: Said,
    /// The same in plain words.
    pub(crate) words: Said,
    /// Whether somebody is listening on this seat.
    pub(crate) present: bool,
    /// For how many milliseconds a person has been away; none while they are here.
    pub(crate) away: Option<u64>,
    /// Whether a player of ours plays for this person.
    pub(crate) stand_in: bool,
}

/// A table that anybody may find.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Listed {
    pub(crate) id: String,
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    pub(crate) sitters: Vec<Sitter>,
    pub(crate) step: usize,
    pub(crate) over: bool,
    pub(crate) begun: bool,
}

/// A table that was made.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Taken {
    pub(crate) id: String,
    /// The seat that was taken, if any.
    pub(crate) seat: Option<usize>,
    /// The secret that holds it; said once.
    pub(crate) token: Option<String>,
    pub(crate) view: View,
}

/// A seat that was taken.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TakenSeat {
    pub(crate) seat: usize,
    /// The secret that holds it; said once.
    pub(crate) token: String,
    pub(crate) view: View,
}

/// The table where the same people play again.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Again {
    pub(crate) id: String,
}

/// What the chosen pieces come to.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ToldChoice {
    pub(crate) words: Said,
    /// The action, once enough is chosen.
    pub(crate) action: Option<String>,
    /// For each piece in which heap of the action it lies, from 1, if it is chosen and there are several.
    pub(crate) heaps: Vec<Option<u8>>,
    /// For each piece whether it may be chosen next.
    pub(crate) open: Vec<bool>,
    /// For each piece why not.
    pub(crate) reasons: Vec<Said>,
}

/// A program that was handed in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HandedIn {
    /// How it is called where seats are given away.
    pub(crate) program: String,
    /// What it calls itself.
    pub(crate) name: String,
}

/// How the house does.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// Tables in memory.
    pub(crate) tables: usize,
    /// Listeners, those with a seat included.
    pub(crate) watchers: usize,
    /// Decisions that are thought about or wait for it.
    pub(crate) thinking: usize,
    /// Whether programs may be handed in.
    pub(crate) programs: bool,
    pub(crate) version: &'static str,
}
