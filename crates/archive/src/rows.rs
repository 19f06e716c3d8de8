//! What is kept, row by row.

/// A tournament, as it was announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentRow {
    /// The name of the game.
    pub game: String,
    /// Its options, `key=value` with blanks between.
    pub options: String,
    /// Who meets whom: `swiss`, `round-robin` or `gauntlet`.
    pub format: String,
    /// Names all deals and everybody's luck.
    pub seed: u64,
    /// How many rounds.
    pub rounds: u64,
    /// How many deals a table plays, each in every rotation of the seats; 0 for a single game.
    pub deals: u64,
    /// How many games there are in all.
    pub games: u64,
    /// How programs are spoken to and what they may use, in words.
    pub terms: String,
    /// The version of the cardsharp that announced it; empty where that is not known.
    pub engine: String,
}

/// Someone who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantRow {
    /// What it is called, different from all others of the tournament.
    pub name: String,
    /// The spec of a player or the path of a program.
    pub source: String,
    /// What the program's content hashes to; empty for a player of ours.
    pub hash: String,
    /// Whether it only fills a seat.
    pub is_house: bool,
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its number in the tournament, from 0, the same in whatever order games are played.
    pub number: u64,
    /// The round, from 0.
    pub round: u64,
    /// The table of the round, from 0.
    pub table: u64,
    /// The deal of the table, from 0.
    pub deal: u64,
    /// How far everybody has moved on from the seats of the first game.
    pub rotation: u64,
    /// Everything that happened.
    pub record: KeptRecord,
    /// Who sat where and what came of it, seat by seat.
    pub seats: Vec<SeatRow>,
}

/// The record of a game, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptRecord {
    /// As text.
    Text(String),
    /// As bytes, which need the tournament's game, options and names to be read.
    Packed(Vec<u8>),
}

/// What a game brought to a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatRow {
    /// The entrant's number in the tournament, from 0.
    pub entrant: usize,
    /// What the game gave.
    pub returns: i32,
    /// The place, ties at the better one.
    pub place: u8,
    /// Tournament points in halves.
    pub halves: u32,
    /// What was wrong with its answers.
    pub faults: Vec<FaultRow>,
    /// How long it thought, decision by decision, in microseconds.
    pub times: Vec<u32>,
}

/// How often an answer was wrong in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultRow {
    /// The verdict.
    pub verdict: String,
    /// How often.
    pub count: u32,
}
