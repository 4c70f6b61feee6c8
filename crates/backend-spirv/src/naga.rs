//! The part of SPIR-V that naga reads, for the target `wgpu`.
//!
//! The lowerings of the pipeline `wgpu` replace what can be replaced. Whatever is left that naga refuses, or reads without its
//! meaning, is an error here, so that a module for wgpu is never half right.

use crate::error::{Error, Result};
use spirv::{
    BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, GlslStd450Op, ImageFormat, Op,
    StorageClass,
};
use vitrum_ir::Span;

/// True if a capability is left out though it is used: naga knows what needs it, but refuses its declaration.
pub(crate) fn is_silent(capability: u32) -> bool {
    Capability::from_u32(capability).is_some_and(|it| SILENT.contains(&it))
}

/// Reports the first construct of a module that naga does not read, at the place that `place` gives for it.
pub(crate) fn check(words: &[u32], place: impl FnOnce(Construct) -> Option<Span>) -> Result<()> {
    match find(words) {
        (Ok(()), _) => Ok(()),
        (Err(error), construct) => Err(error.at(place(construct))),
    }
}

/// A construct that naga does not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Construct {
    /// The capability of this number.
    Capability(u32),
    /// A type, a constant, or an id with a decoration.
    Declared(u32),
    /// An instruction behind this line, 0 for none.
    Line(u32),
}

/// Finds the first construct that naga does not read.
pub(crate) fn find(words: &[u32]) -> (Result<()>, Construct) {
    let mut module = Check::default();
    let mut line = 0;
    let mut rest = words.get(5..).unwrap_or(&[]);
    while let Some(&first) = rest.first() {
        let count = (first >> 16) as usize;
        let Some((inst, next)) = rest.split_at_checked(count.max(1)) else {
            let error = Error::malformed("an instruction that is longer than the module");
            return (Err(error), Construct::Line(line));
        };
        let Some(op) = Op::from_u32(first & 0xffff) else {
            let error = Error::unsupported(format!("instruction {}", first & 0xffff));
            return (Err(error), Construct::Line(line));
        };
        if let (Op::Line, Some(&number)) = (op, inst.get(2)) {
            line = number;
        }
        if let Err(error) = module.inst(op, &inst[1..]) {
            let construct = match (op, inst.get(1)) {
                (Op::Capability, Some(&number)) => Construct::Capability(number),
                (Op::Decorate | Op::MemberDecorate, Some(&target)) => Construct::Declared(target),
                _ => match declared(op, &inst[1..]) {
                    Some((id, _)) => Construct::Declared(id),
                    None => Construct::Line(line),
                },
            };
            return (Err(error), construct);
        }
        rest = next;
    }
    (Ok(()), Construct::Line(line))
}

/// The id that an instruction outside of functions declares, and the ids that it is made of.
pub(crate) fn declared(op: Op, operands: &[u32]) -> Option<(u32, &[u32])> {
    let (&first, rest) = operands.split_first()?;
    let parts = match op {
        Op::TypeVector
        | Op::TypeMatrix
        | Op::TypeImage
        | Op::TypeSampledImage
        | Op::TypeRuntimeArray
        | Op::TypeRayQueryKHR => rest.get(..1),
        Op::TypeArray => rest.get(..2),
        Op::TypePointer => rest.get(1..2),
        Op::TypeStruct | Op::TypeFunction => Some(rest),
        Op::TypeVoid
        | Op::TypeBool
        | Op::TypeInt
        | Op::TypeFloat
        | Op::TypeSampler
        | Op::TypeAccelerationStructureKHR => None,
        Op::Constant
        | Op::ConstantTrue
        | Op::ConstantFalse
        | Op::ConstantNull
        | Op::SpecConstant
        | Op::SpecConstantTrue
        | Op::SpecConstantFalse
        | Op::Undef
        | Op::Variable => return Some((*rest.first()?, &operands[..1])),
        Op::ConstantComposite | Op::SpecConstantComposite => {
            return Some((*rest.first()?, rest.get(1..).unwrap_or(&[])));
        }
        _ => return None,
    };
    Some((first, parts.unwrap_or(&[])))
}

