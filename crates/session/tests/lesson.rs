//! Guided games played in many ways: every topic is taught once, when its rule applies.

use cardsharp_rules::hanamikoji::{self, Hanamikoji, Offer};
use cardsharp_rules::indigo::{self, Indigo};
use cardsharp_rules::intensity::{self, BUFFALO, CALVES, Intensity, legal_plays};
use cardsharp_rules::lucky_thirteen::LuckyThirteen;
use cardsharp_rules::{
    ActionOf, AnyGame, BySeat, Observation as _, ObservationOf, Record, Rng, Seat, Seed, State as _, Turn, with_game,
};
use cardsharp_search::{Player, Spec, roster, seat_player};

use cardsharp_presentation::Present;
use cardsharp_presentation::lesson::{Deed, Guide, Kind, Speech, Teacher};
use cardsharp_session::Session;

/// A step of a guided game: the action, the pupil's view before and after, and the messages.
struct Moment<G: Present> {
    deed: Option<Deed<G>>,
    before: Option<ObservationOf<G>>,
    now: ObservationOf<G>,
    said: Vec<Speech>,
}

type Way<'a, G> = &'a mut dyn FnMut(&ObservationOf<G>, &[ActionOf<G>]) -> ActionOf<G>;

fn guided<G: Present>(guide: &Guide, way: Way<'_, G>) -> (Vec<Moment<G>>, BySeat<i32>) {
    let names = ["Ann", "Bob", "Cleo", "Dan"].map(str::to_owned)[..G::SEATS].to_vec();
    let specs = ["human"].iter().chain(guide.opponents).map(|spec| spec.parse().unwrap()).collect();
    let mut sitting =
        Session::new(Record::from_seed(G::default(), Seed(guide.seed), names.clone()), specs, Vec::new()).unwrap();
    let mut teacher = Teacher::<G>::new(&names);
    let now = sitting.view(Seat::FIRST);
    let said = teacher.see(None, now.clone());
    let mut moments: Vec<Moment<G>> = vec![Moment { deed: None, before: None, now, said }];
    while sitting.record().state().turn() != Turn::Over {
        let (seat, action) = if let Some(acted) = sitting.let_players_play_one().unwrap() {
            acted
        } else {
            let action = way(&sitting.view(Seat::FIRST), &sitting.legal_actions());
            sitting.play(action).unwrap();
            (Seat::FIRST, action)
        };
        let is_seen = seat == Seat::FIRST || G::State::is_open(action);
        let deed = Some((seat, is_seen.then_some(action)));
        let (before, now) = (moments.last().map(|moment| moment.now.clone()), sitting.view(Seat::FIRST));
        let said = teacher.see(deed, now.clone());
        moments.push(Moment { deed, before, now, said });
    }
    (moments, sitting.record().result().unwrap())
}

/// Inspects a game step by step, and its result.
type Look<'a, G> = &'a mut dyn FnMut(&str, &[Moment<G>], &BySeat<i32>);

/// Plays the same deal in many ways: the first and the last legal action, at random, and as house players do.
fn each_way<G: Present>(look: Look<'_, G>) {
    let guide = G::GUIDE.unwrap();
    let mut play = |name: &str, way: Way<'_, G>| {
        let (moments, result) = guided::<G>(&guide, way);
        look(name, &moments, &result);
    };
    play("first", &mut |_, legal| legal[0]);
    play("last", &mut |_, legal| legal[legal.len() - 1]);
    for luck in 0..30 {
        let mut rng = Rng::new(Seed(luck));
        play(&format!("chance {luck}"), &mut |_, legal| legal[rng.below(legal.len() as u32) as usize]);
    }
    let game = G::default();
    for quick in roster(&game).iter().filter(|offer| offer.settings.is_empty()) {
        let spec = Spec { name: quick.name.to_owned(), settings: Vec::new() };
        let (player, mut rng): (Box<dyn Player<G>>, _) = (seat_player(&game, &spec).unwrap(), Rng::new(Seed(1)));
        play(quick.name, &mut |view, _| player.choose(view, &mut rng));
    }
}

