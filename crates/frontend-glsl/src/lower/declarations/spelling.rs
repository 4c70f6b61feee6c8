//! The spelling of the source, for printers: names of constants, letters of components, braces of cases.

use crate::lexer::{RawKind, next_token};
use crate::lower::Lowering;
use crate::lower::declarations::variables::{Variable, VariableKind};
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::scopes::VariableId;
use crate::tokens::Punctuator;
use vitrum_ir::{
    Constant, ConstantKind, Letters, NamedConstant, Naming, Operand, Scalar, Span, Spelled, TypeData,
};

/// The number of the last entries in which the names of an expression are looked for.
const RECENT: usize = 32;

/// The maximum number of bytes of an expression's text.
const LONGEST: usize = 60;

/// The record of the uses of a constant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConstantUses {
    naming: Naming,
    /// The expression that the declaration has, if it was folded.
    value: Option<Spelled>,
    /// The entry of each use, after the first.
    entry: Option<Spelled>,
}

impl Lowering<'_> {
    /// Records the name of a constant: of an array, struct or dense matrix with its value, of a number or vector with its
    /// uses, since literals are often equal.
    pub(crate) fn name_constant(&mut self, id: VariableId, is_local: bool) {
        let Some(&Variable { name, kind: VariableKind::Value(operand), precision, span, .. }) =
            self.variables.get(id)
        else {
            return;
        };
        let Some(constant) = operand.constant() else { return };
        if self.module.constants.is_spec(constant) {
            return;
        }
        if self.is_number(constant) {
            let naming = if is_local { Naming::Local } else { Naming::Global };
            let value = self.folded_behind(span, constant).filter(|_| !is_local);
            self.variables.uses.insert(id, ConstantUses { naming, value, entry: None });
        } else if self.is_long(constant) {
            let name = self.module.names.intern(self.symbols.text(name));
            self.module.constants.declare(constant, name, precision);
        }
    }

    /// The expression of this value that was folded last, if it stands behind a place.
    fn folded_behind(&self, name: Span, constant: Constant) -> Option<Spelled> {
        let last = self.module.spelling.entries().last().filter(|entry| entry.span.start > name.start)?;
        let Spelled::Constant(index) = last.what else { return None };
        let named = self.module.spelling.constants().get(index as usize)?;
        (named.naming == Naming::Expression && named.constant == constant).then_some(last.what)
    }

    /// True for numbers and vectors of them.
    fn is_number(&self, constant: Constant) -> bool {
        match self.module.types.get(self.module.constants.ty(constant)) {
            TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } => scalar != Scalar::Bool,
            _ => false,
        }
    }

    /// True for numbers that every compiler computes: compilers differ in what overflows and in infinities.
    fn is_moderate(&self, constant: Constant) -> bool {
        let data = self.module.constants.get(constant);
        match (&data.kind, self.module.types.scalar_of(data.ty)) {
            (ConstantKind::Scalar(bits), Some(Scalar::F32)) => f32::from_bits(*bits as u32).is_finite(),
            (ConstantKind::Scalar(bits), _) => (*bits as u32 as i32).unsigned_abs() < 1 << 30,
            (ConstantKind::Composite(parts), _) => parts.iter().all(|&part| self.is_moderate(part)),
            (ConstantKind::Null, _) => true,
            _ => false,
        }
    }

    /// True for arrays, structs and matrices that are not given by one number or column.
    fn is_long(&self, constant: Constant) -> bool {
        let data = self.module.constants.get(constant);
        let ConstantKind::Composite(parts) = &data.kind else { return false };
        match self.module.types.get(data.ty) {
            TypeData::Array { .. } | TypeData::Struct(_) => true,
            TypeData::Matrix { .. } => {
                // Diagonal matrices, and those with equal columns, are given by one number or column.
                let is_spread = |&column: &Constant| match &self.module.constants.get(column).kind {
                    ConstantKind::Composite(parts) => {
                        parts.iter().filter(|&&part| !self.module.constants.is_zero(part)).count() > 1
                    }
                    _ => false,
                };
                parts.iter().any(is_spread) && parts.windows(2).any(|pair| pair.first() != pair.last())
            }
            _ => false,
        }
    }

    /// Records a use of a named constant.
    pub(crate) fn note_constant(&mut self, id: VariableId, operand: Operand, span: Span) {
        let (Some(uses), Some(constant)) = (self.variables.uses.get(&id).copied(), operand.constant()) else {
            return;
        };
        let entry = match (uses.entry, self.variables.get(id)) {
            (Some(entry), _) => entry,
            (None, Some(variable)) => {
                let name = self.module.names.intern(self.symbols.text(variable.name));
                let (precision, declared) = (variable.precision, variable.span);
                let named = NamedConstant { constant, name, precision, naming: uses.naming };
                let entry = self.module.spelling.add_constant(named);
                self.variables.uses.insert(id, ConstantUses { entry: Some(entry), ..uses });
                self.module.spelling.add(declared, entry);
                uses.value.into_iter().for_each(|value| self.module.spelling.add(declared, value));
                entry
            }
            (None, None) => return,
        };
        self.module.spelling.add(span, entry);
    }

    /// Records the text of an expression that was folded, if it names constants: operators and components of names and literals that
    /// mean the same in every version.
    pub(crate) fn note_expression(&mut self, expr: Expr) {
        let spelling = &self.module.spelling;
        // The last name is one of the expression.
        if spelling.entries().last().is_none_or(|entry| entry.span.start < expr.span.start) {
            return;
        }
        let ExprKind::Value(operand) = expr.kind else { return };
        let Some(constant) = operand.constant() else { return };
        if self.module.constants.is_spec(constant) || !self.is_number(constant) || !self.is_moderate(constant)
        {
            return;
        }
        let scalar = self.module.types.scalar_of(expr.ty);
        let names: Vec<&NamedConstant> = spelling
            .entries()
            .iter()
            .rev()
            .take(RECENT)
            .filter(|entry| entry.span.start >= expr.span.start && entry.span.end <= expr.span.end)
            .filter_map(|entry| match entry.what {
                Spelled::Constant(index) => spelling.constants().get(index as usize),
                Spelled::Letters(_) | Spelled::Braces(_) => None,
            })
            .collect();
        let is_name = |word: &str| {
            names.iter().any(|named| {
                named.naming == Naming::Global
                    && named.precision == expr.precision
                    && self.module.types.scalar_of(self.module.constants.ty(named.constant)) == scalar
                    && self.module.names.get(named.name) == word
            })
        };
        let is_number = |word: &str| match scalar {
            Some(Scalar::F32) => {
                word.contains(['.', 'e', 'E']) && !word.ends_with(['f', 'F']) && !word.starts_with("0x")
            }
            Some(Scalar::I32) => {
                word.bytes().all(|byte| byte.is_ascii_digit()) && (word == "0" || !word.starts_with('0'))
            }
            _ => false,
        };
        let Some(text) = spelled(self.settings.sources.slice(expr.span), is_name, is_number) else { return };
        let name = self.module.names.intern(&text);
        let named = NamedConstant { constant, name, precision: expr.precision, naming: Naming::Expression };
        let entry = self.module.spelling.add_constant(named);
        self.module.spelling.add(expr.span, entry);
    }

    /// Records the letters of a swizzle: 0 for `xyzw`, 1 for `rgba`, 2 for `stpq`.
    pub(crate) fn note_letters(&mut self, set: usize, span: Span) {
        let letters = match set {
            1 => Letters::Color,
            2 => Letters::Texture,
            _ => return,
        };
        self.module.spelling.add(span, Spelled::Letters(letters));
    }

    /// Records that a label of a `switch` was a named constant, if it was one.
    pub(crate) fn note_label(&mut self, label: Span, switch: Span) {
        let last = self.module.spelling.entries().last().copied();
        if let Some(entry) =
            last.filter(|entry| entry.span == label && matches!(entry.what, Spelled::Constant(_)))
        {
            self.module.spelling.add(switch, entry.what);
        }
    }
}

