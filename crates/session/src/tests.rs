use cardsharp_rules::hanamikoji::Hanamikoji;
use cardsharp_rules::indigo::Indigo;
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::lucky_thirteen::{Card, Discard, LuckyThirteen};
use cardsharp_rules::{AnyRecord, Rng, Seed};

use super::*;
use crate::Saved;

fn sitting<G: Searchable>(seed: u64, specs: &[&str]) -> Session<G> {
    let game = G::default();
    let names = (0..G::SEATS).map(|seat| format!("Guest {seat}")).collect();
    let specs = specs.iter().map(|spec| spec.parse().unwrap()).collect();
    Session::new(Record::from_seed(game, Seed(seed), names), specs, Vec::new()).ok().unwrap()
}

/// Plays one step; a person plays the middle one of the legal actions.
fn step<G: Searchable>(sitting: &mut Session<G>) -> bool {
    match sitting.to_move() {
        ToMove::Nobody => return false,
        ToMove::Player(seat) => {
            assert!(sitting.let_players_play_one().unwrap().is_some_and(|(by, _)| by == seat));
        }
        ToMove::Program(_) => unreachable!("no program sits here"),
        ToMove::Person(_) => {
            assert!(sitting.let_players_play_one().unwrap().is_none(), "nobody plays for a person");
            let legal = sitting.legal_actions();
            sitting.play(legal[legal.len() / 2]).unwrap();
        }
    }
    true
}

/// A game that is saved and resumed after every action equals the uninterrupted game.
fn check_resuming<G: Searchable>(specs: &[&str], record_of: impl Fn(&AnyRecord) -> &Record<G>) {
    let mut left_alone = sitting::<G>(5, specs);
    let mut disturbed = sitting::<G>(5, specs);
    while step(&mut left_alone) {
        let saved = Saved::parse(&disturbed.to_string()).unwrap();
        disturbed = saved.sit_down(record_of(&saved.record)).unwrap();
        assert!(step(&mut disturbed));
        assert_eq!(disturbed.to_string(), left_alone.to_string());
    }
    assert!(left_alone.record().result().is_some());
}

#[test]
fn a_game_taken_up_again_goes_on_as_if_nothing_had_happened() {
    macro_rules! record_of {
        ($game:ident) => {
            |record| match record {
                AnyRecord::$game(record) => record,
                other => panic!("{other:?}"),
            }
        };
    }
    check_resuming::<Intensity>(&["random", "human", "pimc:worlds=5", "careful"], record_of!(Intensity));
    check_resuming::<Hanamikoji>(&["champion:nodes=20,worlds=10", "human"], record_of!(Hanamikoji));
    check_resuming::<Indigo>(&["human", "classic"], record_of!(Indigo));
    check_resuming::<LuckyThirteen>(&["human", "random", "clever", "human"], record_of!(LuckyThirteen));
}

#[test]
fn players_have_luck_of_their_own_at_every_ply() {
    let mut game = sitting::<Indigo>(3, &["random", "random"]);
    while game.let_players_play_one().unwrap().is_some() {}
    let again = cardsharp_table::play_game(
        &Indigo,
        Seed(3),
        &[&*seat_player(&Indigo, &"random".parse().unwrap()).unwrap(); 2],
        vec!["Guest 0".to_owned(), "Guest 1".to_owned()],
    );
    assert_eq!(*game.record(), again);
}

#[test]
fn forced_turns_come_before_any_controller() {
    let game = LuckyThirteen::default();
    let first = Record::from_seed(game, Seed(2), vec!["a".into(), "b".into(), "c".into(), "d".into()]);
    let kept: Vec<Card> = first.state().hands()[Seat::FIRST].iter().collect();
    let laid_down = |turns: Vec<Discard>| {
        let specs = ["human", "basic", "basic", "basic"].iter().map(|spec| spec.parse().unwrap()).collect();
        Session::new(first.clone(), specs, vec![turns]).ok().unwrap()
    };
    let mut sitting = laid_down(vec![Discard(kept[1])]);
    assert_eq!(sitting.to_move(), ToMove::Player(Seat::FIRST));
    assert_eq!(sitting.let_players_play_one(), Ok(Some((Seat::FIRST, Discard(kept[1])))));
    for _ in 0..3 {
        sitting.let_players_play_one().unwrap();
    }
    assert_eq!(sitting.to_move(), ToMove::Person(Seat::FIRST));
    // A forced turn that is impossible is an error, not a panic.
    let mut sitting = laid_down(vec![Discard(kept[1]); 2]);
    for _ in 0..4 {
        sitting.let_players_play_one().unwrap();
    }
    assert!(sitting.let_players_play_one().is_err());
}

#[test]
fn an_older_file_goes_on_with_the_same_luck() {
    let text = sitting::<Indigo>(5, &["random", "random"]).to_string();
    let luck = Seed(5).stream(0).0;
    let older = text.replace("cardsharp sitting 2", &format!("cardsharp sitting 1\nluck {luck}"));
    let finished = |text: &str| {
        let saved = Saved::parse(text).unwrap();
        let AnyRecord::Indigo(record) = &saved.record else { panic!("{saved:?}") };
        let mut sitting = saved.sit_down::<Indigo>(record).unwrap();
        while sitting.let_players_play_one().unwrap().is_some() {}
        sitting.to_string()
    };
    assert_eq!(finished(&older), finished(&text));
}

