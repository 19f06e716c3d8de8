//! A page: chapters of text, tables and pictures, before anyone says what they look like.

pub mod chart;
mod drawing;
pub mod html;
mod markdown;
pub(crate) mod picture;
pub(crate) mod words;

pub use picture::Picture;

/// A page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// What it is called.
    pub title: String,
    /// What it says, in a few sentences.
    pub lede: String,
    /// Its chapters.
    pub chapters: Vec<Chapter>,
}

/// A chapter.
#[derive(Clone, Debug, PartialEq)]
pub struct Chapter {
    /// What it is called.
    pub title: String,
    /// What is in it.
    pub blocks: Vec<Block>,
}

impl Chapter {
    /// A chapter with these pieces.
    pub fn new(title: &str, blocks: Vec<Block>) -> Chapter {
        Chapter { title: title.to_owned(), blocks }
    }
}

/// A piece of a chapter.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A paragraph; `**strong**` and `` `typed` `` are as in Markdown.
    Text(String),
    /// A numbered list.
    Rules(Vec<String>),
    /// A list without numbers.
    List(Vec<String>),
    /// A table.
    Table(Grid),
    /// A picture.
    Picture(Picture),
    /// How far something can be trusted.
    Note(String),
}

/// A table; the first column is a label, the others are figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// What the columns are.
    pub heads: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    /// A table with these columns and no rows yet.
    pub fn new(heads: &[&str]) -> Grid {
        Grid { heads: heads.iter().map(|&head| head.to_owned()).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, label: impl Into<String>, figures: impl IntoIterator<Item = String>) {
        self.rows.push(std::iter::once(label.into()).chain(figures).collect());
    }
}
