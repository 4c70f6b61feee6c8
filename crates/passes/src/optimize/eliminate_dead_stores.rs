//! Elimination of dead stores across control flow: what is written and never read, or written again first on every path.
//!
//! ```text
//! store @out, %x                                if %c {
//! if %c {                                           store @out, %y
//!     store @out, %y                                merge
//!     merge                                     } else {
//! } else {                                          store @out, %z
//!     store @out, %z                                merge
//!     merge                                     }
//! }
//! ```
//!
//! A walk from the end to the start keeps what may be read from here on of memory that ends with the function (its own variables, and
//! private ones in an entry point that calls nothing), and what surely is written before anyone can look of all other memory that
//! `forward_memory` follows. The parts of a variable are told apart by the steps of their addresses, so stores to elements that nothing
//! reads go as well. What a loop reads may be read in its next iteration, by whatever index; nothing is surely written in one.
//!
//! A call, an atomic operation that orders memory, a barrier, an emitted vertex and whatever else may let others look keeps the stores
//! before it, and so do loads of memory that may be the same (GLSL 4.60, 4.10 "Memory Qualifiers": variables may alias unless `restrict`).
//! A fragment that is demoted or ends keeps what it has stored before (7.1.5, 6.4): both are such operations. Volatile and coherent
//! memory stays.
//!
//! NIR: `nir_opt_dead_write_vars` within a block; LLVM: DSE.

mod state;

use crate::analysis::memory::{Path, Root, is_bound};
use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use crate::optimize::forward_memory::followed;
use rustc_hash::FxHashSet;
use state::{State, widened};
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, ControlKind, Effects, Function, FunctionData, Inst, MemoryAccess, Module, Op, Operand, SideTable,
    Storage, SwizzledStore, TypeData, Value, ValueDef, typing,
};

/// Runs the pass; gives the number of stores that went.
pub(crate) fn run(module: &mut Module, function: Function, session: &mut Session) -> usize {
    let data = &module.functions[function];
    let stored = stored(module, data);
    if !stored.own && !stored.twice {
        return 0;
    }
    let is_last = module.entry == Some(function) && !module.is_unit() && !data.may_call();
    let mut dead = Walk::of(module, data, is_last, stored.own).dead;
    dead.retain(|_| session.may_change());
    if dead.is_empty() {
        return 0;
    }
    for &inst in &dead {
        session.remark(data.insts[inst].span(), || "store that nothing reads removed".to_owned());
    }
    let dead: FxHashSet<Inst> = dead.into_iter().collect();
    rewrite_function(module, function, session, Remove { dead })
}

/// The memory that a function stores to.
#[derive(Default)]
struct Stored {
    /// True if some may end with it.
    own: bool,
    /// True if it stores to some variable more than once.
    twice: bool,
}

fn stored(module: &Module, function: &FunctionData) -> Stored {
    let mut roots = FxHashSet::default();
    let mut stored = Stored::default();
    visit::each(function, function.body, |inst| {
        let data = &function.insts[inst];
        if stored.own || !matches!(data.op, Op::Store | Op::StoreSwizzle) {
            return;
        }
        let Some(&pointer) = function.operands_of(data).first() else { return };
        let root = Path::of(function, pointer).root;
        stored.own = match root {
            Root::Variable(_) => true,
            Root::Global(global) => module.globals[global].storage == Storage::Private,
            Root::Parameter(_) | Root::Other(_) => false,
        };
        stored.twice |= !roots.insert(root);
    });
    stored
}

struct Remove {
    dead: FxHashSet<Inst>,
}

impl Visitor for Remove {
    fn inst(&mut self, _rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        if self.dead.contains(&inst) { Action::Remove } else { Action::Keep }
    }
}

/// A control instruction whose blocks the walk is in.
struct Scope {
    op: Op,
    behind: State,
    /// At the start of the next iteration of a loop.
    again: State,
    /// At the start of each block that the walk has come through, the last one of the text first.
    starts: Vec<(Block, State)>,
}

impl Scope {
    fn start(&self, block: Block) -> Option<&State> {
        self.starts.iter().find(|row| row.0 == block).map(|row| &row.1)
    }
}

/// The walk from the end of a function to its start.
struct Walk<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    /// True if private variables end with the function.
    is_last: bool,
    /// True if there are stores to memory that ends with the function.
    has_own: bool,
    /// Variables whose address goes elsewhere.
    spoiled: FxHashSet<Value>,
    /// Reads of memory that ends with the function, by the number of the event.
    reads: Vec<(usize, Path)>,
    /// The number of the event of each instruction, and of the start of each block.
    positions: SideTable<Inst, usize>,
    starts: SideTable<Block, usize>,
    state: State,
    scopes: Vec<Scope>,
    dead: Vec<Inst>,
}

