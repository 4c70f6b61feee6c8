//! Places: variables and parts of them, to read and to write.

use crate::generate::{Access, Generator, Variable};
use crate::tree::{Bounds, Expr, Piece};
use crate::types::{Scalar, Type};

/// The member of a buffer whose length is not declared.
pub(crate) const RUNTIME_ARRAY: &str = "source.items";

const COMPONENTS: [&str; 3] = ["xyzw", "rgba", "stpq"];

impl Generator<'_> {
    /// A place of a type that can be read.
    pub(crate) fn read(&mut self, ty: &Type, depth: usize) -> Option<Expr> {
        // An array without a length is no value.
        let whole = |variable: &Variable| variable.text == RUNTIME_ARRAY && variable.ty == *ty;
        let found: Vec<Variable> = self
            .visible(|variable| !whole(variable) && variable.ty.contains(ty, &self.structs))
            .into_iter()
            .cloned()
            .collect();
        let variable = self.random.pick(&found)?.clone();
        Some(self.part_of(&variable, ty, depth, false))
    }

    /// A place of a type that can be written, and the variable it is in.
    pub(crate) fn written(&mut self, ty: &Type, depth: usize) -> Option<(Expr, Variable)> {
        if self.constant {
            return None;
        }
        let found: Vec<Variable> = self
            .visible(|variable| variable.access == Access::Write && variable.ty.contains(ty, &self.structs))
            .into_iter()
            .cloned()
            .collect();
        // Near ones are used more.
        let near = found.len().saturating_sub(6);
        let from = if self.random.chance(60) { &found[near..] } else { &found[..] };
        let variable = self.random.pick(from)?.clone();
        let place = self.part_of(&variable, ty, depth, true).fixed();
        Some((place, variable))
    }

    /// A part of a variable that has a type.
    pub(crate) fn part_of(&mut self, variable: &Variable, wanted: &Type, depth: usize, write: bool) -> Expr {
        let mut pieces = vec![Piece::Text(variable.text.clone().into())];
        let mut ty = variable.ty.clone();
        while ty != *wanted {
            let (index, next) = match (&ty, wanted) {
                (Type::Array(element, length), _) => {
                    let index = self.index(*length, depth);
                    pieces.push(Piece::Text("[".into()));
                    pieces.extend(index);
                    ("]".to_owned(), (**element).clone())
                }
                (Type::Struct(id), _) => {
                    let members = self.structs.get(*id).map(|data| data.members.clone()).unwrap_or_default();
                    let fitting: Vec<_> = members
                        .into_iter()
                        .filter(|member| member.1.contains(wanted, &self.structs))
                        .collect();
                    let Some((name, member)) = self.random.pick(&fitting).cloned() else { break };
                    (format!(".{name}"), member)
                }
                (Type::Matrix(columns, rows), _) => {
                    let index = self.index(*columns, depth);
                    pieces.push(Piece::Text("[".into()));
                    pieces.extend(index);
                    ("]".to_owned(), Type::Numbers(Scalar::Float, *rows))
                }
                (Type::Numbers(scalar, count), Type::Numbers(_, 1)) if self.random.chance(40) => {
                    let index = self.index(*count, depth);
                    pieces.push(Piece::Text("[".into()));
                    pieces.extend(index);
                    ("]".to_owned(), Type::Numbers(*scalar, 1))
                }
                (Type::Numbers(_, count), Type::Numbers(_, few)) => {
                    (format!(".{}", self.swizzle(*count, *few, write)), wanted.clone())
                }
                _ => break,
            };
            pieces.push(Piece::Text(index.into()));
            ty = next;
        }
        if !write
            && let (Type::Numbers(_, count @ 2..), true) = (wanted, self.random.chance(10))
            && ty == *wanted
        {
            let swizzle = self.swizzle(*count, *count, false);
            pieces.push(Piece::Text(format!(".{swizzle}").into()));
        }
        Expr { ty: wanted.clone(), bounds: Bounds::VARIABLE, pieces, fixed: write }
    }

    /// Names of components; of a place that is written each is another.
    fn swizzle(&mut self, count: u8, wanted: u8, write: bool) -> String {
        let set = COMPONENTS[self.random.below(COMPONENTS.len())];
        let mut left: Vec<char> = set.chars().take(usize::from(count)).collect();
        let mut name = String::new();
        for _ in 0..wanted {
            let at = self.random.below(left.len());
            let Some(&component) = left.get(at) else { break };
            name.push(component);
            if write {
                left.remove(at);
            }
        }
        name
    }

    /// An index below `length`.
    fn index(&mut self, length: u8, depth: usize) -> Vec<Piece> {
        let text = |text: String| Piece::Text(text.into());
        if depth == 0 || self.constant || self.random.chance(35) {
            return vec![text(self.random.below(usize::from(length)).to_string())];
        }
        let counters: Vec<String> = self
            .visible(|variable| variable.range.is_some_and(|range| range <= length))
            .into_iter()
            .map(|variable| variable.text.clone())
            .collect();
        if self.random.chance(60)
            && let Some(counter) = self.random.pick(&counters)
        {
            return vec![text(counter.clone())];
        }
        let unsigned = self.random.chance(40);
        let index = self.expr(if unsigned { &Type::UINT } else { &Type::INT }, depth - 1);
        let suffix = if unsigned { "u" } else { "" };
        let (before, after) = if length.is_power_of_two() && self.random.chance(70) {
            ("(".to_owned(), format!(" & {}{suffix})", length - 1))
        } else if unsigned {
            ("(".to_owned(), format!(" % {length}u)"))
        } else if self.random.chance(50) {
            ("clamp(".to_owned(), format!(", 0, {})", length - 1))
        } else {
            ("int(uint(".to_owned(), format!(") % {length}u)"))
        };
        vec![text(before), Piece::Expr(index), text(after)]
    }
}
