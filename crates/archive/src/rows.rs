//! The rows of a records database.

/// A tournament as it was announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentRow {
    /// The name of the game.
    pub game: String,
    /// The options of the game, `key=value` with blanks between.
    pub options: String,
    /// `swiss`, `round-robin` or `gauntlet`.
    pub format: String,
    /// The seed of all deals and of the players' luck.
    pub seed: u64,
    /// The number of rounds.
    pub rounds: u64,
    /// The number of deals at a table, each played in every rotation of the seats; 0 for a single game.
    pub deals: u64,
    /// The number of games in all.
    pub games: u64,
    /// The protocol and the limits of programs, as JSON.
    pub terms: String,
    /// The version of the cardsharp that announced it; empty if that is not known.
    pub engine: String,
}

/// A participant of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantRow {
    /// The name, unique in the tournament.
    pub name: String,
    /// The spec of a player or the path of a program.
    pub source: String,
    /// The hash of the content; empty for a built-in player without a file.
    pub hash: String,
    /// Whether it is a house player, who only fills a seat.
    pub is_house: bool,
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// The number in the tournament, from 0, independent of the order in which games are played.
    pub number: u64,
    /// The round, from 0.
    pub round: u64,
    /// The table of the round, from 0.
    pub table: u64,
    /// The deal of the table, from 0.
    pub deal: u64,
    /// How many seats the players have moved since the table's first game.
    pub rotation: u64,
    /// The packed record, which is read with the tournament's game, options and names.
    pub record: Vec<u8>,
    /// The result of every seat.
    pub seats: Vec<SeatRow>,
    /// The time of every decision, seat by seat, in microseconds.
    pub times: Vec<u32>,
}

/// The result of one seat in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatRow {
    /// The entrant's number in the tournament, from 0.
    pub entrant: usize,
    /// The returns of the game.
    pub returns: i32,
    /// The place, ties at the better one.
    pub place: u8,
    /// Tournament points in halves.
    pub halves: u32,
    /// Its faults.
    pub faults: Vec<FaultRow>,
    /// The number of its decisions.
    pub decisions: usize,
}

/// A kind of fault and how often it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultRow {
    /// The verdict.
    pub verdict: String,
    /// The number of times.
    pub count: u32,
}
