//! Value-range analysis of integers, and facts about floats: sign, NaN, infinity.
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
use vitrum_ir::{
    BuiltIn, Constant, FunctionData, Inst, Module, Op, Operand, OperandKind, Scalar, SideTable, Value,
    typing, visit,
};

/// A known property of a float.
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

    /// True if all of these are known.
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
    /// Everything that a type can hold.
    pub(crate) fn of_type(scalar: Scalar) -> Self {
        let greatest = if scalar == Scalar::Bool { 1 } else { ones(scalar.width()) };
        Self { least: 0, greatest }
    }

    pub(crate) fn join(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), greatest: self.greatest.max(other.greatest) }
    }
}

/// The ranges and properties of every value of a function.
#[derive(Clone, Debug)]
pub struct Ranges<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    kinds: SideTable<Value, Kind>,
    bounds: SideTable<Value, Option<Bounds>>,
}

impl<'a> Ranges<'a> {
    /// Of a function.
    pub fn new(module: &'a Module, function: &'a FunctionData, flow: &Flow) -> Self {
        let count = function.values.len();
        let kinds = SideTable::filled(count, Kind::NONE);
        let mut ranges = Self { module, function, kinds, bounds: SideTable::filled(count, None) };
        visit::walk(function, function.body, |event| match event {
            visit::Event::Inst(inst) if function.control(inst).is_some() => {}
            visit::Event::Inst(inst) => ranges.see(inst),
            // By then its arms are known.
            visit::Event::Behind(inst) => {
                for value in function.results(inst) {
                    ranges.choose(value, flow);
                }
            }
            visit::Event::Enter(_) | visit::Event::Leave(_) => {}
        });
        ranges
    }

