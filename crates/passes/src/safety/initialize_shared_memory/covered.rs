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
//! invocation alone, of a loop that starts from this number and takes steps of at most the size of the workgroup, and of loops
//! with a constant count that nothing leaves early.
//!
//! The body of a loop that all invocations run together is as good as the outermost block, if nothing outside of it reads the
//! memory: where its barrier is passed, its stores were made in the same iteration.

mod sums;

use super::super::bound_loops::counting::counted_up;
use super::super::initialize_memory::plan::Memory;
use super::super::workgroup::{FENCE, WORKGROUP};
use crate::analysis::calls::Calls;
use crate::analysis::flow::Flow;
use crate::analysis::memory::{Path, Root, Step};
use crate::analysis::nesting::Nesting;
use crate::analysis::uniformity::Uniformity;
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use sums::{Counter, DEPTH, Id, MOST, Sum};
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, ControlKind, Function, FunctionData, Global, Inst, Intrinsic, Module, Op, Operand, Type, Value,
    typing,
};

/// Elements from one on, up to another one.
type Span = (u64, u64);

/// The entry point and those that it calls, with what is known of them.
pub(super) struct Entry<'a> {
    module: &'a Module,
    memory: &'a Memory,
    calls: OnceCell<Calls>,
    uniform: OnceCell<(Nesting, Uniformity)>,
}

impl<'a> Entry<'a> {
    pub(super) fn new(module: &'a Module, memory: &'a Memory) -> Self {
        Self { module, memory, calls: OnceCell::new(), uniform: OnceCell::new() }
    }

    /// True if a global is stored by all invocations together, in front of a barrier that comes before every read.
    pub(super) fn stores_whole(&self, global: Global) -> bool {
        let &Self { module, memory, .. } = self;
        let Some(entry) = module.entry.filter(|_| !module.is_unit()) else { return false };
        let function = &module.functions[entry];
        let Some(size) = workgroup_size(module) else { return false };
        let Some(lengths) = lengths(module, module.globals[global].ty) else { return false };
        let accessing =
            if memory.is_of_entry(global) { FxHashSet::default() } else { self.accessing(global) };
        let stores = |stage| {
            let lengths = lengths.clone();
            Stores {
                module,
                function,
                size,
                global,
                lengths,
                accessing: &accessing,
                stage,
                found: Vec::new(),
            }
        };
        if stores(function.body).are_whole() {
            return true;
        }
        let bodies = function.blocks[function.body].insts.iter().filter_map(|&inst| {
            match function.control(inst).map(|control| &control.kind) {
                Some(&ControlKind::Loop { body, .. }) => Some(body),
                _ => None,
            }
        });
        bodies.into_iter().any(|body| stores(body).are_whole() && self.is_run_by_all(function, body))
    }

    /// True if a barrier that all invocations come to is in front of everything that accesses one of these globals.
    pub(super) fn come_late(&self, globals: &[Global]) -> bool {
        let module = self.module;
        let Some(entry) = module.entry.filter(|_| !module.is_unit()) else { return false };
        let function = &module.functions[entry];
        globals.iter().all(|&global| {
            let accessing = self.accessing(global);
            let stores = Stores {
                module,
                function,
                size: [1; 3],
                global,
                lengths: Vec::new(),
                accessing: &accessing,
                stage: function.body,
                found: Vec::new(),
            };
            stores.come_late()
        })
    }

    /// The functions in which a global may be accessed, by themselves or by those that they call.
    fn accessing(&self, global: Global) -> FxHashSet<Function> {
        let calls = self.calls.get_or_init(|| Calls::new(self.module));
        let mut accessing: FxHashSet<Function> = FxHashSet::default();
        for &function in calls.bottom_up() {
            let own = self.memory.is_accessed_by(function, global);
            let callees = || calls.callees(function).iter().any(|callee| accessing.contains(callee));
            if calls.is_recursive(function) || own || callees() {
                accessing.insert(function);
            }
        }
        accessing
    }

