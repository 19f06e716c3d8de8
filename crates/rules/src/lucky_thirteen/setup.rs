//! A property file as a table setup: the players, the fixed cards and the forced turns.
//!
//! A [`Setup`] can always be played. Parsing checks everything that does not depend on the random cards, so that the
//! validity of a file never depends on a seed. In particular, the file itself must put a forced discard into that hand.

use std::time::Duration;

use super::properties::{Property, PropertyError, parse_properties};
use super::rules::{Card, Deal, Discard, LuckyThirteen, PRIVATE, PUBLIC, ROUNDS, SEATS};
use crate::{Game, Record, Seat, Seed};

const HUMAN: &str = "human";
const DEFAULT_PLAYER: &str = "random";
const KEYS: &str = "players.N, players.N.initialcards, players.N.cardsPlayed (N from 0 to 3), \
                    shared.initialcards, isAuto, thinkingTime, delayTime or seed";

/// A turn that the file prescribes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedTurn {
    /// The card drawn.
    pub draw: Card,
    /// The card discarded.
    pub discard: Card,
}

/// The speed of a game that people watch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// The least time a player takes for its turn: `thinkingTime`.
    pub thinking: Duration,
    /// The pause after every turn: `delayTime`.
    pub delay: Duration,
}

/// A table as a property file sets it up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    public: Vec<Card>,
    seats: [SeatSetup; SEATS],
    auto: bool,
    pace: Option<Pace>,
    seed: Option<Seed>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SeatSetup {
    player: Option<Property>,
    hand: Vec<Card>,
    turns: Vec<ForcedTurn>,
    turns_at: Option<Property>,
}

enum Key {
    Player(Seat),
    PublicCards,
    InitialCards(Seat),
    CardsPlayed(Seat),
    IsAuto,
    ThinkingTime,
    DelayTime,
    Seed,
}

impl Setup {
    /// Parses a property file whose players are people and house players.
    ///
    /// # Errors
    /// The first error, with its line and key.
    pub fn parse(text: &str) -> Result<Setup, PropertyError> {
        Setup::parse_for(text, &|name| {
            let names: Vec<&str> = LuckyThirteen::default().styles().iter().map(|style| style.name()).collect();
            if names.contains(&name) {
                return Ok(());
            }
            Err(format!("{name:?} is not a player: expected {HUMAN}, {}", names.join(", ")))
        })
    }

    /// Parses a property file whose players are people and names that `known` accepts; it returns a reason if not.
    ///
    /// # Errors
    /// The first error, with its line and key.
    pub fn parse_for(text: &str, known: &dyn Fn(&str) -> Result<(), String>) -> Result<Setup, PropertyError> {
        let mut setup = Setup::default();
        let mut named: Vec<(Card, Property)> = Vec::new();
        for property in parse_properties(text)? {
            for card in setup.read(&property, known)? {
                if let Some((_, first)) = named.iter().find(|(earlier, _)| *earlier == card) {
                    let (code, line, key) = (card.code(), first.line, &first.key);
                    return Err(property.error(format!("{code} is named twice, first on line {line} by {key}")));
                }
                named.push((card, property.clone()));
            }
        }
        setup.check_turns()?;
        match setup.seats.iter().filter_map(|seat| seat.player.as_ref()).find(|player| player.value == HUMAN) {
            Some(player) if setup.auto => Err(player.error("isAuto=true leaves no place for a human")),
            _ => Ok(setup),
        }
    }

