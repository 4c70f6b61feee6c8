//! Effects of expressions on memory and control flow, and conflicts between them.

use vitrum_ir::typing::operand_type;
use vitrum_ir::{
    BuiltIn, Effects as OpEffects, Function, FunctionData, Global, Id, Module, Op, Operand, SideTable,
    Storage, visit,
};
use vitrum_passes::analysis::calls::Calls;
use vitrum_passes::analysis::memory::{self, Path};

/// An alias set: one bit, or none for memory that is never written. There are more variables than bits, so some share
/// a bit and are assumed to alias. Bits are assigned in order of definition, so that neighbours differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AliasSet(u64);

/// The bits that a callee may access: shared memory and globals.
const OUTER: u64 = (1 << GLOBALS) - 1;
const GLOBALS: u32 = 24;
const LOCALS: u32 = u64::BITS - GLOBALS - 2;

/// Bits for effects other than memory. `ORDER` is an order that other invocations observe, read by convergent
/// operations. `FLOW` is the set of active invocations, read by convergent operations and writes.
const ORDER: u64 = 1 << 63;
const FLOW: u64 = 1 << 62;

impl AliasSet {
    /// Memory that may have several names, such as buffers and images.
    pub(crate) const SHARED: Self = Self(1);
    /// Memory that is never written while the shader runs.
    pub(crate) const CONSTANT: Self = Self(0);

    /// A local variable or parameter, by its number in the function.
    pub(crate) fn local(number: u32) -> Self {
        Self(1 << (GLOBALS + number % LOCALS))
    }

    /// A global that does not alias others.
    fn global(global: Global) -> Self {
        Self(2 << (global.index() as u32 % (GLOBALS - 1)))
    }

    /// The alias set of a global.
    pub(crate) fn of_global(module: &Module, global: Global) -> Self {
        let data = &module.globals[global];
        match data.storage {
            // `demote` makes an invocation a helper.
            Storage::Input if data.decorations.builtin == Some(BuiltIn::HelperInvocation) => Self(FLOW),
            // Shared blocks overlap.
            Storage::Shared if data.block.is_some() => Self::SHARED,
            Storage::Input
            | Storage::Uniform
            | Storage::Opaque
            | Storage::PushConstant
            | Storage::ShaderRecord => Self::CONSTANT,
            Storage::Function | Storage::Private | Storage::Output | Storage::Shared | Storage::TileImage => {
                Self::global(global)
            }
            Storage::PixelLocal
            | Storage::TaskPayload
            | Storage::RayPayload
            | Storage::IncomingRayPayload
            | Storage::HitAttribute
            | Storage::CallableData
            | Storage::HitObjectAttribute
            | Storage::IncomingCallableData => Self::global(global),
            Storage::Buffer
            | Storage::PhysicalBuffer
            | Storage::AtomicCounter
            | Storage::Texel
            | Storage::Spirv => Self::SHARED,
        }
    }
}

/// The effects of an evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    /// The alias sets that are read and written.
    reads: u64,
    writes: u64,
}

impl Effects {
    /// No effects.
    pub(crate) const NONE: Self = Self { reads: 0, writes: 0 };

    /// True if there are no effects.
    pub(crate) fn is_pure(&self) -> bool {
        self.reads | self.writes == 0
    }

    /// True if the expression must not be removed, duplicated or made conditional.
    pub(crate) fn has_writes(&self) -> bool {
        self.writes != 0
    }

    /// True if the expression depends on the active invocations.
    pub(crate) fn is_convergent(&self) -> bool {
        self.reads & ORDER != 0
    }

    /// Adds a read.
    pub(crate) fn read(&mut self, root: AliasSet) {
        self.reads |= root.0;
    }

    /// Adds a write, which depends on the active invocations.
    pub(crate) fn write(&mut self, root: AliasSet) {
        self.writes |= root.0;
        self.reads |= if root.0 == 0 { 0 } else { FLOW };
    }

    /// Marks as ordered: reads and writes all globals and shared memory (calls, atomics, barriers).
    pub(crate) fn set_ordered(&mut self) {
        self.writes |= ORDER | OUTER;
        self.reads |= FLOW;
    }

