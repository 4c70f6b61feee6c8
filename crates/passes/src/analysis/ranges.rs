//! Between which numbers a value lies, and what kind of float it is.
//!
//! ```text
//! %1: u32 = iand %x, 15u32              0 to 15
//! %2: u32 = imul %1, 4u32               0 to 60
//! %3: f32 = utof %2                     not negative, whole, a number
//! %4: f32 = fmul %3, 0.25f32            not negative
//! ```
//!
//! Found in one walk: operands come before what uses them. What loops carry is not known; a choice has what all its
//! alternatives have. Bounds are those of the bits read as unsigned, for all components of a vector together. The facts about
//! floats are those that rewrite rules ask for; they leave out NaN, as [`Kind::NUMBER`] alone does not.

use super::flow::Flow;
use crate::rules::Fact;
use crate::rules::facts::{follows, holds};
use crate::rules::matching::each_component;
use vitrum_ir::eval::scalar::ones;
use vitrum_ir::{FunctionData, Inst, Module, Op, Operand, OperandKind, Scalar, Value, typing, visit};

/// What a float is known to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kind(u8);

impl Kind {
    /// Nothing is known.
    pub const NONE: Self = Self(0);
    /// At least 0, perhaps -0.
    pub const NON_NEGATIVE: Self = Self(1);
    /// From 0 to 1, perhaps -0.
    pub const UNIT: Self = Self(2);
    /// A whole number, if it is finite.
    pub const INTEGRAL: Self = Self(4);
    /// Not a NaN.
    pub const NUMBER: Self = Self(8);

    /// Whether all of these are known.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The two together.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Each fact of rules with the kind that it is.
const FACTS: [(Fact, Kind); 4] = [
    (Fact::NonNegative, Kind::NON_NEGATIVE),
    (Fact::Unit, Kind::UNIT),
    (Fact::Integral, Kind::INTEGRAL),
    (Fact::Number, Kind::NUMBER),
];

/// The least and the greatest that the bits of an integer can be, read as unsigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least.
    pub least: u64,
    /// The greatest.
    pub greatest: u64,
}

impl Bounds {
    fn of_type(scalar: Scalar) -> Self {
        let greatest = if scalar == Scalar::Bool { 1 } else { ones(scalar.width()) };
        Self { least: 0, greatest }
    }

    fn join(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), greatest: self.greatest.max(other.greatest) }
    }
}

/// What is known of every value of a function.
#[derive(Clone, Debug)]
pub struct Ranges<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    kinds: Vec<Kind>,
    bounds: Vec<Option<Bounds>>,
}

impl<'a> Ranges<'a> {
    /// Of a function.
    pub fn new(module: &'a Module, function: &'a FunctionData, flow: &Flow) -> Self {
        let count = function.values.len();
        let mut ranges = Self { module, function, kinds: vec![Kind::NONE; count], bounds: vec![None; count] };
        visit::walk(function, function.body, |event| {
            match event {
                visit::Event::Inst(inst) if function.control(inst).is_some() => {}
                visit::Event::Inst(inst) => ranges.see(inst),
                // By then its arms are known.
                visit::Event::Behind(inst) => {
                    for value in function.results(inst) {
                        ranges.choose(value, flow);
                    }
                }
                visit::Event::Enter(_) | visit::Event::Leave(_) => {}
            }
            visit::Descent::Into
        });
        ranges
    }

    /// What a float is known to be, in all components.
    pub fn kind(&self, operand: Operand) -> Kind {
        match operand.kind() {
            OperandKind::Value(value) => self.kinds.get(index(value)).copied().unwrap_or_default(),
            OperandKind::Constant(_) => {
                let known = FACTS.iter().filter(|row| holds(self.module, self.function, operand, row.0));
                known.fold(Kind::NONE, |all, row| all.union(row.1))
            }
            OperandKind::Global(_) => Kind::NONE,
        }
    }

    /// Between what an integer or boolean lies, in all components; none for what is neither.
    pub fn bounds(&self, operand: Operand) -> Option<Bounds> {
        let scalar = self.scalar(operand)?;
        if scalar.is_float() {
            return None;
        }
        match operand.kind() {
            OperandKind::Value(value) => {
                let known = self.bounds.get(index(value)).copied().flatten();
                Some(known.unwrap_or(Bounds::of_type(scalar)))
            }
            OperandKind::Constant(constant) => {
                let mut all: Option<Bounds> = None;
                let known = each_component(self.module, constant, &mut |_, bits| {
                    let one = Bounds { least: bits, greatest: bits };
                    all = Some(all.map_or(one, |all| all.join(one)));
                    true
                });
                Some(all.filter(|_| known).unwrap_or(Bounds::of_type(scalar)))
            }
            OperandKind::Global(_) => None,
        }
    }

    fn scalar(&self, operand: Operand) -> Option<Scalar> {
        self.module.types.scalar_of(typing::operand_type(self.module, self.function, operand))
    }

