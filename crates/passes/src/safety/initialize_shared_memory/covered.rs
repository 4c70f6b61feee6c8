//! Shared memory that the invocations of a workgroup store as a whole before anything reads it.
//!
//! ```text
//! %t: u32 = load @gl_LocalInvocationIndex               0 to 63
//! %p: ptr<shared, f32> = access @tile, %t
//! store %p, %x                                          elements 0 to 63
//! %u: u32 = iadd %t, 64u32
//! %q: ptr<shared, f32> = access @tile, %u
//! store %q, %y                                          elements 64 to 127
//! intrinsic.control_barrier 2u32, 2u32, 264u32
//! ```
//!
//! Stores count that all invocations come to: those of the outermost block, of an `if` that asks for the number of the
//! invocation alone, and of a loop that starts from this number and takes steps of at most the size of the workgroup.

use super::super::bound_loops::counting::counted_up;
use super::super::initialize_memory::plan::Memory;
use super::super::workgroup::{FENCE, WORKGROUP};
use crate::analysis::memory::{Path, Root, Step};
use vitrum_ir::visit::{self, Descent, Event};
use vitrum_ir::{
    Block, BuiltIn, ControlKind, FunctionData, Global, Inst, Intrinsic, Module, Op, Operand, Storage,
    Swizzle, Type, typing,
};

/// The number of operations that are followed from an index to the number of the invocation.
const DEPTH: usize = 8;

/// Elements from one on, up to another one.
type Span = (u64, u64);

/// True if a global is stored by all invocations together, in front of a barrier that comes before every read.
pub(super) fn is_stored_by_all(module: &Module, memory: &Memory, global: Global) -> bool {
    let Some(entry) = module.entry.filter(|_| !module.is_unit()) else { return false };
    let function = &module.functions[entry];
    let Some(size) = workgroup_size(module) else { return false };
    let Some(lengths) = lengths(module, module.globals[global].ty) else { return false };
    let calls_may_read = !memory.is_of_entry(global);
    let mut stores = Stores { module, function, size, global, lengths, calls_may_read, found: Vec::new() };
    // For each open block, whether a barrier is passed.
    let mut passed: Vec<bool> = Vec::new();
    let mut is_safe = true;
    let mut is_covered = false;
    visit::walk(function, function.body, |event| match event {
        Event::Enter(_) => passed.push(passed.last().copied().unwrap_or(false)),
        Event::Leave(_) => _ = passed.pop(),
        Event::Inst(inst) => {
            let is_outermost = passed.len() == 1;
            let Some(is_passed) = passed.last_mut().filter(|is_passed| !**is_passed) else { return };
            if is_barrier(module, function, inst) {
                is_covered = is_covered || stores.cover_all();
                *is_passed = is_covered;
                return;
            }
            is_safe &= stores.only_stores(inst);
            if is_outermost && function.op(inst) == Op::Store {
                stores.store(inst, None);
            }
        }
        // Stores within count behind.
        Event::Behind(inst) if passed.len() == 1 => stores.add(inst),
        Event::Behind(_) => {}
    });
    is_safe && is_covered
}

/// The invocations of a workgroup along each axis.
fn workgroup_size(module: &Module) -> Option<[u64; 3]> {
    let mut size = [0; 3];
    for (slot, &constant) in size.iter_mut().zip(&module.execution.local_size?) {
        *slot = module.constants.bits(constant)?;
    }
    Some(size)
}

/// The lengths of an array of arrays.
fn lengths(module: &Module, ty: Type) -> Option<Vec<u64>> {
    let mut lengths = Vec::new();
    let mut ty = ty;
    while let Some(element) = module.types.element(ty) {
        lengths.push(module.types.length(ty)?.into());
        ty = element;
    }
    Some(lengths)
}

