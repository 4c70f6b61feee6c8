//! Capabilities that a module asks for without need: spirv-val finds those that are missing, nobody those that are idle.
//!
//! A capability is needed if the grammar of SPIR-V says so of an instruction or an operand of the module. What follows
//! from types, from variables or from how things are indexed has a rule of its own here.

use rspirv::binary::{Consumer, ParseAction};
use rspirv::dr::{Instruction, ModuleHeader, Operand};
use rspirv::spirv::{Capability, Op};
use std::collections::BTreeSet;
use vitrum::ModuleRequirements;

/// Takes instructions as they come, wherever they stand.
#[derive(Default)]
struct Instructions(Vec<Instruction>);

impl Consumer for Instructions {
    fn initialize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn finalize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn consume_header(&mut self, _header: ModuleHeader) -> ParseAction {
        ParseAction::Continue
    }

    fn consume_instruction(&mut self, inst: Instruction) -> ParseAction {
        self.0.push(inst);
        ParseAction::Continue
    }
}

/// The capabilities that nothing in the module needs.
pub(crate) fn idle(words: &[u32]) -> Result<Vec<Capability>, String> {
    let mut all = Instructions::default();
    vitrum_spirv_text::parse_words(words, &mut all).map_err(|error| error.to_string())?;
    let (declared, rest): (Vec<_>, Vec<_>) =
        all.0.into_iter().partition(|inst| inst.class.opcode == Op::Capability);
    let declared = declared.iter().filter_map(|inst| match inst.operands.first() {
        Some(&Operand::Capability(capability)) => Some(capability),
        _ => None,
    });
    Ok(declared.filter(|&capability| !rest.iter().any(|inst| needs(inst, capability))).collect())
}

fn needs(inst: &Instruction, capability: Capability) -> bool {
    inst.class.capabilities.contains(&capability)
        || inst.operands.iter().any(|operand| operand.required_capabilities().contains(&capability))
        || by_rule(inst, capability)
}