impl<'a> Walk<'a> {
    fn of(module: &'a Module, function: &'a FunctionData, is_last: bool, has_own: bool) -> Self {
        let mut walk = Self {
            module,
            function,
            is_last,
            has_own,
            spoiled: FxHashSet::default(),
            reads: Vec::new(),
            positions: SideTable::filled(function.insts.len(), 0),
            starts: SideTable::filled(function.blocks.len(), 0),
            state: State::default(),
            scopes: Vec::new(),
            dead: Vec::new(),
        };
        let mut events = Vec::with_capacity(function.insts.len());
        visit::walk(function, function.body, |event| {
            match event {
                Event::Inst(inst) => {
                    walk.positions.set(inst, events.len());
                    if has_own {
                        walk.survey(inst, events.len());
                    }
                }
                Event::Enter(block) => walk.starts.set(block, events.len()),
                Event::Behind(_) | Event::Leave(_) => {}
            }
            events.push(event);
        });
        for (at, &event) in events.iter().enumerate().rev() {
            match event {
                Event::Behind(control) => walk.enter(control, at),
                Event::Enter(block) => {
                    if let Some(scope) = walk.scopes.last_mut() {
                        scope.starts.push((block, walk.state.clone()));
                    }
                }
                Event::Leave(_) => {}
                Event::Inst(inst) if function.control(inst).is_some() => walk.leave(inst),
                Event::Inst(inst) if function.op(inst).is_terminator() => walk.end(function.op(inst)),
                Event::Inst(inst) => walk.inst(inst),
            }
        }
        walk
    }

    /// Notes what an instruction reads, and addresses that go where they are not followed.
    fn survey(&mut self, inst: Inst, at: usize) {
        let (function, op) = (self.function, self.function.op(inst));
        let follows = op.is_control() || op.is_terminator();
        for (index, &operand) in function.operands(inst).iter().enumerate() {
            let is_written = matches!(op, Op::Store | Op::StoreSwizzle) && index == 0;
            if is_written || op == Op::Access || !self.is_pointer(operand) {
                continue;
            }
            let path = Path::resolved(self.module, function, operand);
            let is_address = op == Op::Store || follows || !reads_or_writes(function, inst);
            match path.root {
                Root::Variable(value) if is_address => {
                    self.spoiled.insert(value);
                }
                root if self.ends(root) => self.reads.push((at, path)),
                _ => {}
            }
        }
    }

    fn is_pointer(&self, operand: Operand) -> bool {
        let ty = typing::operand_type(self.module, self.function, operand);
        matches!(self.module.types.get(ty), TypeData::Pointer { .. })
    }

    /// True if memory is gone when the function returns, and something is stored there.
    fn ends(&self, root: Root) -> bool {
        match root {
            _ if !self.has_own => false,
            Root::Variable(value) => !self.spoiled.contains(&value),
            Root::Global(global) => self.is_last && self.module.globals[global].storage == Storage::Private,
            Root::Parameter(_) | Root::Other(_) => false,
        }
    }

    /// Comes to the end of a control instruction, which is an event.
    fn enter(&mut self, control: Inst, end: usize) {
        let behind = std::mem::take(&mut self.state);
        let mut again = State::default();
        if self.function.op(control) == Op::Loop {
            again.join_reads(&behind);
            let start = self.positions.at(control);
            let from = self.reads.partition_point(|row| row.0 < start);
            let read = self.reads.get(from..).unwrap_or_default();
            for (_, path) in read.iter().take_while(|row| row.0 < end) {
                again.read(widened(path, |index| self.position(index) < start));
            }
        }
        self.scopes.push(Scope { op: self.function.op(control), behind, again, starts: Vec::new() });
    }

    /// The event that an operand is known from.
    fn position(&self, operand: Operand) -> usize {
        let Some(value) = operand.value() else { return 0 };
        match self.function.values[value].def() {
            ValueDef::Result { inst, .. } => self.positions.at(inst),
            ValueDef::Param { block, .. } => self.starts.at(block),
        }
    }

    /// Comes to the start of a control instruction.
    fn leave(&mut self, control: Inst) {
        let Some(scope) = self.scopes.pop() else { return };
        let kind = self.function.control(control).map(|control| &control.kind);
        let mut starts: Vec<&State> = Vec::new();
        match kind {
            Some(ControlKind::If { then, other }) => {
                starts.extend([*then, *other].iter().filter_map(|&block| scope.start(block)));
            }
            Some(ControlKind::Loop { body, .. }) => starts.extend(scope.start(*body)),
            Some(ControlKind::Switch { cases }) => {
                starts.extend(cases.iter().filter_map(|case| scope.start(case.block)));
                if !cases.iter().any(|case| case.default) {
                    starts.push(&scope.behind);
                }
            }
            None => {}
        }
        self.state = State::joined(self.module, self.function, &starts);
    }

