//! Snapshots of every screen of every game, small and large.

use cardsharp_rules::hanamikoji::Hanamikoji;
use cardsharp_rules::indigo::Indigo;
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::lucky_thirteen::LuckyThirteen;

use super::*;

/// Returns a screen under its title.
fn part<G: Present>(title: &str, screen: &mut TableScreen<G>, size: (u16, u16)) -> String {
    format!("=== {title} ===\n{}", render_text(screen, size))
}

/// Returns all screens of a game. `choice` is typed for the half-made choice; `steps` is the middle of the game.
fn screens<G: Present>(size: (u16, u16), (choice, steps): (&str, usize)) -> String {
    let mut text = String::new();
    let mut screen = table::<G>(3, &against::<G>("random"));
    text += &part("first turn", &mut screen, size);
    type_text(&mut screen, choice);
    text += &part("half chosen", &mut screen, size);
    press(&mut screen, KeyCode::Esc);
    play_on(&mut screen, steps);
    text += &part("mid game", &mut screen, size);
    press(&mut screen, KeyCode::Char('h'));
    screen.advice.as_mut().unwrap().task.wait();
    text += &part("hint", &mut screen, size);
    press(&mut screen, KeyCode::Char('b'));
    text += &part("beliefs", &mut screen, size);
    press(&mut screen, KeyCode::Esc);
    press(&mut screen, KeyCode::Char('l'));
    text += &part("log", &mut screen, size);
    press(&mut screen, KeyCode::Esc);
    press(&mut screen, KeyCode::Char('?'));
    text += &part("help", &mut screen, size);
    press(&mut screen, KeyCode::End);
    text += &part("help, the end of it", &mut screen, size);
    press(&mut screen, KeyCode::Esc);
    press(&mut screen, KeyCode::Char('q'));
    text += &part("leave?", &mut screen, size);
    press(&mut screen, KeyCode::Esc);
    play_on(&mut screen, usize::MAX);
    screen.tick(Instant::now()).unwrap();
    screen.review.as_mut().unwrap().wait();
    text += &part("the end", &mut screen, size);
    press(&mut screen, KeyCode::Esc);
    text += &part("the table at the end", &mut screen, size);
    let mut several = table::<G>(3, &vec!["human"; G::SEATS]);
    text += &part("curtain", &mut several, size);
    text
}

macro_rules! snapshot {
    ($name:ident, $game:ty, $how:expr) => {
        mod $name {
            use super::*;

            #[test]
            fn small() {
                insta::assert_snapshot!(screens::<$game>(SMALL, $how));
            }

            #[test]
            fn large() {
                insta::assert_snapshot!(screens::<$game>(LARGE, $how));
            }
        }
    };
}

snapshot!(intensity, Intensity, ("1731", 18));
snapshot!(hanamikoji, Hanamikoji, ("3CE", 5));
snapshot!(indigo, Indigo, ("KS", 15));
snapshot!(lucky_thirteen, LuckyThirteen, ("9", 9));

#[test]
fn an_offer_waits_for_its_answer() {
    let mut screen = table::<Hanamikoji>(3, &["human", "random"]);
    loop {
        let steps = screen.sitting.record().events().len();
        play_on(&mut screen, steps);
        if screen.sitting.view(ANN).table().offer().is_some() {
            break;
        }
        play_on(&mut screen, steps + 1);
    }
    let text = part("small", &mut screen, SMALL) + &part("large", &mut screen, LARGE);
    insta::assert_snapshot!(text);
}
