//! Hanamikoji's book.

mod answer;
mod cards;
mod classes;
mod hands;
mod one_page;
mod turns;

use cardsharp_charts::words::{leaning, percent, signed};
use cardsharp_charts::{Block, Chapter, Page};
use cardsharp_rules::hanamikoji::{Action, Cards, Deal, Geisha, Hanamikoji, Kind, Observation, Offer, Thumb};
use cardsharp_rules::{Observation as _, Rng, Seat, Seed};
use cardsharp_stats::Mean;

use crate::book::chapters::{made_chapter, per_game, player, thumb_chapter};
use crate::{Book, Booked, Bout, Decision, Part};
use classes::HAND;
pub use classes::{all_hands, chance_of_hand, class_of_hand, hand_classes};

impl Booked for Hanamikoji {
    const PLAYER: &'static str = "appraise:worlds=100";
    const BOUTS: &'static [Bout] = &[
        Bout { player: "thumb", others: "champion" },
        Bout { player: "greedy", others: "champion" },
        Bout { player: "thumb", others: "greedy" },
        Bout { player: "champion", others: "greedy" },
    ];
    const FIRST_ACTIONS: usize = Kind::ALL.len();

    fn hands() -> Vec<String> {
        hand_classes().iter().map(Cards::to_string).collect()
    }

    fn deal_hand(&self, hand: usize, seed: Seed) -> Deal {
        let cards = hand_classes()[hand];
        let mut rng = Rng::new(seed);
        let (mut mine, mut rest): (Vec<Geisha>, Vec<Geisha>) =
            (cards.iter().collect(), (Cards::DECK - cards).iter().collect());
        rng.shuffle(&mut mine);
        rng.shuffle(&mut rest);
        let (first_draw, dealt) = mine.split_last().expect("seven cards");
        let pile = std::iter::once(first_draw).chain(&rest[HAND..]).copied().collect();
        Deal { removed: rest[0], hands: vec![dealt.to_vec(), rest[1..HAND].to_vec()], pile }
    }

    fn first_action(action: Action) -> usize {
        action.kind().map_or(0, |kind| kind as usize)
    }

    fn alike(view: &Observation, one: Action, other: Action) -> bool {
        one == other || shape(view, one) == shape(view, other)
    }

    fn stored(part: Part) -> Option<&'static str> {
        Some(match part {
            Part::Games => include_str!("../../../../data/hanamikoji.games.csv"),
            Part::Hands => include_str!("../../../../data/hanamikoji.hands.csv"),
            Part::Matches => include_str!("../../../../data/hanamikoji.matches.csv"),
            Part::Openings => include_str!("../../../../data/hanamikoji.openings.csv"),
        })
    }

    fn write(book: &Book<Hanamikoji>) -> Page {
        Page {
            title: "Hanamikoji: what strong play looks like".to_owned(),
            lede: format!(
                "How far to trust this: the player it describes learnt from a thousand million games, most of them with itself, and somebody \
                 who learnt to win from it alone won {} a game, where an equal wins 0 and a win counts 1; better attackers may win more. So this is strong \
                 play, hard to punish, and not proved to be the best. Two hands, eight turns, seven geishas: A, B, C (2 points), D, E (3), F (4) and G (5). What to do comes first, \
                 on one page; then what is known of the best strategy, what {} does in {} games with itself, and how all of it was \
                 measured. It plays as the network does that the champion thinks with. Seat 0 moves first; ± is one standard error.",
                answer::TRAINED,
                player(book),
                book.games.games.len()
            ),
            chapters: vec![
                one_page::chapter(book),
                answer::chapter(book),
                first_seat(book),
                hands::opening(book),
                hands::ranking(book),
                turns::order(book),
                cards::used(book),
                cards::taken_chapter(book),
                turns::real_decisions(book),
                thumb_chapter(book, &Thumb::RULES, "greedy", kind_of),
                making_chapter(book),
            ],
        }
    }
}

