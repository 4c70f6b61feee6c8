//! The call graph, and summaries of what calling a function may do.

use super::memory::{Path, Root, is_bound};
use super::others::Others;
use vitrum_ir::{
    Effects, Function, FunctionData, Inst, Intrinsic, List, Module, Op, SideTable, Storage, TypeData, typing,
    visit,
};

/// The call graph.
#[derive(Clone, Debug)]
pub struct Calls {
    order: Vec<Function>,
    sites: SideTable<Function, List<(Function, Inst)>>,
    callees: SideTable<Function, List<Function>>,
    recursive: SideTable<Function, bool>,
}

impl Calls {
    /// Of a module.
    pub fn new(module: &Module) -> Self {
        let mut sites = Vec::with_capacity(module.functions.len());
        for function in module.functions.values() {
            let mut calls = Vec::new();
            if function.may_call() {
                visit::each_in_order(function, |_, inst| {
                    calls.extend(function.callee(inst).map(|callee| (inst, callee)));
                    calls.extend(module.callbacks(function, inst).map(|callee| (inst, callee)));
                });
            }
            sites.push(calls);
        }
        Self::of(module, sites.iter().map(Vec::as_slice))
    }

    /// Of the calls of each function, in order of text. Those by intrinsics are among them, but are no sites.
    pub(crate) fn of<'c>(module: &Module, calls: impl Iterator<Item = &'c [(Inst, Function)]>) -> Self {
        let count = module.functions.len();
        let mut new = Self {
            order: Vec::with_capacity(count),
            sites: SideTable::filled(count, List::new()),
            callees: SideTable::filled(count, List::new()),
            recursive: SideTable::filled(count, false),
        };
        for ((caller, function), calls) in module.functions.iter().zip(calls) {
            for &(inst, callee) in calls {
                if let Some(sites) = new.sites.get_mut(callee) {
                    // Nobody sees the arguments of an intrinsic that calls it.
                    if function.op(inst) == Op::Call {
                        sites.push((caller, inst));
                    }
                    new.callees.entry(caller).push(callee);
                }
            }
        }
        new.sort(module);
        new
    }

    /// Depth first, without recursion: a function is finished after all that it calls.
    fn sort(&mut self, module: &Module) {
        #[derive(Clone, Copy, Default, PartialEq)]
        enum State {
            #[default]
            New,
            Open,
            Done,
        }
        let mut states = SideTable::filled(self.sites.len(), State::New);
        let mut stack = Vec::new();
        for (root, _) in module.functions.iter() {
            if states.at(root) != State::New {
                continue;
            }
            stack.push((root, 0));
            states.set(root, State::Open);
            while let Some((function, next)) = stack.pop() {
                let Some(&callee) = self.callees(function).get(next) else {
                    states.set(function, State::Done);
                    self.order.push(function);
                    continue;
                };
                stack.push((function, next + 1));
                match states.at(callee) {
                    State::New => {
                        states.set(callee, State::Open);
                        stack.push((callee, 0));
                    }
                    // Everything opened since calls itself by way of this call.
                    State::Open => {
                        let from = stack.iter().rposition(|row| row.0 == callee).unwrap_or(0);
                        for row in &stack[from..] {
                            self.recursive.set(row.0, true);
                        }
                    }
                    State::Done => {}
                }
            }
        }
    }

    /// True if nobody calls anybody.
    pub fn is_empty(&self) -> bool {
        self.callees.values().all(|callees| callees.is_empty())
    }

    /// Every function, callees before their callers as far as there is no recursion.
    pub fn bottom_up(&self) -> &[Function] {
        &self.order
    }

    /// The calls of a function: who calls it, and the instruction.
    pub fn sites(&self, function: Function) -> &[(Function, Inst)] {
        self.sites.get(function).map_or(&[], |sites| sites.as_slice())
    }

    /// The callees of a function, once for each call, in text order.
    pub fn callees(&self, function: Function) -> &[Function] {
        self.callees.get(function).map_or(&[], |callees| callees.as_slice())
    }

    /// True if a function may call itself, by whatever way.
    pub fn is_recursive(&self, function: Function) -> bool {
        self.recursive.get(function).copied().unwrap_or(true)
    }
}

/// The side effects that code may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    reads: u32,
    writes: u32,
    /// Does something that depends on which invocations run it together.
    pub convergent: bool,
    /// Depends on the neighbours of a fragment's quad.
    pub derivative: bool,
    /// May end the invocation, or make it a helper.
    pub ends: bool,
    /// Has an effect outside of memory: emits vertices, waits at a barrier or in a loop, and the like.
    pub acts: bool,
    /// Its interaction with other invocations.
    pub others: Others,
}

impl Summary {
    /// Anything.
    pub(crate) const UNKNOWN: Self = Self {
        reads: !0,
        writes: !0,
        convergent: true,
        derivative: true,
        ends: true,
        acts: true,
        others: Others { reads: true, waits: true, calls_in_loop: true },
    };

    /// True if memory of this class may be read. The memory behind pointer parameters is that of class `Function`.
    pub fn reads(&self, storage: Storage) -> bool {
        self.reads & bit(storage) != 0
    }

    /// True if memory of this class may be written.
    pub fn writes(&self, storage: Storage) -> bool {
        self.writes & bit(storage) != 0
    }

    /// True if memory that variables of this class may lead to is read, by whatever class of variable.
    pub fn may_read(&self, storage: Storage) -> bool {
        self.reads & meeting(storage) != 0
    }

    /// True if memory that variables of this class may lead to is written, by whatever class of variable.
    pub fn may_write(&self, storage: Storage) -> bool {
        self.writes & meeting(storage) != 0
    }

    /// True if nothing but results and the function's own variables tells that it ran.
    pub fn is_silent(&self) -> bool {
        self.writes == 0 && !self.ends && !self.acts
    }

