//! Loops that end: each has a counter that nothing else writes.

use crate::generate::{Access, Generator, Variable};
use crate::tree::{Expr, Node, Part};
use crate::types::Type;

impl Generator<'_> {
    /// A loop of some kind.
    pub(crate) fn iteration(&mut self) -> Node {
        let trips = self.random.between(1, 4);
        // The number of iterations may depend on a value; it is then at most this.
        let fixed = self.random.chance(60);
        let kind = self.random.below(8);
        // An unsigned counter that goes down would never be below 0.
        let unsigned = kind != 1 && self.random.chance(20);
        let suffix = if unsigned { "u" } else { "" };
        let ty = if unsigned { Type::UINT } else { Type::INT };
        let end = if fixed { None } else { Some(self.expr(&ty, 1)) };
        let trips = if fixed { trips } else { 4 };
        let name = self.name("i");
        let outer_weight = self.weight;
        self.weight *= trips;
        let outer = self.around.clone();
        self.around.in_loop = true;
        self.around.in_switch = false;
        self.open(true);
        let range = (kind != 1).then_some(trips as u8 + u8::from(kind >= 4));
        self.declare_with(Variable {
            text: name.clone(),
            ty: ty.clone(),
            access: Access::Read,
            range,
            hidden: false,
        });
        let keyword = if unsigned { "uint" } else { "int" };
        let limit = |end: Option<Expr>| match end {
            Some(end) => Node::pattern(&format!("((@ & 3{suffix}) + 1{suffix})"), vec![end]).parts,
            None => Node::text(format!("{trips}{suffix}")).parts,
        };
        let node = match kind {
            0 | 3 | 4 => {
                let update = self.random.pick(&["++@", "@++", "@ += 1"]).copied().unwrap_or("++@");
                let update = update.replace("+= 1", &format!("+= 1{suffix}")).replace('@', &name);
                let mut head = Node::text(format!("for ({keyword} {name} = 0{suffix}; {name} < "));
                head.parts.extend(limit(end));
                let effect = if kind == 4 { self.assignment(&Type::INT, 1) } else { None };
                let body = self.nested(4, false);
                let head = match effect {
                    Some(effect) => {
                        head.then(format!("; {update}, ")).with(Part::Expr(effect.fixed())).then(") {")
                    }
                    None => head.then(format!("; {update}) {{")),
                };
                head.with(Part::Block(body)).then("}")
            }
            1 => {
                let mut head = Node::text(format!("for (int {name} = "));
                head.parts.extend(limit(end));
                let step = self.random.between(1, 2);
                let body = self.nested(4, false);
                head.then(format!("; {name} > 0; {name} -= {step}) {{")).with(Part::Block(body)).then("}")
            }
            2 => {
                let mut head = Node::text(format!(
                    "for ({keyword} {name} = 0{suffix}; ; {name}++) {{\n    if ({name} >= "
                ));
                head.parts.extend(limit(end));
                let body = self.nested(4, false);
                head.then(") break;").with(Part::Block(body)).then("}")
            }
            5 => {
                let mut head = Node::text(format!("{keyword} {name} = 0{suffix};\nwhile ({name} < "));
                head.parts.extend(limit(end));
                let more = if self.random.chance(40) { Some(self.condition(2)) } else { None };
                let body = self.nested(4, false);
                if let Some(more) = more {
                    head = head.then(" && ").with(Part::Expr(more));
                }
                head.then(format!(") {{\n    {name}++;")).with(Part::Block(body)).then("}")
            }
            6 => {
                let mut head = Node::text(format!("{keyword} {name} = 0{suffix};\nwhile ({name}++ < "));
                head.parts.extend(limit(end));
                let body = self.nested(4, false);
                head.then(") {").with(Part::Block(body)).then("}")
            }
            _ => {
                let body = self.nested(4, false);
                let more = if self.random.chance(40) { Some(self.condition(2)) } else { None };
                let mut node = Node::text(format!("{keyword} {name} = 0{suffix};\ndo {{"))
                    .with(Part::Block(body))
                    .then(format!("}} while (++{name} < "));
                node.parts.extend(limit(end));
                if let Some(more) = more {
                    node = node.then(" && ").with(Part::Expr(more));
                }
                node.then(");")
            }
        };
        self.close();
        let innermost = kind >= 5;
        self.around = outer;
        self.weight = outer_weight;
        // Declared in front of the loop, the counter is seen behind it.
        if innermost {
            self.declare(&name, ty, Access::Read);
        }
        node
    }
}
