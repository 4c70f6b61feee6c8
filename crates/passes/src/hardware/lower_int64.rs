//! 64-bit integers as pairs of 32-bit ones: a low and a high word.
//!
//! ```text
//! %c: u64 = iadd %a, %b                    %c: u32 = iadd %a, %b           %0: bool = ult %c, %a
//!                                      =>  %1: u32 = btoi %0               %2: u32 = iadd %a.1, %b.1
//!                                          %c.1: u32 = iadd %2, %1
//! ```
//!
//! All arithmetic, comparisons and conversions are computed with 32 bits, for vectors component by component. Division is a loop of
//! 64 steps where both words matter, which the operands decide. Block parameters, results of control flow and selections are two
//! words each. Loads, stores, calls and operations without a form for words, such as those on addresses, take and give 64 bits,
//! which a `bitcast` splits and joins. Lanes of subgroups exchange words; sums among them are those of parts of 24 bits, minima and
//! maxima those of high words and then of low ones. Atomics on 64 bits, and what subgroups multiply or scan for minima, are refused.
//!
//! NIR: `nir_lower_int64`. naga, Tint and spirv-opt have none.

mod division;
mod floats;
mod subgroups;

pub(super) use subgroups::moved as moved_by_subgroups;

use super::build::Build;
use super::parts::{Context, Scheme, has_values, split};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::expand_functions;
use vitrum_ir::machine::Access;
use vitrum_ir::types::common;
use vitrum_ir::{Intrinsic, Module, Op, Operand, Scalar, Type, TypeData, typing, visit};

/// The low and the high word.
pub(super) type Words = [Operand; 2];

fn is_wide(module: &Module, ty: Type) -> bool {
    matches!(
        module.types.get(ty),
        TypeData::Scalar(Scalar::I64 | Scalar::U64)
            | TypeData::BufferReference { .. }
            | TypeData::Vector { scalar: Scalar::I64 | Scalar::U64, .. }
    )
}

/// True if there are 64-bit integers.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    has_values(module, is_wide)
}

/// Operations on bits of which the prelude has the form of other widths.
fn of_bits(op: Op, scalar: Option<Scalar>) -> bool {
    matches!(scalar, Some(Scalar::I64 | Scalar::U64)) && expand_functions::is_of_32_bits(op)
}

/// Lowers 64-bit integers; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut refused = Vec::new();
    for function in module.functions.values().filter(|function| function.has_code()) {
        for (_, inst) in visit::insts(function) {
            let intrinsic = function.intrinsic(inst);
            if let Some(intrinsic) = intrinsic.filter(|&it| subgroups::is_refused(module, function, inst, it))
            {
                refused.push((function.insts[inst].span(), format!("`{}` of 64 bits", intrinsic.name())));
                continue;
            }
            let address = intrinsic.and_then(Intrinsic::memory).map_or(0, |row| row.1.address());
            let is_atomic = function.op(inst).is_atomic() || intrinsic.is_some_and(is_atomic);
            let values = function.operands(inst).iter().enumerate();
            let mut values = values.filter(|row| row.0 != address).map(|row| row.1);
            let is_64 = |&operand: &Operand| is_wide(module, typing::operand_type(module, function, operand));
            let gives = function.result_data(inst).is_some_and(|data| is_wide(module, data.ty));
            if is_atomic && (gives || values.any(is_64)) {
                refused.push((function.insts[inst].span(), "atomic operation on 64 bits".to_owned()));
            }
        }
    }
    if !refused.is_empty() {
        for (span, what) in refused {
            session.refuse(span, format!("{what}, which a target without 64-bit integers lacks"));
        }
        return 0;
    }
    let expanded = expand_functions::expand(module, session, of_bits);
    expanded + split(module, session, Pairs)
}

/// True for atomics on memory by offset and on texels by index.
fn is_atomic(intrinsic: Intrinsic) -> bool {
    let of_texels = [Intrinsic::AtomicTexel, Intrinsic::AtomicLoadTexel, Intrinsic::AtomicStoreTexel];
    let of_memory = intrinsic.memory().map(|row| row.1);
    of_texels.contains(&intrinsic)
        || matches!(of_memory, Some(Access::Atomic | Access::AtomicLoad | Access::AtomicStore))
}

