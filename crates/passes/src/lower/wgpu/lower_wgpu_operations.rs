//! Operations that naga does not read, or reads as something else, become others.
//!
//! ```text
//! %r: i32 = smod %a, %b                   =>  %0 = srem %a, %b   %1 = iadd %0, %b   %r = %1 if the signs differ, else %0
//! %n: u32 = ineg %u                       =>  %n = isub 0u32, %u
//! %p: i32 = find_umsb %u                  =>  %0 = find_umsb %u   %1: u32 = bitcast %0   %p: i32 = bitcast %1
//! %v: vec4<f32> = image_fetch.offset %t, %p, %o      =>  %0 = iadd %p, %o   %v = image_fetch %t, %0
//! %l: u64 = bitcast %pair                            =>  %l = %pair.x | %pair.y << 32, both widened
//! %m: u32 = intrinsic.subgroup_umax 3, 1, %x         =>  a loop over the invocations of the subgroup, each of which shows its %x
//! ```
//!
//! naga gives operations the type of their first operand. Functions of scalars that WGSL has for vectors only are written out;
//! infinities and NaN, which are no constants of WGSL, are read from the bits of a private variable. Blocks lose `writeonly`, images
//! `coherent` and `volatile`, shared variables their initialiser of zero. Input attachments become textures that are fetched at the place
//! of the fragment. A gather with four offsets becomes four; one whose offset is not constant has it in its coordinates.
//!
//! Tint and naga do the like in their readers; spirv-opt, NIR and ANGLE need nothing of it.

mod attachments;
mod bits;
mod gathers;
mod scans;
pub(crate) mod subgroups;

use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use rustc_hash::FxHashMap;
use vitrum_ir::{
    Constant, ConstantKind, Dim, Global, ImageOperands, Inst, Module, Op, Operand, Precision, Qualifiers,
    Scalar, Span, Storage, Type, Value, types::common, typing,
};

/// The private variables that hold the bits of constants.
type Bits = FxHashMap<Constant, Global>;

/// True: the pass looks at every operation.
pub(crate) fn is_needed(_: &Module, _: &Settings) -> bool {
    true
}

/// Replaces them; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut bits = Bits::default();
    let operations = rewrite_each(module, session, |rewriter, inst| {
        odd_constants(rewriter, inst, &mut bits);
        lower(rewriter, inst, &mut bits)
    });
    operations + attachments::retype(module) + declarations(module)
}

/// Drops qualifiers and initialisers; gives their number.
fn declarations(module: &mut Module) -> usize {
    let mut count = 0;
    let mut drop = |qualifiers: &mut Qualifiers, which: Qualifiers| {
        if qualifiers.contains(which) {
            qualifiers.remove(which);
            count += 1;
        }
    };
    let mut zeros = 0;
    let shared_blocks = module.globals_that(|data| data.storage == Storage::Shared && data.block.is_some());
    if let [only] = shared_blocks[..] {
        // Alone it shares its memory with no other.
        module.globals[only].block = None;
        zeros += 1;
    }
    let blended = module.globals.values().any(|data| data.decorations.index.is_some_and(|it| it > 0));
    for id in module.global_ids() {
        if let (Some(0), false) = (module.globals[id].decorations.index, blended) {
            module.globals[id].decorations.index = None;
            zeros += 1;
        }
        let is_zero = module.globals[id].initializer.is_some_and(|it| module.constants.is_zero(it));
        let data = &mut module.globals[id];
        match data.storage {
            Storage::Buffer => drop(&mut data.decorations.qualifiers, Qualifiers::WRITEONLY),
            Storage::Opaque => {
                drop(&mut data.decorations.qualifiers, Qualifiers::COHERENT);
                drop(&mut data.decorations.qualifiers, Qualifiers::VOLATILE);
            }
            Storage::Shared if is_zero => {
                data.initializer = None;
                zeros += 1;
            }
            _ => {}
        }
    }
    for data in module.structs.values_mut() {
        for member in &mut data.members {
            drop(&mut member.decorations.qualifiers, Qualifiers::WRITEONLY);
        }
    }
    count + zeros
}

