//! Participants, resolved from a word or a file on a command line.

use std::path::Path;

use cardsharp_programs::original::distinct_names;
use cardsharp_programs::{Agent, Bot, BotOptions, FILLERS, Hosted, ProgramError, Stop, split_protocol};
use cardsharp_search::{HUMAN, Memory, NET, Player, Spec, roster};

use crate::{Unlisted, seat_named};

/// The number of programs compiled and asked for their names at a time; a slow one does not delay the others.
pub const COMPILERS: usize = 4;

/// A player resolved from text, which can be seated at one table after another.
pub enum Participant<G: Hosted> {
    /// A house player with its spec.
    House(Box<dyn Player<G>>, Spec),
    /// A program.
    Program(Box<Bot>),
}

impl<G: Hosted> Participant<G> {
    /// Resolves a text: a house player, or else a file, perhaps with a protocol before it, as in `json:bot.py`. A file
    /// with a house player's name needs a slash: `./random`. House players remember no longer than `memory`.
    ///
    /// # Errors
    /// If there is no such program or player, or it cannot be run.
    pub fn find(
        game: &G,
        text: &str,
        options: &BotOptions,
        memory: Memory,
        unlisted: Unlisted<G>,
    ) -> Result<Participant<G>, ProgramError> {
        let refused = |reason: String| Err(ProgramError::new(reason));
        if text == HUMAN {
            return refused("human is a person, and people sit down with -i, or at `cardsharp play`".to_owned());
        }
        let (protocol, name) = split_protocol(text);
        let (word, settings) = name.split_once(':').unwrap_or((name, ""));
        let is_missing = !Path::new(name).exists();
        let is_listed = roster(game).iter().any(|offer| offer.name == word);
        if word == NET || is_listed || unlisted(game).iter().any(|style| style.name() == word) {
            match name.parse::<Spec>() {
                // A path with a slash is no player if that file exists, except for a network, which is a file.
                Ok(spec) if !name.contains('/') || spec.file().is_some() || is_missing => {
                    if protocol.is_some() {
                        return refused(format!("{text}: {name} is a player of ours, to whom nobody has to speak"));
                    }
                    return Participant::house(game, spec, memory, unlisted);
                }
                Err(error) if is_missing => return refused(error.to_string()),
                _ => {}
            }
        } else if is_missing && !word.contains(['/', '.']) && (settings.contains('=') || !settings.contains(['/', '.']))
        {
            let wrong = word.parse().and_then(|spec| seat_named(game, &spec, memory, unlisted).map(drop));
            let wrong = wrong.expect_err("no player has this name");
            return refused(format!("{name}: there is no such file, and no such player: {wrong}"));
        }
        Ok(Participant::Program(Box::new(options.bot::<G>(text)?)))
    }

    /// Creates a house player.
    ///
    /// # Errors
    /// If there is no such player, or it has no such setting.
    pub fn house(game: &G, spec: Spec, memory: Memory, unlisted: Unlisted<G>) -> Result<Participant<G>, ProgramError> {
        let player = seat_named(game, &spec, memory, unlisted).map_err(|error| ProgramError::new(error.to_string()))?;
        Ok(Participant::House(player, spec))
    }

    /// A random player, to fill a seat.
    pub fn filler(game: &G) -> Participant<G> {
        let spec: Spec = "random".parse().expect("the name of a player");
        Participant::house(game, spec, Memory::Game, |_| Vec::new()).expect("every game has a random player")
    }

    /// The program, if it is one.
    pub fn bot(&self) -> Option<&Bot> {
        match self {
            Participant::House(..) => None,
            Participant::Program(bot) => Some(bot),
        }
    }

    /// Seats the participant at a table.
    pub fn agent(&self) -> Box<dyn Agent<G> + '_> {
        match self {
            Participant::House(player, _) => Box::new(player.as_ref()),
            Participant::Program(bot) => bot.agent(),
        }
    }

    /// The spec of a house player, or the name that a program reports.
    ///
    /// # Errors
    /// If programs cannot be run here.
    pub fn own_name(&self) -> Result<String, Stop> {
        match self {
            Participant::House(_, spec) => Ok(spec.to_string()),
            Participant::Program(bot) => bot.own_name(),
        }
    }
}

/// Returns a different name for each participant: random players are Lulu, Morgan, Amy and Rat in seat order.
///
/// # Errors
/// If programs cannot be run here.
pub fn names<G: Hosted>(participants: &[Participant<G>]) -> Result<Vec<String>, Stop> {
    let mut fillers = FILLERS.iter().map(|&name| name.to_owned());
    let named = participants.iter().map(|participant| match participant {
        Participant::House(_, spec) if spec.name == "random" => Ok(fillers.next().expect("at most four seats")),
        participant => participant.own_name(),
    });
    Ok(distinct_names(named.collect::<Result<Vec<String>, Stop>>()?))
}

#[cfg(test)]
mod tests {
    use cardsharp_programs::{Launch, Terms};
    use cardsharp_rules::indigo::Indigo;
    use cardsharp_sandbox::{HelperCommand, Policy};

    use super::*;

    #[test]
    fn players_are_known_by_name_and_files_by_path() {
        let helper = HelperCommand { path: "/nonexistent".into(), args: Vec::new() };
        let (launch, terms) = (Launch::new(&helper, Policy::Protected), Terms::default());
        let options = BotOptions { protocol: None, launch, terms, logs: None };
        let find = |text: &str| Participant::find(&Indigo, text, &options, Memory::Game, |_| Vec::new());
        let refused = |text: &str| find(text).err().expect("nothing to be found").to_string();
        assert!(matches!(find("champion:ms=20"), Ok(Participant::House(_, spec)) if spec.name == "champion"));
        assert!(refused("./random").contains("there is no such file"));
        assert!(refused("champion:ms").contains("\"ms\" in \"champion:ms\" is not a setting"));
        assert!(refused("champion:ms=1/2").contains("expected a whole number"));
        assert!(refused("champoin").contains("did you mean \"champion\""));
        assert!(refused("missing.c").contains("missing.c: there is no such file"));
    }
}
