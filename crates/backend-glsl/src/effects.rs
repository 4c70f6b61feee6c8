//! What evaluating an expression reads and writes, and which two evaluations may not change places.

use vitrum_ir::{
    Effects as OpEffects, FunctionData, Global, Module, Op, OperandKind, Storage, Value, ValueDef, visit,
};

/// A place in memory as far as aliasing goes: in two bits which kind, in the others which one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Root(u32);

impl Root {
    /// Buffers, images and what else may be the same memory under two names.
    pub(crate) const SHARED: Self = Self(0);
    /// Never written while the shader runs.
    pub(crate) const CONSTANT: Self = Self(1);

    /// A local variable or a parameter.
    pub(crate) fn local(value: Value) -> Self {
        Self(value.into_raw().into_u32() << 2 | 2)
    }

    /// A global that nothing else aliases.
    fn global(global: Global) -> Self {
        Self(global.into_raw().into_u32() << 2 | 3)
    }

    /// Whether functions that are called may know of it.
    fn is_global(self) -> bool {
        self == Self::SHARED || self.0 & 3 == 3
    }

    /// The root of a global.
    pub(crate) fn of_global(global: Global, storage: Storage) -> Self {
        match storage {
            Storage::Input
            | Storage::Uniform
            | Storage::Opaque
            | Storage::PushConstant
            | Storage::ShaderRecord => Self::CONSTANT,
            Storage::Function
            | Storage::Private
            | Storage::Output
            | Storage::Shared
            | Storage::TileImage
            | Storage::Spirv => Self::global(global),
            Storage::TaskPayload
            | Storage::RayPayload
            | Storage::IncomingRayPayload
            | Storage::HitAttribute
            | Storage::CallableData
            | Storage::IncomingCallableData => Self::global(global),
            Storage::Buffer | Storage::PhysicalBuffer | Storage::AtomicCounter | Storage::Texel => {
                Self::SHARED
            }
        }
    }
}

/// More places than this count as everything.
const MANY: usize = 12;

/// Places, each once. They are noted for every instruction, so they need no memory of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Roots {
    count: u8,
    /// Those behind the first `count` are all alike.
    places: [Root; MANY],
}

impl Default for Roots {
    fn default() -> Self {
        Self { count: 0, places: [Root::CONSTANT; MANY] }
    }
}

impl Roots {
    fn list(&self) -> &[Root] {
        self.places.get(..usize::from(self.count)).unwrap_or(&[])
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn contains(&self, root: &Root) -> bool {
        self.list().contains(root)
    }

    /// Whether there was room for it.
    fn add(&mut self, root: Root) -> bool {
        match self.places.get_mut(usize::from(self.count)) {
            Some(place) => {
                *place = root;
                self.count += 1;
                true
            }
            None => false,
        }
    }
}

/// What an evaluation does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    reads: Roots,
    writes: Roots,
    /// Reads and writes every global and shared memory, and must keep its order: calls, atomics, barriers.
    pub(crate) ordered: bool,
    /// Every local too: too many to list.
    reads_all: bool,
    writes_all: bool,
    /// May end the invocation or choose which invocations go on.
    pub(crate) flow: bool,
    /// Depends on which invocations take part.
    pub(crate) convergent: bool,
}

impl Effects {
    /// Whether nothing can be in its way.
    pub(crate) fn is_pure(&self) -> bool {
        self.reads.is_empty()
            && self.writes.is_empty()
            && !self.ordered
            && !self.reads_all
            && !self.writes_all
            && !self.flow
            && !self.convergent
    }

    /// Whether it may not be dropped or done twice or conditionally.
    pub(crate) fn has_writes(&self) -> bool {
        !self.writes.is_empty() || self.ordered || self.writes_all || self.flow
    }

    /// Adds a read.
    pub(crate) fn read(&mut self, root: Root) {
        if root == Root::CONSTANT || self.reads_all || self.reads.contains(&root) {
            return;
        }
        self.reads_all = !self.reads.add(root);
    }

    /// Adds a write.
    pub(crate) fn write(&mut self, root: Root) {
        if root == Root::CONSTANT || self.writes_all || self.writes.contains(&root) {
            return;
        }
        self.writes_all = !self.writes.add(root);
    }

    /// Adds everything that `other` does.
    pub(crate) fn merge(&mut self, other: &Self) {
        for &root in other.reads.list() {
            self.read(root);
        }
        for &root in other.writes.list() {
            self.write(root);
        }
        self.ordered |= other.ordered;
        self.reads_all |= other.reads_all;
        self.writes_all |= other.writes_all;
        self.flow |= other.flow;
        self.convergent |= other.convergent;
    }

