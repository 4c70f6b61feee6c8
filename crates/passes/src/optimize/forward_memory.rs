//! Store-to-load forwarding and dead store elimination.
//!
//! ```text
//! store %p, %x                      store %p, %y
//! %1: f32 = load %p                 use %x
//! use %1
//! store %p, %y
//! ```
//!
//! A stored or loaded value is known until something may write to its memory: a store to an address that may overlap
//! ([`crate::analysis`] compares addresses step by step), a call, an atomic operation, and, for memory that other invocations
//! see, a barrier or anything else that orders it. A store is dead if another to all of its memory follows in the same block
//! before anything may read it. A store of some components becomes part of the store of the whole before it, and a store of
//! the value that memory holds already goes.
//!
//! A loop that waits for other invocations reads again what was known before it ([`crate::analysis::others`]).
//! Volatile and coherent memory is left alone, and so is what shaders of other stages share. Facts about memory survive a
//! control instruction if nothing in it may write there. Where the arms of a branch write, what they leave becomes a result of the
//! branch once it is loaded. Only so many facts are kept, the latest, so that each access costs constant time.

mod facts;
mod inside;
mod joins;

use crate::analysis::calls::Summaries;
use crate::analysis::memory::{Overlap, Path, Root, is_bound, qualifiers};
use crate::analysis::others::{Deciders, may_be_written};
use crate::framework::module_facts::ModuleFacts;
use crate::framework::rewrite::{Action, Part, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use crate::optimize::precision::joined;
use crate::optimize::promote_variables::blend;
use facts::{Fact, Facts, Held};
use inside::{Inside, Insides};
use joins::Joins;
use rustc_hash::FxHashSet;
use vitrum_ir::{
    AtomicAccess, Function, FunctionData, Inst, Intrinsic, List, MemoryAccess, Module, Op, Operand,
    Precision, Qualifiers, Stage, Storage, SwizzledStore, TypeData, Value, ValueFlags, typing, visit,
};

/// Runs the pass; gives the number of loads replaced and stores dropped.
pub(crate) fn run(
    module: &mut Module,
    function: Function,
    session: &mut Session,
    around: &ModuleFacts,
) -> usize {
    let data = &module.functions[function];
    if !is_worth_it(module, data) {
        return 0;
    }
    let shares = module.globals.values().any(|global| may_be_written(module, global.storage));
    let loops = shares && data.may_have(&[Op::Loop]);
    let mut joins = Joins::default();
    let forward = Forward {
        joins: &mut joins,
        deciders: loops.then(|| Deciders::new(module, data)),
        insides: Insides::new(module, &module.functions[function], &around.summaries),
        summaries: &around.summaries,
        facts: Facts::default(),
        scopes: Vec::new(),
        is_entry: module.entry == Some(function) && !module.is_unit(),
    };
    let changes = rewrite_function(module, function, session, forward);
    changes + joins.apply(module, function, session)
}

/// True if a function accesses memory twice that is followed from one access to the next, or memory that ends with it.
fn is_worth_it(module: &Module, function: &FunctionData) -> bool {
    let mut roots = FxHashSet::default();
    let mut is_found = false;
    visit::each(function, function.body, |inst| {
        let data = &function.insts[inst];
        if is_found || !matches!(data.op, Op::Load | Op::Store | Op::StoreSwizzle) {
            return;
        }
        let Some(&pointer) = function.operands_of(data).first() else { return };
        let root = Path::of(function, pointer).root;
        let (is_fixed, ends) = match root {
            Root::Variable(_) => (false, true),
            Root::Global(global) => match module.globals[global].storage {
                Storage::Uniform | Storage::Input | Storage::Opaque | Storage::PushConstant => (true, false),
                Storage::Private => (false, data.op != Op::Load),
                _ => (false, false),
            },
            Root::Parameter(_) => (false, false),
            Root::Other(_) => (true, false),
        };
        is_found = ends || !is_fixed && !roots.insert(root);
    });
    is_found
}

struct Forward<'s> {
    /// The values that the arms of branches leave in memory.
    joins: &'s mut Joins,
    /// The values that loops wait for, if there are loops that may.
    deciders: Option<Deciders>,
    insides: Insides,
    summaries: &'s Summaries,
    facts: Facts,
    scopes: Vec<Scope>,
    is_entry: bool,
}

