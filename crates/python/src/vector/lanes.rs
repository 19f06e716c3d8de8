//! All lanes, divided among threads.

use cardsharp_rules::{Observation as _, Seat, Seed, State as _, Turn};
use rayon::ThreadPool;
use rayon::prelude::*;

use super::buffers::{Buffers, Masks, Observations};
use super::lane::{Autoreset, Lane};
use crate::playable::Playable;

pub(crate) trait Lanes: Send + Sync {
    fn reset(&mut self, seed: u64, buffers: Buffers<'_>);
    /// Plays an action in every game. If one is illegal, names the first and changes nothing.
    fn step(&mut self, actions: &[i64], buffers: Buffers<'_>) -> Result<(), String>;
    /// Plays `steps` random actions in every game. Returns the number of games that ended.
    fn step_randomly(&mut self, steps: u64, buffers: Buffers<'_>) -> u64;
}

pub(crate) struct Many<G: Playable> {
    game: G,
    autoreset: Autoreset,
    lanes: Vec<Lane<G>>,
    /// None with a single thread.
    pool: Option<ThreadPool>,
}

/// Parts for every thread, because some take longer than others.
const PARTS: usize = 4;

impl<G: Playable> Many<G> {
    /// Creates the lanes and their threads.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub(crate) fn new(game: &G, count: usize, autoreset: Autoreset, threads: usize) -> Result<Many<G>, String> {
        let build = || rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string());
        let pool = if threads > 1 { Some(build()?) } else { None };
        let lanes = (0..count as u64).map(|place| Lane::new(game, Seed(0), place)).collect();
        Ok(Many { game: game.clone(), autoreset, lanes, pool })
    }

    /// Runs work on every part of the lanes and buffers; `work` also gets the part's first place.
    fn share_out<T: Send>(
        &mut self,
        buffers: Buffers<'_>,
        work: impl Fn(&mut [Lane<G>], &mut Buffers<'_>, usize) -> T + Sync,
    ) -> Vec<T> {
        let count = self.lanes.len();
        let length = self.pool.as_ref().map_or(count, |pool| count.div_ceil(PARTS * pool.current_num_threads()));
        let parts = self.lanes.chunks_mut(length).zip(buffers.split(length)).enumerate();
        let mut parts: Vec<_> = parts.map(|(number, (lanes, buffers))| (lanes, buffers, number * length)).collect();
        match &self.pool {
            None => parts.iter_mut().map(|(lanes, buffers, first)| work(lanes, buffers, *first)).collect(),
            Some(pool) => pool
                .install(|| parts.par_iter_mut().map(|(lanes, buffers, first)| work(lanes, buffers, *first)).collect()),
        }
    }

    fn first_illegal(&self, actions: &[i64]) -> Option<usize> {
        let is_illegal = |(lane, &action): (&Lane<G>, &i64)| !lane.takes(read::<G>(action));
        match &self.pool {
            None => self.lanes.iter().zip(actions).position(is_illegal),
            Some(pool) => {
                pool.install(|| self.lanes.par_iter().with_min_len(256).zip(actions).position_first(is_illegal))
            }
        }
    }
}

fn read<G: Playable>(action: i64) -> Option<cardsharp_rules::ActionOf<G>> {
    usize::try_from(action).ok().and_then(G::action_at)
}

impl<G: Playable> Lanes for Many<G> {
    fn reset(&mut self, seed: u64, mut buffers: Buffers<'_>) {
        buffers.clear_masks();
        buffers.rewards.fill(0.0);
        let game = self.game.clone();
        self.share_out(buffers, |lanes, buffers, first| {
            let mut writer = Writer::<G>::new();
            for (place, lane) in lanes.iter_mut().enumerate() {
                *lane = Lane::new(&game, Seed(seed), (first + place) as u64);
                writer.write(lane, buffers, place);
            }
        });
    }

    fn step(&mut self, actions: &[i64], buffers: Buffers<'_>) -> Result<(), String> {
        if let Some(place) = self.first_illegal(actions) {
            return Err(describe_illegal(&self.lanes[place], place, actions[place]));
        }
        let (game, autoreset) = (self.game.clone(), self.autoreset);
        self.share_out(buffers, |lanes, buffers, first| {
            let mut writer = Writer::<G>::new();
            for (place, (lane, &action)) in lanes.iter_mut().zip(&actions[first..]).enumerate() {
                let rewards = &mut buffers.rewards[place * G::SEATS..(place + 1) * G::SEATS];
                lane.step(&game, read::<G>(action), autoreset, rewards);
                writer.write(lane, buffers, place);
            }
        });
        Ok(())
    }

    fn step_randomly(&mut self, steps: u64, buffers: Buffers<'_>) -> u64 {
        let (game, autoreset) = (self.game.clone(), self.autoreset);
        let ended = self.share_out(buffers, |lanes, buffers, _| {
            let (mut writer, mut ended, is_rich) = (Writer::<G>::new(), 0, buffers.is_rich());
            for (place, lane) in lanes.iter_mut().enumerate() {
                for step in 1..=steps {
                    let rewards = &mut buffers.rewards[place * G::SEATS..(place + 1) * G::SEATS];
                    lane.step_randomly(&game, autoreset, rewards);
                    ended += u64::from(lane.has_ended);
                    if is_rich || step == steps {
                        writer.write(lane, buffers, place);
                    }
                }
            }
            ended
        });
        ended.into_iter().sum()
    }
}

fn describe_illegal<G: Playable>(lane: &Lane<G>, place: usize, action: i64) -> String {
    let view = lane.state.observe(lane.observer());
    let what = match read::<G>(action) {
        Some(action) => format!("\"{action}\", which is not allowed"),
        None => format!("no number of an action of {}", G::TITLE),
    };
    format!("game {place}: {action} is {what}; seat {} sees {view}", view.seat())
}

struct Writer<G: Playable> {
    legal: Vec<cardsharp_rules::ActionOf<G>>,
}

impl<G: Playable> Writer<G> {
    fn new() -> Writer<G> {
        Writer { legal: Vec::new() }
    }

    #[inline]
    fn write(&mut self, lane: &mut Lane<G>, buffers: &mut Buffers<'_>, place: usize) {
        buffers.seats[place] = if let Turn::Of(seat) = lane.state.turn() { seat.index() as i8 } else { -1 };
        buffers.terminated[place] = lane.has_ended;
        if !matches!(buffers.observations, Observations::Unwanted) {
            buffers.observations.write::<G>(place, &lane.state.observe(lane.observer()));
        }
        if !matches!(buffers.masks, Masks::Unwanted) {
            buffers.masks.set::<G>(place, &lane.marked, false);
            self.legal.clear();
            lane.state.legal_actions(&mut self.legal);
            lane.marked.clear();
            lane.marked.extend(self.legal.iter().map(|&action| G::action_index(action) as u32));
            buffers.masks.set::<G>(place, &lane.marked, true);
        }
        if !buffers.hidden_cards.is_empty() {
            let all = &mut buffers.hidden_cards[place * G::SEATS * G::FEATURES..][..G::SEATS * G::FEATURES];
            for (seat, features) in Seat::all(G::SEATS).zip(all.chunks_exact_mut(G::FEATURES)) {
                G::encode(&lane.state.observe(seat), features);
            }
        }
    }
}