/// Every topic is taught once, in a step that `fits` it, in few words that point at something. Every action of the
/// pupil gets a message, and the final message is true.
fn check<G: Present>(fits: fn(&str, &Moment<G>) -> bool) {
    let guide = G::GUIDE.unwrap();
    let mut wins = 0;
    each_way::<G>(&mut |way, moments, result| {
        let about = |topic: &str| format!("{}, {way}: {topic}", G::NAME);
        let mut taught = Vec::new();
        let mut is_silent = false;
        for moment in moments {
            let is_own = moment.deed.is_some_and(|(seat, _)| seat == Seat::FIRST);
            assert!(!(is_own && is_silent), "{}", about("nothing is said of what the pupil did"));
            is_silent = (is_silent || is_own) && moment.said.is_empty();
            for Speech { topic, kind, at, words } in &moment.said {
                let words = words.to_string();
                assert!(
                    !at.is_empty() && words.len() < 290 && words.ends_with(['.', '?']),
                    "{}: {words}",
                    about(topic)
                );
                assert!(!words.contains("  ") && !words.contains(" 1 cards"), "{words}");
                if *kind != Kind::News {
                    assert!(fits(topic, moment), "{} is taught when it does not apply: {words}", about(topic));
                    taught.push(*topic);
                }
            }
        }
        assert!(!is_silent, "{}", about("the end is told"));
        let listed = guide.topics.iter().chain(guide.occasional);
        for topic in listed {
            let times = taught.iter().filter(|known| *known == topic).count();
            let is_certain = guide.topics.contains(topic);
            assert!(times == 1 || (!is_certain && times == 0), "{} is taught {times} times", about(topic));
        }
        let known = |topic: &&str| guide.topics.contains(topic) || guide.occasional.contains(topic);
        assert!(taught.iter().all(known), "{}", about("a topic that is not on the list"));
        let end = moments.last().unwrap().said.last().unwrap().words.to_string();
        let (own, best) = (result[Seat::FIRST], result.as_slice().iter().max().copied().unwrap());
        let is_shared = result.as_slice().iter().filter(|&&returns| returns == best).count() > 1;
        let says_so = end.to_lowercase().contains("you win");
        assert_eq!(says_so, own == best && !is_shared, "{}: {end}", about("why"));
        wins += usize::from(says_so);
    });
    assert!(wins > 3, "{} has a first game in which the pupil won only {wins} times", G::NAME);
}

fn is_asked<G: Present>(moment: &Moment<G>) -> bool {
    moment.now.turn() == Turn::Of(Seat::FIRST)
}

#[test]
fn intensity_is_taught_when_its_rules_apply() {
    check::<Intensity>(|topic, moment| {
        let (table, hand) = (moment.now.table(), moment.now.hand());
        let legal = legal_plays(table, hand);
        let penalties = |view: &intensity::Observation| view.table().penalties().as_slice().iter().sum::<i32>();
        let played = match moment.deed {
            Some((seat, Some(intensity::Action::Play(card)))) => Some((seat, card)),
            _ => None,
        };
        let led = |view: &intensity::Observation| view.table().led();
        let strays = played
            .is_some_and(|(_, card)| moment.before.as_ref().and_then(led).is_some_and(|led| led.suit() != card.suit()));
        let follows = table.led().map(|led| legal.is_subset(led.suit().cards()));
        match topic {
            "herds" | "bad-cards" | "pass" => is_asked(moment) && !table.all_passed(),
            "received" => table.all_passed() && played.is_none(),
            "lead" => is_asked(moment) && table.all_passed() && follows.is_none(),
            "left" => table.plays().len() == 24,
            "late" => table.plays().len() == 32,
            "last" => table.plays().len() == 36,
            "calf-lead" => is_asked(moment) && !(hand & CALVES).is_empty() && (legal & CALVES).is_empty(),
            "follow" => is_asked(moment) && follows == Some(true),
            "throw" => is_asked(moment) && follows == Some(false),
            "void" => strays || (is_asked(moment) && follows == Some(false)),
            "buffalo" => hand.contains(BUFFALO) || played.is_some_and(|(_, card)| card == BUFFALO),
            "round" => table.plays().len() == 4,
            "penalty" => penalties(&moment.now) > 0 && moment.before.as_ref().map(penalties) == Some(0),
            "broken" => table.calves_broken(),
            "end" => moment.now.turn() == Turn::Over,
            _ => false,
        }
    });
}

