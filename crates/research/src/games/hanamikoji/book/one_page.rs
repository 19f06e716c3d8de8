//! The first page: a plan, the cost of openings, and a rule for the table.

use cardsharp_charts::words::{leaning, percent, signed};
use cardsharp_charts::{Block, Chapter, Grid};
use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Hanamikoji, Kind};
use cardsharp_stats::Mean;

use super::cards::{self, Dearest};
use super::hands::{SORTS, Sort, chances, longest};
use super::{KINDS, hand_classes, moving_first};
use crate::book::chapters::{fewer_wins, share};
use crate::{Book, Decision, Openings};

pub(super) fn chapter(book: &Book<Hanamikoji>) -> Chapter {
    let mut blocks = vec![
        Block::Text("**A plan for the four turns**, with how often the strong player keeps to it:".to_owned()),
        Block::Rules(plan(book)),
    ];
    if let Some(openings) = &book.openings {
        blocks.extend(costs(openings));
    }
    blocks.push(Block::Text(
        "**At the table, in half a minute**, with how often the strong player does the same where it applies:"
            .to_owned(),
    ));
    blocks.push(Block::Rules(rule(book)));
    let result = moving_first(book);
    blocks.push(Block::Text(format!(
        "Moving first brings {} a game on the scale from −1 to +1: {}. Counting with the longer rule at the end of this book instead of \
         thinking costs {} wins in a hundred games against `greedy`.",
        signed(Some(result)),
        leaning(result, ("it is better to begin", "it is better to come second")),
        fewer_wins(book, "greedy")
    )));
    Chapter::new("On one page", blocks)
}

/// Returns the number of the seat's own turn, from 0; `None` for an answer.
fn own_turn(decision: &Decision<Hanamikoji>) -> Option<usize> {
    decision.choice.kind().map(|_| decision.view.table().shown().len() / 2)
}

/// Formats how often a turn is used for one of these kinds, among the seats that still have one of them.
fn used(book: &Book<Hanamikoji>, turn: usize, kinds: &[Kind]) -> String {
    share(book, |decision| {
        let left = |kind: &Kind| !decision.view.table().has_used(decision.seat(), *kind);
        let applies = own_turn(decision) == Some(turn) && kinds.iter().any(left);
        applies.then(|| decision.choice.kind().is_some_and(|kind| kinds.contains(&kind)))
    })
}

fn plan(book: &Book<Hanamikoji>) -> Vec<String> {
    let first = |three: bool, kind: Kind| {
        share(book, |decision| {
            let applies = own_turn(decision) == Some(0) && (longest(decision.view.hand()) >= 3) == three;
            applies.then(|| decision.choice.kind() == Some(kind))
        })
    };
    vec![
        format!(
            "First turn: with three of a kind give them as a Gift ({}), whatever is taken two stay with you; without, play the Secret ({}).",
            first(true, Kind::Gift),
            first(false, Kind::Secret)
        ),
        format!(
            "Second turn: the Gift if you still have it ({}); else the Secret or the Burn ({}).",
            used(book, 1, &[Kind::Gift]),
            share(book, |decision| {
                let applies =
                    own_turn(decision) == Some(1) && decision.view.table().has_used(decision.seat(), Kind::Gift);
                applies.then(|| matches!(decision.choice.kind(), Some(Kind::Secret | Kind::Burn)))
            })
        ),
        format!("Third turn: the Burn if you still have it ({}).", used(book, 2, &[Kind::Burn])),
        format!(
            "Last turn: the Competition, if the order above has left it ({} of all last turns); it shows four cards, and early it shows too much.",
            last_is_competition(book)
        ),
    ]
}

/// The last turn has no choice of kind, but its cards are still a choice.
fn last_is_competition(book: &Book<Hanamikoji>) -> String {
    let mut tally = crate::Tally::default();
    for (deal, decision) in book.games.decisions() {
        if own_turn(decision) == Some(3) {
            tally.note_if(deal, (), decision.choice.kind() == Some(Kind::Competition));
        }
    }
    percent(tally.mean(&()))
}

