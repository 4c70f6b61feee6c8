//! Control flow: structured blocks become labelled ones, results and parameters become `OpPhi`.
//!
//! A [`Join`] is a block that is not written yet, with the edges that lead to it. When it is opened, each of its values
//! is undefined (no edge), the value of the only edge, or a phi. Only the header of a loop has an edge from what comes
//! later: its phis are completed when the continue target ends.
//!
//! Few blocks are written. The header of a loop holds the start of its body, up to the first branch. An `if` with an arm that
//! does nothing but leave or continue a loop, or leave a switch, declares no merge block (unified specification 2.16.2), and what
//! comes behind it follows its other arm. A body that ends by the only `continue` is the continue target. A default that only leaves
//! its switch has no block. naga reads none of these, so modules for wgpu have all blocks.
//!
//! The walk keeps its own stack ([`Task`]), since blocks nest as deeply as the source does.

use crate::error::{Error, Result};
use crate::function::FunctionWriter;
use crate::options::Version;
use crate::words::Ids;
use smallvec::SmallVec;
use spirv::{LoopControl, Op, SelectionControl};
use vitrum_ir::{
    Block, Case, Constant, ControlData, ControlHints, ControlKind, Inst, Op as IrOp, Operand, Value,
    types::common,
};

/// Work that is left, last first.
#[derive(Debug)]
enum Task {
    /// The instructions of a block, from one on.
    Block(Block, usize),
    /// Starts the block with this label, for an arm.
    Label(u32),
    /// Starts the continue target of the innermost loop.
    Continuing,
    /// Starts a case of the innermost switch.
    Case(usize),
    /// Starts the block after the innermost control instruction.
    End,
}

/// A block to come: its label, and the edges to it with the values they bring.
#[derive(Debug, Default)]
struct Join {
    label: u32,
    arity: usize,
    /// Number of edges.
    count: usize,
    /// For each edge its label, then its values. Without values, the origin of an edge is not needed.
    edges: Vec<u32>,
    /// True if what comes behind follows the only edge in the same block.
    is_open: bool,
}

#[derive(Debug)]
enum Kind {
    If,
    /// An `if` of which one arm is a branch out of it.
    Exit,
    /// `merge_at` is where its `OpLoopMerge` stands.
    Loop {
        header: u32,
        next: Join,
        phis: usize,
        merge_at: usize,
    },
    Switch {
        cases: Vec<Join>,
        current: usize,
    },
}

#[derive(Debug)]
struct Region {
    inst: Inst,
    kind: Kind,
    merge: Join,
}

/// The state of the walk.
#[derive(Debug, Default)]
pub(crate) struct Control {
    tasks: Vec<Task>,
    regions: Vec<Region>,
    /// Positions in `regions` of loops, and of loops and switches.
    loops: Vec<usize>,
    breakable: Vec<usize>,
    /// In the header of a loop, the operands of its `OpLoopMerge`, which is to come before the branch that ends the header.
    loop_merge: Option<SmallVec<[u32; 9]>>,
    /// True if the current block is neither the header of a loop nor declared to be a merge block.
    is_plain: bool,
}

impl Control {
    /// For functions whose blocks do not nest deeply, with room for all tasks.
    pub(crate) fn new() -> Self {
        Self { tasks: Vec::with_capacity(16), ..Self::default() }
    }

    /// Resets the state for the next function, also after one that failed.
    pub(crate) fn clear(&mut self) {
        self.tasks.clear();
        self.regions.clear();
        self.loops.clear();
        self.breakable.clear();
        self.loop_merge = None;
    }

    /// True if the current block runs exactly once a call.
    pub(crate) fn is_top_level(&self) -> bool {
        self.regions.is_empty()
    }
}

impl Join {
    fn edge(&mut self, from: u32, values: &[u32]) {
        self.count += 1;
        if self.arity == 0 {
            return;
        }
        self.edges.push(from);
        self.edges.extend(values.iter().copied().chain(std::iter::repeat(0)).take(self.arity));
    }
}

/// Words of a phi with two edges; the second value stands at 5, its label at 6.
const HEADER_PHI: usize = 7;

/// `MultipleWaitQueuesQCOM` among the bits of a loop's control, and the capability that has it.
const MULTIPLE_WAIT_QUEUES: u32 = 1 << 28;
const MULTIPLE_WAIT_QUEUES_CAPABILITY: u32 = 4539;

