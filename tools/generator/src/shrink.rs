//! Makes a program smaller while something about it stays as it is.

use crate::tree::{Expr, Node, Part, Piece, Tree};
use crate::types::StructData;

/// One step: something to take away or to replace.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Removes a number of statements from a block, starting at one.
    Remove { first: usize, count: usize },
    /// Replaces a statement by the contents of its blocks.
    Unwrap { node: usize },
    /// Puts a constant in place of an expression.
    Constant { expr: usize, digit: char },
    /// Puts a part of an expression in its place.
    Hoist { expr: usize, part: usize },
}

/// The smallest program found for which `fails` still holds, with a limit on trials.
pub fn shrink(tree: &Tree, mut trials: usize, mut fails: impl FnMut(&Tree) -> bool) -> Tree {
    let mut tree = tree.clone();
    let mut attempt = |candidate: Tree, tree: &mut Tree| {
        if trials == 0 {
            return false;
        }
        trials -= 1;
        let better = fails(&candidate);
        if better {
            *tree = candidate;
        }
        better
    };
    loop {
        let before = tree.source().len();
        // Statements, in runs of a half, a quarter and so on.
        let mut count = nodes(&tree.items);
        while count > 0 {
            let mut first = 0;
            while first < nodes(&tree.items) {
                let candidate = apply(&tree, Step::Remove { first, count });
                if !candidate.is_some_and(|candidate| attempt(candidate, &mut tree)) {
                    first += count;
                }
            }
            count /= 2;
        }
        for node in (0..nodes(&tree.items)).rev() {
            if let Some(candidate) = apply(&tree, Step::Unwrap { node }) {
                attempt(candidate, &mut tree);
            }
        }
        let mut expr = 0;
        while expr < exprs(&tree.items) {
            let constants = ['0', '1'].map(|digit| Step::Constant { expr, digit });
            let mut steps = constants.into_iter().chain((0..3).map(|part| Step::Hoist { expr, part }));
            // The first step that still fails is taken.
            let _ = steps.any(|step| apply(&tree, step).is_some_and(|it| attempt(it, &mut tree)));
            expr += 1;
        }
        if tree.source().len() >= before {
            return tree;
        }
    }
}

/// Number of statements.
fn nodes(items: &[Node]) -> usize {
    let blocks = |node: &Node| -> usize {
        node.parts.iter().map(|part| if let Part::Block(inner) = part { nodes(inner) } else { 0 }).sum()
    };
    items.iter().map(|node| 1 + blocks(node)).sum()
}

/// Number of expressions.
fn exprs(items: &[Node]) -> usize {
    fn within(expr: &Expr) -> usize {
        let parts = expr.pieces.iter();
        1 + parts.map(|piece| if let Piece::Expr(inner) = piece { within(inner) } else { 0 }).sum::<usize>()
    }
    let of = |part: &Part| match part {
        Part::Text(_) => 0,
        Part::Expr(expr) => within(expr),
        Part::Block(inner) => exprs(inner),
    };
    items.iter().flat_map(|node| &node.parts).map(of).sum()
}

/// The tree after a step; none if the step does nothing.
fn apply(tree: &Tree, step: Step) -> Option<Tree> {
    let mut edit = Edit { step, node: 0, expr: 0, changed: false, structs: &tree.structs };
    let items = edit.nodes(&tree.items);
    edit.changed.then(|| Tree { items, ..tree.clone() })
}

struct Edit<'a> {
    step: Step,
    node: usize,
    expr: usize,
    changed: bool,
    structs: &'a [StructData],
}

impl Edit<'_> {
    fn nodes(&mut self, nodes: &[Node]) -> Vec<Node> {
        let mut out = Vec::with_capacity(nodes.len());
        for node in nodes {
            let number = self.node;
            self.node += 1;
            match self.step {
                Step::Remove { first, count } if (first..first + count).contains(&number) => {
                    self.changed = true;
                    self.node += self::nodes(std::slice::from_ref(node)) - 1;
                }
                Step::Unwrap { node: chosen } if chosen == number => {
                    for part in &node.parts {
                        if let Part::Block(inner) = part {
                            self.changed = true;
                            out.extend(inner.iter().cloned());
                        }
                    }
                    if !self.changed {
                        out.push(node.clone());
                    }
                }
                _ => out.push(self.node_parts(node)),
            }
        }
        out
    }

    fn node_parts(&mut self, node: &Node) -> Node {
        let part = |part: &Part| match part {
            Part::Text(text) => Part::Text(text.clone()),
            Part::Expr(expr) => Part::Expr(self.expr(expr)),
            Part::Block(inner) => Part::Block(self.nodes(inner)),
        };
        Node { parts: node.parts.iter().map(part).collect() }
    }

    fn expr(&mut self, expr: &Expr) -> Expr {
        let number = self.expr;
        self.expr += 1;
        match self.step {
            Step::Constant { expr: chosen, digit } if chosen == number && !expr.fixed => {
                let text = expr.ty.constant(self.structs, digit);
                if text.len() < expr.to_text().len() {
                    self.changed = true;
                    return Expr::text(expr.ty.clone(), Default::default(), text);
                }
            }
            Step::Hoist { expr: chosen, part } if chosen == number && !expr.fixed => {
                let mut parts = expr.pieces.iter().filter_map(|piece| match piece {
                    Piece::Expr(inner) if inner.ty == expr.ty && inner.bounds.within(expr.bounds) => {
                        Some(inner)
                    }
                    _ => None,
                });
                if let Some(inner) = parts.nth(part) {
                    self.changed = true;
                    return inner.clone();
                }
            }
            _ => {}
        }
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => Piece::Text(text.clone()),
            Piece::Expr(inner) => Piece::Expr(self.expr(inner)),
        };
        Expr { pieces: expr.pieces.iter().map(piece).collect(), ..expr.clone() }
    }
}
