//! The tree of blocks: terminators, values passed between blocks, and scopes.
//!
//! One walk in text order over a stack of open blocks. A value is in scope from its definition to the end of the
//! block it is defined in. A continuing block is within the scope of the body's values, outside of inner
//! blocks, before its first `continue`: the parameters of the body at least.

use super::operations::{Typed, Typing};
use super::report::{Part, Report, Site, counted};
use super::rules::Rule;
use super::types::TypeFacts;
use super::{spirv, stage};
use crate::constants::ConstantKind;
use crate::function::{Block, Case, ControlKind, FunctionData, Inst, Operand, ParamMode, Value, ValueDef};
use crate::module::{Function, Module, Storage};
use crate::ops::{Op, Sig};
use crate::side_table::{IdSet, SideTable, holds};
use crate::types::{Type, TypeData, common};
use crate::typing::{operand_type, part_type};
use rustc_hash::FxHashSet;

/// Checks the body of a function whose ids are right.
pub(super) fn check(report: &mut Report<'_>, facts: &TypeFacts, id: Function) {
    let function = &report.module.functions[id];
    let mut walk = Walk {
        module: report.module,
        facts,
        id,
        function,
        frames: Vec::new(),
        loops: Vec::new(),
        targets: Vec::new(),
        continuing: 0,
        defined: Vec::new(),
        scopes: SideTable::filled(function.values.len(), Scope::Before),
        opened: IdSet::with_capacity(function.blocks.len()),
        placed: IdSet::with_capacity(function.insts.len()),
        owned: vec![false; function.controls.len()],
        types: Vec::new(),
        report,
    };
    walk.head();
    if function.is_generic() && !function.is_import() {
        // The types in its body are checked with arguments.
        let before = walk.report.len();
        walk.body();
        report.retain_since(before, |rule| OF_BLOCKS.contains(&rule));
    } else if function.has_code() {
        walk.body();
    } else if function.is_import() && !function.blocks[function.body].insts.is_empty() {
        walk.fault_head(Rule::Linkage, Part::Op, "imported function has a body");
    }
}

/// The rules about blocks and scopes, which do not depend on types.
const OF_BLOCKS: &[Rule] = &[
    Rule::Terminator,
    Rule::OneOwner,
    Rule::OnePlace,
    Rule::Control,
    Rule::TerminatorPlace,
    Rule::Scope,
    Rule::Definition,
    Rule::Default,
];

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Scope {
    #[default]
    Before,
    Inside,
    Ended,
}

/// A block that is open.
struct Frame {
    block: Block,
    /// The next instruction.
    next: usize,
    /// The first of its values among those that are defined.
    start: usize,
    /// The instruction that owns it.
    owner: Option<Inst>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Body,
    Then,
    Other,
    /// `kept`: how many of the defined values the continuing block sees, once there is a `continue`.
    Loop {
        kept: Option<usize>,
    },
    Continuing,
    Case(usize),
}

/// Something that `break` leaves.
#[derive(Clone, Copy)]
struct Target {
    inst: Inst,
    is_loop: bool,
    /// The frame of its body, for a loop.
    frame: usize,
    /// True if its continuing block is open.
    in_continuing: bool,
}

struct Walk<'m, 'r> {
    module: &'m Module,
    report: &'r mut Report<'m>,
    facts: &'r TypeFacts,
    id: Function,
    function: &'m FunctionData,
    frames: Vec<Frame>,
    /// Positions among `targets` of the open loops.
    loops: Vec<usize>,
    /// Open loops and switches.
    targets: Vec<Target>,
    /// Number of continuing blocks that are open.
    continuing: usize,
    defined: Vec<Value>,
    scopes: SideTable<Value, Scope>,
    opened: IdSet<Block>,
    placed: IdSet<Inst>,
    owned: Vec<bool>,
    /// Scratch for the types of operands.
    types: Vec<Type>,
}

