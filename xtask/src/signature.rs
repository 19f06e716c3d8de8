//! Numbers that change when behaviour does: for every game, one for the rules and the rule-based bots, and one for the
//! champion and so the search behind it.
//!
//! They are stored in `signature.txt`, and a test compares them. A commit in rules or search states the new numbers, or
//! "no functional change".

use std::fmt::{Display, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use cardsharp_rules::{AnyGame, Seat, Seed, with_game};
use cardsharp_search::{Player, Searchable, StylePlayer, seat_player};
use cardsharp_table::play_game;

/// Games of the rule-based bots, which decide without search.
const GAMES: u64 = 500;
/// The player at every seat of one game. It is limited by nodes, so it makes the same decisions on any machine.
const CHAMPION: &str = "champion:nodes=100";
const RENEW: &str = "cargo xtask signature --bless";

/// Prints the signature, and stores it if `is_kept`.
pub(crate) fn run(is_kept: bool) -> anyhow::Result<()> {
    let signature = signature();
    print!("{signature}");
    if is_kept {
        let path = signature_file();
        std::fs::write(&path, signature).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn signature_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("signature.txt")
}

/// Returns the signature: a line for every game.
fn signature() -> String {
    let mut text = format!("# Written by `{RENEW}`.\n{:<16}{:<18}{CHAMPION}\n", "game", "house players");
    for game in AnyGame::all().into_iter().filter(|game| !game.is_teaching()) {
        let (house, champion) = with_game!(AnyGame, &game, game => (house_players(game), champion(game)));
        writeln!(text, "{:<16}{house:016x}  {champion:016x}", game.name()).expect("writing to a string");
    }
    text
}

/// Hashes games of the rule-based bots, with a different one at every seat.
fn house_players<G: Searchable>(game: &G) -> u64 {
    let players: Vec<StylePlayer<G>> = game.styles().into_iter().map(StylePlayer).collect();
    let mut hash = Fnv::default();
    for seed in 0..GAMES {
        let seated = |seat: Seat| &players[(seed as usize + seat.index()) % players.len()] as &dyn Player<G>;
        hash.add_game(game, Seed(seed), &Seat::all(G::SEATS).map(seated).collect::<Vec<_>>());
    }
    hash.0
}

/// Hashes one game of the champion against itself.
fn champion<G: Searchable>(game: &G) -> u64 {
    let spec = CHAMPION.parse().expect("the champion is named rightly");
    let champion = seat_player(game, &spec).expect("every game has a champion");
    let mut hash = Fnv::default();
    hash.add_game(game, Seed(1), &vec![champion.as_ref(); G::SEATS]);
    hash.0
}

/// FNV-1a, whose numbers are the same in every version of Rust.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, thing: impl Display) {
        for byte in thing.to_string().bytes().chain([b'\n']) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Adds every action of a game and its returns.
    fn add_game<G: Searchable>(&mut self, game: &G, seed: Seed, players: &[&dyn Player<G>]) {
        let names = Seat::all(G::SEATS).map(|seat| seat.to_string()).collect();
        let record = play_game(game, seed, players, names);
        record.actions().for_each(|action| self.add(action));
        let returns = record.result().expect("a played game is over");
        returns.as_slice().iter().for_each(|points| self.add(points));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_champions_do_what_they_did() {
        let kept = std::fs::read_to_string(signature_file()).unwrap();
        let now = signature();
        assert!(
            now == kept,
            "the behaviour of a game or a player has changed. If that is meant, run `{RENEW}` and state the new \
             numbers in the commit.\nkept\n{kept}\nnow\n{now}"
        );
    }

    #[test]
    fn one_other_action_is_another_number() {
        let hash = |words: &[&str]| {
            let mut hash = Fnv::default();
            for word in words {
                hash.add(word);
            }
            hash.0
        };
        assert_eq!(hash(&[]), 0xcbf2_9ce4_8422_2325);
        assert_ne!(hash(&["play 1", "play 2"]), hash(&["play 2", "play 1"]));
        assert_ne!(hash(&["play 12"]), hash(&["play 1", "2"]));
    }
}
