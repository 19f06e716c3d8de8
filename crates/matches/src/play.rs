//! Many games between the same players.
//!
//! Several consecutive deals may form a match, in which players can remember the earlier games
//! ([`Player::remembering`]). A match is played once per seat, each time with the players one seat further on and
//! without memory; after each game all move on by a seat. So every deal is played in every rotation, and a player never
//! meets the cards of a game that it remembers. Matches are independent and are played in any order.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use cardsharp_programs::{Agent, Hosted, OnFault, PlayedGame, Stop, referee_game};
use cardsharp_rules::{BySeat, Game, Rotation, Seat, Seed, State};
use cardsharp_search::threads::in_order;
use cardsharp_search::{Player, SeenGame};
use cardsharp_stats::DealScores;

use crate::Participant;

/// The length of a match whose deals are independent.
pub const ALONE: u64 = 1;

/// The seeds of deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeds {
    /// Deal n has the seed of game n of this one.
    Derived(Seed),
    /// Deal n has this seed plus n.
    Counted(Seed),
}

/// The rotations in which a deal is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Every deal is played in every rotation before the next one.
    EveryRotation,
    /// Every deal is played once, with the players one seat further on than in the deal before.
    OneRotation,
}

/// Many games between the same participants.
pub struct Match<'a, G: Hosted> {
    /// The game.
    pub game: &'a G,
    /// The players, as many as seats: in rotation r, player p sits at seat p + r.
    pub players: Vec<&'a Participant<G>>,
    /// Their names.
    pub names: Vec<String>,
    /// The seeds of the deals, which also determine the luck of the players.
    pub seeds: Seeds,
    /// The rotations in which a deal is played.
    pub schedule: Schedule,
    /// The number of games; the last deal may lack rotations.
    pub games: u64,
    /// The number of deals that players remember together; the last match may be shorter.
    pub match_length: u64,
    /// Whether a game continues after a fault.
    pub on_fault: OnFault,
    /// The number of games that are played at a time.
    pub threads: usize,
}

