//! Turns private globals that only the entry point uses, or that hold one constant, into local variables, and removes private and shared
//! memory that is never read.
//!
//! ```text
//! global @sum: f32 private = 1.0f32
//! global @seen: f32 private
//! fn &main() -> void {                        fn &main() -> void {
//!     %1: f32 = load @sum                         %sum: ptr<function, f32> = var 1.0f32
//!     store @seen, %1                             %1: f32 = load %sum
//!     ...                                         ...
//! ```
//!
//! The entry point runs once, so a variable of its own lives as long as a private global. As one,
//! `promote_variables` can take it. Stores to a private global that is never read are dropped in every function. A
//! global whose address goes anywhere but to loads, stores and accesses stays.
//!
//! A private global that only ever holds one constant becomes a variable of each function that uses it, with this value at its start:
//! all its stores are of the constant, and it starts with it or with nothing. A load before the stores is undefined, so it may be the
//! constant as well. Arrays and structs stay, since a copy in each function would cost more.
//!
//! Of other private globals, and of shared ones, stores go to parts that no function of the module reads. Nobody else can: shared memory
//! is that of one workgroup of one shader (GLSL 4.60, 4.3.8 "Shared Variables"). Shared blocks all lie on the same bytes, and stay;
//! so does what is volatile or coherent. A function without code, and what decorations refer to, may read all.

use crate::analysis::memory::{Overlap, Path, qualifiers};
use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite};
use crate::framework::session::Session;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::edit::remove_globals;
use vitrum_ir::{
    Constant, Function, FunctionData, Global, Inst, MemoryAccess, Module, Op, Operand, Qualifiers, SideTable,
    SpirvOperand, Storage, TypeData, Value, visit,
};

/// Parts of a global that are told apart when they are read, at most.
const MOST_READS: usize = 32;

/// The uses of a private or shared global.
struct Usage {
    /// The functions that use it.
    functions: Vec<Function>,
    is_read: bool,
    /// True if every use is a load, a store or an access.
    is_plain: bool,
    /// The parts that are read or used in other ways; none if there are too many of them.
    reads: Option<Vec<Path>>,
    /// Stores to it alone, which nobody else sees.
    stores: Vec<(Function, Inst, Path)>,
    /// The value of the stores so far.
    stored: Stored,
}

/// The contents of a global.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stored {
    /// No value: it is undefined.
    Nothing,
    Constant(Constant),
    /// Values that differ, or are not known.
    Several,
}

impl Stored {
    /// The contents if either of two stores may be the last.
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nothing, known) | (known, Self::Nothing) => known,
            (one, other) if one == other => one,
            _ => Self::Several,
        }
    }
}

impl Usage {
    fn read(&mut self, path: Path) {
        if let Some(reads) = &mut self.reads
            && !reads.contains(&path)
        {
            reads.push(path);
            if reads.len() > MOST_READS {
                self.reads = None;
            }
        }
    }

    /// The stores to parts that nothing reads.
    fn unread(&self, module: &Module) -> impl Iterator<Item = (Function, Inst)> {
        let is_read = |(function, _, path): &&(Function, Inst, Path)| {
            let function = &module.functions[*function];
            let reads = self.reads.iter().flatten();
            self.reads.is_none()
                || reads.into_iter().any(|it| it.overlap(module, function, path) != Overlap::Never)
        };
        self.stores.iter().filter(move |store| !is_read(store)).map(|&(function, inst, _)| (function, inst))
    }
}

/// Runs the pass; gives the number of globals that went.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    // Units share them.
    let Some(entry) = module.entry.filter(|_| !module.is_unit()) else { return 0 };
    if !module.globals.values().any(|data| matches!(data.storage, Storage::Private | Storage::Shared)) {
        return 0;
    }
    let (usage, users) = usage(module);
    let hidden = Hidden::of(module);
    let mut plan = Plan::default();
    for (id, _) in module.globals.iter().filter(|(_, data)| data.storage == Storage::Private) {
        match usage.get(&id) {
            None if session.may_change() => {
                plan.fates.insert(id, What::Unused);
            }
            Some(usage) if usage.is_plain && !usage.is_read && session.may_change() => {
                plan.fates.insert(id, What::Written);
            }
            Some(usage) if usage.is_plain && usage.functions == [entry] && session.may_change() => {
                plan.fates.insert(id, What::Local);
                plan.locals.entry(entry).or_default().push((id, initial(module, id)));
            }
            Some(usage) if usage.is_plain => {
                let first = initial(module, id).map_or(Stored::Nothing, Stored::Constant);
                let Stored::Constant(constant) = first.or(usage.stored) else { continue };
                if !is_small(module, id) || hidden.has_readers(module, id) || !session.may_change() {
                    continue;
                }
                plan.fates.insert(id, What::Local);
                plan.stores.extend(usage.stores.iter().map(|&(function, inst, _)| (function, inst)));
                for &function in &usage.functions {
                    plan.locals.entry(function).or_default().push((id, Some(constant)));
                }
            }
            _ => {}
        }
    }
    for (id, usage) in sorted(&usage).into_iter().filter(|row| !plan.fates.contains_key(&row.0)) {
        if hidden.has_readers(module, id) {
            continue;
        }
        plan.stores.extend(usage.unread(module).take_while(|_| session.may_change()));
    }
    if plan.fates.is_empty() && plan.stores.is_empty() {
        return 0;
    }
    let plan = &plan;
    rewrite(module, session, |_, id, _| {
        users.at(id).then_some(Localize { plan, id, variables: None, written: FxHashMap::default() })
    });
    remove_globals(module, |global| plan.fates.contains_key(&global));
    plan.fates.len() + plan.stores.len()
}

