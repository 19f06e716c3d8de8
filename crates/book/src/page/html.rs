//! A page as HTML that needs nothing but itself.

use std::fmt::Write;

use super::{Block, Page, Table};

const STYLE: &str = include_str!("page.css");

impl Page {
    /// One page of HTML that needs nothing but itself: no script, no network.
    pub fn to_html(&self) -> String {
        let mut text = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n\
             <p class=\"lede\">{lede}</p>\n</header>\n<nav>\n<ol>\n",
            title = escaped(&self.title),
            lede = marked(&self.lede),
        );
        for (number, chapter) in self.chapters.iter().enumerate() {
            writeln!(text, "<li><a href=\"#c{number}\">{}</a></li>", escaped(&chapter.title))
                .expect("writing to a string");
        }
        text.push_str("</ol>\n</nav>\n<main>\n");
        for (number, chapter) in self.chapters.iter().enumerate() {
            writeln!(text, "<section id=\"c{number}\">\n<h2>{}</h2>", escaped(&chapter.title))
                .expect("writing to a string");
            text.extend(chapter.blocks.iter().map(block));
            text.push_str("</section>\n");
        }
        text.push_str("</main>\n</body>\n</html>\n");
        text
    }
}

fn block(block: &Block) -> String {
    match block {
        Block::Text(words) => format!("<p>{}</p>\n", marked(words)),
        Block::Note(words) => format!("<p class=\"note\">{}</p>\n", marked(words)),
        Block::Rules(rules) => format!("<ol class=\"rules\">\n{}</ol>\n", items(rules)),
        Block::List(lines) => format!("<ul class=\"short\">\n{}</ul>\n", items(lines)),
        Block::Table(table) => table.to_html(),
        Block::Picture(picture) => {
            format!("<figure>\n{}\n<figcaption>{}</figcaption>\n</figure>\n", picture.svg, marked(&picture.caption))
        }
    }
}

fn items(lines: &[String]) -> String {
    lines.iter().flat_map(|line| ["<li>".to_owned(), marked(line), "</li>\n".to_owned()]).collect()
}

impl Table {
    fn to_html(&self) -> String {
        let cells = |tag: &str, row: &[String]| -> String {
            row.iter().flat_map(|cell| [format!("<{tag}>"), marked(cell), format!("</{tag}>")]).collect()
        };
        let rows: String =
            self.rows.iter().flat_map(|row| ["<tr>".to_owned(), cells("td", row), "</tr>\n".to_owned()]).collect();
        format!(
            "<div class=\"wide\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n",
            cells("th", &self.heads)
        )
    }
}

/// Text as HTML shows it.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Text with `**strong**` and typed parts marked up.
fn marked(text: &str) -> String {
    let strong = alternating(&escaped(text), "**", "strong");
    alternating(&strong, "`", "code")
}

/// Every second part between these signs becomes an element.
fn alternating(text: &str, sign: &str, tag: &str) -> String {
    let parts = text.split(sign).enumerate();
    parts
        .map(|(number, part)| if number % 2 == 1 { format!("<{tag}>{part}</{tag}>") } else { part.to_owned() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_marked_up() {
        assert_eq!(marked("a < **b** & `c`"), "a &lt; <strong>b</strong> &amp; <code>c</code>");
    }
}
