//! Arithmetic of 8 and 16 bits with 32 bits.
//!
//! ```text
//! %c: u8 = iadd %a, %b                     %0: u32 = iadd %a, %b      %c: u32 = iand %0, 255u32
//! %d: u16 = load @x                    =>  %1: u16 = load @x          %d: u32 = uconvert %1
//! %e: f16 = fadd %f, %g                    %2: f32 = fadd %f, %g      %3: f16 = fconvert %2     %e: f32 = fconvert %3
//! ```
//!
//! An integer is held in 32 bits, extended by its sign or by zeros. What may leave its range is cut back to it. A half is held as
//! the equal single; each result is rounded to a half, for sums, products, quotients and roots of halves are rounded the same by
//! way of a single. Block parameters, results of control flow and selections are held so, too. Loads, stores, calls and what has
//! another form take and give the narrow type.
//!
//! NIR: `nir_lower_bit_size`.

use super::build::Build;
use super::parts::{Context, Scheme, has_values, split};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use vitrum_ir::{Module, Op, Operand, Scalar, Sig, Type, TypeData, types::common};

/// Options of `lower_bit_sizes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerBitSizes {
    /// True if integers of 8 and 16 bits are held in 32.
    pub integers: bool,
    /// True if halves are held as singles.
    pub halves: bool,
}

impl Default for LowerBitSizes {
    fn default() -> Self {
        Self { integers: true, halves: true }
    }
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "types",
    values: "all|integers|halves",
    summary: "the types of 8 and 16 bits that are held in 32",
    set: |options, value| {
        let (integers, halves) = match value {
            "all" => (true, true),
            "integers" => (true, false),
            "halves" => (false, true),
            _ => return None,
        };
        options.change(|it: &mut LowerBitSizes| *it = LowerBitSizes { integers, halves });
        Some(())
    },
}];

impl LowerBitSizes {
    /// The options; WGSL has halves.
    fn of(settings: &Settings) -> Self {
        let options = settings.options.get::<Self>();
        Self { halves: options.halves && !settings.wgpu, ..options }
    }

    /// The type of 32 bits that holds a narrow one.
    fn holder(self, scalar: Scalar) -> Option<Scalar> {
        match scalar {
            Scalar::I8 | Scalar::I16 if self.integers => Some(Scalar::I32),
            Scalar::U8 | Scalar::U16 if self.integers => Some(Scalar::U32),
            Scalar::F16 if self.halves => Some(Scalar::F32),
            _ => None,
        }
    }

    fn holder_of(self, module: &Module, ty: Type) -> Option<Scalar> {
        match module.types.get(ty) {
            TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } => self.holder(scalar),
            _ => None,
        }
    }
}

/// True if there are values of these types.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let options = LowerBitSizes::of(settings);
    has_values(module, |module, ty| options.holder_of(module, ty).is_some())
}

/// Computes with 32 bits; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = LowerBitSizes::of(session.settings());
    split(module, session, options)
}

/// Converts to the type that holds a narrow one, or back.
fn resize(build: &mut Build<'_, '_>, operand: Operand, ty: Type) -> Operand {
    let scalar = build.scalar(operand);
    let op = match () {
        () if scalar.is_float() => Op::Fconvert,
        () if scalar.is_signed() => Op::Sconvert,
        () => Op::Uconvert,
    };
    build.to(op, &[operand], ty)
}

/// Cuts a result of 32 bits to the range of the narrow type.
fn cut(build: &mut Build<'_, '_>, result: Operand, narrow: Scalar) -> Operand {
    let ty = build.ty(result);
    match narrow {
        _ if narrow.is_float() => {
            let half = build.like(ty, narrow);
            let half = build.to(Op::Fconvert, &[result], half);
            build.to(Op::Fconvert, &[half], ty)
        }
        _ if narrow.is_signed() => {
            let amount = build.bits(ty, u64::from(32 - narrow.width()));
            let high = build.op(Op::Shl, &[result, amount]);
            build.op(Op::Ashr, &[high, amount])
        }
        _ => {
            let mask = build.bits(ty, (1 << narrow.width()) - 1);
            build.op(Op::Iand, &[result, mask])
        }
    }
}

