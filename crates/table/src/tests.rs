use cardsharp_rules::indigo::{Indigo, Play};
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::{ActionOf, FaultKind, Game, Record, Rng, Seat, Seed, State as _, Verdict};
use cardsharp_search::{Player, StylePlayer};

use super::*;

fn record(seed: u64) -> Record<Indigo> {
    Record::from_seed(Indigo, Seed(seed), vec!["Lulu".to_owned(), "Morgan".to_owned()])
}

fn random() -> StylePlayer<Indigo> {
    StylePlayer(Box::new(cardsharp_rules::Random))
}

type Controllers<'a> = Vec<Controller<&'a dyn Player<Indigo>>>;

/// Plays a game in which `answer` answers for programs and persons.
fn play(
    controllers: Controllers<'_>,
    answer: impl Fn(&Question<Indigo>) -> Answer<Play>,
) -> (Record<Indigo>, Vec<Step<Play>>) {
    run(Table::new(record(7), controllers), answer)
}

/// Plays a game of Intensity, whose faults have a price, in which `answer` answers for the first seat.
fn play_intensity(answer: impl Fn() -> Failure) -> Record<Intensity> {
    let random = StylePlayer::<Intensity>(Box::new(cardsharp_rules::Random));
    let names = ["Lulu", "Morgan", "Amy", "Rat"].map(str::to_owned).to_vec();
    let mut sitters: Vec<Controller<&dyn Player<Intensity>>> = vec![Controller::Player(&random); 4];
    sitters[0] = Controller::Program;
    run(Table::new(Record::from_seed(Intensity, Seed(7), names), sitters), |_| Err(answer())).0
}

fn run<G: Game>(
    mut table: Table<G, &dyn Player<G>>,
    answer: impl Fn(&Question<G>) -> Answer<ActionOf<G>>,
) -> (Record<G>, Vec<Step<ActionOf<G>>>) {
    let mut steps = Vec::new();
    loop {
        let answer = match table.due() {
            Due::Player(player, question) => Ok(player.choose(&question.view, &mut question.rng())),
            Due::Program(question) | Due::Person(question) => answer(&question),
            Due::Settled(_, answer) => answer,
            Due::Over => return (table.into_record(), steps),
        };
        steps.push(table.answer(answer));
    }
}

#[test]
fn a_program_that_answers_as_a_player_does_is_that_player() {
    let random = random();
    let (ours, _) =
        play(vec![Controller::Player(&random), Controller::Player(&random)], |_| unreachable!("nobody is asked"));
    for who in [Controller::Program, Controller::Person] {
        let asked = |question: &Question<Indigo>| Ok(random.choose(&question.view, &mut question.rng()));
        let (theirs, steps) = play(vec![who, Controller::Player(&random)], asked);
        assert_eq!(theirs, ours);
        assert!(steps.iter().all(|step| matches!(step, Step::Moved(..))));
    }
}

#[test]
fn a_failure_is_noted_costs_what_the_game_says_and_the_referee_chooses_by_the_seed() {
    let random = random();
    let fail = |_: &Question<Indigo>| Err(Failure::new(Verdict::Crash, "gone"));
    let sitters = || vec![Controller::Program, Controller::Player(&random as &dyn Player<Indigo>)];
    let (first, steps) = play(sitters(), fail);
    let start = record(7).state().random_action(&mut Luck::of(Seed(7)).referee(0));
    let (seat, kind, failure) = (Seat::FIRST, FaultKind::Cause, Failure::new(Verdict::Crash, "gone"));
    assert_eq!(steps[0], Step::Faulted { seat, failure, kind, penalty: 0, chosen: start });
    assert_eq!(play(sitters(), fail).0, first);
}

#[test]
fn a_third_fault_of_any_kind_loses_the_game_and_the_referee_plays_on() {
    for verdict in [Verdict::Illegal, Verdict::Timeout, Verdict::Crash] {
        a_third_fault_loses(verdict);
    }
}

fn a_third_fault_loses(verdict: Verdict) {
    let random = random();
    let asked = std::cell::Cell::new(0);
    let fail = |_: &Question<Indigo>| {
        asked.set(asked.get() + 1);
        Err(Failure::new(verdict, "nothing"))
    };
    let controllers = || vec![Controller::Program, Controller::Player(&random as &dyn Player<Indigo>)];
    let (lost, _) = play(controllers(), fail);
    assert!(lost.each_fault().all(|fault| fault.verdict == verdict && fault.answer == "nothing"));
    let kinds: Vec<FaultKind> = lost.each_fault().map(|fault| fault.kind).collect();
    assert_eq!((asked.take(), kinds), (3, vec![FaultKind::Cause, FaultKind::Cause, FaultKind::Forfeit]));
    assert_eq!((lost.actions_by(Seat::FIRST), lost.lost().as_slice()), (24, [true, false].as_slice()));
    let (result, cards) = (lost.result().unwrap(), lost.state().returns().unwrap());
    assert_eq!(result[Seat::new(1)], cards[Seat::new(1)], "what the other got stands");
    assert!(result[Seat::FIRST] < result[Seat::new(1)]);
    assert_eq!(play(controllers(), fail).0, lost);
    // The record holds the loss, so a resumed table continues in the same way.
    let read = Record::<Indigo>::parse(&lost.to_string()).unwrap();
    assert_eq!(read, lost);
    let half = lost.to_string().lines().take(20).collect::<Vec<_>>().join("\n");
    let begun = Record::<Indigo>::parse(&half).unwrap();
    let rest = Table::new(begun, controllers()).play_out(|_, controller, question, rng: &mut Rng| match controller {
        Controller::Player(player) => player.choose(&question.view, rng),
        Controller::Program | Controller::Person => unreachable!("it has lost"),
    });
    assert_eq!(rest, lost);
}