/// The state of the check.
#[derive(Default)]
struct Check {
    /// Ids of constants that are zero.
    zeros: Vec<u32>,
    /// Types of integers of 16 bits.
    shorts: Vec<u32>,
}

impl Check {
    fn inst(&mut self, op: Op, operands: &[u32]) -> Result<()> {
        let at = |index: usize| operands.get(index).copied().unwrap_or(0);
        match op {
            Op::Capability => supported(Capability::from_u32(at(0)), CAPABILITIES),
            Op::Extension => {
                let name = string(operands);
                if EXTENSIONS.contains(&name.as_str()) { Ok(()) } else { Err(Error::unsupported(name)) }
            }
            Op::ExtInstImport => {
                let name = string(operands.get(1..).unwrap_or(&[]));
                if EXT_SETS.contains(&name.as_str()) { Ok(()) } else { Err(Error::unsupported(name)) }
            }
            Op::EntryPoint => supported(ExecutionModel::from_u32(at(0)), MODELS),
            Op::ExecutionMode => supported(ExecutionMode::from_u32(at(1)), MODES),
            Op::Decorate => self.decoration(operands.get(1..).unwrap_or(&[])),
            Op::MemberDecorate => self.decoration(operands.get(2..).unwrap_or(&[])),
            Op::TypeInt if at(1) < 16 => Err(Error::unsupported(format!("integers of {} bits", at(1)))),
            Op::TypeInt if at(1) < 32 => {
                self.shorts.push(at(0));
                Ok(())
            }
            Op::TypeStruct if operands.len() < 2 => Err(Error::unsupported("structs without members")),
            Op::TypeImage => image(operands),
            Op::TypePointer => supported(StorageClass::from_u32(at(1)), CLASSES),
            Op::Constant | Op::SpecConstant if self.shorts.contains(&at(0)) => {
                Err(Error::unsupported("constants of integers of 16 bits"))
            }
            Op::Constant if operands.get(2..).is_some_and(|words| words.iter().all(|&word| word == 0)) => {
                self.zeros.push(at(1));
                Ok(())
            }
            Op::Load if operands.len() > 4 => {
                Err(Error::unsupported("loads that say what they make visible"))
            }
            Op::Store if operands.len() > 3 => {
                Err(Error::unsupported("stores that say what they make available"))
            }
            Op::ExtInst
                if GlslStd450Op::from_u32(at(3)).is_some_and(|it| REFUSED_FUNCTIONS.contains(&it)) =>
            {
                Err(unsupported(GlslStd450Op::from_u32(at(3))))
            }
            Op::ImageSampleImplicitLod
            | Op::ImageSampleProjImplicitLod
            | Op::ImageSampleExplicitLod
            | Op::ImageSampleProjExplicitLod => self.sample(operands.get(4..).unwrap_or(&[]), false),
            Op::ImageGather | Op::ImageDrefGather => self.sample(operands.get(5..).unwrap_or(&[]), false),
            Op::ImageSampleDrefImplicitLod
            | Op::ImageSampleProjDrefImplicitLod
            | Op::ImageSampleDrefExplicitLod
            | Op::ImageSampleProjDrefExplicitLod => self.sample(operands.get(5..).unwrap_or(&[]), true),
            op => supported(Some(op), OPS),
        }
    }

    fn decoration(&self, words: &[u32]) -> Result<()> {
        let decoration = words.first().and_then(|&word| Decoration::from_u32(word));
        match (decoration, words.get(1)) {
            (Some(Decoration::BuiltIn), Some(&word)) => supported(BuiltIn::from_u32(word), BUILTINS),
            (Some(it), _) if REFUSED_DECORATIONS.contains(&it) => Err(unsupported(Some(it))),
            _ => Ok(()),
        }
    }

