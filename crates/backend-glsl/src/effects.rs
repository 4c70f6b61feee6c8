//! What evaluating an expression reads and writes, and which two evaluations may not change places.

use vitrum_ir::typing::operand_type;
use vitrum_ir::{
    BuiltIn, Effects as OpEffects, Function, FunctionData, Global, Id, Module, Op, Operand, SideTable,
    Storage, visit,
};
use vitrum_passes::analysis::calls::Calls;
use vitrum_passes::analysis::memory::{self, Path};

/// A place in memory as far as aliasing goes: a bit, or none for what is never written. There are more places than
/// bits, so some share one and count as the same; which bit it is goes by the order of definition, so that neighbours
/// have different ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Root(u64);

/// Bits of what functions that are called may know of: shared memory, and globals.
const OUTER: u64 = (1 << GLOBALS) - 1;
const GLOBALS: u32 = 24;
const LOCALS: u32 = u64::BITS - GLOBALS - 2;

/// What is no memory but kept in order like it: what happens in an order that others see, on which everything depends
/// that asks which invocations take part; and which invocations go on, on which that depends too, and every write.
const ORDER: u64 = 1 << 63;
const FLOW: u64 = 1 << 62;

impl Root {
    /// Buffers, images and what else may be the same memory under two names.
    pub(crate) const SHARED: Self = Self(1);
    /// Never written while the shader runs.
    pub(crate) const CONSTANT: Self = Self(0);

    /// A local variable or a parameter, by its number in the function.
    pub(crate) fn local(number: u32) -> Self {
        Self(1 << (GLOBALS + number % LOCALS))
    }

    /// A global that nothing else aliases.
    fn global(global: Global) -> Self {
        Self(2 << (global.index() as u32 % (GLOBALS - 1)))
    }

    /// The root of a global.
    pub(crate) fn of_global(module: &Module, global: Global) -> Self {
        let data = &module.globals[global];
        match data.storage {
            // Whoever demotes itself is a helper from then on.
            Storage::Input if data.decorations.builtin == Some(BuiltIn::HelperInvocation) => Self(FLOW),
            // Shared blocks begin at the same byte.
            Storage::Shared if data.block.is_some() => Self::SHARED,
            Storage::Input
            | Storage::Uniform
            | Storage::Opaque
            | Storage::PushConstant
            | Storage::ShaderRecord => Self::CONSTANT,
            Storage::Function | Storage::Private | Storage::Output | Storage::Shared | Storage::TileImage => {
                Self::global(global)
            }
            Storage::TaskPayload
            | Storage::RayPayload
            | Storage::IncomingRayPayload
            | Storage::HitAttribute
            | Storage::CallableData
            | Storage::IncomingCallableData => Self::global(global),
            Storage::Buffer
            | Storage::PhysicalBuffer
            | Storage::AtomicCounter
            | Storage::Texel
            | Storage::Spirv => Self::SHARED,
        }
    }
}

/// What an evaluation does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    /// Places that it reads and writes.
    reads: u64,
    writes: u64,
}

impl Effects {
    /// Nothing.
    pub(crate) const NONE: Self = Self { reads: 0, writes: 0 };

    /// True if nothing can be in its way.
    pub(crate) fn is_pure(&self) -> bool {
        self.reads | self.writes == 0
    }

    /// True if it may not be dropped or done twice or conditionally.
    pub(crate) fn has_writes(&self) -> bool {
        self.writes != 0
    }

    /// True if it depends on which invocations take part.
    pub(crate) fn is_convergent(&self) -> bool {
        self.reads & ORDER != 0
    }

    /// Adds a read.
    pub(crate) fn read(&mut self, root: Root) {
        self.reads |= root.0;
    }

    /// Adds a write: whether it is there depends on which invocations go on.
    pub(crate) fn write(&mut self, root: Root) {
        self.writes |= root.0;
        self.reads |= if root.0 == 0 { 0 } else { FLOW };
    }

    /// Says that it reads and writes every global and shared memory, and must keep its order: calls, atomics, barriers.
    pub(crate) fn set_ordered(&mut self) {
        self.writes |= ORDER | OUTER;
        self.reads |= FLOW;
    }

    /// Says that it may end the invocation or choose which invocations go on.
    pub(crate) fn set_flow(&mut self) {
        self.writes |= FLOW;
    }

    /// Says that it depends on which invocations take part.
    pub(crate) fn set_convergent(&mut self) {
        self.reads |= ORDER | FLOW;
    }

    /// Adds everything that `other` does.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.reads |= other.reads;
        self.writes |= other.writes;
    }

    /// True if the two may not change places: one writes what the other reads or writes.
    pub(crate) fn conflicts(&self, other: &Self) -> bool {
        self.writes & (other.reads | other.writes) | self.reads & other.writes != 0
    }
}

/// The effects of calling each function of a module, beyond its arguments; and true if each function comes after those
/// that it calls.
pub(crate) fn summarise(module: &Module) -> (SideTable<Function, Effects>, bool) {
    let mut summaries = SideTable::filled(module.functions.len(), Effects::NONE);
    if module.functions.len() < 2 {
        return (summaries, true);
    }
    let calls = Calls::new(module);
    for &id in calls.bottom_up().iter().filter(|&&id| !calls.sites(id).is_empty()) {
        let mut summary = summary_of(module, &module.functions[id], &summaries);
        if calls.is_recursive(id) {
            summary.set_ordered();
            summary.set_flow();
            summary.set_convergent();
        }
        summaries.set(id, summary);
    }
    let comes_after = |id| calls.callees(id).iter().all(|&callee| callee < id);
    (summaries, module.functions.iter().all(|(id, _)| comes_after(id)))
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
                let Some(root) = pointer.and_then(|&pointer| outer_root(module, function, pointer)) else {
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
                        if let Some(root) = outer_root(module, function, operand) {
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
            Op::ImageRead => effects.read(Root::SHARED),
            Op::ImageWrite => effects.write(Root::SHARED),
            _ if does.contains(OpEffects::WRITES) => effects.set_ordered(),
            _ => {}
        }
    });
    effects
}

/// The memory outside of the function that a pointer points into; none if the pointer is that of a variable or parameter.
fn outer_root(module: &Module, function: &FunctionData, pointer: Operand) -> Option<Root> {
    match Path::of(function, pointer).root {
        memory::Root::Global(global) => Some(Root::of_global(module, global)),
        memory::Root::Variable(_) | memory::Root::Parameter(_) => None,
        memory::Root::Other(base) => {
            let is_pointer = module.types.pointee(operand_type(module, function, base)).is_some();
            is_pointer.then_some(Root::SHARED)
        }
    }
}