#[test]
fn a_program_that_is_gone_has_lost_at_once() {
    let random = random();
    let die = |_: &Question<Indigo>| Err(Failure::new(Verdict::Crash, "gone").leaving(Aftermath::Gone));
    let (lost, _) = play(vec![Controller::Program, Controller::Player(&random as &dyn Player<Indigo>)], die);
    assert_eq!((lost.faults()[Seat::FIRST], lost.lost().as_slice()), (1, [true, false].as_slice()));
}

#[test]
fn where_a_fault_has_a_price_nobody_loses_by_it_and_first_causes_are_told_from_what_follows() {
    let aftermath = std::cell::Cell::new(Aftermath::Gone);
    let record = play_intensity(|| Failure::new(Verdict::Crash, "gone").leaving(aftermath.replace(Aftermath::WasGone)));
    assert_eq!((record.faults()[Seat::FIRST], record.causes(Seat::FIRST), record.lost()[Seat::FIRST]), (11, 1, false));
    let cards = record.state().returns().unwrap();
    assert_eq!(record.result().unwrap()[Seat::FIRST], cards[Seat::FIRST] - 55, "five points for every decision");
    assert!(fault_rule::<Intensity>().contains("costs 5 penalty points"), "{}", fault_rule::<Intensity>());
    assert!(fault_rule::<Indigo>().contains("loses the game"));
}

#[test]
fn an_illegal_answer_of_a_program_is_a_fault_and_of_a_person_a_slip() {
    let random = random();
    let state = *record(7).state();
    let theirs = Play(state.hands()[Seat::new(1)].iter().next().unwrap());
    let mut table = Table::new(record(7), vec![Controller::Person, Controller::Player(&random as &dyn Player<Indigo>)]);
    assert_eq!(table.judge(&Ok(theirs)).unwrap().verdict, Verdict::Illegal);
    assert_eq!(table.answer(Ok(theirs)), Step::Refused(Seat::FIRST, theirs));
    assert_eq!((table.record().events().len(), table.to_move()), (0, ToMove::Person(Seat::FIRST)));
    let mut table =
        Table::new(record(7), vec![Controller::Program, Controller::Player(&random as &dyn Player<Indigo>)]);
    let Step::Faulted { failure, .. } = table.answer(Ok(theirs)) else { panic!("a program's answer is judged") };
    assert_eq!((failure.verdict, failure.answer), (Verdict::Illegal, theirs.to_string()));
    assert_eq!(table.record().actions_so_far(), 1);
}

#[test]
fn who_has_slept_three_times_is_not_asked_again_and_faulted_all_the_same() {
    let asked = std::cell::Cell::new(0);
    let play = |verdict| {
        let record = play_intensity(|| {
            asked.set(asked.get() + 1);
            Failure::new(verdict, "")
        });
        (asked.take(), record.faults()[Seat::FIRST], record.causes(Seat::FIRST))
    };
    assert_eq!(play(Verdict::Timeout), (3, 11, 3));
    assert_eq!(play(Verdict::Crash), (11, 11, 11));
}

#[test]
fn what_is_laid_down_comes_first_and_what_is_impossible_there_is_a_fault() {
    let random = random();
    let hand: Vec<Play> = record(7).state().hands()[Seat::FIRST].iter().map(Play).collect();
    let table = |opening: Vec<Play>| {
        let controllers = vec![Controller::Person, Controller::Player(&random as &dyn Player<Indigo>)];
        Table::new(record(7), controllers).with_openings(vec![opening, Vec::new()])
    };
    let asked = |question: &Question<Indigo>| Ok(random.choose(&question.view, &mut question.rng()));
    let (played, _) = run(table(vec![hand[3], hand[1]]), asked);
    assert_eq!([0, 2].map(|place| played.actions().nth(place).unwrap()), [hand[3], hand[1]]);
    assert_eq!(table(vec![hand[3]]).to_move(), ToMove::Player(Seat::FIRST), "nobody is asked for it");
    let (twice, _) = run(table(vec![hand[3]; 2]), asked);
    assert_eq!(twice.faults()[Seat::FIRST], 1);
}

#[test]
fn a_table_taken_up_again_goes_on_as_it_would_have() {
    let random = random();
    let sitters = || vec![Controller::Player(&random as &dyn Player<Indigo>); 2];
    let (whole, _) = play(sitters(), |_| unreachable!("nobody is asked"));
    let mut begun = record(7);
    for action in whole.actions().take(11) {
        begun.play(action).unwrap();
    }
    let rest = Table::new(begun, sitters()).play_out(|_, controller, question, rng: &mut Rng| match controller {
        Controller::Player(player) => player.choose(&question.view, rng),
        Controller::Program | Controller::Person => unreachable!("nobody is asked"),
    });
    assert_eq!(rest, whole);
}

#[test]
#[should_panic(expected = "Lulu fails: illegal")]
fn a_player_of_ours_that_errs_is_a_defect() {
    let random = random();
    let theirs = Play(record(7).state().hands()[Seat::new(1)].iter().next().unwrap());
    let sitters: Controllers<'_> = vec![Controller::Player(&random), Controller::Player(&random)];
    Table::new(record(7), sitters).play_out(|_, _, _, _| theirs);
}