    /// The properties of a float that hold in all components.
    pub fn kind(&self, operand: Operand) -> Kind {
        match operand.kind() {
            OperandKind::Value(value) => self.kinds.at(value),
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
                let known = self.bounds.at(value);
                Some(known.unwrap_or(Bounds::of_type(scalar)))
            }
            OperandKind::Constant(constant) => {
                Some(bounds_of_constant(self.module, constant).unwrap_or(Bounds::of_type(scalar)))
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
        if scalar.is_float() {
            let known = |operand: Operand, fact: Fact| {
                let wanted = FACTS.iter().find(|row| row.0 == fact);
                wanted.is_some_and(|row| self.kind(operand).contains(row.1))
            };
            let found = FACTS.iter().filter(|row| follows(self.module, self.function, inst, row.0, &known));
            let kind = found.fold(Kind::NONE, |all, row| all.union(row.1));
            // A number from 0 to 1 is not negative.
            let more = if kind.contains(Kind::UNIT) { Kind::NON_NEGATIVE } else { Kind::NONE };
            self.kinds.set(value, kind.union(more));
        } else {
            let of = |operand| self.bounds(operand);
            let bounds = bounds_of(self.module, self.function, inst, scalar, &of);
            self.bounds.set(value, bounds);
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
        self.kinds.set(value, kind);
        self.bounds.set(value, bounds);
    }
}

/// Between what the components of a constant lie, if they are known.
pub(crate) fn bounds_of_constant(module: &Module, constant: Constant) -> Option<Bounds> {
    let mut all: Option<Bounds> = None;
    let known = each_component(module, constant, &mut |_, bits| {
        let one = Bounds { least: bits, greatest: bits };
        all = Some(all.map_or(one, |all| all.join(one)));
        true
    });
    all.filter(|_| known)
}

/// Between what the result of an operation lies, by what is known of its operands; none if nothing is known.
pub(crate) fn bounds_of(
    module: &Module,
    function: &FunctionData,
    inst: Inst,
    scalar: Scalar,
    known: &dyn Fn(Operand) -> Option<Bounds>,
) -> Option<Bounds> {
    let operands = function.operands(inst);
    let of = |at: usize| operands.get(at).and_then(|&operand| known(operand));
    let width = |at: usize| {
        let ty = typing::operand_type(module, function, *operands.get(at)?);
        module.types.scalar_of(ty).map(Scalar::width)
    };
    let most = Bounds::of_type(scalar).greatest;
    // The greatest that is not negative.
    let positive = most >> 1;
    let up_to = |greatest: u64| Bounds { least: 0, greatest };
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
    let both = || Some((of(0)?, of(1)?));
    // Signed numbers that are surely not negative are as unsigned ones.
    let natural = |at: usize| of(at).filter(|it| it.greatest <= positive);
    let bits_of_both = || {
        let (a, b) = both()?;
        Some(ones(64 - (a.greatest | b.greatest).leading_zeros()))
    };
    let between = |low: Bounds, high: Bounds| {
        (low.greatest <= high.least).then_some(Bounds { least: low.least, greatest: high.greatest })
    };
    match function.op(inst) {
        Op::Load => bounds_of_built_in(module, function, inst, None),
        Op::Extract => {
            let imm = function.insts[inst].imm;
            let loaded = operands.first().and_then(|whole| function.definition(*whole));
            let component = loaded.and_then(|it| bounds_of_built_in(module, function, it, Some(imm)));
            component.or_else(|| of(0))
        }
        Op::ExtractDynamic | Op::Swizzle | Op::Splat => of(0),
        Op::Shuffle | Op::Construct if operands.len() <= 4 => all(),
        Op::Bitcast => bounds_of_bitcast(of(0)?, width(0)?, scalar.width()),
        Op::Uconvert if width(0)? <= scalar.width() => of(0),
        Op::Uconvert | Op::Sconvert => {
            let signs = ones(width(0)?) >> 1;
            of(0).filter(|it| it.greatest <= most.min(signs))
        }
        Op::Select => Some(of(1)?.join(of(2)?)),
        Op::Iand => {
            let (a, b) = both()?;
            Some(up_to(a.greatest.min(b.greatest)))
        }
        Op::Ior => {
            let (a, b) = both()?;
            Some(Bounds { least: a.least.max(b.least), greatest: bits_of_both()? })
        }
        Op::Ixor => Some(up_to(bits_of_both()?)),
        Op::Umod => {
            let (a, b) = both()?;
            Some(up_to(b.greatest.saturating_sub(1).min(a.greatest)))
        }
        // The sign is that of the dividend, or of the divisor.
        Op::Srem => Some(up_to(natural(0)?.greatest)),
        Op::Smod => Some(up_to(natural(1)?.greatest.saturating_sub(1))),
        Op::Udiv => {
            let (a, b) = both()?;
            Some(up_to(a.greatest / b.least.max(1)))
        }
        Op::Sdiv => Some(up_to(natural(0)?.greatest / natural(1)?.least.max(1))),
        Op::Umin => {
            let (a, b) = both()?;
            Some(Bounds { least: a.least.min(b.least), greatest: a.greatest.min(b.greatest) })
        }
        Op::Umax => {
            let (a, b) = both()?;
            Some(Bounds { least: a.least.max(b.least), greatest: a.greatest.max(b.greatest) })
        }
        Op::Smin => {
            let (a, b) = (natural(0)?, natural(1)?);
            Some(Bounds { least: a.least.min(b.least), greatest: a.greatest.min(b.greatest) })
        }
        Op::Smax => match (natural(0), natural(1)) {
            (Some(a), Some(b)) => {
                Some(Bounds { least: a.least.max(b.least), greatest: a.greatest.max(b.greatest) })
            }
            (Some(one), None) | (None, Some(one)) => Some(Bounds { least: one.least, greatest: positive }),
            (None, None) => None,
        },
        Op::Uclamp => between(of(1)?, of(2)?),
        Op::Sclamp => between(natural(1)?, natural(2)?),
        Op::Sabs => natural(0).or(Some(up_to(positive + 1))),
        Op::Iadd => {
            let (a, b) = both()?;
            fits(a.least.checked_add(b.least), a.greatest.checked_add(b.greatest))
        }
        Op::Imul => {
            let (a, b) = both()?;
            fits(a.least.checked_mul(b.least), a.greatest.checked_mul(b.greatest))
        }
        Op::Isub => {
            let (a, b) = both()?;
            fits(a.least.checked_sub(b.greatest), a.greatest.checked_sub(b.least))
        }
        Op::Shl => {
            let (a, by) = both()?;
            let moved = |bits: u64| bits.checked_mul(1u64.checked_shl(u32::try_from(by.greatest).ok()?)?);
            fits(Some(a.least), moved(a.greatest))
        }
        Op::Lshr => {
            let (a, by) = both()?;
            let by = u32::try_from(by.least).ok()?;
            Some(up_to(a.greatest.checked_shr(by).unwrap_or(0)))
        }
        Op::Ashr => {
            let by = u32::try_from(of(1)?.least).ok()?;
            Some(up_to(natural(0)?.greatest.checked_shr(by).unwrap_or(0)))
        }
        Op::UbitExtract => {
            let bits = of(2)?.greatest.min(u64::from(scalar.width()));
            Some(up_to(ones(bits as u32)))
        }
        Op::BtoI => Some(up_to(1)),
        Op::BitCount => Some(up_to(u64::from(width(0)?))),
        _ => None,
    }
}

/// Between what integers of one width lie that are read as integers of another, the lowest component first.
fn bounds_of_bitcast(from: Bounds, width: u32, to: u32) -> Option<Bounds> {
    if width == to {
        return Some(from);
    }
    if width > to {
        // All but the lowest component of each are 0 if the lowest holds everything.
        return (from.greatest <= ones(to)).then_some(Bounds { least: 0, greatest: from.greatest });
    }
    let repeated = |bits: u64| (0..to / width).fold(0, |all, at| all | bits << (at * width));
    Some(Bounds { least: repeated(from.least), greatest: repeated(from.greatest) })
}

/// Between what the number of an invocation in its workgroup lies, if an instruction loads that, or a component of it.
fn bounds_of_built_in(
    module: &Module,
    function: &FunctionData,
    inst: Inst,
    component: Option<u32>,
) -> Option<Bounds> {
    if function.op(inst) != Op::Load {
        return None;
    }
    let global = function.operands(inst).first()?.global()?;
    let builtin = module.globals[global].decorations.builtin?;
    let mut size = [0; 3];
    for (slot, &constant) in size.iter_mut().zip(&module.execution.local_size?) {
        *slot = module.constants.bits(constant)?;
    }
    let count = match builtin {
        BuiltIn::LocalInvocationIndex => size.iter().try_fold(1u64, |all, &one| all.checked_mul(one))?,
        BuiltIn::LocalInvocationId => match component {
            Some(component) => *size.get(component as usize)?,
            None => *size.iter().max()?,
        },
        _ => return None,
    };
    Some(Bounds { least: 0, greatest: u64::checked_sub(count, 1)? })
}

#[cfg(test)]
mod tests;