    /// The operands of a sampling instruction, from their mask on. naga passes over those that it does not know, and takes a
    /// level that comparisons have for 0.
    fn sample(&self, words: &[u32], compares: bool) -> Result<()> {
        let Some((&mask, values)) = words.split_first() else { return Ok(()) };
        const BIAS: u32 = 1;
        const LOD: u32 = 2;
        const GRAD: u32 = 4;
        const CONST_OFFSET: u32 = 8;
        const HINTS: u32 = 0x400 | 0x800 | 0x1000 | 0x2000;
        if mask & !(BIAS | LOD | GRAD | CONST_OFFSET | HINTS) != 0 {
            return Err(Error::unsupported(
                "offsets that are not constant, or a least level, where a texture is sampled",
            ));
        }
        let is_zero = || values.first().is_some_and(|id| self.zeros.contains(id));
        if compares && (mask & (BIAS | GRAD) != 0 || mask & LOD != 0 && !is_zero()) {
            return Err(Error::unsupported("depth comparisons with a level other than 0"));
        }
        Ok(())
    }
}

fn image(operands: &[u32]) -> Result<()> {
    let at = |index: usize| operands.get(index).copied().unwrap_or(0);
    let (dim, arrayed, multisampled, sampled, format) = (at(2), at(4), at(5), at(6), at(7));
    let what = match (dim, arrayed, multisampled) {
        (0, 1, _) => "arrayed 1D textures",
        (4.., ..) => "rectangle textures, buffer textures and subpass inputs",
        (_, 1, 1) => "arrayed multisampled textures",
        (3, ..) if sampled == 2 => "cube images",
        (_, _, 1) if sampled == 2 => "multisampled images",
        _ if sampled == 2 && format == 0 => "images without a format",
        _ => return supported(ImageFormat::from_u32(format), FORMATS),
    };
    Err(Error::unsupported(what))
}

fn supported<T: PartialEq + std::fmt::Debug>(found: Option<T>, known: &[T]) -> Result<()> {
    if found.as_ref().is_some_and(|it| known.contains(it)) { Ok(()) } else { Err(unsupported(found)) }
}

#[cold]
fn unsupported<T: std::fmt::Debug>(found: Option<T>) -> Box<Error> {
    let name = found.map_or_else(|| "an unknown number".to_owned(), |it| format!("{it:?}"));
    let kind = std::any::type_name::<T>().rsplit("::").next().unwrap_or_default();
    let kind = match kind {
        "Op" => "the instruction",
        "GlslStd450Op" => "the function",
        "BuiltIn" => "the built-in variable",
        "ExecutionModel" => "the stage",
        "ExecutionMode" => "the mode",
        "StorageClass" => "the storage class",
        "ImageFormat" => "the format",
        "Decoration" => "the decoration",
        _ => "the capability",
    };
    Error::unsupported(format!("{kind} {name}"))
}

/// A string literal.
fn string(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|&byte| byte != 0);
    String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
}

/// Capabilities that need no declaration.
const SILENT: &[Capability] = &[
    Capability::DrawParameters,
    Capability::GroupNonUniformQuad,
    Capability::SampledImageArrayDynamicIndexing,
    Capability::SampledImageArrayNonUniformIndexing,
    Capability::ShaderNonUniform,
    Capability::StorageBufferArrayNonUniformIndexing,
    Capability::StorageImageArrayDynamicIndexing,
    Capability::StorageImageArrayNonUniformIndexing,
    Capability::StorageInputOutput16,
    Capability::UniformBufferArrayNonUniformIndexing,
    Capability::VulkanMemoryModelDeviceScope,
];

const CAPABILITIES: &[Capability] = &[
    Capability::Matrix,
    Capability::Shader,
    Capability::Geometry,
    Capability::Float16,
    Capability::Float64,
    Capability::Int16,
    Capability::Int64,
    Capability::Int64Atomics,
    Capability::ClipDistance,
    Capability::CullDistance,
    Capability::ImageCubeArray,
    Capability::SampleRateShading,
    Capability::Sampled1D,
    Capability::Image1D,
    Capability::SampledCubeArray,
    Capability::StorageImageExtendedFormats,
    Capability::ImageQuery,
    Capability::DerivativeControl,
    Capability::GroupNonUniform,
    Capability::GroupNonUniformVote,
    Capability::GroupNonUniformArithmetic,
    Capability::GroupNonUniformBallot,
    Capability::GroupNonUniformShuffle,
    Capability::GroupNonUniformShuffleRelative,
    Capability::MultiView,
    Capability::StorageBuffer16BitAccess,
    Capability::UniformAndStorageBuffer16BitAccess,
    Capability::UniformBufferArrayDynamicIndexing,
    Capability::StorageBufferArrayDynamicIndexing,
    Capability::RuntimeDescriptorArray,
    Capability::FragmentBarycentricKHR,
    Capability::VulkanMemoryModel,
    Capability::AtomicFloat32AddEXT,
];