/// A control instruction around the current one.
struct Scope {
    /// The facts at the start of each of its blocks.
    start: Facts,
    /// The facts behind it.
    behind: Facts,
    /// The arm of a branch that is walked now, and the facts at the ends of those that come back.
    arm: usize,
    ends: [Option<Facts>; 2],
}

impl Visitor for Forward<'_> {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let op = rewriter.function.op(inst);
        self.joins.insts = rewriter.function.insts.len();
        match op {
            Op::Var => self.declare(rewriter, inst),
            Op::Load => return self.load(rewriter, inst),
            Op::Store => return self.store(rewriter, inst),
            Op::StoreSwizzle => return self.store_swizzle(rewriter, inst),
            Op::If | Op::Loop | Op::Switch => self.control(rewriter, inst, op),
            Op::Return => self.leave_function(rewriter),
            Op::Merge => self.merge(),
            _ if op.is_terminator() || op.effects().is_pure() => {}
            _ => self.other(rewriter, inst, op),
        }
        Action::Keep
    }

    fn enter(&mut self, _rewriter: &mut Rewriter<'_>, _control: Inst, part: Part) {
        if let Some(scope) = self.scopes.last_mut() {
            self.facts = scope.start.clone();
            scope.arm = usize::from(part == Part::Other);
        }
    }

    fn leave(&mut self, rewriter: &mut Rewriter<'_>, control: Inst) {
        if let Some(scope) = self.scopes.pop() {
            self.facts = scope.behind;
            self.joins.join(rewriter, control, &scope.ends, &mut self.facts);
        }
    }
}