#[test]
fn illegal_actions_change_nothing() {
    let mut sitting = sitting::<Indigo>(1, &["human", "human"]);
    let mut other = *sitting.record().state();
    other.play_unchecked(sitting.legal_actions()[0]);
    let theirs = other.random_action(&mut Rng::new(Seed(1)));
    let before = sitting.to_string();
    assert!(sitting.play(theirs).is_err());
    assert_eq!(sitting.to_string(), before);
    assert_eq!(sitting.people().count(), 2);
}

#[test]
fn a_damaged_file_is_refused_where_it_is_damaged() {
    let text = sitting::<Indigo>(1, &["human", "classic"]).to_string();
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let text = text.replacen(from, to, 1);
        let saved = match Saved::parse(&text) {
            Ok(saved) => saved,
            Err(error) => return error.to_string(),
        };
        let AnyRecord::Indigo(record) = &saved.record else { panic!("{saved:?}") };
        saved.sit_down::<Indigo>(record).err().expect("refused").to_string()
    };
    assert!(refused("sitting 2", "sitting 3").starts_with("line 1: a saved game begins with"));
    assert!(refused("sitting 2", "sitting 1\nluck x").starts_with("line 2: \"x"));
    assert!(refused("player 0", "luck 1\nplayer 0").starts_with("line 2: expected"));
    assert!(refused("player 1", "player 2").starts_with("line 3: expected \"player 1\""));
    assert!(refused("classic", "clasic").contains("line 3: there is no player \"clasic\""));
    assert!(refused("human", "human:ms=3").contains("line 2: "));
    assert!(refused("player 1 classic\n", "").contains("Indigo has 2 seats, but 1 players"));
    assert!(refused("cardsharp record 1", "forced 7 play 2H\ncardsharp record 1").contains("line 4: "));
    assert!(refused("cardsharp record 1", "forced 0 fly\ncardsharp record 1").contains("line 4: "));
    assert!(refused("game indigo", "game tarot").contains("line 5: "));
    assert!(refused("cardsharp record 1\n", "").contains("found \"game indigo\""));
}

/// A game after take-backs equals the game without them: random numbers belong to the decision.
#[test]
fn a_game_in_which_decisions_are_taken_back_is_the_game_left_alone() {
    let specs = ["random", "human", "random", "human"];
    let mut left_alone = sitting::<Intensity>(5, &specs);
    let mut taken_back = sitting::<Intensity>(5, &specs);
    while step(&mut left_alone) {}
    let (person, mut backs) = (Seat::new(1), 0);
    assert_eq!(taken_back.last_decision(person), None);
    while step(&mut taken_back) {
        let Some(decision) = taken_back.last_decision(person).filter(|_| backs < 5) else { continue };
        backs += 1;
        let back = taken_back.back_to(decision);
        assert_eq!((back.record().events().len(), back.to_move()), (decision, ToMove::Person(person)));
        assert_eq!(back.record().events(), &taken_back.record().events()[..decision]);
        taken_back = back;
    }
    assert_eq!(taken_back.to_string(), left_alone.to_string());
    assert_eq!(backs, 5);
}

/// A fixed turn is not a decision.
#[test]
fn turns_that_are_laid_down_cannot_be_taken_back() {
    let names = (0..4).map(|seat| format!("Guest {seat}")).collect();
    let record = Record::from_seed(LuckyThirteen::default(), Seed(5), names);
    let mut legal = Vec::new();
    record.state().legal_actions(&mut legal);
    let specs = vec!["human".parse().unwrap(); 4];
    let mut sitting = Session::new(record, specs, vec![vec![legal[0]]]).ok().unwrap();
    let first = Seat::FIRST;
    assert!(step(&mut sitting));
    assert_eq!(sitting.last_decision(first), None);
    while sitting.to_move() != ToMove::Person(first) {
        assert!(step(&mut sitting));
    }
    let events = sitting.record().events().len();
    assert!(step(&mut sitting));
    assert_eq!(sitting.last_decision(first), Some(events));
}

#[test]
fn a_seat_may_change_its_player() {
    let mut sitting = sitting::<Indigo>(5, &["human", "human"]);
    assert!(step(&mut sitting));
    let names = vec!["Guest 0".to_owned(), "Cleo".to_owned()];
    let mut reseated = sitting.reseated(Seat::new(1), "random".parse().unwrap(), names).unwrap();
    assert_eq!(reseated.record().events(), sitting.record().events());
    assert_eq!(reseated.name(Seat::new(1)), "Cleo");
    while step(&mut reseated) {}
    let nobody = sitting.reseated(Seat::FIRST, "nobody-at-all".parse().unwrap(), seat_names());
    assert!(nobody.is_err());
}

fn seat_names() -> Vec<String> {
    cardsharp_rules::seat_names::<Indigo>()
}
