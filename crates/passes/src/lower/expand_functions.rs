//! Expands operations that the target lacks: functions of the [prelude](crate::prelude) take their place.
//!
//! ```text
//! %b: f32 = trunc %a                          =>  %0: f32 = fsign %a    %1: f32 = fabs %a    %2: f32 = floor %1
//!                                                 %b: f32 = fmul %0, %2
//! %m: mat2x2<f32> = transpose %a              =>  columns from the rows of %a
//! ```
//!
//! GLSL lacks functions of later versions, and those with a result of two words (`umulExtended`) for integers that are
//! not 32 bits wide. SPIR-V lacks functions of the bits of such integers: Vulkan and `GLSL.std.450` have no others. [`Settings::expands`] names others.

use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::prelude::{Condition, function};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use vitrum_glsl::features::Feature;
use vitrum_ir::link::Importer;
use vitrum_ir::types::common;
use vitrum_ir::typing::operand_type;
use vitrum_ir::{
    Function, FunctionData, Inst, Module, Op, OpSet, Operand, OperandKind, Precision, Scalar, Type, Value,
    ValueFlags, visit,
};

/// The operations that SPIR-V has for integers of 32 bits alone.
const BITS: &[Op] = &[
    Op::BitInsert,
    Op::SbitExtract,
    Op::UbitExtract,
    Op::BitReverse,
    Op::BitCount,
    Op::FindLsb,
    Op::FindSmsb,
    Op::FindUmsb,
];
const OF_32_BITS: OpSet = OpSet::of(BITS);

/// The operations that GLSL has for integers of 32 bits alone.
const PAIRS: &[Op] = &[Op::UaddCarry, Op::UsubBorrow, Op::UmulExtended, Op::SmulExtended];

/// Features of GLSL, each with the operations that need it and that the prelude has functions for.
const OPERATIONS: &[(Feature, &[Op])] = &[
    (Feature::Rounding, &[Op::Trunc, Op::Round, Op::RoundEven, Op::Frem, Op::Modf]),
    (Feature::Hyperbolic, &[Op::Sinh, Op::Cosh, Op::Tanh, Op::Asinh, Op::Acosh, Op::Atanh]),
    (Feature::NanTests, &[Op::IsNan, Op::IsInf]),
    (Feature::Transpose, &[Op::Transpose, Op::OuterProduct]),
    (Feature::Determinant, &[Op::Determinant]),
    (Feature::Inverse, &[Op::Inverse]),
    (Feature::Fma, &[Op::Fma]),
    (Feature::Ldexp, &[Op::Ldexp, Op::Frexp]),
    (
        Feature::IntegerFunctions,
        &[Op::Sabs, Op::Ssign, Op::Smin, Op::Umin, Op::Smax, Op::Umax, Op::Sclamp, Op::Uclamp],
    ),
    (Feature::BitFields, BITS),
    (Feature::BitFields, PAIRS),
    (Feature::PackPairs, &[Op::PackSnorm2x16, Op::UnpackSnorm2x16, Op::PackHalf2x16, Op::UnpackHalf2x16]),
    (Feature::PackUnormPair, &[Op::PackUnorm2x16, Op::UnpackUnorm2x16]),
    (Feature::PackBytes, &[Op::PackSnorm4x8, Op::PackUnorm4x8, Op::UnpackSnorm4x8, Op::UnpackUnorm4x8]),
];

/// The operations that naga does not read, or that WGSL lacks.
const NAGA: &[Op] = &[
    Op::Frexp,
    Op::Inverse,
    Op::IsInf,
    Op::IsNan,
    Op::Modf,
    Op::OuterProduct,
    Op::SmulExtended,
    Op::UaddCarry,
    Op::UmulExtended,
    Op::UsubBorrow,
];

/// True if SPIR-V has an operation for integers of 32 bits alone.
pub(crate) fn is_of_32_bits(op: Op) -> bool {
    OF_32_BITS.contains(op)
}

/// True if `GL_ARB_gpu_shader_fp64` has an operation for doubles before the version that has it for floats.
fn comes_with_doubles(op: Op) -> bool {
    matches!(op, Op::Frexp | Op::Ldexp)
}

