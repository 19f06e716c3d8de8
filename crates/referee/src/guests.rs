//! Who comes to a table, before anybody sits down.

use std::path::Path;
use std::time::Duration;

use cardsharp_rules::words;
use cardsharp_search::{HUMAN, NET, Player, Spec, SpecError, roster, seat_player};

use crate::lines::{self, LineProgram, OnceProgram};
use crate::original::{self, distinct_names};
use crate::programs::{Handed, Program, ProgramError, find};
use crate::table::{Launch, Logged, Outsider, Seated, Stop, Terms, failure_of};
use crate::{Contestant, Entrant, Hosted, Seatable, Unlisted, seat_named, seat_named_for_match};

/// How programs are spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The game's own way: Intensity has one.
    Original,
    /// Lines of JSON, with a program that lives as long as the game.
    Json,
    /// A line of JSON each way, with a new process for every decision.
    Once,
}

words!(Protocol, "protocol", Original: "original", Json: "json", Once: "once");

impl Protocol {
    /// What a game's programs speak unless told otherwise.
    pub fn usual<G: Hosted>() -> Protocol {
        if G::HAS_ORIGINAL { Protocol::Original } else { Protocol::Json }
    }
}

/// How many programs are compiled and asked for their names at a time, so that a slow one keeps nobody waiting.
pub const COMPILERS: usize = 4;

/// The random players of the original referee, who fill the seats that are left.
pub const FILLERS: [&str; 4] = ["Lulu", "Morgan", "Amy", "Rat"];

/// Someone who came to a table.
pub enum Guest<G: Hosted> {
    /// A program.
    Program(Program, Protocol),
    /// A player of ours, and how it was named.
    Player(Box<dyn Player<G>>, Spec),
}

/// How a player of ours is seated by its spec.
type SeatNamed<G> = fn(&G, &Spec, Unlisted<G>) -> Result<Box<dyn Player<G>>, SpecError>;

impl<G: Hosted> Guest<G> {
    /// Whom a text names: a player of ours, or a program, which may have the protocol it speaks before it, as in
    /// `json:bot.py`. Without one it is spoken to as `protocol` says, or as it turns out to understand.
    ///
    /// # Errors
    /// If there is no such program or player, or it cannot be run.
    pub fn find(
        game: &G,
        text: &str,
        protocol: Option<Protocol>,
        launch: &Launch,
        unlisted: Unlisted<G>,
    ) -> Result<Guest<G>, ProgramError> {
        Guest::find_and_seat(game, text, protocol, launch, (seat_named, unlisted))
    }

    /// The same for a match of several games, whose earlier games a player of ours may remember.
    ///
    /// # Errors
    /// As [`Guest::find`].
    pub fn find_for_match(
        game: &G,
        text: &str,
        protocol: Option<Protocol>,
        launch: &Launch,
        unlisted: Unlisted<G>,
    ) -> Result<Guest<G>, ProgramError> {
        Guest::find_and_seat(game, text, protocol, launch, (seat_named_for_match, unlisted))
    }

    fn find_and_seat(
        game: &G,
        text: &str,
        protocol: Option<Protocol>,
        launch: &Launch,
        (seat, unlisted): (SeatNamed<G>, Unlisted<G>),
    ) -> Result<Guest<G>, ProgramError> {
        if text == HUMAN {
            return Err(ProgramError::new("human is a person, and people sit down with -i, or at `cardsharp play`"));
        }
        let (said, name) = said_before(text);
        if said == Some(Protocol::Original) && !G::HAS_ORIGINAL {
            return Err(ProgramError::new(format!(
                "{text}: {} has no original protocol, only Intensity does",
                G::TITLE
            )));
        }
        let (offers, styles) = (roster(game), unlisted(game));
        let styles = styles.iter().map(|style| style.name());
        let players: Vec<&str> = offers.iter().map(|offer| offer.name).chain(styles).chain([NET]).collect();
        match find(name, &players, launch).map_err(|error| suggesting(game, name, error, unlisted))? {
            Handed::Program(program) => {
                let protocol = said.or(protocol).unwrap_or_else(|| understood::<G>(&program, launch));
                Ok(Guest::Program(program, protocol))
            }
            Handed::Player(_) if said.is_some() => {
                Err(ProgramError::new(format!("{text}: {name} is a player of ours, to whom nobody has to speak")))
            }
            Handed::Player(spec) => Guest::seated(spec, |spec| seat(game, spec, unlisted)),
        }
    }

    /// A player of the house.
    ///
    /// # Errors
    /// If there is no such player, or it has no such setting.
    pub fn player(game: &G, spec: Spec) -> Result<Guest<G>, ProgramError> {
        Guest::seated(spec, |spec| seat_player(game, spec))
    }

    fn seated(
        spec: Spec,
        seat: impl FnOnce(&Spec) -> Result<Box<dyn Player<G>>, SpecError>,
    ) -> Result<Guest<G>, ProgramError> {
        let player = seat(&spec).map_err(|error| ProgramError::new(error.to_string()))?;
        Ok(Guest::Player(player, spec))
    }

    /// A random player, to fill a seat.
    pub fn filler(game: &G) -> Guest<G> {
        let spec: Spec = "random".parse().expect("the name of a player");
        Guest::player(game, spec).expect("every game has a random player")
    }

