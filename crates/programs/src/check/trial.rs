//! Runs a program in situations and in whole games.

use std::time::{Duration, Instant};

use cardsharp_rules::{ActionOf, FaultKind, ObservationOf, Record, Rng, Seat, Seed, Verdict};
use cardsharp_sandbox::Ending;
use cardsharp_search::threads::Progress;
use cardsharp_search::{Player, StylePlayer};
use cardsharp_stats::DecisionTimes;

use super::situations::kind_of;
use super::{Report, situations};
use crate::lines::LineProgram;
use crate::{
    Agent, Bot, Exchange, FILLERS, Failure, Hosted, MOST_TIMEOUTS, OnFault, Protocol, Reply, Start, Stop, Terms,
    referee_game,
};

/// The trial of a program.
pub struct Trial<'a, G: Hosted> {
    /// The game.
    pub game: &'a G,
    /// The bot.
    pub bot: &'a Bot,
    /// The seed of the situations.
    pub seed: Seed,
    /// The approximate number of situations.
    pub count: u64,
    /// The deadline of the check.
    pub until: Option<Instant>,
    /// Called with the number of situations so far.
    pub progress: Progress<'a>,
}

pub(super) struct Asked<A> {
    pub(super) kind: &'static str,
    pub(super) reply: Reply<A>,
}

pub(super) type Answers<G> = Vec<Asked<ActionOf<G>>>;

/// The least time of a decision near the deadline.
const LEAST: Duration = Duration::from_secs(1);
/// The step between repeated situations.
const REPEAT_EVERY: usize = 4;
/// The number of late decisions that ends the check: it should take minutes, not hours.
const PATIENCE: usize = MOST_TIMEOUTS as usize;