/// Expansions use others, such as packing that rounds; these nest no deeper.
const DEPTH: u32 = 8;

/// A test of an operation and the component type of its first operand.
pub(crate) type Covers<'a> = &'a dyn Fn(Op, Option<Scalar>) -> bool;

/// The operations that a target lacks.
struct Lacking<'a> {
    /// Those that are expanded for all types.
    ops: OpSet,
    /// Those that a version of GLSL lacks.
    of_version: OpSet,
    /// Those that are expanded for integers of other than 32 bits.
    of_32_bits: OpSet,
    /// Those that a pass chooses.
    chosen: Option<Covers<'a>>,
}

impl<'a> Lacking<'a> {
    fn of(module: &Module, settings: &Settings) -> Self {
        let mut of_version = OpSet::NONE;
        for row in OPERATIONS.iter().filter(|row| settings.lacks(module, row.0)) {
            of_version.add(OpSet::of(row.1));
        }
        let mut ops = OpSet::of(&settings.expands);
        if settings.wgpu {
            ops.add(OpSet::of(NAGA));
        }
        let of_32_bits = if settings.glsl.is_none() { OF_32_BITS } else { OpSet::of(PAIRS) };
        Self { ops, of_version, of_32_bits, chosen: None }
    }

    fn chosen(covers: Covers<'a>) -> Self {
        Self { ops: OpSet::NONE, of_version: OpSet::NONE, of_32_bits: OpSet::NONE, chosen: Some(covers) }
    }

    /// The operations that may be expanded, by the types of their operands; all, if a pass chooses.
    fn candidates(&self) -> Option<OpSet> {
        let mut candidates = self.ops;
        candidates.add(self.of_version);
        candidates.add(self.of_32_bits);
        self.chosen.is_none().then_some(candidates)
    }

    /// True if an operation on operands of these types is expanded.
    fn covers(&self, module: &Module, op: Op, first: Option<Type>) -> bool {
        let scalar = first.and_then(|ty| module.types.scalar_of(ty));
        self.ops.contains(op)
            || self.of_version.contains(op) && !(comes_with_doubles(op) && scalar == Some(Scalar::F64))
            || self.of_32_bits.contains(op) && scalar.is_some_and(|scalar| scalar.width() != 32)
            || self.chosen.is_some_and(|covers| covers(op, scalar))
    }

    fn covers_inst(&self, module: &Module, function: &FunctionData, inst: Inst) -> bool {
        let first = || function.operands(inst).first().map(|&first| operand_type(module, function, first));
        let op = function.op(inst);
        let by_type = self.of_32_bits.contains(op) || comes_with_doubles(op) || self.chosen.is_some();
        if !self.covers(module, op, by_type.then(first).flatten()) {
            return false;
        }
        // A machine without `fma` rounds twice, always alike. For GLSL text, in which a product and a sum may be fused, a `precise`
        // one stays; the printer refuses it by name if the version lacks it.
        let precise = |value: Value| function.values[value].flags.contains(ValueFlags::PRECISE);
        op != Op::Fma || self.chosen.is_some() || !function.result(inst).is_some_and(precise)
    }

    /// True if an instruction of the module is expanded.
    fn covers_some(&self, module: &Module) -> bool {
        let candidates = self.candidates();
        let may_be = |function: &&FunctionData| candidates.is_none_or(|it| function.ops().intersects(&it));
        module.functions.values().filter(may_be).any(|function| {
            function.insts.iter().any(|(inst, data)| {
                candidates.is_none_or(|it| it.contains(data.op)) && self.covers_inst(module, function, inst)
            })
        })
    }
}

/// True if there are operations to expand.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let lacking = Lacking::of(module, settings);
    lacking.candidates().is_none_or(|it| !it.is_empty()) && lacking.covers_some(module)
}

/// Expands operations; gives their number.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let conditions: Vec<Condition> = Condition::ALL
        .iter()
        .map(|row| row.0)
        .filter(|condition| !session.settings.lacks(module, condition.feature()))
        .collect();
    let lacking = Lacking::of(module, &session.settings);
    let mut expansion = Expansion { lacking, conditions, templates: FxHashMap::default() };
    rewrite_each(module, session, |rewriter, inst| expansion.visit(rewriter, inst))
}

