//! Tests of keys and the mouse.

use cardsharp_rules::hanamikoji::{Action as Deed, Hanamikoji};
use cardsharp_rules::indigo::Indigo;
use cardsharp_rules::intensity::{Action, Intensity};
use cardsharp_rules::lucky_thirteen::LuckyThirteen;
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::super::table::Popup;
use super::*;

fn steps<G: Present>(screen: &TableScreen<G>) -> usize {
    screen.sitting.record().events().len()
}

#[test]
fn three_cards_are_passed_and_not_two_or_four() {
    let mut screen = table::<Intensity>(3, &against::<Intensity>("random"));
    press(&mut screen, KeyCode::Char(' '));
    press(&mut screen, KeyCode::Right);
    press(&mut screen, KeyCode::Char(' '));
    press(&mut screen, KeyCode::Enter);
    assert_eq!(steps(&screen), 0);
    assert!(screen.message.starts_with("Not yet. Choose 1 more for Bob"), "{}", screen.message);
    press(&mut screen, KeyCode::End);
    press(&mut screen, KeyCode::Char(' '));
    press(&mut screen, KeyCode::Left);
    press(&mut screen, KeyCode::Char(' '));
    assert!(screen.message.starts_with("Three cards are chosen already"), "{}", screen.message);
    assert_eq!(screen.chosen, [0, 1, 9]);
    press(&mut screen, KeyCode::Enter);
    let hand = table::<Intensity>(3, &against::<Intensity>("random")).sitting.view(ANN).hand();
    let pass = [hand.nth(0), hand.nth(1), hand.nth(9)].into_iter().collect();
    assert_eq!(screen.sitting.record().actions().next(), Some(Action::Pass(pass)));
}

#[test]
fn a_chosen_card_can_be_taken_back() {
    let mut screen = table::<Intensity>(3, &against::<Intensity>("random"));
    for _ in 0..3 {
        press(&mut screen, KeyCode::Char(' '));
        press(&mut screen, KeyCode::Right);
    }
    press(&mut screen, KeyCode::Backspace);
    assert_eq!(screen.chosen, [0, 1]);
    press(&mut screen, KeyCode::Char('u'));
    assert_eq!(screen.chosen, [0]);
    press(&mut screen, KeyCode::Home);
    press(&mut screen, KeyCode::Char(' '));
    assert!(screen.chosen.is_empty());
    press(&mut screen, KeyCode::Char(' '));
    press(&mut screen, KeyCode::Esc);
    assert!(screen.chosen.is_empty());
}

#[test]
fn suit_must_be_followed_and_the_screen_says_why() {
    // Find a turn with an illegal card.
    let mut screen = table::<Intensity>(3, &against::<Intensity>("random"));
    let mut forbidden = None;
    while forbidden.is_none() {
        let step = steps(&screen) + 1;
        play_on(&mut screen, step);
        let view = screen.sitting.view(ANN);
        if let Some(led) = view.table().led() {
            let legal = cardsharp_rules::intensity::legal_plays(view.table(), view.hand());
            forbidden = (view.hand() - legal).first().map(|card| (card, led));
        }
    }
    let (card, led) = forbidden.unwrap();
    let before = steps(&screen);
    type_text(&mut screen, &card.to_string());
    assert!(screen.message.starts_with(&format!("Follow suit: {led} was led")), "{}", screen.message);
    assert!(screen.chosen.is_empty());
    press(&mut screen, KeyCode::Enter);
    assert_eq!(steps(&screen), before, "a card under the cursor that is not legal is not played");
}

#[test]
fn cards_are_typed() {
    let mut screen = table::<Indigo>(3, &["human", "random"]);
    let cards: Vec<_> = screen.sitting.view(ANN).hand().iter().collect();
    for (place, card) in cards.iter().enumerate() {
        let code = card.to_string().replace('♠', "S").replace('♥', "H").replace('♦', "D").replace('♣', "C");
        type_text(&mut screen, &code);
        // At Indigo one card is played, so each choice replaces the last.
        assert_eq!(screen.chosen, [place], "{code}");
        press(&mut screen, KeyCode::Esc);
        type_text(&mut screen, &card.code());
        assert_eq!(screen.chosen, [place], "{}", card.code());
    }
    type_text(&mut screen, "X");
    assert_eq!(screen.message, "\"X\" is no card of yours.");
    press(&mut screen, KeyCode::Enter);
    assert_eq!(steps(&screen), 1);
}

#[test]
fn a_competition_is_two_pairs_in_the_order_they_were_chosen() {
    let mut screen = table::<Hanamikoji>(3, &["human", "random"]);
    let hand: Vec<_> = screen.sitting.view(ANN).hand().iter().collect();
    type_text(&mut screen, "4");
    for card in [hand[0], hand[6], hand[1], hand[5]] {
        type_text(&mut screen, &card.to_string());
    }
    press(&mut screen, KeyCode::Enter);
    let pair = |one, other| cardsharp_rules::hanamikoji::Cards::gather([one, other]).unwrap();
    let pairs = cardsharp_rules::hanamikoji::Pairs::new(pair(hand[0], hand[6]), pair(hand[1], hand[5]));
    assert_eq!(screen.sitting.record().actions().next(), Some(Deed::Compete(pairs)));
}

