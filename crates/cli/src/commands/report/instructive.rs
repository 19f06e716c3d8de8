//! The games with the largest swings.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use cardsharp_archive::{Archive, ArchiveError, ArchivedGame};
use cardsharp_charts::chart::Curves;
use cardsharp_charts::html::escaped;
use cardsharp_matches::swings::{Swing, Swings};
use cardsharp_presentation::replay::in_words;
use cardsharp_rules::{Game, Record, Seat, Seed, with_game};
use cardsharp_search::threads;

use cardsharp_tournament::{Digest, kept_record};
use serde_json::{Value, json};

use super::page::table;
use crate::shared::Progress;

const PLAYOUTS: u32 = 100;
/// The largest number of games shown.
const SHOWN: usize = 6;

pub(super) struct Instructive {
    pub(super) game: i64,
    pub(super) round: u64,
    names: Vec<String>,
    swing: Swing,
    /// Each event as text, and each seat's expected points after it.
    events: Vec<(String, Vec<f64>)>,
    start: Vec<f64>,
}

/// Finds the largest swings among the candidates of a digest.
pub(super) fn find(archive: &Archive, digest: &Digest) -> Result<Vec<Instructive>, ArchiveError> {
    let opened: Vec<ArchivedGame> =
        digest.candidates.iter().map(|&game| archive.game(game)).collect::<Result<_, _>>()?;
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let progress = Progress::new("games looked at", opened.len() as u64);
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(opened.len());
    let look = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(opened) = opened.get(place) else { return };
            let game = digest.candidates[place];
            // Unreadable records are skipped.
            let looked = kept_record(opened.clone())
                .ok()
                .and_then(|record| with_game!(AnyRecord, &record, record => look_at(record, game, opened.place.0)));
            found.lock().expect("no look panics").extend(looked);
            progress.show(place as u64 + 1);
        }
    };
    std::thread::scope(|scope| {
        // This thread works too, so that the work is done even if no other thread starts.
        let _others = (1..threads).map_while(|_| threads::start_scoped(scope, look).ok()).count();
        look();
    });
    progress.end();
    let mut found = found.into_inner().expect("no look panics");
    found.sort_by(|one, other| other.swing.size().total_cmp(&one.swing.size()).then(one.game.cmp(&other.game)));
    found.truncate(SHOWN);
    Ok(found)
}

fn look_at<G: Game>(record: &Record<G>, game: i64, round: u64) -> Option<Instructive> {
    let swings = Swings::of(record, PLAYOUTS, Seed(game.cast_unsigned()));
    let events = record.events().iter().zip(&swings.expected[1..]);
    Some(Instructive {
        game,
        round,
        names: record.names().to_vec(),
        swing: swings.largest()?,
        events: events.map(|(event, expected)| (in_words(record, event, None), expected.as_slice().to_vec())).collect(),
        start: swings.expected[0].as_slice().to_vec(),
    })
}

impl Instructive {
    fn name(&self, seat: Seat) -> &str {
        &self.names[seat.index()]
    }

    fn event(&self) -> &str {
        &self.events[self.swing.event].0
    }

    pub(super) fn in_words(&self) -> String {
        let (before, after) = self.swing.expected;
        let (name, step, event) = (self.name(self.swing.seat), self.swing.event + 1, self.event());
        format!(
            "  game {:>4}, round {:>3}, step {step}, {event}: {name} expected {before:.2} points, then {after:.2}",
            self.game,
            self.round + 1
        )
    }

    pub(super) fn as_json(&self) -> Value {
        let course: Vec<&Vec<f64>> =
            std::iter::once(&self.start).chain(self.events.iter().map(|(_, after)| after)).collect();
        json!({
            "game": self.game, "round": self.round + 1, "names": self.names, "step": self.swing.event + 1,
            "event": self.event(), "whose": self.name(self.swing.seat), "before": self.swing.expected.0,
            "after": self.swing.expected.1, "expected": course,
        })
    }

    /// Draws a curve for each seat, and lists the events behind it.
    fn replay(&self) -> String {
        let curves = Curves {
            label: "Points each seat could expect",
            height: 160.0,
            steps: self.events.len(),
            most: (self.names.len() - 1) as f64,
            marked: Some(self.swing.event + 1),
        };
        let course = |seat: usize| {
            let expected = std::iter::once(&self.start).chain(self.events.iter().map(|(_, after)| after));
            expected.map(|expected| expected[seat]).collect()
        };
        let chart = curves.draw(self.names.iter().enumerate().map(|(seat, name)| (name.as_str(), course(seat))));
        let mut moves = String::new();
        for (step, (words, after)) in self.events.iter().enumerate() {
            let after: Vec<String> = after.iter().map(|points| format!("{points:.2}")).collect();
            let (words, after) = (escaped(words), after.join(" · "));
            let class = if step == self.swing.event { " class=\"swing\"" } else { "" };
            append_line!(moves, "<li{class}>{words} <small>{after}</small></li>");
        }
        format!(
            "<details><summary>Game {game}, round {round}: {names}</summary>\n\
             <div id=\"game-{game}\">{chart}<ol>\n{moves}</ol></div></details>\n",
            game = self.game,
            round = self.round + 1,
            names = escaped(&self.names.join(" · ")),
        )
    }
}

pub(super) fn section(found: &[Instructive], looked_at: usize, db: &str) -> String {
    if found.is_empty() {
        return String::new();
    }
    let row = |game: &Instructive| {
        let (before, after) = game.swing.expected;
        vec![
            format!("<a href=\"#game-{0}\">game {0}</a>", game.game),
            escaped(game.event()),
            escaped(game.name(game.swing.seat)),
            format!("{before:.2} → {after:.2}"),
            format!(
                "<code>cardsharp replay --db {} --game {}</code>",
                escaped(&crate::shared::shell_word(db)),
                game.game
            ),
        ]
    };
    let rows: Vec<Vec<String>> = found.iter().map(row).collect();
    let replays: Vec<String> = found.iter().map(Instructive::replay).collect();
    format!(
        "{}<p class=\"note\">The largest change that one action made to what a seat could expect, in tournament points, \
         with all cards open: the strongest house players, with a slip in every fifth decision, played on {PLAYOUTS} times from every position. {looked_at} games \
         were looked at, the largest upsets and the closest finishes; small changes may be chance.</p>\n{}",
        table(&["", "what happened", "who", "expected points", "see it again"], &rows),
        replays.concat()
    )
}
