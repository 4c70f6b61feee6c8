//! Plots of numbers over commits, as SVG.

use std::fmt::Write as _;

use super::page::escaped;

/// The size of the drawing.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 140.0;
/// The room around the curve.
const MARGIN: (f64, f64, f64, f64) = (52.0, 12.0, 12.0, 22.0);

/// A number at a commit.
pub(super) struct Dot {
    /// The text that shows when the dot is pointed at.
    pub(super) title: String,
    pub(super) value: f64,
}

/// A curve, with the dots at equal distances from left to right; nothing if there are less than two.
pub(super) fn curve(name: &str, dots: &[Dot], from: &str, to: &str) -> String {
    if dots.len() < 2 {
        return String::new();
    }
    let values = || dots.iter().map(|dot| dot.value);
    let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    // A flat curve lies in the middle.
    let (least, most) = if most > least { (least, most) } else { (least - 1.0, most + 1.0) };
    let (left, top, right, bottom) = MARGIN;
    let x = |at: usize| left + (WIDTH - left - right) * at as f64 / (dots.len() - 1) as f64;
    let y = |value: f64| top + (HEIGHT - top - bottom) * (most - value) / (most - least);
    let mut svg = format!(
        "<figure><figcaption>{}</figcaption><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">",
        escaped(name),
        escaped(name)
    );
    for value in [least, (least + most) / 2.0, most] {
        let at = y(value);
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            "<line x1=\"{left}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - right,
            left - 6.0,
            at + 3.5,
            number(value)
        );
    }
    let points: Vec<String> =
        dots.iter().enumerate().map(|(at, dot)| format!("{:.1},{:.1}", x(at), y(dot.value))).collect();
    let _ = write!(svg, "<polyline points=\"{}\"/>", points.join(" "));
    for (at, dot) in dots.iter().enumerate() {
        let (x, y, title) = (x(at), y(dot.value), escaped(&dot.title));
        let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"><title>{title}</title></circle>");
    }
    let base = HEIGHT - 5.0;
    let _ = write!(
        svg,
        "<text x=\"{left}\" y=\"{base}\">{}</text><text x=\"{}\" y=\"{base}\" text-anchor=\"end\">{}</text></svg></figure>",
        escaped(from),
        WIDTH - right,
        escaped(to)
    );
    svg
}

/// A number with as many digits as it takes.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Dot, curve, number};

    #[test]
    fn curves_stay_in_the_drawing() {
        let dots: Vec<Dot> = [3.0, 1.0, 2.0].map(|value| Dot { title: "a < b".to_owned(), value }).into();
        let svg = curve("rate", &dots, "then", "now");
        assert!(svg.contains("<polyline points=\"52.0,12.0 340.0,118.0 628.0,65.0\"/>"), "{svg}");
        assert_eq!((svg.matches("<circle").count(), svg.matches("a &lt; b").count()), (3, 3));
        assert_eq!(curve("rate", &dots[..1], "", ""), "");
        let flat = [1.0, 1.0].map(|value| Dot { title: String::new(), value });
        assert!(!curve("rate", &flat, "", "").contains("NaN"));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([3.456, 3.5, 100.0].map(number), ["3.46", "3.5", "100"]);
    }
}
