//! `cardsharp rules`: the rules of a game, for a person.

use cardsharp_rules::{Game, with_game};

use crate::args::Rules;

pub(crate) fn run(args: &Rules) -> String {
    fn rules<G: Game>(_: &G) -> &'static str {
        G::RULES
    }
    with_game!(AnyGame, &args.game, game => rules(game)).to_owned()
}
