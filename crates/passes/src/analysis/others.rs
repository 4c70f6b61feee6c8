//! Memory that other invocations may write, and the loops that wait for it.
//!
//! A loop has an effect if how it goes on depends on a read of such memory: it waits until another invocation writes there.
//! A loop that computes for nothing goes whether or not it ends, but one that waits stays, since what comes behind it relies
//! on what the others have done by then. Nor may a read that such a loop repeats become what was read before the loop.

use super::flow::Flow;
use super::memory::{Path, Root, qualifiers};
use rustc_hash::FxHashMap;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Dim, Effects, FunctionData, ImageOperands, Inst, MemoryAccess, Module, Op, Operand, Qualifiers,
    SideTable, Stage, Storage, TypeData, Value, ValueDef, typing,
};

/// True if an instruction that calls nobody reads memory that other invocations may write meanwhile.
pub fn reads_from_others(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    let data = &function.insts[inst];
    let Some(&first) = function.operands(inst).first() else { return false };
    if !function.effects(inst).contains(Effects::READS) || data.op == Op::ArrayLength {
        return false;
    }
    let seen = data.op == Op::Load && MemoryAccess::from_bits(data.imm) != MemoryAccess::NONE;
    match module.types.get(typing::operand_type(module, function, first)) {
        _ if seen => true,
        TypeData::Pointer { storage, .. } => {
            may_be_written(module, storage) && !is_constant(module, function, first)
        }
        TypeData::Image(image) if data.op == Op::ImageRead => {
            let special = ImageOperands::VOLATILE.union(ImageOperands::COHERENT);
            let seen = ImageOperands::from_bits(data.imm).intersects(special);
            let attachment = matches!(image.dim, Dim::Subpass | Dim::TileImage);
            !attachment && (seen || !is_constant_image(module, function, first))
        }
        _ => false,
    }
}

/// True if other invocations can write memory of a class.
pub(crate) fn may_be_written(module: &Module, storage: Storage) -> bool {
    match storage {
        Storage::Shared
        | Storage::Buffer
        | Storage::PhysicalBuffer
        | Storage::Texel
        | Storage::TaskPayload
        | Storage::Spirv => true,
        // Outputs that the invocations of a patch or of a workgroup share.
        Storage::Output => matches!(module.stage, Stage::TessControl | Stage::Mesh | Stage::Task),
        Storage::Function
        | Storage::Private
        | Storage::Input
        | Storage::Uniform
        | Storage::Opaque
        | Storage::PushConstant
        | Storage::AtomicCounter
        | Storage::RayPayload
        | Storage::IncomingRayPayload
        | Storage::HitAttribute
        | Storage::CallableData
        | Storage::HitObjectAttribute
        | Storage::IncomingCallableData
        | Storage::ShaderRecord
        | Storage::TileImage
        | Storage::PixelLocal => false,
    }
}

/// True if the author says that the memory at an address is only read, and by nobody else written.
pub(crate) fn is_constant(module: &Module, function: &FunctionData, pointer: Operand) -> bool {
    let said = qualifiers(module, &Path::resolved(module, function, pointer));
    said.contains(Qualifiers::READONLY.union(Qualifiers::RESTRICT))
        && !said.intersects(Qualifiers::SEEN_BY_OTHERS)
}

/// The same for an image that was loaded from a variable.
fn is_constant_image(module: &Module, function: &FunctionData, image: Operand) -> bool {
    let Some(inst) = function.definition(image) else { return false };
    let pointer = function.operands(inst).first();
    pointer.is_some_and(|&pointer| is_constant(module, function, pointer))
}

/// The interaction of a function with other invocations, without that of the functions that it calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Others {
    /// It reads memory that they may write.
    pub reads: bool,
    /// A loop of it does.
    pub waits: bool,
    /// A loop of it calls functions.
    pub calls_in_loop: bool,
}

impl Others {
    /// Of a function.
    pub fn of(module: &Module, function: &FunctionData) -> Self {
        let mut all = Self::default();
        let mut depth = 0usize;
        visit::walk(function, function.body, |event| match event {
            Event::Inst(inst) => {
                let op = function.op(inst);
                depth += usize::from(op == Op::Loop);
                if op == Op::Call {
                    all.calls_in_loop |= depth > 0;
                } else if !op.effects().is_pure() && reads_from_others(module, function, inst) {
                    all.reads = true;
                    all.waits |= depth > 0;
                }
            }
            Event::Behind(inst) => depth -= usize::from(function.op(inst) == Op::Loop),
            Event::Enter(_) | Event::Leave(_) => {}
        });
        all
    }
}

/// The values that may decide how loops go on.
#[derive(Debug)]
pub struct Deciders(SideTable<Value, bool>);

impl Deciders {
    /// Of a function: all that conditions within loops are computed from.
    pub fn new(module: &Module, function: &FunctionData) -> Self {
        let flow = Flow::new(function);
        let mut stored: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
        let mut work: Vec<Value> = Vec::new();
        let mut depth = 0usize;
        let variable = |inst: Inst| {
            let &pointer = function.operands(inst).first()?;
            match Path::resolved(module, function, pointer).root {
                Root::Variable(value) => Some(value),
                Root::Global(_) | Root::Parameter(_) | Root::Other(_) => None,
            }
        };
        visit::walk(function, function.body, |event| match event {
            Event::Inst(inst) => match function.op(inst) {
                Op::If | Op::Switch | Op::BreakIf if depth > 0 => {
                    work.extend(function.operands(inst).first().and_then(|it| it.value()));
                }
                Op::Loop => depth += 1,
                Op::Store | Op::StoreSwizzle => {
                    if let Some(variable) = variable(inst) {
                        let value = function.operands(inst).get(1).and_then(|it| it.value());
                        stored.entry(variable).or_default().extend(value);
                    }
                }
                _ => {}
            },
            Event::Behind(inst) => depth -= usize::from(function.op(inst) == Op::Loop),
            Event::Enter(_) | Event::Leave(_) => {}
        });
        let mut decide = SideTable::filled(function.values.len(), false);
        while let Some(value) = work.pop() {
            let Some(slot) = decide.get_mut(value) else { continue };
            if std::mem::replace(slot, true) {
                continue;
            }
            match function.values[value].def() {
                ValueDef::Result { inst, .. } if !function.op(inst).is_control() => {
                    work.extend(function.used_values(inst));
                    if function.op(inst) == Op::Load
                        && let Some(variable) = variable(inst)
                    {
                        work.extend(stored.remove(&variable).into_iter().flatten());
                    }
                }
                ValueDef::Result { .. } | ValueDef::Param { .. } => {
                    work.extend(flow.sources(value).iter().filter_map(|it| it.1.operand.value()));
                }
            }
        }
        Self(decide)
    }

    /// True if a value may decide how a loop goes on.
    pub fn contains(&self, value: Value) -> bool {
        self.0.get(value).copied().unwrap_or(true)
    }
}
