//! Warnings of the groups that only the text or the types tell: the IR does not show an empty `if`, a value that nobody
//! uses, code that is never reached, or a name that is not used. Each is looked for only if it is asked for.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::lower::scopes::Entity;
use crate::symbols::Symbol;
use crate::tokens::{Punctuator, Token};
use rustc_hash::FxHashMap;
use vitrum_ir::eval::scalar::sign_extend;
use vitrum_ir::{Block, Op, Operand, Precision, Scalar, Span, Type};

/// A local variable or parameter that was declared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    name: Symbol,
    span: Span,
    /// The warning if it is not used: `Code::UnusedVariable` or `Code::UnusedParameter`.
    unused: Code,
}

/// The declarations of the function being read, if that is asked for.
#[derive(Debug, Default)]
pub(crate) struct Declarations {
    list: Vec<Declared>,
    /// The number of tokens before its body.
    start: usize,
}

impl Lowering<'_> {
    /// True if a warning of a group is looked for.
    #[inline]
    pub(crate) fn asks(&self, code: Code) -> bool {
        self.report.asked.has(code)
    }

    /// Reports a warning of a group, unless the text is that of a macro or of an included file; whether it did.
    #[cold]
    fn lint(&mut self, code: Code, span: Span, message: impl Into<String>) -> bool {
        self.report.flush();
        let has_faults = self.report.sink.has_faults() || self.report.failed;
        let own = self.settings.own_text.holds(span) && !has_faults;
        if own {
            self.report.warning(code, span, message);
        }
        own
    }

    /// Warns of a statement that is never reached. `before` is the one before it.
    #[cold]
    pub(crate) fn warn_unreachable(&mut self, span: Span, before: Span) {
        // A jump that only this variant of the shader has.
        let between = self.settings.sources.slice(Span::new(before.end, span.start.max(before.end)));
        if between.lines().any(|line| line.trim_start().starts_with('#')) {
            return;
        }
        if self.lint(Code::UnreachableCode, span, "unreachable statement") {
            self.report.label(before, "control does not go on behind this");
        }
    }

    /// Warns of `if (c);`; `condition` ends at the `)`, and the `;` is at `span`.
    #[cold]
    pub(crate) fn warn_empty_body(&mut self, word: &str, close: Span, span: Span) {
        // A macro that is empty in this variant stands for a statement.
        let between = self.settings.sources.slice(Span::new(close.end, span.start.max(close.end)));
        if between.contains(|letter: char| letter.is_ascii_alphanumeric() || letter == '_') {
            return;
        }
        if self.lint(Code::EmptyBody, span, format!("empty body of `{word}`")) {
            self.report.help("write `{}` if nothing is to be done");
        }
    }

    /// The number of instructions of the function, in front of a statement.
    #[inline]
    pub(crate) fn instructions(&self) -> usize {
        self.module.functions[self.cursor.function].insts.len()
    }

    /// Warns of a statement whose instructions, those from number `first` on, have no effect.
    #[cold]
    pub(crate) fn warn_unused_value(&mut self, expr: Expr, first: usize) {
        if self.cursor.block.is_none() || !matches!(expr.kind, ExprKind::Value(_) | ExprKind::Place(_)) {
            return;
        }
        let function = &self.module.functions[self.cursor.function];
        // From the end: `skip` would walk over all instructions before.
        let own = function.insts.iter().rev().take(function.insts.len().saturating_sub(first));
        let has_effect = own.into_iter().any(|(inst, data)| match data.op {
            Op::If | Op::Merge => false,
            Op::Call => true,
            _ => !function.effects(inst).is_removable() || function.is_volatile(inst),
        });
        if has_effect || !self.lint(Code::UnusedValue, expr.span, "statement has no effect") {
            return;
        }
        let text = self.settings.sources.slice(expr.span);
        if text.contains("==") {
            self.report.help("did you mean `=`?");
        }
    }

    /// Warns of `==` between floats. A value is compared with itself to find NaN.
    pub(crate) fn warn_float_equal(&mut self, operator: &str, left: Expr, right: Expr, ty: Type, span: Span) {
        let scalar = self.module.types.scalar_of(ty);
        if !self.asks(Code::FloatEqual) || !scalar.is_some_and(Scalar::is_float) {
            return;
        }
        let text = |span: Span| self.settings.sources.slice(span);
        let constants =
            [left, right].map(|it| matches!(it.kind, ExprKind::Value(it) if it.constant().is_some()));
        if text(left.span) != text(right.span) && constants != [true; 2] {
            let message = format!("floating-point values are compared by `{operator}`");
            self.lint(Code::FloatEqual, span, message);
        }
    }

    /// Warns of a sum, difference or product of constants that wraps around.
    #[cold]
    pub(crate) fn warn_overflow(&mut self, op: Op, operands: [Operand; 2], span: Span) {
        let known = operands.map(|it| {
            let constant = it.constant()?;
            let ty = self.module.constants.ty(constant);
            let bits = self.module.constants.bits(constant)?;
            let scalar = self.module.types.scalar_of(ty)?;
            scalar.is_signed().then(|| (sign_extend(scalar.width(), bits), scalar))
        });
        let [Some((left, scalar)), Some((right, _))] = known else { return };
        let (left, right) = (i128::from(left), i128::from(right));
        let (exact, sign) = match op {
            Op::Iadd => (left + right, '+'),
            Op::Isub => (left - right, '-'),
            Op::Imul => (left * right, '*'),
            _ => return,
        };
        let wrapped = sign_extend(scalar.width(), exact as u64 & (u64::MAX >> (64 - scalar.width())));
        if exact != i128::from(wrapped) {
            let message = format!("`{left} {sign} {right}` overflows: the result is {wrapped}");
            self.lint(Code::IntegerOverflow, span, message);
        }
    }

    /// Warns of a decimal number that only fits in `uint`.
    #[cold]
    pub(crate) fn warn_large_literal(&mut self, value: i32, span: Span) {
        let text = self.settings.sources.slice(span).to_owned();
        let position = self.extensions.position();
        let before = position.checked_sub(2).and_then(|index| self.tokens.get(index));
        let is_negated =
            value == i32::MIN && before.is_some_and(|row| row.0 == Token::Punctuator(Punctuator::Minus));
        let is_decimal = text.starts_with(|digit: char| matches!(digit, '1'..='9'));
        if is_negated || !is_decimal {
            return;
        }
        let message = format!("`{text}` does not fit in `int`: its value is {value}");
        if self.lint(Code::IntegerOverflow, span, message) {
            self.report.help(format!("write `{text}u` for a value of type `uint`"));
        }
    }

    /// Warns of a name that hides a variable, and records the declaration to see whether it is used.
    #[inline]
    pub(crate) fn note_declared(&mut self, name: Symbol, span: Span, unused: Code) {
        if self.asks(Code::Shadow) {
            self.warn_shadow(name, span);
        }
        if self.asks(unused) {
            self.body.declared.list.push(Declared { name, span, unused });
        }
    }

    #[cold]
    fn warn_shadow(&mut self, name: Symbol, span: Span) {
        let Some(found) = self.scopes.lookup(name) else { return };
        let before = found.span;
        let is_variable = matches!(found.entity, Entity::Variable(_) | Entity::Member(..));
        let text = self.symbols.text(name);
        if !is_variable || before == span || text.starts_with('_') {
            return;
        }
        let message = format!("declaration of `{text}` hides a variable of the same name");
        if self.lint(Code::Shadow, span, message) {
            self.report.label(before, "hidden declaration");
        }
    }

    /// The beginning of a function's body.
    pub(crate) fn begin_declarations(&mut self) {
        self.body.declared.list.clear();
        self.body.declared.start = self.extensions.position();
    }

    /// Warns of variables and parameters of the function that no name in it can mean. `end` is the `}`.
    pub(crate) fn warn_unused_names(&mut self, end: Span) {
        if self.body.declared.list.is_empty() {
            return;
        }
        let Declarations { list, start } = std::mem::take(&mut self.body.declared);
        let mut uses: FxHashMap<Symbol, usize> = list.iter().map(|row| (row.name, 0)).collect();
        let tokens = self.tokens.get(start..self.extensions.position()).unwrap_or(&[]);
        let mut is_member = false;
        for (token, _) in tokens {
            if let Token::Identifier(name) = token
                && !is_member
                && let Some(count) = uses.get_mut(name)
            {
                *count += 1;
            }
            is_member = *token == Token::Punctuator(Punctuator::Dot);
        }
        // By name, the declarations that stand in the body, and all of them.
        let mut declarations: FxHashMap<Symbol, (usize, usize)> = FxHashMap::default();
        for row in &list {
            let (local, all) = declarations.entry(row.name).or_default();
            *local += usize::from(row.unused == Code::UnusedVariable);
            *all += 1;
        }
        let function = &self.module.functions[self.cursor.function];
        let part = Span::new(function.origin.span.start, end.start);
        for Declared { name, span, unused } in list {
            let text = self.symbols.text(name).to_owned();
            let (local, all) = declarations.get(&name).copied().unwrap_or_default();
            let sources = self.settings.sources;
            if text.starts_with('_')
                || uses.get(&name) != Some(&local)
                || !self.settings.own_text.holds(span)
                || self.settings.own_text.mentions(sources, part, &text) > all
            {
                continue;
            }
            let what = if unused == Code::UnusedVariable { "variable" } else { "parameter" };
            if self.lint(unused, span, format!("unused {what} `{text}`")) && unused == Code::UnusedParameter {
                self.report.help("leave its name out if it is meant to be unused");
            }
        }
    }

    /// Warns of the end of a function that other paths leave with a value.
    #[cold]
    pub(crate) fn warn_missing_return(&mut self, block: Option<Block>, at: Span) {
        let function = &self.module.functions[self.cursor.function];
        // `if (true) return x;` does not go on, though the language does not say so.
        let leaves = |arm: Block| function.ends_with(arm, Op::Merge).is_none();
        let is_certain = block.is_none_or(|block| {
            function.blocks[block].insts.iter().all(|&inst| {
                let Some([then, other]) = function.arms(inst) else { return true };
                match function.operands(inst).first().and_then(|&condition| self.module.known_bool(condition))
                {
                    Some(true) => !leaves(then),
                    Some(false) => !leaves(other),
                    None => true,
                }
            })
        });
        if !is_certain {
            return;
        }
        let (name, span) = (self.module.names.get(function.name).to_owned(), function.origin.span);
        let message = format!("function `{name}` can end here without returning a value");
        if self.lint(Code::MissingReturnOnPath, at, message) {
            self.report.label(span, "the function");
        }
    }

    /// Warns of a result of lower precision that is stored to `highp`.
    #[cold]
    pub(crate) fn warn_lost_precision(&mut self, value: Operand, span: Span) {
        let precision = self.precision_of(value);
        if !matches!(precision, Precision::Low | Precision::Medium) {
            return;
        }
        let function = &self.module.functions[self.cursor.function];
        let op = function.definition(value).map(|inst| function.op(inst));
        let computes = op.is_some_and(|op| {
            use Op::{Construct, Extract, ExtractDynamic, Select, Shuffle, Splat, Swizzle};
            op.effects().is_pure()
                && !matches!(op, Construct | Extract | ExtractDynamic | Select | Shuffle | Splat | Swizzle)
        });
        if computes {
            let name = precision.name();
            let message = format!("a result computed in `{name}` is assigned to a `highp` variable");
            self.lint(Code::LostPrecision, span, message);
        }
    }

    /// Converts a value implicitly, see [`Self::convert`].
    pub(crate) fn convert_implicitly(&mut self, value: Operand, from: Type, to: Type, span: Span) -> Operand {
        if self.asks(Code::LossyConversion) {
            self.warn_lossy(value, from, to, span);
        }
        self.convert(value, from, to, span)
    }

    #[cold]
    fn warn_lossy(&mut self, value: Operand, from: Type, to: Type, span: Span) {
        let scalars = (self.module.types.scalar_of(from), self.module.types.scalar_of(to));
        let (Some(source), Some(target)) = scalars else { return };
        let digits = match target {
            Scalar::F16 => 11,
            Scalar::F32 => 24,
            Scalar::F64 => 53,
            _ => return,
        };
        if !source.is_integer() || source.width() <= digits {
            return;
        }
        if let Some(constant) = value.constant() {
            let Some(bits) = self.module.constants.bits(constant) else { return };
            let number =
                if source.is_signed() { sign_extend(source.width(), bits).unsigned_abs() } else { bits };
            // From the first bit that is set to the last one.
            let used = u64::BITS.saturating_sub(number.leading_zeros() + number.trailing_zeros());
            if used <= digits {
                return;
            }
        }
        let (from, to) = (self.module.type_name(from), self.module.type_name(to));
        let message = format!("implicit conversion from `{from}` to `{to}` can lose bits");
        if self.lint(Code::LossyConversion, span, message) {
            self.report.note(format!("`{to}` holds integers exactly up to 2 to the power of {digits}"));
            self.report.help(format!("convert explicitly: `{to}(...)`"));
        }
    }
}
