//! Doubles as patterns of bits in 64-bit integers.
//!
//! ```text
//! %a: f64 = load @x                        %a: f64 = load @x             %0: u64 = bitcast %a
//! %b: f64 = fmul %a, 2.5f64            =>  %b: u64 = call &double_mul %0, 4612811918334230528u64
//! %c: bool = flt %b, %a                    %c: bool = call &double_less %b, %0
//! ```
//!
//! Sums, products, quotients, roots, `fma` and conversions are rounded once, to nearest and to even, with subnormal numbers and
//! infinities as IEEE 754 has them. `inversesqrt`, `mod`, `mix` and the like are formulas of these. Each operation is a function of
//! the prelude that the module gets once; `inline_calls` puts it into machines without calls, and `lower_int64` makes words of its
//! integers. Composites that hold doubles are split into scalars first. Block parameters, results of control flow and selections are
//! integers; loads, stores, parameters and returns keep their type, which a `bitcast` takes and gives. Functions that GLSL lacks for
//! doubles, sums and extremes of subgroups, and atomics are refused.
//!
//! NIR: `nir_lower_doubles`, with the functions of `float64.glsl`. ANGLE, Tint, naga and spirv-opt have none.

mod steps;

use super::build::Build;
use super::lower_int64::moved_by_subgroups;
use super::parts::{Context, Scheme, has_values, split};
use super::scalarize::split_those_of;
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::expand_functions;
use crate::prelude::import_all;
use rustc_hash::FxHashMap;
use steps::{conversion, plain, result_of};
use vitrum_ir::types::common;
use vitrum_ir::{
    Function, FunctionData, Inst, Intrinsic, Module, Op, Operand, Scalar, Type, TypeData, typing, visit,
};

/// The functions of the module by their names.
type Helpers = FxHashMap<&'static str, Function>;

/// Operations that formulas of others replace first.
const FORMULAS: &[Op] = &[
    Op::Fmod,
    Op::Frem,
    Op::Fmix,
    Op::Step,
    Op::Smoothstep,
    Op::Fclamp,
    Op::Nclamp,
    Op::Radians,
    Op::Degrees,
];

fn is_double(module: &Module, ty: Type) -> bool {
    matches!(module.types.get(ty), TypeData::Scalar(Scalar::F64))
}

/// True for numbers, vectors and matrices of doubles.
fn is_of_doubles(module: &Module, ty: Type) -> bool {
    match module.types.get(ty) {
        TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } | TypeData::Matrix { scalar, .. } => {
            scalar == Scalar::F64
        }
        _ => false,
    }
}

/// True if there are doubles.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    has_values(module, is_of_doubles)
}

/// Lowers doubles; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut refused = Vec::new();
    for function in module.functions.values().filter(|function| function.has_code()) {
        for (_, inst) in visit::insts(function) {
            if let Some(what) = refusal(module, function, inst) {
                refused.push((function.insts[inst].span(), what));
            }
        }
    }
    if !refused.is_empty() {
        for (span, what) in refused {
            session.refuse(span, format!("{what} of doubles, which a target without 64-bit floats lacks"));
        }
        return 0;
    }
    let of_formulas = |op: Op, scalar| scalar == Some(Scalar::F64) && FORMULAS.contains(&op);
    let mut changes = expand_functions::expand(module, session, of_formulas);
    changes += split_those_of(module, session, Scalar::F64);
    let before = module.functions.len();
    let helpers = import(module);
    changes += usize::from(module.functions.len() > before);
    changes + split(module, session, Doubles { helpers: &helpers })
}

/// The name of an operation on doubles that has no form on bits.
fn refusal(module: &Module, function: &FunctionData, inst: Inst) -> Option<String> {
    let op = function.op(inst);
    let is = |ty: Type| module.types.scalar_of(ty) == Some(Scalar::F64);
    let takes = function.operands(inst).iter().any(|&it| is(typing::operand_type(module, function, it)));
    if !takes && !function.results(inst).any(|value| is(function.values[value].ty)) {
        return None;
    }
    let name = match function.intrinsic(inst) {
        Some(intrinsic) if intrinsic.memory().is_some() || moved_by_subgroups(intrinsic).is_some() => {
            return None;
        }
        Some(intrinsic)
            if intrinsic.name().starts_with("subgroup") || intrinsic.name().starts_with("atomic") =>
        {
            intrinsic.name()
        }
        _ if op.is_atomic() || is_transcendental(op) => op.mnemonic(),
        _ => return None,
    };
    Some(format!("`{name}`"))
}

/// True for functions that GLSL has for other floats alone.
fn is_transcendental(op: Op) -> bool {
    use Op::{
        Acos, Acosh, Asin, Asinh, Atan, Atan2, Atanh, Cos, Cosh, Exp, Exp2, Log, Log2, Pow, Sin, Sinh, Tan,
        Tanh,
    };
    matches!(
        op,
        Acos | Acosh
            | Asin
            | Asinh
            | Atan
            | Atan2
            | Atanh
            | Cos
            | Cosh
            | Exp
            | Exp2
            | Log
            | Log2
            | Pow
            | Sin
            | Sinh
            | Tan
            | Tanh
    )
}

