//! A page as HTML that loads nothing else.

use std::fmt::Write;

use crate::{Block, Grid, Page};

const STYLE: &str = include_str!("page.css");

impl Page {
    /// Writes the page as HTML without scripts or other files.
    pub fn to_html(&self) -> String {
        let (title, lede) = (escaped(&self.title), marked(&self.lede));
        let mut text = format!("<header>\n<h1>{title}</h1>\n<p class=\"lede\">{lede}</p>\n</header>\n<nav>\n<ol>\n");
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
        text.push_str("</main>\n");
        document(&self.title, STYLE, &text)
    }
}

/// Returns a whole page around a body of HTML; its policy keeps browsers from loading anything.
pub fn document(title: &str, style: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}

/// Returns a table of HTML cells, which scrolls sideways if it is too wide.
pub fn table(heads: &[String], rows: &[Vec<String>]) -> String {
    let row = |tag: &str, cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("<{tag}>{cell}</{tag}>")).collect();
        format!("<tr>{}</tr>\n", cells.concat())
    };
    let body: Vec<String> = rows.iter().map(|cells| row("td", cells)).collect();
    format!(
        "<div class=\"wide\"><table>\n<thead>\n{}</thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
        row("th", heads),
        body.concat()
    )
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

impl Grid {
    fn to_html(&self) -> String {
        let marked = |cells: &Vec<String>| cells.iter().map(|cell| marked(cell)).collect::<Vec<_>>();
        table(&marked(&self.heads), &self.rows.iter().map(marked).collect::<Vec<_>>())
    }
}

/// Escapes a text for any place in a page, attributes included.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

/// Marks up `**strong**` and typed parts.
fn marked(text: &str) -> String {
    let strong = alternating(&escaped(text), "**", "strong");
    alternating(&strong, "`", "code")
}

/// Puts every second part between these signs into an element.
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
    fn a_name_is_never_markup() {
        let name = "<script>alert('1')</script> & \"co\"\n";
        assert_eq!(escaped(name), "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;co&quot; ");
    }

    #[test]
    fn text_is_escaped_and_marked_up() {
        assert_eq!(marked("a < **b** & `c`"), "a &lt; <strong>b</strong> &amp; <code>c</code>");
    }
}