    /// True if all invocations of the workgroup run a block of the entry point together.
    fn is_run_by_all(&self, function: &FunctionData, block: Block) -> bool {
        let (nesting, uniformity) = self.uniform.get_or_init(|| {
            let nesting = Nesting::new(function);
            let uniformity = Uniformity::new(self.module, function, &nesting, &Flow::new(function));
            (nesting, uniformity)
        });
        uniformity.is_run_by_all(nesting, block)
    }
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

/// The stores of a function to a global, up to a place in its outermost block or in the body of a loop there.
struct Stores<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    size: [u64; 3],
    global: Global,
    lengths: Vec<u64>,
    /// The functions that may access the global.
    accessing: &'a FxHashSet<Function>,
    /// The outermost block, or the body of a loop that all run together.
    stage: Block,
    /// The elements that each store reaches, by dimension from the outermost.
    found: Vec<Vec<Span>>,
}

impl Stores<'_> {
    /// True if the global is stored as a whole in front of a barrier that comes before every read.
    fn are_whole(mut self) -> bool {
        // The open blocks, and for each whether a barrier is passed.
        let mut open: Vec<(Block, bool)> = Vec::new();
        let mut is_within = self.stage == self.function.body;
        let mut is_safe = true;
        let mut is_covered = false;
        visit::walk(self.function, self.function.body, |event| match event {
            Event::Enter(block) => {
                is_within |= block == self.stage;
                open.push((block, open.last().is_some_and(|row| row.1)));
            }
            Event::Leave(block) => {
                is_within &= block != self.stage;
                open.pop();
            }
            Event::Inst(inst) if !is_within => is_safe &= !self.reads(inst),
            Event::Inst(inst) => {
                let Some((block, is_passed)) = open.last_mut().filter(|row| !row.1) else { return };
                if is_barrier(self.module, self.function, inst) {
                    is_covered = is_covered || self.cover_all();
                    *is_passed = is_covered;
                    return;
                }
                is_safe &= self.only_stores(inst);
                if *block == self.stage && self.function.op(inst) == Op::Store {
                    self.store(inst, None, &[]);
                }
            }
            // Stores within count behind.
            Event::Behind(inst) if open.last().is_some_and(|row| row.0 == self.stage) => self.add(inst),
            Event::Behind(_) => {}
        });
        is_safe && is_covered
    }

    /// True if a barrier in the outermost block is in front of everything that accesses the global or ends the function.
    fn come_late(&self) -> bool {
        let mut depth = 0;
        let mut found = None;
        visit::walk(self.function, self.function.body, |event| match event {
            Event::Enter(_) => depth += 1,
            Event::Leave(_) => depth -= 1,
            Event::Inst(inst) if found.is_none() => {
                let leads = |operand: &Operand| self.leads(*operand);
                let is_access = match self.function.op(inst) {
                    Op::Call => self.is_accessed_by_callee(inst),
                    _ if self.is_accessed_by_callback(inst) => true,
                    _ => self.function.operands(inst).iter().any(leads),
                };
                if depth == 1 && is_barrier(self.module, self.function, inst) {
                    found = Some(true);
                } else if is_access || !self.only_stores(inst) {
                    found = Some(false);
                }
            }
            Event::Inst(_) | Event::Behind(_) => {}
        });
        found == Some(true)
    }

    /// Adds the stores within a control instruction of the stage.
    fn add(&mut self, inst: Inst) {
        match self.function.op(inst) {
            Op::If => self.branch(inst),
            Op::Loop => {
                self.strided(inst);
                self.counted(inst);
            }
            _ => {}
        }
    }

    /// True if an instruction may do more to the global than to store to it.
    fn reads(&self, inst: Inst) -> bool {
        let leads = |operand: &Operand| self.leads(*operand);
        match self.function.op(inst) {
            Op::Access => false,
            Op::Store | Op::StoreSwizzle => self.function.operands(inst).iter().skip(1).any(leads),
            Op::Call if self.is_accessed_by_callee(inst) => true,
            _ if self.is_accessed_by_callback(inst) => true,
            _ => self.function.operands(inst).iter().any(leads),
        }
    }

    fn is_accessed_by_callee(&self, call: Inst) -> bool {
        self.function.callee(call).is_none_or(|callee| self.accessing.contains(&callee))
    }

    fn is_accessed_by_callback(&self, inst: Inst) -> bool {
        self.module.callbacks(self.function, inst).any(|callee| self.accessing.contains(&callee))
    }

    /// True if an instruction neither leaves the function nor does more to the global than to store to it.
    fn only_stores(&self, inst: Inst) -> bool {
        use Op::{Break, BreakIf, Continue, Fallthrough, Merge, Next};
        let op = self.function.op(inst);
        let goes_on = match op {
            Merge | Break | BreakIf | Continue | Next | Fallthrough => true,
            // The end of the entry point comes behind all reads.
            Op::Return => self.function.terminator(self.function.body) == Some(inst),
            _ => !op.is_terminator(),
        };
        goes_on && !self.reads(inst)
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
            self.store(inst, Some(chosen), &[]);
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

    /// Adds a store of all invocations, or of those chosen, within loops that count.
    fn store(&mut self, inst: Inst, chosen: Option<(Id, Span)>, counters: &[Counter]) {
        let Some(path) = self.path(inst) else { return };
        let mut used: Vec<Id> = Vec::new();
        let mut counted: Vec<Value> = Vec::new();
        let mut reached = Vec::new();
        for step in &path.steps {
            let index = match *step {
                Step::Part(part) => Sum { constant: part.into(), ..Sum::default() },
                Step::Dynamic(index) => {
                    let Some(sum) = self.sum(index, counters) else { return };
                    sum
                }
            };
            let (first, end) = match index.id {
                Some(id) => {
                    // Two dimensions that go along one axis reach a diagonal.
                    if used.contains(&id)
                        || !used.is_empty() && (id == Id::Index || used.contains(&Id::Index))
                    {
                        return;
                    }
                    used.push(id);
                    let Some(extent) = self.extent(id) else { return };
                    match chosen {
                        Some((other, span)) if other == id => span,
                        Some((Id::Index, _)) => return,
                        Some((Id::Axis(_), _)) if id == Id::Index => return,
                        Some((Id::Axis(_), _)) | None => (0, extent),
                    }
                }
                None => (0, 1),
            };
            let Some(span) = swept(&index, (first, end), &mut counted) else { return };
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
        let Some(&ControlKind::Loop { body, .. }) = self.function.control(inst).map(|control| &control.kind)
        else {
            return;
        };
        let insts = &self.function.blocks[body].insts;
        let is_control = |inst: &Inst| self.function.control(*inst).is_some();
        let Some(at) = insts.iter().position(is_control) else { return };
        let Some((counter, end)) = insts.get(at).and_then(|&test| self.test(test)) else { return };
        let param = counter.value().filter(|param| self.function.blocks[body].params.contains(param));
        let Some(param) = param else { return };
        let Some((first, by)) = counted_up(self.module, self.function, inst, param) else { return };
        let Some((id, first)) = self.id(first) else { return };
        let leaves_early = insts.get(at).is_none_or(|&test| !self.is_left_by(inst, test));
        let fits = end.checked_add(by).is_some_and(|it| it <= self.most(param));
        if first >= end || leaves_early || !fits || self.extent(id).is_none_or(|extent| by > extent) {
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

    /// Adds the stores of a loop that counts from a constant to another one, and of such loops within.
    fn counted(&mut self, inst: Inst) {
        let mut pending: Vec<(Inst, Vec<Counter>)> = vec![(inst, Vec::new())];
        while let Some((inst, mut counters)) = pending.pop() {
            let Some(&ControlKind::Loop { body, .. }) =
                self.function.control(inst).map(|control| &control.kind)
            else {
                continue;
            };
            let Some((counter, test)) = self.counter(inst, body).filter(|_| counters.len() < DEPTH) else {
                continue;
            };
            counters.push(counter);
            let insts = &self.function.blocks[body].insts;
            for &within in insts.iter().skip_while(|&&it| it != test).skip(1) {
                match self.function.op(within) {
                    Op::Store => self.store(within, None, &counters),
                    Op::Loop => pending.push((within, counters.clone())),
                    _ => {}
                }
            }
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

/// The elements that an index reaches, of numbers of invocations and of a counter that no other index uses. All of them are
/// reached if the steps of the counter leave nothing out between the numbers.
fn swept(index: &Sum, (first, end): Span, counted: &mut Vec<Value>) -> Option<Span> {
    let mut span = (first.checked_add(index.constant)?, end.checked_add(index.constant)?);
    if let Some((counter, factor)) = index.counter {
        let leaves_out = counter.first < counter.last && counter.step.checked_mul(factor)? > end - first;
        if leaves_out || counted.contains(&counter.param) {
            return None;
        }
        counted.push(counter.param);
        span.0 = span.0.checked_add(counter.first.checked_mul(factor)?)?;
        span.1 = span.1.checked_add(counter.last.checked_mul(factor)?)?;
    }
    // No sum wraps.
    Some(span).filter(|span| span.1 <= MOST)
}