/// Expands the operations that a test holds for and the prelude has a function for; gives the number of changes.
pub(crate) fn expand(
    module: &mut Module,
    session: &mut Session,
    covers: impl Fn(Op, Option<Scalar>) -> bool,
) -> usize {
    if !has(module, &covers) {
        return 0;
    }
    let conditions: Vec<Condition> = Condition::ALL.iter().map(|row| row.0).collect();
    let mut expansion =
        Expansion { lacking: Lacking::chosen(&covers), conditions, templates: FxHashMap::default() };
    rewrite_each(module, session, |rewriter, inst| expansion.visit(rewriter, inst))
}

/// True if a module has operations that a test holds for.
pub(crate) fn has(module: &Module, covers: Covers<'_>) -> bool {
    Lacking::chosen(covers).covers_some(module)
}

/// An operand of a step.
#[derive(Clone, Copy)]
enum Slot {
    Param(usize),
    Step(usize),
    Known(Operand),
}

/// An instruction of a function of the prelude.
struct Step {
    op: Op,
    imm: u32,
    operands: Vec<Slot>,
    ty: Type,
}

/// A function of the prelude, with the types and constants of the module that it is used in.
struct Template {
    steps: Vec<Step>,
    result: Slot,
    /// True if it computes with the bits of its operands: all of them count, whatever the precision of the result.
    needs_bits: bool,
}

/// True if the bits of the operands matter.
fn is_of_bits(op: Op) -> bool {
    use Op::{Ashr, Bitcast, Iand, Inot, Ior, Ixor, Lshr, Shl};
    matches!(op, Bitcast | Iand | Ior | Ixor | Inot | Shl | Lshr | Ashr) || is_of_32_bits(op)
}

struct Expansion<'a> {
    lacking: Lacking<'a>,
    conditions: Vec<Condition>,
    /// By operation, number of the result, and types of the operands.
    templates: FxHashMap<(Op, usize, Vec<Type>), Option<Rc<Template>>>,
}

