//! A page as Markdown: pictures become figures.

use std::fmt::Write;

use crate::{Block, Grid, Page};

impl Page {
    /// Writes the page as Markdown. A picture becomes a table, unless the same table comes next.
    pub fn to_markdown(&self) -> String {
        let mut text = format!("# {}\n\n{}\n", self.title, self.lede);
        for chapter in &self.chapters {
            write!(text, "\n## {}\n", chapter.title).expect("writing to a string");
            for (number, block) in chapter.blocks.iter().enumerate() {
                match block {
                    Block::Text(words) => write!(text, "\n{words}\n"),
                    Block::Note(words) => write!(text, "\n> {words}\n"),
                    Block::Rules(rules) => {
                        let lines = rules.iter().enumerate().map(|(number, rule)| format!("{}. {rule}\n", number + 1));
                        write!(text, "\n{}", lines.collect::<String>())
                    }
                    Block::List(lines) => {
                        let lines = lines.iter().map(|line| format!("- {line}\n"));
                        write!(text, "\n{}", lines.collect::<String>())
                    }
                    Block::Table(table) => write!(text, "\n{}", table.to_markdown()),
                    Block::Picture(picture) => match &picture.figures {
                        Some(figures) if !has_table_next(&chapter.blocks[number + 1..]) => {
                            write!(text, "\n{}:\n\n{}", picture.caption, figures.to_markdown())
                        }
                        _ => Ok(()),
                    },
                }
                .expect("writing to a string");
            }
        }
        text
    }
}

/// Whether the next block that is not a picture is a table.
fn has_table_next(rest: &[Block]) -> bool {
    let next = rest.iter().find(|block| !matches!(block, Block::Picture(_)));
    matches!(next, Some(Block::Table(_)))
}

impl Grid {
    fn to_markdown(&self) -> String {
        let line = |cells: &[String]| {
            format!("| {} |\n", cells.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>().join(" | "))
        };
        let rule = format!("|{}\n", "---|".repeat(self.heads.len()));
        std::iter::once(line(&self.heads)).chain([rule]).chain(self.rows.iter().map(|row| line(row))).collect()
    }
}
