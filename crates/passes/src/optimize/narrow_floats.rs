//! Computes in half precision where the author allows it.
//!
//! ```text
//! %1: f32 mediump = fmul %a, %b               %5: f16 = fconvert %a
//! %2: f32 mediump = fadd %1, 1.0f32           %6: f16 = fconvert %b
//! store @out, %2                              %7: f16 = fmul %5, %6
//!                                             %8: f16 = fadd %7, 1.0f16
//!                                             %2: f32 mediump = fconvert %8
//!                                             store @out, %2
//! ```
//!
//! For devices that compute with 16 bits faster than with 32, and do not do so of themselves. A number of half precision has the
//! digits and the range that `mediump` asks for; it changes results, and so runs with [`FloatLaws::Real`](crate::FloatLaws) only. What branches and loops pass on is halved as well; what is read and written
//! keeps its type, and so do operations that need more digits than they give: powers, logarithms, angles, whatever derivatives and
//! samples take. What is `precise` stays, with all that branches and loops pass on beside it, for only operations are marked; and so
//! does everything in a module with `invariant` outputs. So do operations on constants that half precision cannot hold.
//!
//! `combine` takes away the conversions there and back that this leaves between two operations.

use crate::analysis::Analyses;
use crate::framework::rewrite::{Action, Part, Rewriter, Visitor, part_block, rewrite};
use crate::framework::session::Session;
use crate::optimize::combine::rearranges_floats;
use crate::rules::matching::each_component;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::eval::FloatFormat;
use vitrum_ir::{
    ControlKind, FunctionData, Inst, Module, Op, Operand, Precision, Scalar, Type, TypeData, Value, ValueDef,
    ValueFlags, typing, visit,
};

/// Runs the pass; gives the number of operations and values that are halved.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    if !rearranges_floats(module, session.settings.floats) {
        return 0;
    }
    rewrite(module, session, |module, id, session| {
        let function = &module.functions[id];
        if !function.values.values().any(|value| is_short(value.precision)) {
            return None;
        }
        let precise = function.values.values().any(|value| value.flags.contains(ValueFlags::PRECISE));
        let mut passed = if precise { Passed::default() } else { passed(module, function) };
        if !passed.values.is_empty() && !session.may_change() {
            passed = Passed::default();
        }
        Some(Narrow { passed, halves: FxHashMap::default() })
    })
}

fn is_short(precision: Precision) -> bool {
    matches!(precision, Precision::Low | Precision::Medium)
}

/// True if a type is one of single precision, of a number or a vector.
fn is_single(module: &Module, ty: Type) -> bool {
    matches!(
        module.types.get(ty),
        TypeData::Scalar(Scalar::F32) | TypeData::Vector { scalar: Scalar::F32, .. }
    )
}

/// True if a value may be halved.
fn fits(module: &Module, function: &FunctionData, value: Value) -> bool {
    let data = &function.values[value];
    let marked = ValueFlags::PRECISE.union(ValueFlags::NONUNIFORM);
    is_short(data.precision) && is_single(module, data.ty) && !data.flags.intersects(marked)
}

/// The values that branches and loops pass on.
#[derive(Default)]
struct Passed {
    /// Parameters and results that are halved.
    values: FxHashSet<Value>,
    /// For each instruction that passes some on, at which operands.
    places: FxHashMap<Inst, Vec<usize>>,
}

fn passed(module: &Module, function: &FunctionData) -> Passed {
    let facts = Analyses::new(module, function);
    let mut passed = Passed::default();
    for (_, inst) in visit::insts(function) {
        let Some(control) = function.control(inst) else { continue };
        let mut values: Vec<Value> = function.results(inst).collect();
        if matches!(control.kind, ControlKind::Loop { .. }) {
            values.extend(control.blocks().flat_map(|block| function.blocks[block].params.iter().copied()));
        }
        for value in values.into_iter().filter(|&value| fits(module, function, value)) {
            let result = matches!(function.values[value].def(), ValueDef::Result { .. });
            let (ValueDef::Result { index, .. } | ValueDef::Param { index, .. }) =
                function.values[value].def();
            for (_, source) in facts.flow().sources(value) {
                let by = &function.insts[source.by];
                let before = match (by.op, result) {
                    (Op::BreakIf, true) => 1,
                    (Op::BreakIf, false) => 1 + by.imm as usize,
                    _ => 0,
                };
                passed.places.entry(source.by).or_default().push(before + index as usize);
            }
            passed.values.insert(value);
        }
    }
    passed
}

struct Narrow {
    passed: Passed,
    /// The half of each value that was made from one.
    halves: FxHashMap<Value, Value>,
}