impl FunctionWriter<'_, '_> {
    fn join(&mut self, arity: usize) -> Join {
        Join { label: self.w.id(), arity, ..Join::default() }
    }

    /// Writes a body.
    pub(crate) fn run(&mut self, body: Block) -> Result<()> {
        self.control.tasks.push(Task::Block(body, 0));
        while let Some(task) = self.control.tasks.pop() {
            match task {
                Task::Block(block, from) => self.block(block, from)?,
                Task::Label(label) => {
                    self.start(label);
                    self.control.is_plain = true;
                }
                Task::Continuing => self.start_continuing()?,
                Task::Case(index) => self.start_case(index)?,
                Task::End => self.end_control()?,
            }
        }
        Ok(())
    }

    fn block(&mut self, block: Block, from: usize) -> Result<()> {
        self.enter_scope(block);
        let function = self.data;
        let mut next = from;
        for &inst in function.blocks[block].insts.get(from..).unwrap_or(&[]) {
            let data = &function.insts[inst];
            next += 1;
            if data.op.is_control() {
                self.control.tasks.push(Task::Block(block, next));
                return self.inst(inst, data);
            }
            self.inst(inst, data)?;
        }
        Ok(())
    }

    pub(crate) fn start(&mut self, label: u32) {
        self.body.push(Op::Label, &[label]);
        self.label = label;
        self.control.is_plain = false;
        self.forget_line();
    }

    /// Starts a block that edges lead to, and gives its values.
    fn open(&mut self, join: &Join, values: impl Iterator<Item = Value>) -> Result<Ids> {
        if !join.is_open {
            self.start(join.label);
        }
        let stride = join.arity + 1;
        let mut ids = SmallVec::new();
        for (index, value) in values.enumerate().take(join.arity) {
            let ty = self.data.values[value].ty;
            let mut incoming = join.edges.chunks_exact(stride).map(|edge| (edge[index + 1], edge[0]));
            let id = match (join.count, incoming.next()) {
                (1, Some((value, _))) => value,
                (_, None) => self.w.undef(ty)?,
                (_, Some((value, from))) => {
                    let ty = self.w.ty(ty)?;
                    let id = self.w.id();
                    let mut operands = Ids::new();
                    operands.extend([ty, id, value, from]);
                    for (value, from) in incoming {
                        operands.extend([value, from]);
                    }
                    self.body.push_list(Op::Phi, &operands);
                    id
                }
            };
            ids.push(id);
        }
        Ok(ids)
    }

    fn open_for(&mut self, join: &Join, values: impl Iterator<Item = Value> + Clone) -> Result<()> {
        let mark = self.w.mark();
        let ids = self.open(join, values.clone())?;
        for (value, &id) in values.zip(ids.iter()) {
            self.define(value, id, id >= mark);
        }
        Ok(())
    }

    /// The ids of operands.
    pub(crate) fn ids(&mut self, operands: &[Operand]) -> Result<Ids> {
        let mut ids = SmallVec::new();
        for &operand in operands {
            ids.push(self.operand(operand)?);
        }
        Ok(ids)
    }

    /// Writes the head of a control instruction and plans the rest.
    pub(crate) fn open_control(&mut self, inst: Inst) -> Result<()> {
        let function = self.data;
        let control =
            function.control(inst).ok_or_else(|| Error::malformed("a control instruction without blocks"))?;
        let arity = function.results(inst).len();
        let merge = self.join(arity);
        self.control.tasks.push(Task::End);
        match &control.kind {
            ControlKind::If { then, other } => self.open_if(inst, control, merge, *then, *other),
            ControlKind::Loop { body, continuing } => {
                self.open_loop(inst, control, merge, *body, *continuing)
            }
            ControlKind::Switch { cases } => self.open_switch(inst, control, merge, cases),
        }
    }

    /// The branch that an arm consists of.
    fn branch_of(&self, arm: Block) -> Option<(IrOp, Inst)> {
        match self.data.blocks[arm].insts.as_slice() {
            &[only] => Some((self.data.insts[only].op, only)),
            _ => None,
        }
    }

    fn innermost_loop(&mut self) -> Option<&mut Kind> {
        let control = &mut self.control;
        control.regions.get_mut(*control.loops.last()?).map(|region| &mut region.kind)
    }

