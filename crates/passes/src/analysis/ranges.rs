//! Value-range analysis of integers.
//!
//! ```text
//! %1: u32 = iand %x, 15u32              0 to 15
//! %2: u32 = imul %1, 4u32               0 to 60
//! ```
//!
//! Bounds are those of the bits read as unsigned, for all components of a vector together. A query follows a few operations,
//! so it takes constant time; nothing is known of block parameters and of results of control instructions. [`scoped`] adds what
//! conditions and counters of loops say at a place, and sums in which numbers cancel out.

pub(crate) mod floats;
mod linear;
pub mod scoped;
pub mod sizes;

use crate::rules::matching::each_component;
use vitrum_ir::eval::scalar::ones;
use vitrum_ir::{
    BuiltIn, Constant, FunctionData, Global, Inst, Module, Op, Operand, OperandKind, Precision, Scalar,
    Stage, TypeData, Value, ValueDef, typing,
};

/// The number of operations that a query follows.
const DEPTH: u32 = 4;

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

    /// The intersection; the second, if they contradict each other, as in code that is never reached.
    fn meet(self, other: Self) -> Self {
        let met = Self { least: self.least.max(other.least), greatest: self.greatest.min(other.greatest) };
        if met.least <= met.greatest { met } else { other }
    }
}

/// The state of a query.
struct Query<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    /// Bounds of values that are known in another way.
    known: &'a dyn Fn(Value) -> Option<Bounds>,
    /// True if nothing may be wrong: an operation that may be undefined gives anything, as `x % n` does where `n` may be 0, and so
    /// does a `mediump` or `lowp` one beyond what such a precision keeps.
    is_strict: bool,
    /// The most workgroups of a dispatch in a dimension.
    largest_dispatch: u64,
}

/// The type and the range of an integer or a boolean, over all components; none for what is neither.
pub fn bounds(module: &Module, function: &FunctionData, operand: Operand) -> Option<(Scalar, Bounds)> {
    let scalar = module.types.scalar_of(typing::operand_type(module, function, operand))?;
    let query = Query { module, function, known: &|_| None, is_strict: false, largest_dispatch: u64::MAX };
    let bounds = bounds_to(&query, operand, DEPTH)?;
    Some((scalar, bounds))
}

/// The range of an integer where nothing may be wrong: what an operation that may be undefined gives is not known.
pub(crate) fn sure_bounds(module: &Module, function: &FunctionData, operand: Operand) -> Option<Bounds> {
    let query = Query { module, function, known: &|_| None, is_strict: true, largest_dispatch: u64::MAX };
    bounds_to(&query, operand, DEPTH)
}

