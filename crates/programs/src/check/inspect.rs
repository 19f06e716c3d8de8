//! Inspects a program: forbidden attempts, the findings of sanitizers and valgrind in a C file, and its own unit tests.

use std::time::Duration;

use cardsharp_sandbox::{Command, Forbidden, Sees};

use super::report::{Attempt, Inspection, UnitTests};
use super::trial::{Asked, Trial, is_mute};
use super::{Finding, Report, findings, valgrind_findings};
use crate::lines;
use crate::original::{self, run_unit_tests};
use crate::program::{Workshop, command, compile_nothing, on_path};
use crate::{Bot, Build, Compiled, Hosted, Program, ProgramError, Protocol, Stop, Terms, cache_folder, compile};

/// Sanitizers and valgrind need several times the memory of a program, most of it as unused addresses.
const MEMORY: u64 = 1 << 30;
/// The divisor of the number of situations for sanitizers: they are slow, and mistakes show early.
const SANITIZED_SHARE: u64 = 2;
const VALGRIND_SITUATIONS: u64 = 24;
/// The number of watched situations: forbidden attempts show early too.
const WATCHED_SITUATIONS: u64 = 24;
/// The largest output of valgrind.
const VALGRIND_FILE: u64 = 1 << 20;

impl<G: Hosted> Trial<'_, G> {
    /// Inspects the program, and adds the findings.
    ///
    /// # Errors
    /// If programs cannot be run here.
    pub fn inspect(&self, report: &mut Report) -> Result<(), Stop> {
        if report.examples.iter().any(|example| is_mute(&example.exchange)) {
            return Ok(());
        }
        report.attempts = self.attempts()?;
        report.sanitizers = self.sanitize()?;
        report.valgrind = self.valgrind()?;
        report.is_cut_short |= self.is_late();
        if self.bot.protocol == Protocol::Original {
            let finished = run_unit_tests(self.bot)?;
            let said = [&finished.stdout[..], &finished.stderr[..]].map(String::from_utf8_lossy).concat();
            report.unit_tests = Some(UnitTests { ending: finished.ending, said });
        }
        Ok(())
    }

    /// Runs the program so that a forbidden attempt ends it. Returns each kind of attempt with its first situation.
    fn attempts(&self) -> Result<Vec<Attempt>, Stop> {
        let mut attempts = Vec::new();
        for what in Forbidden::ALL {
            let command = Command { forbidden: Some(what), ..self.bot.program.command.clone() };
            let watched = self.bot_by(command, self.bot.terms);
            let (asked, _) = self.ask_all(&watched, WATCHED_SITUATIONS)?;
            let tried = |asked: &&Asked<_>| {
                asked.reply.exchange.ending.is_some_and(cardsharp_sandbox::Ending::is_forbidden_call)
            };
            let Some(first) = asked.iter().find(tried) else { continue };
            let at_start = self.bot.program.source.is_none() && tries_at_start(&watched)?;
            attempts.push(Attempt {
                what,
                at_start,
                kind: first.kind,
                input: first.reply.exchange.input.clone(),
                times: asked.iter().filter(tried).count() as u64,
                asked: asked.len() as u64,
            });
        }
        Ok(attempts)
    }

    fn bot_by(&self, command: Command, terms: Terms) -> Bot {
        Bot { program: Program { command, ..self.bot.program.clone() }, terms, ..self.bot.clone() }
    }

    /// Builds a C program with the sanitizers and tries it in some of the situations.
    fn sanitize(&self) -> Result<Inspection, Stop> {
        let decision = self.bot.terms.decision.max(Duration::from_secs(30));
        let terms = Terms { memory: u64::MAX, resident: MEMORY, decision, ..self.bot.terms };
        let count = self.count / SANITIZED_SHARE;
        self.look(Build::Sanitized, count, terms, findings, |program| Ok(command(program)))
    }

    /// Runs a C program in a few situations under valgrind, which alone finds reads of uninitialised heap memory.
    fn valgrind(&self) -> Result<Inspection, Stop> {
        // Debian's `valgrind` is a script, and a sandbox forbids its other processes.
        let Some(valgrind) = ["valgrind.bin", "valgrind"].into_iter().find_map(|name| on_path(name, |_| true)) else {
            return Ok(Inspection::Missing("valgrind is not installed".to_owned()));
        };
        let cache = cache_folder();
        let workshop = match std::fs::create_dir_all(&cache).and_then(|()| Workshop::new(&cache)) {
            Ok(workshop) => workshop,
            Err(error) => return Ok(Inspection::Missing(format!("{}: {error}", cache.display()))),
        };
        let decision = self.bot.terms.decision.max(Duration::from_mins(1));
        let terms = Terms { memory: u64::MAX, resident: MEMORY, file: VALGRIND_FILE, decision, ..self.bot.terms };
        let under = |program: std::path::PathBuf| {
            let program = program.canonicalize()?;
            let mut args: Vec<String> = ["--quiet", "--vgdb=no", "--leak-check=no"].map(str::to_owned).to_vec();
            args.push(program.to_string_lossy().into_owned());
            let scratch = Some(workshop.scratch.clone());
            Ok(Command { args, readable: vec![program], scratch, ..Command::new(&valgrind, Sees::Processes) })
        };
        self.look(Build::Debugged, VALGRIND_SITUATIONS.min(self.count), terms, valgrind_findings, under)
    }

    /// Builds the program, runs it in situations, and parses its standard error.
    fn look(
        &self,
        build: Build,
        count: u64,
        terms: Terms,
        read: fn(&str, &mut Vec<Finding>),
        run: impl Fn(std::path::PathBuf) -> std::io::Result<Command>,
    ) -> Result<Inspection, Stop> {
        let Some(source) = &self.bot.program.source else { return Ok(Inspection::NotC) };
        if self.is_late() {
            return Ok(Inspection::Missing("the time for the check was used up".to_owned()));
        }
        let missing = |error: &dyn std::fmt::Display| Ok(Inspection::Missing(error.to_string()));
        let ready = |compiled: Result<Compiled, ProgramError>| {
            compiled
                .map_err(|error| error.to_string())
                .and_then(|compiled| run(compiled.program).map_err(|error| error.to_string()))
        };
        let command = match ready(compile(source, build, &cache_folder(), &self.bot.launch)) {
            Ok(command) => command,
            Err(error) => return missing(&error),
        };
        // If an empty program fails too, the inspected program is not at fault.
        let nothing = match ready(compile_nothing(build, &cache_folder(), &self.bot.launch)) {
            Ok(nothing) => nothing,
            Err(error) => return missing(&error),
        };
        match self.bot.launch.run(&nothing, b"", &terms.limits(terms.decision)) {
            Ok(finished) if finished.ending.is_success() => {}
            Ok(finished) => {
                let said = String::from_utf8_lossy(&finished.stderr).lines().next().unwrap_or_default().to_owned();
                return missing(&format!("a program that does nothing {}: {said}", finished.ending));
            }
            Err(stop) => return missing(&stop),
        }
        let (asked, _) = self.ask_all(&self.bot_by(command, terms), count)?;
        let mut found = Vec::new();
        for Asked { reply, .. } in &asked {
            read(&reply.exchange.errors, &mut found);
        }
        Ok(Inspection::Done(found))
    }
}

/// Whether a program tries it even when asked for its name. Java looks up its user, Go the system.
fn tries_at_start(watched: &Bot) -> Result<bool, Stop> {
    let greeting = match watched.protocol {
        Protocol::Original => original::ask_name(),
        Protocol::Json | Protocol::Once => lines::hello_line() + "\n",
    };
    Ok(watched.run(greeting)?.ending.is_forbidden_call())
}
