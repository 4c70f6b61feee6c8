//! Derivatives, lookups that need them, and barriers, where invocations are known not to come together.
//!
//! The analysis of uniformity that passes use says that a value may vary where nothing is known. For a warning it must be known: a
//! value varies if it is computed from what each invocation has of its own (its place in the workgroup, what is interpolated for a
//! fragment). Memory at an address that does not vary is taken to be the same for all.

use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_frontend_glsl::diagnostics::Code;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    BuiltIn, Effects, Function, FunctionData, Global, ImageOperands, Inst, Interpolation, Intrinsic, Module,
    Op, Operand, SideTable, Stage, Storage, Value, scope,
};
use vitrum_passes::analysis::calls::Calls;
use vitrum_passes::analysis::flow::Flow;
use vitrum_passes::analysis::memory::{Path, Root};

use super::{Findings, Shader};

/// Rounds to find what varies around loops; what later ones would find is not reported.
const ROUNDS: usize = 8;

pub(super) fn find(shader: &Shader<'_>, findings: &mut Findings<'_>) {
    let is_there = |function: &FunctionData| {
        function.inst_ids().any(|inst| needs_all(shader.module, function, inst).is_some())
    };
    if !shader.functions().any(|(_, function)| is_there(function)) {
        return;
    }
    let (module, reached) = (shader.promoted(), shader.reached());
    let calls = Calls::new(module);
    let count = module.functions.len();
    let returns = varying_results(module, &calls);
    let mut entered: SideTable<Function, bool> = SideTable::filled(count, false);
    let mut params: FxHashMap<Function, FxHashSet<usize>> = FxHashMap::default();
    // Callers before those that they call.
    for &id in calls.bottom_up().iter().rev().filter(|&&id| reached.at(id)) {
        let function = &module.functions[id];
        if !function.has_code() {
            continue;
        }
        let own = params.remove(&id).unwrap_or_default();
        let varying = Varying::new(module, function, &own, &returns);
        let mut walk = Walk::new(function, &varying, entered.at(id));
        walk.run(|inst, alone| {
            if let Some(callee) = function.callee(inst) {
                let passed = function.operands(inst).iter().enumerate().filter(|row| varying.varies(*row.1));
                params.entry(callee).or_default().extend(passed.map(|row| row.0));
                entered.set(callee, entered.at(callee) || alone);
            }
            if alone && let Some((code, what)) = needs_all(module, function, inst) {
                report(findings, code, what, function.insts[inst].span());
            }
        });
    }
}

fn report(findings: &mut Findings<'_>, code: Code, what: &str, span: vitrum_ir::Span) {
    let message = format!("{what} in control flow that not all invocations take");
    findings.add(code, span, message, |it| match code {
        Code::DivergentBarrier => it.note("its effect is undefined unless the whole workgroup comes to it"),
        Code::DivergentTexture => it
            .note("its level of detail is undefined unless the neighbouring fragments come to it, too")
            .help("look it up in front of the branch, or give the level or the gradients"),
        _ => it
            .note("it is undefined unless the neighbouring fragments come to it, too")
            .help("compute it in front of the branch"),
    });
}

/// The warning of an instruction that is undefined unless all invocations come to it, and what it is.
fn needs_all(module: &Module, function: &FunctionData, inst: Inst) -> Option<(Code, &'static str)> {
    let (data, stage) = (&function.insts[inst], module.stage);
    match data.op {
        Op::ImageSample => {
            let operands = ImageOperands::from_bits(data.imm);
            let explicit = ImageOperands::LOD.union(ImageOperands::GRAD);
            let implicit = stage == Stage::Fragment && !operands.intersects(explicit);
            implicit.then_some((Code::DivergentTexture, "texture lookup with implicit derivatives"))
        }
        Op::ImageQueryLod => Some((Code::DivergentTexture, "query of the level of detail")),
        op if op.effects().contains(Effects::DERIVATIVE) && op != Op::ImageGather => {
            Some((Code::DivergentDerivative, "derivative"))
        }
        Op::Intrinsic if function.intrinsic(inst) == Some(Intrinsic::ControlBarrier) => {
            matches!(stage, Stage::Compute | Stage::Task | Stage::Mesh).then_some(())?;
            let execution = function.operands(inst).first().and_then(|&operand| module.as_int(operand));
            (execution == Some(i64::from(scope::WORKGROUP))).then_some((Code::DivergentBarrier, "barrier"))
        }
        _ => None,
    }
}

/// Functions whose results vary whatever they are given.
fn varying_results(module: &Module, calls: &Calls) -> SideTable<Function, bool> {
    let mut returns = SideTable::filled(module.functions.len(), false);
    for &id in calls.bottom_up() {
        let function = &module.functions[id];
        if function.has_code() {
            let varying = Varying::new(module, function, &FxHashSet::default(), &returns);
            let varies = visit::insts(function).into_iter().any(|(_, inst)| {
                function.op(inst) == Op::Return
                    && function.operands(inst).iter().any(|&it| varying.varies(it))
            });
            returns.set(id, varies);
        }
    }
    returns
}

/// The values of a function that vary.
struct Varying {
    values: FxHashSet<Value>,
}

impl Varying {
    /// Of a function, of whose parameters some vary, by number.
    fn new(
        module: &Module,
        function: &FunctionData,
        params: &FxHashSet<usize>,
        returns: &SideTable<Function, bool>,
    ) -> Self {
        let body = &function.blocks[function.body].params;
        let given = body.iter().enumerate().filter(|row| params.contains(&row.0));
        let mut this = Self { values: given.map(|row| *row.1).collect() };
        let flow = Flow::new(function);
        let order = visit::insts(function);
        for _ in 0..ROUNDS {
            let before = this.values.len();
            for &(_, inst) in &order {
                this.visit(module, function, &flow, inst, returns);
            }
            if this.values.len() == before {
                break;
            }
        }
        this
    }