    /// Whether the two may not change places.
    pub(crate) fn conflicts(&self, other: &Self) -> bool {
        self.ordered && other.ordered
            // What is written before a jump is seen behind it.
            || self.flow && (other.convergent || other.has_writes())
            || other.flow && (self.convergent || self.has_writes())
            || self.ordered && other.convergent
            || self.convergent && other.ordered
            || self.writes_over(other)
            || other.writes_over(self)
    }

    /// Whether something that this writes is read or written by the other.
    fn writes_over(&self, other: &Self) -> bool {
        let touches = |root: &Root| other.reads.contains(root) || other.writes.contains(root);
        let anything =
            !other.reads.is_empty() || !other.writes.is_empty() || other.reads_all || other.writes_all;
        let touches_global = |roots: &[Root]| roots.iter().any(|root| root.is_global());
        (self.writes_all && anything)
            || ((other.reads_all || other.writes_all) && !self.writes.is_empty())
            || self.writes.list().iter().any(touches)
            || (self.ordered && (touches_global(other.reads.list()) || touches_global(other.writes.list())))
    }
}

/// What calling each function of a module does, beyond its arguments.
pub(crate) fn summarise(module: &Module) -> Vec<Effects> {
    let mut summaries = vec![Effects::default(); module.functions.len()];
    if module.functions.len() < 2 {
        // Nobody calls the only one.
        return summaries;
    }
    let mut called = vec![false; module.functions.len()];
    for function in module.functions.values() {
        for inst in function.insts.values().filter(|inst| inst.op == Op::Call) {
            if let Some(slot) = called.get_mut(inst.imm as usize) {
                *slot = true;
            }
        }
    }
    // Callees mostly come before their callers. Where they do not, a few rounds decide, or the worst is assumed.
    for round in 0..4 {
        let mut changed = false;
        for (id, function) in module.functions.iter() {
            let index = id.into_raw().into_u32() as usize;
            if called.get(index) != Some(&true) {
                continue;
            }
            let summary = summary_of(module, function, &summaries);
            if let Some(slot) = summaries.get_mut(index)
                && *slot != summary
            {
                changed = true;
                *slot = summary;
            }
        }
        if !changed {
            return summaries;
        }
        if round == 3 {
            for summary in &mut summaries {
                (summary.ordered, summary.flow, summary.convergent) = (true, true, true);
            }
        }
    }
    summaries
}

fn summary_of(module: &Module, function: &FunctionData, summaries: &[Effects]) -> Effects {
    let mut effects = Effects::default();
    for (_, inst) in visit::insts(function) {
        let data = &function.insts[inst];
        let does = data.op.effects();
        effects.convergent |= does.contains(OpEffects::DERIVATIVE);
        match data.op {
            Op::Load | Op::ArrayLength | Op::Store | Op::StoreSwizzle => {
                let Some(root) = function
                    .operands(inst)
                    .first()
                    .and_then(|&pointer| outer_root(module, function, pointer))
                else {
                    continue;
                };
                if matches!(data.op, Op::Store | Op::StoreSwizzle) {
                    effects.write(root);
                } else {
                    effects.read(root);
                }
            }
            Op::Call => match function.callee(inst) {
                Some(callee) => {
                    if let Some(summary) = summaries.get(callee.into_raw().into_u32() as usize) {
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
                None => effects.ordered = true,
            },
            Op::Terminate | Op::IgnoreIntersection | Op::TerminateRay | Op::EmitMeshTasks => {
                effects.flow = true
            }
            Op::Intrinsic => {
                effects.ordered = true;
                effects.flow = true;
            }
            Op::ImageRead => effects.read(Root::SHARED),
            Op::ImageWrite => effects.write(Root::SHARED),
            _ if does.contains(OpEffects::WRITES) => effects.ordered = true,
            _ => {}
        }
    }
    effects
}

/// The global that a pointer points into; `Shared` for memory without one.
fn outer_root(module: &Module, function: &FunctionData, pointer: vitrum_ir::Operand) -> Option<Root> {
    let mut pointer = pointer;
    loop {
        match pointer.kind() {
            OperandKind::Global(global) => {
                return Some(Root::of_global(global, module.globals[global].storage));
            }
            OperandKind::Constant(_) => return None,
            OperandKind::Value(value) => {
                module.types.pointee(function.values[value].ty)?;
                match function.values[value].def() {
                    ValueDef::Result { inst, .. } if function.insts[inst].op == Op::Access => {
                        pointer = *function.operands(inst).first()?;
                    }
                    ValueDef::Result { inst, .. } if function.insts[inst].op == Op::Var => return None,
                    ValueDef::Result { .. } => return Some(Root::SHARED),
                    ValueDef::Param { .. } => return None,
                }
            }
        }
    }
}
