//! Statements.

use vitrum::Stage;
use vitrum_glsl::features::Feature;

use crate::generate::{Access, Generator, MOST, Surroundings};
use crate::tree::{Bounds, Expr, Node, Part};
use crate::types::{Scalar, Type};

/// Statements nest no deeper.
const DEEPEST: usize = 4;

impl Generator<'_> {
    /// Some statements, in a scope of their own.
    pub(crate) fn block(&mut self, most: usize, may_hide: bool) -> Vec<Node> {
        self.open(may_hide);
        let nodes = self.statements(most);
        self.close();
        nodes
    }

    /// Some statements in the current scope.
    pub(crate) fn statements(&mut self, most: usize) -> Vec<Node> {
        let count = self.random.between(1, most.max(1));
        let mut nodes = Vec::with_capacity(count);
        for _ in 0..count {
            if self.cost > MOST {
                break;
            }
            nodes.push(self.statement());
        }
        nodes
    }

    /// Depth of expressions here.
    pub(crate) fn expression_depth(&mut self) -> usize {
        if self.cost > MOST / 2 { 1 } else { self.random.between(1, self.options.depth) }
    }

    fn statement(&mut self) -> Node {
        let nest = self.around.depth < DEEPEST && self.spend();
        let made = match self.random.below(30) {
            0..=5 => Some(self.declaration()),
            6..=10 => self.store(),
            11..=13 => self.compound(),
            14..=17 if nest => Some(self.selection()),
            18..=20 if nest => Some(self.iteration()),
            21 if nest => Some(self.switch()),
            22 if nest => {
                let block = self.nested(3, true);
                Some(Node::text("{").with(Part::Block(block)).then("}"))
            }
            23 | 24 => self.jump(),
            25 | 26 => self.call_statement(),
            27 => self.with_out_operand(),
            28 => self.expression_statement(),
            _ => None,
        };
        match made {
            Some(made) => made,
            None => self.store().unwrap_or_else(|| self.declaration()),
        }
    }

    /// A block one level further in.
    pub(crate) fn nested(&mut self, most: usize, may_hide: bool) -> Vec<Node> {
        self.around.depth += 1;
        let block = self.block(most, may_hide);
        self.around.depth -= 1;
        block
    }

    /// A variable and its initial value.
    pub(crate) fn declaration(&mut self) -> Node {
        let ty = self.any_type();
        let depth = self.expression_depth();
        let value = self.stored(&ty, depth);
        let name = self.variable_name();
        // Elsewhere a `const` is a constant expression.
        let constant = self.dialect.has(Feature::RuntimeConstants) && self.random.chance(10);
        let precise =
            self.dialect.has(Feature::Fma) && ty.scalar() == Some(Scalar::Float) && self.random.chance(8);
        let precision = match ty.scalar() {
            Some(Scalar::Int | Scalar::Uint | Scalar::Float)
                if self.dialect.precisions() && self.random.chance(15) =>
            {
                ["mediump ", "lowp ", "highp "][self.random.below(3)]
            }
            _ => "",
        };
        let qualifier = match (constant, precise) {
            (true, _) => format!("const {precision}"),
            (false, true) => format!("precise {precision}"),
            (false, false) => precision.to_owned(),
        };
        let access = if constant { Access::Read } else { Access::Write };
        let node = match &ty {
            Type::Array(element, length)
                if self.dialect.has(Feature::InitializerLists) && self.random.chance(25) =>
            {
                let parts: Vec<Expr> = (0..*length).map(|_| self.stored(element, 1)).collect();
                let list = vec!["@"; parts.len()].join(", ");
                Node::pattern(&format!("{} {name} = {{ {list} }};", ty.name(&self.structs)), parts)
            }
            Type::Array(element, length)
                if !matches!(**element, Type::Array(..)) && self.random.chance(40) =>
            {
                let element = element.name(&self.structs);
                Node::pattern(&format!("{qualifier}{element} {name}[{length}] = @;"), vec![value])
            }
            Type::Numbers(Scalar::Float, 1)
                if self.dialect.implicit_conversions() && self.random.chance(10) =>
            {
                let value = self.expr(&Type::INT, depth);
                Node::pattern(&format!("{qualifier}float {name} = @ & 31;"), vec![value])
            }
            _ => Node::pattern(&format!("{qualifier}{} {name} = @;", ty.name(&self.structs)), vec![value]),
        };
        self.declare(&name, ty, access);
        node
    }

    /// A type of something that can be written.
    fn written_type(&mut self) -> Type {
        let seen: Vec<Type> = self
            .visible(|variable| variable.access == Access::Write)
            .into_iter()
            .map(|variable| variable.ty.clone())
            .collect();
        match self.random.pick(&seen) {
            Some(ty) if self.random.chance(60) => ty.clone(),
            _ => self.any_numbers(),
        }
    }

    /// `place = value;`
    fn store(&mut self) -> Option<Node> {
        let ty = self.written_type();
        let (place, _) = self.written(&ty, 2)?;
        let depth = self.expression_depth();
        let value = self.stored(&ty, depth);
        Some(Node::pattern("@ = @;", vec![place, value]))
    }

    /// `place += value;` and the like, and statements that keep the place within its bounds.
    fn compound(&mut self) -> Option<Node> {
        let ty = match self.random.below(4) {
            0 => Type::Matrix(self.random.between(2, 4) as u8, self.random.between(2, 4) as u8),
            _ => self.written_type(),
        };
        let depth = self.expression_depth();
        match ty {
            Type::Numbers(Scalar::Bool, _) | Type::Array(..) | Type::Struct(_) => None,
            Type::Numbers(scalar, count) if scalar.is_int() => {
                let (place, _) = self.written(&ty, 2)?;
                if self.random.chance(20) {
                    let pattern = ["@++;", "--@;", "++@;", "@--;"][self.random.below(4)];
                    return Some(Node::pattern(pattern, vec![place]));
                }
                let few = if self.random.chance(30) { 1 } else { count };
                let value = self.expr(&Type::Numbers(scalar, few), depth);
                let suffix = scalar.suffix();
                let pattern = match self.random.below(10) {
                    0 => format!("@ <<= (@ & 3{suffix});"),
                    1 => format!("@ >>= (@ & 15{suffix});"),
                    2 => format!("@ /= ((@ & 7{suffix}) + 1{suffix});"),
                    3 if !scalar.is_signed() => format!("@ %= ((@ & 7{suffix}) + 1{suffix});"),
                    other => format!("@ {}= @;", ["+", "-", "*", "&", "|", "^"][other % 6]),
                };
                Some(Node::pattern(&pattern, vec![place, value]))
            }
            Type::Numbers(scalar, count) => {
                let (place, _) = self.written(&ty, 0)?;
                let suffix = scalar.suffix();
                let few = if self.random.chance(30) { 1 } else { count };
                let (operator, value) = match self.random.below(6) {
                    0 => ("/", Expr::text(Type::FLOAT, Bounds::VARIABLE, format!("2.0{suffix}"))),
                    1 => ("*", self.stored(&Type::Numbers(scalar, few), depth)),
                    2 if count >= 2 && scalar == Scalar::Float => {
                        ("*", self.stored(&Type::Matrix(count, count), depth))
                    }
                    3 => ("-", self.stored(&Type::Numbers(scalar, few), depth)),
                    _ => ("+", self.stored(&Type::Numbers(scalar, few), depth)),
                };
                let bounds = Expr { bounds: Bounds::new(14, 8), ..place.clone() };
                let kept = self.fit(bounds, Bounds::VARIABLE);
                Some(Node::pattern(
                    &format!("@ {operator}= @; @ = @;"),
                    vec![place.clone(), value, place, kept],
                ))
            }
            Type::Matrix(columns, rows) => {
                let (place, _) = self.written(&ty, 0)?;
                let (operator, value) = match self.random.below(4) {
                    0 => ("*", self.stored(&Type::FLOAT, depth)),
                    1 => ("*", self.stored(&Type::Matrix(columns, columns), depth)),
                    2 => ("-", self.stored(&Type::Matrix(columns, rows), depth)),
                    _ => ("+", self.stored(&Type::Matrix(columns, rows), depth)),
                };
                let bounds = Expr { bounds: Bounds::new(14, 8), ..place.clone() };
                let kept = self.fit(bounds, Bounds::VARIABLE);
                Some(Node::pattern(
                    &format!("@ {operator}= @; @ = @;"),
                    vec![place.clone(), value, place, kept],
                ))
            }
        }
    }

    /// `if`, with as many arms as it gets.
    fn selection(&mut self) -> Node {
        let depth = self.expression_depth();
        let condition = self.condition(depth);
        let then = self.nested(4, true);
        let mut node = Node::pattern("if (@) {", vec![condition]).with(Part::Block(then));
        while self.random.chance(20) && self.spend() {
            let condition = self.condition(depth);
            let arm = self.nested(3, true);
            node = node.then("} else if (").with(Part::Expr(condition)).then(") {").with(Part::Block(arm));
        }
        if self.random.chance(40) {
            let other = self.nested(3, true);
            node = node.then("} else {").with(Part::Block(other));
        }
        node.then("}")
    }

    /// `switch`, with fall through and the default anywhere.
    fn switch(&mut self) -> Node {
        let unsigned = self.random.chance(30);
        let depth = self.expression_depth();
        let selector = self.expr(if unsigned { &Type::UINT } else { &Type::INT }, depth);
        let suffix = if unsigned { "u" } else { "" };
        let count = self.random.between(1, 5);
        let default = self.random.below(count + 2);
        let outer = std::mem::replace(&mut self.around.in_switch, true);
        let mut node = if self.random.chance(80) {
            Node::pattern(&format!("switch (@ & 3{suffix}) {{"), vec![selector])
        } else {
            Node::pattern("switch (@) {", vec![selector])
        };
        for case in 0..count {
            let label = if case == default { "default:".to_owned() } else { format!("case {case}{suffix}:") };
            node = node.then(format!("\n{label}"));
            if case + 1 < count && self.random.chance(15) {
                continue;
            }
            let braces = self.random.chance(40);
            let block = self.nested(3, braces);
            node = node.then(if braces { " {" } else { "" }).with(Part::Block(block));
            if braces {
                node = node.then("}");
            }
            if case + 1 == count || self.random.chance(65) {
                node = node.then(if braces { "\n    break;" } else { "    break;" });
            }
        }
        self.around.in_switch = outer;
        node.then("\n}")
    }

    /// `break`, `continue`, `return` or `discard` under a condition.
    fn jump(&mut self) -> Option<Node> {
        let Surroundings { result, in_loop, in_switch, .. } = self.around.clone();
        let mut jumps: Vec<Option<Type>> = Vec::new();
        let mut names: Vec<&str> = Vec::new();
        if in_loop {
            names.extend(["continue;", "break;"]);
        }
        if in_switch {
            names.push("break;");
        }
        if let Some(result) = result {
            match result {
                None => names.push("return;"),
                Some(ty) => jumps.push(Some(ty)),
            }
        }
        if self.stage == Stage::Fragment && self.random.chance(10) {
            names = vec!["discard;"];
            jumps.clear();
        }
        jumps.extend(names.iter().map(|_| None));
        let chosen = self.random.below(jumps.len());
        let jump = jumps.get(chosen)?.clone();
        let depth = self.expression_depth();
        let condition = self.condition(depth);
        let jump = match jump {
            Some(ty) => {
                let value = self.stored(&ty, depth);
                Node::pattern("return @;", vec![value])
            }
            None => {
                let text = *self.random.pick(&names)?;
                Node::text(text)
            }
        };
        let mut block = if self.random.chance(40) { self.nested(2, false) } else { Vec::new() };
        block.push(jump);
        let node = Node::pattern("if (@) {", vec![condition]).with(Part::Block(block));
        if self.random.chance(70) {
            return Some(node.then("}"));
        }
        let other = self.nested(3, false);
        Some(node.then("} else {").with(Part::Block(other)).then("}"))
    }

    /// A call whose result is thrown away, or that has none.
    fn call_statement(&mut self) -> Option<Node> {
        let index = self.random.below(self.functions.len());
        let depth = self.expression_depth();
        let call = self.call_of(index, depth)?;
        Some(Node::pattern("@;", vec![call.fixed()]))
    }

    /// A built-in function that writes an operand.
    fn with_out_operand(&mut self) -> Option<Node> {
        let count = if self.random.chance(50) { 1 } else { self.random.between(2, 4) as u8 };
        let uint = Type::Numbers(Scalar::Uint, count);
        let float = Type::Numbers(Scalar::Float, count);
        let depth = self.expression_depth();
        if !self.dialect.has(Feature::Ldexp) {
            return None;
        }
        let choice = self.random.below(5);
        let signed = Type::Numbers(Scalar::Int, count);
        let (result, out) = match choice {
            0..=2 => (uint.clone(), uint.clone()),
            3 => (float.clone(), float.clone()),
            _ => (float.clone(), signed),
        };
        let (place, variable) = self.written(&result, 1)?;
        let (other, second) = self.written(&out, 1)?;
        if variable.text == second.text {
            return None;
        }
        let operand = |this: &mut Self, ty: &Type| this.stored(ty, depth);
        Some(match choice {
            0 | 1 => {
                let name = if choice == 0 { "uaddCarry" } else { "usubBorrow" };
                let operands = vec![place, operand(self, &uint), operand(self, &uint), other];
                Node::pattern(&format!("@ = {name}(@, @, @);"), operands)
            }
            2 => {
                let operands = vec![operand(self, &uint), operand(self, &uint), place, other];
                Node::pattern("umulExtended(@, @, @, @);", operands)
            }
            3 => {
                let operands = vec![place, operand(self, &float), other];
                Node::pattern("@ = modf(@, @);", operands)
            }
            _ => {
                // The significand of a variable has as many bits as the variable.
                let operand = operand(self, &float);
                let operand = self.fit(operand, Bounds::new(3, 0));
                let operands = vec![place, operand, other];
                Node::pattern("@ = frexp(@, @);", operands)
            }
        })
    }

    /// An expression for its effects.
    fn expression_statement(&mut self) -> Option<Node> {
        let ty = self.any_numbers();
        let depth = self.expression_depth();
        let made = if self.random.chance(50) {
            self.assignment(&ty, depth)?
        } else {
            let condition = self.condition(depth);
            let effect = self.assignment(&Type::BOOL, depth)?;
            let operator = if self.random.chance(50) { "&&" } else { "||" };
            Expr::pattern(
                Type::BOOL,
                Bounds::default(),
                &format!("@ {operator} @"),
                vec![condition, effect.fixed()],
            )
        };
        Some(Node::pattern("@;", vec![made.fixed()]))
    }
}