/// The fate of the result of an operation that is computed with 32 bits.
enum Result {
    /// It is in range.
    Fits,
    /// It is cut.
    Cut,
    /// It is no narrow number.
    Other,
}

/// The result of an operation on the numbers that narrow operands hold; `None` if that is another number.
fn computes(op: Op) -> Option<Result> {
    use Op::{
        Ashr, BitCount, Ceil, Construct, Equal, Extract, ExtractDynamic, Fabs, Fadd, Fclamp, Fdiv, Feq, Fge,
        Fgt, FindLsb, FindSmsb, FindUmsb, Fle, Floor, Flt, Fmax, Fmin, Fmul, Fne, Fneg, Fone, Fract, Fsign,
        Fsub, Fueq, Fuge, Fugt, Fule, Fult, Iadd, Iand, Ieq, Imul, Ine, Ineg, Inot, Insert, InsertDynamic,
        Ior, IsInf, IsNan, Isub, Ixor, Lshr, Nclamp, Nmax, Nmin, NotEqual, Round, RoundEven, Sabs, Sclamp,
        Sdiv, Select, Sge, Sgt, Shl, Shuffle, Sle, Slt, Smax, Smin, Smod, Splat, Sqrt, Srem, Ssign, Step,
        Swizzle, Trunc, Uclamp, Udiv, Uge, Ugt, Ule, Ult, Umax, Umin, Umod,
    };
    Some(match op {
        Iand | Ior | Ixor | Udiv | Umod | Lshr | Ashr | Srem | Smod | Smin | Smax | Umin | Umax | Sclamp
        | Uclamp | Ssign | Select | Construct | Splat | Extract | ExtractDynamic | Insert | InsertDynamic
        | Swizzle | Shuffle | Fneg | Fabs | Fmin | Fmax | Fclamp | Nmin | Nmax | Nclamp | Floor | Ceil
        | Trunc | Round | RoundEven | Fsign | Step => Result::Fits,
        Iadd | Isub | Imul | Ineg | Inot | Sabs | Sdiv | Shl | Fadd | Fsub | Fmul | Fdiv | Sqrt | Fract => {
            Result::Cut
        }
        Ieq | Ine | Slt | Sle | Sgt | Sge | Ult | Ule | Ugt | Uge | Feq | Fone | Flt | Fle | Fgt | Fge
        | Fueq | Fne | Fult | Fule | Fugt | Fuge | IsNan | IsInf | Equal | NotEqual | BitCount | FindLsb
        | FindSmsb | FindUmsb => Result::Other,
        _ => return None,
    })
}

impl Scheme for LowerBitSizes {
    fn parts(&self, module: &mut Module, ty: Type) -> Option<Vec<Type>> {
        let holder = self.holder_of(module, ty)?;
        Some(vec![module.types.with_scalar(ty, holder)?])
    }

    fn take_apart(&self, build: &mut Build<'_, '_>, whole: Operand, parts: &[Type]) -> Vec<Operand> {
        parts.iter().map(|&ty| resize(build, whole, ty)).collect()
    }

    fn put_together(&self, build: &mut Build<'_, '_>, parts: &[Operand], ty: Type) -> Operand {
        match parts.first() {
            Some(&part) => resize(build, part, ty),
            None => build.undef(ty),
        }
    }