    /// An operation, of which the operands are known.
    fn see(&mut self, inst: Inst) {
        let Some(value) = self.function.result(inst) else { return };
        let Some(scalar) = self.scalar(value.into()) else { return };
        let at = index(value);
        if scalar.is_float() {
            let known = |operand: Operand, fact: Fact| {
                let wanted = FACTS.iter().find(|row| row.0 == fact);
                wanted.is_some_and(|row| self.kind(operand).contains(row.1))
            };
            let found = FACTS.iter().filter(|row| follows(self.module, self.function, inst, row.0, &known));
            let kind = found.fold(Kind::NONE, |all, row| all.union(row.1));
            // What lies from 0 to 1 is not negative.
            let more = if kind.contains(Kind::UNIT) { Kind::NON_NEGATIVE } else { Kind::NONE };
            self.kinds[at] = kind.union(more);
        } else {
            self.bounds[at] = self.bounds_of(inst, scalar);
        }
    }

    /// A result of a control instruction has what all have that it can be. Those of loops can be of any iteration, which
    /// the walk has seen one of, with nothing known of what is carried on.
    fn choose(&mut self, value: Value, flow: &Flow) {
        let sources = flow.sources(value);
        let Some((_, first)) = sources.first() else { return };
        let mut kind = self.kind(first.operand);
        let mut bounds = self.bounds(first.operand);
        for (_, source) in sources {
            kind = Kind(kind.0 & self.kind(source.operand).0);
            bounds = bounds.zip(self.bounds(source.operand)).map(|(all, one)| all.join(one));
        }
        let at = index(value);
        self.kinds[at] = kind;
        self.bounds[at] = bounds;
    }

    fn bounds_of(&self, inst: Inst, scalar: Scalar) -> Option<Bounds> {
        let operands = self.function.operands(inst);
        let of = |at: usize| operands.get(at).and_then(|&operand| self.bounds(operand));
        let most = Bounds::of_type(scalar).greatest;
        let fits = |least: Option<u64>, greatest: Option<u64>| {
            let greatest = greatest.filter(|&it| it <= most)?;
            Some(Bounds { least: least?, greatest })
        };
        let all = || {
            let mut all = of(0)?;
            for at in 1..operands.len() {
                all = all.join(of(at)?);
            }
            Some(all)
        };
        match self.function.insts[inst].op {
            Op::Extract | Op::ExtractDynamic | Op::Swizzle | Op::Splat => of(0),
            Op::Shuffle | Op::Construct => all(),
            Op::Bitcast | Op::Uconvert if self.scalar(*operands.first()?)?.width() <= scalar.width() => of(0),
            Op::Select => Some(of(1)?.join(of(2)?)),
            Op::Iand => Some(Bounds { least: 0, greatest: of(0)?.greatest.min(of(1)?.greatest) }),
            Op::Ior => {
                let (a, b) = (of(0)?, of(1)?);
                let bits = 64 - (a.greatest | b.greatest).leading_zeros();
                Some(Bounds { least: a.least.max(b.least), greatest: ones(bits) })
            }
            Op::Umod => {
                Some(Bounds { least: 0, greatest: of(1)?.greatest.saturating_sub(1).min(of(0)?.greatest) })
            }
            Op::Udiv => {
                let (a, b) = (of(0)?, of(1)?);
                Some(Bounds { least: 0, greatest: a.greatest / b.least.max(1) })
            }
            Op::Umin => {
                let (a, b) = (of(0)?, of(1)?);
                Some(Bounds { least: a.least.min(b.least), greatest: a.greatest.min(b.greatest) })
            }
            Op::Umax => {
                let (a, b) = (of(0)?, of(1)?);
                Some(Bounds { least: a.least.max(b.least), greatest: a.greatest.max(b.greatest) })
            }
            Op::Uclamp => Some(Bounds { least: of(1)?.least, greatest: of(2)?.greatest }),
            Op::Iadd => {
                let (a, b) = (of(0)?, of(1)?);
                fits(a.least.checked_add(b.least), a.greatest.checked_add(b.greatest))
            }
            Op::Imul => {
                let (a, b) = (of(0)?, of(1)?);
                fits(a.least.checked_mul(b.least), a.greatest.checked_mul(b.greatest))
            }
            Op::Isub => {
                let (a, b) = (of(0)?, of(1)?);
                fits(a.least.checked_sub(b.greatest), a.greatest.checked_sub(b.least))
            }
            Op::Shl => {
                let (a, by) = (of(0)?, of(1)?);
                let moved = |bits: u64| bits.checked_mul(1u64.checked_shl(u32::try_from(by.greatest).ok()?)?);
                fits(Some(a.least), moved(a.greatest))
            }
            Op::Lshr => {
                let (a, by) = (of(0)?, of(1)?);
                let by = u32::try_from(by.least).ok()?;
                Some(Bounds { least: 0, greatest: a.greatest.checked_shr(by).unwrap_or(0) })
            }
            Op::BtoI => Some(Bounds { least: 0, greatest: 1 }),
            Op::BitCount => {
                Some(Bounds { least: 0, greatest: u64::from(self.scalar(*operands.first()?)?.width()) })
            }
            _ => None,
        }
    }
}

fn index(value: Value) -> usize {
    value.into_raw().into_u32() as usize
}