/// Replaces infinities and NaN among the operands of an instruction.
fn odd_constants(rewriter: &mut Rewriter<'_>, inst: Inst, bits: &mut Bits) {
    if matches!(rewriter.function.op(inst), Op::Var | Op::Access) {
        return;
    }
    for at in 0..rewriter.function.operands(inst).len() {
        let constant = rewriter.function.operands(inst).get(at).and_then(|operand| operand.constant());
        let Some(constant) = constant.filter(|&it| is_odd(rewriter.module, it)) else { continue };
        if let Some(value) = spell(rewriter, constant, bits) {
            rewriter.set_operand(inst, at, value);
        }
    }
}

/// True if a scalar, or a part of a vector or matrix, is infinite or NaN, or an integer of 16 bits: naga reads none.
fn is_odd(module: &Module, constant: Constant) -> bool {
    let mut open = vec![constant];
    while let Some(constant) = open.pop() {
        match &module.constants.get(constant).kind {
            ConstantKind::Scalar(bits) => {
                let exponent = match module.types.scalar_of(module.constants.ty(constant)) {
                    Some(Scalar::F32) => 0x7f80_0000,
                    Some(Scalar::F16) => 0x7c00,
                    Some(Scalar::F64) => 0x7ff0_0000_0000_0000,
                    Some(Scalar::I16 | Scalar::U16) => return true,
                    _ => continue,
                };
                if bits & exponent == exponent {
                    return true;
                }
            }
            ConstantKind::Composite(parts) => open.extend(parts.iter().copied()),
            _ => {}
        }
    }
    false
}

/// The value of a constant of at most three levels, built from bits where it is odd.
fn spell(rewriter: &mut Rewriter<'_>, constant: Constant, bits: &mut Bits) -> Option<Operand> {
    let mut built: FxHashMap<Constant, Operand> = FxHashMap::default();
    let mut open = vec![constant];
    while let Some(&next) = open.last() {
        let ty = rewriter.module.constants.ty(next);
        let parts = match &rewriter.module.constants.get(next).kind {
            ConstantKind::Composite(parts) if is_odd(rewriter.module, next) => parts.to_vec(),
            _ => Vec::new(),
        };
        let before = open.len();
        open.extend(parts.iter().copied().filter(|part| !built.contains_key(part)));
        if open.len() > before {
            continue;
        }
        open.pop();
        let value = match &rewriter.module.constants.get(next).kind {
            ConstantKind::Composite(_) if !parts.is_empty() => {
                let parts: Option<Vec<Operand>> = parts.iter().map(|part| built.get(part).copied()).collect();
                rewriter.push(Op::Construct, &parts?, 0, ty, Precision::None)
            }
            ConstantKind::Scalar(_) if is_odd(rewriter.module, next) => spell_scalar(rewriter, next, bits)?,
            _ => next.into(),
        };
        built.insert(next, value);
    }
    built.get(&constant).copied()
}