/// The uses by the number of the global, so that fuel ends at the same place in every run.
fn sorted(usage: &FxHashMap<Global, Usage>) -> Vec<(Global, &Usage)> {
    let mut all: Vec<(Global, &Usage)> = usage.iter().map(|(&id, usage)| (id, usage)).collect();
    all.sort_unstable_by_key(|row| row.0);
    all
}

/// The value of a global before the first store, if it has one.
fn initial(module: &Module, global: Global) -> Option<Constant> {
    module.globals[global].initializer.filter(|&it| !module.is_undefined(it.into()))
}

/// True for what is a few values at most.
fn is_small(module: &Module, global: Global) -> bool {
    let ty = module.types.get(module.globals[global].ty);
    matches!(ty, TypeData::Scalar(_) | TypeData::Vector { .. } | TypeData::Matrix { .. })
}

/// Readers of globals that are not seen.
struct Hidden {
    /// True if a function without code may read all.
    everywhere: bool,
    /// True if shared memory lies on the same bytes as a block.
    shares: bool,
    /// Globals that decorations refer to.
    named: FxHashSet<Global>,
}

impl Hidden {
    fn of(module: &Module) -> Self {
        let named = module.spirv.iter().flat_map(|item| &item.operands).filter_map(|operand| match operand {
            SpirvOperand::Global(global) => Some(*global),
            _ => None,
        });
        Self {
            everywhere: module.functions.values().any(|function| !function.has_code()),
            shares: module.globals.values().any(|it| it.storage == Storage::Shared && it.block.is_some()),
            named: named.collect(),
        }
    }

