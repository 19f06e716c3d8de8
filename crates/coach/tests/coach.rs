//! The coach finds planted mistakes: house players with one broken habit, whose cost a match measures.

use cardsharp_coach::{Account, Coach, Watched, account_json};
use cardsharp_presentation::Present;
use cardsharp_rules::hanamikoji::{self, Hanamikoji};
use cardsharp_rules::indigo::{self, Indigo};
use cardsharp_rules::intensity::{self, BUFFALO, Intensity};
use cardsharp_rules::lucky_thirteen::{self, LuckyThirteen};
use cardsharp_rules::{
    ActionOf, Fault, FaultKind, Observation as _, ObservationOf, Record, Rng, Seat, Seed, State as _, Turn, Verdict,
    outcome, seat_names,
};
use cardsharp_search::{Budget, Player, Search, seat_player};
use cardsharp_stats::Mean;
use cardsharp_table::{play_game, play_on};

/// Returns the action of a habit, if it is possible.
type Habit<G> = fn(&ObservationOf<G>, &[ActionOf<G>]) -> Option<ActionOf<G>>;

/// A house player with one habit of its own.
struct Broken<G: Present> {
    sound: Box<dyn Player<G>>,
    habit: Habit<G>,
}

impl<G: Present> Player<G> for Broken<G> {
    fn choose(&self, view: &ObservationOf<G>, rng: &mut Rng) -> ActionOf<G> {
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        (self.habit)(view, &legal).unwrap_or_else(|| self.sound.choose(view, rng))
    }
}

fn player<G: Present>(spec: &str) -> Box<dyn Player<G>> {
    seat_player(&G::default(), &spec.parse().unwrap()).unwrap()
}

fn seat_players<'a, G: Present>(
    seat: Seat,
    one: &'a dyn Player<G>,
    other: &'a dyn Player<G>,
) -> Vec<&'a dyn Player<G>> {
    Seat::all(G::SEATS).map(|place| if place == seat { one } else { other }).collect()
}

/// Plays the game with this number; the pupil moves one seat per game.
fn play<G: Present>(number: u64, pupil: &dyn Player<G>, other: &dyn Player<G>) -> Watched<G> {
    let seat = Seat::new(number as usize % G::SEATS);
    let record = play_game(&G::default(), Seed(77).game(number), &seat_players(seat, pupil, other), seat_names::<G>());
    Watched { record, seat }
}

fn points<G: Present>(watched: &Watched<G>) -> f64 {
    let result = watched.record.result().unwrap();
    f64::from(outcome::tournament_halves(&result)[watched.seat]) / 2.0
}

fn coach<G: Present>(game: &G, nodes: u64, threads: usize) -> Coach<'_, G> {
    let worlds = nodes as usize;
    let how = Search { budget: Budget::Nodes(nodes), worlds, objective: G::OBJECTIVE, exploration: 1.0 };
    Coach { game, how, rival: None, seed: Seed(5), threads }
}

/// Coaches a broken player. The habit must be the first finding, and its price that of a match on the same deals.
fn finds<G: Present>(sound: &str, habit: Habit<G>, (games, deals, nodes): (u64, u64, u64), title: &str) {
    let (game, whole) = (G::default(), player::<G>(sound));
    let broken = Broken { sound: player::<G>(sound), habit };
    let watched: Vec<Watched<G>> = (0..games).map(|number| play(number, &broken, whole.as_ref())).collect();
    let coach = coach(&game, nodes, 2);
    let mut account = coach.review(&watched, &|_| ());
    let finish = |record: Record<G>, _: Seat| play_on(record, &vec![whole.as_ref(); G::SEATS]).result();
    coach.play_on(&mut account, &watched, (1, 400, 2), &finish, &|_| ());
    let lost = (0..deals).map(|number| {
        points(&play(number, whole.as_ref(), whole.as_ref())) - points(&play(number, &broken, whole.as_ref()))
    });
    let lost = Mean::of(&lost.collect::<Vec<f64>>());
    let first = &account.kinds[0];
    let figure = |mean: &Mean| format!("{:.3} ± {:.3}", mean.mean, mean.error);
    let played = first.played_on.unwrap();
    let told = format!(
        "{}: {}, {} in {games} games: {}; games played on {}; match {}; next: {}, {}",
        G::TITLE,
        first.title(),
        first.times(),
        figure(&first.price),
        figure(&played.played),
        figure(&lost),
        account.kinds[1].title(),
        figure(&account.kinds[1].price),
    );
    // `benchmarks/coach.md` has these lines; `--nocapture` shows them.
    println!("{told}");
    assert_eq!(first.title(), title, "{told}");
    assert!(first.price.mean > 2.0 * account.kinds[1].price.mean, "{told}");
    let agree = |price: &Mean| (price.mean - lost.mean).abs() < 2.0 * price.error.hypot(lost.error);
    assert!(lost.mean > 4.0 * lost.error, "it is a weakness: {told}");
    assert!(agree(&first.price), "{told}");
    assert!(
        (played.played.mean - played.valued.mean).abs() < 3.0 * played.played.error.hypot(played.valued.error),
        "{told}"
    );
}