/// The value of a scalar that is odd.
fn spell_scalar(rewriter: &mut Rewriter<'_>, constant: Constant, bits: &mut Bits) -> Option<Operand> {
    let number = rewriter.module.constants.bits(constant)?;
    let ty = rewriter.module.constants.ty(constant);
    let scalar = rewriter.module.types.scalar_of(ty)?;
    if scalar.is_integer() {
        // A conversion of a constant would be that constant.
        let signed = scalar.is_signed();
        let wide = if signed { Scalar::I32 } else { Scalar::U32 };
        let number = if signed { number as u16 as i16 as i32 as u32 } else { number as u32 };
        let wide = rewriter.module.constants.scalar(wide, u64::from(number));
        let (op, result) = (if signed { Op::Sconvert } else { Op::Uconvert }, (ty, Precision::None));
        return Some(rewriter.push_at(Span::default(), op, &[wide.into()], 0, result).into());
    }
    let global = *bits.entry(constant).or_insert_with(|| {
        let global = rewriter.module.add_global("bits", common::U32, Storage::Private);
        // A conversion to 64 bits gives the same infinity, or some NaN.
        let number = if scalar == Scalar::F64 { single_bits(number) } else { number as u32 };
        let number = rewriter.module.constants.u32(number);
        rewriter.module.globals[global].initializer = Some(number);
        global
    });
    let number = rewriter.load(global);
    if scalar == Scalar::F16 {
        let pair = rewriter.push(Op::UnpackHalf2x16, &[number], 0, common::VEC2, Precision::None);
        let single = rewriter.op_imm(Op::Extract, &[pair], 0);
        return Some(rewriter.push(Op::Fconvert, &[single], 0, ty, Precision::None));
    }
    if scalar == Scalar::F64 {
        let single = rewriter.push(Op::Bitcast, &[number], 0, common::F32, Precision::None);
        return Some(rewriter.push(Op::Fconvert, &[single], 0, ty, Precision::None));
    }
    Some(rewriter.push(Op::Bitcast, &[number], 0, ty, Precision::None))
}

/// The bits of the number of 32 bits that is infinite or NaN like one of 64 bits.
fn single_bits(bits: u64) -> u32 {
    let (sign, fraction) = ((bits >> 63) as u32, bits & 0x000f_ffff_ffff_ffff);
    sign << 31 | 0x7f80_0000 | if fraction == 0 { 0 } else { 0x0040_0000 }
}

