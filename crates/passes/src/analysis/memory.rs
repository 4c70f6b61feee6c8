//! Alias analysis: the root of an address, the steps from there, and whether two addresses can overlap.

use vitrum_ir::{
    BuiltIn, FunctionData, Global, GlobalData, Inst, Length, List, MemoryAccess, Module, Op, Operand,
    OperandKind, Qualifiers, Stage, Storage, TypeData, Value, ValueDef, typing,
};

/// The base of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    /// A variable of the function.
    Variable(Value),
    /// A global variable.
    Global(Global),
    /// A parameter of the function, or of a block.
    Parameter(Value),
    /// Something else: a buffer reference, a texel.
    Other(Operand),
}

/// One step from a whole to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A part that is known.
    Part(u32),
    /// The part that a value names; two equal values name one part.
    Dynamic(Operand),
}

/// An address.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    /// The base.
    pub root: Root,
    /// The steps from there, from the outside in.
    pub steps: List<Step>,
}

/// The relation of the memory at two addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// Apart: what is written to one is not read from the other.
    Never,
    /// It is the same memory.
    Same,
    /// The first is a part of the second, or the same.
    Inside,
    /// The second is a part of the first.
    Around,
    /// Nothing is known.
    Maybe,
}

/// Accesses that follow one another from a root; longer chains are not followed.
const LONGEST: usize = 64;

impl Path {
    /// The path of an address. Indices that are constant but no integers are kept as operands.
    pub fn of(function: &FunctionData, pointer: Operand) -> Self {
        Self::with(function, pointer, |_| None)
    }

    /// The path of an address, with constant indices as parts.
    pub fn resolved(module: &Module, function: &FunctionData, pointer: Operand) -> Self {
        Self::with(function, pointer, |index| u32::try_from(module.as_int(index)?).ok())
    }

    fn with(function: &FunctionData, pointer: Operand, known: impl Fn(Operand) -> Option<u32>) -> Self {
        let mut at = pointer;
        let mut steps = List::new();
        let mut left = LONGEST;
        let root = loop {
            let value = match at.kind() {
                OperandKind::Global(global) => break Root::Global(global),
                OperandKind::Constant(_) => break Root::Other(at),
                OperandKind::Value(value) => value,
            };
            let ValueDef::Result { inst, .. } = function.values[value].def() else {
                break Root::Parameter(value);
            };
            match function.op(inst) {
                Op::Var => break Root::Variable(value),
                Op::Access if left > 0 => {
                    let Some((&base, indices)) = function.operands(inst).split_first() else {
                        break Root::Other(at);
                    };
                    let step = |&index: &Operand| known(index).map_or(Step::Dynamic(index), Step::Part);
                    steps.extend(indices.iter().rev().map(step));
                    at = base;
                    left -= 1;
                }
                _ => break Root::Other(at),
            }
        };
        steps.reverse();
        Self { root, steps }
    }

    /// The relation of the memory at two addresses of the same function.
    pub fn overlap(&self, module: &Module, function: &FunctionData, other: &Self) -> Overlap {
        if self.root != other.root {
            return if roots_may_meet(module, function, self.root, other.root) {
                Overlap::Maybe
            } else {
                Overlap::Never
            };
        }
        let mut sure = true;
        let blocks = blocks_that_may_meet(module, self.root);
        for (at, (&a, &b)) in self.steps.iter().zip(&other.steps).enumerate() {
            match (a, b) {
                // Two elements may be bound to the same memory, at any offset to one another.
                (a, b) if at < blocks && a != b => return Overlap::Maybe,
                (Step::Part(a), Step::Part(b)) if a != b => return Overlap::Never,
                (a, b) => sure &= a == b,
            }
        }
        match (sure, self.steps.len().cmp(&other.steps.len())) {
            (false, _) => Overlap::Maybe,
            (true, std::cmp::Ordering::Equal) => Overlap::Same,
            (true, std::cmp::Ordering::Greater) => Overlap::Inside,
            (true, std::cmp::Ordering::Less) => Overlap::Around,
        }
    }
}

/// True if the memory at a path is there whatever is executed: all indices are known and within bounds. What is behind a
/// buffer reference or in an array without a length may not be there.
pub fn is_surely_there(module: &Module, function: &FunctionData, path: &Path) -> bool {
    let root = match path.root {
        Root::Global(global) => Some(module.globals[global].ty),
        Root::Variable(value) => match module.types.get(function.values[value].ty) {
            TypeData::Pointer { pointee, .. } => Some(pointee),
            _ => None,
        },
        Root::Parameter(_) | Root::Other(_) => None,
    };
    let Some(mut ty) = root else { return false };
    for step in &path.steps {
        let &Step::Part(index) = step else { return false };
        let inside = module.types.length(ty).is_none_or(|length| index < length);
        let known = !matches!(
            module.types.get(ty),
            TypeData::RuntimeArray { .. } | TypeData::Array { length: Length::Spec(_), .. }
        );
        let part = typing::part_type(module, ty, index);
        let (true, true, Some(part)) = (inside, known, part) else { return false };
        ty = part;
    }
    true
}

/// Accesses that are followed to find what a load reads; seldom do more than a few rest on one another.
const NEAR: usize = 8;

/// True if a load reads what no invocation writes, so that it gives the same wherever it stands: uniforms, resources, inputs.
pub fn reads_what_stays(module: &Module, function: &FunctionData, load: Inst) -> bool {
    if MemoryAccess::from_bits(function.insts[load].imm) != MemoryAccess::NONE {
        return false;
    }
    let Some(&pointer) = function.operands(load).first() else { return false };
    global_of(function, pointer).is_some_and(|global| stays(module, global))
}

