//! Uploaded programs: stored in a folder beside the tables, run in the sandbox.
//!
//! A program's id is the hash of its content, so the same program uploaded again has the same id. A program starts
//! afresh for every decision, because its memory cannot be stored and a table may be resumed days later. It receives
//! the whole decision in the protocol that it understood when it was uploaded.

pub(crate) mod routes;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{env, fs, io};

use cardsharp_presentation::{Message, message};
use cardsharp_programs::{Bot, BotOptions, Hosted, Launch, ProgramError, Protocol, Start, Stop, Terms};
use cardsharp_rules::{ActionOf, AnyGame, ObservationOf, Rng, Seed, Verdict, with_game};
use cardsharp_sandbox::{HelperCommand, Policy, survey};
use cardsharp_table::{Answer, Failure};
use serde::{Deserialize, Serialize};

use crate::game::about;
use crate::http::{ApiError, Code, Result, token};
use crate::threads::{Length, Thinkers};

pub(crate) struct Programs {
    folder: PathBuf,
    /// Whether the folder is temporary: the tables are in memory, too.
    is_passing: bool,
    options: BotOptions,
    ready: Mutex<HashMap<String, Bot>>,
    conduct: Mutex<HashMap<String, Conduct>>,
    /// Separate threads, so that a program that sleeps delays no bot.
    pub(crate) askers: Thinkers,
    /// Threads that compile, which may take many seconds.
    pub(crate) reception: Thinkers,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Known {
    pub(crate) game: String,
    pub(crate) file: String,
    pub(crate) name: String,
    /// The program's protocol, if it is not the game's usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    protocol: Option<String>,
}

const COMPILERS: usize = 4;
/// The least number of programs asked at a time.
const ASKERS: usize = 4;
/// A program that answers within this time is quick.
const QUICK: Duration = Duration::from_millis(100);
/// Quick answers that a slow program must give before it counts as quick again.
const PROBATION: u32 = 16;
/// The most letters of the compiler's output in an error.
const WORDS: usize = 4_000;
const FILE_NAME: usize = 64;

impl Programs {
    pub(crate) fn open(
        helper: &HelperCommand,
        tables: &Path,
        decision: Duration,
        threads: usize,
    ) -> io::Result<Programs> {
        let is_passing = tables == Path::new(":memory:");
        let folder = if is_passing {
            env::temp_dir().join(format!("cardsharp-programs-{}", token::table_id()))
        } else {
            let mut folder = std::path::absolute(tables)?.into_os_string();
            folder.push(".programs");
            PathBuf::from(folder)
        };
        fs::create_dir_all(&folder)?;
        make_accessible(&folder)?;
        let (launch, terms) = (Launch::new(helper, Policy::Protected), Terms { decision, ..Terms::default() });
        let options = BotOptions { protocol: None, launch, terms, logs: None };
        Ok(Programs {
            folder,
            is_passing,
            options,
            ready: Mutex::default(),
            conduct: Mutex::default(),
            // A program that sleeps needs a thread but no processor, so there may be more askers than thinkers.
            askers: Thinkers::new("asker", threads.max(ASKERS))?,
            reception: Thinkers::new("reception", COMPILERS)?,
        })
    }