impl Expansion<'_> {
    fn visit(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        if !self.lacking.covers_inst(rewriter.module, &rewriter.function, inst) {
            return Action::Keep;
        }
        let op = rewriter.function.op(inst);
        let operands = rewriter.function.operands(inst).to_vec();
        let results: Vec<Value> = rewriter.function.results(inst).collect();
        let types: Vec<Type> = operands.iter().map(|&operand| rewriter.ty(operand)).collect();
        let templates: Option<Vec<Rc<Template>>> =
            (0..results.len()).map(|result| self.template(rewriter.module, op, result, &types)).collect();
        let Some(templates) = templates else { return Action::Keep };
        let mut last = None;
        for (&result, template) in results.iter().zip(&templates) {
            let data = rewriter.function.values[result];
            let (precision, flags) = (data.precision, data.flags.intersection(ValueFlags::PRECISE));
            let new = self.build(rewriter, template, &operands, (precision, flags), 0);
            if results.len() > 1 {
                rewriter.forward(result, new);
            }
            last = Some(new);
        }
        match (results.as_slice(), last) {
            ([_], Some(new)) => rewriter.replace_named(inst, new),
            _ => Action::Remove,
        }
    }

    /// Builds the steps of a function in front of the current instruction; gives its result.
    fn build(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        template: &Template,
        params: &[Operand],
        (precision, flags): (Precision, ValueFlags),
        depth: u32,
    ) -> Operand {
        let mut values: Vec<Operand> = Vec::with_capacity(template.steps.len());
        let operand = |slot: Slot, values: &[Operand]| match slot {
            Slot::Param(index) => params.get(index).copied(),
            Slot::Step(index) => values.get(index).copied(),
            Slot::Known(operand) => Some(operand),
        };
        for (index, step) in template.steps.iter().enumerate() {
            let is_result = matches!(template.result, Slot::Step(result) if result == index);
            let within = if template.needs_bits && precision != Precision::None && !is_result {
                Precision::High
            } else {
                precision
            };
            let operands: Vec<Operand> =
                step.operands.iter().filter_map(|&slot| operand(slot, &values)).collect();
            let first = operands.first().map(|&first| rewriter.ty(first));
            let inner = if depth < DEPTH && self.lacking.covers(rewriter.module, step.op, first) {
                let types: Vec<Type> = operands.iter().map(|&operand| rewriter.ty(operand)).collect();
                self.template(rewriter.module, step.op, 0, &types)
            } else {
                None
            };
            values.push(match inner {
                Some(inner) => self.build(rewriter, &inner, &operands, (within, flags), depth + 1),
                None => {
                    let new = rewriter.push(step.op, &operands, step.imm, step.ty, within);
                    if let Some(value) = new.value() {
                        rewriter.function.values[value].flags.insert(flags);
                    }
                    new
                }
            });
        }
        match operand(template.result, &values) {
            Some(result) => result,
            None => rewriter.module.constants.undef(common::VOID).into(),
        }
    }

    /// The function for a result of an operation.
    fn template(
        &mut self,
        module: &mut Module,
        op: Op,
        result: usize,
        types: &[Type],
    ) -> Option<Rc<Template>> {
        let key = (op, result, types.to_vec());
        if let Some(known) = self.templates.get(&key) {
            return known.clone();
        }
        let holds = |condition| self.conditions.contains(&condition);
        let found = function(module, op, result, types, holds);
        let template = found.and_then(|(prelude, function)| Template::new(&prelude, function, module));
        // One that computes the same again is of no use: it is for other widths.
        let is_again = |step: &Step, template: &Template| {
            let ty = step.operands.first().and_then(|slot| match *slot {
                Slot::Param(index) => types.get(index).copied(),
                Slot::Step(index) => template.steps.get(index).map(|step| step.ty),
                Slot::Known(_) => None,
            });
            step.op == op && ty == types.first().copied()
        };
        let template = template.filter(|it| !it.steps.iter().any(|step| is_again(step, it)));
        let template = template.map(Rc::new);
        self.templates.insert(key, template.clone());
        template
    }
}

impl Template {
    /// The template of a function whose calls are inlined; `None` if it is not straight-line code.
    fn new(prelude: &Module, function: Function, module: &mut Module) -> Option<Self> {
        let params = prelude.functions[function].params.len();
        let mut template = Self { steps: Vec::new(), result: Slot::Param(0), needs_bits: false };
        let params: Vec<Slot> = (0..params).map(Slot::Param).collect();
        let mut importer = Importer::new(prelude, module);
        template.result = template.add(prelude, function, &params, &mut importer)?;
        template.needs_bits = template.steps.iter().any(|step| is_of_bits(step.op));
        Some(template)
    }

    /// Adds the steps of a function; gives its result. The prelude has no recursion.
    fn add(
        &mut self,
        prelude: &Module,
        function: Function,
        params: &[Slot],
        importer: &mut Importer<'_>,
    ) -> Option<Slot> {
        let data = &prelude.functions[function];
        let mut slots: FxHashMap<Value, Slot> = FxHashMap::default();
        slots.extend(data.blocks[data.body].params.iter().copied().zip(params.iter().copied()));
        for (_, inst) in visit::insts(data) {
            let mut operands = Vec::new();
            for operand in data.operands(inst) {
                operands.push(match operand.kind() {
                    OperandKind::Value(value) => *slots.get(&value)?,
                    OperandKind::Constant(constant) => Slot::Known(importer.constant(constant).into()),
                    OperandKind::Global(_) => return None,
                });
            }
            if data.op(inst) == Op::Return {
                return operands.first().copied();
            }
            let result = data.result(inst)?;
            let slot = match data.callee(inst) {
                Some(callee) => self.add(prelude, callee, &operands, importer)?,
                None if data.control(inst).is_some() => return None,
                None => {
                    let ty = importer.ty(data.values[result].ty);
                    let (op, imm) = (data.op(inst), data.insts[inst].imm);
                    self.steps.push(Step { op, imm, operands, ty });
                    Slot::Step(self.steps.len() - 1)
                }
            };
            slots.insert(result, slot);
        }
        None
    }
}
