use cardsharp_rules::intensity::{Action, BUFFALO, CALVES, Card, Deal, Intensity, Observation};
use cardsharp_rules::{Card as _, Game, Rng, Seat, Seed, State};
use serde_json::{Value, json};

use super::Hosted;
use crate::check::Kind;
use crate::original::original_agent;
use crate::{Agent, Bot};

/// The number of views with only calves to lead.
const RARE: usize = 20;

impl Hosted for Intensity {
    const HAS_ORIGINAL: bool = true;

    fn details(view: &Observation) -> Value {
        let numbers = |cards: &mut dyn Iterator<Item = Card>| cards.map(Card::number).collect::<Vec<u8>>();
        let table = view.table();
        let (plays, round) = (table.plays(), table.round());
        json!({
            "hand": numbers(&mut view.hand().iter()),
            "passed": numbers(&mut view.pass().iter()),
            "received": numbers(&mut view.received().iter()),
            "passing": !table.all_passed(),
            "round": numbers(&mut round.iter().copied()),
            "earlier": numbers(&mut plays[..plays.len() - round.len()].iter().copied()),
            "leader": table.leader().index(),
            "calves_broken": table.calves_broken(),
            "penalties": table.penalties().as_slice(),
        })
    }

    fn original_agent(bot: &Bot) -> Option<Box<dyn Agent<Self> + '_>> {
        Some(Box::new(original_agent(bot)))
    }

    fn rule(view: &Observation) -> &'static str {
        let table = view.table();
        match table.led() {
            _ if !table.all_passed() => "three different cards of your hand are passed",
            Some(led) if (view.hand() & led.suit().cards()).is_empty() => {
                "you hold no card of the suit that was led, so any card of your hand may be played"
            }
            Some(_) => "who holds a card of the suit that was led plays such a card",
            None if table.calves_broken() => "any card of your hand may be led",
            None => "calves (30 to 39) are not led before one was played, unless you hold nothing else",
        }
    }

    fn kinds() -> Vec<Kind<Intensity>> {
        fn leads(view: &Observation) -> bool {
            view.table().all_passed() && view.table().round().is_empty()
        }
        fn follows(view: &Observation) -> bool {
            !view.table().round().is_empty()
        }
        fn only_calves(view: &Observation) -> bool {
            view.hand().is_subset(CALVES)
        }
        fn can_follow(view: &Observation) -> bool {
            view.table().led().is_some_and(|led| !(view.hand() & led.suit().cards()).is_empty())
        }
        vec![
            ("leading with only calves before any was played", |view| {
                leads(view) && only_calves(view) && !view.table().calves_broken()
            }),
            ("leading with only calves", |view| leads(view) && only_calves(view)),
            ("following with only calves", |view| follows(view) && only_calves(view)),
            ("the buffalo is led", |view| view.table().led() == Some(BUFFALO)),
            ("the last card", |view| view.hand().len() == 1),
            ("first to play, nothing lies there", |view| leads(view) && view.table().plays().is_empty()),
            ("leading with the buffalo in hand", |view| leads(view) && view.hand().contains(BUFFALO)),
            ("leading with calves that may not be led yet", |view| {
                leads(view) && !view.table().calves_broken() && !(view.hand() & CALVES).is_empty()
            }),
            ("leading after calves are broken", |view| leads(view) && view.table().calves_broken()),
            ("not able to follow suit", |view| follows(view) && !can_follow(view)),
            ("able to follow suit", |view| follows(view) && can_follow(view)),
            ("choosing what to pass", |view| !view.table().all_passed()),
        ]
    }

    /// Deals seat 0 seven calves; it passes its other cards, and seat 3 passes it the remaining calves.
    fn rare_views(&self, seed: Seed) -> Vec<Observation> {
        let mut rng = Rng::new(seed);
        let herd = |rng: &mut Rng| {
            let (mut calves, mut others): (Vec<Card>, Vec<Card>) =
                (CALVES.iter().collect(), (Card::DECK - CALVES).iter().collect());
            rng.shuffle(&mut calves);
            rng.shuffle(&mut others);
            let (mine, given) = calves.split_at(7);
            let hands = vec![
                [mine, &others[..3]].concat(),
                others[3..13].to_vec(),
                others[13..23].to_vec(),
                [given, &others[23..]].concat(),
            ];
            let mut state = self.start(&Deal { hands }).expect("every card is dealt once");
            state.play_unchecked(Action::Pass(others[..3].iter().copied().collect()));
            for _ in 0..2 {
                state.play_unchecked(state.random_action(rng));
            }
            state.play_unchecked(Action::Pass(given.iter().copied().collect()));
            state.observe(Seat::FIRST)
        };
        (0..RARE).map(|_| herd(&mut rng)).collect()
    }
}