    /// Reads a property into the setup and returns the cards that it places.
    fn read(
        &mut self,
        property: &Property,
        known: &dyn Fn(&str) -> Result<(), String>,
    ) -> Result<Vec<Card>, PropertyError> {
        let value = property.value.trim();
        match read_key(property)? {
            Key::Player(seat) => {
                let player = player_name(value);
                if player != HUMAN {
                    known(&player).map_err(|reason| property.error(reason))?;
                }
                self.seats[seat.index()].player = Some(Property { value: player, ..property.clone() });
            }
            Key::PublicCards => {
                self.public = read_cards(property, PUBLIC)?;
                return Ok(self.public.clone());
            }
            Key::InitialCards(seat) => {
                let hand = &mut self.seats[seat.index()].hand;
                *hand = read_cards(property, PRIVATE)?;
                return Ok(hand.clone());
            }
            Key::CardsPlayed(seat) => {
                let seat = &mut self.seats[seat.index()];
                seat.turns = read_turns(property)?;
                seat.turns_at = Some(property.clone());
                return Ok(seat.turns.iter().map(|turn| turn.draw).collect());
            }
            Key::IsAuto => {
                self.auto = value.eq_ignore_ascii_case("true");
                if !self.auto && !value.eq_ignore_ascii_case("false") {
                    return Err(property.error(format!("{value:?} is neither true nor false")));
                }
            }
            Key::ThinkingTime => self.pace.get_or_insert_default().thinking = read_time(property)?,
            Key::DelayTime => self.pace.get_or_insert_default().delay = read_time(property)?,
            Key::Seed => {
                let seed = value
                    .parse()
                    .map_err(|_| property.error(format!("{value:?} is not a seed: expected a whole number")))?;
                self.seed = Some(Seed(seed));
            }
        }
        Ok(Vec::new())
    }

    /// Checks that every forced discard is in hand when its turn comes.
    fn check_turns(&self) -> Result<(), PropertyError> {
        for seat in &self.seats {
            let Some(property) = &seat.turns_at else { continue };
            let mut hand = seat.hand.clone();
            for (number, turn) in seat.turns.iter().enumerate() {
                hand.push(turn.draw);
                let Some(place) = hand.iter().position(|&card| card == turn.discard) else {
                    let (discard, known) = (turn.discard.code(), super::notation::codes(hand.iter().copied()));
                    let random = PRIVATE + 1 - hand.len();
                    let rest = if random == 0 { String::new() } else { format!(" and {random} dealt at random") };
                    let number = number + 1;
                    return Err(property.error(format!("turn {number} discards {discard}, not in hand: {known}{rest}")));
                };
                hand.remove(place);
            }
        }
        Ok(())
    }

    /// The seed that the file names.
    pub fn seed(&self) -> Option<Seed> {
        self.seed
    }

    /// The speed that the file sets for people who watch; none if it sets none. Every pause is zero with `isAuto`.
    pub fn pace(&self) -> Option<Pace> {
        if self.auto { Some(Pace::default()) } else { self.pace }
    }

    /// Whether the file fixes cards, directly or by a seed, so that its author knows them.
    pub fn names_cards(&self) -> bool {
        let is_named = |seat: &SeatSetup| !seat.hand.is_empty() || !seat.turns.is_empty();
        self.seed.is_some() || !self.public.is_empty() || self.seats.iter().any(is_named)
    }

    /// The player of this seat: `human`, or the specification of a player.
    pub fn player(&self, seat: Seat) -> &str {
        self.seats[seat.index()].player.as_ref().map_or(DEFAULT_PLAYER, |player| &player.value)
    }

    /// The forced turns of this seat, from its first.
    pub fn turns(&self, seat: Seat) -> &[ForcedTurn] {
        &self.seats[seat.index()].turns
    }

    /// The forced discards of this seat, from its first turn.
    pub fn forced(&self, seat: Seat) -> Vec<Discard> {
        self.turns(seat).iter().map(|turn| Discard(turn.discard)).collect()
    }