fn lower(rewriter: &mut Rewriter<'_>, inst: Inst, constants: &mut Bits) -> Action {
    if rewriter.function.results(inst).len() > 1 {
        return Action::Keep;
    }
    let Some(result) = rewriter.function.result(inst) else { return terminator(rewriter, inst) };
    let op = rewriter.function.op(inst);
    let operands = rewriter.function.operands(inst).to_vec();
    let Some(&first) = operands.first() else { return Action::Keep };
    let ty = rewriter.ty(first);
    let scalar = rewriter.module.types.scalar_of(ty);
    let is_scalar = rewriter.module.types.vector_size(ty) == Some(1);
    let unsigned = scalar.is_some_and(|it| it.is_integer() && !it.is_signed());
    let new = match op {
        Op::Smod => smod(rewriter, &operands),
        Op::Ineg if unsigned => {
            let zero: Operand = rewriter.module.constants.null(ty).into();
            Some(rewriter.op(Op::Isub, &[zero, first]))
        }
        Op::Sdiv | Op::Udiv | Op::Srem | Op::Umod => {
            tame(rewriter, op, &operands, |it| if it == 0 { 1 } else { it })
        }
        Op::Shl | Op::Lshr | Op::Ashr if has_long_amount(rewriter, &operands) => {
            let &[_, amount] = operands.as_slice() else { return Action::Keep };
            let ty = rewriter.ty(amount);
            let Some(ty) = rewriter.module.types.with_scalar(ty, Scalar::U32) else { return Action::Keep };
            let amount = rewriter.push(Op::Uconvert, &[amount], 0, ty, Precision::None);
            let shift = rewriter.function.insts[inst].op;
            Some(rewriter.op(shift, &[first, amount]))
        }
        Op::Shl | Op::Lshr | Op::Ashr if is_wide_shift(rewriter, &operands) => {
            let width = scalar.map_or(32, |it| u64::from(it.width()));
            tame(rewriter, op, &operands, |it| it & (width - 1))
        }
        Op::Lshr | Op::UbitExtract if !unsigned => as_other(rewriter, inst, ty),
        Op::Ashr | Op::SbitExtract if unsigned => as_other(rewriter, inst, ty),
        Op::BitCount | Op::FindLsb | Op::FindSmsb if unsigned && is_32(scalar) => {
            let cast = cast(rewriter, first, ty);
            Some(rewriter.op(op, &[cast]))
        }
        Op::FindUmsb if is_32(scalar) => {
            let operand = if unsigned { first } else { cast(rewriter, first, ty) };
            let found = rewriter.op(op, &[operand]);
            let ty = rewriter.ty(found);
            let unsigned = cast(rewriter, found, ty);
            Some(rewriter.push(Op::Bitcast, &[unsigned], 0, ty, Precision::None))
        }
        // Logical operators of WGSL take no vectors.
        Op::And if !is_scalar => {
            let no: Operand = rewriter.module.constants.null(ty).into();
            Some(rewriter.op(Op::Select, &[first, *operands.get(1).unwrap_or(&no), no]))
        }
        Op::Or if !is_scalar => {
            let no: Operand = rewriter.module.constants.null(ty).into();
            let yes = rewriter.op(Op::Not, &[no]);
            Some(rewriter.op(Op::Select, &[first, yes, *operands.get(1).unwrap_or(&no)]))
        }
        Op::Normalize if is_scalar => Some(rewriter.op(Op::Fsign, &[first])),
        Op::Length if is_scalar => Some(rewriter.op(Op::Fabs, &[first])),
        Op::Distance if is_scalar => {
            let difference = rewriter.op(Op::Fsub, &operands);
            Some(rewriter.op(Op::Fabs, &[difference]))
        }
        Op::FaceForward if is_scalar => face_forward(rewriter, &operands),
        Op::Reflect if is_scalar => reflect(rewriter, &operands),
        Op::Bitcast => {
            let wanted = rewriter.function.values[result].ty;
            bits::cast(rewriter, first, wanted)
        }
        Op::ImageFetch => fetch(rewriter, inst, &operands),
        Op::ImageSample => without_bias(rewriter, inst, &operands),
        Op::ImageGather => gathers::lower(rewriter, inst),
        Op::ImageRead => attachments::read(rewriter, inst, &operands),
        Op::Intrinsic => subgroups::lower(rewriter, inst, &operands, constants),
        _ => None,
    };
    match new {
        Some(new) => {
            precise(rewriter, result, new);
            rewriter.replace_named(inst, new)
        }
        None => Action::Keep,
    }
}

/// An `unreachable` behind a loop without an end becomes a return: functions of WGSL return a value at their ends.
fn terminator(rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
    if rewriter.function.op(inst) != Op::Unreachable {
        return Action::Keep;
    }
    let ty = rewriter.function.result;
    let value: Vec<Operand> =
        if ty == common::VOID { Vec::new() } else { vec![rewriter.module.constants.null(ty).into()] };
    rewriter.push_effect(Op::Return, &value, 0);
    Action::Remove
}

fn is_32(scalar: Option<Scalar>) -> bool {
    matches!(scalar, Some(Scalar::I32 | Scalar::U32))
}

/// Values that stand for a precise one are precise.
fn precise(rewriter: &mut Rewriter<'_>, old: Value, new: Operand) {
    if let Some(new) = new.value() {
        rewriter.function.values[new].flags = rewriter.function.values[old].flags;
        rewriter.function.values[new].precision = rewriter.function.values[old].precision;
    }
}

/// True if the number of places of a shift has 64 bits, which WGSL does not take.
fn has_long_amount(rewriter: &Rewriter<'_>, operands: &[Operand]) -> bool {
    let amount = operands.get(1).and_then(|&it| rewriter.module.types.scalar_of(rewriter.ty(it)));
    amount.is_some_and(|it| it.width() == 64)
}

/// True if a shift by a constant takes out all bits, or more.
fn is_wide_shift(rewriter: &Rewriter<'_>, operands: &[Operand]) -> bool {
    let amount = operands.get(1).and_then(|operand| operand.constant());
    amount.is_some_and(|it| parts(rewriter.module, it).iter().any(|&bits| bits >= 32))
}