const EXTENSIONS: &[&str] = &[
    "SPV_KHR_storage_buffer_storage_class",
    "SPV_KHR_vulkan_memory_model",
    "SPV_KHR_multiview",
    "SPV_EXT_descriptor_indexing",
    "SPV_EXT_shader_atomic_float_add",
    "SPV_KHR_16bit_storage",
    "SPV_KHR_non_semantic_info",
    "SPV_KHR_fragment_shader_barycentric",
];

const EXT_SETS: &[&str] = &["GLSL.std.450", "NonSemantic.Shader.DebugInfo.100"];

const MODELS: &[ExecutionModel] =
    &[ExecutionModel::Vertex, ExecutionModel::Fragment, ExecutionModel::GLCompute];

const MODES: &[ExecutionMode] = &[
    ExecutionMode::EarlyFragmentTests,
    ExecutionMode::DepthUnchanged,
    ExecutionMode::DepthGreater,
    ExecutionMode::DepthLess,
    ExecutionMode::DepthReplacing,
    ExecutionMode::OriginUpperLeft,
    ExecutionMode::LocalSize,
];

const CLASSES: &[StorageClass] = &[
    StorageClass::Function,
    StorageClass::Input,
    StorageClass::Output,
    StorageClass::Private,
    StorageClass::UniformConstant,
    StorageClass::StorageBuffer,
    StorageClass::Uniform,
    StorageClass::Workgroup,
    StorageClass::PushConstant,
];

const BUILTINS: &[BuiltIn] = &[
    BuiltIn::Position,
    BuiltIn::FragCoord,
    BuiltIn::ViewIndex,
    BuiltIn::ClipDistance,
    BuiltIn::CullDistance,
    BuiltIn::InstanceIndex,
    BuiltIn::BaseInstance,
    BuiltIn::BaseVertex,
    BuiltIn::DrawIndex,
    BuiltIn::PointSize,
    BuiltIn::VertexIndex,
    BuiltIn::FragDepth,
    BuiltIn::PointCoord,
    BuiltIn::FrontFacing,
    BuiltIn::PrimitiveId,
    BuiltIn::BaryCoordKHR,
    BuiltIn::BaryCoordNoPerspKHR,
    BuiltIn::SampleId,
    BuiltIn::SampleMask,
    BuiltIn::GlobalInvocationId,
    BuiltIn::LocalInvocationId,
    BuiltIn::LocalInvocationIndex,
    BuiltIn::WorkgroupId,
    BuiltIn::WorkgroupSize,
    BuiltIn::NumWorkgroups,
    BuiltIn::NumSubgroups,
    BuiltIn::SubgroupId,
    BuiltIn::SubgroupSize,
    BuiltIn::SubgroupLocalInvocationId,
];

/// Decorations that change what a module does and that naga passes over.
const REFUSED_DECORATIONS: &[Decoration] = &[
    Decoration::Component,
    Decoration::InputAttachmentIndex,
    Decoration::OverrideCoverageNV,
    Decoration::Patch,
    Decoration::Stream,
    Decoration::XfbBuffer,
];

/// Functions of GLSL.std.450 without a counterpart, or with another result: naga reads `Modf` and `Frexp` with pointers not at
/// all, and their struct forms with another struct.
const REFUSED_FUNCTIONS: &[GlslStd450Op] = &[
    GlslStd450Op::Modf,
    GlslStd450Op::ModfStruct,
    GlslStd450Op::Frexp,
    GlslStd450Op::FrexpStruct,
    GlslStd450Op::IMix,
    GlslStd450Op::PackDouble2x32,
    GlslStd450Op::UnpackDouble2x32,
    GlslStd450Op::InterpolateAtCentroid,
    GlslStd450Op::InterpolateAtSample,
    GlslStd450Op::InterpolateAtOffset,
];