    /// Of an instruction that calls nobody; for a control instruction, without what its blocks do.
    pub(crate) fn of_inst(module: &Module, function: &FunctionData, inst: Inst) -> Self {
        let data = &function.insts[inst];
        let intrinsic = function.intrinsic(inst);
        if intrinsic.is_some_and(Intrinsic::calls) {
            return Self::UNKNOWN;
        }
        let effects = function.effects(inst);
        let mut summary = Self {
            convergent: effects.contains(Effects::CONVERGENT),
            derivative: effects.contains(Effects::DERIVATIVE),
            ..Self::default()
        };
        let storage = memory(module, function, inst);
        if effects.contains(Effects::READS) {
            summary.reads |= storage.map_or(!0, bit);
        }
        if effects.contains(Effects::WRITES) {
            match storage {
                // A function's own variables are gone when it returns.
                Some(Storage::Function) if is_own(function, inst) => {}
                Some(storage) => summary.writes |= bit(storage),
                None => {
                    summary.writes |= !0;
                    summary.acts = true;
                }
            }
        }
        if effects.contains(Effects::TERMINATOR) {
            summary.ends = matches!(
                data.op,
                Op::Terminate | Op::IgnoreIntersection | Op::TerminateRay | Op::EmitMeshTasks
            );
        }
        // It has to happen, whatever becomes of its result.
        summary.acts |= function.is_volatile(inst);
        summary.ends |= intrinsic == Some(Intrinsic::Demote);
        summary
    }

    /// The effects that can be observed outside of the function, whose own variables nobody else sees.
    pub(crate) fn outside(mut self, function: &FunctionData, inst: Inst) -> Self {
        if self.reads(Storage::Function) && is_own(function, inst) {
            self.reads &= !bit(Storage::Function);
        }
        self
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.reads |= other.reads;
        self.writes |= other.writes;
        self.convergent |= other.convergent;
        self.derivative |= other.derivative;
        self.ends |= other.ends;
        self.acts |= other.acts;
    }

    /// Adds what loops wait for.
    pub(crate) fn with_others(mut self, others: Others) -> Self {
        self.acts |= others.waits;
        self.others = others;
        self
    }

    /// Adds what a function does that is called.
    fn add_callee(&mut self, callee: Self) {
        self.add(callee);
        self.others.reads |= callee.others.reads;
        if callee.others.reads && self.others.calls_in_loop {
            self.others.waits = true;
            self.acts = true;
        }
    }
}

/// The effects of calling each function.
#[derive(Clone, Debug, Default)]
pub struct Summaries {
    functions: SideTable<Function, Summary>,
}

impl Summaries {
    /// Of a module.
    pub fn new(module: &Module, calls: &Calls) -> Self {
        let own = module.functions.values().map(|function| {
            if !function.has_code() {
                return Summary::UNKNOWN;
            }
            let mut does = Summary::default();
            visit::each(function, function.body, |inst| {
                if !function.op(inst).effects().is_pure() && function.callee(inst).is_none() {
                    does.add(Summary::of_inst(module, function, inst).outside(function, inst));
                }
            });
            does.with_others(Others::of(module, function))
        });
        Self::of(calls, own)
    }

    /// Of what each function does by itself.
    pub(crate) fn of(calls: &Calls, own: impl Iterator<Item = Summary>) -> Self {
        let mut summaries = Self { functions: own.collect() };
        for &id in calls.bottom_up() {
            let mut summary = summaries.function(id);
            for &callee in calls.callees(id) {
                summary.add_callee(summaries.function(callee));
            }
            if calls.is_recursive(id) {
                summary = Summary::UNKNOWN;
            }
            summaries.functions.set(id, summary);
        }
        summaries
    }

    /// The effects of calling a function; all effects, if they have not been computed.
    pub fn function(&self, function: Function) -> Summary {
        self.get(function).copied().unwrap_or(Summary::UNKNOWN)
    }

    /// The same; none if nothing was found out of that function.
    pub fn get(&self, function: Function) -> Option<&Summary> {
        self.functions.get(function)
    }

    /// The effects of an instruction; for a control instruction, without those of its blocks.
    pub fn inst(&self, module: &Module, function: &FunctionData, inst: Inst) -> Summary {
        match function.callee(inst) {
            Some(callee) => self.function(callee),
            None => Summary::of_inst(module, function, inst),
        }
    }
}

/// The class of the memory that an instruction reads or writes by its first operand.
fn memory(module: &Module, function: &FunctionData, inst: Inst) -> Option<Storage> {
    let &pointer = function.operands(inst).first()?;
    match module.types.get(typing::operand_type(module, function, pointer)) {
        TypeData::Pointer { storage, .. } => Some(storage),
        _ if function.op(inst) == Op::ImageWrite => None,
        _ if function.op(inst) == Op::ImageRead => Some(Storage::Texel),
        // Reads of images and the like see nothing that this function can write.
        _ if !function.op(inst).effects().contains(Effects::WRITES) => Some(Storage::Opaque),
        _ => None,
    }
}

/// True if the memory is a variable of this function.
fn is_own(function: &FunctionData, inst: Inst) -> bool {
    let pointer = function.operands(inst).first();
    pointer.is_some_and(|&pointer| matches!(Path::of(function, pointer).root, Root::Variable(_)))
}

fn bit(storage: Storage) -> u32 {
    1 << (storage as u32)
}

/// The classes of the variables that may lead to the memory of variables of one class.
fn meeting(storage: Storage) -> u32 {
    if !is_bound(storage) {
        return bit(storage);
    }
    let bound = Storage::ALL.iter().filter(|row| is_bound(row.0));
    bound.fold(0, |bits, row| bits | bit(row.0))
}