#[derive(Clone, Copy)]
struct Pairs;

impl Scheme for Pairs {
    fn parts(&self, module: &mut Module, ty: Type) -> Option<Vec<Type>> {
        if !is_wide(module, ty) {
            return None;
        }
        Some(vec![module.types.with_scalar(ty, Scalar::U32).unwrap_or(common::U32); 2])
    }

    fn take_apart(&self, build: &mut Build<'_, '_>, whole: Operand, parts: &[Type]) -> Vec<Operand> {
        let ty = build.ty(whole);
        let words = |build: &mut Build<'_, '_>, one: Operand| {
            let function = &build.rewriter.function;
            let joined = function.definition(one).filter(|&it| function.op(it) == Op::Bitcast);
            let from = joined.and_then(|it| function.operands(it).first().copied());
            // Two words that were joined are not split by another cast.
            let pair = match from.filter(|&from| build.ty(from) == common::UVEC2) {
                Some(pair) => pair,
                None => build.to(Op::Bitcast, &[one], common::UVEC2),
            };
            [build.extract(pair, 0), build.extract(pair, 1)]
        };
        match build.rewriter.module.types.vector_size(ty) {
            Some(size) if size > 1 => {
                let (mut low, mut high) = (Vec::new(), Vec::new());
                for index in 0..size {
                    let one = build.extract(whole, index);
                    let [l, h] = words(build, one);
                    low.push(l);
                    high.push(h);
                }
                let Some(&ty) = parts.first() else { return Vec::new() };
                vec![build.to(Op::Construct, &low, ty), build.to(Op::Construct, &high, ty)]
            }
            _ => words(build, whole).to_vec(),
        }
    }

    fn put_together(&self, build: &mut Build<'_, '_>, parts: &[Operand], ty: Type) -> Operand {
        let &[low, high] = parts else { return build.undef(ty) };
        let join = |build: &mut Build<'_, '_>, low: Operand, high: Operand, ty: Type| {
            let pair = build.to(Op::Construct, &[low, high], common::UVEC2);
            build.to(Op::Bitcast, &[pair], ty)
        };
        match build.rewriter.module.types.vector_size(ty) {
            Some(size) if size > 1 => {
                let scalar = build.rewriter.module.types.scalar_of(ty).unwrap_or(Scalar::U64);
                let mut components = Vec::new();
                for index in 0..size {
                    let (low, high) = (build.extract(low, index), build.extract(high, index));
                    components.push(join(build, low, high, common::scalar(scalar)));
                }
                build.to(Op::Construct, &components, ty)
            }
            _ => join(build, low, high, ty),
        }
    }

    fn lower(&self, cx: &mut Context<'_, '_, Self>) -> Option<Vec<Vec<Operand>>> {
        let op = cx.op();
        let operands = cx.operands();
        let ty = cx.result_type()?;
        let gives = cx.parts_of(ty).is_some();
        let mut takes = false;
        for &operand in &operands {
            takes |= cx.is_split(operand);
        }
        if !gives && !takes {
            return None;
        }
        if op == Op::Intrinsic {
            return subgroups::lower(cx, &operands, ty).map(|parts| vec![parts]);
        }
        if matches!(op, Op::UaddCarry | Op::UsubBorrow | Op::UmulExtended | Op::SmulExtended) {
            let (a, b) = (words(cx, *operands.first()?)?, words(cx, *operands.get(1)?)?);
            return Some(wide(&mut cx.build, op, a, b).map(|it| it.to_vec()).to_vec());
        }
        let parts = move_words(cx, op, &operands, ty, gives)
            .or_else(|| arithmetic(cx, op, &operands))
            .or_else(|| conversion(cx, op, &operands, ty))?;
        Some(vec![parts])
    }
}

/// The words of an operand that is split.
fn words(cx: &mut Context<'_, '_, Pairs>, operand: Operand) -> Option<Words> {
    if !cx.is_split(operand) {
        return None;
    }
    cx.parts(operand).try_into().ok()
}

