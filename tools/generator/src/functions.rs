//! Functions.

use crate::generate::{Access, Direction, Generator, Signature, Surroundings};
use crate::tree::{Node, Part};
use crate::types::{Scalar, Type};

impl Generator<'_> {
    /// A function that later ones can call.
    pub(crate) fn function(&mut self) -> Node {
        let result = if self.random.chance(20) {
            None
        } else if self.random.chance(25) {
            Some(self.any_type())
        } else {
            Some(self.any_numbers())
        };
        let count = self.random.between(0, 4);
        let mut params = Vec::new();
        for _ in 0..count {
            let direction = match self.random.below(10) {
                0..=4 => Direction::In,
                5 => Direction::ConstIn,
                6 | 7 => Direction::Out,
                _ => Direction::InOut,
            };
            let ty = if self.random.chance(30) { self.any_type() } else { self.any_numbers() };
            params.push((direction, ty));
        }
        let name = self.function_name(&params);
        let (outer_cost, outer_weight) =
            (std::mem::take(&mut self.cost), std::mem::replace(&mut self.weight, 1));
        self.around = Surroundings { result: Some(result.clone()), ..Surroundings::default() };
        self.open(true);
        let (head, mut body) = self.parameters(&params);
        let ty = result.as_ref().map_or_else(|| "void".to_owned(), |ty| ty.name(&self.structs));
        let head = format!("{ty} {name}({head}) {{");
        body.extend(self.statements(6));
        if let Some(ty) = &result {
            let value = self.stored(ty, 3);
            body.push(Node::pattern("return @;", vec![value]));
        }
        self.close();
        let cost = std::mem::replace(&mut self.cost, outer_cost);
        self.weight = outer_weight;
        self.around = Surroundings::default();
        self.functions.push(Signature { name, result, params, cost });
        Node::text(head).with(Part::Block(body)).then("}\n")
    }

    /// A new name, or that of a function with other parameters.
    fn function_name(&mut self, params: &[(Direction, Type)]) -> String {
        let types = |params: &[(Direction, Type)]| -> Vec<Type> {
            params.iter().map(|param| param.1.clone()).collect()
        };
        if self.random.chance(35)
            && let Some(other) = self.random.pick(&self.functions)
        {
            let name = other.name.clone();
            let same = |other: &Signature| other.name == name && types(&other.params) == types(params);
            if !self.functions.iter().any(same) {
                return name;
            }
        }
        self.name("f")
    }

    /// The list of parameters, and statements that give the `out` ones a value.
    fn parameters(&mut self, params: &[(Direction, Type)]) -> (String, Vec<Node>) {
        let mut list = Vec::new();
        let mut out = Vec::new();
        for (direction, ty) in params {
            let name = self.name("p");
            let qualifier = match direction {
                Direction::In => "",
                Direction::ConstIn => "const in ",
                Direction::Out => "out ",
                Direction::InOut => "inout ",
            };
            list.push(format!("{qualifier}{} {name}", ty.name(&self.structs)));
            match direction {
                Direction::ConstIn => self.declare(&name, ty.clone(), Access::Read),
                Direction::In | Direction::InOut => self.declare(&name, ty.clone(), Access::Write),
                Direction::Out => out.push((name, ty.clone())),
            }
        }
        let mut nodes = Vec::new();
        for (name, ty) in out {
            let value = self.stored(&ty, 2);
            nodes.push(Node::pattern(&format!("{name} = @;"), vec![value]));
            self.declare(&name, ty, Access::Write);
        }
        (list.join(", "), nodes)
    }

    /// The functions that keep matrices small.
    pub(crate) fn tame_functions(&self) -> Vec<Node> {
        self.tamed
            .iter()
            .map(|&(columns, rows)| {
                let ty = Type::Matrix(columns, rows).name(&self.structs);
                let column = Type::Numbers(Scalar::Float, rows).name(&self.structs);
                Node::text(format!(
                    "{ty} tame({ty} m) {{\n    for (int i = 0; i < {columns}; ++i) {{\n        \
                     {column} c = clamp(m[i], -32.0, 32.0);\n        m[i] = floor(c * 2.0) * 0.5;\n    }}\n    \
                     return m;\n}}\n"
                ))
            })
            .collect()
    }
}