/// The text of an expression with blanks around its operators; `None` if it has more than operators, components, and names and literals
/// that may be there.
fn spelled(text: &str, is_name: impl Fn(&str) -> bool, is_number: impl Fn(&str) -> bool) -> Option<String> {
    let mut spelled = String::new();
    let (mut position, mut is_behind_operand, mut is_behind_point) = (0, false, false);
    while let Some(raw) = next_token(text.as_bytes(), position) {
        position = raw.end as usize;
        let word = text.get(raw.start as usize..position)?;
        let was_behind_point = std::mem::take(&mut is_behind_point);
        match raw.kind {
            RawKind::Identifier if was_behind_point || is_name(word) => is_behind_operand = true,
            RawKind::Number if is_number(word) => is_behind_operand = true,
            RawKind::Punctuator(Punctuator::Dot) if is_behind_operand => is_behind_point = true,
            RawKind::Punctuator(Punctuator::LeftParen) if !is_behind_operand => {}
            RawKind::Punctuator(Punctuator::RightParen) if is_behind_operand => {}
            RawKind::Punctuator(
                Punctuator::Plus | Punctuator::Minus | Punctuator::Star | Punctuator::Slash,
            ) if is_behind_operand => {
                is_behind_operand = false;
                spelled.extend([" ", word, " "]);
                continue;
            }
            RawKind::Punctuator(Punctuator::Minus) if !spelled.ends_with('-') => {}
            _ => return None,
        }
        spelled.push_str(word);
        if spelled.len() > LONGEST {
            return None;
        }
    }
    is_behind_operand.then_some(spelled)
}