impl Forward<'_> {
    /// A variable holds what it is declared with.
    fn declare(&mut self, rewriter: &Rewriter<'_>, inst: Inst) {
        if let (Some(value), Some(&initial)) =
            (rewriter.function.result(inst), rewriter.function.operands(inst).first())
        {
            let path = Path { root: Root::Variable(value), steps: List::new() };
            self.facts.add(Fact {
                path,
                storage: Storage::Function,
                held: Held::Value(initial),
                pending: None,
                is_older: false,
            });
        }
    }

    fn load(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let (Some(&pointer), Some(result)) =
            (rewriter.function.operands(inst).first(), rewriter.function.result(inst))
        else {
            return Action::Keep;
        };
        // Nothing that is known is about memory of these classes.
        let ty = rewriter.ty(pointer);
        if let TypeData::Pointer {
            storage: Storage::Uniform | Storage::Input | Storage::Opaque | Storage::PushConstant,
            ..
        } = rewriter.module.types.get(ty)
        {
            return Action::Keep;
        }
        let path = Path::resolved(rewriter.module, &rewriter.function, pointer);
        let Some(storage) = self.plain(rewriter, inst, &path, pointer) else {
            self.facts
                .look(|fact| fact.path.overlap(rewriter.module, &rewriter.function, &path) != Overlap::Never);
            return Action::Keep;
        };
        let value = rewriter.function.values[result];
        // Arrays stay where they are: not every target copies them as values.
        let is_array = matches!(rewriter.module.types.get(value.ty), TypeData::Array { .. });
        if !is_array
            && !value.flags.contains(ValueFlags::NONUNIFORM)
            && let Some((fact, steps)) = self.facts.known(rewriter.module, &rewriter.function, &path)
            && let (held, is_older) = (fact.held, fact.is_older)
            && !(is_older && self.is_waited_for(rewriter.module, storage, result))
        {
            match held {
                Held::Value(known) => {
                    if let Some(operand) = take(rewriter, inst, known, &steps) {
                        rewriter.remark(inst, |_| "load replaced by the known value".to_owned());
                        return rewriter.replace(inst, operand);
                    }
                }
                // It stays until the branch has a result.
                Held::Choice(number) => {
                    if steps.is_empty() && self.joins.is_of(number, value.ty) && rewriter.may_change() {
                        self.joins.want(inst, result, number);
                        self.facts.keep(|fact| fact.path != path);
                    }
                }
            }
        }
        self.facts
            .look(|fact| fact.path.overlap(rewriter.module, &rewriter.function, &path) != Overlap::Never);
        let held = Held::Value(result.into());
        self.facts.add(Fact { path, storage, held, pending: None, is_older: false });
        Action::Keep
    }

    /// True if a loop may wait until other invocations have changed what is loaded.
    fn is_waited_for(&self, module: &Module, storage: Storage, result: Value) -> bool {
        may_be_written(module, storage) && self.deciders.as_ref().is_some_and(|it| it.contains(result))
    }

    fn store(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let &[pointer, value] = rewriter.function.operands(inst) else { return Action::Keep };
        let path = Path::resolved(rewriter.module, &rewriter.function, pointer);
        let Some(storage) = self.plain(rewriter, inst, &path, pointer) else {
            self.facts.write(rewriter.module, &rewriter.function, &path);
            return Action::Keep;
        };
        let own = matches!(storage, Storage::Function | Storage::Private | Storage::Output);
        let ty = rewriter.ty(value);
        if (own || !holds_booleans(rewriter.module, ty))
            && self.facts.holds(rewriter.module, &rewriter.function, &path, value)
            && rewriter.may_change()
        {
            return Action::Remove;
        }
        if let Some(fate) = self.component(rewriter, &path, value, storage) {
            return fate;
        }
        self.put(rewriter, path, storage, value, inst);
        Action::Keep
    }

    /// Notes a store; stores that it covers, and that nobody has looked at, go.
    fn put(&mut self, rewriter: &mut Rewriter<'_>, path: Path, storage: Storage, value: Operand, inst: Inst) {
        for covered in self.facts.write(rewriter.module, &rewriter.function, &path) {
            if rewriter.may_change() {
                rewriter.drop_earlier(covered);
            }
        }
        let held = Held::Value(value);
        self.facts.add(Fact { path, storage, held, pending: Some(inst), is_older: false });
    }

    /// A component that is stored after the whole vector becomes part of that store.
    fn component(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        path: &Path,
        value: Operand,
        storage: Storage,
    ) -> Option<Action> {
        let (whole, known, pending, index) = self.facts.around(rewriter.module, &rewriter.function, path)?;
        let ty = rewriter.ty(known);
        let TypeData::Vector { size, .. } = rewriter.module.types.get(ty) else { return None };
        // An address may be out of bounds, an insertion may not.
        if index >= u32::from(size) || !rewriter.may_change() {
            return None;
        }
        let precision = joined(&rewriter.function, [known, value], Precision::None);
        let new = rewriter.push(Op::Insert, &[known, value], index, ty, precision);
        self.put_again(rewriter, whole, storage, new, pending);
        Some(Action::Remove)
    }

    /// The store of a whole is made again with another value.
    fn put_again(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        path: Path,
        storage: Storage,
        value: Operand,
        old: Inst,
    ) {
        let Some(&pointer) = rewriter.function.operands(old).first() else { return };
        rewriter.drop_earlier(old);
        self.facts.write(rewriter.module, &rewriter.function, &path);
        let inst = rewriter.push_store(pointer, value, old);
        let held = Held::Value(value);
        self.facts.add(Fact { path, storage, held, pending: Some(inst), is_older: false });
    }

    fn store_swizzle(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let &[pointer, value] = rewriter.function.operands(inst) else { return Action::Keep };
        let path = Path::resolved(rewriter.module, &rewriter.function, pointer);
        let SwizzledStore { swizzle, access } = SwizzledStore::from_bits(rewriter.function.insts[inst].imm);
        if access == MemoryAccess::NONE
            && let Some(storage) = self.storage(rewriter, &path, pointer)
            && let Some((known, pending)) = self.facts.pending(rewriter.module, &rewriter.function, &path)
            && rewriter.may_change()
        {
            let precision = joined(&rewriter.function, [known, value], Precision::None);
            let new = blend(rewriter, known, value, swizzle, precision);
            self.put_again(rewriter, path, storage, new, pending);
            return Action::Remove;
        }
        self.facts.write(rewriter.module, &rewriter.function, &path);
        Action::Keep
    }

    fn control(&mut self, rewriter: &Rewriter<'_>, inst: Inst, op: Op) {
        static UNKNOWN: Inside = Inside::UNKNOWN;
        let inside = self.insides.of(inst).unwrap_or(&UNKNOWN);
        let mut behind = self.facts.clone();
        behind.keep(|fact| !inside.writes(rewriter.module, &rewriter.function, fact));
        let quiet = op == Op::If && inside.stays;
        behind.look(|fact| !quiet || inside.reads(fact.storage));
        let mut start = if op == Op::If { self.facts.clone() } else { behind.clone() };
        if op == Op::Loop {
            start.grow_older();
        }
        start.look(|_| true);
        self.scopes.push(Scope { start, behind, arm: 0, ends: [None, None] });
    }

    /// An arm of a branch comes back.
    fn merge(&mut self) {
        if let Some(scope) = self.scopes.last_mut()
            && let Some(end) = scope.ends.get_mut(scope.arm)
        {
            *end = Some(std::mem::take(&mut self.facts));
        }
    }

    /// Stores to a function's own variables just before it returns are dead, and so are those of the entry point to variables
    /// of the invocation.
    fn leave_function(&mut self, rewriter: &mut Rewriter<'_>) {
        for (inst, root, storage) in self.facts.stores() {
            let own = matches!(root, Root::Variable(_));
            let last = self.is_entry && storage == Storage::Private;
            if (own || last) && rewriter.may_change() {
                rewriter.drop_earlier(inst);
            }
        }
    }

    /// Calls, atomics, barriers, and whatever else may touch memory.
    fn other(&mut self, rewriter: &Rewriter<'_>, inst: Inst, op: Op) {
        let module = &*rewriter.module;
        let function = &rewriter.function;
        let pointers: Vec<Path> = function
            .operands(inst)
            .iter()
            .filter(|&&operand| {
                let ty = typing::operand_type(module, function, operand);
                matches!(module.types.get(ty), TypeData::Pointer { .. })
            })
            .map(|&operand| Path::resolved(module, function, operand))
            .collect();
        let summary = self.summaries.inst(module, function, inst);
        let orders = if op.is_atomic() {
            AtomicAccess::from_bits(function.insts[inst].imm).semantics != 0
        } else {
            summary.acts || summary.convergent && op != Op::Call && summary.may_write(Storage::Buffer)
        };
        let touched = |fact: &Fact| {
            pointers.iter().any(|path| path.overlap(module, function, &fact.path) != Overlap::Never)
        };
        let own = |fact: &Fact| matches!(fact.storage, Storage::Function | Storage::Private);
        let is_memory = |fact: &Fact| fact.storage != Storage::Function;
        let calls = op == Op::Call || function.intrinsic(inst).is_some_and(Intrinsic::calls);
        // A call touches what it is passed, and globals as its summary says.
        self.facts.keep(|fact| {
            let written = orders && !own(fact)
                || calls && is_memory(fact) && summary.may_write(fact.storage)
                || touched(fact) && (summary.writes(Storage::Function) || summary.may_write(fact.storage));
            !written
        });
        let looks = calls || orders || op == Op::Intrinsic;
        // An image can be bound to the memory of a buffer.
        let reads = |fact: &Fact| is_bound(fact.storage) && summary.may_read(fact.storage);
        self.facts.look(|fact| looks || touched(fact) || reads(fact));
    }

    /// The storage class of an address whose memory is followed; none if an access is special.
    fn plain(&self, rewriter: &Rewriter<'_>, inst: Inst, path: &Path, pointer: Operand) -> Option<Storage> {
        if rewriter.function.insts[inst].imm == 0 { self.storage(rewriter, path, pointer) } else { None }
    }

    fn storage(&self, rewriter: &Rewriter<'_>, path: &Path, pointer: Operand) -> Option<Storage> {
        let ty = rewriter.ty(pointer);
        let TypeData::Pointer { storage, pointee } = rewriter.module.types.get(ty) else { return None };
        let known = followed(rewriter.module, path, storage);
        known.filter(|_| is_ordinary(rewriter.module, pointee))
    }
}