/// Operations that move components.
fn move_words(
    cx: &mut Context<'_, '_, Pairs>,
    op: Op,
    operands: &[Operand],
    ty: Type,
    gives: bool,
) -> Option<Vec<Operand>> {
    let moves = match op {
        Op::Construct | Op::Splat | Op::Extract | Op::Insert | Op::Swizzle | Op::Shuffle => gives,
        Op::ExtractDynamic | Op::InsertDynamic => gives,
        Op::Select => gives,
        _ => false,
    };
    // Parts of arrays and structs stay where they are.
    let of_vectors = |cx: &Context<'_, '_, Pairs>, operand: Operand| {
        matches!(
            cx.build.rewriter.module.types.get(cx.ty(operand)),
            TypeData::Vector { .. } | TypeData::Scalar(_)
        )
    };
    if !moves || !operands.iter().all(|&operand| of_vectors(cx, operand)) {
        return None;
    }
    let words_type = cx.parts_of(ty)?.first().copied()?;
    let mut result = Vec::with_capacity(2);
    for word in 0..2 {
        let mut of = Vec::with_capacity(operands.len());
        for (index, &operand) in operands.iter().enumerate() {
            let is_data = !(op == Op::Select && index == 0
                || op == Op::ExtractDynamic && index == 1
                || op == Op::InsertDynamic && index == 2);
            of.push(match is_data.then(|| words(cx, operand)).flatten() {
                Some(words) => words[word],
                None if is_data => return None,
                None => index_word(cx, operand),
            });
        }
        let imm = cx.imm();
        result.push(cx.build.push(op, &of, imm, words_type));
    }
    Some(result)
}

/// The low word of an index or amount, which no number in range exceeds.
fn index_word(cx: &mut Context<'_, '_, Pairs>, operand: Operand) -> Operand {
    match words(cx, operand) {
        Some([low, _]) => low,
        None => operand,
    }
}

fn arithmetic(cx: &mut Context<'_, '_, Pairs>, op: Op, operands: &[Operand]) -> Option<Vec<Operand>> {
    let is_compare = compares(op).is_some() || matches!(op, Op::Equal | Op::NotEqual);
    let known = matches!(
        op,
        Op::Iadd
            | Op::Isub
            | Op::Imul
            | Op::Ineg
            | Op::Iand
            | Op::Ior
            | Op::Ixor
            | Op::Inot
            | Op::Shl
            | Op::Lshr
            | Op::Ashr
            | Op::Sabs
            | Op::Ssign
            | Op::Smin
            | Op::Smax
            | Op::Umin
            | Op::Umax
            | Op::Sclamp
            | Op::Uclamp
            | Op::Udiv
            | Op::Umod
            | Op::Sdiv
            | Op::Srem
            | Op::Smod
    );
    let a = *operands.first()?;
    if !(known || is_compare) || !cx.is_split(a) {
        return None;
    }
    let a = words(cx, a)?;
    if matches!(op, Op::Shl | Op::Lshr | Op::Ashr) {
        let amount = index_word(cx, *operands.get(1)?);
        let word = cx.build.ty(a[0]);
        let amount = to_words_type(&mut cx.build, amount, word);
        return Some(shift(&mut cx.build, op, a, amount).to_vec());
    }
    let mut rest = Vec::new();
    for &operand in operands.iter().skip(1) {
        rest.push(words(cx, operand)?);
    }
    let build = &mut cx.build;
    let pair = match (op, rest.as_slice()) {
        (Op::Ineg, []) => negate(build, a),
        (Op::Inot, []) => a.map(|word| build.op(Op::Inot, &[word])),
        (Op::Sabs, []) => {
            let negative = is_negative(build, a);
            let minus = negate(build, a);
            choose(build, negative, minus, a)
        }
        (Op::Ssign, []) => {
            let ones = sign_word(build, a);
            let any = build.op(Op::Ior, &[a[0], a[1]]);
            let ty = build.ty(any);
            let zero = build.bits(ty, 0);
            let some = build.op(Op::Ine, &[any, zero]);
            let some = build.to(Op::BtoI, &[some], ty);
            [build.op(Op::Ior, &[ones, some]), ones]
        }
        (Op::Iadd, &[b]) => add(build, a, b),
        (Op::Isub, &[b]) => subtract(build, a, b),
        (Op::Imul, &[b]) => multiply(build, a, b),
        (Op::Iand | Op::Ior | Op::Ixor, &[b]) => [build.op(op, &[a[0], b[0]]), build.op(op, &[a[1], b[1]])],
        (Op::Smin | Op::Smax | Op::Umin | Op::Umax, &[b]) => extreme(build, op, a, b),
        (Op::Sclamp, &[low, high]) => {
            let raised = extreme(build, Op::Smax, a, low);
            extreme(build, Op::Smin, raised, high)
        }
        (Op::Uclamp, &[low, high]) => {
            let raised = extreme(build, Op::Umax, a, low);
            extreme(build, Op::Umin, raised, high)
        }
        (Op::Udiv | Op::Umod | Op::Sdiv | Op::Srem | Op::Smod, &[b]) => division::divide(build, op, a, b),
        (Op::Equal | Op::NotEqual, &[b]) => {
            let equals = [0, 1].map(|word| build.to(op, &[a[word], b[word]], common::BOOL));
            let joined = if op == Op::Equal { Op::And } else { Op::Or };
            return Some(vec![build.op(joined, &equals)]);
        }
        (_, &[b]) => {
            return Some(vec![compare(build, op, a, b)?]);
        }
        _ => return None,
    };
    Some(pair.to_vec())
}

