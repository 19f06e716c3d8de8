//! The rules a second time, slow and simple: words and lists, no code shared with the library.

pub mod hanamikoji;
pub mod indigo;
pub mod intensity;
pub mod lucky_thirteen;

/// A game that is only text.
pub trait Slow: Sized {
    /// Begins with this option and this deal, in the game's notation.
    fn start(option: &str, deal: &str) -> Self;
    /// Every legal action, in the game's notation.
    fn actions(&self) -> Vec<String>;
    /// The position after an action.
    fn play(&self, action: &str) -> Self;
    /// The result of each seat once the game is over.
    fn returns(&self) -> Option<Vec<i32>>;
}

/// The words of a field of a deal: `table 5♦ J♦; hands …`.
pub fn field<'a>(deal: &'a str, key: &str) -> &'a str {
    let fields = deal.split("; ");
    fields.into_iter().find_map(|field| field.strip_prefix(key)).expect("the deal has this field").trim()
}