#[test]
fn hanamikoji_is_taught_when_its_rules_apply() {
    check::<Hanamikoji>(|topic, moment| {
        let table = moment.now.table();
        let (me, acts) = (Seat::FIRST, is_asked(moment) && table.offer().is_none());
        let used = |kind: hanamikoji::Kind| {
            let has_used = |view: &hanamikoji::Observation| view.table().has_used(me, kind);
            // The action is available now or was just used.
            (acts && !table.has_used(me, kind))
                || (has_used(&moment.now) && !moment.before.as_ref().is_some_and(has_used))
        };
        match topic {
            "goal" | "types" | "turn" => acts && table.shown().is_empty(),
            "secret" => used(hanamikoji::Kind::Secret),
            "burn" => used(hanamikoji::Kind::Burn),
            "gift" => used(hanamikoji::Kind::Gift),
            "competition" => used(hanamikoji::Kind::Competition),
            "answer-gift" => is_asked(moment) && matches!(table.offer(), Some(Offer::Gift(_))),
            "answer-pairs" => is_asked(moment) && matches!(table.offer(), Some(Offer::Competition(_))),
            "hidden" => matches!(moment.deed, Some((seat, None)) if seat != me),
            "more" => matches!(moment.deed, Some((_, Some(hanamikoji::Action::Take(_))))),
            "tie" => hanamikoji::Geisha::ALL.into_iter().any(|card| {
                let [mine, theirs] = [me, me.other()].map(|seat| table.placed()[seat].count(card));
                mine > 0 && mine == theirs
            }),
            "win" => acts && !table.shown().is_empty(),
            "end" => moment.now.turn() == Turn::Over,
            _ => false,
        }
    });
}

#[test]
fn indigo_is_taught_when_its_rules_apply() {
    check::<Indigo>(|topic, moment| {
        let table = moment.now.table();
        let matching = moment.now.hand() & table.capturing();
        let captured = |seat: Seat| {
            let many = |view: &indigo::Observation| view.table().captured()[seat].len();
            moment.before.as_ref().is_some_and(|before| many(before) < many(&moment.now))
        };
        let is_fresh = is_asked(moment) && table.hand_size(Seat::FIRST) == 6;
        match topic {
            "goal" => is_asked(moment) && table.plays().is_empty(),
            "match" => is_asked(moment) && table.top().is_some(),
            "capture" => is_asked(moment) && !matching.is_empty(),
            "no-match" => is_asked(moment) && table.top().is_some() && matching.is_empty(),
            "empty" => is_asked(moment) && table.top().is_none(),
            "captured" => captured(Seat::FIRST),
            "theirs" => captured(Seat::FIRST.other()),
            "deal" | "most" => is_fresh && table.deal_number() == 1,
            "last" => is_fresh && table.deal_number() == 3,
            "end" => moment.now.turn() == Turn::Over,
            _ => false,
        }
    });
}

#[test]
fn lucky_thirteen_is_taught_when_its_rules_apply() {
    check::<LuckyThirteen>(|topic, moment| {
        let round = moment.now.table().round();
        match topic {
            "goal" | "public" | "worth" | "discard" => is_asked(moment) && round == 0,
            "discards" => moment.deed.is_some_and(|(seat, _)| seat != Seat::FIRST),
            "one-public" => is_asked(moment) && round == 1,
            "all-four" => is_asked(moment) && round == 2,
            "alone" => is_asked(moment) && round == 3,
            "end" => moment.now.turn() == Turn::Over,
            _ => false,
        }
    });
}

/// Each word first appears where its topic is taught, or later; `None` marks words that never appear.
fn check_words<G: Present>(glossary: &[(&str, Option<&str>)]) {
    each_way::<G>(&mut |way, moments, _| {
        let mut known: Vec<&str> = Vec::new();
        for Speech { topic, words, .. } in moments.iter().flat_map(|moment| &moment.said) {
            known.push(topic);
            let words = words.to_string().to_lowercase();
            for (word, explained) in glossary.iter().filter(|(word, _)| words.contains(word)) {
                let is_known = explained.is_some_and(|topic| known.contains(&topic));
                assert!(is_known, "{}, {way}: “{word}” is said before it is explained: {words}", G::NAME);
            }
        }
    });
}