    /// Ends the header of a loop, if this is one: by the branch that comes next if that may be there, or by one to a new block.
    pub(crate) fn end_header(&mut self, may_follow: bool) {
        let Some(operands) = self.control.loop_merge.take() else { return };
        let position = self.body.len();
        if let Some(Kind::Loop { merge_at, .. }) = self.innermost_loop() {
            *merge_at = position;
        }
        self.body.push_list(Op::LoopMerge, &operands);
        if !may_follow {
            let label = self.w.id();
            self.body.push(Op::Branch, &[label]);
            self.start(label);
        }
    }

    fn open_if(
        &mut self,
        inst: Inst,
        control: &ControlData,
        merge: Join,
        then: Block,
        other: Block,
    ) -> Result<()> {
        let function = self.data;
        let &[condition, ..] = function.operands(inst) else {
            return Err(Error::malformed("an if without condition"));
        };
        let condition = self.operand(condition)?;
        let selection = selection_control(control.hints);
        let branches = [then, other].map(|arm| self.branch_of(arm));
        let leaves =
            |branch: &Option<(IrOp, Inst)>| matches!(branch, Some((IrOp::Break | IrOp::Continue, _)));
        let is_exit = selection == 0 && !self.w.is_for_naga() && branches.iter().any(leaves);
        if !is_exit {
            self.end_header(false);
        }
        let kind = if is_exit { Kind::Exit } else { Kind::If };
        self.control.regions.push(Region { inst, kind, merge });
        // An arm that is a branch needs no block; of two to one target, one does, since their edges must differ.
        let mut targets = [0; 2];
        for (slot, arm) in [(1, other), (0, then)] {
            let branch = branches[slot].filter(|&(op, _)| {
                op == IrOp::Merge || is_exit && matches!(op, IrOp::Break | IrOp::Continue)
            });
            if let Some((op, inst)) = branch
                && let Some(label) = self.target(op).map(|join| join.label)
                && label != targets[1]
            {
                let values = self.ids(function.operands(inst))?;
                let from = self.label;
                if let Some(join) = self.target(op) {
                    join.edge(from, &values);
                }
                targets[slot] = label;
            } else {
                targets[slot] = self.w.id();
                self.control.tasks.extend([Task::Block(arm, 0), Task::Label(targets[slot])]);
            }
        }
        if is_exit {
            self.end_header(true);
        } else if let Some(region) = self.control.regions.last() {
            self.body.push(Op::SelectionMerge, &[region.merge.label, selection]);
        }
        self.body.push(Op::BranchConditional, &[condition, targets[0], targets[1]]);
        Ok(())
    }

    fn open_loop(
        &mut self,
        inst: Inst,
        control: &ControlData,
        merge: Join,
        body: Block,
        continuing: Option<Block>,
    ) -> Result<()> {
        let function = self.data;
        let initial = self.ids(function.operands(inst))?;
        let header = self.w.id();
        let before = self.label;
        self.end_header(true);
        self.body.push(Op::Branch, &[header]);
        self.start(header);
        let phis = self.body.len();
        let params = &function.blocks[body].params;
        for (&param, &initial) in params.iter().zip(initial.iter()) {
            let ty = self.w.ty(function.values[param].ty)?;
            let id = self.w.id();
            self.body.push(Op::Phi, &[ty, id, initial, before, 0, 0]);
            self.define(param, id, true);
        }
        let arity = continuing.map_or(params.len(), |block| function.blocks[block].params.len());
        let next = self.join(arity);
        let mut operands = SmallVec::new();
        operands.extend([merge.label, next.label]);
        self.loop_control(control, &mut operands);
        self.control.loop_merge = Some(operands);
        if self.w.is_for_naga() {
            self.end_header(false);
        }
        self.control.tasks.extend([Task::Continuing, Task::Block(body, 0)]);
        self.control.loops.push(self.control.regions.len());
        self.control.breakable.push(self.control.regions.len());
        self.control.regions.push(Region {
            inst,
            kind: Kind::Loop { header, next, phis, merge_at: 0 },
            merge,
        });
        Ok(())
    }

