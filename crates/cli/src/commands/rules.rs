//! `cardsharp rules`: the rules of a game.

use cardsharp_rules::{AnyGame, Game, with_game};

/// Print the rules of a game
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp rules hanamikoji")]
pub(crate) struct Rules {
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    game: AnyGame,
}

pub(crate) fn run(args: &Rules) -> String {
    fn rules<G: Game>(_: &G) -> &'static str {
        G::RULES
    }
    with_game!(AnyGame, &args.game, game => rules(game)).to_owned()
}
