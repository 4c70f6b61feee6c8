//! Prints the tree: indentation, parentheses by precedence, and names of locals.

use crate::ast::{CaseStmt, Expr, Local, LoopForm, LoopStmt, Node, Stmt, Tree};
use crate::context::Context;
use crate::names::Scopes;
use std::fmt::Write;
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::operators::{BinaryOp, Precedence};
use vitrum_ir::{ControlHints, FunctionData, Id, Inst, LoopHints, Scalar, Span};

/// Prints the body of one function.
pub(crate) struct Renderer<'s, 'c, 'a> {
    pub(crate) cx: &'s Context<'a>,
    pub(crate) tree: &'s Tree<'a>,
    /// The function of the tree, if it is one of a function.
    pub(crate) function: Option<&'s FunctionData>,
    pub(crate) scopes: &'s mut Scopes<'c, 'a>,
    pub(crate) out: &'s mut String,
    pub(crate) indent: usize,
    /// The location of the last comment.
    pub(crate) location: String,
}

/// Adds the text of an expression outside functions.
pub(crate) fn constant_expression<'a>(
    cx: &Context<'a>,
    tree: &Tree<'a>,
    scopes: &mut Scopes<'_, 'a>,
    expr: Expr,
    out: &mut String,
) {
    let mut renderer = Renderer { cx, tree, function: None, scopes, out, indent: 0, location: String::new() };
    renderer.expr(expr, Precedence::Ternary);
}