fn rule(book: &Book<Hanamikoji>) -> Vec<String> {
    let hides_single = share(book, |decision| match decision.choice {
        Action::Secret(card) => Some(Some(card) == dearest_single(decision.view.hand())),
        _ => None,
    });
    let keeps_g = share(book, |decision| match decision.choice {
        Action::Secret(card) if decision.view.hand().count(Geisha::G) == 1 => Some(card == Geisha::G),
        _ => None,
    });
    let by_standing = cards::used_by_standing(book);
    let burns = |lead: i32| percent(by_standing.mean(&(cards::standing(lead), Kind::Burn as usize)));
    let three = share(book, |decision| match decision.choice {
        Action::Gift(cards) if longest(decision.view.hand()) >= 3 => Some(longest(cards) == 3),
        _ => None,
    });
    let dearest = cards::dearest(book);
    let takes = |count: Dearest| percent(dearest.mean(&count));
    vec![
        format!(
            "Hide the dearest card of which you hold just one ({hides_single}); a single G in particular ({keeps_g})."
        ),
        format!("Give three alike if you have them ({three}); if not, cheap cards."),
        format!(
            "Burn what could turn a lead: a card of a type you lead by one ({}), never of one in which you are behind by one ({}).",
            burns(1),
            burns(-1)
        ),
        format!(
            "Answering, take what is dearest where the choices differ: a card of a Gift ({}), a pair of a Competition ({}).",
            takes(Dearest::Gift),
            takes(Dearest::Competition)
        ),
    ]
}

/// Returns the most valuable type with exactly one card in the hand; of equals, the last in the alphabet.
fn dearest_single(hand: Cards) -> Option<Geisha> {
    Geisha::ALL.into_iter().filter(|&card| hand.count(card) == 1).max_by_key(|card| card.value())
}

fn costs(openings: &Openings) -> Vec<Block> {
    let mut heads = vec!["seven cards", "best", "worth"];
    let named: Vec<String> = KINDS.iter().map(|kind| format!("{kind} costs")).collect();
    heads.extend(named.iter().map(String::as_str));
    let mut table = Grid::new(&heads);
    for sort in &SORTS {
        let worths: Vec<Mean> = (0..KINDS.len()).map(|kind| worth(openings, sort, kind)).collect();
        let best = (0..KINDS.len()).max_by(|&a, &b| worths[a].mean.total_cmp(&worths[b].mean)).expect("four kinds");
        let cost = |kind: usize| {
            if kind == best {
                return "–".to_owned();
            }
            format!(
                "{:.1} ± {:.1}",
                worths[best].mean - worths[kind].mean,
                worths[best].error.hypot(worths[kind].error)
            )
        };
        let worth = format!("{:.1} ± {:.1}", worths[best].mean, worths[best].error);
        table.row(sort.0, [KINDS[best].to_owned(), worth].into_iter().chain((0..KINDS.len()).map(cost)));
    }
    let games = openings.rows.iter().map(|row| row.games * KINDS.len() as u64).sum::<u64>();
    vec![
        Block::Text(format!(
            "**What an opening costs** the seat that moves first, in games of a hundred, a draw counting half: {games} games of `{}` with \
             itself, in which every hand of seven was dealt on purpose and counts by its chance, and was begun with each kind of action in \
             turn, the one of its kind that the player likes best.",
            openings.head.player
        )),
        Block::Table(table),
        Block::Note("What costs less than twice its error may be as good as the best.".to_owned()),
    ]
}

/// Returns the value of a kind of first action with a sort of hand, in wins per hundred games.
fn worth(openings: &Openings, (_, is_one): &Sort, kind: usize) -> Mean {
    let hands = hand_classes().into_iter().zip(chances()).zip(&openings.rows);
    let (mut sum, mut off, mut all, mut deals) = (0.0, 0.0, 0.0, 0);
    for ((_, chance), row) in hands.filter(|((hand, _), _)| is_one(*hand)) {
        let mean = row.mean(kind);
        sum += chance * mean.mean;
        off += (chance * mean.error).powi(2);
        all += chance;
        deals += mean.deals;
    }
    // Converts from −1…1 to 0…100.
    Mean { mean: 50.0 + 50.0 * sum / all, error: 50.0 * off.sqrt() / all, deals }
}
