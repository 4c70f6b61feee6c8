//! A program as a tree of pieces of text, just deep enough to print it and to take parts away.

use std::borrow::Cow;

use crate::types::{StructData, Type};

/// Bounds of the floats in an expression: each is a multiple of `2^-fraction`, and at most `2^magnitude`.
/// While the sum of both is at most [`Bounds::EXACT`], arithmetic is exact in whatever order it is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) magnitude: i32,
    pub(crate) fraction: i32,
}

impl Bounds {
    /// One bit less than a `float` has would do.
    pub(crate) const EXACT: i32 = 22;
    /// The bounds that every variable keeps.
    pub(crate) const VARIABLE: Self = Self { magnitude: 6, fraction: 4 };

    pub(crate) fn new(magnitude: i32, fraction: i32) -> Self {
        Self { magnitude, fraction }
    }

    /// True if everything within these bounds is within others.
    pub(crate) fn within(self, other: Self) -> bool {
        self.magnitude <= other.magnitude && self.fraction <= other.fraction
    }

    pub(crate) fn is_exact(self) -> bool {
        self.magnitude + self.fraction <= Self::EXACT
    }

    /// Those of either value.
    pub(crate) fn either(self, other: Self) -> Self {
        Self::new(self.magnitude.max(other.magnitude), self.fraction.max(other.fraction))
    }

    /// Those of a sum of products of `1 << log` pairs.
    pub(crate) fn product(self, other: Self, log: i32) -> Self {
        Self::new(self.magnitude + other.magnitude + log, self.fraction + other.fraction)
    }
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) ty: Type,
    pub(crate) bounds: Bounds,
    pub(crate) pieces: Vec<Piece>,
    /// True if it must stay as it is, but for what is in it: a place that is written, say.
    pub(crate) fixed: bool,
}

/// A part of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(Cow<'static, str>),
    Expr(Expr),
}

/// A statement, or a declaration with all that belongs to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    pub(crate) parts: Vec<Part>,
}

/// A part of a statement.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Text(Cow<'static, str>),
    Expr(Expr),
    /// Statements, indented.
    Block(Vec<Node>),
}

/// A program.
#[derive(Clone, Debug)]
pub struct Tree {
    /// `#version` and what must follow it at once.
    pub(crate) header: String,
    pub(crate) items: Vec<Node>,
    pub(crate) structs: Vec<StructData>,
}

impl Expr {
    /// An expression without parts.
    pub(crate) fn text(ty: Type, bounds: Bounds, text: impl Into<Cow<'static, str>>) -> Self {
        Self { ty, bounds, pieces: vec![Piece::Text(text.into())], fixed: false }
    }

    /// Fills a pattern: `@` stands for the next of `parts`.
    pub(crate) fn pattern(ty: Type, bounds: Bounds, pattern: &str, parts: Vec<Self>) -> Self {
        let mut pieces = Vec::with_capacity(2 * parts.len() + 1);
        let mut parts = parts.into_iter();
        for (index, text) in pattern.split('@').enumerate() {
            if index > 0 {
                pieces.extend(parts.next().map(Piece::Expr));
            }
            if !text.is_empty() {
                pieces.push(Piece::Text(text.to_owned().into()));
            }
        }
        Self { ty, bounds, pieces, fixed: false }
    }

    /// The same, not to be replaced by another expression.
    pub(crate) fn fixed(self) -> Self {
        Self { fixed: true, ..self }
    }

    fn print(&self, out: &mut String) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Expr(expr) => expr.print(out),
            }
        }
    }

    /// As text.
    pub(crate) fn to_text(&self) -> String {
        let mut out = String::new();
        self.print(&mut out);
        out
    }
}

impl Node {
    /// A statement without parts.
    pub(crate) fn text(text: impl Into<Cow<'static, str>>) -> Self {
        Self { parts: vec![Part::Text(text.into())] }
    }

    /// Fills a pattern: `@` stands for the next of `exprs`.
    pub(crate) fn pattern(pattern: &str, exprs: Vec<Expr>) -> Self {
        let mut parts = Vec::with_capacity(2 * exprs.len() + 1);
        let mut exprs = exprs.into_iter();
        for (index, text) in pattern.split('@').enumerate() {
            if index > 0 {
                parts.extend(exprs.next().map(Part::Expr));
            }
            if !text.is_empty() {
                parts.push(Part::Text(text.to_owned().into()));
            }
        }
        Self { parts }
    }

    /// With one more part.
    pub(crate) fn with(mut self, part: Part) -> Self {
        self.parts.push(part);
        self
    }

    /// With more text.
    pub(crate) fn then(self, text: impl Into<Cow<'static, str>>) -> Self {
        self.with(Part::Text(text.into()))
    }

    fn print(&self, out: &mut String, indent: usize) {
        let pad = "    ".repeat(indent);
        out.push_str(&pad);
        for part in &self.parts {
            match part {
                Part::Text(text) => out.push_str(&text.replace('\n', &format!("\n{pad}"))),
                Part::Expr(expr) => expr.print(out),
                Part::Block(nodes) => {
                    out.push('\n');
                    nodes.iter().for_each(|node| node.print(out, indent + 1));
                    out.push_str(&pad);
                }
            }
        }
        out.push('\n');
    }
}

impl Tree {
    /// The program as GLSL.
    pub fn source(&self) -> String {
        let mut out = self.header.clone();
        self.items.iter().for_each(|item| item.print(&mut out, 0));
        out
    }
}