/// The global variable that an address leads to a part of.
fn global_of(function: &FunctionData, pointer: Operand) -> Option<Global> {
    let mut at = pointer;
    for _ in 0..NEAR {
        let value = match at.kind() {
            OperandKind::Global(global) => return Some(global),
            OperandKind::Constant(_) => return None,
            OperandKind::Value(value) => value,
        };
        let ValueDef::Result { inst, .. } = function.values[value].def() else { return None };
        if function.op(inst) != Op::Access {
            return None;
        }
        at = *function.operands(inst).first()?;
    }
    None
}

/// True if no invocation writes a global variable, and nothing else that the shader could tell.
pub fn stays(module: &Module, global: Global) -> bool {
    let decorations = &module.globals[global].decorations;
    match module.globals[global].storage {
        Storage::Uniform | Storage::Opaque | Storage::PushConstant => {
            !decorations.qualifiers.intersects(Qualifiers::SEEN_BY_OTHERS)
        }
        // A helper invocation is not one from the start, if it was made by `demote`.
        Storage::Input => decorations
            .builtin
            .is_none_or(|builtin| keeps_builtins(module.stage) && builtin != BuiltIn::HelperInvocation),
        _ => false,
    }
}

/// True if built-in inputs of a stage stay as they are; those of rays change while they are traced.
pub fn keeps_builtins(stage: Stage) -> bool {
    matches!(
        stage,
        Stage::Vertex
            | Stage::TessControl
            | Stage::TessEvaluation
            | Stage::Geometry
            | Stage::Fragment
            | Stage::Compute
    )
}

/// True if addresses from two different roots can meet.
fn roots_may_meet(module: &Module, function: &FunctionData, a: Root, b: Root) -> bool {
    let storage = |root| match root {
        Root::Variable(_) => Some(Storage::Function),
        Root::Global(global) => Some(module.globals[global].storage),
        Root::Parameter(value) => storage_of(module, function, value.into()),
        Root::Other(operand) => storage_of(module, function, operand),
    };
    match (a, b) {
        (Root::Variable(_), Root::Variable(_) | Root::Global(_)) | (Root::Global(_), Root::Variable(_)) => {
            false
        }
        // The address that a caller passes is not one of this function's own variables.
        (Root::Variable(_), Root::Parameter(_)) | (Root::Parameter(_), Root::Variable(_)) => false,
        (Root::Global(a), Root::Global(b)) => {
            let (a, b) = (&module.globals[a], &module.globals[b]);
            match (a.storage, b.storage) {
                // Shared blocks all begin at the same byte of the workgroup's memory.
                (Storage::Shared, Storage::Shared) => a.block.is_some() || b.block.is_some(),
                (x, y) if is_bound(x) && is_bound(y) => !is_restrict(a) && !is_restrict(b),
                _ => false,
            }
        }
        _ => match (storage(a), storage(b)) {
            (Some(a), Some(b)) => a == b || is_bound(a) && is_bound(b),
            _ => true,
        },
    }
}

/// True if memory of a storage class is bound from outside, so that two variables can lead to the same bytes.
pub fn is_bound(storage: Storage) -> bool {
    match storage {
        Storage::Buffer
        | Storage::PhysicalBuffer
        | Storage::ShaderRecord
        | Storage::Texel
        // A class that only its number is known of.
        | Storage::Spirv => true,
        // Nobody writes to these while shaders run; images are read and written by operations of their own.
        Storage::Uniform | Storage::PushConstant | Storage::AtomicCounter | Storage::Opaque => false,
        Storage::Function
        | Storage::Private
        | Storage::Shared
        | Storage::Input
        | Storage::Output
        | Storage::TaskPayload
        | Storage::RayPayload
        | Storage::IncomingRayPayload
        | Storage::HitAttribute
        | Storage::CallableData
        | Storage::HitObjectAttribute
        | Storage::IncomingCallableData
        | Storage::TileImage
        | Storage::PixelLocal => false,
    }
}

/// The qualifiers of the global variable that a path leads into, and of its members on the way.
pub fn qualifiers(module: &Module, path: &Path) -> Qualifiers {
    let Root::Global(global) = path.root else { return Qualifiers::NONE };
    let global = &module.globals[global];
    let mut all = global.decorations.qualifiers;
    let mut ty = global.ty;
    for step in &path.steps {
        let index = if let Step::Part(index) = *step { index } else { 0 };
        if let Some(member) = module.members(ty).get(index as usize) {
            all = all.union(member.decorations.qualifiers);
        }
        let Some(part) = typing::part_type(module, ty, index) else { break };
        ty = part;
    }
    all
}

/// True if the author says that nothing else leads to the memory of a variable.
fn is_restrict(global: &GlobalData) -> bool {
    global.decorations.qualifiers.contains(Qualifiers::RESTRICT)
}

/// Number of steps from a root that choose one of several blocks or images that may share memory.
fn blocks_that_may_meet(module: &Module, root: Root) -> usize {
    let Root::Global(global) = root else { return 0 };
    let global = &module.globals[global];
    let shared = global.storage == Storage::Shared && global.block.is_some();
    if !shared && (!is_bound(global.storage) || is_restrict(global)) {
        return 0;
    }
    module.types.array_depth(global.ty)
}

fn storage_of(module: &Module, function: &FunctionData, operand: Operand) -> Option<Storage> {
    match module.types.get(typing::operand_type(module, function, operand)) {
        TypeData::Pointer { storage, .. } => Some(storage),
        TypeData::BufferReference { .. } => Some(Storage::PhysicalBuffer),
        _ => None,
    }
}