/// An integer of another type as words of a type, its low bits.
fn to_words_type(build: &mut Build<'_, '_>, operand: Operand, ty: Type) -> Operand {
    match build.scalar(operand).width() {
        32 => build.cast(operand, ty),
        _ => build.to(Op::Uconvert, &[operand], ty),
    }
}

/// A Boolean as the number 1 or 0.
fn flag(build: &mut Build<'_, '_>, condition: Operand, ty: Type) -> Operand {
    build.to(Op::BtoI, &[condition], ty)
}

pub(super) fn add(build: &mut Build<'_, '_>, a: Words, b: Words) -> Words {
    let low = build.op(Op::Iadd, &[a[0], b[0]]);
    let ty = build.ty(low);
    let carries = build.op(Op::Ult, &[low, a[0]]);
    let carry = flag(build, carries, ty);
    let high = build.op(Op::Iadd, &[a[1], b[1]]);
    [low, build.op(Op::Iadd, &[high, carry])]
}

pub(super) fn subtract(build: &mut Build<'_, '_>, a: Words, b: Words) -> Words {
    let low = build.op(Op::Isub, &[a[0], b[0]]);
    let ty = build.ty(low);
    let borrows = build.op(Op::Ult, &[a[0], b[0]]);
    let borrow = flag(build, borrows, ty);
    let high = build.op(Op::Isub, &[a[1], b[1]]);
    [low, build.op(Op::Isub, &[high, borrow])]
}

pub(super) fn negate(build: &mut Build<'_, '_>, a: Words) -> Words {
    let ty = build.ty(a[0]);
    let zero = build.bits(ty, 0);
    subtract(build, [zero, zero], a)
}

fn multiply(build: &mut Build<'_, '_>, a: Words, b: Words) -> Words {
    let [high, low] = build.pair(Op::UmulExtended, &[a[0], b[0]]);
    let left = build.op(Op::Imul, &[a[0], b[1]]);
    let right = build.op(Op::Imul, &[a[1], b[0]]);
    let cross = build.op(Op::Iadd, &[left, right]);
    [low, build.op(Op::Iadd, &[high, cross])]
}

