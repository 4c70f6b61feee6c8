//! Addresses: what they start from, the steps that lead on from there, and whether two of them can meet.

use vitrum_ir::{
    BuiltIn, FunctionData, Global, Inst, MemoryAccess, Module, Op, Operand, OperandKind, Qualifiers, Stage,
    Storage, TypeData, Value, ValueDef, typing,
};

/// What an address starts from.
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
    /// What it starts from.
    pub root: Root,
    /// How it goes on, from the outside in.
    pub steps: Vec<Step>,
}

/// How the memory at two addresses lies.
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
        Self::with(function, pointer, |index| u32::try_from(module.constants.as_int(index.constant()?)?).ok())
    }

    fn with(function: &FunctionData, pointer: Operand, known: impl Fn(Operand) -> Option<u32>) -> Self {
        let mut at = pointer;
        let mut steps = Vec::new();
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
            match function.insts[inst].op {
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

    /// How the memory at two addresses of the same function lies.
    pub fn overlap(&self, module: &Module, function: &FunctionData, other: &Self) -> Overlap {
        if self.root != other.root {
            return if roots_may_meet(module, function, self.root, other.root) {
                Overlap::Maybe
            } else {
                Overlap::Never
            };
        }
        let mut sure = true;
        for (&a, &b) in self.steps.iter().zip(&other.steps) {
            match (a, b) {
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

/// Accesses that are followed to find what a load reads; seldom do more than a few rest on one another.
const NEAR: usize = 8;

/// Whether a load reads what no invocation writes, so that it gives the same wherever it stands: uniforms, resources, inputs.
pub fn reads_what_stays(module: &Module, function: &FunctionData, load: Inst) -> bool {
    let data = &function.insts[load];
    if data.op != Op::Load || MemoryAccess::from_bits(data.imm) != MemoryAccess::NONE {
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
        if function.insts[inst].op != Op::Access {
            return None;
        }
        at = *function.operands(inst).first()?;
    }
    None
}

/// Whether no invocation writes a global variable, and nothing else that the shader could tell.
pub fn stays(module: &Module, global: Global) -> bool {
    let decorations = &module.globals[global].decorations;
    match module.globals[global].storage {
        Storage::Uniform | Storage::Opaque | Storage::PushConstant => {
            !decorations.qualifiers.intersects(Qualifiers::VOLATILE.union(Qualifiers::COHERENT))
        }
        // A helper invocation is not one from the start, if it was made by `demote`.
        Storage::Input => decorations
            .builtin
            .is_none_or(|builtin| keeps_builtins(module.stage) && builtin != BuiltIn::HelperInvocation),
        _ => false,
    }
}

/// Whether built-in inputs of a stage stay as they are; those of rays change while they are traced.
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

/// Whether addresses from two different roots can meet.
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
        // What a caller passes is not one of this function's own variables.
        (Root::Variable(_), Root::Parameter(value)) | (Root::Parameter(value), Root::Variable(_))
            if function.blocks[function.body].params.contains(&value) =>
        {
            false
        }
        (Root::Global(a), Root::Global(b)) => {
            // Two buffers or images can be bound to the same memory, unless one says that it is alone or only read.
            let (a, b) = (&module.globals[a], &module.globals[b]);
            let alone = |qualifiers: Qualifiers| qualifiers.contains(Qualifiers::RESTRICT);
            a.storage == b.storage
                && matches!(
                    a.storage,
                    Storage::Buffer | Storage::PhysicalBuffer | Storage::Opaque | Storage::Texel
                )
                && !alone(a.decorations.qualifiers)
                && !alone(b.decorations.qualifiers)
        }
        _ => match (storage(a), storage(b)) {
            (Some(a), Some(b)) => {
                let outside = |storage| {
                    matches!(storage, Storage::Buffer | Storage::PhysicalBuffer | Storage::ShaderRecord)
                };
                a == b || outside(a) && outside(b)
            }
            _ => true,
        },
    }
}

fn storage_of(module: &Module, function: &FunctionData, operand: Operand) -> Option<Storage> {
    match module.types.get(typing::operand_type(module, function, operand)) {
        TypeData::Pointer { storage, .. } => Some(storage),
        TypeData::BufferReference { .. } => Some(Storage::PhysicalBuffer),
        _ => None,
    }
}