    /// Deals the cards as the file places them and the rest as the seed shuffles them; without any, the seed's deal.
    pub fn deal(&self, seed: Seed) -> Deal {
        let mut deck = vec![None; 52];
        let mut put = |place: usize, card: Card| deck[place] = Some(card);
        for (place, &card) in self.public.iter().enumerate() {
            put(place, card);
        }
        for (number, seat) in self.seats.iter().enumerate() {
            for (place, &card) in seat.hand.iter().enumerate() {
                put(PUBLIC + number * PRIVATE + place, card);
            }
            for (round, turn) in seat.turns.iter().enumerate() {
                put(PUBLIC + SEATS * PRIVATE + round * SEATS + number, turn.draw);
            }
        }
        let fixed: Vec<Card> = deck.iter().flatten().copied().collect();
        let shuffled = LuckyThirteen::default().shuffle(seed);
        let mut rest = shuffled.deck().filter(|card| !fixed.contains(card));
        let deck: Vec<Card> = deck.into_iter().filter_map(|card| card.or_else(|| rest.next())).collect();
        Deal::from_deck(&deck)
    }

    /// The game before its first turn, with the cards as the file places them.
    pub fn record(&self, game: LuckyThirteen, seed: Seed, names: Vec<String>) -> Record<LuckyThirteen> {
        Record::from_deal(game, self.deal(seed), names).expect("no card is named twice").with_seed(seed)
    }
}

/// Converts a player's name to lower case, as the document writes `Human`, but not its settings.
fn player_name(value: &str) -> String {
    let (name, settings) = value.split_at(value.find(':').unwrap_or(value.len()));
    name.to_ascii_lowercase() + settings
}

fn read_time(property: &Property) -> Result<Duration, PropertyError> {
    let value = property.value.trim();
    let milliseconds: Result<u32, _> = value.parse();
    let wrong = |_| property.error(format!("{value:?} is not a time: expected whole milliseconds"));
    milliseconds.map(|milliseconds| Duration::from_millis(milliseconds.into())).map_err(wrong)
}

fn read_key(property: &Property) -> Result<Key, PropertyError> {
    let unknown = || property.error(format!("unknown key: expected {KEYS}"));
    match property.key.as_str() {
        "shared.initialcards" => return Ok(Key::PublicCards),
        "isAuto" => return Ok(Key::IsAuto),
        "thinkingTime" => return Ok(Key::ThinkingTime),
        "delayTime" => return Ok(Key::DelayTime),
        "seed" => return Ok(Key::Seed),
        _ => {}
    }
    let rest = property.key.strip_prefix("players.").ok_or_else(unknown)?;
    let (number, field) = rest.split_once('.').unwrap_or((rest, ""));
    let seat = Seat::all(SEATS).find(|seat| seat.to_string() == number).ok_or_else(unknown)?;
    match field {
        "" if rest == number => Ok(Key::Player(seat)),
        "initialcards" => Ok(Key::InitialCards(seat)),
        "cardsPlayed" => Ok(Key::CardsPlayed(seat)),
        _ => Err(unknown()),
    }
}

/// The items of a comma-separated list; an empty value is an empty list.
fn items(property: &Property) -> impl Iterator<Item = &str> {
    let value = property.value.trim();
    value.split(',').map(str::trim).filter(move |_| !value.is_empty())
}

fn read_card(property: &Property, text: &str) -> Result<Card, PropertyError> {
    Card::from_code(text).map_err(|error| property.error(error.to_string()))
}

fn read_cards(property: &Property, most: usize) -> Result<Vec<Card>, PropertyError> {
    let cards: Vec<Card> = items(property).map(|item| read_card(property, item)).collect::<Result<_, _>>()?;
    if cards.len() > most {
        return Err(property.error(format!("{} cards where {most} are dealt", cards.len())));
    }
    Ok(cards)
}

fn read_turns(property: &Property) -> Result<Vec<ForcedTurn>, PropertyError> {
    let turn = |item: &str| {
        let (draw, discard) = item
            .split_once('-')
            .ok_or_else(|| property.error(format!("{item:?} is not a turn: expected draw-discard, such as 3C-2C")))?;
        Ok(ForcedTurn { draw: read_card(property, draw.trim())?, discard: read_card(property, discard.trim())? })
    };
    let turns: Vec<ForcedTurn> = items(property).map(turn).collect::<Result<_, _>>()?;
    if turns.len() > ROUNDS {
        return Err(property.error(format!("{} turns where {ROUNDS} are played", turns.len())));
    }
    Ok(turns)
}