impl<G: Hosted> Trial<'_, G> {
    /// Checks the program.
    ///
    /// # Errors
    /// If programs cannot be run here.
    pub fn run(&self) -> Result<Report, Stop> {
        let mut report = Report {
            name: Bot { terms: self.in_time(self.bot.terms), ..self.bot.clone() }.own_name()?,
            ..Report::default()
        };
        let (asked, stray) = self.ask_all(self.bot, self.count)?;
        report.stray_output = stray;
        let mut times = Vec::new();
        for Asked { kind, reply } in &asked {
            let failure = reply.answer.as_ref().err().map(|failure| (failure, &reply.exchange));
            report.note(kind, failure);
            times.push(reply.usage.wall);
            report.cpu = report.cpu.max(reply.usage.cpu);
            report.memory = report.memory.max(reply.usage.memory);
            report.stray_errors += u64::from(!reply.exchange.errors.is_empty());
            report.stray_output +=
                u64::from(reply.answer.is_ok() && is_untidy(self.bot.protocol, &reply.exchange.output));
        }
        report.times = DecisionTimes::of(times);
        if !asked.iter().any(|asked| is_mute(&asked.reply.exchange)) {
            report.repeated = self.repeat(&asked)?;
        }
        report.is_cut_short = self.is_late();
        Ok(report)
    }

    pub(super) fn is_late(&self) -> bool {
        self.until.is_some_and(|until| until <= Instant::now())
    }

    /// Shortens the decision time so that the check meets its deadline.
    fn in_time(&self, terms: Terms) -> Terms {
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()).max(LEAST));
        Terms { decision: left.map_or(terms.decision, |left| terms.decision.min(left)), ..terms }
    }

    /// Asks about `count` situations. Returns the decisions and the number of stray outputs.
    pub(super) fn ask_all(&self, bot: &Bot, count: u64) -> Result<(Answers<G>, u64), Stop> {
        if bot.protocol == Protocol::Json {
            return self.play_games(bot, count);
        }
        let (mut asked, mut late) = (Vec::new(), 0);
        for situation in situations(self.game, self.seed, count) {
            if self.is_late() {
                break;
            }
            let bot = Bot { terms: self.in_time(bot.terms), ..bot.clone() };
            let reply = self.put(bot.agent().as_mut(), &situation.view)?;
            (self.progress)(asked.len() as u64);
            late += usize::from(is_late(&reply));
            asked.push(Asked { kind: situation.kind, reply });
            if late == PATIENCE {
                break;
            }
        }
        Ok((asked, 0))
    }

    fn put(&self, program: &mut dyn Agent<G>, view: &ObservationOf<G>) -> Result<Reply<ActionOf<G>>, Stop> {
        use cardsharp_rules::Observation;
        let names: Vec<String> = FILLERS.iter().take(G::SEATS).map(|&name| name.to_owned()).collect();
        program.begin(&Start { game: self.game, seat: view.seat(), names: &names })?;
        // Programs do not use this generator.
        program.choose(view, &mut Rng::new(self.seed))
    }

    /// Runs a program in whole games, because a process that lives as long as a game may remember it.
    fn play_games(&self, bot: &Bot, count: u64) -> Result<(Answers<G>, u64), Stop> {
        let (mut asked, mut stray, mut late) = (Vec::new(), 0, 0);
        for number in 0.. {
            (self.progress)(asked.len() as u64);
            if asked.len() as u64 >= count || late == PATIENCE || self.is_late() {
                break;
            }
            let (game, strays) = self.play_game(bot, number)?;
            late += usize::from(game.iter().any(|asked| is_late(&asked.reply)));
            // A program that did not say hello will not say it next time.
            late = if game.iter().any(|asked| is_mute(&asked.reply.exchange)) { PATIENCE } else { late };
            asked.extend(game);
            stray += u64::from(strays > 0);
        }
        Ok((asked, stray))
    }

    fn play_game(&self, bot: &Bot, number: u64) -> Result<(Answers<G>, usize), Stop> {
        let random: &dyn Player<G> = &StylePlayer(Box::new(cardsharp_rules::Random));
        let bot = Bot { terms: self.in_time(bot.terms), ..bot.clone() };
        let mut listened = Listened { program: LineProgram::new(&bot), asked: Vec::new() };
        let seat = Seat::new(number as usize % G::SEATS);
        {
            let house = |_| Box::new(random) as Box<dyn Agent<G> + '_>;
            let mut agents: Vec<_> = Seat::all(G::SEATS).map(house).collect();
            agents[seat.index()] = Box::new(&mut listened);
            let names = FILLERS.iter().take(G::SEATS).map(|&name| name.to_owned()).collect();
            referee_game(self.game, self.seed.game(number), names, &mut agents, OnFault::GoOn, &mut ())?;
        }
        let errors = listened.program.errors().to_owned();
        if let Some(last) = listened.asked.last_mut() {
            last.reply.exchange.errors = errors;
        }
        Ok((listened.asked, listened.program.stray()))
    }

    /// Repeats some situations. Returns their number, and the number of different answers.
    fn repeat(&self, asked: &[Asked<ActionOf<G>>]) -> Result<(u64, u64), Stop> {
        let mut repeated = (0, 0);
        let mut compare = |first: &Asked<ActionOf<G>>, second: &Asked<ActionOf<G>>| {
            repeated.0 += 1;
            repeated.1 += u64::from(first.reply.answer.as_ref().ok() != second.reply.answer.as_ref().ok());
        };
        if self.bot.protocol == Protocol::Json {
            let (again, _) = self.play_game(self.bot, 0)?;
            asked.iter().zip(&again).for_each(|(first, second)| compare(first, second));
            return Ok(repeated);
        }
        let mut agent = self.bot.agent();
        let situations = situations(self.game, self.seed, self.count);
        for (first, situation) in asked.iter().zip(&situations).step_by(REPEAT_EVERY) {
            if self.is_late() {
                break;
            }
            let reply = self.put(agent.as_mut(), &situation.view)?;
            compare(first, &Asked { kind: situation.kind, reply });
        }
        Ok(repeated)
    }
}

pub(super) fn is_mute(exchange: &Exchange) -> bool {
    exchange.ending == Some(Ending::Idle)
}

fn is_late<A>(reply: &Reply<A>) -> bool {
    reply.answer.as_ref().is_err_and(|failure| failure.verdict == Verdict::Timeout)
}

/// Whether standard output holds more than an answer.
fn is_untidy(protocol: Protocol, output: &str) -> bool {
    match protocol {
        Protocol::Original => {
            output.split_whitespace().any(|word| word.parse::<u8>().is_err()) || {
                let words = output.split_whitespace().count();
                words != 1 && words != 3
            }
        }
        Protocol::Json | Protocol::Once => output.lines().filter(|line| !line.trim().is_empty()).count() > 1,
    }
}

struct Listened<G: Hosted> {
    program: LineProgram<G>,
    asked: Vec<Asked<ActionOf<G>>>,
}

impl<G: Hosted> Agent<G> for &mut Listened<G> {
    fn begin(&mut self, start: &Start<'_, G>) -> Result<(), Stop> {
        self.program.begin(start)
    }

    fn choose(&mut self, view: &ObservationOf<G>, rng: &mut Rng) -> Result<Reply<ActionOf<G>>, Stop> {
        let reply = self.program.choose(view, rng)?;
        self.asked.push(Asked { kind: kind_of::<G>(view), reply: reply.clone() });
        Ok(reply)
    }

    fn corrected(&mut self, failure: &Failure, kind: FaultKind, chosen: ActionOf<G>) {
        self.program.corrected(failure, kind, chosen);
    }

    fn end(&mut self, record: &Record<G>) {
        self.program.end(record);
    }
}