/// The bits of a scalar, or of the components of a vector.
fn parts(module: &Module, constant: Constant) -> Vec<u64> {
    match &module.constants.get(constant).kind {
        ConstantKind::Composite(parts) => {
            parts.iter().filter_map(|&part| module.constants.bits(part)).collect()
        }
        _ => module.constants.bits(constant).into_iter().collect(),
    }
}

/// The operation with another constant as its second operand, where the result is undefined: WGSL refuses to compute it.
fn tame(
    rewriter: &mut Rewriter<'_>,
    op: Op,
    operands: &[Operand],
    change: impl Fn(u64) -> u64,
) -> Option<Operand> {
    let &[first, second] = operands else { return None };
    let constant = second.constant()?;
    let ty = rewriter.ty(second);
    let scalar = rewriter.module.types.scalar_of(ty)?;
    let size = rewriter.module.types.vector_size(ty)?;
    let mut old = parts(rewriter.module, constant);
    if rewriter.module.constants.is_zero(constant) {
        old = vec![0; size as usize];
    }
    let new: Vec<u64> = old.iter().map(|&bits| change(bits)).collect();
    if new == old || new.len() != size as usize {
        return None;
    }
    let parts: Vec<Constant> =
        new.into_iter().map(|bits| rewriter.module.constants.scalar(scalar, bits)).collect();
    let second: Operand = match parts[..] {
        [only] => only.into(),
        _ => rewriter.module.constants.composite(ty, &parts).into(),
    };
    Some(rewriter.op(op, &[first, second]))
}

/// The same bits as integers of the other sign.
fn cast(rewriter: &mut Rewriter<'_>, operand: Operand, ty: Type) -> Operand {
    let other = match rewriter.module.types.scalar_of(ty) {
        Some(Scalar::I32) => Scalar::U32,
        Some(Scalar::U32) => Scalar::I32,
        Some(Scalar::I64) => Scalar::U64,
        Some(Scalar::U64) => Scalar::I64,
        _ => return operand,
    };
    let Some(ty) = rewriter.module.types.with_scalar(ty, other) else { return operand };
    rewriter.push(Op::Bitcast, &[operand], 0, ty, Precision::None)
}

/// The operation on the bits of its first operand as integers of the other sign.
fn as_other(rewriter: &mut Rewriter<'_>, inst: Inst, ty: Type) -> Option<Operand> {
    let mut operands = rewriter.function.operands(inst).to_vec();
    let op = rewriter.function.op(inst);
    let first = operands.first_mut()?;
    let other = cast(rewriter, *first, ty);
    if other == *first {
        return None;
    }
    *first = other;
    let value = rewriter.op(op, &operands);
    Some(rewriter.push(Op::Bitcast, &[value], 0, ty, Precision::None))
}

/// `a - b * floor(a / b)` in integers.
fn smod(rewriter: &mut Rewriter<'_>, operands: &[Operand]) -> Option<Operand> {
    let &[a, b] = operands else { return None };
    let ty = rewriter.ty(a);
    let zero: Operand = rewriter.module.constants.null(ty).into();
    let rest = rewriter.op(Op::Srem, &[a, b]);
    let signs = rewriter.op(Op::Ixor, &[rest, b]);
    let differ = rewriter.op(Op::Slt, &[signs, zero]);
    let some = rewriter.op(Op::Ine, &[rest, zero]);
    let sum = rewriter.op(Op::Iadd, &[rest, b]);
    let below = rewriter.op(Op::Select, &[differ, sum, rest]);
    Some(rewriter.op(Op::Select, &[some, below, rest]))
}

