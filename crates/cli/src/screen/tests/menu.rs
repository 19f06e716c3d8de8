//! The first screen.

use cardsharp_rules::AnyGame;

use super::super::menu::{Chosen, Menu};
use super::*;

fn key(menu: &mut Menu, code: KeyCode) -> Chosen {
    menu.key(KeyEvent::new(code, KeyModifiers::NONE))
}

fn render_menu(menu: &Menu, (width, height): (u16, u16)) -> String {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    menu.draw(area, &mut buffer);
    text(&buffer)
}

#[test]
fn the_first_screen() {
    let mut menu = Menu::new(Colours::On);
    let mut text = String::new();
    for _ in AnyGame::all() {
        text += &render_menu(&menu, SMALL);
        key(&mut menu, KeyCode::Right);
    }
    text += &render_menu(&menu, LARGE);
    key(&mut menu, KeyCode::Char('?'));
    text += &render_menu(&menu, SMALL);
    // The feature `teaching` adds games.
    let suffix = if cfg!(feature = "teaching") { "teaching" } else { "" };
    insta::with_settings!({ snapshot_suffix => suffix }, { insta::assert_snapshot!(text) });
}

#[test]
fn two_people_and_names() {
    let mut menu = Menu::new(Colours::On);
    key(&mut menu, KeyCode::Right);
    key(&mut menu, KeyCode::Right);
    key(&mut menu, KeyCode::Down);
    for letter in "Lulu".chars() {
        key(&mut menu, KeyCode::Char(letter));
    }
    key(&mut menu, KeyCode::Down);
    // After the strongest player comes a person.
    key(&mut menu, KeyCode::Right);
    for letter in "Lulu".chars() {
        key(&mut menu, KeyCode::Char(letter));
    }
    assert_eq!(key(&mut menu, KeyCode::Enter), Chosen::NotYet);
    assert!(render_menu(&menu, SMALL).contains("Two people are called \"Lulu\""));
    key(&mut menu, KeyCode::Char('q'));
    let Chosen::Play(wish) = key(&mut menu, KeyCode::Enter) else { panic!("ready to play") };
    assert_eq!(wish.game.name(), "indigo");
    assert_eq!(wish.names.unwrap().0, ["Lulu", "Luluq"]);
    assert!(wish.seats.0.iter().all(|spec| spec.name == "human"));
}

#[test]
fn every_strength_is_a_player_of_the_game() {
    for game in AnyGame::all() {
        fn check<G: Present>(game: &G) {
            for strength in G::STRENGTHS {
                assert!(cardsharp_search::seat_player(game, &strength.spec.parse().unwrap()).is_ok(), "{strength:?}");
            }
        }
        cardsharp_rules::with_game!(AnyGame, &game, game => check(game));
    }
}

#[test]
fn every_strength_fits_on_its_line() {
    let mut menu = Menu::new(Colours::On);
    for game in AnyGame::all() {
        key(&mut menu, KeyCode::Down);
        let strengths = cardsharp_rules::with_game!(AnyGame, &game, game => strengths(game));
        for _ in 0..=strengths {
            let text = render_menu(&menu, SMALL);
            let line = text.lines().find(|line| line.contains("Seat 0")).expect("the first seat");
            assert!(line.trim_end().ends_with("▶, begins"), "{}: {line}", game.name());
            key(&mut menu, KeyCode::Right);
        }
        key(&mut menu, KeyCode::Up);
        key(&mut menu, KeyCode::Right);
    }
}

fn strengths<G: Present>(_: &G) -> usize {
    G::STRENGTHS.len()
}

#[test]
fn the_menu_can_be_left() {
    let mut menu = Menu::new(Colours::On);
    assert_eq!(key(&mut menu, KeyCode::Char('q')), Chosen::Nothing);
    assert_eq!(key(&mut menu, KeyCode::Esc), Chosen::Nothing);
    key(&mut menu, KeyCode::Down);
    assert_eq!(key(&mut menu, KeyCode::Char('q')), Chosen::NotYet, "q may be a letter of a name");
}
