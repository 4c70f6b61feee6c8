//! The state of generation: declarations, visible names, and the cost so far.

use std::collections::BTreeSet;
use vitrum_glsl::features::Feature;

use vitrum::Stage;

use crate::Options;
use crate::dialect::Dialect;
use crate::random::Random;
use crate::tree::{Bounds, Expr};
use crate::types::{Scalar, StructData, Type};

/// The accesses that a variable allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// It is a constant expression.
    Constant,
    /// It is read.
    Read,
    /// It is read and written.
    Write,
}

/// A variable in scope.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// Its name.
    pub(crate) text: String,
    pub(crate) ty: Type,
    pub(crate) access: Access,
    /// It is an integer from 0 on and below this.
    pub(crate) range: Option<u8>,
    /// Another variable in an inner scope has the name.
    pub(crate) hidden: bool,
}

/// The variables of a scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    pub(crate) variables: Vec<Variable>,
    /// The scopes and numbers of the variables that one of these hides.
    hides: Vec<(usize, usize)>,
    /// True if names of outer scopes may be given anew here.
    may_hide: bool,
}

/// Direction of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    In,
    ConstIn,
    Out,
    InOut,
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub(crate) name: String,
    pub(crate) result: Option<Type>,
    pub(crate) params: Vec<(Direction, Type)>,
    /// About how many operations a call takes.
    pub(crate) cost: usize,
}

/// Context of the statement that is written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surroundings {
    /// The value of `return`: none if it must not be used, none within if it gives nothing.
    pub(crate) result: Option<Option<Type>>,
    pub(crate) in_loop: bool,
    pub(crate) in_switch: bool,
    /// Nesting depth of statements.
    pub(crate) depth: usize,
}

/// The state.
pub(crate) struct Generator<'a> {
    pub(crate) random: Random,
    pub(crate) options: &'a Options,
    pub(crate) dialect: Dialect,
    pub(crate) stage: Stage,
    pub(crate) structs: Vec<StructData>,
    pub(crate) scopes: Vec<Scope>,
    pub(crate) functions: Vec<Signature>,
    pub(crate) around: Surroundings,
    /// True if only constant expressions are written.
    pub(crate) constant: bool,
    /// Number of times that the current place runs, and the cost of the current function so far.
    pub(crate) weight: usize,
    pub(crate) cost: usize,
    /// Matrices for which the function `tame` is needed.
    pub(crate) tamed: BTreeSet<(u8, u8)>,
    /// Extensions that the program asks for.
    pub(crate) extensions: BTreeSet<&'static str>,
    /// Phases of `main` that use blocks or images of their own.
    pub(crate) phases: usize,
    /// There is shared memory outside of blocks, so none may be in blocks.
    pub(crate) shares_plainly: bool,
    names: usize,
}

/// A function costs no more than about this.
pub(crate) const MOST: usize = 4000;

impl<'a> Generator<'a> {
    pub(crate) fn new(seed: u64, options: &'a Options, dialect: Dialect, stage: Stage) -> Self {
        Self {
            random: Random::new(seed),
            options,
            dialect,
            stage,
            structs: Vec::new(),
            scopes: vec![Scope::default()],
            functions: Vec::new(),
            around: Surroundings::default(),
            constant: false,
            weight: 1,
            cost: 0,
            tamed: BTreeSet::new(),
            extensions: BTreeSet::new(),
            phases: 0,
            shares_plainly: false,
            names: 0,
        }
    }

