//! A toy game that keeps every law, and a variant whose view leaks one card on purpose.
//!
//! Two seats hold three French cards each and play them in turn; the higher card takes each round. The leaking game
//! also shows every seat the highest card of the other hand.

use std::fmt;
use std::str::FromStr;

use cardsharp_rules::french::FrenchCard;
use cardsharp_rules::{
    BySeat, Card, CardSet, Features, Fields, Game, InvalidDeal, ObservationOf, ParseError, Rng, Sampler, Seat, Seed,
    Turn, join,
};

const SEATS: usize = 2;
const HAND: usize = 3;
type Hand = CardSet<FrenchCard>;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Toy {
    leaks: bool,
}

impl Toy {
    pub fn honest() -> Toy {
        Toy { leaks: false }
    }

    pub fn leaking() -> Toy {
        Toy { leaks: true }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal(Vec<FrenchCard>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Play(FrenchCard);

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    leaks: bool,
    plays: Vec<FrenchCard>,
    hands: BySeat<Hand>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    seat: Seat,
    plays: Vec<FrenchCard>,
    hand: Hand,
    leak: Hand,
}

fn turn(plays: &[FrenchCard]) -> Turn {
    if plays.len() == SEATS * HAND { Turn::Over } else { Turn::Of(Seat::new(plays.len() % SEATS)) }
}

impl cardsharp_rules::State for State {
    type Action = Play;
    type Observation = View;

    fn turn(&self) -> Turn {
        turn(&self.plays)
    }

    fn legal_actions(&self, out: &mut Vec<Play>) {
        if let Turn::Of(seat) = self.turn() {
            out.extend(self.hands[seat].iter().map(Play));
        }
    }

    fn random_action(&self, rng: &mut Rng) -> Play {
        let Turn::Of(seat) = self.turn() else { panic!("the game is over") };
        Play(self.hands[seat].random(rng))
    }

    fn play_unchecked(&mut self, Play(card): Play) {
        let seat = Seat::new(self.plays.len() % SEATS);
        self.hands[seat].remove(card);
        self.plays.push(card);
    }

    fn observe(&self, seat: Seat) -> View {
        let leak = if self.leaks { self.hands[seat.other()].last().into_iter().collect() } else { Hand::EMPTY };
        View { seat, plays: self.plays.clone(), hand: self.hands[seat], leak }
    }

    fn returns(&self) -> Option<BySeat<i32>> {
        (self.turn() == Turn::Over).then(|| {
            let rounds = self.plays.chunks(SEATS).filter(|round| round[0].rank() > round[1].rank()).count() as i32;
            [rounds, HAND as i32 - rounds].into_iter().collect()
        })
    }

    fn rewind(&self, actions: &mut Vec<Play>) -> State {
        actions.extend(self.plays.iter().copied().map(Play));
        let mut hands = self.hands;
        for (place, &card) in self.plays.iter().enumerate() {
            hands[Seat::new(place % SEATS)].insert(card);
        }
        State { leaks: self.leaks, plays: Vec::new(), hands }
    }
}

impl cardsharp_rules::Observation for View {
    type State = State;
    type Sampler = ViewSampler;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn turn(&self) -> Turn {
        turn(&self.plays)
    }

    fn legal_actions(&self, out: &mut Vec<Play>) {
        if self.turn() == Turn::Of(self.seat) {
            out.extend(self.hand.iter().map(Play));
        }
    }

    fn sampler(&self) -> ViewSampler {
        ViewSampler(self.clone())
    }
}

pub struct ViewSampler(View);

impl Sampler for ViewSampler {
    type State = State;

    fn sample(&self, rng: &mut Rng) -> State {
        let view = &self.0;
        let them = view.seat.other();
        let played = view.plays.iter().skip(them.index()).step_by(SEATS).count();
        // The sampler reads the leak, so a view that leaks keeps the round-trip law.
        let known = view.leak.iter().next();
        let below = known.map_or(u64::MAX, |card| (1 << card.index()) - 1);
        let mut unseen: Vec<FrenchCard> = (FrenchCard::DECK - view.hand - view.plays.iter().copied().collect())
            .iter()
            .filter(|card| below >> card.index() & 1 == 1)
            .collect();
        rng.shuffle(&mut unseen);
        let theirs = view.leak | unseen.into_iter().take(HAND - played - view.leak.len()).collect();
        let mut hands = BySeat::splat(SEATS, view.hand);
        hands[them] = theirs;
        State { leaks: known.is_some(), plays: view.plays.clone(), hands }
    }
}

impl Game for Toy {
    const NAME: &'static str = "toy";
    const TITLE: &'static str = "Toy";
    const RULES: &'static str = "";
    const SEATS: usize = SEATS;
    type Deal = Deal;
    type State = State;

    fn shuffle(&self, seed: Seed) -> Deal {
        let mut deck: Vec<FrenchCard> = FrenchCard::DECK.iter().collect();
        Rng::new(seed).shuffle(&mut deck);
        deck.truncate(SEATS * HAND);
        Deal(deck)
    }

    fn start(&self, deal: &Deal) -> Result<State, InvalidDeal> {
        let hands = BySeat::from_fn(SEATS, |seat| deal.0[seat.index() * HAND..][..HAND].iter().copied().collect());
        Ok(State { leaks: self.leaks, plays: Vec::new(), hands })
    }

    const ENCODING_VERSION: u32 = 1;
    const FEATURES: usize = 52;
    const ACTIONS: usize = 52;

    fn describe(view: &ObservationOf<Toy>, features: &mut impl Features) {
        features.hot(52, view.hand.iter().map(|card| usize::from(card.index())));
    }

    fn action_index(action: Play) -> usize {
        usize::from(action.0.index())
    }

    fn action_at(index: usize) -> Option<Play> {
        (index < 52).then(|| Play(FrenchCard::from_index(index as u8)))
    }

    fn hidden_slots(&self, deal: &Deal, actions: &[Play], seat: Seat) -> Vec<usize> {
        let theirs = (0..SEATS * HAND).filter(|slot| slot / HAND != seat.index());
        theirs
            .filter(|&slot| !actions.contains(&Play(deal.0[slot])))
            .collect::<Vec<_>>()
            .into_iter()
            .chain(SEATS * HAND..52)
            .collect()
    }

    fn swap_slots(&self, deal: &Deal, actions: &[Play], (a, b): (usize, usize)) -> (Deal, Vec<Play>) {
        // Slots beyond the hands are the cards that were not dealt, in the deck's order.
        let dealt: Hand = deal.0.iter().copied().collect();
        let mut cards: Vec<FrenchCard> = deal.0.iter().copied().chain((FrenchCard::DECK - dealt).iter()).collect();
        cards.swap(a, b);
        cards.truncate(SEATS * HAND);
        (Deal(cards), actions.to_vec())
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Play {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Play, ParseError> {
        text.parse().map(Play)
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&join(&self.0))
    }
}

impl FromStr for Deal {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Deal, ParseError> {
        cardsharp_rules::parse_cards(text).map(Deal)
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}; plays {}; hand {}; leak {}", self.seat, join(&self.plays), self.hand, self.leak)
    }
}

impl FromStr for View {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<View, ParseError> {
        let mut fields = Fields::new("view", text);
        let (seat, plays) = (fields.take("seat")?, fields.list("plays")?);
        Ok(View { seat, plays, hand: fields.take("hand")?, leak: fields.take("leak")? })
    }
}