    /// True if stores to a global may have such readers.
    fn has_readers(&self, module: &Module, global: Global) -> bool {
        let is_shared = module.globals[global].storage == Storage::Shared;
        self.everywhere || is_shared && self.shares || self.named.contains(&global)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// Nothing uses it.
    Unused,
    /// It is only stored to: its stores go.
    Written,
    /// It becomes a variable of the entry point, or of each function that uses it.
    Local,
}

#[derive(Default)]
struct Plan {
    fates: FxHashMap<Global, What>,
    /// By function, the globals that become its variables, each with its value at the start.
    locals: FxHashMap<Function, Vec<(Global, Option<Constant>)>>,
    /// Stores that go: those to parts that nothing reads, and those of what a global holds anyway.
    stores: FxHashSet<(Function, Inst)>,
}

/// The uses of private and shared globals, and the functions with such uses.
fn usage(module: &Module) -> (FxHashMap<Global, Usage>, SideTable<Function, bool>) {
    let mut usage: FxHashMap<Global, Usage> = FxHashMap::default();
    let mut users = SideTable::with_capacity(module.functions.len());
    for (id, function) in module.functions.iter() {
        let mut derived: FxHashMap<Value, Global> = FxHashMap::default();
        let mut uses_some = false;
        for (_, inst) in visit::insts(function) {
            let data = &function.insts[inst];
            for (index, &operand) in function.operands(inst).iter().enumerate() {
                let root = operand.global().or_else(|| derived.get(&operand.value()?).copied());
                let is_seen =
                    |it: Global| matches!(module.globals[it].storage, Storage::Private | Storage::Shared);
                let Some(global) = root.filter(|&it| is_seen(it)) else { continue };
                uses_some = true;
                let usage = usage.entry(global).or_insert_with(|| Usage {
                    functions: Vec::new(),
                    is_read: false,
                    is_plain: true,
                    reads: Some(Vec::new()),
                    stores: Vec::new(),
                    stored: Stored::Nothing,
                });
                if usage.functions.last() != Some(&id) {
                    usage.functions.push(id);
                }
                let is_volatile = data.memory_access().contains(MemoryAccess::VOLATILE);
                match data.op {
                    Op::Access => {
                        derived.extend(function.result(inst).map(|result| (result, global)));
                    }
                    Op::Load if !is_volatile => usage.is_read = true,
                    Op::Store | Op::StoreSwizzle if !is_volatile => {}
                    _ => usage.is_plain = false,
                }
                if data.op != Op::Access {
                    let path = Path::resolved(module, function, operand);
                    if index == 0 && is_plain_store(module, function, inst, &path) {
                        usage.stores.push((id, inst, path));
                        usage.stored = usage.stored.or(stored(module, function, inst));
                    } else {
                        usage.read(path);
                        if data.op != Op::Load {
                            usage.stored = Stored::Several;
                        }
                    }
                }
            }
        }
        users.set(id, uses_some);
    }
    (usage, users)
}

/// The contents of a global behind a store.
fn stored(module: &Module, function: &FunctionData, inst: Inst) -> Stored {
    match (function.op(inst), function.operands(inst)) {
        (Op::Store, &[to, value]) if to.global().is_some() => {
            let constant = value.constant();
            match constant.is_some_and(|it| module.is_undefined(it.into())) {
                true => Stored::Nothing,
                false => constant.map_or(Stored::Several, Stored::Constant),
            }
        }
        _ => Stored::Several,
    }
}

/// True if an instruction only stores to the memory of a path, and no one else may look at it.
fn is_plain_store(module: &Module, function: &FunctionData, inst: Inst, path: &Path) -> bool {
    let data = &function.insts[inst];
    let is_store = match data.op {
        Op::Store => data.imm == 0,
        Op::StoreSwizzle => data.memory_access() == MemoryAccess::NONE,
        _ => false,
    };
    is_store && !qualifiers(module, path).intersects(Qualifiers::SEEN_BY_OTHERS)
}

struct Localize<'a> {
    plan: &'a Plan,
    id: Function,
    /// The variables, once they are declared.
    variables: Option<FxHashMap<Global, Operand>>,
    /// Addresses within globals that are only stored to.
    written: FxHashMap<Value, Global>,
}

impl Visitor for Localize<'_> {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        if self.variables.is_none() {
            self.declare(rewriter);
        }
        if self.plan.stores.contains(&(self.id, inst)) {
            return Action::Remove;
        }
        let Some(&first) = rewriter.function.operands(inst).first() else { return Action::Keep };
        let op = rewriter.function.op(inst);
        let root = first.global().or_else(|| self.written.get(&first.value()?).copied());
        if let Some(global) = root.filter(|global| self.plan.fates.get(global) == Some(&What::Written)) {
            if op == Op::Access {
                self.written.extend(rewriter.function.result(inst).map(|result| (result, global)));
            }
            return Action::Remove;
        }
        let variable = first.global().and_then(|global| self.variables.as_ref()?.get(&global).copied());
        if let Some(variable) = variable
            && let Some(slot) = rewriter.function.operands_mut(inst).first_mut()
        {
            *slot = variable;
        }
        if op == Op::Access {
            follow(rewriter, inst);
        }
        Action::Keep
    }
}

impl Localize<'_> {
    fn declare(&mut self, rewriter: &mut Rewriter<'_>) {
        let mut variables = FxHashMap::default();
        for &(global, initial) in self.plan.locals.get(&self.id).into_iter().flatten() {
            let data = &rewriter.module.globals[global];
            let (ty, precision, name) = (data.ty, data.precision, data.name);
            variables.insert(global, rewriter.variable(ty, precision, name, initial).into());
        }
        self.variables = Some(variables);
    }
}

/// Gives an address the storage class of what it starts from.
fn follow(rewriter: &mut Rewriter<'_>, inst: Inst) {
    let Some(base) = rewriter.function.operands(inst).first().and_then(|base| base.value()) else { return };
    let Some(result) = rewriter.function.result(inst) else { return };
    let types = &mut rewriter.module.types;
    let (from, to) =
        (types.get(rewriter.function.values[base].ty), types.get(rewriter.function.values[result].ty));
    if let (
        TypeData::Pointer { storage: Storage::Function, .. },
        TypeData::Pointer { storage: Storage::Private, pointee },
    ) = (from, to)
    {
        rewriter.function.values[result].ty = types.pointer(Storage::Function, pointee);
    }
}
