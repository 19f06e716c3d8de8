//! The dialogue of Lucky Thirteen.

use cardsharp_rules::lucky_thirteen::{Card, Discard, LuckyThirteen, Observation, log};
use cardsharp_rules::{Observation as _, Record, Seat};

use super::{AtTerminal, Audience, brackets, lost_in_words, padded};

impl AtTerminal for LuckyThirteen {
    const HELP: &'static str = "\
Each round you draw a card and discard one of your three. In the end you want a 13: your two cards,
one of them and a public card, or all four. One seat alone with a 13 scores 100; several score their
cards' values times 4 (spades), 3 (hearts), 2 (diamonds, and public cards) or 1 (clubs); if nobody has
one, everybody scores the two cards in hand that way.
Type a card such as 11D, the jack of diamonds.";

    fn deal_text(record: &Record<LuckyThirteen>, _audience: Audience) -> String {
        let public = brackets(record.start().table().public().map(Card::code));
        let rows = Seat::all(4).map(|seat| format!("P{seat}: {}\n", record.names()[seat.index()]));
        format!("{}Public cards: {public}\n", rows.collect::<Vec<_>>().concat())
    }

    fn action_text(record: &Record<LuckyThirteen>, seat: Seat, action: Discard, _audience: Audience) -> Option<String> {
        let table = record.state().table();
        let round = (table.discards().len() - 1) / 4 + 1;
        let line = format!("Round {round}: {} discards {}", padded(record, seat), action.0.code());
        let end = if table.discards().len().is_multiple_of(4) { "\n" } else { "" };
        Some(line + end)
    }

    fn end_text(record: &Record<LuckyThirteen>) -> String {
        let hands = record.state().hands();
        let rows = Seat::all(4)
            .map(|seat| format!("{} holds {}\n", padded(record, seat), brackets(hands[seat].iter().map(Card::code))));
        format!("{}\n{}{}", rows.collect::<Vec<_>>().concat(), log(record), lost_in_words(record))
    }

    fn turn_text(view: &Observation, names: &[String]) -> String {
        let drawn = view.draws().last().map_or_else(String::new, Card::code);
        let public = brackets(view.table().public().map(Card::code));
        format!("\n{} draws {drawn}.\nPublic cards: {public}", names[view.seat().index()])
    }

    fn question(view: &Observation) -> String {
        format!("Hand: {}\nEnter card to discard: ", brackets(view.hand().iter().map(Card::code)))
    }

    fn parse_answer(view: &Observation, answer: &str) -> Result<Discard, String> {
        let card = Card::from_code(&answer.to_uppercase()).map_err(|error| format!("{error}."))?;
        if view.hand().set().contains(card) {
            return Ok(Discard(card));
        }
        Err(format!("{} is not in your hand.", card.code()))
    }

    fn moment(view: &Observation) -> String {
        format!("in round {}", view.table().round() + 1)
    }

    fn log(record: &Record<LuckyThirteen>) -> Option<String> {
        Some(log(record))
    }
}
