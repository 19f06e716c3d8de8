//! Draws reports as HTML with inline SVG charts.
//!
//! A [`Page`] is chapters of text, tables and pictures; it becomes HTML or Markdown. The HTML needs no script, no
//! font and no network. Other reports put their pages together from [`html`] and [`chart`].

pub mod chart;
mod drawing;
pub mod html;
mod markdown;
pub mod picture;
pub mod words;

pub use picture::Picture;

/// A report, without its looks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The title.
    pub title: String,
    /// A summary in a few sentences.
    pub lede: String,
    /// Its chapters.
    pub chapters: Vec<Chapter>,
}

/// A chapter.
#[derive(Clone, Debug, PartialEq)]
pub struct Chapter {
    /// The heading.
    pub title: String,
    /// The contents.
    pub blocks: Vec<Block>,
}

impl Chapter {
    /// Returns a chapter of these pieces.
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
    /// A remark on how reliable something is.
    Note(String),
}

/// A table; the first column is a label, the others are figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// The heads of the columns.
    pub heads: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    /// Returns an empty table.
    pub fn new(heads: &[&str]) -> Grid {
        Grid { heads: heads.iter().map(|&head| head.to_owned()).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, label: impl Into<String>, figures: impl IntoIterator<Item = String>) {
        self.rows.push(std::iter::once(label.into()).chain(figures).collect());
    }
}