    fn loop_control(&mut self, control: &ControlData, operands: &mut SmallVec<[u32; 9]>) {
        let mut mask = LoopControl::NONE;
        let flags = [
            (ControlHints::UNROLL, LoopControl::UNROLL, Version::V1_0),
            (ControlHints::DONT_UNROLL, LoopControl::DONT_UNROLL, Version::V1_0),
            (ControlHints::DEPENDENCY_INFINITE, LoopControl::DEPENDENCY_INFINITE, Version::V1_1),
        ];
        for (hint, flag, since) in flags {
            if control.hints.contains(hint) && self.w.version >= since {
                mask |= flag;
            }
        }
        let mut values = Vec::new();
        if let Some(hints) = &control.loop_hints {
            let rows = [
                (hints.dependency_length, LoopControl::DEPENDENCY_LENGTH, Version::V1_1),
                (hints.min_iterations, LoopControl::MIN_ITERATIONS, Version::V1_4),
                (hints.max_iterations, LoopControl::MAX_ITERATIONS, Version::V1_4),
                (hints.iteration_multiple, LoopControl::ITERATION_MULTIPLE, Version::V1_4),
                (hints.peel_count, LoopControl::PEEL_COUNT, Version::V1_4),
                (hints.partial_count, LoopControl::PARTIAL_COUNT, Version::V1_4),
            ];
            for (value, flag, since) in rows {
                if let (Some(value), true) = (value, self.w.version >= since) {
                    mask |= flag;
                    values.push(value);
                }
            }
        }
        let mut bits = mask.bits();
        // A hint that naga does not know.
        let queues = control.loop_hints.as_ref().and_then(|hints| hints.multiple_wait_queues);
        if let Some(queues) = queues.filter(|_| !self.w.is_for_naga()) {
            bits |= MULTIPLE_WAIT_QUEUES;
            values.push(queues);
            self.w.requirements.capability_number(MULTIPLE_WAIT_QUEUES_CAPABILITY);
        }
        operands.push(bits);
        operands.extend(values);
    }

    fn open_switch(&mut self, inst: Inst, control: &ControlData, merge: Join, cases: &[Case]) -> Result<()> {
        let function = self.data;
        let Some((&selector, extra)) = function.operands(inst).split_first() else {
            return Err(Error::malformed("a switch without selector"));
        };
        self.end_header(false);
        let wide = matches!(self.ty(selector), common::I64 | common::U64);
        let selector = self.operand(selector)?;
        let extra = self.ids(extra)?;
        let mut merge = merge;
        let mut joins = Vec::with_capacity(cases.len());
        let mut default = merge.label;
        let mut literals = Vec::new();
        let leaving = match cases.iter().find(|case| case.default) {
            Some(case) => self.values_of_leaving(case)?,
            None => None,
        };
        if let Some(values) = &leaving {
            merge.edge(self.label, values);
        }
        for case in cases {
            let mut join = self.join(function.blocks[case.block].params.len());
            if leaving.is_some() && self.values_of_leaving(case)? == leaving {
                // No edge: the block is written only if the case before falls through.
                joins.push(join);
                continue;
            }
            join.edge(self.label, &extra);
            if case.default {
                default = join.label;
            } else {
                for &value in &case.values {
                    self.case_literal(value, wide, &mut literals);
                    literals.push(join.label);
                }
            }
            joins.push(join);
        }
        self.body.push(Op::SelectionMerge, &[merge.label, selection_control(control.hints)]);
        self.body.push_parts(Op::Switch, &[selector, default], &literals);
        self.control.tasks.extend((0..cases.len()).rev().map(Task::Case));
        self.control.breakable.push(self.control.regions.len());
        self.control.regions.push(Region { inst, kind: Kind::Switch { cases: joins, current: 0 }, merge });
        Ok(())
    }