    fn varies(&self, operand: Operand) -> bool {
        operand.value().is_some_and(|value| self.values.contains(&value))
    }

    fn visit(
        &mut self,
        module: &Module,
        function: &FunctionData,
        flow: &Flow,
        inst: Inst,
        returns: &SideTable<Function, bool>,
    ) {
        let op = function.op(inst);
        let any = |this: &Self| function.operands(inst).iter().any(|&operand| this.varies(operand));
        if let Some(control) = function.control(inst) {
            let chosen = op != Op::Loop && function.operands(inst).first().is_some_and(|&it| self.varies(it));
            let params = control.blocks().flat_map(|block| function.blocks[block].params.iter().copied());
            for value in params.chain(function.results(inst)) {
                let sources = flow.sources(value);
                let differ = sources.windows(2).any(|pair| pair[0].1.operand != pair[1].1.operand);
                if chosen && differ || sources.iter().any(|row| self.varies(row.1.operand)) {
                    self.values.insert(value);
                }
            }
            return;
        }
        let varies = match op {
            Op::Load => any(self) || reads_own(module, function, inst),
            Op::Call => any(self) || function.callee(inst).is_some_and(|callee| returns.at(callee)),
            Op::ImageSample | Op::ImageFetch | Op::ImageGather => any(self),
            Op::Access => any(self),
            op => op.effects().is_pure() && any(self),
        };
        if varies {
            self.values.extend(function.results(inst));
        }
    }
}

/// True if a load reads what each invocation has of its own.
fn reads_own(module: &Module, function: &FunctionData, load: Inst) -> bool {
    let root = function.operands(load).first().map(|&pointer| Path::of(function, pointer).root);
    matches!(root, Some(Root::Global(global)) if is_own(module, global))
}

fn is_own(module: &Module, global: Global) -> bool {
    let data = &module.globals[global];
    if data.storage != Storage::Input {
        return false;
    }
    match data.decorations.builtin {
        Some(builtin) => matches!(
            builtin,
            BuiltIn::FragCoord
                | BuiltIn::PointCoord
                | BuiltIn::LocalInvocationId
                | BuiltIn::LocalInvocationIndex
                | BuiltIn::GlobalInvocationId
        ),
        // Flat inputs are the same for the neighbours of a fragment.
        None => {
            module.stage == Stage::Fragment && data.decorations.interpolation != Some(Interpolation::Flat)
        }
    }
}

/// A control instruction that is open.
struct Open {
    inst: Inst,
    /// True if invocations go different ways in it.
    split: bool,
}

/// A walk that knows where invocations come alone.
struct Walk<'a> {
    function: &'a FunctionData,
    varying: &'a Varying,
    /// Loops that invocations leave at different times.
    ragged: FxHashSet<Inst>,
    open: Vec<Open>,
    /// True if some invocations do not come to the function, or have left it.
    alone: bool,
}

impl<'a> Walk<'a> {
    fn new(function: &'a FunctionData, varying: &'a Varying, alone: bool) -> Self {
        Self { function, varying, ragged: FxHashSet::default(), open: Vec::new(), alone }
    }

    /// Calls `see` for each instruction, with whether only some invocations come to it.
    fn run(&mut self, mut see: impl FnMut(Inst, bool)) {
        let alone = self.alone;
        // Jumps make loops ragged, which begin before them.
        self.pass(|_, _| {});
        self.alone = alone;
        self.open.clear();
        self.pass(&mut see);
    }

    fn pass(&mut self, mut see: impl FnMut(Inst, bool)) {
        let function = self.function;
        visit::walk(function, function.body, |event| match event {
            Event::Inst(inst) => {
                see(inst, self.alone || self.open.iter().any(|open| open.split));
                self.step(inst);
            }
            Event::Behind(_) => {
                self.open.pop();
            }
            Event::Enter(_) | Event::Leave(_) => {}
        });
    }

    fn step(&mut self, inst: Inst) {
        let function = self.function;
        let op = function.op(inst);
        let varies = function.operands(inst).first().is_some_and(|&operand| self.varying.varies(operand));
        match op {
            Op::If | Op::Switch => self.open.push(Open { inst, split: varies }),
            Op::Loop => self.open.push(Open { inst, split: self.ragged.contains(&inst) }),
            Op::Break | Op::Continue | Op::Return | Op::BreakIf => {
                let targets = |open: &Open| match op {
                    Op::Break => matches!(function.op(open.inst), Op::Loop | Op::Switch),
                    Op::Return => false,
                    _ => function.op(open.inst) == Op::Loop,
                };
                let target = self.open.iter().rposition(targets);
                let within = self.open.get(target.map_or(0, |index| index + 1)..).unwrap_or(&[]);
                let is_split = within.iter().any(|open| open.split) || op == Op::BreakIf && varies;
                if !is_split {
                    return;
                }
                // Those who return leave the loops around, too.
                for open in self.open.iter().filter(|open| function.op(open.inst) == Op::Loop) {
                    if op == Op::Return {
                        self.ragged.insert(open.inst);
                    }
                }
                self.alone |= op == Op::Return;
                if let Some(open) = target.and_then(|index| self.open.get_mut(index)) {
                    // Behind a `continue`, the rest of the iteration; behind a `break` of a switch, the cases below.
                    open.split = true;
                    if op != Op::Continue && function.op(open.inst) == Op::Loop {
                        self.ragged.insert(open.inst);
                    }
                }
            }
            _ => {}
        }
    }
}
