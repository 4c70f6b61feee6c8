//! Expressions that are scalars or vectors.

use crate::generate::Generator;
use crate::tree::{Bounds, Expr};
use crate::types::{Scalar, Type};

impl Generator<'_> {
    /// A scalar or vector, made by an operation.
    pub(crate) fn numbers(&mut self, scalar: Scalar, count: u8, depth: usize) -> Expr {
        let ty = Type::Numbers(scalar, count);
        let made = match self.random.below(13) {
            0 | 1 if scalar.bits() == 32 => self.builtin(scalar, count, depth),
            2 => Some(self.vector(scalar, count, depth)),
            3 => self.narrowed(scalar, count, depth),
            4 => self.converted(scalar, count, depth),
            5 if scalar == Scalar::Float => self.matrix_part(count, depth),
            _ => None,
        };
        if let Some(made) = made {
            return made;
        }
        match scalar {
            Scalar::Bool => self.boolean(count, depth),
            Scalar::Float | Scalar::Double => self.arithmetic(ty, scalar, count, depth),
            Scalar::Int | Scalar::Uint | Scalar::Int64 | Scalar::Uint64 => {
                self.integer(ty, scalar, count, depth)
            }
        }
    }

    /// A vector from parts, or a scalar in parentheses.
    fn vector(&mut self, scalar: Scalar, count: u8, depth: usize) -> Expr {
        let ty = Type::Numbers(scalar, count);
        let mut parts = Vec::new();
        if count > 1 && self.random.chance(25) {
            parts.push(self.expr(&Type::Numbers(scalar, 1), depth - 1));
        } else {
            let mut left = count;
            while left > 0 {
                let few = self.random.between(1, usize::from(left.min(3))) as u8;
                parts.push(self.expr(&Type::Numbers(scalar, few), depth - 1));
                left -= few;
            }
        }
        let mut bounds = parts.iter().fold(Bounds::default(), |all, part| all.either(part.bounds));
        if !bounds.is_exact() {
            parts = parts.into_iter().map(|part| self.fit(part, Bounds::VARIABLE)).collect();
            bounds = Bounds::VARIABLE;
        }
        let pattern = format!("{}({})", ty.name(&self.structs), vec!["@"; parts.len()].join(", "));
        Expr::pattern(ty, bounds, &pattern, parts)
    }

    /// Components of a vector that is computed.
    fn narrowed(&mut self, scalar: Scalar, count: u8, depth: usize) -> Option<Expr> {
        let wide = self.random.between(usize::from(count.max(2)), 4) as u8;
        let vector = self.expr(&Type::Numbers(scalar, wide), depth - 1);
        let bounds = vector.bounds;
        let ty = Type::Numbers(scalar, count);
        if count == 1 && !self.constant && self.random.chance(30) {
            let index = self.expr(&Type::INT, depth - 1);
            let pattern =
                if wide == 3 { "(@)[clamp(@, 0, 2)]".to_owned() } else { format!("(@)[@ & {}]", wide - 1) };
            return Some(Expr::pattern(ty, bounds, &pattern, vec![vector, index]));
        }
        let names: String =
            (0..count).map(|_| char::from(b"xyzw"[self.random.below(usize::from(wide))])).collect();
        Some(Expr::pattern(ty, bounds, &format!("(@).{names}"), vec![vector]))
    }

    /// A value of another scalar type, converted if both can express it.
    fn converted(&mut self, scalar: Scalar, count: u8, depth: usize) -> Option<Expr> {
        let from = self.any_scalar();
        if from == scalar {
            return None;
        }
        let value = self.expr(&Type::Numbers(from, count), depth - 1);
        let bounds = value.bounds;
        let suffix = from.suffix();
        let ty = Type::Numbers(scalar, count);
        let name = ty.name(&self.structs);
        let (pattern, bounds) = match (scalar.is_float(), from.is_float()) {
            (true, true) => (format!("{name}(@)"), bounds),
            (true, false) if from == Scalar::Bool => (format!("{name}(@)"), Bounds::new(0, 0)),
            (true, false) => (format!("{name}(@ & 63{suffix})"), Bounds::new(6, 0)),
            (false, true) if matches!(scalar, Scalar::Uint | Scalar::Uint64) => {
                (format!("{name}(abs(@))"), Bounds::default())
            }
            (false, _) => (format!("{name}(@)"), Bounds::default()),
        };
        Some(Expr::pattern(ty, bounds, &pattern, vec![value]))
    }

    /// A vector made with a matrix.
    fn matrix_part(&mut self, count: u8, depth: usize) -> Option<Expr> {
        if count == 1 {
            return None;
        }
        let ty = Type::Numbers(Scalar::Float, count);
        let other = self.random.between(2, 4) as u8;
        let vector = self.stored(&Type::Numbers(Scalar::Float, other), depth - 1);
        match self.random.below(3) {
            0 => {
                let matrix = self.stored(&Type::Matrix(other, count), depth - 1);
                let bounds = matrix.bounds.product(vector.bounds, 2);
                Some(Expr::pattern(ty, bounds, "(@ * @)", vec![matrix, vector]))
            }
            1 => {
                let matrix = self.stored(&Type::Matrix(count, other), depth - 1);
                let bounds = matrix.bounds.product(vector.bounds, 2);
                Some(Expr::pattern(ty, bounds, "(@ * @)", vec![vector, matrix]))
            }
            _ => {
                let matrix = self.expr(&Type::Matrix(other, count), depth - 1);
                let bounds = matrix.bounds;
                let pattern = format!("(@)[{}]", self.random.below(usize::from(other)));
                Some(Expr::pattern(ty, bounds, &pattern, vec![matrix]))
            }
        }
    }

    /// The type of an operand beside one of `count` components: as many, or a scalar.
    fn beside(&mut self, scalar: Scalar, count: u8) -> Type {
        Type::Numbers(scalar, if self.random.chance(30) { 1 } else { count })
    }

    /// `+ - * /` on floats.
    fn arithmetic(&mut self, ty: Type, scalar: Scalar, count: u8, depth: usize) -> Expr {
        let mut left = self.expr(&ty, depth - 1);
        let suffix = scalar.suffix();
        if self.random.chance(12) {
            let bounds = left.bounds;
            return Expr::pattern(ty, bounds, "(-@)", vec![left]);
        }
        if self.random.chance(15) {
            let divisor = [2, 4][self.random.below(2)];
            left = self.fit(left, Bounds::new(10, 6));
            let bounds = Bounds::new(left.bounds.magnitude, left.bounds.fraction + 2);
            return Expr::pattern(ty, bounds, &format!("(@ / {divisor}.0{suffix})"), vec![left]);
        }
        let other = self.beside(scalar, count);
        let mut right = self.expr(&other, depth - 1);
        let times = self.random.chance(40);
        let bounds = |left: &Expr, right: &Expr| {
            if times {
                left.bounds.product(right.bounds, 0)
            } else {
                left.bounds.either(right.bounds).product(Bounds::default(), 1)
            }
        };
        if !bounds(&left, &right).is_exact() {
            left = self.fit(left, Bounds::VARIABLE);
            right = self.fit(right, Bounds::VARIABLE);
        }
        let all = bounds(&left, &right);
        let swapped = self.random.chance(50);
        let operator = if times {
            "*"
        } else if self.random.chance(55) {
            "+"
        } else {
            "-"
        };
        let operands = if swapped { vec![right, left] } else { vec![left, right] };
        Expr::pattern(ty, all, &format!("(@ {operator} @)"), operands)
    }

    /// Operators on integers.
    fn integer(&mut self, ty: Type, scalar: Scalar, count: u8, depth: usize) -> Expr {
        let left = self.expr(&ty, depth - 1);
        let other = self.beside(scalar, count);
        let suffix = scalar.suffix();
        let signed = scalar.is_signed();
        let most = if scalar.bits() == 64 { "9223372036854775807" } else { "2147483647" };
        let pattern = match self.random.below(16) {
            0 => {
                let pattern = if self.random.chance(50) { "(-@)" } else { "(~@)" };
                return Expr::pattern(ty, Bounds::default(), pattern, vec![left]);
            }
            1 => {
                let count = [Scalar::Int, Scalar::Uint][self.random.below(2)];
                // One shift for all components, or one for each.
                let shift = self.beside(count, if let Type::Numbers(_, few) = other { few } else { 1 });
                let operator = if self.random.chance(50) { "<<" } else { ">>" };
                let mask = if self.random.chance(30) { scalar.bits() - 1 } else { 7 };
                let mask = format!("{mask}{}", count.suffix());
                let right = self.expr(&shift, depth - 1);
                let pattern = format!("(@ {operator} (@ & {mask}))");
                return Expr::pattern(ty, Bounds::default(), &pattern, vec![left, right]);
            }
            2 if signed => format!("(@ / ((@ & 7{suffix}) + 1{suffix}))"),
            2 => format!("(@ / ((@ & 15{suffix}) | 1{suffix}))"),
            3 if signed => format!("((@ & {most}{suffix}) % ((@ & 15{suffix}) + 1{suffix}))"),
            3 => format!("(@ % (@ | 1{suffix}))"),
            4 => {
                let divisor = [1, 2, 3, 4, 5, 8, 10, 16][self.random.below(8)];
                return Expr::pattern(ty, Bounds::default(), &format!("(@ / {divisor}{suffix})"), vec![left]);
            }
            5..=7 => "(@ + @)".to_owned(),
            8 | 9 => "(@ - @)".to_owned(),
            10 | 11 => "(@ * @)".to_owned(),
            12 | 13 => "(@ & @)".to_owned(),
            14 => "(@ | @)".to_owned(),
            _ => "(@ ^ @)".to_owned(),
        };
        let right = self.expr(&other, depth - 1);
        let guarded = pattern.contains('/') || pattern.contains('%');
        let operands = if !guarded && self.random.chance(50) { vec![right, left] } else { vec![left, right] };
        Expr::pattern(ty, Bounds::default(), &pattern, operands)
    }

    /// Comparisons and logic.
    fn boolean(&mut self, count: u8, depth: usize) -> Expr {
        let ty = Type::Numbers(Scalar::Bool, count);
        if count > 1 {
            let made = self.builtin(Scalar::Bool, count, depth);
            return made.unwrap_or_else(|| self.vector(Scalar::Bool, count, depth));
        }
        match self.random.below(10) {
            0 => {
                let operand = self.condition(depth - 1);
                Expr::pattern(ty, Bounds::default(), "(!@)", vec![operand])
            }
            1..=3 => {
                let operands = vec![self.condition(depth - 1), self.condition(depth - 1)];
                let operator = ["&&", "||", "&&", "||", "^^"][self.random.below(5)];
                Expr::pattern(ty, Bounds::default(), &format!("(@ {operator} @)"), operands)
            }
            4 => {
                let compared = self.comparable();
                let operands = vec![self.stored(&compared, depth - 1), self.stored(&compared, depth - 1)];
                let operator = if self.random.chance(50) { "==" } else { "!=" };
                Expr::pattern(ty, Bounds::default(), &format!("(@ {operator} @)"), operands)
            }
            _ => {
                let scalar = loop {
                    let scalar = self.any_scalar();
                    if scalar != Scalar::Bool {
                        break scalar;
                    }
                };
                let compared = Type::Numbers(scalar, 1);
                let operands = vec![self.expr(&compared, depth - 1), self.expr(&compared, depth - 1)];
                let operator = ["<", ">", "<=", ">=", "==", "!="][self.random.below(6)];
                Expr::pattern(ty, Bounds::default(), &format!("(@ {operator} @)"), operands)
            }
        }
    }
}