/// The storage class of an address, if its memory is followed: there is a name for it, and others see no single access.
pub(crate) fn followed(module: &Module, path: &Path, storage: Storage) -> Option<Storage> {
    let is_followed = match (storage, path.root) {
        (Storage::Function, Root::Variable(_) | Root::Parameter(_)) => true,
        (Storage::Private | Storage::Shared | Storage::Buffer, Root::Global(_)) => true,
        (Storage::Output, Root::Global(_)) => {
            matches!(module.stage, Stage::Vertex | Stage::TessEvaluation | Stage::Geometry | Stage::Fragment)
        }
        _ => false,
    };
    let special = Qualifiers::SEEN_BY_OTHERS.union(Qualifiers::FRAMEBUFFER_FETCH);
    let is_plain = !qualifiers(module, path).intersects(special);
    (is_followed && is_plain).then_some(storage)
}

/// True if values of a type may be used in any way: small numbers may be just loaded and stored, unless a target can do
/// more, and what is opaque or spread over invocations stays in memory.
fn is_ordinary(module: &Module, ty: vitrum_ir::Type) -> bool {
    let mut pending = List::new();
    pending.push(ty);
    // Types with more parts than this are no values that anyone wants to copy.
    for _ in 0..64 {
        let Some(ty) = pending.pop() else { return true };
        match module.types.get(ty) {
            TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } | TypeData::Matrix { scalar, .. } => {
                if scalar.width() < 32 && scalar != vitrum_ir::Scalar::Bool {
                    return false;
                }
            }
            TypeData::Array { element, .. } => pending.push(element),
            TypeData::Struct(id) => pending.extend(module.structs[id].members.iter().map(|member| member.ty)),
            _ => return false,
        }
    }
    false
}