/// Puts the functions that the operations of a module need into it.
fn import(module: &mut Module) -> Helpers {
    let mut names: Vec<&'static str> = Vec::new();
    for function in module.functions.values().filter(|function| function.has_code()) {
        for (_, inst) in visit::insts(function) {
            let scalar = |ty: Type| module.types.scalar_of(ty);
            let first = function.operands(inst).first();
            let from = first.and_then(|&first| scalar(typing::operand_type(module, function, first)));
            let to = function.results(inst).next().and_then(|value| scalar(function.values[value].ty));
            if from == Some(Scalar::F64) || to == Some(Scalar::F64) {
                names.extend(steps::functions(function.op(inst), from, to));
            }
        }
    }
    names.sort_unstable();
    names.dedup();
    let functions = import_all(module, &names);
    names.into_iter().zip(functions).filter_map(|(name, function)| Some((name, function?))).collect()
}

#[derive(Clone, Copy)]
struct Doubles<'h> {
    helpers: &'h Helpers,
}

/// An instruction that is lowered.
type Lowering<'a, 'm, 'h> = Context<'a, 'm, Doubles<'h>>;

impl Scheme for Doubles<'_> {
    fn parts(&self, module: &mut Module, ty: Type) -> Option<Vec<Type>> {
        is_double(module, ty).then(|| vec![common::scalar(Scalar::U64)])
    }

    fn take_apart(&self, build: &mut Build<'_, '_>, whole: Operand, parts: &[Type]) -> Vec<Operand> {
        parts.iter().map(|&ty| build.cast(whole, ty)).collect()
    }

    fn put_together(&self, build: &mut Build<'_, '_>, parts: &[Operand], ty: Type) -> Operand {
        match parts.first() {
            Some(&part) => build.cast(part, ty),
            None => build.undef(ty),
        }
    }

    fn lower(&self, cx: &mut Context<'_, '_, Self>) -> Option<Vec<Vec<Operand>>> {
        let op = cx.op();
        let operands = cx.operands();
        let results: Vec<Type> =
            cx.build.rewriter.function.result_types(cx.inst).iter().map(|row| row.0).collect();
        let &ty = results.first()?;
        let mut applies = false;
        for &operand in &operands {
            applies |= cx.is_split(operand);
        }
        for &ty in &results {
            applies |= cx.parts_of(ty).is_some();
        }
        if op == Op::Intrinsic {
            return exchange(cx, &operands, ty);
        }
        if !applies {
            return None;
        }
        if results.len() > 1 {
            return two_results(cx, op, &operands);
        }
        let parts: Vec<Operand> = operands.iter().map(|&operand| cx.part(operand)).collect();
        let module = &*cx.build.rewriter.module;
        let from = operands.first().and_then(|&first| module.types.scalar_of(cx.build.ty(first)));
        let to = module.types.scalar_of(ty);
        let built = match (op, parts.as_slice()) {
            (Op::Select, &[condition, a, b]) => Some(cx.build.select(condition, a, b)),
            (Op::Bitcast | Op::PackDouble2x32 | Op::UnpackDouble2x32, &[bits]) => {
                let ty = cx.parts_of(ty).and_then(|parts| parts.first().copied()).unwrap_or(ty);
                Some(cx.build.cast(bits, ty))
            }
            _ => plain(cx, op, &parts).or_else(|| conversion(cx, op, &parts, (from?, to?))),
        };
        Some(vec![vec![built?]])
    }
}

/// Operations with two results.
fn two_results(cx: &mut Lowering<'_, '_, '_>, op: Op, operands: &[Operand]) -> Option<Vec<Vec<Operand>>> {
    let &[x] = operands else { return None };
    let x = cx.part(x);
    let [first, second] = match op {
        Op::Modf => ["double_fraction", "double_trunc"],
        Op::Frexp => ["double_frexp_significand", "double_frexp_exponent"],
        _ => return None,
    };
    Some(vec![vec![result_of(cx, first, &[x])?], vec![result_of(cx, second, &[x])?]])
}

/// Operations of subgroups that move values move bits.
fn exchange(cx: &mut Lowering<'_, '_, '_>, operands: &[Operand], ty: Type) -> Option<Vec<Vec<Operand>>> {
    let intrinsic: Intrinsic = cx.build.rewriter.function.intrinsic(cx.inst)?;
    let position = moved_by_subgroups(intrinsic)?;
    let value = *operands.get(position)?;
    if cx.build.scalar(value) != Scalar::F64 {
        return None;
    }
    let mut operands = operands.to_vec();
    let bits = cx.build.like(ty, Scalar::U64);
    let is_split = cx.is_split(value);
    let part = if is_split { cx.part(value) } else { cx.whole(value) };
    *operands.get_mut(position)? = cx.build.cast(part, bits);
    let imm = cx.imm();
    let moved = cx.build.push(Op::Intrinsic, &operands, imm, bits);
    Some(vec![vec![if is_split { moved } else { cx.build.cast(moved, ty) }]])
}
