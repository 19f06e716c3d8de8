//! Your plan for @TITLE@: which of the legal actions to choose. `cardsharp rules @GAME@` has the rules.

/// TODO 1: a name of your own: letters, digits, spaces, ' _ and -, at most 32.
pub const NAME: &str = "@NAME@";

/// One of the legal actions. `line` is what the referee said, with all that your seat sees. Whatever println! prints
/// goes to the referee; notes for yourself go to eprintln!.
pub fn choose<'a>(line: &str, legal: &[&'a str]) -> &'a str {
@IDEA@
}