fn face_forward(rewriter: &mut Rewriter<'_>, operands: &[Operand]) -> Option<Operand> {
    let &[n, i, reference] = operands else { return None };
    let ty = rewriter.ty(n);
    let zero: Operand = rewriter.module.constants.null(ty).into();
    let product = rewriter.op(Op::Fmul, &[reference, i]);
    let ahead = rewriter.op(Op::Flt, &[product, zero]);
    let back = rewriter.op(Op::Fneg, &[n]);
    Some(rewriter.op(Op::Select, &[ahead, n, back]))
}

/// `i - 2 * n * i * n`.
fn reflect(rewriter: &mut Rewriter<'_>, operands: &[Operand]) -> Option<Operand> {
    let &[i, n] = operands else { return None };
    let ty = rewriter.ty(i);
    let two = rewriter.number(ty, 2.0);
    let product = rewriter.op(Op::Fmul, &[n, i]);
    let twice = rewriter.op(Op::Fmul, &[two, product]);
    let along = rewriter.op(Op::Fmul, &[twice, n]);
    Some(rewriter.op(Op::Fsub, &[i, along]))
}

/// A sample of a 1D texture, which has one level in WebGPU, without a bias.
fn without_bias(rewriter: &mut Rewriter<'_>, inst: Inst, operands: &[Operand]) -> Option<Operand> {
    let mut flags = ImageOperands::from_bits(rewriter.function.insts[inst].imm);
    let ty = rewriter.ty(*operands.first()?);
    let is_1d = typing::image_type(rewriter.module, ty)?.dim == Dim::D1;
    if !is_1d || !flags.contains(ImageOperands::BIAS) {
        return None;
    }
    let mut operands = operands.to_vec();
    operands.remove(2 + usize::from(flags.contains(ImageOperands::DREF)));
    flags.remove(ImageOperands::BIAS);
    let data = rewriter.function.values[rewriter.function.result(inst)?];
    Some(rewriter.push(Op::ImageSample, &operands, flags.bits(), data.ty, data.precision))
}

/// A fetch at a coordinate that has the offset in it.
fn fetch(rewriter: &mut Rewriter<'_>, inst: Inst, operands: &[Operand]) -> Option<Operand> {
    let flags = ImageOperands::from_bits(rewriter.function.insts[inst].imm);
    if !flags.contains(ImageOperands::OFFSET) {
        return None;
    }
    let (&image, &coordinate) = (operands.first()?, operands.get(1)?);
    let before = [ImageOperands::DREF, ImageOperands::COMPONENT, ImageOperands::BIAS, ImageOperands::LOD];
    let at = 2
        + before.iter().filter(|&&flag| flags.contains(flag)).count()
        + 2 * usize::from(flags.contains(ImageOperands::GRAD));
    let offset = *operands.get(at)?;
    let ty = rewriter.ty(image);
    let arrayed = typing::image_type(rewriter.module, ty)?.arrayed;
    let sum = if arrayed {
        let place = rewriter.ty(coordinate);
        let size = rewriter.module.types.vector_size(place)?;
        let mut parts = Vec::new();
        for index in 0..size {
            let part = rewriter.op_imm(Op::Extract, &[coordinate], index);
            let by = match (index + 1 == size, size) {
                (true, _) => None,
                (false, 2) => Some(offset),
                (false, _) => Some(rewriter.op_imm(Op::Extract, &[offset], index)),
            };
            parts.push(by.map_or(part, |by| rewriter.op(Op::Iadd, &[part, by])));
        }
        rewriter.push(Op::Construct, &parts, 0, place, Precision::None)
    } else {
        rewriter.op(Op::Iadd, &[coordinate, offset])
    };
    let mut operands = operands.to_vec();
    operands.remove(at);
    *operands.get_mut(1)? = sum;
    let mut flags = flags;
    flags.remove(ImageOperands::OFFSET);
    let result = rewriter.function.result(inst)?;
    let data = rewriter.function.values[result];
    Some(rewriter.push(Op::ImageFetch, &operands, flags.bits(), data.ty, data.precision))
}