/// True if there are Booleans in a type that [`is_ordinary`]. In bytes every word but zero is true, so a Boolean that is
/// loaded and stored again may change them.
fn holds_booleans(module: &Module, ty: vitrum_ir::Type) -> bool {
    let mut pending = vec![ty];
    while let Some(ty) = pending.pop() {
        match module.types.get(ty) {
            TypeData::Scalar(vitrum_ir::Scalar::Bool)
            | TypeData::Vector { scalar: vitrum_ir::Scalar::Bool, .. } => return true,
            TypeData::Array { element, .. } => pending.push(element),
            TypeData::Struct(id) => pending.extend(module.structs[id].members.iter().map(|member| member.ty)),
            _ => {}
        }
    }
    false
}

/// A part of what is known, in the place of a load.
fn take(rewriter: &mut Rewriter<'_>, load: Inst, known: Operand, steps: &[u32]) -> Option<Operand> {
    let mut part = rewriter.ty(known);
    let mut types = Vec::with_capacity(steps.len());
    for &step in steps {
        // An address may be out of bounds, an extraction may not.
        if rewriter.module.types.length(part).is_some_and(|length| step >= length) {
            return None;
        }
        part = typing::part_type(rewriter.module, part, step)?;
        types.push(part);
    }
    if !rewriter.may_change() {
        return None;
    }
    let span = rewriter.function.insts[load].span();
    let precision = rewriter.function.result_data(load).map_or(Precision::None, |data| data.precision);
    let mut operand = known;
    for (&step, &ty) in steps.iter().zip(&types) {
        operand = rewriter.push_from(span, Op::Extract, &[operand], step, (ty, precision));
    }
    Some(operand)
}
