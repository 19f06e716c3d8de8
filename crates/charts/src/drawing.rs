//! Shapes of inline SVG; style sheets set the looks of their classes.

use std::fmt::{Arguments, Write};

use crate::html::escaped;

/// A point or a size.
type Pair = (f64, f64);

/// An SVG element under construction.
pub(crate) struct Drawing(String);

impl Drawing {
    /// Opens an element with these attributes and a label for screen readers.
    pub(crate) fn new((width, height): Pair, attributes: &str, label: &str) -> Drawing {
        let label = escaped(label);
        Drawing(format!("<svg {attributes}viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-label=\"{label}\">"))
    }

    pub(crate) fn draw(&mut self, shape: Arguments<'_>) {
        self.0.write_fmt(shape).expect("writing to a string");
    }

    pub(crate) fn text(&mut self, (x, y): Pair, class: &str, anchor: &str, words: &str) {
        let words = escaped(words);
        self.draw(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\" text-anchor=\"{anchor}\">{words}</text>"
        ));
    }

    pub(crate) fn rect(&mut self, (x, y): Pair, (width, height): Pair, class: &str) {
        self.draw(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" class=\"{class}\"/>"
        ));
    }

    pub(crate) fn line(&mut self, (x1, y1): Pair, (x2, y2): Pair, class: &str) {
        self.draw(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>"
        ));
    }

    pub(crate) fn polyline(&mut self, points: impl IntoIterator<Item = Pair>, class: &str) {
        let points: Vec<String> = points.into_iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        self.draw(format_args!("<polyline points=\"{}\" class=\"{class}\"/>", points.join(" ")));
    }

    pub(crate) fn finished(mut self) -> String {
        self.0.push_str("</svg>");
        self.0
    }
}