/// Results of two times 64 bits: sum and carry, difference and borrow, high and low half of a product.
fn wide(build: &mut Build<'_, '_>, op: Op, a: Words, b: Words) -> [Words; 2] {
    let ty = build.ty(a[0]);
    let zero = build.bits(ty, 0);
    match op {
        Op::UaddCarry => {
            let sum = add(build, a, b);
            let carries = less(build, Op::Ult, sum, a);
            [sum, [flag(build, carries, ty), zero]]
        }
        Op::UsubBorrow => {
            let borrows = less(build, Op::Ult, a, b);
            [subtract(build, a, b), [flag(build, borrows, ty), zero]]
        }
        _ => {
            let product = |build: &mut Build<'_, '_>, a, b| {
                let [high, low] = build.pair(Op::UmulExtended, &[a, b]);
                [low, high]
            };
            let lows = product(build, a[0], b[0]);
            let crosses = [product(build, a[0], b[1]), product(build, a[1], b[0])];
            let highs = product(build, a[1], b[1]);
            // The middle words, with what they carry.
            let mut middle = [lows[1], zero];
            for cross in crosses {
                middle = add(build, middle, [cross[0], zero]);
            }
            let mut high = add(build, highs, [middle[1], zero]);
            for cross in crosses {
                high = add(build, high, [cross[1], zero]);
            }
            if op == Op::SmulExtended {
                // Of a negative factor, 2^64 too much was multiplied.
                for (factor, other) in [(a, b), (b, a)] {
                    let mask = sign_word(build, factor);
                    let excess = other.map(|word| build.op(Op::Iand, &[word, mask]));
                    high = subtract(build, high, excess);
                }
            }
            [high, [lows[0], middle[0]]]
        }
    }
}

/// All bits set if a number is negative, else none.
fn sign_word(build: &mut Build<'_, '_>, a: Words) -> Operand {
    let ty = build.ty(a[1]);
    let last = build.bits(ty, 31);
    build.op(Op::Ashr, &[a[1], last])
}

pub(super) fn is_negative(build: &mut Build<'_, '_>, a: Words) -> Operand {
    let ty = build.ty(a[1]);
    let signed = build.like(ty, Scalar::I32);
    let high = build.cast(a[1], signed);
    let zero = build.bits(signed, 0);
    build.op(Op::Slt, &[high, zero])
}

pub(super) fn choose(build: &mut Build<'_, '_>, condition: Operand, a: Words, b: Words) -> Words {
    [build.select(condition, a[0], b[0]), build.select(condition, a[1], b[1])]
}

fn extreme(build: &mut Build<'_, '_>, op: Op, a: Words, b: Words) -> Words {
    let (compare, swaps) = match op {
        Op::Smin => (Op::Slt, false),
        Op::Smax => (Op::Slt, true),
        Op::Umin => (Op::Ult, false),
        _ => (Op::Ult, true),
    };
    let first = less(build, compare, a, b);
    if swaps { choose(build, first, b, a) } else { choose(build, first, a, b) }
}

/// For a comparison: that of less than by its sign, true if operands are swapped, true if the result is complemented.
fn compares(op: Op) -> Option<(Op, bool, bool)> {
    Some(match op {
        Op::Ieq => (Op::Ieq, false, false),
        Op::Ine => (Op::Ieq, false, true),
        Op::Slt => (Op::Slt, false, false),
        Op::Sgt => (Op::Slt, true, false),
        Op::Sle => (Op::Slt, true, true),
        Op::Sge => (Op::Slt, false, true),
        Op::Ult => (Op::Ult, false, false),
        Op::Ugt => (Op::Ult, true, false),
        Op::Ule => (Op::Ult, true, true),
        Op::Uge => (Op::Ult, false, true),
        _ => return None,
    })
}

fn compare(build: &mut Build<'_, '_>, op: Op, a: Words, b: Words) -> Option<Operand> {
    let (base, swaps, complements) = compares(op)?;
    let (a, b) = if swaps { (b, a) } else { (a, b) };
    let result = if base == Op::Ieq {
        let low = build.op(Op::Ieq, &[a[0], b[0]]);
        let high = build.op(Op::Ieq, &[a[1], b[1]]);
        build.op(Op::And, &[low, high])
    } else {
        less(build, base, a, b)
    };
    Some(if complements { build.op(Op::Not, &[result]) } else { result })
}

/// True if `a` is below `b`, by `Slt` or `Ult`.
pub(super) fn less(build: &mut Build<'_, '_>, op: Op, a: Words, b: Words) -> Operand {
    let (mut x, mut y) = (a[1], b[1]);
    if op == Op::Slt {
        let ty = build.ty(x);
        let signed = build.like(ty, Scalar::I32);
        (x, y) = (build.cast(x, signed), build.cast(y, signed));
    }
    let high = build.op(op, &[x, y]);
    let same = build.op(Op::Ieq, &[a[1], b[1]]);
    let low = build.op(Op::Ult, &[a[0], b[0]]);
    let low = build.op(Op::And, &[same, low]);
    build.op(Op::Or, &[high, low])
}