    fn lower(&self, cx: &mut Context<'_, '_, Self>) -> Option<Vec<Vec<Operand>>> {
        let op = cx.op();
        let operands = cx.operands();
        let ty = cx.result_type()?;
        let holder = cx.parts_of(ty).and_then(|parts| parts.first().copied());
        let mut takes = false;
        for &operand in &operands {
            takes |= cx.is_split(operand);
        }
        let scalar = |cx: &Context<'_, '_, Self>, ty| cx.build.rewriter.module.types.scalar_of(ty);
        let of_vectors = |cx: &Context<'_, '_, Self>, operand: Operand| {
            matches!(
                cx.build.rewriter.module.types.get(cx.ty(operand)),
                TypeData::Vector { .. } | TypeData::Scalar(_)
            )
        };
        if op == Op::Bitcast {
            return bitcast(cx, *operands.first()?, ty);
        }
        if matches!(op.info().sig, Sig::Convert(..)) {
            return convert(cx, op, &operands, ty, holder);
        }
        let result = computes(op)?;
        let applies = match result {
            Result::Other => takes,
            Result::Fits | Result::Cut => holder.is_some(),
        };
        if !applies || !operands.iter().all(|&operand| of_vectors(cx, operand)) {
            return None;
        }
        // The count of bits of a negative number is that of its narrow form.
        let narrow = operands.first().and_then(|&it| scalar(cx, cx.ty(it)));
        let parts: Vec<Operand> = operands.iter().map(|&operand| cx.part(operand)).collect();
        let imm = cx.imm();
        let part = match (result, holder) {
            (Result::Other, _) => {
                let mut parts = parts;
                if let (Op::BitCount, Some(narrow), Some(first)) = (op, narrow, parts.first_mut())
                    && narrow.is_signed()
                {
                    let holder = cx.build.ty(*first);
                    let mask = cx.build.bits(holder, (1 << narrow.width()) - 1);
                    *first = cx.build.op(Op::Iand, &[*first, mask]);
                }
                cx.build.push(op, &parts, imm, ty)
            }
            (result, Some(holder)) => {
                let narrow = scalar(cx, ty)?;
                let parts = match (op, parts.as_slice()) {
                    // Zeros come in from the left of the narrow form.
                    (Op::Lshr, &[x, amount]) if narrow.is_signed() => {
                        let mask = cx.build.bits(holder, (1 << narrow.width()) - 1);
                        vec![cx.build.op(Op::Iand, &[x, mask]), amount]
                    }
                    // The sign is the top bit of the narrow form.
                    (Op::Ashr, &[x, amount]) if !narrow.is_signed() => {
                        let places = cx.build.bits(holder, u64::from(32 - narrow.width()));
                        let high = cx.build.op(Op::Shl, &[x, places]);
                        vec![cx.build.op(Op::Ashr, &[high, places]), amount]
                    }
                    _ => parts,
                };
                let cuts = matches!(result, Result::Cut)
                    || op == Op::Lshr && narrow.is_signed()
                    || op == Op::Ashr && !narrow.is_signed();
                let wide = cx.build.push(op, &parts, imm, holder);
                if cuts { cut(&mut cx.build, wide, narrow) } else { wide }
            }
            (_, None) => return None,
        };
        Some(vec![vec![part]])
    }
}

