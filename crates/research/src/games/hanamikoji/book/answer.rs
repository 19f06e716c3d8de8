//! What is known of the best strategy: the bound on this player's loss, the value of the game, the mixed strategies.

use cardsharp_charts::{Block, Chapter, Grid};
use cardsharp_rules::hanamikoji::Hanamikoji;

use super::KINDS;
use super::hand_classes;
use super::hands::{SORTS, chances};
use crate::{Book, Hands};

/// The win per game of a network that learnt against the player of this book alone, in ten minutes on a GPU. Measured
/// once, not computed from the studies (`benchmarks/exploitability.md`).
pub(super) const TRAINED: &str = "0.036 ± 0.002";
/// Its win as first and as second seat.
const TRAINED_FIRST: &str = "−0.073 ± 0.003";
const TRAINED_SECOND: &str = "0.145 ± 0.003";
/// The win of an exploiter with exact ranges that plays on like the target and answers the last two turns exactly.
const LATE: &str = "0.03 ± 0.02";

/// The least share of first actions with a hand for a kind to count as part of the mixture.
const PART: f64 = 0.1;

pub(super) fn chapter(book: &Book<Hanamikoji>) -> Chapter {
    let mut blocks = vec![
        Block::Text(format!(
            "The best strategy of a game with hidden cards is a mixture from which nobody can win more than the game is worth. Nobody has \
             found it for this game, and how far a strategy is from it at most is not known; but it can be attacked. From the player of this \
             book a network that learnt for ten minutes on a GPU in games against it alone wins **{TRAINED}** a game, 52 games of a hundred, and \
             one that keeps the exact range of its hands, tries every action and goes on as it does wins {LATE}, which can hardly be told \
             from chance. From the player of the last edition such attackers won half as much again, and from the one before that three times as \
             much."
        )),
        Block::Text(
            "Better attacks may win more. On a cut-down game, where what can be won is counted exactly, a network that learnt in the same way, for a \
             shorter time, loses 0.04 a game to a best response, most of it behind moves that it seldom makes itself. Solving the rest of the game \
             anew, as the champion does where it has the time, leaves less than 0.01 of that from the second of six turns on, 0.02 from the fourth, \
             and mends nothing from the fifth. In the full game a tenth of a second pays for the last of eight turns, for two thirds of the \
             decisions in the seventh and a quarter of those in the sixth, and for hardly any before. So trust what this book says of \
             common positions further than what it says of odd ones."
                .to_owned(),
        ),
        Block::Text(format!(
            "**What the game is worth.** Where the player begins, that attacker wins {TRAINED_SECOND} a game from it; where the attacker begins, \
             it gets {TRAINED_FIRST}. If nobody could attack better, the worth of beginning would lie between −{TRAINED_SECOND} and \
             {TRAINED_FIRST}: most likely beginning loses a little. Better attackers would widen the interval on both sides."
        )),
    ];
    if let Some(hands) = &book.hands {
        blocks.extend(mixing(hands));
    }
    blocks.push(Block::Text(
        "**Where intuition is wrong.** Beginning looks like an advantage and is most likely none. Three alike look like a Gift that must be made at \
         once, and the Secret is about as good, with three F as with three D or E: what cannot hurt can wait. With three G one would \
         never burn, and yet a Burn of other cards is as good as the Gift. A Competition looks like an exchange of equals, and as an opening it costs more than anything else."
            .to_owned(),
    ));
    blocks.push(Block::Text(
        "**What earlier editions said otherwise.** The last one hid a card first with nearly every hand without three alike (97 times of a \
         hundred) and made the Gift with three G (91 times): now the Burn takes its part in both, and the table of first actions says that it costs \
         next to nothing. That player learnt with less chance in its choices, and stayed with what it found first. The one before, which had learnt \
         to beat `greedy` in part of its games, gave three alike 85 times of a hundred, and a Burn with three D or E seemed to cost it 22 games of a \
         hundred, because nothing it did later fitted one."
            .to_owned(),
    ));
    Chapter::new("What is the best strategy?", blocks)
}

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
            "**What is mixed.** Who always did the same with a hand would be read, so a best strategy mixes, from the first turn on. The table \
             counts the hands, each by its chance, with which at least two kinds of first action come up in \
             one game of ten or more, over {} games of every hand by `{}`; the last columns are how often each kind comes first in all. Without \
             three alike it is the Secret most of the time and else the Burn; with three D, E or F the Gift or the Secret; with three G the Gift or the \
             Burn. A small part of that is not strategy but what learning leaves: what is worse by half a game of a hundred still comes up now and \
             then.",
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