    /// Compiles a program, asks it for its name, and stores it; returns its id. This takes seconds.
    pub(crate) fn hand_in(&self, game: &AnyGame, file: &str, content: &[u8], most: usize) -> Result<(String, Known)> {
        if let Some(reason) = survey().refusal {
            let words =
                message!("Programs cannot be run safely here: {reason} (`cardsharp doctor` says more).", reason);
            return Err(Code::NotAllowed.because(words));
        }
        let file = file_name(file)?;
        let (game_name, place) = (about(game).name, place(&file));
        let id = token::hash_bytes(&[game_name.as_bytes(), b"\n", place.as_bytes(), b"\n", content].concat());
        if let Ok(known) = self.load(&id) {
            return Ok((id, known));
        }
        let unwritable = |error: io::Error| {
            Code::Busy.because(message!("{file} cannot be kept: {error}.", file = &file, error = error.to_string()))
        };
        if fs::read_dir(&self.folder).map_err(unwritable)?.count() >= most {
            return Err(Code::Busy.because(message!("There are {most} programs already; come back later.", most)));
        }
        let draft = Draft(self.folder.join(format!("new-{}", token::table_id())));
        fs::create_dir(&draft.0).map_err(unwritable)?;
        let path = draft.0.join(place);
        fs::write(&path, content).map_err(unwritable)?;
        make_accessible(&draft.0).and_then(|()| make_accessible(&path)).map_err(unwritable)?;
        let cannot = |stop: Stop| {
            Code::Busy.because(message!("{file} cannot be run: {reason}.", file = &file, reason = describe_stop(&stop)))
        };
        let (bot, usual) = with_game!(AnyGame, game, game => bot(game, &path, &self.options))
            .map_err(|wrong| self.compile_error(&wrong, &path, &file))?;
        let name = bot.own_name().map_err(cannot)?;
        let protocol = (bot.protocol != usual).then(|| bot.protocol.to_string());
        let known = Known { game: game_name.to_owned(), name, file: file.clone(), protocol };
        let about = serde_json::to_vec(&known).expect("what is known is JSON");
        fs::write(draft.0.join("about.json"), about).map_err(unwritable)?;
        match fs::rename(&draft.0, self.folder.join(&id)) {
            // If another upload of the same program was faster, its copy is used.
            Err(error) if self.load(&id).is_err() => Err(unwritable(error)),
            _ => Ok((id, known)),
        }
    }

    pub(crate) fn load(&self, id: &str) -> Result<Known> {
        let unknown = || Code::BadRequest.because(message!("There is no program “{id}” here; hand it in first.", id));
        // The id becomes a path, so only the characters of a hash are allowed.
        if id.len() != 64 || !id.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(unknown());
        }
        let about = fs::read(self.folder.join(id).join("about.json")).map_err(|_| unknown())?;
        serde_json::from_slice(&about).map_err(|_| unknown())
    }

    pub(crate) fn ask<G: Hosted>(
        &self,
        id: &str,
        start: &Start<'_, G>,
        view: &ObservationOf<G>,
    ) -> Answer<ActionOf<G>> {
        let begun = Instant::now();
        let answer = self.ask_now(id, start, view);
        lock(&self.conduct).entry(id.to_owned()).or_default().note_answer(begun.elapsed());
        answer
    }

    fn ask_now<G: Hosted>(&self, id: &str, start: &Start<'_, G>, view: &ObservationOf<G>) -> Answer<ActionOf<G>> {
        // Without an answer the game goes on, even if the fault is the server's.
        let silent = |words: String| Failure::new(Verdict::NoAnswer, words);
        let bot = self.ready::<G>(id).map_err(silent)?;
        let mut agent = bot.agent::<G>();
        // A program makes its own random numbers.
        let reply = agent.begin(start).and_then(|()| agent.choose(view, &mut Rng::new(Seed(0))));
        reply.map_err(|stop| silent(describe_stop(&stop).to_string()))?.answer
    }

    pub(crate) fn expect(&self, id: &str) -> Length {
        lock(&self.conduct).entry(id.to_owned()).or_default().expect()
    }

    fn without_folder(&self, words: &str) -> String {
        let folder = self.folder.to_string_lossy();
        words.replace(&format!("{folder}/"), "").replace(&*folder, "the folder of programs")
    }

    /// Returns the compiler's output as an error, with the uploaded file's name.
    fn compile_error(&self, wrong: &ProgramError, path: &Path, file: &str) -> ApiError {
        // The author does not know the file's name here.
        let (ours, words) = (place(file), wrong.to_string().replace(&*path.to_string_lossy(), file));
        let words = if is_c(file) { words.replace(ours, file) } else { words };
        let words = self.without_folder(&words);
        let cut: String = words.chars().take(WORDS).collect();
        let more = if cut.len() < words.len() { "…" } else { "" };
        // The compiler's output is not translated.
        Code::BadProgram.because(Message::verbatim(format!("{cut}{more}")))
    }

    /// Returns a program ready to run; compiles it again if it is not cached.
    fn ready<G: Hosted>(&self, id: &str) -> Result<Bot, String> {
        if let Some(ready) = lock(&self.ready).get(id) {
            return Ok(ready.clone());
        }
        let known = self.load(id).map_err(|_| "the program is gone".to_owned())?;
        let path = self.folder.join(id).join(place(&known.file));
        let protocol = known.protocol.and_then(|word| word.parse().ok()).unwrap_or(Protocol::usual::<G>());
        let options = BotOptions { protocol: Some(protocol), ..self.options.clone() };
        let bot = options.bot::<G>(&path.to_string_lossy()).map_err(|wrong| self.without_folder(&wrong.to_string()))?;
        lock(&self.ready).insert(id.to_owned(), bot.clone());
        Ok(bot)
    }
}