/// Rules that the grammar does not state.
fn by_rule(inst: &Instruction, capability: Capability) -> bool {
    let number = |position: usize| match inst.operands.get(position) {
        Some(&Operand::LiteralBit32(number)) => number,
        _ => 0,
    };
    let is = |op: Op| inst.class.opcode == op;
    match capability {
        Capability::Shader | Capability::Linkage => true,
        Capability::Int8 => is(Op::TypeInt) && number(0) == 8,
        Capability::Int16 => is(Op::TypeInt) && number(0) == 16,
        Capability::Int64 => is(Op::TypeInt) && number(0) == 64,
        Capability::Float16 => is(Op::TypeFloat) && number(0) == 16,
        Capability::Float64 => is(Op::TypeFloat) && number(0) == 64,
        // Any narrow type may lie in the memory that these are about.
        Capability::StorageBuffer8BitAccess
        | Capability::UniformAndStorageBuffer8BitAccess
        | Capability::StoragePushConstant8
        | Capability::WorkgroupMemoryExplicitLayout8BitAccessKHR => {
            (is(Op::TypeInt) || is(Op::TypeFloat)) && number(0) == 8
        }
        Capability::StorageBuffer16BitAccess
        | Capability::StorageUniform16
        | Capability::StoragePushConstant16
        | Capability::StorageInputOutput16
        | Capability::WorkgroupMemoryExplicitLayout16BitAccessKHR => {
            (is(Op::TypeInt) || is(Op::TypeFloat)) && number(0) == 16
        }
        Capability::WorkgroupMemoryExplicitLayoutKHR => is(Op::Variable),
        // Capabilities of indexing.
        Capability::UniformBufferArrayDynamicIndexing
        | Capability::SampledImageArrayDynamicIndexing
        | Capability::StorageBufferArrayDynamicIndexing
        | Capability::StorageImageArrayDynamicIndexing
        | Capability::InputAttachmentArrayDynamicIndexing
        | Capability::UniformTexelBufferArrayDynamicIndexing
        | Capability::StorageTensorArrayDynamicIndexingARM
        | Capability::StorageTexelBufferArrayDynamicIndexing => is(Op::AccessChain),
        Capability::SampledImageArrayNonUniformIndexing
        | Capability::StorageImageArrayNonUniformIndexing
        | Capability::UniformBufferArrayNonUniformIndexing
        | Capability::StorageBufferArrayNonUniformIndexing
        | Capability::InputAttachmentArrayNonUniformIndexing
        | Capability::UniformTexelBufferArrayNonUniformIndexing
        | Capability::StorageTexelBufferArrayNonUniformIndexing => is(Op::AccessChain),
        Capability::RuntimeDescriptorArray => is(Op::TypeRuntimeArray),
        // Shapes and formats of images.
        Capability::Image1D
        | Capability::Float16ImageAMD
        | Capability::ImageBuffer
        | Capability::ImageRect
        | Capability::SampledCubeArray
        | Capability::ImageCubeArray
        | Capability::StorageImageMultisample
        | Capability::ImageMSArray => is(Op::TypeImage),
        Capability::StorageImageReadWithoutFormat => is(Op::ImageRead) || is(Op::ImageSparseRead),
        Capability::StorageImageWriteWithoutFormat => is(Op::ImageWrite),
        // A scope is a constant.
        Capability::VulkanMemoryModelDeviceScope => is(Op::Constant) && number(0) == 1,
        // It is of the flags of a ray, which are a number.
        Capability::RayTraversalPrimitiveCullingKHR | Capability::RayTracingOpacityMicromapEXT => {
            is(Op::TraceRayKHR) || is(Op::RayQueryInitializeKHR)
        }
        Capability::CooperativeMatrixLayoutsARM => {
            is(Op::CooperativeMatrixLoadKHR) || is(Op::CooperativeMatrixStoreKHR)
        }
        Capability::CooperativeVectorNV => is(Op::TypeVectorIdEXT),
        Capability::CooperativeMatrixConversionsNV => is(Op::TypeCooperativeMatrixKHR),
        // It comes with those of the kinds of operations.
        Capability::GroupNonUniform => (333..=366).contains(&(inst.class.opcode as u32)),
        Capability::InterpolationFunction => is(Op::ExtInst),
        Capability::GeometryPointSize | Capability::TessellationPointSize => {
            is(Op::MemberDecorate) || is(Op::Decorate)
        }
        // Atomics by the type of their memory.
        Capability::Int64Atomics => (227..=242).contains(&(inst.class.opcode as u32)),
        Capability::AtomicFloat16VectorNV => {
            (227..=242).contains(&(inst.class.opcode as u32))
                || is(Op::AtomicFAddEXT)
                || is(Op::AtomicFMinEXT)
                || is(Op::AtomicFMaxEXT)
        }
        Capability::AtomicFloat16AddEXT
        | Capability::AtomicFloat32AddEXT
        | Capability::AtomicFloat64AddEXT => is(Op::AtomicFAddEXT),
        Capability::AtomicFloat16MinMaxEXT
        | Capability::AtomicFloat32MinMaxEXT
        | Capability::AtomicFloat64MinMaxEXT => is(Op::AtomicFMinEXT) || is(Op::AtomicFMaxEXT),
        Capability::BFloat16CooperativeMatrixKHR | Capability::Float8CooperativeMatrixEXT => {
            is(Op::TypeCooperativeMatrixKHR)
        }
        // Levels of gathers and of images are among their operands.
        Capability::ImageGatherBiasLodAMD => is(Op::ImageGather) || is(Op::ImageSparseGather),
        Capability::ImageReadWriteLodAMD => {
            is(Op::ImageRead) || is(Op::ImageSparseRead) || is(Op::ImageWrite)
        }
        // Lengths and offsets of 64 bits.
        Capability::Shader64BitIndexingEXT => {
            is(Op::ArrayLength) || matches!(inst.class.opcode as u32, 5289..=5292 | 5302 | 5303)
        }
        Capability::LongVectorEXT => is(Op::TypeVector) || is(Op::TypeVectorIdEXT),
        Capability::BFloat16DotProductKHR => is(Op::Dot),
        Capability::DotProductInputAll
        | Capability::DotProductInput4x8Bit
        | Capability::DotProductInput4x8BitPacked => (4450..=4455).contains(&(inst.class.opcode as u32)),
        _ => false,
    }
}

/// The capabilities and extensions that the words declare and the compiler does not name beforehand, or the other way round.
pub(crate) fn unannounced(words: &[u32], needs: &ModuleRequirements) -> Result<Vec<String>, String> {
    let mut all = Instructions::default();
    vitrum_spirv_text::parse_words(words, &mut all).map_err(|error| error.to_string())?;
    let declared = all.0.iter().filter_map(|inst| match (inst.class.opcode, inst.operands.first()) {
        (Op::Capability, Some(&Operand::Capability(capability))) => Some(format!("{capability:?}")),
        (Op::Capability, Some(&Operand::LiteralBit32(number))) => Some(vitrum::capability_name(number)),
        (Op::Extension, Some(Operand::LiteralString(name))) => Some(name.clone()),
        _ => None,
    });
    let declared: BTreeSet<String> = declared.collect();
    let named = needs.capabilities.iter().map(|it| it.name.clone());
    let named: BTreeSet<String> = named.chain(needs.extensions.iter().cloned()).collect();
    Ok(declared.symmetric_difference(&named).cloned().collect())
}
