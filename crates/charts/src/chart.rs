//! Charts for reports: bars that fit into the cell of a table, and curves.

use crate::drawing::Drawing;
use crate::html::escaped;

/// The style sheet of charts.
pub const STYLE: &str = include_str!("chart.css");

/// The most curves that can be told apart.
pub const MOST_CURVES: usize = 8;

/// Opens a bar 100 units wide; it fills the cell of a table.
fn cell(label: &str) -> Drawing {
    Drawing::new((100.0, 10.0), "class=\"bar\" preserveAspectRatio=\"none\" ", label)
}

/// Draws a bar from zero, with its interval as a whisker; an unknown interval is left out.
pub fn bar(value: f64, (low, high): (f64, f64), most: f64) -> String {
    let x = |at: f64| ((if at.is_finite() { at } else { value }) / most.max(1e-9) * 100.0).clamp(0.0, 100.0);
    let mut drawing = cell(&format!("{value:.3}"));
    drawing.rect((0.0, 1.0), (x(value), 8.0), "value");
    drawing.rect((x(low), 4.0), ((x(high) - x(low)).max(0.4), 2.0), "interval");
    drawing.finished()
}

/// Draws a bar cut into shares that add up to one.
pub fn shares(label: &str, shares: impl IntoIterator<Item = f64>) -> String {
    let mut drawing = cell(label);
    let mut x = 0.0;
    for (part, share) in shares.into_iter().enumerate() {
        drawing.rect((x, 1.0), (100.0 * share, 8.0), &format!("share{part}"));
        x += 100.0 * share;
    }
    drawing.finished()
}

/// Curves over the same steps.
pub struct Curves<'a> {
    /// The label.
    pub label: &'a str,
    /// The height, for a width of 600.
    pub height: f64,
    /// The number of steps from left to right; a curve has a value before the first and after each.
    pub steps: usize,
    /// The value at the top; 0 is at the bottom.
    pub most: f64,
    /// A step to be marked.
    pub marked: Option<usize>,
}

impl Curves<'_> {
    /// Draws the first [`MOST_CURVES`] curves, each with its name, and a legend.
    pub fn draw<'c>(&self, curves: impl IntoIterator<Item = (&'c str, Vec<f64>)>) -> String {
        let (width, bottom) = (600.0, self.height - 5.0);
        let x = |step: usize| step as f64 / self.steps.max(1) as f64 * width;
        let y = |value: f64| bottom - value / self.most * (bottom - 5.0);
        let mut drawing = Drawing::new((width, self.height), "class=\"chart\" ", self.label);
        drawing.polyline([(0.0, 0.0), (0.0, bottom), (width, bottom)], "axis");
        if let Some(step) = self.marked {
            drawing.line((x(step), 0.0), (x(step), bottom), "mark");
        }
        let mut legend = String::new();
        for (number, (name, values)) in curves.into_iter().take(MOST_CURVES).enumerate() {
            drawing
                .polyline(values.iter().enumerate().map(|(step, &value)| (x(step), y(value))), &format!("c{number}"));
            legend.extend([&format!("<span><i class=\"c{number}\"></i>"), escaped(name).as_str(), "</span> "]);
        }
        format!("{}\n<p class=\"legend\">{legend}</p>\n", drawing.finished())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_stays_in_its_cell() {
        let drawn = bar(1.5, (f64::NEG_INFINITY, f64::NAN), 3.0);
        assert!(drawn.contains("x=\"0.0\" y=\"1.0\" width=\"50.0\""), "{drawn}");
        assert!(drawn.contains("x=\"50.0\" y=\"4.0\" width=\"0.4\""), "an interval that is not known is none: {drawn}");
        assert!(bar(9.0, (8.0, 99.0), 3.0).contains("x=\"100.0\" y=\"4.0\" width=\"0.4\""));
    }

    #[test]
    fn curves_end_where_their_last_value_is() {
        let curves = Curves { label: "a < b", height: 105.0, steps: 2, most: 4.0, marked: Some(1) };
        let drawn = curves.draw([("Ann", vec![0.0, 2.0, 4.0]), ("<b>", vec![0.0, 0.0])]);
        assert!(drawn.contains("points=\"0.0,100.0 300.0,52.5 600.0,5.0\" class=\"c0\""), "{drawn}");
        assert!(drawn.contains("points=\"0.0,100.0 300.0,100.0\" class=\"c1\""), "{drawn}");
        assert!(drawn.contains("aria-label=\"a &lt; b\"") && drawn.contains("</i>&lt;b&gt;</span>"), "{drawn}");
        assert!(drawn.contains("x1=\"300.0\""), "{drawn}");
    }
}
