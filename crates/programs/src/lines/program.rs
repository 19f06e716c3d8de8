//! The line protocol with a process that lives as long as the game.

use std::time::Duration;

use cardsharp_rules::{ActionOf, FaultKind, ObservationOf, Record, Rng, Seat, Verdict};
use cardsharp_sandbox::{Ending, Limits, Session, Usage};

use super::{fault_line, game_line, hello_line, over_line, read_action, read_hello, turn_line};
use crate::{Aftermath, Agent, Bank, Bot, Exchange, Failure, Hosted, Reply, Start, Stop, Terms, failure_of};

/// A program whose process lives as long as the game. After its process has died or run out of time, every further turn
/// is the same fault until the game ends. Each table starts a new process; a [`BotPlayer`](crate::BotPlayer) plays one
/// game after another with the same process.
pub struct LineProgram<G: Hosted> {
    bot: Bot,
    terms: Terms,
    bank: Bank,
    game: Option<(G, Seat)>,
    life: Life,
    stray: usize,
}

enum Life {
    Alive(Box<Session>),
    Over(Failure, Exchange),
}

impl<G: Hosted> LineProgram<G> {
    /// Creates the agent of a bot.
    pub fn new(bot: &Bot) -> LineProgram<G> {
        let terms = bot.terms.for_program(&bot.program);
        let life = Life::Over(Failure::new(Verdict::NoAnswer, "not started"), Exchange::default());
        LineProgram { bot: bot.clone(), terms, bank: Bank::new(terms), game: None, life, stray: 0 }
    }

    /// Returns the number of bytes that the program wrote between requests.
    pub fn stray(&self) -> usize {
        self.stray
    }

    /// Returns the standard error of the last game.
    pub fn errors(&self) -> &str {
        match &self.life {
            Life::Alive(_) => "",
            Life::Over(_, exchange) => &exchange.errors,
        }
    }

    /// Ends the process, so that its standard error is complete.
    pub(crate) fn dismiss(&mut self) {
        self.bury(Failure::new(Verdict::NoAnswer, "it was let go"), None, "");
    }

    fn bury(&mut self, failure: Failure, ending: Option<Ending>, input: &str) {
        let failure = failure.leaving(Aftermath::Gone);
        let life = std::mem::replace(&mut self.life, Life::Over(failure.clone(), Exchange::default()));
        if let Life::Alive(session) = life {
            let exchange = Exchange { ending, ..Exchange::of(input.to_owned(), &session.finish()) };
            self.life = Life::Over(failure, exchange);
        }
    }

    fn tell(&mut self, line: &str) {
        if let Life::Alive(session) = &mut self.life
            && let Err(ending) = session.tell(line)
        {
            self.bury(death(ending), Some(ending), line);
        }
    }
}

/// The longest idle time before a hello. A program that starts slowly is not idle.
const FOR_A_HELLO: Duration = Duration::from_secs(2);

fn death(ending: Ending) -> Failure {
    if ending == Ending::WallClock {
        return Failure::new(Verdict::Timeout, format!("{ending}; did you flush?"));
    }
    failure_of(ending).unwrap_or_else(|| {
        let verdict = if ending.is_success() { Verdict::NoAnswer } else { Verdict::Crash };
        Failure::new(verdict, ending.to_string())
    })
}

impl<G: Hosted> Agent<G> for LineProgram<G> {
    fn begin(&mut self, start: &Start<'_, G>) -> Result<(), Stop> {
        self.bank = Bank::new(self.terms);
        self.game = Some((start.game.clone(), start.seat));
        if let Life::Alive(_) = self.life {
            self.tell(&game_line(start, &self.terms));
        }
        if let Life::Alive(_) = self.life {
            return Ok(());
        }
        let limits = self.terms.limits(self.terms.decision);
        let mut session = self.bot.launch.open(&self.bot.program.command, &limits)?;
        let answered = session.ask(&hello_line(), &Limits { idle: FOR_A_HELLO, ..limits });
        self.life = Life::Alive(Box::new(session));
        match answered {
            Ok(answer) => {
                if let Err(failure) = read_hello(&answer.line) {
                    self.bury(failure, None, &hello_line());
                }
            }
            Err(Ending::Idle) => {
                let words = "no hello within two seconds: did you flush?";
                self.bury(Failure::new(Verdict::Timeout, words), Some(Ending::Idle), &hello_line());
            }
            Err(ending) => self.bury(death(ending), Some(ending), &hello_line()),
        }
        self.tell(&game_line(start, &self.terms));
        Ok(())
    }

    fn choose(&mut self, view: &ObservationOf<G>, _rng: &mut Rng) -> Result<Reply<ActionOf<G>>, Stop> {
        let (game, _) = self.game.as_ref().expect("a game has begun");
        let input = turn_line(game, view, self.bank.left());
        let Some(limits) = self.bank.next() else {
            let reply = Reply::out_of_time(&mut self.bank, input);
            if let Err(failure) = &reply.answer {
                self.bury(failure.clone(), None, &reply.exchange.input);
            }
            return Ok(reply);
        };
        let mut usage = Usage::default();
        if let Life::Alive(session) = &mut self.life {
            // Output between requests must not count as the answer to this one.
            self.stray += session.discard();
            match session.ask(&input, &limits) {
                Ok(answer) => {
                    self.bank.pay(answer.usage.cpu);
                    usage = answer.usage;
                    let errors = String::from_utf8_lossy(&session.take_errors()).into_owned();
                    let exchange = Exchange { input, output: answer.line.clone(), errors, ..Exchange::default() };
                    let answer = read_action::<G>(&answer.line, view);
                    return Ok(Reply { exchange: exchange.with_remark::<G, _>(&answer, view), answer, usage });
                }
                Err(ending) => self.bury(death(ending), Some(ending), &input),
            }
        }
        let Life::Over(failure, exchange) = &mut self.life else { unreachable!("it has just been buried") };
        let reply = Reply { answer: Err(failure.clone()), exchange: exchange.clone(), usage };
        failure.aftermath = Aftermath::WasGone;
        Ok(reply)
    }

    fn corrected(&mut self, failure: &Failure, kind: FaultKind, chosen: ActionOf<G>) {
        self.tell(&fault_line::<G>(failure, kind, chosen));
    }

    fn end(&mut self, record: &Record<G>) {
        let (_, seat) = self.game.as_ref().expect("a game has begun");
        let line = over_line(record, *seat);
        self.tell(&line);
        self.bury(Failure::new(Verdict::NoAnswer, "the game is over"), None, "");
    }
}

/// Asks a program for its name; one that gives none is [`NAMELESS`](crate::original::NAMELESS).
///
/// # Errors
/// If programs cannot be run here.
pub fn ask_for_name(bot: &Bot) -> Result<String, Stop> {
    let limits = bot.limits();
    let mut session = bot.launch.open(&bot.program.command, &limits)?;
    let name = session
        .ask(&hello_line(), &Limits { idle: FOR_A_HELLO, ..limits })
        .ok()
        .and_then(|answer| read_hello(&answer.line).ok());
    session.finish();
    Ok(name.unwrap_or_else(|| crate::original::NAMELESS.to_owned()))
}