    /// Takes a seat at a table.
    ///
    /// # Panics
    /// If the game has no protocol of its own but a program is to speak it.
    pub fn sit_down<'a>(&'a self, launch: &Launch, terms: Terms) -> Seated<'a, G> {
        match self {
            Guest::Player(player, _) => Seated::Player(player.as_ref()),
            Guest::Program(program, protocol) => Seated::Outsider(seat_program(program, *protocol, launch, terms)),
        }
    }

    /// What it calls itself; none for a random player, whom the table names.
    ///
    /// # Errors
    /// If programs cannot be run here.
    pub fn own_name(&self, launch: &Launch, terms: &Terms) -> Result<Option<String>, Stop> {
        Ok(Some(match self {
            Guest::Player(_, spec) if spec.name == "random" => return Ok(None),
            Guest::Player(_, spec) => spec.to_string(),
            Guest::Program(program, Protocol::Original) => original::ask_for_name(program, launch, terms)?,
            Guest::Program(program, Protocol::Json) => lines::ask_for_name(program, launch, terms)?,
            Guest::Program(program, Protocol::Once) => OnceProgram::<G>::ask_for_name(program, launch, terms)?,
        }))
    }
}

/// The protocol that is named before a program, as in `json:bot.py`, and the program. A file that is called so is
/// meant by itself.
pub fn said_before(text: &str) -> (Option<Protocol>, &str) {
    let named = text.split_once(':').filter(|(_, name)| !name.is_empty() && !Path::new(text).exists());
    match named.map(|(word, name)| (word.parse(), name)) {
        Some((Ok(protocol), name)) => (Some(protocol), name),
        _ => (None, text),
    }
}

/// What is wrong, with the player that may have been meant.
fn suggesting<G: Hosted>(game: &G, text: &str, error: ProgramError, unlisted: Unlisted<G>) -> ProgramError {
    let (name, settings) = text.split_once(':').unwrap_or((text, ""));
    // Such as a path, with the name of no protocol before it.
    let is_file = name.contains(['/', '.']) || !settings.contains('=') && settings.contains(['/', '.']);
    if is_file || Path::new(text).exists() {
        return error;
    }
    match name.parse::<Spec>().map(|spec| seat_named(game, &spec, unlisted).err()) {
        Ok(None) => error,
        Ok(Some(wrong)) | Err(wrong) => {
            ProgramError::new(format!("{text}: there is no such file, and no such player: {wrong}"))
        }
    }
}

/// Processor time in which a program shows what it understands.
const FIRST_WORDS: Duration = Duration::from_secs(2);

/// How a program is to be spoken to, as far as it can be told: one that answers the question for its name in the
/// original way speaks that; else one that says hello speaks JSON; else it is taken for what is usual.
pub fn understood<G: Hosted>(program: &Program, launch: &Launch) -> Protocol {
    if !G::HAS_ORIGINAL {
        return Protocol::usual::<G>();
    }
    let limits = Terms { decision: FIRST_WORDS, ..Terms::default() }.limits(FIRST_WORDS);
    // What cannot be started at all is told when it is to sit down.
    let said = |question: String| match launch.run(&program.command, question, &limits) {
        Ok(finished) if failure_of(finished.ending).is_none() => {
            String::from_utf8_lossy(&finished.stdout).trim().to_owned()
        }
        _ => String::new(),
    };
    let name = said(original::ask_name());
    if name.is_empty() || name.starts_with('{') {
        let hello = said(lines::hello_line() + "\n");
        if hello.lines().any(|line| lines::read_hello(line).is_ok()) {
            return Protocol::Json;
        }
    }
    Protocol::Original
}

/// A program with all it takes to seat it at one table after another.
#[derive(Clone)]
pub struct HostedProgram {
    /// The program.
    pub program: Program,
    /// How it is spoken to.
    pub protocol: Protocol,
    /// How it is started.
    pub launch: Launch,
    /// What it may use.
    pub terms: Terms,
}

impl<G: Hosted> Seatable<G> for HostedProgram {
    fn sit_down(&self) -> Box<dyn Outsider<G> + '_> {
        seat_program(&self.program, self.protocol, &self.launch, self.terms)
    }
}

impl<G: Hosted> Entrant<G> {
    /// A guest who takes part in a contest, a program under these terms.
    pub fn guest(name: impl Into<String>, guest: Guest<G>, launch: &Launch, terms: Terms) -> Entrant<G> {
        let who = match guest {
            Guest::Player(player, _) => Contestant::Player(player),
            Guest::Program(program, protocol) => {
                Contestant::Program(Box::new(HostedProgram { program, protocol, launch: launch.clone(), terms }))
            }
        };
        Entrant { name: name.into(), who }
    }
}

/// Seats a program that is spoken to in this way.
///
/// # Panics
/// If the game has no protocol of its own but it is to be spoken.
pub fn seat_program<'a, G: Hosted>(
    program: &'a Program,
    protocol: Protocol,
    launch: &Launch,
    terms: Terms,
) -> Box<dyn Outsider<G> + 'a> {
    let seated: Box<dyn Outsider<G> + 'a> = match protocol {
        Protocol::Original => {
            G::seat_original(program, launch.clone(), terms).expect("the game has a protocol of its own")
        }
        Protocol::Json => Box::new(LineProgram::new(program, launch.clone(), terms)),
        Protocol::Once => Box::new(OnceProgram::new(program, launch.clone(), terms)),
    };
    match &program.logs {
        Some(folder) => Box::new(Logged::new(seated, folder)),
        None => seated,
    }
}

/// What everybody is called, all different: the programs are asked, and random players are Lulu,
/// Morgan, Amy and Rat in the order they sit.
///
/// # Errors
/// If programs cannot be run here.
pub fn names<G: Hosted>(guests: &[Guest<G>], launch: &Launch, terms: &Terms) -> Result<Vec<String>, Stop> {
    let mut fillers = FILLERS.iter().map(|&name| name.to_owned());
    let named = guests.iter().map(|guest| {
        let own = guest.own_name(launch, terms)?;
        Ok(own.or_else(|| fillers.next()).expect("a table has at most four seats"))
    });
    Ok(distinct_names(named.collect::<Result<Vec<String>, Stop>>()?))
}
