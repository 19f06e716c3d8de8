//! What the best strategy is, as far as anybody knows: how much can be won from ours, what the game is worth, and what
//! has to be mixed.

use cardsharp_rules::hanamikoji::Hanamikoji;

use super::KINDS;
use super::hand_classes;
use super::hands::{SORTS, chances};
use crate::{Block, Book, Chapter, Grid, Hands};

/// What attackers won from the player of this book, measured once and not worked out from its studies.
pub(super) mod attackers {
    /// A network that learnt against it alone, ten minutes on a GPU.
    pub(in super::super) const TRAINED: &str = "TRAINED";
    /// The same as first and as second seat.
    pub(super) const TRAINED_FIRST: &str = "FIRST";
    pub(super) const TRAINED_SECOND: &str = "SECOND";
    /// One that keeps its exact ranges, tries every action and goes on as it does.
    pub(in super::super) const ONCE: &str = "ONCE";
}

/// A kind of action that comes first less often than this with a hand is not a choice of the mixture.
const PART: f64 = 0.1;

pub(super) fn chapter(book: &Book<Hanamikoji>) -> Chapter {
    use attackers::{ONCE, TRAINED, TRAINED_FIRST, TRAINED_SECOND};
    let mut blocks = vec![
        Block::Text(format!(
            "The best strategy of a game with hidden cards is a mixture from which nobody can win more than the game is worth. Nobody has \
             found it for this game, and no bound from above is known; but how far a strategy is from it can be attacked. From the player of \
             this book a network that learnt for ten minutes on a GPU in games against it alone wins **{TRAINED}** a game, and one that keeps \
             the exact range of its hands, tries every action and goes on as it does wins {ONCE}. Longer or better attacks may win more."
        )),
        Block::Text(format!(
            "**What the game is worth.** Against that attacker in the second seat the player keeps {TRAINED_SECOND} a game as the first, and \
             the attacker gets {TRAINED_FIRST} where it begins itself. If nobody could attack better, the worth of beginning would lie \
             between the two: beginning loses a little, whatever one does."
        )),
    ];
    if let Some(hands) = &book.hands {
        blocks.extend(mixing(hands));
    }
    Chapter::new("What is the best strategy?", blocks)
}

/// With which hands the first action itself is a mixture.
fn mixing(hands: &Hands) -> Vec<Block> {
    let mut heads = vec!["seven cards", "mixes its first action"];
    heads.extend(KINDS);
    let mut table = Grid::new(&heads);
    let rows: Vec<_> = hand_classes().into_iter().zip(chances()).zip(&hands.rows).collect();
    for (name, is_one) in SORTS {
        let (mut all, mut mixed, mut kinds) = (0.0, 0.0, [0.0; KINDS.len()]);
        for ((_, chance), row) in rows.iter().filter(|((hand, _), _)| is_one(*hand)) {
            let part = |kind: usize| row.first[kind] as f64 / row.games as f64;
            all += chance;
            mixed += if (0..KINDS.len()).filter(|&kind| part(kind) >= PART).count() > 1 { *chance } else { 0.0 };
            kinds.iter_mut().enumerate().for_each(|(kind, sum)| *sum += chance * part(kind));
        }
        let percent = |part: f64| format!("{:.1} %", 100.0 * part / all);
        table.row(name, std::iter::once(percent(mixed)).chain(kinds.map(percent)));
    }
    vec![
        Block::Text(format!(
            "**What is mixed.** Who always hid the same card would be read: a Secret that is surely G is a G the other seat need not fear \
             elsewhere. So the same hand is begun now in one way, now in another. The table counts the hands, each by its chance, with which \
             at least two kinds of first action come up in one game of ten or more, over {} games of every hand by `{}`; the last columns are \
             how often each kind comes first in all.",
            hands.rows[0].games, hands.head.player
        )),
        Block::Table(table),
        Block::Note(
            "That two actions are mixed means that they are about equally good; which of them one plays this time matters little, that one \
             does not always play the same matters more."
                .to_owned(),
        ),
    ]
}
