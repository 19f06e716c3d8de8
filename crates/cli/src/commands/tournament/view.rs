//! The standings of a tournament as text and JSON.

use cardsharp_archive::{EntrantRow, Stored};
use cardsharp_tournament::{Audience, Disqualified, Plan, Ranked, Score, players, ranking, standings_json};

use crate::shared::disqualified::in_words;
use crate::shared::print;

/// Prints the standings after every round but the last.
pub(super) struct Teller<'a> {
    pub(super) is_silent: bool,
    pub(super) plan: &'a Plan,
    pub(super) stored: &'a Stored,
    pub(super) seats: usize,
}

impl Audience for Teller<'_> {
    fn after_round(&mut self, round: u64, scores: &[Score]) {
        if !self.is_silent && round + 1 < self.plan.rounds {
            print(after_round(round, self.plan.rounds, &self.stored.entrants, scores, self.seats));
        }
    }
}

/// The number of entrants shown between rounds; the final standings show all.
const SHOWN: usize = 10;

/// Describes the tournament before the first game, without the seed, which determines all hands.
pub(super) fn opening(title: &str, stored: &Stored, entrants: usize, resumed: bool) -> String {
    let row = &stored.tournament;
    let (rounds, games) = (plural(row.rounds, "round"), plural(row.games, "game"));
    let mut text = format!(
        "{title}: tournament {}, {}, {}, {rounds}, {games} in all\n",
        stored.id,
        row.format,
        plural(entrants as u64, "entrant"),
    );
    if resumed {
        append_line!(text, "{} were played before.", plural(stored.kept, "game"));
    }
    text
}

fn plural(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

pub(super) fn after_round(round: u64, rounds: u64, entrants: &[EntrantRow], scores: &[Score], seats: usize) -> String {
    let title = format!("\nAfter round {} of {rounds}\n", round + 1);
    title + &table(entrants, &ranking(players(entrants, scores)), seats, SHOWN)
}

/// Returns the final standings, the disqualified entrants and the seed.
pub(super) fn at_the_end(stored: &Stored, disqualified: &[Disqualified], scores: &[Score], seats: usize) -> String {
    let ranked = ranking(players(&stored.entrants, scores));
    let standings = table(&stored.entrants, &ranked, seats, usize::MAX);
    let (out, seed) = (in_words(disqualified), stored.tournament.seed);
    format!("\nFinal standings\n{standings}{out}\nSeed: {seed}\n")
}

fn table(entrants: &[EntrantRow], ranked: &[Ranked], seats: usize, most: usize) -> String {
    let width = entrants.iter().map(|entrant| entrant.name.chars().count()).max().unwrap_or(0).max(7);
    let mut text = format!("{:>5}  {:<width$}  {:>8}  {:>6}  {:>6}", "place", "entrant", "points", "a game", "games");
    for place in 1..=seats {
        append!(text, "  {place:>4}.");
    }
    text.push_str("  faults\n");
    for Ranked { place, entrant, score } in ranked.iter().take(most) {
        let (points, games) = (score.points(), score.games);
        let mean = if games > 0 { points / games as f64 } else { 0.0 };
        let name = &entrants[*entrant].name;
        append!(text, "{place:>5}  {name:<width$}  {points:>8.1}  {mean:>6.3}  {games:>6}");
        for count in &score.places[..seats] {
            append!(text, "  {count:>5}");
        }
        append_line!(text, "  {:>6}", score.faults);
    }
    if ranked.len() > most {
        append_line!(text, "       and {} more", ranked.len() - most);
    }
    text
}

pub(super) fn as_json(stored: &Stored, disqualified: &[Disqualified], scores: &[Score], seats: usize) -> String {
    let mut report = standings_json(stored, scores, seats);
    report["disqualified"] = disqualified.iter().map(Disqualified::as_json).collect();
    format!("{report:#}\n")
}