    /// Marks as control flow: may end the invocation or change the active invocations.
    pub(crate) fn set_flow(&mut self) {
        self.writes |= FLOW;
    }

    /// Marks as convergent: depends on the active invocations.
    pub(crate) fn set_convergent(&mut self) {
        self.reads |= ORDER | FLOW;
    }

    /// Adds the effects of `other`.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.reads |= other.reads;
        self.writes |= other.writes;
    }

    /// True if two evaluations must not be reordered: one writes what the other reads or writes.
    pub(crate) fn conflicts(&self, other: &Self) -> bool {
        self.writes & (other.reads | other.writes) | self.reads & other.writes != 0
    }
}

/// The effects of calling each function, without those of its arguments, and true if every function follows its
/// callees.
pub(crate) fn summarise(module: &Module) -> (SideTable<Function, Effects>, bool) {
    let mut summaries = SideTable::filled(module.functions.len(), Effects::NONE);
    if module.functions.len() < 2 {
        return (summaries, true);
    }
    let calls = Calls::new(module);
    for &id in calls.bottom_up().iter().filter(|&&id| !calls.sites(id).is_empty()) {
        let mut summary = summary_of(module, &module.functions[id], &summaries);
        if calls.is_recursive(id) || module.functions[id].is_import() {
            summary.set_ordered();
            summary.set_flow();
            summary.set_convergent();
        }
        summaries.set(id, summary);
    }
    let comes_after = |id| calls.callees(id).iter().all(|&it| it < id && !module.functions[it].is_import());
    let in_order = !module.has_callbacks() && module.functions.iter().all(|(id, _)| comes_after(id));
    (summaries, in_order)
}

fn summary_of(module: &Module, function: &FunctionData, summaries: &SideTable<Function, Effects>) -> Effects {
    let mut effects = Effects::default();
    visit::each_in_order(function, |_, inst| {
        let data = &function.insts[inst];
        let does = data.op.effects();
        if does.is_pure() {
            return;
        }
        if does.contains(OpEffects::DERIVATIVE) {
            effects.set_convergent();
        }
        match data.op {
            Op::Load | Op::ArrayLength | Op::Store | Op::StoreSwizzle => {
                let pointer = function.operands(inst).first();
                let Some(root) = pointer.and_then(|&pointer| outer_alias_set(module, function, pointer))
                else {
                    return;
                };
                if matches!(data.op, Op::Store | Op::StoreSwizzle) {
                    effects.write(root);
                } else {
                    effects.read(root);
                }
            }
            Op::Call => match function.callee(inst) {
                Some(callee) => {
                    if let Some(summary) = summaries.get(callee) {
                        effects.merge(summary);
                    }
                    // A global may be an argument.
                    for &operand in function.operands(inst) {
                        if let Some(root) = outer_alias_set(module, function, operand) {
                            effects.read(root);
                            effects.write(root);
                        }
                    }
                }
                None => effects.set_ordered(),
            },
            Op::Terminate | Op::IgnoreIntersection | Op::TerminateRay | Op::EmitMeshTasks => {
                effects.set_flow()
            }
            Op::Intrinsic => {
                effects.set_ordered();
                effects.set_flow();
            }
            Op::ImageRead => effects.read(AliasSet::SHARED),
            Op::ImageWrite => effects.write(AliasSet::SHARED),
            _ if does.contains(OpEffects::WRITES) => effects.set_ordered(),
            _ => {}
        }
    });
    effects
}

/// The alias set of memory outside the function; none for variables and parameters.
fn outer_alias_set(module: &Module, function: &FunctionData, pointer: Operand) -> Option<AliasSet> {
    match Path::of(function, pointer).root {
        memory::Root::Global(global) => Some(AliasSet::of_global(module, global)),
        memory::Root::Variable(_) | memory::Root::Parameter(_) => None,
        memory::Root::Other(base) => {
            let is_pointer = module.types.pointee(operand_type(module, function, base)).is_some();
            is_pointer.then_some(AliasSet::SHARED)
        }
    }
}