/// The same bits as integers of another sign, or as more or fewer integers of another width.
fn bitcast(cx: &mut Context<'_, '_, LowerBitSizes>, operand: Operand, ty: Type) -> Option<Vec<Vec<Operand>>> {
    let types = &cx.build.rewriter.module.types;
    let old = cx.ty(operand);
    let (from, to) = (types.scalar_of(old)?, types.scalar_of(ty)?);
    let (count, wanted) = (types.vector_size(old)?, types.vector_size(ty)?);
    let is_known = |scalar: Scalar| scalar.is_integer() && scalar.width() <= 32;
    let holder = cx.parts_of(ty).and_then(|parts| parts.first().copied());
    if !is_known(from) || !is_known(to) || !cx.is_split(operand) && holder.is_none() {
        return None;
    }
    let held = cx.part(operand);
    let build = &mut cx.build;
    let target = holder.unwrap_or(ty);
    if from.width() == to.width() {
        let bits = build.cast(held, target);
        let part = if from == to { bits } else { cut(build, bits, to) };
        return Some(vec![vec![part]]);
    }
    let unsigned = build.like(build.ty(held), Scalar::U32);
    let bits = build.cast(held, unsigned);
    let parts: Vec<Operand> =
        (0..count).map(|index| if count == 1 { bits } else { build.extract(bits, index) }).collect();
    let mut new = Vec::with_capacity(wanted as usize);
    if from.width() < to.width() {
        for parts in parts.chunks((to.width() / from.width()) as usize) {
            let mut whole = None;
            for (index, &part) in (0..).zip(parts) {
                let part = cut(build, part, if from.width() == 8 { Scalar::U8 } else { Scalar::U16 });
                whole = Some(match whole {
                    None => part,
                    Some(whole) => {
                        let places = build.bits(common::U32, u64::from(index * from.width()));
                        let high = build.op(Op::Shl, &[part, places]);
                        build.op(Op::Ior, &[whole, high])
                    }
                });
            }
            new.extend(whole);
        }
    } else {
        for part in parts {
            for index in 0..from.width() / to.width() {
                let places = build.bits(common::U32, u64::from(index * to.width()));
                new.push(if index == 0 { part } else { build.op(Op::Lshr, &[part, places]) });
            }
        }
    }
    let scalar = common::scalar(build.rewriter.module.types.scalar_of(target)?);
    for part in &mut new {
        let bits = build.cast(*part, scalar);
        *part = if holder.is_some() { cut(build, bits, to) } else { bits };
    }
    let part = match new[..] {
        [one] => one,
        _ => build.push(Op::Construct, &new, 0, target),
    };
    Some(vec![vec![part]])
}

/// Conversions to and from numbers that are held in 32 bits.
fn convert(
    cx: &mut Context<'_, '_, LowerBitSizes>,
    op: Op,
    operands: &[Operand],
    ty: Type,
    holder: Option<Type>,
) -> Option<Vec<Vec<Operand>>> {
    let &[operand] = operands else { return None };
    let from = cx.build.scalar(operand);
    let to = cx.build.rewriter.module.types.scalar_of(ty)?;
    let takes = cx.is_split(operand);
    if !takes && holder.is_none() {
        return None;
    }
    let held = cx.part(operand);
    let build = &mut cx.build;
    // The number that the operation sees, as 32 bits where it is narrow.
    let seen = match op {
        Op::Sconvert | Op::Uconvert if takes => {
            let signed = if op == Op::Sconvert { Scalar::I32 } else { Scalar::U32 };
            let held_type = build.ty(held);
            let as_seen = build.like(held_type, signed);
            let bits = build.cast(held, as_seen);
            // Extended as the operation says, not as the type does.
            if (op == Op::Sconvert) == from.is_signed() {
                bits
            } else {
                let amount = build.bits(as_seen, u64::from(32 - from.width()));
                let high = build.op(Op::Shl, &[bits, amount]);
                build.op(if op == Op::Sconvert { Op::Ashr } else { Op::Lshr }, &[high, amount])
            }
        }
        _ => held,
    };
    let target = holder.unwrap_or(ty);
    let target_scalar = build.rewriter.module.types.scalar_of(target)?;
    let seen_scalar = build.scalar(seen);
    let converted = if seen_scalar == target_scalar {
        seen
    } else if matches!(op, Op::Sconvert | Op::Uconvert) && seen_scalar.width() == target_scalar.width() {
        build.cast(seen, target)
    } else {
        build.to(op, &[seen], target)
    };
    let fits = from == to || matches!(op, Op::BtoI | Op::BtoF) || matches!(op, Op::FtoS | Op::FtoU);
    let part = if holder.is_some() && !fits { cut(build, converted, to) } else { converted };
    Some(vec![vec![part]])
}