#[test]
fn another_action_takes_the_place_of_the_first() {
    let mut screen = table::<Hanamikoji>(3, &["human", "random"]);
    press(&mut screen, KeyCode::Enter);
    assert_eq!((screen.chosen.as_slice(), screen.cursor), ([0].as_slice(), 4), "Enter chooses it; now come the cards");
    press(&mut screen, KeyCode::Up);
    press(&mut screen, KeyCode::Right);
    press(&mut screen, KeyCode::Char(' '));
    assert_eq!(screen.chosen, [1]);
    press(&mut screen, KeyCode::Right);
    press(&mut screen, KeyCode::Up);
    assert_eq!(screen.cursor, 1, "up leads to the action above");
    press(&mut screen, KeyCode::Down);
    assert_eq!(screen.cursor, 4 + 1);
}

fn click<G: Present>(screen: &mut TableScreen<G>, piece: usize, now: Instant) {
    let (place, _) = *screen.hits.iter().find(|(_, number)| *number == piece).unwrap();
    let (column, row) = (place.x + 2, place.y + 1);
    let kind = MouseEventKind::Down(MouseButton::Left);
    screen.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }, now);
}

#[test]
fn a_click_chooses_and_a_double_click_plays() {
    let mut screen = table::<LuckyThirteen>(3, &against::<LuckyThirteen>("random"));
    render(&mut screen, SMALL);
    let start = Instant::now();
    click(&mut screen, 1, start);
    assert_eq!((screen.chosen.as_slice(), screen.cursor), ([1].as_slice(), 1));
    click(&mut screen, 2, start);
    assert_eq!(screen.chosen, [2]);
    click(&mut screen, 2, start + Duration::from_secs(5));
    assert!(screen.chosen.is_empty(), "a late second click puts it back");
    assert_eq!(steps(&screen), 0);
    let hand: Vec<_> = screen.view().hand().iter().collect();
    click(&mut screen, 1, start + Duration::from_secs(9));
    click(&mut screen, 1, start + Duration::from_secs(9));
    let played: Vec<_> = screen.sitting.record().actions().collect();
    assert_eq!(played, [cardsharp_rules::lucky_thirteen::Discard(hand[1])]);
}

#[test]
fn players_wait_so_that_people_can_follow_and_any_key_skips_it() {
    let mut screen = table::<Indigo>(3, &["human", "random"]);
    screen.pause = Duration::from_mins(1);
    press(&mut screen, KeyCode::Enter);
    let start = Instant::now();
    screen.tick(start).unwrap();
    screen.thinking.as_mut().unwrap().wait();
    screen.tick(start).unwrap();
    assert_eq!(steps(&screen), 1);
    press(&mut screen, KeyCode::Char('x'));
    screen.tick(start).unwrap();
    assert_eq!(steps(&screen), 2);
    press(&mut screen, KeyCode::Enter);
    screen.tick(start).unwrap();
    screen.thinking.as_mut().unwrap().wait();
    screen.tick(start).unwrap();
    assert_eq!(steps(&screen), 3, "the next play is waited for again");
    screen.tick(start + Duration::from_mins(2)).unwrap();
    assert_eq!(steps(&screen), 4);
}

#[test]
fn the_keyboard_goes_round() {
    let mut screen = table::<Indigo>(3, &["human", "human"]);
    assert_eq!(screen.curtain, Some(ANN));
    press(&mut screen, KeyCode::Char('x'));
    assert_eq!(screen.curtain, Some(ANN), "only Enter lifts the curtain");
    press(&mut screen, KeyCode::Enter);
    press(&mut screen, KeyCode::Enter);
    screen.tick(Instant::now()).unwrap();
    assert_eq!(screen.curtain, Some(Seat::new(1)));
    assert!(render_text(&mut screen, SMALL).contains("Pass the keyboard to Bob; press Enter"));
    press(&mut screen, KeyCode::Enter);
    assert_eq!(screen.viewer, Seat::new(1));
}

#[test]
fn leaving_is_asked_for_once_and_control_c_leaves_at_once() {
    let mut screen = table::<Indigo>(3, &["human", "random"]);
    press(&mut screen, KeyCode::Char('q'));
    assert_eq!(screen.popup, Some(Popup::Leave));
    press(&mut screen, KeyCode::Esc);
    assert!(screen.popup.is_none() && !screen.is_left);
    press(&mut screen, KeyCode::Char('q'));
    press(&mut screen, KeyCode::Char('q'));
    assert!(screen.is_left);
    let mut screen = table::<Indigo>(3, &["human", "random"]);
    screen.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL), Instant::now());
    assert!(screen.is_left);
}

#[test]
fn too_small_a_terminal_says_so_in_a_sentence() {
    let mut screen = table::<Indigo>(3, &["human", "random"]);
    for size in [(79, 24), (80, 23), (20, 5), (1, 1)] {
        render(&mut screen, size);
    }
    let words = render_text(&mut screen, (60, 20));
    assert!(words.starts_with("This terminal has 60×20 cells; the table needs 80×24."), "{words}");
}

#[test]
fn no_colour_means_none() {
    use ratatui::style::Color;
    let mut screen = table::<Intensity>(3, &against::<Intensity>("random"));
    screen.colours = Colours::Off;
    let is_coloured =
        |buffer: &Buffer| buffer.content.iter().any(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset);
    assert!(!is_coloured(&render(&mut screen, SMALL)));
    press(&mut screen, KeyCode::Char('b'));
    screen.advice.as_mut().unwrap().task.wait();
    assert!(!is_coloured(&render(&mut screen, SMALL)));
    screen.colours = Colours::On;
    assert!(is_coloured(&render(&mut screen, SMALL)));
}