#[test]
fn leading_the_buffalo_is_reported() {
    fn habit(view: &intensity::Observation, legal: &[intensity::Action]) -> Option<intensity::Action> {
        let lead = intensity::Action::Play(BUFFALO);
        let leads = view.table().all_passed() && view.table().round().is_empty();
        (leads && legal.contains(&lead)).then_some(lead)
    }
    finds::<Intensity>("careful", habit, (120, 4000, 60), "leads the buffalo");
}

#[test]
fn throwing_candidates_away_is_reported() {
    fn habit(view: &indigo::Observation, legal: &[indigo::Play]) -> Option<indigo::Play> {
        let capturing = view.table().capturing();
        let is_small = view.table().pile().len() < 4 && !(view.hand() & capturing).is_empty();
        legal.iter().copied().find(|play| is_small && !capturing.contains(play.0))
    }
    finds::<Indigo>("greedy", habit, (60, 4000, 300), "lets a capture go");
}

/// All players decide as the champion's network does: the cost of a choice depends on the answers.
#[test]
fn hiding_pairs_is_reported() {
    fn habit(view: &hanamikoji::Observation, legal: &[hanamikoji::Action]) -> Option<hanamikoji::Action> {
        legal.iter().copied().find(|&action| Hanamikoji::manner(view, action) == "burns a pair")
    }
    finds::<Hanamikoji>("learned", habit, (60, 4000, 120), "burns a pair");
}

#[test]
fn breaking_a_13_is_reported() {
    fn habit(view: &lucky_thirteen::Observation, legal: &[lucky_thirteen::Discard]) -> Option<lucky_thirteen::Discard> {
        legal.iter().copied().find(|&discard| LuckyThirteen::manner(view, discard) == "breaks its 13")
    }
    finds::<LuckyThirteen>("keep13", habit, (200, 4000, 200), "breaks its 13");
}

fn describe<G: Present>(account: &Account<G>) -> String {
    account_json(account, &account.instructive(10)).to_string()
}

#[test]
fn the_same_seed_gives_the_same_account_on_any_number_of_threads() {
    let (game, greedy, classic) = (Indigo, player::<Indigo>("greedy"), player::<Indigo>("classic"));
    let watched: Vec<Watched<Indigo>> = (0..6).map(|number| play(number, classic.as_ref(), greedy.as_ref())).collect();
    let one = coach(&game, 50, 1).review(&watched, &|_| ());
    assert!(!one.mistakes.is_empty());
    assert_eq!(describe(&one), describe(&coach(&game, 50, 3).review(&watched, &|_| ())));
}

#[test]
fn actions_of_the_referee_are_no_mistakes() {
    let (game, greedy) = (Indigo, player::<Indigo>("greedy"));
    let Watched { record, seat } = play(0, greedy.as_ref(), greedy.as_ref());
    let mut faulty = Record::from_seed(Indigo, record.seed().unwrap(), seat_names::<Indigo>());
    for action in record.actions() {
        if faulty.state().turn() == Turn::Of(seat) {
            faulty.fault(Fault { seat, verdict: Verdict::Crash, answer: String::new(), kind: FaultKind::Cause });
        }
        faulty.play(action).unwrap();
    }
    let account = coach(&game, 20, 1).review(&[Watched { record: faulty, seat }], &|_| ());
    assert_eq!((account.decisions, account.faults, account.mistakes.len()), (0, 24, 0));
}

#[test]
fn a_player_who_agrees_with_the_rival_makes_no_mistakes() {
    let (game, greedy, classic) = (Indigo, player::<Indigo>("greedy"), player::<Indigo>("classic"));
    let watched: Vec<Watched<Indigo>> = (0..4).map(|number| play(number, classic.as_ref(), greedy.as_ref())).collect();
    let rival = Broken::<Indigo> { sound: greedy, habit: |_, legal| legal.first().copied() };
    let copied = Watched { record: play(0, &rival, classic.as_ref()).record, seat: Seat::FIRST };
    let coach = Coach { rival: Some(&rival), ..coach(&game, 20, 1) };
    assert!(coach.review(&[copied], &|_| ()).mistakes.is_empty());
    assert!(!coach.review(&watched, &|_| ()).mistakes.is_empty());
}