impl<'m> Walk<'m, '_> {
    fn fault(&mut self, rule: Rule, inst: Inst, part: Part, message: impl Into<String>) {
        self.report.add(rule, Site::Inst(self.id, inst, part), message);
    }

    fn fault_head(&mut self, rule: Rule, part: Part, message: impl Into<String>) {
        self.report.add(rule, Site::Head(self.id, part), message);
    }

    fn head(&mut self) {
        let function = self.function;
        let params = &function.blocks[function.body].params;
        if params.len() != function.params.len() {
            let message = format!(
                "{}, but {}",
                counted(params.len(), "parameter"),
                counted(function.params.len(), "parameter mode")
            );
            self.fault_head(Rule::Parameters, Part::Op, message);
        }
        for (index, (&param, data)) in params.iter().zip(&function.params).enumerate() {
            let ty = function.values[param].ty;
            let facts = self.facts.get(ty);
            let pointee = match self.module.types.get(ty) {
                TypeData::Pointer { storage, pointee } => Some((storage, self.facts.get(pointee))),
                _ => None,
            };
            let wrong = match (data.passing, pointee) {
                (ParamMode::Out | ParamMode::InOut, None) => {
                    Some("`out` or `inout` parameter is not a pointer")
                }
                (ParamMode::In | ParamMode::ConstIn, Some((Storage::Function, of))) if of.is_data() => {
                    Some("parameter passed by value is a pointer")
                }
                (ParamMode::In | ParamMode::ConstIn, None) if !facts.is_data() => {
                    Some("parameter is neither data nor a pointer")
                }
                _ => None,
            };
            if let Some(message) = wrong {
                self.fault_head(Rule::Parameters, Part::Operand(index), message);
            }
        }
        let of_result = self.facts.get(function.result);
        if of_result.pointer {
            self.fault_head(Rule::PointerValue, Part::Results, "function returns a pointer");
        } else if of_result.opaque || of_result.state || of_result.runtime_array || of_result.atomic_counter {
            self.fault_head(Rule::OpaqueValue, Part::Results, "function returns an opaque value");
        }
    }

    fn body(&mut self) {
        self.open(self.function.body, None, Kind::Body);
        while let Some(frame) = self.frames.last_mut() {
            let (block, next) = (frame.block, frame.next);
            match self.function.blocks[block].insts.get(next) {
                Some(&inst) => {
                    frame.next += 1;
                    self.inst(inst, next + 1 == self.function.blocks[block].insts.len());
                }
                None => self.close(),
            }
        }
    }

    /// Enters a block, unless another owner has it.
    fn open(&mut self, block: Block, owner: Option<Inst>, kind: Kind) {
        let start = self.defined.len();
        if !self.opened.insert(block) {
            match owner {
                Some(inst) => self.fault(Rule::OneOwner, inst, Part::Op, "block already has an owner"),
                None => self.fault_head(Rule::OneOwner, Part::Op, "block already has an owner"),
            }
            return;
        }
        self.enter(block, owner, kind, start);
    }

    fn enter(&mut self, block: Block, owner: Option<Inst>, kind: Kind, start: usize) {
        self.frames.push(Frame { block, next: 0, start, owner, kind });
        for (index, &param) in self.function.blocks[block].params.iter().enumerate() {
            let def = ValueDef::Param { block, index: index as u32 };
            if self.function.values[param].def() != def {
                let message = "definition of the parameter does not refer to its block";
                self.owner_fault(Rule::Definition, owner, message);
            }
            let facts = self.facts.get(self.function.values[param].ty);
            if owner.is_some() && facts.pointer {
                self.owner_fault(Rule::PointerValue, owner, "block parameter is a pointer");
            } else if owner.is_some() && !facts.is_data() {
                self.owner_fault(Rule::OpaqueValue, owner, "block parameter is not data");
            }
            self.define(param);
        }
        if self.function.blocks[block].insts.is_empty() {
            self.owner_fault(Rule::Terminator, owner, "block is empty");
        }
    }

    fn owner_fault(&mut self, rule: Rule, owner: Option<Inst>, message: &str) {
        match owner {
            Some(inst) => self.fault(rule, inst, Part::Op, message),
            None => self.fault_head(rule, Part::Op, message),
        }
    }

    fn define(&mut self, value: Value) {
        self.scopes.set(value, Scope::Inside);
        self.defined.push(value);
    }

    fn end_scopes(&mut self, start: usize) {
        for value in self.defined.drain(start.min(self.defined.len())..) {
            self.scopes.set(value, Scope::Ended);
        }
    }

    /// Leaves the innermost block: into the next block of its owner, or behind the owner.
    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let Some(owner) = frame.owner else {
            self.end_scopes(frame.start);
            return;
        };
        let Some(control) = self.function.control(owner) else { return };
        match (frame.kind, &control.kind) {
            (Kind::Then, ControlKind::If { other, .. }) => {
                self.end_scopes(frame.start);
                let frames = self.frames.len();
                self.open(*other, Some(owner), Kind::Other);
                if self.frames.len() > frames {
                    return;
                }
            }
            (Kind::Loop { kept }, ControlKind::Loop { continuing: Some(continuing), .. }) => {
                let params = self.function.blocks[frame.block].params.len();
                self.end_scopes(kept.unwrap_or(frame.start + params));
                if let Some(target) = self.targets.last_mut() {
                    target.in_continuing = true;
                }
                let frames = self.frames.len();
                self.continuing += 1;
                self.open(*continuing, Some(owner), Kind::Continuing);
                if let Some(inner) = self.frames.get_mut(frames) {
                    inner.start = frame.start;
                    return;
                }
                self.continuing -= 1;
                self.end_scopes(frame.start);
            }
            (Kind::Case(case), ControlKind::Switch { cases }) => {
                self.end_scopes(frame.start);
                if self.open_case(owner, cases, case + 1) {
                    return;
                }
            }
            _ => self.end_scopes(frame.start),
        }
        if frame.kind == Kind::Continuing {
            self.continuing -= 1;
        }
        self.finish(owner);
    }

    /// Opens the first case from `case` that can be opened.
    fn open_case(&mut self, owner: Inst, cases: &[Case], mut case: usize) -> bool {
        let frames = self.frames.len();
        while let Some(data) = cases.get(case) {
            self.open(data.block, Some(owner), Kind::Case(case));
            if self.frames.len() > frames {
                return true;
            }
            case += 1;
        }
        false
    }

    /// Behind a control instruction: its results are there.
    fn finish(&mut self, inst: Inst) {
        if self.targets.last().is_some_and(|target| target.inst == inst) {
            self.targets.pop();
            if self.loops.last() == Some(&self.targets.len()) {
                self.loops.pop();
            }
        }
        self.define_results(inst);
    }

    fn define_results(&mut self, inst: Inst) {
        for (index, result) in self.function.results(inst).enumerate() {
            let def = ValueDef::Result { inst, index: index as u32 };
            let data = &self.function.values[result];
            if data.def() != def {
                let message = "definition of the result does not refer to its instruction";
                self.fault(Rule::Definition, inst, Part::Results, message);
            }
            let op = self.function.op(inst);
            let facts = self.facts.get(data.ty);
            let makes_pointers = matches!(op, Op::Var | Op::Access | Op::TexelPointer | Op::Bitcast);
            let makes_handles =
                matches!(op, Op::Load | Op::CombineSampler | Op::ImageOf | Op::Bitcast | Op::Intrinsic);
            if facts.void {
                self.fault(Rule::ResultType, inst, Part::Results, "result has type `void`");
            } else if facts.pointer && !makes_pointers {
                let message = format!("result of `{}` is a pointer", op.mnemonic());
                self.fault(Rule::PointerValue, inst, Part::Results, message);
            } else if facts.descriptor || (facts.opaque || facts.state) && !makes_handles {
                let message = format!("result of `{}` is opaque", op.mnemonic());
                self.fault(Rule::OpaqueValue, inst, Part::Results, message);
            }
            self.define(result);
        }
    }

    fn inst(&mut self, inst: Inst, is_last: bool) {
        let data = &self.function.insts[inst];
        let op = data.op;
        if !self.placed.insert(inst) {
            self.fault(Rule::OnePlace, inst, Part::Op, "instruction is also elsewhere");
            return;
        }
        if op.is_terminator() != is_last {
            let message =
                if is_last { "block has no terminator" } else { "terminator before the end of the block" };
            self.fault(Rule::Terminator, inst, Part::Op, message);
        }
        let operands = self.function.operands(inst);
        self.types.clear();
        for (index, &operand) in operands.iter().enumerate() {
            self.types.push(operand_type(self.module, self.function, operand));
            let scope = operand.value().map(|value| self.scopes.at(value));
            let message = match scope {
                Some(Scope::Before) => "value is used before its definition",
                Some(Scope::Ended) => "value is used outside of the block that defines it",
                Some(Scope::Inside) | None => continue,
            };
            self.fault(Rule::Scope, inst, Part::Operand(index), message);
        }
        self.typing(inst, operands);
        if let Some(message) = stage::operation(self.module, self.function, inst) {
            self.fault(Rule::OperationStage, inst, Part::Op, message);
        }
        if let Some((part, message)) = spirv::operation(self.module, self.function, inst) {
            self.fault(Rule::SpirvItem, inst, part, message);
        }
        if op.is_control() {
            self.control(inst);
            return;
        }
        if op.is_terminator() {
            self.terminator(inst);
        } else if op == Op::Call {
            self.call(inst);
        } else if op == Op::ArrayLength && self.is_runtime_array() && !self.is_last_member(operands) {
            let message = "expected the address of a member of a block";
            self.fault(Rule::RuntimeLength, inst, Part::Operand(0), message);
        }
        self.define_results(inst);
    }

    /// True if the first operand points to a runtime array.
    fn is_runtime_array(&self) -> bool {
        let data = |ty: Type| self.module.types.get(ty);
        let pointer = self.types.first().map(|&ty| data(ty));
        matches!(pointer, Some(TypeData::Pointer { pointee, .. }) if matches!(data(pointee), TypeData::RuntimeArray { .. }))
    }

    /// True if the first operand is an address that an `access` leads to through a struct in the end.
    fn is_last_member(&self, operands: &[Operand]) -> bool {
        let value = operands.first().and_then(|operand| operand.value());
        let def = value.map(|value| self.function.values[value].def());
        let Some(ValueDef::Result { inst, .. }) = def else { return false };
        let access = self.function.operands(inst);
        let (Op::Access, Some((&base, [path @ .., _]))) = (self.function.op(inst), access.split_first())
        else {
            return false;
        };
        let mut ty = match self.module.types.get(operand_type(self.module, self.function, base)) {
            TypeData::Pointer { pointee, .. } => pointee,
            _ => return false,
        };
        for index in path {
            let known = self.module.as_int(*index);
            let Some(part) = part_type(self.module, ty, known.unwrap_or(0).try_into().unwrap_or(0)) else {
                return false;
            };
            ty = part;
        }
        matches!(self.module.types.get(ty), TypeData::Struct(_))
    }

    fn typing(&mut self, inst: Inst, operands: &[Operand]) {
        let data = &self.function.insts[inst];
        let mut few = [common::VOID; 2];
        let many: Vec<Type>;
        let count = data.result_count();
        let results: &[Type] = if let Some(few) = few.get_mut(..count) {
            for (slot, result) in few.iter_mut().zip(self.function.results(inst)) {
                *slot = self.function.values[result].ty;
            }
            few
        } else {
            many = self.function.results(inst).map(|result| self.function.values[result].ty).collect();
            &many
        };
        let typed = Typed { op: data.op, imm: data.imm, operands, types: &self.types, results };
        for fault in Typing::new(self.module, self.facts, typed).check() {
            let message = fault.message(self.report);
            self.fault(fault.rule, inst, fault.part, message);
        }
    }

    fn call(&mut self, inst: Inst) {
        let Some(callee) = self.function.callee(inst) else { return };
        let callee = &self.module.functions[callee];
        let params: &[Value] =
            if holds(&callee.blocks, callee.body) { &callee.blocks[callee.body].params } else { &[] };
        if params.len() != self.types.len() {
            let message =
                format!("expected {}, found {}", counted(params.len(), "argument"), self.types.len());
            self.fault(Rule::Arguments, inst, Part::Op, message);
        }
        for (index, &param) in params.iter().enumerate().take(self.types.len()) {
            if !holds(&callee.values, param) {
                continue;
            }
            let (expected, found) = (callee.values[param].ty, self.types[index]);
            if !self.is_argument(expected, found) {
                let message =
                    format!("expected {}, found {}", self.report.ty(expected), self.report.ty(found));
                self.fault(Rule::Arguments, inst, Part::Operand(index), message);
            }
        }
        let mut results = self.function.results(inst);
        let found = match (results.next(), results.next()) {
            (None, _) => common::VOID,
            (Some(result), None) => self.function.values[result].ty,
            (Some(_), Some(_)) => {
                self.fault(Rule::Arguments, inst, Part::Results, "call has more than one result");
                return;
            }
        };
        if found != callee.result {
            let message =
                format!("expected {}, found {}", self.report.ty(callee.result), self.report.ty(found));
            self.fault(Rule::Arguments, inst, Part::Results, message);
        }
    }

    /// True if a function that takes `expected` can be called with `found`: handles may be in a uniform struct, and an
    /// image may have a format where the parameter leaves it open.
    fn is_argument(&self, expected: Type, found: Type) -> bool {
        let types = &self.module.types;
        match (types.get(expected), types.get(found)) {
            (
                TypeData::Pointer { storage: Storage::Opaque, pointee: expected },
                TypeData::Pointer { storage: Storage::Opaque | Storage::Uniform, pointee: found },
            ) => types.same_but_formats(expected, found),
            _ => expected == found,
        }
    }

    fn control(&mut self, inst: Inst) {
        let data = &self.function.insts[inst];
        let Some(control) = self.function.control(inst) else { return };
        let kind_op = match control.kind {
            ControlKind::If { .. } => Op::If,
            ControlKind::Loop { .. } => Op::Loop,
            ControlKind::Switch { .. } => Op::Switch,
        };
        let is_shared =
            self.owned.get_mut(data.imm as usize).is_some_and(|owned| std::mem::replace(owned, true));
        if kind_op != data.op || is_shared {
            let message = if is_shared {
                "blocks are owned by another instruction"
            } else {
                "blocks are of another kind"
            };
            self.fault(Rule::Control, inst, Part::Op, message);
            self.define_results(inst);
            return;
        }
        match &control.kind {
            ControlKind::If { then, other } => {
                if self.types != [common::BOOL] {
                    self.fault(Rule::OperandType, inst, Part::Operand(0), "expected one operand, a `bool`");
                }
                let frames = self.frames.len();
                self.open(*then, Some(inst), Kind::Then);
                if self.frames.len() == frames {
                    self.open_or_finish(inst, *other, Kind::Other);
                }
            }
            ControlKind::Loop { body, .. } => {
                let types = std::mem::take(&mut self.types);
                self.passes(inst, &types, 0, self.params(*body), "for the first iteration");
                self.types = types;
                let target = Target { inst, is_loop: true, frame: self.frames.len(), in_continuing: false };
                self.loops.push(self.targets.len());
                self.targets.push(target);
                self.open_or_finish(inst, *body, Kind::Loop { kept: None });
            }
            ControlKind::Switch { cases } => {
                self.switch(inst, cases);
                let target = Target { inst, is_loop: false, frame: self.frames.len(), in_continuing: false };
                self.targets.push(target);
                if !self.open_case(inst, cases, 0) {
                    self.finish(inst);
                }
            }
        }
    }

    fn open_or_finish(&mut self, inst: Inst, block: Block, kind: Kind) {
        let frames = self.frames.len();
        self.open(block, Some(inst), kind);
        if self.frames.len() == frames {
            self.finish(inst);
        }
    }

    fn switch(&mut self, inst: Inst, cases: &[Case]) {
        let selector = self.types.first().copied().unwrap_or(common::VOID);
        if !matches!(self.module.types.get(selector), TypeData::Scalar(scalar) if scalar.is_integer()) {
            self.fault(Rule::OperandType, inst, Part::Operand(0), "selector is not an integer");
        }
        let defaults = cases.iter().filter(|case| case.default).count();
        if defaults != 1 {
            self.fault(Rule::Default, inst, Part::Op, format!("expected 1 default case, found {defaults}"));
        }
        let mut seen = FxHashSet::default();
        for &value in cases.iter().flat_map(|case| &case.values) {
            let data = self.module.constants.get(value);
            let message = match data.kind {
                ConstantKind::Scalar(_) if data.ty == selector => {
                    // Equal constants have one id, and ids are not the shader's to choose.
                    if seen.insert(value) {
                        continue;
                    }
                    "duplicate case value"
                }
                _ => "case value is not a constant of the selector's type",
            };
            self.fault(Rule::CaseValues, inst, Part::Op, message);
        }
        let types = std::mem::take(&mut self.types);
        for case in cases {
            let params = self.params(case.block);
            if !params.is_empty() {
                self.passes(inst, &types, 1, params, "for the case");
            }
        }
        if types.len() > 1 && cases.iter().all(|case| self.params(case.block).is_empty()) {
            let message = format!("expected 0 values for cases, found {}", types.len() - 1);
            self.fault(Rule::PassedValues, inst, Part::Operand(1), message);
        }
        self.types = types;
    }

    fn params(&self, block: Block) -> &'m [Value] {
        &self.function.blocks[block].params
    }

    /// Expects operands from `first` to match the parameters of some block.
    fn passes(&mut self, inst: Inst, types: &[Type], first: usize, params: &[Value], destination: &str) {
        let expected = params.iter().map(|&param| self.function.values[param].ty);
        self.passes_types(inst, types.get(first..).unwrap_or(&[]), first, expected, destination);
    }

    fn passes_types(
        &mut self,
        inst: Inst,
        types: &[Type],
        first: usize,
        expected: impl ExactSizeIterator<Item = Type>,
        destination: &str,
    ) {
        if expected.len() != types.len() {
            let message =
                format!("expected {} {destination}, found {}", counted(expected.len(), "value"), types.len());
            self.fault(Rule::PassedValues, inst, Part::Op, message);
            return;
        }
        for (index, (&found, expected)) in types.iter().zip(expected).enumerate() {
            if found != expected {
                let message =
                    format!("expected {}, found {}", self.report.ty(expected), self.report.ty(found));
                self.fault(Rule::PassedValues, inst, Part::Operand(first + index), message);
            }
        }
    }

    fn gives_results(&mut self, inst: Inst, types: &[Type], first: usize, owner: Inst) {
        let function = self.function;
        let expected = function.results(owner).map(|result| function.values[result].ty);
        self.passes_types(inst, types, first, expected, "for the results");
    }

    fn terminator(&mut self, inst: Inst) {
        let types = std::mem::take(&mut self.types);
        if let Err(message) = self.check_terminator(inst, &types) {
            self.fault(Rule::TerminatorPlace, inst, Part::Op, message);
        }
        self.types = types;
    }

    fn check_terminator(&mut self, inst: Inst, types: &[Type]) -> Result<(), &'static str> {
        let data = &self.function.insts[inst];
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let (kind, owner) = (frame.kind, frame.owner);
        match data.op {
            Op::Merge => match (kind, owner) {
                (Kind::Then | Kind::Other, Some(owner)) => self.gives_results(inst, types, 0, owner),
                _ => return Err("`merge` outside of an arm of an `if`"),
            },
            Op::Continue => self.check_continue(inst, types)?,
            Op::Break => match self.targets.last() {
                Some(target) if !target.in_continuing => self.gives_results(inst, types, 0, target.inst),
                Some(_) => return Err("`break` in a continuing block; use `break_if`"),
                None => return Err("`break` outside of a loop or switch"),
            },
            Op::Next => {
                let (Kind::Continuing, Some(owner)) = (kind, owner) else {
                    return Err("`next` outside of a continuing block");
                };
                self.passes_next(inst, types, 0, owner);
            }
            Op::BreakIf => {
                let (Kind::Continuing, Some(owner)) = (kind, owner) else {
                    return Err("`break_if` outside of a continuing block");
                };
                if types.first() != Some(&common::BOOL) {
                    self.fault(Rule::OperandType, inst, Part::Operand(0), "condition is not a `bool`");
                    return Ok(());
                }
                let split = 1usize.saturating_add(data.imm as usize).min(types.len());
                let (results, next) = types.split_at(split);
                self.gives_results(inst, results.get(1..).unwrap_or(&[]), 1, owner);
                self.passes_next(inst, next, split, owner);
            }
            Op::Fallthrough => match (kind, owner) {
                (Kind::Case(case), Some(owner)) => {
                    let control = self.function.control(owner).map(|control| &control.kind);
                    let Some(ControlKind::Switch { cases }) = control else { return Ok(()) };
                    let Some(next) = cases.get(case + 1) else {
                        return Err("`fallthrough` in the last case");
                    };
                    self.passes(inst, types, 0, self.params(next.block), "for the next case");
                }
                _ => return Err("`fallthrough` outside of a case"),
            },
            Op::Return => {
                if self.continuing > 0 {
                    return Err("continuing block leaves the function");
                }
                let result = self.function.result;
                let expected = Some(result).filter(|&ty| ty != common::VOID);
                let expected: &[Type] = expected.as_slice();
                self.passes_types(inst, types, 0, expected.iter().copied(), "for the results");
            }
            Op::EmitMeshTasks => {
                let is_size = |ty: &Type| *ty == common::U32 || *ty == common::I32;
                if !(3..=4).contains(&types.len()) || !types.iter().take(3).all(is_size) {
                    let message = "expected three integers and the payload";
                    self.fault(Rule::OperandType, inst, Part::Op, message);
                }
            }
            op => {
                let leaves = matches!(op, Op::Terminate | Op::IgnoreIntersection | Op::TerminateRay);
                if leaves && self.continuing > 0 {
                    return Err("continuing block leaves the function");
                }
                if op.info().sig == Sig::Terminator && !types.is_empty() {
                    let message = format!("expected 0 operands, found {}", types.len());
                    self.fault(Rule::OperandCount, inst, Part::Op, message);
                }
            }
        }
        Ok(())
    }

    fn check_continue(&mut self, inst: Inst, types: &[Type]) -> Result<(), &'static str> {
        let target = self.loops.last().and_then(|&index| self.targets.get(index)).copied();
        let Some(target) = target.filter(|target| target.is_loop) else {
            return Err("`continue` outside of a loop");
        };
        if target.in_continuing {
            return Err("`continue` in a continuing block; use `next` or `break_if`");
        }
        // Values that the body defines from here on do not reach the continuing block.
        let inner = self.frames.get(target.frame + 1).map_or(self.defined.len(), |frame| frame.start);
        if let Some(Frame { kind: Kind::Loop { kept }, .. }) = self.frames.get_mut(target.frame) {
            kept.get_or_insert(inner);
        }
        let control = self.function.control(target.inst).map(|control| &control.kind);
        if let Some(&ControlKind::Loop { body, continuing }) = control {
            let params = self.params(continuing.unwrap_or(body));
            self.passes(inst, types, 0, params, "for the next iteration");
        }
        Ok(())
    }

    fn passes_next(&mut self, inst: Inst, types: &[Type], first: usize, owner: Inst) {
        let control = self.function.control(owner).map(|control| &control.kind);
        if let Some(&ControlKind::Loop { body, .. }) = control {
            let function = self.function;
            let expected = self.params(body).iter().map(|&param| function.values[param].ty);
            self.passes_types(inst, types, first, expected, "for the next iteration");
        }
    }
}