impl Renderer<'_, '_, '_> {
    /// The body of a function, in the scope of its parameters.
    pub(crate) fn function_body(&mut self, stmts: &[Stmt<'_>]) {
        self.out.push_str("{\n");
        self.indent += 1;
        self.constants();
        self.statements(stmts);
        self.indent -= 1;
        self.out.push_str("}\n");
    }

    /// The named constants of the function, in the order of the source.
    fn constants(&mut self) {
        let place = |index: u32| self.cx.spelling.places.get(index as usize);
        let mut constants: Vec<(Option<&usize>, Local)> =
            self.tree.constants.iter().map(|(&index, &local)| (place(index), local)).collect();
        constants.sort_unstable_by_key(|constant| constant.0);
        for (_, local) in constants {
            let data = self.tree.locals.get(local.0 as usize);
            if let Some(constant) = data.and_then(|data| data.constant) {
                self.line();
                self.out.push_str("const ");
                self.declare(local);
                let _ = writeln!(self.out, " = {};", self.cx.constant_text(constant));
            }
        }
    }

    fn line(&mut self) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
    }

    /// Names and declares a local: `float x[3]`.
    pub(crate) fn declare(&mut self, local: Local) {
        let Some(&data) = self.tree.locals.get(local.0 as usize) else { return };
        let name = self.scopes.declare(local, data.name, data.ty);
        if data.precise {
            self.out.push_str("precise ");
        }
        if data.volatile {
            self.out.push_str("volatile ");
        }
        self.cx.declare(self.out, data.ty, data.precision, name);
    }

    /// `{ ... }` with the closing brace on its own line.
    pub(crate) fn braces(&mut self, stmts: &[Stmt<'_>]) {
        self.out.push_str("{\n");
        self.indent += 1;
        self.scopes.open();
        self.statements(stmts);
        self.scopes.close();
        self.indent -= 1;
        self.line();
        self.out.push('}');
    }

    /// Statements, one per line.
    pub(crate) fn statements(&mut self, stmts: &[Stmt<'_>]) {
        for stmt in stmts {
            self.location_comment(stmt);
            self.line();
            self.statement(stmt);
            self.out.push('\n');
        }
    }

    /// `// shader.frag:12` before the first statement of a line, if comments are wanted.
    fn location_comment(&mut self, stmt: &Stmt<'_>) {
        let Some(locations) = self.cx.locations else { return };
        let offset = self.tree.origin_of(stmt).and_then(|origin| self.span(origin)).map(|span| span.start);
        let Some(place) = offset.and_then(locations) else { return };
        if self.location != place {
            self.line();
            // A backslash at the end would continue the line.
            let text = place.replace(['\n', '\r', '\\'], "/");
            let _ = writeln!(self.out, "// {text}");
            self.location = place;
        }
    }

    /// The place in the source of an instruction of the tree.
    fn span(&self, origin: u32) -> Option<Span> {
        let function = self.function?;
        let index = origin.checked_sub(1)? as usize;
        (index < function.insts.len()).then(|| function.insts[Inst::from_index(index)].span())
    }

    fn statement(&mut self, stmt: &Stmt<'_>) {
        match stmt {
            Stmt::If { condition, then, other, hints } => self.if_statement(*condition, then, other, *hints),
            Stmt::Loop(data) => self.loop_statement(data),
            Stmt::Switch { selector, cases, hints } => self.switch_statement(*selector, cases, *hints),
            simple => {
                self.simple(simple);
                self.out.push(';');
            }
        }
    }

    /// A statement without its semicolon, as in the header of a `for`.
    fn simple(&mut self, stmt: &Stmt<'_>) {
        match stmt {
            Stmt::Declare { local, init, .. } => {
                // The new name is not used in the initialiser.
                self.declare(*local);
                if let Some(init) = *init {
                    self.out.push_str(" = ");
                    self.expr(init, Precedence::Ternary);
                }
            }
            Stmt::Expr(expr) => self.expr(*expr, Precedence::Assignment),
            Stmt::Break => self.out.push_str("break"),
            Stmt::Continue => self.out.push_str("continue"),
            Stmt::Return(None) => self.out.push_str("return"),
            Stmt::Return(Some(value)) => {
                self.out.push_str("return ");
                self.expr(*value, Precedence::Ternary);
            }
            Stmt::Jump(text) => self.out.push_str(text),
            Stmt::If { .. } | Stmt::Loop(_) | Stmt::Switch { .. } => {}
        }
    }

    fn if_statement(&mut self, condition: Expr, then: &[Stmt<'_>], other: &[Stmt<'_>], hints: ControlHints) {
        self.hints(hints, None);
        let (mut condition, mut then, mut other) = (condition, then, other);
        loop {
            self.out.push_str("if (");
            self.expr(condition, Precedence::Assignment);
            self.out.push_str(") ");
            self.braces(then);
            match other {
                [] => return,
                [Stmt::If { condition: next, then: second, other: last, hints }] if hints.is_empty() => {
                    self.out.push_str(" else ");
                    (condition, then, other) = (*next, second, last);
                }
                _ => {
                    self.out.push_str(" else ");
                    self.braces(other);
                    return;
                }
            }
        }
    }

    fn loop_statement(&mut self, data: &LoopStmt<'_>) {
        self.hints(data.hints, data.loop_hints.as_deref());
        self.scopes.open();
        match data.form {
            LoopForm::For => {
                self.out.push_str("for (");
                if let Some(init) = &data.init {
                    self.simple(init);
                }
                self.out.push(';');
                if let Some(condition) = data.condition {
                    self.out.push(' ');
                    self.expr(condition, Precedence::Assignment);
                }
                self.out.push(';');
                for (index, step) in data.step.iter().enumerate() {
                    self.out.push_str(if index == 0 { " " } else { ", " });
                    self.simple(step);
                }
                self.out.push_str(") ");
                self.braces(&data.body);
            }
            LoopForm::While => {
                self.while_condition(data.condition);
                self.out.push(' ');
                self.braces(&data.body);
            }
            LoopForm::Do => {
                self.out.push_str("do ");
                self.braces(&data.body);
                self.out.push(' ');
                self.while_condition(data.condition);
                self.out.push(';');
            }
        }
        self.scopes.close();
    }

    fn while_condition(&mut self, condition: Option<Expr>) {
        self.out.push_str("while (");
        match condition {
            Some(condition) => self.expr(condition, Precedence::Assignment),
            None => self.out.push_str("true"),
        }
        self.out.push(')');
    }

    fn switch_statement(&mut self, selector: Expr, cases: &[CaseStmt<'_>], hints: ControlHints) {
        self.hints(hints, None);
        self.out.push_str("switch (");
        self.expr(selector, Precedence::Ternary);
        self.out.push_str(") {\n");
        self.scopes.open();
        for case in cases {
            self.indent += 1;
            for &label in &case.labels {
                self.line();
                self.out.push_str("case ");
                self.expr(label, Precedence::Ternary);
                self.out.push_str(":\n");
            }
            if case.default {
                self.line();
                self.out.push_str("default:\n");
            }
            if case.braces {
                self.out.pop();
                self.out.push(' ');
                self.braces(&case.body);
                self.out.push('\n');
                self.indent -= 1;
            } else {
                self.indent += 1;
                self.statements(&case.body);
                self.indent -= 2;
            }
        }
        self.scopes.close();
        self.line();
        self.out.push('}');
    }

    fn hints(&mut self, hints: ControlHints, numbers: Option<&LoopHints>) {
        let mut parts: Vec<String> = ControlHints::ALL
            .iter()
            .filter(|row| hints.contains(row.0))
            .map(|row| row.1.to_owned())
            .collect();
        if let Some(numbers) = numbers {
            let LoopHints {
                dependency_length,
                min_iterations,
                max_iterations,
                iteration_multiple,
                peel_count,
                partial_count,
                multiple_wait_queues: _,
            } = *numbers;
            let rows = [
                ("dependency_length", dependency_length),
                ("min_iterations", min_iterations),
                ("max_iterations", max_iterations),
                ("iteration_multiple", iteration_multiple),
                ("peel_count", peel_count),
                ("partial_count", partial_count),
            ];
            parts.extend(
                rows.iter().filter_map(|(name, value)| value.map(|value| format!("{name}({value})"))),
            );
        }
        if !self.cx.requests(Extension::ExtControlFlowAttributes) {
            parts.clear();
        }
        if let Some(number) = numbers.and_then(|it| it.multiple_wait_queues)
            && self.cx.requests(Extension::QcomMultipleWaitQueues)
        {
            parts.push(match number {
                0 => "multiple_wait_queuesQCOM".to_owned(),
                number => format!("multiple_wait_queuesQCOM({number})"),
            });
        }
        if !parts.is_empty() {
            let _ = write!(self.out, "[[{}]] ", parts.join(", "));
        }
    }

    fn binding(&self, expr: Expr) -> Precedence {
        match self.tree.get(expr) {
            Node::Text(_)
            | Node::Local(_)
            | Node::Call(..)
            | Node::Splat(..)
            | Node::Index(..)
            | Node::Field(..)
            | Node::Swizzle(..)
            | Node::Step(.., true)
            | Node::Length(_)
            | Node::LongLength(_) => Precedence::Postfix,
            Node::Signed(_) | Node::Prefix(..) | Node::Step(.., false) => Precedence::Prefix,
            Node::Assign(..) => Precedence::Assignment,
            Node::Spelled(text) => precedence_of(text),
            Node::SplatMatrix(..) => Precedence::Additive,
            Node::Infix(operator, ..) => operator.precedence(),
            Node::Ternary(..) => Precedence::Ternary,
        }
    }

    /// An expression, in parentheses if its precedence is below `least`.
    fn expr(&mut self, expr: Expr, least: Precedence) {
        let binding = self.binding(expr);
        let parenthesised = binding < least;
        if parenthesised {
            self.out.push('(');
        }
        self.bare(expr, binding);
        if parenthesised {
            self.out.push(')');
        }
    }

    /// The precedence that an operand needs: few people know that of operators on bits, so their operands are in
    /// parentheses.
    fn least(&self, operator: BinaryOp, operand: Expr, least: Precedence) -> Precedence {
        match self.tree.get(operand) {
            Node::Infix(inner, ..) if is_bitwise(operator) && inner != operator => Precedence::Prefix,
            _ => least,
        }
    }

    fn bare(&mut self, expr: Expr, binding: Precedence) {
        let tree = self.tree;
        if self.cx.marks.is_some() {
            let span = self.span(tree.origin(expr));
            self.cx.mark(self.out, span.unwrap_or_default());
        }
        match tree.get(expr) {
            Node::Text(text) | Node::Signed(text) | Node::Spelled(text) => self.out.push_str(text),
            Node::Local(local) => {
                self.out.push_str(self.scopes.name(local));
            }
            Node::Prefix(operator, a) => {
                self.out.push_str(operator);
                // `- -a` must not become a decrement, nor `- --a` three minuses.
                let twice = operator == "-"
                    && matches!(
                        tree.get(a),
                        Node::Prefix("-", _) | Node::Signed(_) | Node::Step(_, "--", false)
                    );
                self.expr(a, if twice { Precedence::Postfix } else { Precedence::Prefix });
            }
            Node::Infix(operator, a, b) => {
                self.expr(a, self.least(operator, a, binding));
                self.out.push(' ');
                self.out.push_str(operator.text());
                self.out.push(' ');
                self.expr(b, self.least(operator, b, binding.tighter()));
            }
            Node::Ternary(c, a, b) => {
                self.expr(c, Precedence::LogicalOr);
                self.out.push_str(" ? ");
                self.expr(a, Precedence::Ternary);
                self.out.push_str(" : ");
                self.expr(b, Precedence::Ternary);
            }
            Node::Call(name, args) => {
                self.out.push_str(name);
                self.out.push('(');
                for (index, &arg) in tree.args(args).iter().enumerate() {
                    if index > 0 {
                        self.out.push_str(", ");
                    }
                    self.expr(arg, Precedence::Assignment);
                }
                self.out.push(')');
            }
            Node::Splat(name, a) => {
                self.out.push_str(name);
                self.out.push('(');
                self.expr(a, Precedence::Ternary);
                self.out.push(')');
            }
            Node::SplatMatrix(name, a) => {
                let zero = match name.as_bytes().first() {
                    Some(b'd') => "0.0lf",
                    Some(b'f') if self.cx.has_small_arithmetic(Scalar::F16) => "0.0hf",
                    _ => "0.0",
                };
                let _ = write!(self.out, "{name}({zero}) + ");
                self.expr(a, Precedence::Multiplicative);
            }
            Node::Index(a, index) => {
                self.expr(a, Precedence::Postfix);
                self.out.push('[');
                self.expr(index, Precedence::Assignment);
                self.out.push(']');
            }
            Node::Field(a, name) => {
                self.expr(a, Precedence::Postfix);
                self.out.push('.');
                self.out.push_str(name);
            }
            Node::Swizzle(a, letters) => {
                self.expr(a, Precedence::Postfix);
                self.out.push('.');
                letters.push_to(self.out);
            }
            Node::Step(a, text, after) => {
                if !after {
                    self.out.push_str(text);
                }
                self.expr(a, Precedence::Postfix);
                if after {
                    self.out.push_str(text);
                }
            }
            Node::Assign(place, operator, value) => {
                self.expr(place, Precedence::Postfix);
                let _ = write!(self.out, " {}= ", operator.map_or("", BinaryOp::text));
                self.expr(value, Precedence::Assignment);
            }
            Node::Length(a) => {
                self.expr(a, Precedence::Postfix);
                self.out.push_str(".length()");
            }
            Node::LongLength(a) => {
                self.expr(a, Precedence::Postfix);
                self.out.push_str(".length64()");
            }
        }
    }
}

/// True for operators on bits.
fn is_bitwise(operator: BinaryOp) -> bool {
    use BinaryOp::{BitAnd, BitOr, BitXor, ShiftLeft, ShiftRight};
    matches!(operator, BitAnd | BitOr | BitXor | ShiftLeft | ShiftRight)
}

/// The precedence of an expression of constants in its source's spelling, whose operators have blanks around them.
fn precedence_of(text: &str) -> Precedence {
    if text.contains(" + ") || text.contains(" - ") {
        Precedence::Additive
    } else if text.contains(' ') {
        Precedence::Multiplicative
    } else if text.starts_with('-') {
        Precedence::Prefix
    } else {
        Precedence::Postfix
    }
}
