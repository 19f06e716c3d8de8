//! `cardsharp analyse`: the best actions in a position, the reasons, and the likely hidden cards.

use std::sync::Arc;

use cardsharp_matches::Participant;
use cardsharp_presentation::Present;
use cardsharp_presentation::analysis::{Analyst, Thought, thought_json};
use cardsharp_programs::{BotPlayer, Hosted};
use cardsharp_rules::{Observation, ObservationOf, Turn};
use cardsharp_search::Spec;

use crate::shared::{
    Chosen, HostingArgs, Look, Output, Position, USUAL, Usage, as_text, at_position, bots, failed, over, participant,
};

/// Say what to do in a position, why, and where cards may be
#[derive(Debug, clap::Args)]
#[command(
    group(clap::ArgGroup::new("position").required(true).args(["record", "deal", "view"])),
    after_help = "\
Examples:
  cardsharp analyse indigo --record game.record --at 12
  cardsharp analyse indigo --record game.record --at 12 --seat 1 --json
  cardsharp analyse lucky-thirteen --deal \"$(cardsharp deal lucky-thirteen --seed 7)\"
  cardsharp analyse indigo --deal \"$(cardsharp deal indigo --seed 7)\" --actions \"play 4♠; play K♥\"

Only what the seat could know is used. Value is what the player makes of an action, in
hundredths; the other figures are from games in which all play on at a glance."
)]
pub(crate) struct Analyse {
    #[command(flatten)]
    chosen: Chosen,
    #[command(flatten)]
    position: Position,
    #[arg(long, value_name = "PLAYER", default_value = USUAL, help = "Who is asked: a player, or a program")]
    player: String,
    #[arg(long, value_name = "S", default_value_t = 1, help = "Names the analyst's luck")]
    seed: u64,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    hosting: HostingArgs,
}

pub(crate) fn run(args: &Analyse) -> anyhow::Result<String> {
    at_position(&args.chosen, &args.position, args)
}

impl Look for Analyse {
    fn look<G: Present + Hosted>(&self, game: &G, view: &ObservationOf<G>) -> anyhow::Result<String> {
        let Turn::Of(turn) = view.turn() else { return Err(over().into()) };
        let (thought, player, is_program) = think(game, view, self)?;
        if self.output.json {
            return Ok(format!("{:#}\n", thought_json::<G>(view, &thought, &player)));
        }
        // A sentence does not begin with a path.
        let player = if is_program { Spec { name: "the program".to_owned(), settings: Vec::new() } } else { player };
        Ok(as_text::<G>(view, turn, &thought, &player))
    }
}

/// Returns the thought, the player, and whether it is a program.
fn think<G: Present + Hosted>(
    game: &G,
    view: &ObservationOf<G>,
    args: &Analyse,
) -> anyhow::Result<(Thought<G>, Spec, bool)> {
    match participant(game, &args.player, &bots::<G>(&args.hosting)?)? {
        Participant::House(_, spec) => {
            let analyst = Analyst::new(game, &spec, args.seed).map_err(Usage::from)?;
            Ok((analyst.think(view, None), spec, false))
        }
        Participant::Program(bot) => {
            let spec = Spec { name: bot.program.label.clone(), settings: Vec::new() };
            let asked = Arc::new(BotPlayer::new(game, *bot));
            let usual: Spec = USUAL.parse().expect("the name of a player");
            let analyst = Analyst::of(game, Box::new(Arc::clone(&asked)), &usual, args.seed).map_err(Usage::from)?;
            let thought = analyst.think(view, None);
            if let Some(stop) = asked.take_trouble() {
                return Err(failed(stop));
            }
            if asked.faults() > 0 {
                anyhow::bail!("the answer of {} cannot stand; `cardsharp ask` shows it", args.player);
            }
            Ok((thought, spec, true))
        }
    }
}