/// Formats of images; textures have none.
const FORMATS: &[ImageFormat] = &[
    ImageFormat::Unknown,
    ImageFormat::R8,
    ImageFormat::R8Snorm,
    ImageFormat::R8ui,
    ImageFormat::R8i,
    ImageFormat::R16,
    ImageFormat::R16Snorm,
    ImageFormat::R16ui,
    ImageFormat::R16i,
    ImageFormat::R16f,
    ImageFormat::Rg8,
    ImageFormat::Rg8Snorm,
    ImageFormat::Rg8ui,
    ImageFormat::Rg8i,
    ImageFormat::R32ui,
    ImageFormat::R32i,
    ImageFormat::R32f,
    ImageFormat::Rg16,
    ImageFormat::Rg16Snorm,
    ImageFormat::Rg16ui,
    ImageFormat::Rg16i,
    ImageFormat::Rg16f,
    ImageFormat::Rgba8,
    ImageFormat::Rgba8Snorm,
    ImageFormat::Rgba8ui,
    ImageFormat::Rgba8i,
    ImageFormat::Rgb10a2ui,
    ImageFormat::Rgb10A2,
    ImageFormat::R11fG11fB10f,
    ImageFormat::R64ui,
    ImageFormat::Rg32ui,
    ImageFormat::Rg32i,
    ImageFormat::Rg32f,
    ImageFormat::Rgba16,
    ImageFormat::Rgba16Snorm,
    ImageFormat::Rgba16ui,
    ImageFormat::Rgba16i,
    ImageFormat::Rgba16f,
    ImageFormat::Rgba32ui,
    ImageFormat::Rgba32i,
    ImageFormat::Rgba32f,
];

