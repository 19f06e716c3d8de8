//! The order of actions, and how often a decision matters.

use cardsharp_charts::picture::{bars, stacked};
use cardsharp_charts::words::percent;
use cardsharp_charts::{Block, Chapter, Grid};
use cardsharp_rules::hanamikoji::{Hanamikoji, Kind};

use super::{KINDS, kind_of};
use crate::{Book, Tally};

pub(super) fn order(book: &Book<Hanamikoji>) -> Chapter {
    let mut tally: Tally<(usize, usize)> = Tally::default();
    for (deal, decision) in book.games.decisions() {
        if let Some(chosen) = decision.choice.kind() {
            let turn = decision.view.table().shown().len();
            for kind in Kind::ALL {
                tally.note_if(deal, (turn, kind as usize), kind == chosen);
            }
        }
    }
    let mut heads = vec!["turn"];
    heads.extend(KINDS);
    let mut table = Grid::new(&heads);
    let mut rows = Vec::new();
    for turn in [0, 2, 4, 6, 1, 3, 5, 7] {
        let label = format!("seat {}, turn {}", turn % 2, turn / 2 + 1);
        let shares: Vec<_> = (0..KINDS.len()).map(|kind| tally.mean(&(turn, kind))).collect();
        table.row(label.clone(), shares.iter().map(|share| percent(*share)));
        rows.push((label, shares.iter().map(|share| share.map_or(0.0, |share| share.mean)).collect()));
    }
    Chapter::new(
        "Which action when",
        vec![
            Block::Text("Every seat uses each action once, in its four turns:".to_owned()),
            Block::Picture(stacked("Actions by turn, in per cent of the games".to_owned(), &KINDS, &rows)),
            Block::Table(table),
        ],
    )
}

/// Returns the chapter about how often the choice is better than every other beyond noise.
pub(super) fn real_decisions(book: &Book<Hanamikoji>) -> Chapter {
    let (mut real, mut size): (Tally<&str>, Tally<&str>) = (Tally::default(), Tally::default());
    for (deal, decision) in book.games.decisions().filter(|(_, decision)| decision.is_choice()) {
        if let Some(gap) = decision.gap {
            real.note_if(deal, kind_of(decision), gap.is_real());
            // Values run from 0 to 1 but results from −1 to 1, so the gap counts double.
            size.note(deal, kind_of(decision), 2.0 * gap.gap.max(0.0));
        }
    }
    let mut table = Grid::new(&["decision", "how many", "a real decision", "the second best costs"]);
    let mut rows = Vec::new();
    for kind in ["answer to a Gift", "answer to a Competition", "Secret", "Burn", "Gift", "Competition"] {
        let cost = size.mean(&kind).map_or("–".to_owned(), |mean| format!("{:.3} ± {:.3}", mean.mean, mean.error));
        table.row(kind, [real.count(&kind).to_string(), percent(real.mean(&kind)), cost]);
        rows.extend(real.mean(&kind).map(|share| (kind.to_owned(), share)));
    }
    Chapter::new(
        "How often it matters",
        vec![
            Block::Text(
                "What was done and the five others the player likes best were carried out in the same worlds, all of them as likely as what \
                 was seen makes them, and played on by the network. A decision is called real where the choice did better than the best of \
                 the others by more than two standard errors, its own error in judging a position counted in, and by a fiftieth of a game's \
                 result. Where it is not, several actions are about as good, and it is better not to be read."
                    .to_owned(),
            ),
            Block::Picture(bars("Real decisions in per cent of those with a choice".to_owned(), &rows)),
            Block::Table(table),
            Block::Note(
                "The costs are on the scale from −1 to +1, for games that go on as the network plays on both sides. In the first turns \
                 hardly anything costs more than can be told from noise: the order of the actions decides little, what they leave decides later."
                    .to_owned(),
            ),
        ],
    )
}