    /// Comes to the end of a block.
    fn end(&mut self, op: Op) {
        let around = |wanted: &[Op]| self.scopes.iter().rev().find(|scope| wanted.contains(&scope.op));
        let state = match op {
            Op::Merge => around(&[Op::If]).map(|scope| scope.behind.clone()),
            Op::Break => around(&[Op::Loop, Op::Switch]).map(|scope| scope.behind.clone()),
            // The case behind this one, or the block that a body continues in, has just been left.
            Op::Fallthrough => {
                around(&[Op::Switch]).and_then(|scope| scope.starts.last()).map(|row| row.1.clone())
            }
            Op::Continue => around(&[Op::Loop])
                .map(|scope| scope.starts.first().map_or_else(|| scope.again.clone(), |row| row.1.clone())),
            Op::Next => around(&[Op::Loop]).map(|scope| scope.again.clone()),
            Op::BreakIf => around(&[Op::Loop])
                .map(|scope| State::joined(self.module, self.function, &[&scope.again, &scope.behind])),
            _ => Some(State::default()),
        };
        self.state = state.unwrap_or(State::UNKNOWN);
    }

    /// Comes to an instruction that neither owns blocks nor ends one.
    fn inst(&mut self, inst: Inst) {
        let (module, function) = (self.module, self.function);
        let data = &function.insts[inst];
        match (data.op, function.operands(inst).first()) {
            (Op::Access | Op::Var, _) => {}
            (Op::Store, Some(&pointer)) => self.store(inst, pointer, data.imm == 0),
            (Op::StoreSwizzle, Some(&pointer)) => {
                let access = SwizzledStore::from_bits(data.imm).access;
                self.store(inst, pointer, access == MemoryAccess::NONE);
            }
            (Op::Load, Some(&pointer)) => {
                let path = Path::resolved(module, function, pointer);
                self.look(path);
            }
            _ if data.op.effects().is_pure() || !reads_or_writes(function, inst) => {}
            _ => {
                for &operand in function.operands(inst) {
                    if self.is_pointer(operand) {
                        self.look(Path::resolved(module, function, operand));
                    }
                }
                let writes = function.effects(inst).contains(Effects::WRITES);
                self.state.keep(|path| !writes && !is_seen(storage(module, function, path)));
            }
        }
    }

    fn store(&mut self, inst: Inst, pointer: Operand, is_plain: bool) {
        let (module, function) = (self.module, self.function);
        let path = Path::resolved(module, function, pointer);
        let ty = typing::operand_type(module, function, pointer);
        let is_followed = match module.types.get(ty) {
            TypeData::Pointer { storage, .. } => followed(module, &path, storage).is_some(),
            _ => false,
        };
        if !is_plain || !is_followed {
            // Another invocation that sees this may see what was stored before.
            if !self.ends(path.root) {
                self.state.keep(|_| false);
            }
            return;
        }
        let ends = self.ends(path.root);
        let is_dead = match ends {
            true => !self.state.is_read(module, function, &path),
            false => self.state.is_covered(module, function, &path),
        };
        if is_dead {
            self.dead.push(inst);
        } else if function.op(inst) == Op::Store {
            self.state.write(module, function, path, ends);
        }
    }

    /// Something reads memory.
    fn look(&mut self, path: Path) {
        let (module, function) = (self.module, self.function);
        self.state.look(module, function, &path);
        if self.ends(path.root) {
            self.state.read(path);
        }
    }
}

/// The storage class that an address begins in.
fn storage(module: &Module, function: &FunctionData, path: &Path) -> Option<Storage> {
    match path.root {
        Root::Variable(_) => Some(Storage::Function),
        Root::Global(global) => Some(module.globals[global].storage),
        Root::Parameter(value) => match module.types.get(function.values[value].ty) {
            TypeData::Pointer { storage, .. } => Some(storage),
            _ => None,
        },
        Root::Other(_) => None,
    }
}

/// True if an instruction that owns no blocks may depend on memory, or change it or something else that others see.
fn reads_or_writes(function: &FunctionData, inst: Inst) -> bool {
    let effects = function.effects(inst);
    effects.contains(Effects::READS) || effects.contains(Effects::WRITES)
}

/// True if what reads an image or a resource, and is no load, may see memory of a class.
fn is_seen(storage: Option<Storage>) -> bool {
    storage.is_none_or(is_bound)
}