/// True for a barrier of the workgroup that orders its memory.
fn is_barrier(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    let number = |at: usize| {
        let operand = function.operands(inst).get(at)?;
        u32::try_from(module.as_int(*operand)?).ok()
    };
    function.intrinsic(inst) == Some(Intrinsic::ControlBarrier)
        && number(0) == Some(WORKGROUP)
        && number(2).is_some_and(|semantics| semantics & FENCE == FENCE)
}

/// The stores of a function to a global, up to a place in its outermost block.
struct Stores<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    size: [u64; 3],
    global: Global,
    lengths: Vec<u64>,
    /// True if other functions access the global.
    calls_may_read: bool,
    /// The elements that each store reaches, by dimension from the outermost.
    found: Vec<Vec<Span>>,
}

/// A number that differs from invocation to invocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Id {
    /// That of the invocation in its workgroup.
    Index,
    /// That along an axis.
    Axis(usize),
}

impl Stores<'_> {
    /// Adds the stores within a control instruction of the outermost block.
    fn add(&mut self, inst: Inst) {
        match self.function.op(inst) {
            Op::If => self.branch(inst),
            Op::Loop => self.strided(inst),
            _ => {}
        }
    }

    /// True if an instruction neither leaves the function nor does more to the global than to store to it.
    fn only_stores(&self, inst: Inst) -> bool {
        use Op::{Access, Break, BreakIf, Continue, Fallthrough, Merge, Next, Store, StoreSwizzle};
        let op = self.function.op(inst);
        let leads = |operand: &Operand| self.leads(*operand);
        match op {
            Access | Merge | Break | BreakIf | Continue | Next | Fallthrough => true,
            Store | StoreSwizzle => !self.function.operands(inst).iter().skip(1).any(leads),
            Op::Call if self.calls_may_read => false,
            // The end of the entry point comes behind all reads.
            Op::Return if self.function.terminator(self.function.body) == Some(inst) => true,
            _ => !op.is_terminator() && !self.function.operands(inst).iter().any(leads),
        }
    }

    /// True for an address that may be one in the global.
    fn leads(&self, operand: Operand) -> bool {
        let ty = || typing::operand_type(self.module, self.function, operand);
        if operand.constant().is_some() || self.module.types.pointee(ty()).is_none() {
            return false;
        }
        match Path::resolved(self.module, self.function, operand).root {
            Root::Global(global) => global == self.global,
            Root::Variable(_) => false,
            Root::Parameter(_) | Root::Other(_) => true,
        }
    }

    /// Adds the stores of the invocations that an `if` chooses by their numbers.
    fn branch(&mut self, inst: Inst) {
        let (Some([then, _]), Some(&condition)) =
            (self.function.arms(inst), self.function.operands(inst).first())
        else {
            return;
        };
        let Some(chosen) = self.chosen(condition) else { return };
        let insts = &self.function.blocks[then].insts;
        for &inst in insts.iter().filter(|inst| self.function.op(**inst) == Op::Store) {
            self.store(inst, Some(chosen));
        }
    }

    /// The invocations for which a condition holds, by their numbers.
    fn chosen(&self, condition: Operand) -> Option<(Id, Span)> {
        let inst = self.function.definition(condition)?;
        let &[a, b] = self.function.operands(inst) else { return None };
        let (id, 0) = self.id(a)? else { return None };
        let number = u64::try_from(self.module.as_int(b)?).ok()?;
        let (first, end) = match self.function.op(inst) {
            Op::Ult | Op::Slt => (0, number),
            Op::Ule | Op::Sle => (0, number.checked_add(1)?),
            Op::Ieq => (number, number.checked_add(1)?),
            _ => return None,
        };
        let end = end.min(self.extent(id)?);
        (first < end).then_some((id, (first, end)))
    }

    /// Adds a store of all invocations, or of those chosen.
    fn store(&mut self, inst: Inst, chosen: Option<(Id, Span)>) {
        let Some(path) = self.path(inst) else { return };
        let mut used: Vec<Id> = Vec::new();
        let mut reached = Vec::new();
        for step in &path.steps {
            let span = match *step {
                Step::Part(part) => (u64::from(part), u64::from(part) + 1),
                Step::Dynamic(index) => {
                    let Some((id, offset)) = self.id(index) else { return };
                    // Two dimensions that go along one axis reach a diagonal.
                    if used.contains(&id)
                        || !used.is_empty() && (id == Id::Index || used.contains(&Id::Index))
                    {
                        return;
                    }
                    used.push(id);
                    let Some(extent) = self.extent(id) else { return };
                    let (first, end) = match chosen {
                        Some((other, span)) if other == id => span,
                        Some((Id::Index, _)) => return,
                        Some((Id::Axis(_), _)) if id == Id::Index => return,
                        Some((Id::Axis(_), _)) | None => (0, extent),
                    };
                    (first + offset, end.saturating_add(offset))
                }
            };
            reached.push(span);
        }
        self.reach(reached);
    }

    /// The path of a store to the global, if that is of whole elements.
    fn path(&self, inst: Inst) -> Option<Path> {
        let path = Path::resolved(self.module, self.function, *self.function.operands(inst).first()?);
        (path.root == Root::Global(self.global) && path.steps.len() <= self.lengths.len()).then_some(path)
    }

    fn reach(&mut self, mut reached: Vec<Span>) {
        for &length in self.lengths.iter().skip(reached.len()) {
            reached.push((0, length));
        }
        self.found.push(reached);
    }

    /// Adds the stores of a loop that goes over all elements, in steps of the invocations at most.
    fn strided(&mut self, inst: Inst) {
        let Some(&ControlKind::Loop { body, continuing }) =
            self.function.control(inst).map(|control| &control.kind)
        else {
            return;
        };
        if self.is_left_elsewhere(body, continuing) {
            return;
        }
        let insts = &self.function.blocks[body].insts;
        let is_control = |inst: &Inst| self.function.control(*inst).is_some();
        let Some(at) = insts.iter().position(is_control) else { return };
        let Some((counter, end)) = insts.get(at).and_then(|&test| self.test(test)) else { return };
        let param = counter.value().filter(|param| self.function.blocks[body].params.contains(param));
        let counted = param.and_then(|param| counted_up(self.module, self.function, inst, param));
        let Some((first, by)) = counted else { return };
        let Some((id, first)) = self.id(first) else { return };
        if first >= end || self.extent(id).is_none_or(|extent| by > extent) {
            return;
        }
        let behind = insts.iter().skip(at + 1).take_while(|inst| !is_control(inst));
        let whole: Vec<Path> = behind
            .filter(|inst| self.function.op(**inst) == Op::Store)
            .filter_map(|&inst| self.path(inst))
            .filter(|path| matches!(path.steps[..], [Step::Dynamic(at)] if self.same(at) == counter))
            .collect();
        for _ in whole {
            self.reach(vec![(first, end)]);
        }
    }

    /// True if a loop is left by more than one `break`.
    fn is_left_elsewhere(&self, body: Block, continuing: Option<Block>) -> bool {
        let mut breaks = 0;
        visit::walk(self.function, body, |event| {
            if let Event::Inst(inst) = event {
                match self.function.op(inst) {
                    Op::Loop => return Descent::Past,
                    op => breaks += usize::from(op == Op::Break),
                }
            }
            Descent::Into
        });
        breaks > 1 || continuing.is_some_and(|block| self.function.ends_with(block, Op::BreakIf).is_some())
    }

    /// The counter that the test at the head of a loop compares with a constant, and that.
    fn test(&self, test: Inst) -> Option<(Operand, u64)> {
        let [then, other] = self.function.arms(test)?;
        let is_plain = |block: Block, op| matches!(self.function.blocks[block].insts.as_slice(), [end] if self.function.op(*end) == op);
        let &condition = self.function.operands(test).first()?;
        let inst = self.function.definition(condition)?;
        let &[counter, end] = self.function.operands(inst) else { return None };
        let end = u64::try_from(self.module.as_int(end)?).ok()?;
        let (goes_on, leaves) = match self.function.op(inst) {
            Op::Ult | Op::Slt => (then, other),
            Op::Uge | Op::Sge => (other, then),
            _ => return None,
        };
        (is_plain(goes_on, Op::Merge) && is_plain(leaves, Op::Break)).then_some((self.same(counter), end))
    }

    /// A number without conversions between integers of its width.
    fn same(&self, operand: Operand) -> Operand {
        let mut operand = operand;
        for _ in 0..DEPTH {
            let cast = self.function.definition(operand).filter(|&it| self.function.op(it) == Op::Bitcast);
            let Some(&from) = cast.and_then(|it| self.function.operands(it).first()) else { break };
            operand = from;
        }
        operand
    }

    /// The number of the invocation that an integer is, with what is added to it.
    fn id(&self, operand: Operand) -> Option<(Id, u64)> {
        let mut operand = operand;
        let mut offset = 0u64;
        let mut component = None;
        for _ in 0..DEPTH {
            operand = self.same(operand);
            let inst = self.function.definition(operand)?;
            let imm = self.function.insts[inst].imm;
            match (self.function.op(inst), self.function.operands(inst)) {
                (Op::Iadd, &[a, b]) => {
                    let (number, rest) = match (self.module.as_int(a), self.module.as_int(b)) {
                        (_, Some(number)) => (number, a),
                        (Some(number), None) => (number, b),
                        (None, None) => return None,
                    };
                    offset = offset.checked_add(u64::try_from(number).ok()?)?;
                    operand = rest;
                }
                (Op::Extract, &[vector]) => (operand, component) = (vector, Some(imm)),
                (Op::Swizzle, &[vector]) => {
                    let &from = Swizzle::from_bits(imm).components().get(component? as usize)?;
                    (operand, component) = (vector, Some(from.into()));
                }
                (Op::Load, &[pointer]) => {
                    let path = Path::resolved(self.module, self.function, pointer);
                    let Root::Global(global) = path.root else { return None };
                    if let [Step::Part(part)] = path.steps[..] {
                        component = Some(part);
                    }
                    let data = &self.module.globals[global];
                    let builtin = data.decorations.builtin.filter(|_| data.storage == Storage::Input)?;
                    return match builtin {
                        BuiltIn::LocalInvocationIndex => Some((Id::Index, offset)),
                        BuiltIn::LocalInvocationId => self.axis(component? as usize).map(|id| (id, offset)),
                        _ => None,
                    };
                }
                _ => return None,
            }
        }
        None
    }

    /// The number along an axis, which is that of the invocation where there is no other axis.
    fn axis(&self, axis: usize) -> Option<Id> {
        let others = self.size.iter().enumerate().filter(|&(at, _)| at != axis);
        let is_only = others.map(|row| row.1).all(|&size| size == 1);
        (axis < 3).then_some(if is_only { Id::Index } else { Id::Axis(axis) })
    }

    /// The number of different values of a number.
    fn extent(&self, id: Id) -> Option<u64> {
        match id {
            Id::Index => self.size.iter().try_fold(1u64, |all, &size| all.checked_mul(size)),
            Id::Axis(axis) => self.size.get(axis).copied(),
        }
    }

    /// True if the stores reach all elements: each whole but for one dimension, in which they join.
    fn cover_all(&self) -> bool {
        if self.lengths.is_empty() {
            return !self.found.is_empty();
        }
        self.lengths.iter().enumerate().any(|(dimension, &length)| {
            let is_full = |(at, &(first, end)): (usize, &Span)| {
                at == dimension || first == 0 && self.lengths.get(at).is_some_and(|&length| end >= length)
            };
            let whole = self.found.iter().filter(|reached| reached.iter().enumerate().all(is_full));
            let mut spans: Vec<Span> = whole.filter_map(|it| it.get(dimension).copied()).collect();
            spans.sort_unstable();
            spans.iter().fold(0, |end, span| if span.0 <= end { end.max(span.1) } else { end }) >= length
        })
    }
}