#[test]
fn a_word_of_a_game_is_explained_where_it_first_occurs() {
    check_words::<Intensity>(&[
        ("herd", Some("herds")),
        ("calf", Some("bad-cards")),
        ("buffalo", Some("bad-cards")),
        ("penalty point", Some("bad-cards")),
        ("lead", Some("lead")),
        ("calf may not be led", Some("calf-lead")),
        ("must follow", Some("follow")),
        // The lesson says "penalty points"; it has no second word for them.
        ("cost", None),
        ("pays", None),
    ]);
    check_words::<Hanamikoji>(&[
        ("type", Some("goal")),
        ("11 points", Some("goal")),
        ("stays out of the game", Some("types")),
        ("action", Some("turn")),
        ("pair 1", Some("competition")),
        ("nobody will", None),
    ]);
    check_words::<Indigo>(&[
        ("captur", Some("goal")),
        ("top card", Some("goal")),
        ("deal ", Some("deal")),
        ("table is empty", None),
    ]);
    check_words::<LuckyThirteen>(&[
        ("worth", Some("worth")),
        ("discard", Some("discard")),
        ("in the middle", Some("public")),
        ("way 2", Some("public")),
        ("worthiest", None),
    ]);
}

/// The first tip says how to win; the three ways to 13 are a list; the leader first hears what leading means.
#[test]
fn lessons_come_in_the_right_order() {
    let first = |topic: &str, said: &[Speech]| said.iter().position(|speech| speech.topic == topic);
    each_way::<Hanamikoji>(&mut |way, moments, _| {
        let goal = moments[0].said[0].words.to_string();
        assert!(goal.contains("You win with types worth 11 points") && goal.contains("four types"), "{way}: {goal}");
        let end = moments.last().unwrap();
        let [mine, theirs] = [0, 1].map(|seat| end.now.table().placed()[Seat::new(seat)]);
        let is_tied = hanamikoji::Geisha::ALL.into_iter().any(|card| mine.count(card) == theirs.count(card));
        let told = end.said.last().unwrap().words.to_string();
        assert_eq!(told.contains("nobody’s"), is_tied, "{way}: {told}");
    });
    each_way::<LuckyThirteen>(&mut |way, moments, _| {
        let ways = moments[0].said[first("public", &moments[0].said).unwrap()].words.to_string();
        let numbered: Vec<&str> = ways.lines().skip(1).filter_map(|line| line.get(..2)).collect();
        assert_eq!(numbered, ["1.", "2.", "3."], "{way}");
    });
    each_way::<Intensity>(&mut |way, moments, _| {
        let said: Vec<Speech> = moments.iter().flat_map(|moment| moment.said.clone()).collect();
        assert!(first("lead", &said) < first("calf-lead", &said), "{way}");
        let later = moments.iter().filter(|moment| moment.now.table().rounds() > 5);
        let taught = later.flat_map(|moment| &moment.said).filter(|speech| speech.kind == Kind::Rule);
        assert!(taught.count() >= 3, "{way}: the teacher speaks to the end");
    });
}

#[test]
fn every_game_of_the_house_has_a_first_game_and_others_need_none() {
    for game in AnyGame::all() {
        fn opponents<G: Present>(_: &G) -> Option<(usize, usize)> {
            let guide = G::GUIDE?;
            let gentlest = G::STRENGTHS[0].spec;
            assert!(guide.opponents.iter().all(|&spec| spec == gentlest), "{}: all are gentle, of one level", G::NAME);
            Some((guide.opponents.len() + 1, G::SEATS))
        }
        let (name, needs_none) = (game.name(), game.is_teaching());
        let opponents = with_game!(AnyGame, &game, game => opponents(game));
        assert!(opponents.map_or(needs_none, |(seated, seats)| seated == seats), "{name}");
    }
}