/// Shifts by less than 64.
pub(super) fn shift(build: &mut Build<'_, '_>, op: Op, a: Words, amount: Operand) -> Words {
    let ty = build.ty(amount);
    let [n1, n31, n32] = [1, 31, 32].map(|number| build.bits(ty, number));
    let zero = build.bits(ty, 0);
    let within = build.op(Op::Iand, &[amount, n31]);
    let rest = build.op(Op::Isub, &[n31, within]);
    let crosses = build.op(Op::Uge, &[amount, n32]);
    // The bits that go from one word to the other: shifted by 32 in two steps, for a shift by 32 at once is undefined.
    if op == Op::Shl {
        let half = build.op(Op::Lshr, &[a[0], n1]);
        let moved = build.op(Op::Lshr, &[half, rest]);
        let high = build.op(Op::Shl, &[a[1], within]);
        let high = build.op(Op::Ior, &[high, moved]);
        let low = build.op(Op::Shl, &[a[0], within]);
        return choose(build, crosses, [zero, low], [low, high]);
    }
    let twice = build.op(Op::Shl, &[a[1], n1]);
    let moved = build.op(Op::Shl, &[twice, rest]);
    let low = build.op(Op::Lshr, &[a[0], within]);
    let low = build.op(Op::Ior, &[low, moved]);
    let high = build.op(op, &[a[1], within]);
    let filled = if op == Op::Ashr { sign_word(build, a) } else { zero };
    choose(build, crosses, [high, filled], [low, high])
}

fn conversion(
    cx: &mut Context<'_, '_, Pairs>,
    op: Op,
    operands: &[Operand],
    ty: Type,
) -> Option<Vec<Operand>> {
    let &[a] = operands else { return None };
    let gives = cx.parts_of(ty);
    let takes = cx.is_split(a);
    let word = gives.as_ref().and_then(|types| types.first().copied());
    match (op, word) {
        (Op::Sconvert | Op::Uconvert, Some(_)) if takes => Some(words(cx, a)?.to_vec()),
        (Op::Sconvert | Op::Uconvert, Some(word)) => {
            let build = &mut cx.build;
            let width = build.scalar(a).width();
            let low = if width == 32 { build.cast(a, word) } else { build.to(op, &[a], word) };
            let high = match op {
                Op::Sconvert => sign_word(build, [low, low]),
                _ => build.bits(word, 0),
            };
            Some(vec![low, high])
        }
        (Op::Sconvert | Op::Uconvert, None) => {
            let [low, _] = words(cx, a)?;
            let width = cx.build.rewriter.module.types.scalar_of(ty)?.width();
            Some(vec![if width == 32 {
                cx.build.cast(low, ty)
            } else {
                cx.build.to(Op::Uconvert, &[low], ty)
            }])
        }
        (Op::BtoI, Some(word)) => {
            let (low, high) = (flag(&mut cx.build, a, word), cx.build.bits(word, 0));
            Some(vec![low, high])
        }
        (Op::ItoB, None) => {
            let [low, high] = words(cx, a)?;
            let any = cx.build.op(Op::Ior, &[low, high]);
            Some(vec![cx.build.to(Op::ItoB, &[any], ty)])
        }
        (Op::Bitcast, Some(_)) if takes => Some(words(cx, a)?.to_vec()),
        (Op::Bitcast, None) if ty == common::UVEC2 && cx.is_in_parts(a) => {
            let pair = words(cx, a)?;
            Some(vec![cx.build.to(Op::Construct, &pair, ty)])
        }
        (Op::StoF | Op::UtoF, None) => {
            let pair = words(cx, a)?;
            floats::from_words(&mut cx.build, op == Op::StoF, pair, ty).map(|it| vec![it])
        }
        (Op::FtoS | Op::FtoU, Some(word)) => {
            floats::to_words(&mut cx.build, op == Op::FtoS, a, word).map(|it| it.to_vec())
        }
        _ => None,
    }
}