    /// The values that a case leaves the switch with, if it does nothing else. A default that does has no block, and what leaves with the same
    /// values has no literal: a driver computes the condition of a default block from those of all cases.
    fn values_of_leaving(&mut self, case: &Case) -> Result<Option<Ids>> {
        let function = self.data;
        match self.branch_of(case.block) {
            Some((IrOp::Break, inst))
                if function.blocks[case.block].params.is_empty() && !self.w.is_for_naga() =>
            {
                self.ids(function.operands(inst)).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn case_literal(&self, value: Constant, wide: bool, literals: &mut Vec<u32>) {
        let module = self.w.module;
        let bits = match module.constants.as_int(value) {
            Some(value) => value as u64,
            None => module.constants.bits(value).unwrap_or(0),
        };
        literals.push(bits as u32);
        if wide {
            literals.push((bits >> 32) as u32);
        }
    }

    fn start_case(&mut self, index: usize) -> Result<()> {
        let function = self.data;
        let Some(Region { inst, kind: Kind::Switch { cases, current }, .. }) =
            self.control.regions.last_mut()
        else {
            return Err(Error::malformed("a case outside of a switch"));
        };
        *current = index;
        let join = cases.get_mut(index).map(std::mem::take).unwrap_or_default();
        let block = match function.control(*inst).map(|control| &control.kind) {
            Some(ControlKind::Switch { cases }) => cases.get(index).map(|case| case.block),
            _ => None,
        };
        let block = block.ok_or_else(|| Error::malformed("a switch without this case"))?;
        if join.count == 0 {
            return Ok(());
        }
        self.control.tasks.push(Task::Block(block, 0));
        self.open_for(&join, function.blocks[block].params.iter().copied())
    }

    fn start_continuing(&mut self) -> Result<()> {
        let function = self.data;
        let Some(Region { inst, kind: Kind::Loop { next, .. }, .. }) = self.control.regions.last_mut() else {
            return Err(Error::malformed("a continue target outside of a loop"));
        };
        let next = std::mem::take(next);
        let Some(ControlKind::Loop { body, continuing }) =
            function.control(*inst).map(|control| &control.kind)
        else {
            return Err(Error::malformed("a loop without body"));
        };
        if let Some(block) = *continuing {
            self.control.tasks.push(Task::Block(block, 0));
            return self.open_for(&next, function.blocks[block].params.iter().copied());
        }
        let params = &function.blocks[*body].params;
        let ids = self.open(&next, params.iter().copied())?;
        let header = self.repeat(&ids)?;
        self.body.push(Op::Branch, &[header]);
        Ok(())
    }

    /// Completes the phis of the innermost loop with the values of the next iteration; gives the loop's header.
    fn repeat(&mut self, values: &[u32]) -> Result<u32> {
        let Some(Region { kind: Kind::Loop { header, phis, .. }, .. }) = self.control.regions.last() else {
            return Err(Error::malformed("the end of an iteration outside of a loop"));
        };
        let (header, phis) = (*header, *phis);
        for (index, &value) in values.iter().enumerate() {
            self.body.patch(phis + index * HEADER_PHI + 5, value);
            self.body.patch(phis + index * HEADER_PHI + 6, self.label);
        }
        Ok(header)
    }

    fn end_control(&mut self) -> Result<()> {
        let region = self
            .control
            .regions
            .pop()
            .ok_or_else(|| Error::malformed("the end of a region that is not open"))?;
        let position = self.control.regions.len();
        for stack in [&mut self.control.loops, &mut self.control.breakable] {
            if stack.last() == Some(&position) {
                stack.pop();
            }
        }
        self.open_for(&region.merge, self.data.results(region.inst))?;
        // An `if` with an exit has no merge block. What follows one arm in the same block may stand in that of an inner `if`.
        self.control.is_plain |= matches!(region.kind, Kind::Exit) && !region.merge.is_open;
        Ok(())
    }

    /// Writes a terminator.
    pub(crate) fn terminate(&mut self, inst: Inst) -> Result<()> {
        let function = self.data;
        let (op, operands) = (function.insts[inst].op, function.operands(inst));
        if !matches!(op, IrOp::Merge | IrOp::Break | IrOp::Continue | IrOp::Fallthrough) {
            self.end_header(false);
        }
        match op {
            IrOp::Merge | IrOp::Break | IrOp::Continue | IrOp::Fallthrough => {
                let values = self.ids(operands)?;
                let from = self.label;
                let is_only = match op {
                    // The other arm of the `if` leaves it.
                    IrOp::Merge => {
                        matches!(self.control.regions.last(), Some(Region { kind: Kind::Exit, .. }))
                    }
                    IrOp::Continue => self.becomes_continue_target(),
                    _ => false,
                };
                let join = self.target(op).ok_or_else(|| Error::malformed("a branch without a target"))?;
                join.edge(from, &values);
                join.is_open = is_only && join.count == 1;
                let label = join.label;
                if !join.is_open {
                    self.end_header(true);
                    self.body.push(Op::Branch, &[label]);
                }
            }
            IrOp::Next => {
                let values = self.ids(operands)?;
                let header = self.repeat(&values)?;
                self.body.push(Op::Branch, &[header]);
            }
            IrOp::BreakIf => self.break_if(operands, function.insts[inst].imm as usize)?,
            IrOp::Return => match operands {
                &[value, ..] => {
                    let value = self.operand(value)?;
                    self.body.push(Op::ReturnValue, &[value]);
                }
                [] => self.body.push(Op::Return, &[]),
            },
            IrOp::Terminate => {
                let modern = self.w.version >= crate::options::Version::V1_6;
                self.body.push(if modern { Op::TerminateInvocation } else { Op::Kill }, &[]);
            }
            // In `SPV_NV_ray_tracing`, they do not end blocks, although they end the invocation.
            IrOp::IgnoreIntersection if self.w.requirements.nv_rays => {
                self.body.push(Op::IgnoreIntersectionNV, &[]);
                self.body.push(Op::Unreachable, &[]);
            }
            IrOp::TerminateRay if self.w.requirements.nv_rays => {
                self.body.push(Op::TerminateRayNV, &[]);
                self.body.push(Op::Unreachable, &[]);
            }
            IrOp::IgnoreIntersection => self.body.push(Op::IgnoreIntersectionKHR, &[]),
            IrOp::TerminateRay => self.body.push(Op::TerminateRayKHR, &[]),
            IrOp::EmitMeshTasks => {
                let values = self.ids(operands)?;
                self.body.push_list(Op::EmitMeshTasksEXT, &values);
            }
            _ => self.body.push(Op::Unreachable, &[]),
        }
        Ok(())
    }

    /// Makes the current block the continue target of its loop, if it is the only one that continues and may be one: a merge
    /// block may not.
    fn becomes_continue_target(&mut self) -> bool {
        if !self.control.is_plain
            || self.w.is_for_naga()
            || !matches!(self.control.tasks.last(), Some(Task::Continuing))
        {
            return false;
        }
        let label = self.label;
        match self.innermost_loop() {
            Some(Kind::Loop { next, merge_at, .. }) if next.count == 0 => {
                let position = *merge_at + 2;
                self.body.patch(position, label);
                true
            }
            _ => false,
        }
    }

    /// The target of a branch.
    fn target(&mut self, op: IrOp) -> Option<&mut Join> {
        let control = &mut self.control;
        match op {
            IrOp::Merge => control.regions.last_mut().map(|region| &mut region.merge),
            IrOp::Break => {
                control.regions.get_mut(*control.breakable.last()?).map(|region| &mut region.merge)
            }
            IrOp::Continue => match &mut control.regions.get_mut(*control.loops.last()?)?.kind {
                Kind::Loop { next, .. } => Some(next),
                Kind::If | Kind::Exit | Kind::Switch { .. } => None,
            },
            _ => match &mut control.regions.get_mut(*control.breakable.last()?)?.kind {
                Kind::Switch { cases, current } => cases.get_mut(*current + 1),
                Kind::If | Kind::Exit | Kind::Loop { .. } => None,
            },
        }
    }

    fn break_if(&mut self, operands: &[Operand], results: usize) -> Result<()> {
        let values = self.ids(operands)?;
        let (Some((&condition, rest)), from) = (values.split_first(), self.label) else {
            return Err(Error::malformed("a break_if without condition"));
        };
        let results = results.min(rest.len());
        let (results, next) = rest.split_at(results);
        let header = self.repeat(next)?;
        let Some(region) = self.control.regions.last_mut() else { return Err(Error::malformed("break_if")) };
        region.merge.edge(from, results);
        let merge = region.merge.label;
        self.body.push(Op::BranchConditional, &[condition, merge, header]);
        Ok(())
    }
}

fn selection_control(hints: ControlHints) -> u32 {
    if hints.contains(ControlHints::FLATTEN) {
        SelectionControl::FLATTEN.bits()
    } else if hints.contains(ControlHints::DONT_FLATTEN) {
        SelectionControl::DONT_FLATTEN.bits()
    } else {
        SelectionControl::NONE.bits()
    }
}