impl Drop for Programs {
    fn drop(&mut self) {
        if self.is_passing {
            let _nevermind = fs::remove_dir_all(&self.folder);
        }
    }
}

#[derive(Debug, Default)]
struct Conduct {
    /// Quick answers until the program counts as quick again.
    owed: u32,
    asked: u32,
}

impl Conduct {
    /// Predicts the next answer. An unknown program counts as quick at one table only.
    fn expect(&mut self) -> Length {
        self.asked += 1;
        if self.owed == 0 && self.asked == 1 { Length::Quick } else { Length::Long }
    }

    fn note_answer(&mut self, time: Duration) {
        self.asked = self.asked.saturating_sub(1);
        self.owed = if time < QUICK { self.owed.saturating_sub(1) } else { PROBATION };
    }
}

/// A folder that is deleted when dropped, unless it was moved.
struct Draft(PathBuf);

impl Drop for Draft {
    fn drop(&mut self) {
        let _nevermind = fs::remove_dir_all(&self.0);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn place(file: &str) -> &'static str {
    if is_c(file) { "program.c" } else { "program" }
}

fn is_c(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension == "c")
}

/// Returns the last part of a file's name, never a path.
fn file_name(asked: &str) -> Result<String> {
    let last = asked.rsplit(['/', '\\']).next().unwrap_or_default().trim();
    if last.is_empty() || last.chars().count() > FILE_NAME || last.contains(char::is_control) {
        let words = message!("“{last}” is not the name of a program: expected one like “player.c”.", last);
        return Err(Code::BadRequest.because(words));
    }
    Ok(last.to_owned())
}

/// Returns the bot of a file, and the usual protocol of the game.
fn bot<G: Hosted>(_: &G, path: &Path, options: &BotOptions) -> Result<(Bot, Protocol), ProgramError> {
    Ok((options.bot::<G>(&path.to_string_lossy())?, Protocol::usual::<G>()))
}

/// Describes why the sandbox gave no answer, without paths on this machine.
fn describe_stop(stop: &Stop) -> Message {
    match stop {
        Stop::Sandbox(error) => {
            crate::complain(format_args!("cardsharp: {error}"));
            message!("the sandbox does not work here (`cardsharp doctor` says more)")
        }
        Stop::Left(_) | Stop::Fault(_) | Stop::Thread(_) => Message::verbatim(stop.to_string()),
    }
}

/// Lets a seat's own user run the program, whatever the umask is.
fn make_accessible(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_do_not_reveal_the_folder_of_programs() {
        let helper = HelperCommand { path: PathBuf::from("/no/such/helper"), args: Vec::new() };
        let programs = Programs::open(&helper, Path::new(":memory:"), Duration::from_secs(1), 1).unwrap();
        let folder = programs.folder.display().to_string();
        let path = programs.folder.join("new-abc/program.c");
        let words = format!("{} and {folder}/other.h and {folder}", path.display());
        assert_eq!(programs.without_folder(&words), "new-abc/program.c and other.h and the folder of programs");
        let stop = Stop::Sandbox(cardsharp_sandbox::Error::HelperStart {
            path: PathBuf::from("/no/such/helper"),
            source: io::ErrorKind::NotFound.into(),
        });
        assert!(!describe_stop(&stop).to_string().contains("/no/such"), "{}", describe_stop(&stop));
    }

    #[test]
    fn a_slow_program_counts_as_slow_for_a_while() {
        let mut conduct = Conduct::default();
        assert_eq!([conduct.expect(), conduct.expect(), conduct.expect()], [Length::Quick, Length::Long, Length::Long]);
        for _ in 0..3 {
            conduct.note_answer(QUICK / 2);
        }
        assert_eq!(conduct.expect(), Length::Quick);
        conduct.note_answer(QUICK);
        for _ in 0..PROBATION {
            assert_eq!(conduct.expect(), Length::Long);
            conduct.note_answer(QUICK / 2);
        }
        assert_eq!(conduct.expect(), Length::Quick);
    }
}