    /// A name that no other thing has.
    pub(crate) fn name(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}{}", self.names)
    }

    /// Opens a scope; with `may_hide` it is a scope of the language, too.
    pub(crate) fn open(&mut self, may_hide: bool) {
        self.scopes.push(Scope { may_hide, ..Scope::default() });
    }

    /// Closes the innermost scope.
    pub(crate) fn close(&mut self) {
        for (scope, index) in self.scopes.pop().unwrap_or_default().hides {
            if let Some(variable) =
                self.scopes.get_mut(scope).and_then(|scope| scope.variables.get_mut(index))
            {
                variable.hidden = false;
            }
        }
    }

    /// Makes a variable known in the innermost scope.
    pub(crate) fn declare(&mut self, text: &str, ty: Type, access: Access) {
        self.declare_with(Variable { text: text.to_owned(), ty, access, range: None, hidden: false });
    }

    pub(crate) fn declare_with(&mut self, variable: Variable) {
        let innermost = self.scopes.len().saturating_sub(1);
        let mut hides = Vec::new();
        for (number, scope) in self.scopes.iter_mut().enumerate().take(innermost) {
            for (index, outer) in scope.variables.iter_mut().enumerate() {
                if outer.text == variable.text && !outer.hidden {
                    outer.hidden = true;
                    hides.push((number, index));
                }
            }
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.hides.extend(hides);
            scope.variables.push(variable);
        }
    }

    /// A name for a variable of the innermost scope: a new one, or that of a variable further out.
    pub(crate) fn variable_name(&mut self) -> String {
        let may_hide = self.scopes.last().is_some_and(|scope| scope.may_hide);
        if may_hide && self.random.chance(12) {
            let innermost = self.scopes.len().saturating_sub(1);
            let outer: Vec<String> = self.scopes[1.min(innermost)..innermost]
                .iter()
                .flat_map(|scope| &scope.variables)
                .filter(|variable| variable.text.bytes().all(|byte| byte.is_ascii_alphanumeric()))
                .map(|variable| variable.text.clone())
                .collect();
            let taken = |name: &String| {
                self.scopes
                    .last()
                    .is_some_and(|scope| scope.variables.iter().any(|variable| &variable.text == name))
            };
            if let Some(name) = self.random.pick(&outer)
                && !taken(name)
            {
                return name.clone();
            }
        }
        self.name("v")
    }

    /// The variables that can be seen and satisfy a condition.
    pub(crate) fn visible(&self, condition: impl Fn(&Variable) -> bool) -> Vec<&Variable> {
        let all = self.scopes.iter().flat_map(|scope| &scope.variables);
        all.filter(|variable| {
            !variable.hidden && (!self.constant || variable.access == Access::Constant) && condition(variable)
        })
        .collect()
    }

    /// Counts an operation; whether there may be more.
    pub(crate) fn spend(&mut self) -> bool {
        self.cost += self.weight;
        self.cost < MOST
    }

    /// The scalars that programs compute with.
    pub(crate) fn any_scalar(&mut self) -> Scalar {
        if self.options.double && self.random.chance(10) {
            return Scalar::Double;
        }
        if self.options.int64 && self.random.chance(15) {
            return if self.random.chance(50) { Scalar::Int64 } else { Scalar::Uint64 };
        }
        const ALL: [Scalar; 8] = [
            Scalar::Bool,
            Scalar::Int,
            Scalar::Int,
            Scalar::Int,
            Scalar::Uint,
            Scalar::Uint,
            Scalar::Float,
            Scalar::Float,
        ];
        ALL[self.random.below(ALL.len())]
    }

    /// A scalar or vector type.
    pub(crate) fn any_numbers(&mut self) -> Type {
        let count = if self.random.chance(55) { 1 } else { self.random.between(2, 4) as u8 };
        Type::Numbers(self.any_scalar(), count)
    }

    /// Any type that a variable can have.
    pub(crate) fn any_type(&mut self) -> Type {
        match self.random.below(20) {
            0 | 1 => Type::Matrix(self.random.between(2, 4) as u8, self.random.between(2, 4) as u8),
            2..=4 => {
                let element = self.any_numbers();
                self.array_of(element)
            }
            5 if self.dialect.has(Feature::ArraysOfArrays) => {
                let element = Type::Numbers(self.any_scalar(), 1);
                let element = Type::Array(Box::new(element), self.random.between(1, 3) as u8);
                self.array_of(element)
            }
            6..=8 if !self.structs.is_empty() => {
                let of_struct = Type::Struct(self.random.below(self.structs.len()));
                if self.random.chance(20) { self.array_of(of_struct) } else { of_struct }
            }
            _ => self.any_numbers(),
        }
    }

    fn array_of(&mut self, element: Type) -> Type {
        let length = self.random.between(1, 5) as u8;
        if element.size(&self.structs) * usize::from(length) > 40 {
            return element;
        }
        Type::Array(Box::new(element), length)
    }

    /// The expression, or one made of it, within bounds.
    pub(crate) fn fit(&mut self, expr: Expr, limit: Bounds) -> Expr {
        if expr.bounds.within(limit) {
            return expr;
        }
        let ty = expr.ty.clone();
        let (fraction, magnitude) = (expr.bounds.fraction > limit.fraction, limit.magnitude);
        if let Type::Matrix(columns, rows) = ty {
            if self.constant {
                // A function of the program is no constant.
                let text = format!("{}({}.0)", ty.name(&self.structs), self.random.below(4));
                return Expr::text(ty, Bounds::new(2, 0), text);
            }
            self.tamed.insert((columns, rows));
            return Expr::pattern(ty, Bounds::new(5, 1), "tame(@)", vec![expr]);
        }
        let suffix = ty.scalar().map_or("", Scalar::suffix);
        let size = f64::from(1 << magnitude.clamp(0, 20));
        let pattern = match (fraction, expr.bounds.magnitude > magnitude) {
            (true, false) if limit.fraction > 0 && self.random.chance(40) => {
                format!("(floor(@ * 2.0{suffix}) * 0.5{suffix})")
            }
            (true, false) => "floor(@)".to_owned(),
            (false, _) if self.random.chance(25) => {
                format!("mod(@, {size:?}{suffix})")
            }
            (false, _) => format!("clamp(@, -{size:?}{suffix}, {size:?}{suffix})"),
            (true, true) if self.random.chance(30) => format!("mod(floor(@), {size:?}{suffix})"),
            (true, true) => format!("floor(clamp(@, -{size:?}{suffix}, {size:?}{suffix}))"),
        };
        let fraction = if fraction { limit.fraction.clamp(0, 1) } else { expr.bounds.fraction };
        Expr::pattern(ty, Bounds::new(magnitude, fraction), &pattern, vec![expr]).fixed()
    }
}
