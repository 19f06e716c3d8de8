//! Pictures as inline SVG, 400 wide, so that their words can be read on a phone.

use cardsharp_stats::Mean;

use crate::Grid;
use crate::drawing::Drawing;
use crate::words::percent;

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The caption.
    pub caption: String,
    /// The drawing.
    pub svg: String,
    /// The same as a table, for readers who cannot see the drawing; `None` if no table can say as much.
    pub figures: Option<Grid>,
}

const WIDTH: f64 = 400.0;
const ROW: f64 = 22.0;

fn drawing(height: f64, caption: &str) -> Drawing {
    Drawing::new((WIDTH, height), "", caption)
}

fn finished(drawing: Drawing, caption: String) -> Picture {
    Picture { caption, svg: drawing.finished(), figures: None }
}

/// Draws bars for shares in per cent, with whiskers of one standard error.
pub fn bars(caption: String, rows: &[(String, Mean)]) -> Picture {
    let (left, right) = (164.0, WIDTH - 48.0);
    let most = rows.iter().map(|(_, mean)| mean.mean + finite(mean.error)).fold(0.01, f64::max).min(1.0);
    let x = |value: f64| left + (right - left) * value.clamp(0.0, most) / most;
    let mut drawing = drawing(ROW * rows.len() as f64 + 6.0, &caption);
    for (number, (label, mean)) in rows.iter().enumerate() {
        let top = ROW * number as f64 + 4.0;
        let middle = top + 8.0;
        drawing.text((left - 6.0, middle + 4.0), "", "end", label);
        drawing.rect((left, top), (x(mean.mean) - left, 16.0), "bar");
        drawing.line(
            (x(mean.mean - finite(mean.error)), middle),
            (x(mean.mean + finite(mean.error)), middle),
            "whisker",
        );
        drawing.text((right + 6.0, middle + 4.0), "soft", "start", &format!("{:.0} %", 100.0 * mean.mean));
    }
    drawing.line((left, 0.0), (left, ROW * rows.len() as f64 + 4.0), "axis");
    let mut figures = Grid::new(&["", "share"]);
    for (label, mean) in rows {
        figures.row(label.clone(), [percent(Some(*mean))]);
    }
    Picture { figures: Some(figures), ..finished(drawing, caption) }
}

fn finite(error: f64) -> f64 {
    if error.is_finite() { error } else { 0.0 }
}

/// Draws rows cut into shares that add up to one, with a legend.
pub fn stacked(caption: String, parts: &[&str], rows: &[(String, Vec<f64>)]) -> Picture {
    let (left, right, head) = (92.0, WIDTH - 4.0, 24.0);
    let mut drawing = drawing(head + ROW * rows.len() as f64 + 4.0, &caption);
    let step = right / parts.len() as f64;
    for (number, part) in parts.iter().enumerate() {
        let at = 4.0 + step * number as f64;
        drawing.rect((at, 4.0), (10.0, 10.0), &format!("k{number}"));
        drawing.text((at + 14.0, 13.0), "", "start", part);
    }
    for (number, (label, shares)) in rows.iter().enumerate() {
        let top = head + ROW * number as f64;
        drawing.text((left - 6.0, top + 13.0), "", "end", label);
        let mut at = left;
        for (part, share) in shares.iter().enumerate() {
            let width = (right - left) * share;
            drawing.rect((at, top), (width, 18.0), &format!("k{part}"));
            if width > 24.0 {
                drawing.text(
                    (at + width / 2.0, top + 13.0),
                    &format!("on{part}"),
                    "middle",
                    &format!("{:.0}", 100.0 * share),
                );
            }
            at += width;
        }
    }
    finished(drawing, caption)
}

/// Draws a grid of shares, stronger colours for higher ones. The caption names the largest standard error.
pub fn heat(caption: &str, columns: &[String], rows: &[(String, Vec<Option<Mean>>)]) -> Picture {
    let errors = rows.iter().flat_map(|(_, cells)| cells).flatten().map(|share| finite(share.error));
    let caption =
        format!("{caption}; one standard error is {:.0} at most", (100.0 * errors.fold(0.0, f64::max)).ceil());
    let (left, head, height) = (78.0, 20.0, 26.0);
    let width = (WIDTH - left) / columns.len().max(1) as f64;
    let mut drawing = drawing(head + height * rows.len() as f64 + 2.0, &caption);
    for (number, column) in columns.iter().enumerate() {
        drawing.text((left + width * (number as f64 + 0.5), 13.0), "soft", "middle", column);
    }
    for (number, (label, cells)) in rows.iter().enumerate() {
        let top = head + height * number as f64;
        drawing.text((left - 6.0, top + 16.0), "", "end", label);
        for (place, share) in cells.iter().enumerate() {
            let Some(share) = share else { continue };
            let at = left + width * place as f64;
            // Capped, so that the text stays legible on the strongest colour.
            let strength = 0.62 * share.mean.clamp(0.0, 1.0);
            drawing.draw(format_args!(
                "<rect x=\"{at:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" class=\"hot\" fill-opacity=\"{strength:.2}\"/>",
                width - 1.0,
                height - 1.0
            ));
            drawing.text((at + width / 2.0, top + 16.0), "", "middle", &format!("{:.0}", 100.0 * share.mean));
        }
    }
    let heads: Vec<&str> = std::iter::once("").chain(columns.iter().map(String::as_str)).collect();
    let mut figures = Grid::new(&heads);
    for (label, cells) in rows {
        figures.row(label.clone(), cells.iter().map(|share| percent(*share)));
    }
    Picture { figures: Some(figures), ..finished(drawing, caption) }
}

/// Draws values in the order given, each a dot with a whisker of one standard error and a colour.
pub fn dots(caption: String, kinds: &[&str], values: &[(Mean, usize)]) -> Picture {
    let (left, right, top, bottom) = (34.0, WIDTH - 4.0, 24.0, 224.0);
    let reach = values.iter().map(|(mean, _)| mean.mean.abs() + finite(mean.error)).fold(0.1, f64::max);
    let y = |value: f64| f64::midpoint(top, bottom) - (bottom - top) / 2.0 * value / reach;
    let mut drawing = drawing(bottom + 8.0, &caption);
    for (number, kind) in kinds.iter().enumerate() {
        let at = left + (right - left) / kinds.len() as f64 * number as f64;
        drawing.rect((at, 4.0), (10.0, 10.0), &format!("k{number}"));
        drawing.text((at + 14.0, 13.0), "", "start", kind);
    }
    for tenth in -9..=9 {
        let value = f64::from(tenth) / 5.0;
        if value.abs() <= reach {
            drawing.line((left, y(value)), (right, y(value)), "axis");
            drawing.text((left - 4.0, y(value) + 4.0), "soft", "end", &format!("{value:+.1}"));
        }
    }
    let step = (right - left) / values.len().max(1) as f64;
    for (number, (mean, kind)) in values.iter().enumerate() {
        let at = left + step * (number as f64 + 0.5);
        drawing.line((at, y(mean.mean - finite(mean.error))), (at, y(mean.mean + finite(mean.error))), "thin");
        drawing.draw(format_args!("<circle cx=\"{at:.1}\" cy=\"{:.1}\" r=\"1.8\" class=\"k{kind}\"/>", y(mean.mean)));
    }
    finished(drawing, caption)
}
