//! A page as Markdown, without its pictures.

use std::fmt::Write;

use super::{Block, Page, Table};

impl Page {
    /// The same as Markdown, without the pictures.
    pub fn to_markdown(&self) -> String {
        let mut text = format!("# {}\n\n{}\n", self.title, self.lede);
        for chapter in &self.chapters {
            write!(text, "\n## {}\n", chapter.title).expect("writing to a string");
            for block in &chapter.blocks {
                match block {
                    Block::Text(words) => write!(text, "\n{words}\n"),
                    Block::Note(words) => write!(text, "\n> {words}\n"),
                    Block::Rules(rules) => {
                        let lines = rules.iter().enumerate().map(|(number, rule)| format!("{}. {rule}\n", number + 1));
                        write!(text, "\n{}", lines.collect::<String>())
                    }
                    Block::Table(table) => write!(text, "\n{}", table.to_markdown()),
                    Block::Picture(_) => Ok(()),
                }
                .expect("writing to a string");
            }
        }
        text
    }
}

impl Table {
    fn to_markdown(&self) -> String {
        let line = |cells: &[String]| {
            format!("| {} |\n", cells.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>().join(" | "))
        };
        let rule = format!("|{}\n", "---|".repeat(self.heads.len()));
        std::iter::once(line(&self.heads)).chain([rule]).chain(self.rows.iter().map(|row| line(row))).collect()
    }
}