fn bounds_to(query: &Query<'_>, operand: Operand, depth: u32) -> Option<Bounds> {
    let &Query { module, function, known, .. } = query;
    let scalar = module.types.scalar_of(typing::operand_type(module, function, operand))?;
    if scalar.is_float() {
        return None;
    }
    let whole = Some(Bounds::of_type(scalar));
    let value = match operand.kind() {
        OperandKind::Constant(constant) => return bounds_of_constant(module, constant).or(whole),
        OperandKind::Global(_) => return None,
        OperandKind::Value(value) => value,
    };
    let fact = known(value);
    let ValueDef::Result { inst, index: 0 } = function.values[value].def() else { return fact.or(whole) };
    let op = function.op(inst);
    let Some(depth) =
        depth.checked_sub(1).filter(|_| op.effects().is_pure() || matches!(op, Op::Load | Op::ArrayLength))
    else {
        return fact.or(whole);
    };
    let of = |operand| bounds_to(query, operand, depth);
    let computed = match query.is_strict && may_be_undefined(module, function, inst, scalar, &of) {
        true => None,
        false => bounds_of(query, inst, scalar, &of),
    };
    let is_kept = |bounds: &Bounds| match function.values[value].precision {
        Precision::Low => bounds.greatest <= 0xff,
        Precision::Medium => bounds.greatest <= 0x7fff,
        Precision::None | Precision::High => true,
    };
    let computed = computed.filter(|bounds| !query.is_strict || is_kept(bounds));
    match (computed, fact) {
        (Some(computed), Some(fact)) => Some(computed.meet(fact)),
        (computed, fact) => computed.or(fact).or(whole),
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
fn bounds_of(
    query: &Query<'_>,
    inst: Inst,
    scalar: Scalar,
    known: &dyn Fn(Operand) -> Option<Bounds>,
) -> Option<Bounds> {
    let &Query { module, function, .. } = query;
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
        Op::Load => bounds_of_built_in(query, inst, None),
        Op::Extract => {
            let imm = function.insts[inst].imm;
            let loaded = operands.first().and_then(|whole| function.definition(*whole));
            let component = loaded.and_then(|it| bounds_of_built_in(query, it, Some(imm)));
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
            let apart = || fits(a.least.checked_sub(b.greatest), a.greatest.checked_sub(b.least));
            let at_most = || is_at_most(module, function, operands, most, known).then_some(up_to(a.greatest));
            apart().or_else(at_most)
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
        Op::FtoS | Op::FtoU => {
            let floats = floats::FloatQuery { module, function, integers: known, chosen: None };
            let (least, greatest) = floats.bounds(*operands.first()?).truncated(scalar)?;
            Some(Bounds { least: u64::try_from(least).ok()?, greatest: u64::try_from(greatest).ok()? })
        }
        Op::ArrayLength => Some(up_to(most_elements(module, function, *operands.first()?)?)),
        Op::BitCount => Some(up_to(u64::from(width(0)?))),
        _ => None,
    }
}

/// The most numbers, vectors or matrices that an array at an address has: a storage buffer has fewer than 2^32 bytes
/// (`maxStorageBufferRange`, and the sizes that OpenGL can say), and no layout is denser than one without gaps.
fn most_elements(module: &Module, function: &FunctionData, array: Operand) -> Option<u64> {
    let array = module.types.pointee(typing::operand_type(module, function, array))?;
    let (scalar, count) = match module.types.get(module.types.element(array)?) {
        TypeData::Scalar(scalar) => (scalar, 1),
        TypeData::Vector { scalar, size } => (scalar, size),
        TypeData::Matrix { scalar, columns, rows } => (scalar, columns * rows),
        _ => return None,
    };
    let stride = u64::from(scalar.width().div_ceil(8)) * u64::from(count);
    ones(32).checked_div(stride)
}

/// True if the second operand of a subtraction is surely at most the first one, read as unsigned: `x * 2 - (x & y)`. A mask or a
/// minimum of a number is at most that number, which is at most a multiple of it that does not wrap. Of numbers that keep only
/// some bits nothing is said, since each use may see other ones.
fn is_at_most(
    module: &Module,
    function: &FunctionData,
    operands: &[Operand],
    most: u64,
    known: &dyn Fn(Operand) -> Option<Bounds>,
) -> bool {
    let &[whole, part] = operands else { return false };
    let is_kept = |number: Operand| {
        let precision = number.value().map_or(Precision::None, |value| function.values[value].precision);
        matches!(precision, Precision::None | Precision::High)
    };
    let Some(inst) = function.definition(part) else { return false };
    if !matches!(function.op(inst), Op::Iand | Op::Umin) || !is_kept(whole) || !is_kept(part) {
        return false;
    }
    let contains = |number: Operand| {
        if !is_kept(number) {
            return false;
        }
        if number == whole {
            return true;
        }
        let Some(multiple) = function.definition(whole).filter(|&it| function.op(it) == Op::Imul) else {
            return false;
        };
        let factor = match *function.operands(multiple) {
            [a, b] if a == number => module.as_int(b),
            [a, b] if b == number => module.as_int(a),
            _ => None,
        };
        let factor = factor.and_then(|it| u64::try_from(it).ok()).filter(|&it| it > 0);
        let product = factor.zip(known(number)).and_then(|(it, bounds)| bounds.greatest.checked_mul(it));
        product.is_some_and(|product| product <= most)
    };
    function.operands(inst).iter().any(|&number| contains(number))
}

/// True if an operation may have no result by what is known of its operands: a division by 0, a shift by the width or more.
fn may_be_undefined(
    module: &Module,
    function: &FunctionData,
    inst: Inst,
    scalar: Scalar,
    known: &dyn Fn(Operand) -> Option<Bounds>,
) -> bool {
    let operands = function.operands(inst);
    let of = |at: usize| operands.get(at).and_then(|&operand| known(operand));
    let width = u64::from(scalar.width());
    match function.op(inst) {
        // The dividend is not the least integer if a bound follows.
        Op::Udiv | Op::Umod | Op::Sdiv | Op::Srem | Op::Smod => {
            let nonzero = || operands.get(1).is_some_and(|&by| is_chosen_nonzero(module, function, by));
            of(1).is_none_or(|by| by.least == 0) && !nonzero()
        }
        Op::Shl | Op::Lshr | Op::Ashr => of(1).is_none_or(|by| by.greatest >= width),
        Op::UbitExtract => match (of(1), of(2)) {
            (Some(offset), Some(count)) => offset.greatest.saturating_add(count.greatest) > width,
            _ => true,
        },
        _ => false,
    }
}

/// True for `select %c, 1, %x` where `%c` holds if `%x` is 0.
fn is_chosen_nonzero(module: &Module, function: &FunctionData, operand: Operand) -> bool {
    let select = function.definition(operand).filter(|&it| function.op(it) == Op::Select);
    let Some(&[condition, instead, chosen]) = select.map(|it| function.operands(it)) else { return false };
    if module.as_int(instead).is_none_or(|number| number == 0) {
        return false;
    }
    let mut pending = vec![condition];
    for _ in 0..DEPTH {
        let inst = pending.pop().and_then(|condition| function.definition(condition));
        let Some(inst) = inst else { continue };
        match (function.op(inst), function.operands(inst)) {
            (Op::Or, &[a, b]) => pending.extend([a, b]),
            (Op::Ieq, &[a, b]) => {
                let is_zero = |number: Operand| module.as_int(number) == Some(0);
                if a == chosen && is_zero(b) || b == chosen && is_zero(a) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
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

/// Bounds of what an instruction loads from a built-in variable, or of a component of that.
fn bounds_of_built_in(query: &Query<'_>, inst: Inst, component: Option<u32>) -> Option<Bounds> {
    let &Query { module, function, largest_dispatch, .. } = query;
    if function.op(inst) != Op::Load {
        return None;
    }
    let mut address = *function.operands(inst).first()?;
    let mut component = component;
    if let Some(access) = function.definition(address).filter(|&it| function.op(it) == Op::Access) {
        let &[base, index] = function.operands(access) else { return None };
        address = base;
        component = Some(u32::try_from(module.as_int(index)?).ok()?);
    }
    bounds_of_input(module, largest_dispatch, address.global()?, component)
}

/// Bounds of a built-in variable, or of a component of it.
fn bounds_of_input(
    module: &Module,
    largest_dispatch: u64,
    input: Global,
    component: Option<u32>,
) -> Option<Bounds> {
    let builtin = module.globals[input].decorations.builtin?;
    let execution = &module.execution;
    let size = || {
        let mut size = [0; 3];
        for (slot, &constant) in size.iter_mut().zip(&execution.local_size?) {
            *slot = module.constants.bits(constant)?;
        }
        Some(size)
    };
    let along = || match component {
        Some(component) => size()?.get(component as usize).copied(),
        None => size()?.iter().max().copied(),
    };
    let count = match builtin {
        BuiltIn::LocalInvocationIndex => size()?.iter().try_fold(1u64, |all, &one| all.checked_mul(one))?,
        BuiltIn::LocalInvocationId => along()?,
        BuiltIn::WorkgroupId => largest_dispatch,
        BuiltIn::NumWorkgroups => largest_dispatch.checked_add(1)?,
        BuiltIn::GlobalInvocationId => along()?.checked_mul(largest_dispatch)?,
        BuiltIn::InvocationId if module.stage == Stage::TessControl => execution.max_vertices?.into(),
        BuiltIn::InvocationId => execution.invocations.unwrap_or(1).into(),
        BuiltIn::SubgroupInvocationId => 128,
        _ => return None,
    };
    Some(Bounds { least: 0, greatest: u64::checked_sub(count, 1).filter(|&it| it <= ones(32))? })
}

#[cfg(test)]
mod tests;