impl<'a, G: Hosted> Match<'a, G> {
    /// A match of this number of deals, each in every rotation.
    pub fn new(
        game: &'a G,
        players: Vec<&'a Participant<G>>,
        names: Vec<String>,
        seed: Seed,
        deals: u64,
    ) -> Match<'a, G> {
        let (seeds, schedule, on_fault) = (Seeds::Derived(seed), Schedule::EveryRotation, OnFault::GoOn);
        let games = deals.saturating_mul(G::SEATS as u64);
        Match { game, players, names, seeds, schedule, games, match_length: ALONE, on_fault, threads: 1 }
    }

    /// Plays all games and passes each deal to `visit`, in order, until it breaks. The same seed gives the same games
    /// on any number of threads, if the programs are deterministic.
    ///
    /// # Errors
    /// If a game is stopped; the games after it are not played.
    ///
    /// # Panics
    /// If there are not as many players as seats.
    pub fn run(&self, visit: &mut dyn FnMut(Vec<PlayedGame<G>>) -> ControlFlow<()>) -> Result<(), Stop> {
        assert_eq!(self.players.len(), G::SEATS, "a player for every seat");
        // The deals of a match are played whole, so that one thread at a time asks a player of a short match.
        let job = match self.seeds {
            Seeds::Counted(_) if self.match_length == ALONE => 1,
            Seeds::Counted(_) | Seeds::Derived(_) => self.match_length * self.games_a_deal(),
        };
        let (mut left, mut deal, mut stopped) = (self.games, Vec::new(), Ok(()));
        let play = |number: u64| self.play_games(number * job..self.games.min((number + 1) * job));
        in_order(self.games.div_ceil(job), self.threads, play, &mut |played| match played {
            Ok(games) => games.into_iter().try_for_each(|game| {
                left -= 1;
                deal.push(game);
                let is_whole = left == 0 || deal.len() as u64 == self.games_a_deal();
                if is_whole { visit(std::mem::take(&mut deal)) } else { ControlFlow::Continue(()) }
            }),
            Err(stop) => {
                stopped = Err(stop);
                ControlFlow::Break(())
            }
        });
        stopped
    }

    /// The number of matches.
    pub fn matches(&self) -> u64 {
        self.games.div_ceil(self.match_length * self.games_a_deal())
    }

    /// Plays all games of the match with this number.
    ///
    /// # Errors
    /// If a game is stopped.
    pub fn play_match(&self, number: u64) -> Result<Vec<PlayedGame<G>>, Stop> {
        let length = self.match_length * self.games_a_deal();
        self.play_games(number * length..self.games.min((number + 1) * length))
    }

    fn games_a_deal(&self) -> u64 {
        match self.schedule {
            Schedule::EveryRotation => G::SEATS as u64,
            Schedule::OneRotation => 1,
        }
    }

    /// Plays these games, which are a whole match unless deals are independent.
    fn play_games(&self, games: Range<u64>) -> Result<Vec<PlayedGame<G>>, Stop> {
        let (seats, first, last) = (G::SEATS as u64, games.start / self.games_a_deal(), games.end - 1);
        // The players that remember, by replay of the match and player number.
        let mut remembering: HashMap<(u64, usize), Box<dyn Player<G>>> = HashMap::new();
        let mut results = Vec::new();
        for number in games {
            let (deal, turned) = (number / self.games_a_deal(), number % seats);
            let (playing, rotation) = ((turned + (deal - first) * (seats - 1)) % seats, turned as usize);
            let turn = Rotation::new(rotation, G::SEATS);
            let player_at = |seat| turn.first_seat_of(seat).index();
            let agent_at = |seat| -> Box<dyn Agent<G> + '_> {
                let player = player_at(seat);
                match remembering.get(&(playing, player)) {
                    Some(player) => Box::new(player.as_ref()),
                    None => self.players[player].agent(),
                }
            };
            let mut agents: Vec<_> = Seat::all(G::SEATS).map(agent_at).collect();
            let names = Seat::all(G::SEATS).map(|seat| self.names[player_at(seat)].clone()).collect();
            let seed = match self.seeds {
                Seeds::Derived(seed) => seed.game(deal),
                Seeds::Counted(seed) => Seed(seed.0.wrapping_add(deal)),
            };
            let played = referee_game(self.game, seed, names, &mut agents, self.on_fault, &mut ())?;
            drop(agents);
            if self.match_length > ALONE && deal < last / self.games_a_deal() {
                for (place, player) in self.players.iter().enumerate() {
                    let Participant::House(player, _) = player else { continue };
                    let view = played.record.state().observe(turn.seat_of(Seat::new(place)));
                    let player = remembering.get(&(playing, place)).unwrap_or(player);
                    if let Some(next) = player.remembering(&SeenGame { view, moving: Rotation::new(1, G::SEATS) }) {
                        remembering.insert((playing, place), next);
                    }
                }
            }
            results.push(PlayedGame { deal, rotation, ..played });
        }
        Ok(results)
    }
}

/// Groups the scores of these games by deal, for statistics; the last deal may lack rotations.
pub fn deal_scores<G: Game>(games: &[PlayedGame<G>]) -> Vec<DealScores> {
    let scores = |games: &[PlayedGame<G>]| {
        let mut scores = DealScores { returns: Vec::new(), times: vec![Vec::new(); G::SEATS] };
        for PlayedGame { rotation, record, times, .. } in games {
            let seat_of = |player: Seat| Rotation::new(*rotation, G::SEATS).seat_of(player);
            let returns = record.result().expect("a played game is over");
            scores.returns.push(BySeat::from_fn(G::SEATS, |player| returns[seat_of(player)]));
            for player in Seat::all(G::SEATS) {
                scores.times[player.index()].extend(&times[seat_of(player).index()]);
            }
        }
        scores
    };
    games.chunk_by(|one, other| one.deal == other.deal).map(scores).collect()
}