/// Instructions, but for those that the check looks into. `OpSMod` is read as a division of floats, which are too short.
#[rustfmt::skip]
const OPS: &[Op] = &[
    Op::AccessChain, Op::All, Op::Any, Op::ArrayLength, Op::AtomicAnd, Op::AtomicCompareExchange,
    Op::AtomicExchange, Op::AtomicFAddEXT, Op::AtomicIAdd, Op::AtomicIDecrement, Op::AtomicIIncrement,
    Op::AtomicISub, Op::AtomicLoad, Op::AtomicOr, Op::AtomicSMax, Op::AtomicSMin, Op::AtomicStore,
    Op::AtomicUMax, Op::AtomicUMin, Op::AtomicXor, Op::BitCount, Op::BitFieldInsert, Op::BitFieldSExtract,
    Op::BitFieldUExtract, Op::BitReverse, Op::Bitcast, Op::BitwiseAnd, Op::BitwiseOr, Op::BitwiseXor,
    Op::Branch, Op::BranchConditional, Op::CompositeConstruct, Op::CompositeExtract, Op::CompositeInsert,
    Op::Constant, Op::ConstantComposite, Op::ConstantFalse, Op::ConstantNull, Op::ConstantTrue,
    Op::ControlBarrier, Op::ConvertFToS, Op::ConvertFToU, Op::ConvertSToF, Op::ConvertUToF, Op::CopyMemory,
    Op::CopyObject, Op::DPdx, Op::DPdxCoarse, Op::DPdxFine, Op::DPdy, Op::DPdyCoarse, Op::DPdyFine, Op::Dot,
    Op::ExtInst, Op::FAdd, Op::FConvert, Op::FDiv, Op::FMod, Op::FMul, Op::FNegate, Op::FOrdEqual,
    Op::FOrdGreaterThan, Op::FOrdGreaterThanEqual, Op::FOrdLessThan, Op::FOrdLessThanEqual, Op::FOrdNotEqual,
    Op::FRem, Op::FSub, Op::FUnordEqual, Op::FUnordGreaterThan, Op::FUnordGreaterThanEqual,
    Op::FUnordLessThan, Op::FUnordLessThanEqual, Op::FUnordNotEqual, Op::Function, Op::FunctionCall,
    Op::FunctionEnd, Op::FunctionParameter, Op::Fwidth, Op::FwidthCoarse, Op::FwidthFine,
    Op::GroupNonUniformAll, Op::GroupNonUniformAny, Op::GroupNonUniformBallot, Op::GroupNonUniformBitwiseAnd,
    Op::GroupNonUniformBitwiseOr, Op::GroupNonUniformBitwiseXor, Op::GroupNonUniformBroadcast,
    Op::GroupNonUniformBroadcastFirst, Op::GroupNonUniformFAdd, Op::GroupNonUniformFMax,
    Op::GroupNonUniformFMin, Op::GroupNonUniformFMul, Op::GroupNonUniformIAdd, Op::GroupNonUniformIMul,
    Op::GroupNonUniformLogicalAnd, Op::GroupNonUniformLogicalOr, Op::GroupNonUniformLogicalXor,
    Op::GroupNonUniformQuadBroadcast, Op::GroupNonUniformQuadSwap, Op::GroupNonUniformSMax,
    Op::GroupNonUniformSMin, Op::GroupNonUniformShuffle, Op::GroupNonUniformShuffleDown,
    Op::GroupNonUniformShuffleUp, Op::GroupNonUniformShuffleXor, Op::GroupNonUniformUMax,
    Op::GroupNonUniformUMin, Op::IAdd, Op::IEqual, Op::IMul, Op::INotEqual, Op::ISub, Op::Image,
    Op::ImageDrefGather, Op::ImageFetch, Op::ImageGather, Op::ImageQueryLevels, Op::ImageQuerySamples,
    Op::ImageQuerySize, Op::ImageQuerySizeLod, Op::ImageRead, Op::ImageSampleDrefExplicitLod,
    Op::ImageSampleDrefImplicitLod, Op::ImageSampleExplicitLod, Op::ImageSampleImplicitLod,
    Op::ImageSampleProjDrefExplicitLod, Op::ImageSampleProjDrefImplicitLod, Op::ImageSampleProjExplicitLod,
    Op::ImageSampleProjImplicitLod, Op::ImageWrite, Op::InBoundsAccessChain, Op::IsInf, Op::IsNan, Op::Kill,
    Op::Label, Op::Line, Op::Load, Op::LogicalAnd, Op::LogicalEqual, Op::LogicalNot, Op::LogicalNotEqual,
    Op::LogicalOr, Op::LoopMerge, Op::MatrixTimesMatrix, Op::MatrixTimesScalar, Op::MatrixTimesVector,
    Op::MemberName, Op::MemoryBarrier, Op::MemoryModel, Op::ModuleProcessed, Op::Name, Op::NoLine, Op::Not,
    Op::OuterProduct, Op::Phi, Op::Return, Op::ReturnValue, Op::SConvert, Op::SDiv, Op::SGreaterThan,
    Op::SGreaterThanEqual, Op::SLessThan, Op::SLessThanEqual, Op::SNegate, Op::SRem, Op::SampledImage,
    Op::Select, Op::SelectionMerge, Op::ShiftLeftLogical, Op::ShiftRightArithmetic, Op::ShiftRightLogical,
    Op::Source, Op::SourceExtension, Op::SpecConstant, Op::SpecConstantComposite, Op::SpecConstantFalse,
    Op::SpecConstantTrue, Op::Store, Op::String, Op::Switch, Op::Transpose, Op::TypeArray, Op::TypeBool,
    Op::TypeFloat, Op::TypeFunction, Op::TypeInt, Op::TypeMatrix, Op::TypeRuntimeArray, Op::TypeSampledImage,
    Op::TypeSampler, Op::TypeStruct, Op::TypeVector, Op::TypeVoid, Op::UConvert, Op::UDiv, Op::UGreaterThan,
    Op::UGreaterThanEqual, Op::ULessThan, Op::ULessThanEqual, Op::UMod, Op::Undef, Op::Unreachable,
    Op::Variable, Op::VectorExtractDynamic, Op::VectorInsertDynamic, Op::VectorShuffle, Op::VectorTimesMatrix,
    Op::VectorTimesScalar,
];
