//! The rules once more, slow and obvious: words and lists, nothing shared with the library.

pub mod hanamikoji;
pub mod indigo;
pub mod intensity;
pub mod lucky_thirteen;

/// A game that is nothing but text.
pub trait Slow: Sized {
    /// Begins with this option and this deal, as the notation writes it.
    fn start(option: &str, deal: &str) -> Self;
    /// Every legal action, as the notation writes it.
    fn actions(&self) -> Vec<String>;
    /// The position after an action.
    fn play(&self, action: &str) -> Self;
    /// What each seat gets, once it is over.
    fn returns(&self) -> Option<Vec<i32>>;
}

/// The words of a field of a deal: `table 5♦ J♦; hands …`.
pub fn field<'a>(deal: &'a str, key: &str) -> &'a str {
    let fields = deal.split("; ");
    fields.into_iter().find_map(|field| field.strip_prefix(key)).expect("the deal has this field").trim()
}
