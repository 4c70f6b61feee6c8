//! Expressions of every type.

use crate::generate::{Access, Direction, Generator, MOST};
use crate::tree::{Bounds, Expr};
use crate::types::{Scalar, Type};

impl Generator<'_> {
    /// An expression of a type, nested at most so deep.
    pub(crate) fn expr(&mut self, ty: &Type, depth: usize) -> Expr {
        if depth == 0 || !self.spend() || self.random.chance(15) {
            return self.leaf(ty);
        }
        let made = match self.random.below(12) {
            0 | 1 => self.read(ty, depth),
            2 => self.conditional(ty, depth),
            3 => self.call(ty, depth),
            4 => self.assignment(ty, depth),
            5 if self.random.chance(15) => self.sequence(ty, depth),
            _ => None,
        };
        if let Some(made) = made {
            return made;
        }
        match ty {
            Type::Numbers(scalar, count) => self.numbers(*scalar, *count, depth),
            Type::Matrix(columns, rows) => self.matrix(*columns, *rows, depth),
            Type::Array(..) | Type::Struct(_) => self.aggregate(ty, depth),
        }
    }

    /// The same, within the bounds of variables.
    pub(crate) fn stored(&mut self, ty: &Type, depth: usize) -> Expr {
        let expr = self.expr(ty, depth);
        self.fit(expr, Bounds::VARIABLE)
    }

    /// A condition.
    pub(crate) fn condition(&mut self, depth: usize) -> Expr {
        self.expr(&Type::BOOL, depth)
    }

    /// An expression without parts worth speaking of.
    pub(crate) fn leaf(&mut self, ty: &Type) -> Expr {
        if self.random.chance(75)
            && let Some(place) = self.read(ty, 0)
        {
            return place;
        }
        match ty {
            Type::Numbers(scalar, 1) => self.literal(*scalar),
            Type::Numbers(scalar, count) => {
                let parts: Vec<Expr> = if self.random.chance(30) {
                    vec![self.literal(*scalar)]
                } else {
                    (0..*count).map(|_| self.literal(*scalar)).collect()
                };
                self.construct(ty, parts)
            }
            Type::Matrix(columns, rows) => {
                let count = if self.random.chance(40) { 1 } else { columns * rows };
                let parts = (0..count)
                    .map(|_| {
                        Expr::text(
                            Type::FLOAT,
                            Bounds::new(3, 0),
                            format!("{:?}", self.random.between(0, 5) as f64 - 2.0),
                        )
                    })
                    .collect();
                self.construct(ty, parts)
            }
            Type::Array(..) | Type::Struct(_) => self.aggregate(ty, 0),
        }
    }

    /// A constructor with operands that fill the type.
    fn construct(&mut self, ty: &Type, parts: Vec<Expr>) -> Expr {
        let bounds = parts.iter().fold(Bounds::default(), |all, part| all.either(part.bounds));
        let pattern = format!("{}({})", ty.name(&self.structs), vec!["@"; parts.len()].join(", "));
        Expr::pattern(ty.clone(), bounds, &pattern, parts)
    }

    /// A literal, as the language or a person may write it.
    pub(crate) fn literal(&mut self, scalar: Scalar) -> Expr {
        let ty = Type::Numbers(scalar, 1);
        let suffix = scalar.suffix();
        let text = match scalar {
            Scalar::Bool => (if self.random.chance(50) { "true" } else { "false" }).to_owned(),
            Scalar::Float | Scalar::Double => {
                let eighths = self.random.between(0, 48) as f64 / 8.0 - 2.0;
                let value = if self.random.chance(50) { eighths.floor() } else { eighths };
                let text = format!("{:?}{suffix}", value.abs());
                return Expr::text(
                    ty,
                    Bounds::new(2, 3),
                    if value < 0.0 { format!("(-{text})") } else { text },
                );
            }
            _ => match (self.random.below(12), scalar.is_signed(), scalar.bits()) {
                (0, true, 32) => "2147483647".to_owned(),
                (1, true, 32) => "(-2147483647 - 1)".to_owned(),
                (0, false, 32) => "0xffffffffu".to_owned(),
                (1, false, 32) => "0x80000000u".to_owned(),
                (0, true, _) => "9223372036854775807l".to_owned(),
                (1, false, _) => "0xffffffff00000000ul".to_owned(),
                (2, ..) => format!("{}{suffix}", self.random.below(100_000)),
                (3, true, _) => format!("(-{}{suffix})", self.random.between(1, 40)),
                (4, ..) => format!("0x{:x}{suffix}", self.random.below(4096)),
                (5, ..) => format!("0{:o}{suffix}", self.random.below(64)),
                (6, ..) => format!("{}{suffix}", 1_u64 << self.random.below(31)),
                _ => format!("{}{suffix}", self.random.below(9)),
            },
        };
        Expr::text(ty, Bounds::default(), text)
    }

    /// `c ? a : b`.
    fn conditional(&mut self, ty: &Type, depth: usize) -> Option<Expr> {
        // ESSL has no `?:` on arrays.
        if self.dialect.version.is_es() && !matches!(ty, Type::Numbers(..) | Type::Matrix(..)) {
            return None;
        }
        let condition = self.condition(depth - 1);
        let [yes, no] = [self.expr(ty, depth - 1), self.expr(ty, depth - 1)];
        let bounds = yes.bounds.either(no.bounds);
        // Wide in one part and fine in the other.
        let (yes, no, bounds) = if bounds.is_exact() {
            (yes, no, bounds)
        } else {
            (self.fit(yes, Bounds::VARIABLE), self.fit(no, Bounds::VARIABLE), Bounds::VARIABLE)
        };
        Some(Expr::pattern(ty.clone(), bounds, "(@ ? @ : @)", vec![condition, yes, no]))
    }

    /// `(a, b)`.
    fn sequence(&mut self, ty: &Type, depth: usize) -> Option<Expr> {
        // ESSL has no `,` on arrays.
        if self.constant
            || self.dialect.version.is_es() && !matches!(ty, Type::Numbers(..) | Type::Matrix(..))
        {
            return None;
        }
        let first = self.any_numbers();
        let first = self.assignment(&first, depth - 1)?;
        let second = self.expr(ty, depth - 1);
        let bounds = second.bounds;
        Some(Expr::pattern(ty.clone(), bounds, "(@, @)", vec![first, second]))
    }

    /// An assignment that is an expression, or `++`.
    pub(crate) fn assignment(&mut self, ty: &Type, depth: usize) -> Option<Expr> {
        let (place, _) = self.written(ty, depth.min(1))?;
        let scalar = ty.scalar();
        if let (Some(scalar), true) = (scalar, self.random.chance(60))
            && scalar.is_int()
        {
            if self.random.chance(50) {
                let pattern = ["@++", "@--", "(++@)", "(--@)"][self.random.below(4)];
                return Some(Expr::pattern(ty.clone(), Bounds::default(), pattern, vec![place]));
            }
            let value = self.expr(ty, depth.saturating_sub(1));
            let operator = ["+", "-", "*", "&", "|", "^"][self.random.below(6)];
            let pattern = format!("(@ {operator}= @)");
            return Some(Expr::pattern(ty.clone(), Bounds::default(), &pattern, vec![place, value]));
        }
        let value = self.stored(ty, depth.saturating_sub(1));
        let bounds = value.bounds;
        Some(Expr::pattern(ty.clone(), bounds, "(@ = @)", vec![place, value]))
    }

    /// A call of a function of the program.
    fn call(&mut self, ty: &Type, depth: usize) -> Option<Expr> {
        let fitting: Vec<usize> = (0..self.functions.len())
            .filter(|&index| self.functions[index].result.as_ref() == Some(ty))
            .collect();
        let index = *self.random.pick(&fitting)?;
        self.call_of(index, depth)
    }

    /// A call of the function with this number, unless that is too much work or there is nothing to pass.
    pub(crate) fn call_of(&mut self, index: usize, depth: usize) -> Option<Expr> {
        let signature = self.functions.get(index)?.clone();
        let cost = signature.cost * self.weight;
        if self.constant || self.cost + cost > MOST {
            return None;
        }
        let mut used: Vec<String> = Vec::new();
        let mut operands = Vec::new();
        for (direction, ty) in &signature.params {
            match direction {
                Direction::In | Direction::ConstIn => {
                    operands.push(self.stored(ty, depth.saturating_sub(1)));
                }
                Direction::Out | Direction::InOut => {
                    let (place, variable) = self.written(ty, depth.min(1))?;
                    // The order of two copies is undefined.
                    if used.contains(&variable.text) {
                        return None;
                    }
                    used.push(variable.text);
                    operands.push(place);
                }
            }
        }
        self.cost += cost;
        let pattern = format!("{}({})", signature.name, vec!["@"; operands.len()].join(", "));
        let ty = signature.result.unwrap_or(Type::BOOL);
        Some(Expr::pattern(ty, Bounds::VARIABLE, &pattern, operands))
    }

    /// An array or struct from its parts, or by way of a part of another one.
    fn aggregate(&mut self, ty: &Type, depth: usize) -> Expr {
        if depth > 0
            && let Some(place) = self.read(ty, depth)
        {
            return place;
        }
        let inner: Vec<Type> = match ty {
            Type::Array(element, length) => vec![(**element).clone(); usize::from(*length)],
            Type::Struct(id) => self
                .structs
                .get(*id)
                .map(|data| data.members.iter().map(|member| member.1.clone()).collect())
                .unwrap_or_default(),
            Type::Numbers(..) | Type::Matrix(..) => Vec::new(),
        };
        let depth = depth.min(2).saturating_sub(1);
        let parts = inner.iter().map(|ty| self.stored(ty, depth)).collect();
        let mut made = self.construct(ty, parts);
        made.bounds = Bounds::VARIABLE;
        made
    }

    /// A matrix.
    fn matrix(&mut self, columns: u8, rows: u8, depth: usize) -> Expr {
        let ty = Type::Matrix(columns, rows);
        let within = Bounds::VARIABLE;
        let less = depth - 1;
        match self.random.below(10) {
            0 | 1 => {
                let parts = (0..columns).map(|_| self.stored(&Type::Numbers(Scalar::Float, rows), less));
                let parts = parts.collect();
                self.construct(&ty, parts)
            }
            2 => {
                let part = self.stored(&Type::FLOAT, less);
                self.construct(&ty, vec![part])
            }
            3 => {
                let from = Type::Matrix(self.random.between(2, 4) as u8, self.random.between(2, 4) as u8);
                let part = self.expr(&from, less);
                // Missing components are those of the identity.
                let part = self.fit(part, Bounds::VARIABLE);
                self.construct(&ty, vec![part])
            }
            4 | 5 => {
                let inner = self.random.between(2, 4) as u8;
                let left = self.stored(&Type::Matrix(inner, rows), less);
                let right = self.stored(&Type::Matrix(columns, inner), less);
                let bounds = left.bounds.product(right.bounds, 2);
                Expr::pattern(ty, bounds, "(@ * @)", vec![left, right])
            }
            6 => {
                let part = self.expr(&Type::Matrix(rows, columns), less);
                let bounds = part.bounds;
                Expr::pattern(ty, bounds, "transpose(@)", vec![part])
            }
            7 if self.random.chance(50) => {
                let left = self.stored(&Type::Numbers(Scalar::Float, rows), less);
                let right = self.stored(&Type::Numbers(Scalar::Float, columns), less);
                let bounds = left.bounds.product(right.bounds, 0);
                Expr::pattern(ty, bounds, "outerProduct(@, @)", vec![left, right])
            }
            7 => {
                let [left, right] = [self.stored(&ty, less), self.stored(&ty, less)];
                let bounds = left.bounds.product(right.bounds, 0);
                Expr::pattern(ty, bounds, "matrixCompMult(@, @)", vec![left, right])
            }
            8 => {
                let left = self.stored(&ty, less);
                let right = self.expr(&Type::FLOAT, less);
                let right = self.fit(right, within);
                let bounds = left.bounds.product(right.bounds, 0);
                let (pattern, operands) = if self.random.chance(50) {
                    ("(@ * @)", vec![left, right])
                } else {
                    ("(@ * @)", vec![right, left])
                };
                Expr::pattern(ty, bounds, pattern, operands)
            }
            _ => {
                let [left, right] = [self.stored(&ty, less), self.stored(&ty, less)];
                let bounds = left.bounds.either(right.bounds).product(Bounds::default(), 1);
                let pattern = if self.random.chance(50) { "(@ + @)" } else { "(@ - @)" };
                Expr::pattern(ty, bounds, pattern, vec![left, right])
            }
        }
    }

    /// A type of which whole values may be compared.
    pub(crate) fn comparable(&mut self) -> Type {
        let any = self.any_type();
        let seen: Vec<Type> = self
            .visible(|variable| variable.access != Access::Constant)
            .into_iter()
            .map(|variable| variable.ty.clone())
            .collect();
        match self.random.pick(&seen) {
            Some(ty) if self.random.chance(60) => ty.clone(),
            _ => any,
        }
    }
}