/// Returns the chapter about how the book was made and how far the player is from perfect, as far as is known.
fn making_chapter(book: &Book<Hanamikoji>) -> Chapter {
    let mut chapter = made_chapter(book);
    chapter.blocks.push(Block::Note(
        "`cardsharp exploit hanamikoji learned --by trained --deals 2000` repeats what the trained attacker wins, and `--by late` the other; \
         `benchmarks/exploitability.md` has how both were made and what they mean."
            .to_owned(),
    ));
    chapter
}

/// The four actions in the order of the charts.
const KINDS: [&str; 4] = ["Secret", "Burn", "Gift", "Competition"];

fn kind_of(decision: &Decision<Hanamikoji>) -> &'static str {
    match (decision.choice.kind(), decision.view.table().offer()) {
        (Some(kind), _) => KINDS[kind as usize],
        (None, Some(Offer::Gift(_))) => "answer to a Gift",
        (None, _) => "answer to a Competition",
    }
}

/// Returns the value of moving first, from the hands dealt on purpose, which are many, or from the games.
fn moving_first(book: &Book<Hanamikoji>) -> Mean {
    let by_games = || per_game(book, |game| f64::from(game.returns[Seat::FIRST]));
    book.hands.as_ref().map_or_else(by_games, hands::weighted_value)
}

fn first_seat(book: &Book<Hanamikoji>) -> Chapter {
    let by_games = per_game(book, |game| f64::from(game.returns[Seat::FIRST]));
    let result = moving_first(book);
    let share =
        |sign: i32| percent(Some(per_game(book, move |game| f64::from(u8::from(game.returns[Seat::FIRST] == sign)))));
    Chapter::new(
        "Is it good to move first?",
        vec![
            Block::Text(format!(
                "A win is +1, a loss −1. Seat 0, which moves first, gets **{}** a game: {}. That is from {} games of `{}`, in which every \
                 hand of seven was dealt to seat 0 on purpose and counts by its chance.",
                signed(Some(result)),
                leaning(result, ("moving first is worth something", "moving second is worth something")),
                book.hands.as_ref().map_or(0, |hands| hands.rows.iter().map(|row| row.games).sum::<u64>()),
                book.hands.as_ref().map_or(String::new(), |hands| hands.head.player.to_string())
            )),
            Block::Text(format!(
                "In the {} games of {}, dealt by chance, it gets {}: it wins {}, draws {} and loses {}.",
                book.games.games.len(),
                player(book),
                signed(Some(by_games)),
                share(1),
                share(0),
                share(-1)
            )),
        ],
    )
}

/// The features of a type for this seat, without its letter: value, in hand, on both sides, hidden, put away, not seen.
type Likeness = [usize; 7];

/// An action in terms of the features of its types: how many of each it uses, in each of the two pairs if it has them.
fn shape(view: &Observation, action: Action) -> Vec<(Likeness, [usize; 2])> {
    let (me, own, placed) = (view.seat(), view.own(), view.table().placed());
    let like = |card: Geisha| {
        let secret = usize::from(own.secret() == Some(card));
        let sides = [placed[me].count(card), placed[me.other()].count(card)];
        [
            card.value(),
            view.hand().count(card),
            sides[0],
            sides[1],
            secret,
            own.burned().count(card),
            view.unseen().count(card),
        ]
    };
    let using = |parts: [Cards; 2]| {
        let used = |card: Geisha| (like(card), parts.map(|part| part.count(card)));
        let mut shape: Vec<_> = Geisha::ALL.into_iter().map(used).collect();
        shape.sort_unstable();
        shape
    };
    let [one, other] = match action {
        Action::Compete(pairs) => pairs.both(),
        _ => [action.cards(), Cards::EMPTY],
    };
    // The order of the pairs has no meaning.
    using([one, other]).min(using([other, one]))
}