impl Visitor for Narrow {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        if let Some(places) = self.passed.places.remove(&inst) {
            for place in places {
                let Some(&operand) = rewriter.function.operands(inst).get(place) else { continue };
                let half = self.half(rewriter, operand);
                if let Some(slot) = rewriter.function.operands_mut(inst).get_mut(place) {
                    *slot = half;
                }
            }
        }
        let Some(result) = rewriter.function.result(inst) else { return Action::Keep };
        let data = rewriter.function.insts[inst];
        if data.op.is_control()
            || !fits(rewriter.module, &rewriter.function, result)
            || !self.gains(rewriter, inst)
        {
            return Action::Keep;
        }
        if !rewriter.may_change() {
            return Action::Keep;
        }
        let operands = rewriter.function.operands(inst).to_vec();
        let mut halves = Vec::with_capacity(operands.len());
        for operand in operands {
            let ty = rewriter.ty(operand);
            let single = is_single(rewriter.module, ty);
            halves.push(if single { self.half(rewriter, operand) } else { operand });
        }
        let ty = rewriter.function.values[result].ty;
        let Some(short) = rewriter.module.types.with_scalar(ty, Scalar::F16) else { return Action::Keep };
        let half = rewriter.push(data.op, &halves, data.imm, short, Precision::None);
        self.stand_for(rewriter, result, half);
        Action::Remove
    }

    fn enter(&mut self, rewriter: &mut Rewriter<'_>, control: Inst, part: Part) {
        let Some(block) = part_block(&rewriter.function, control, part) else { return };
        for param in rewriter.function.blocks[block].params.clone() {
            self.shorten(rewriter, param);
        }
    }

    fn leave(&mut self, rewriter: &mut Rewriter<'_>, control: Inst) {
        let results: Vec<Value> = rewriter.function.results(control).collect();
        for result in results {
            self.shorten(rewriter, result);
        }
    }
}

impl Narrow {
    /// A parameter or result becomes shorter, and what it was is made from it.
    fn shorten(&mut self, rewriter: &mut Rewriter<'_>, value: Value) {
        if !self.passed.values.remove(&value) {
            return;
        }
        let data = rewriter.function.values[value];
        let Some(short) = rewriter.module.types.with_scalar(data.ty, Scalar::F16) else { return };
        rewriter.function.values[value].ty = short;
        rewriter.function.values[value].precision = Precision::None;
        let whole = rewriter.push(Op::Fconvert, &[value.into()], 0, data.ty, data.precision);
        if let Some(whole_value) = whole.value() {
            self.halves.insert(whole_value, value);
        }
        rewriter.forward(value, whole);
    }

    /// A value is made from its half.
    fn stand_for(&mut self, rewriter: &mut Rewriter<'_>, value: Value, half: Operand) {
        let data = rewriter.function.values[value];
        let whole = rewriter.push(Op::Fconvert, &[half], 0, data.ty, data.precision);
        if let (Some(whole), Some(half)) = (whole.value(), half.value()) {
            self.halves.insert(whole, half);
            rewriter.inherit(value, whole);
        } else {
            rewriter.forward(value, whole);
        }
    }

    /// The half of an operand, which is converted if there is none.
    fn half(&mut self, rewriter: &mut Rewriter<'_>, operand: Operand) -> Operand {
        if let Some(&half) = operand.value().and_then(|value| self.halves.get(&value)) {
            return half.into();
        }
        let ty = rewriter.ty(operand);
        match rewriter.module.types.with_scalar(ty, Scalar::F16) {
            Some(short) => rewriter.push(Op::Fconvert, &[operand], 0, short, Precision::None),
            None => operand,
        }
    }

    /// True if an operation can be done in half precision, and is not only moved about.
    fn gains(&self, rewriter: &Rewriter<'_>, inst: Inst) -> bool {
        let function = &rewriter.function;
        let operands = function.operands(inst);
        let is_half =
            |operand: &Operand| operand.value().is_some_and(|value| self.halves.contains_key(&value));
        let held = |operand: &Operand| {
            operand.constant().is_none_or(|constant| {
                each_component(rewriter.module, constant, &mut |scalar, bits| {
                    FloatFormat::of(scalar).is_none_or(|format| {
                        let size = format.decode(bits).abs();
                        size == 0.0 || (1e-4..=65000.0).contains(&size)
                    })
                })
            })
        };
        let singles = || {
            let vectors = |operand: &Operand| {
                let ty = typing::operand_type(rewriter.module, function, *operand);
                is_single(rewriter.module, ty)
            };
            operands.iter().all(vectors)
        };
        match function.op(inst) {
            Op::Fadd
            | Op::Fsub
            | Op::Fmul
            | Op::Fneg
            | Op::Fabs
            | Op::Fsign
            | Op::Floor
            | Op::Ceil
            | Op::Trunc
            | Op::Fract
            | Op::Fmin
            | Op::Fmax
            | Op::Fclamp
            | Op::Fmix
            | Op::Step
            | Op::VectorTimesScalar
            | Op::Dot => singles() && operands.iter().all(held),
            Op::Construct | Op::Splat | Op::Extract | Op::Swizzle | Op::Shuffle => {
                singles() && operands.iter().all(held) && operands.iter().any(is_half)
            }
            Op::Select => operands.iter().all(held) && operands.iter().any(is_half),
            _ => false,
        }
    }
}
