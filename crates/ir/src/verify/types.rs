//! Types: their shapes, and the types that they contain.

use super::operations::has_handles;
use super::report::{Report, Site};
use super::rules::Rule;
use crate::module::{Module, Struct};
use crate::side_table::{IdSet, SideTable, holds};
use crate::storage::StorageTraits;
use crate::types::{Dim, ImageFormat, ImageType, LONGEST_VECTOR, Length, Scalar, Type, TypeData};

/// Facts about a type and all its parts, pointers and references not followed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facts {
    /// Images, samplers and the like: handles that only uniforms hold.
    pub(super) opaque: bool,
    /// Descriptors of buffers, which only their address is used of.
    pub(super) descriptor: bool,
    /// Ray queries and hit objects: state that is used in place.
    pub(super) state: bool,
    pub(super) runtime_array: bool,
    pub(super) pointer: bool,
    pub(super) void: bool,
    pub(super) atomic_counter: bool,
    pub(super) boolean: bool,
    /// Integers and floats of 64 bits, which are not interpolated.
    pub(super) whole: bool,
    /// Floats of 8 bits and of other forms than IEEE's.
    pub(super) small_float: bool,
    /// Floats with fewer bits than a byte.
    pub(super) below_byte: bool,
    /// Long vectors.
    pub(super) long_vector: bool,
    pub(super) cooperative: bool,
}

impl Facts {
    fn add(&mut self, other: Self) {
        self.opaque |= other.opaque;
        self.descriptor |= other.descriptor;
        self.state |= other.state;
        self.runtime_array |= other.runtime_array;
        self.pointer |= other.pointer;
        self.void |= other.void;
        self.atomic_counter |= other.atomic_counter;
        self.boolean |= other.boolean;
        self.whole |= other.whole;
        self.small_float |= other.small_float;
        self.below_byte |= other.below_byte;
        self.long_vector |= other.long_vector;
        self.cooperative |= other.cooperative;
    }

    /// True if a value of the type can be stored, chosen and passed on.
    pub(super) fn is_data(self) -> bool {
        !(self.opaque || self.state || self.runtime_array || self.pointer || self.void || self.atomic_counter)
    }
}

/// The facts of every type of a module.
pub(super) struct TypeFacts {
    facts: SideTable<Type, Facts>,
    any_cooperative: bool,
}

impl TypeFacts {
    pub(super) fn get(&self, ty: Type) -> Facts {
        self.facts.at(ty)
    }

    /// True if there is a cooperative matrix, which brings Vulkan's memory model.
    pub(super) fn any_cooperative(&self) -> bool {
        self.any_cooperative
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    New,
    Open,
    Done,
}

/// The facts of types; reports structs that contain themselves, which are left out of the facts of others.
pub(super) fn facts(report: &mut Report<'_>) -> TypeFacts {
    let module = report.module;
    let count = module.types.iter().count();
    let mut facts = SideTable::filled(count, Facts::default());
    let mut states = SideTable::filled(count, State::New);
    // Types that are being looked at, each with the next part of it.
    let mut stack: Vec<(Type, usize)> = Vec::new();
    for (root, _) in module.types.iter() {
        if states.at(root) == State::New {
            states.set(root, State::Open);
            stack.push((root, 0));
        }
        while let Some((ty, next)) = stack.pop() {
            let data = module.types.get(ty);
            let Some(part) = part(module, data, next) else {
                facts.entry(ty).add(own(data));
                states.set(ty, State::Done);
                continue;
            };
            match states.at(part) {
                State::New => {
                    states.set(part, State::Open);
                    stack.extend([(ty, next), (part, 0)]);
                    continue;
                }
                State::Open => {
                    let site = match data {
                        TypeData::Struct(id) => Site::Member(id, Some(next)),
                        _ => Site::Type(ty),
                    };
                    report.add(Rule::RecursiveStruct, site, "struct contains itself");
                }
                State::Done => {
                    let of_part = facts.at(part);
                    facts.entry(ty).add(of_part);
                }
            }
            stack.push((ty, next + 1));
        }
    }
    let any_cooperative = module.types.iter().any(|row| {
        matches!(row.1, TypeData::CooperativeMatrix { .. } | TypeData::LongVector { cooperative: true, .. })
    });
    TypeFacts { facts, any_cooperative }
}

/// The parts whose facts are facts of the whole.
fn part(module: &Module, data: TypeData, index: usize) -> Option<Type> {
    match data {
        TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => {
            (index == 0).then_some(element)
        }
        TypeData::Struct(id) => module.structs[id].members.get(index).map(|member| member.ty),
        _ => None,
    }
}

fn own(data: TypeData) -> Facts {
    let none = Facts::default();
    match data {
        TypeData::Void => Facts { void: true, ..none },
        TypeData::RuntimeArray { .. } => Facts { runtime_array: true, ..none },
        TypeData::Pointer { .. } => Facts { pointer: true, ..none },
        TypeData::Image(_)
        | TypeData::Sampler { .. }
        | TypeData::SampledImage(_)
        | TypeData::Tensor { .. }
        | TypeData::AccelerationStructure => Facts { opaque: true, ..none },
        TypeData::Descriptor { .. } => Facts { opaque: true, descriptor: true, ..none },
        TypeData::AtomicCounter => Facts { atomic_counter: true, ..none },
        TypeData::RayQuery | TypeData::HitObject => Facts { state: true, ..none },
        TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } | TypeData::Matrix { scalar, .. } => {
            Facts {
                boolean: scalar == Scalar::Bool,
                whole: scalar.is_integer() || scalar == Scalar::F64,
                small_float: scalar.is_small_float(),
                below_byte: scalar.is_below_byte(),
                ..none
            }
        }
        TypeData::LongVector { scalar, cooperative, .. } => Facts {
            cooperative,
            boolean: scalar == Scalar::Bool,
            whole: scalar.is_integer() || scalar == Scalar::F64,
            small_float: scalar.is_small_float(),
            below_byte: scalar.is_below_byte(),
            long_vector: true,
            ..none
        },
        TypeData::CooperativeMatrix { .. } | TypeData::TensorLayout { .. } | TypeData::TensorView { .. } => {
            Facts { cooperative: true, ..none }
        }
        TypeData::Array { .. }
        | TypeData::Struct(_)
        | TypeData::Spirv(_)
        | TypeData::BufferReference { .. }
        | TypeData::Expression(_) => none,
        // Numbers of 64 bits, which are not interpolated.
        TypeData::Handle { .. } => Facts { whole: true, ..none },
    }
}

/// Checks the shape of every type that is used. The others are garbage, such as an array type whose sizes its first
/// value gave.
pub(super) fn check(report: &mut Report<'_>, facts: &TypeFacts) {
    let module = report.module;
    let used = used(module);
    for (id, data) in module.types.iter().filter(|(id, _)| used.contains(*id)) {
        let mut complain = |rule, message: &str| report.add(rule, Site::Type(id), message);
        match data {
            TypeData::Vector { size, .. } if size < 2 => {
                complain(Rule::VectorShape, "vector has fewer than two components");
            }
            TypeData::Matrix { scalar, columns, rows } => {
                let fits = |count| (2..=4).contains(&count);
                if !fits(columns) || !fits(rows) || !scalar.is_float() {
                    complain(Rule::MatrixShape, "expected two to four columns and rows of floats");
                }
            }
            TypeData::Array { element, length } => {
                if length == Length::Constant(0) {
                    complain(Rule::ArrayLength, "array has no elements");
                }
                let of_element = facts.get(element);
                let is_runtime = matches!(module.types.get(element), TypeData::RuntimeArray { .. });
                if of_element.void || of_element.pointer || is_runtime {
                    complain(Rule::ArrayElement, "elements are not data of known size");
                }
            }
            TypeData::RuntimeArray { element } => {
                let of_element = facts.get(element);
                if of_element.void || of_element.pointer {
                    complain(Rule::ArrayElement, "elements are not data of known size");
                }
            }
            TypeData::Pointer { pointee, .. } => {
                let of_pointee = facts.get(pointee);
                if of_pointee.void || of_pointee.pointer {
                    complain(Rule::PointerTarget, "pointer does not point to data");
                }
            }
            TypeData::Image(image) | TypeData::SampledImage(image) => {
                if !TEXELS.contains(&image.sampled) {
                    complain(
                        Rule::Texel,
                        "texels are not floats of 16 or 32 bits or integers of 32 or 64 bits",
                    );
                } else if let Some(message) = image_fault(image, matches!(data, TypeData::SampledImage(_))) {
                    complain(Rule::ImageShape, message);
                }
            }
            TypeData::CooperativeMatrix { scalar: Scalar::Bool, .. } => {
                complain(Rule::Texel, "elements of a cooperative matrix are not numbers");
            }
            TypeData::Handle { resource } if !has_handles(module.types.get(resource)) => {
                complain(Rule::HandleTarget, "handle is of neither an image nor a texture with its sampler");
            }
            TypeData::BufferReference { align, .. } if !align.is_power_of_two() => {
                complain(Rule::Alignment, "alignment is not a power of two");
            }
            TypeData::LongVector { length: Length::Constant(0), .. } => {
                complain(Rule::ArrayLength, "vector has no components");
            }
            TypeData::LongVector { length: Length::Constant(length), .. } if length > LONGEST_VECTOR => {
                complain(Rule::ArrayLength, &format!("vector has more than {LONGEST_VECTOR} components"));
            }
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Vector { .. }
            | TypeData::LongVector { .. }
            | TypeData::Struct(_)
            | TypeData::Sampler { .. }
            | TypeData::AtomicCounter
            | TypeData::AccelerationStructure
            | TypeData::RayQuery
            | TypeData::Tensor { .. }
            | TypeData::Descriptor { .. }
            | TypeData::HitObject
            | TypeData::Spirv(_)
            | TypeData::CooperativeMatrix { .. }
            | TypeData::TensorLayout { .. }
            | TypeData::TensorView { .. }
            | TypeData::BufferReference { .. }
            | TypeData::Handle { .. }
            | TypeData::Expression(_) => {}
        }
    }
    let blocks = blocks(module);
    for (id, data) in module.structs.iter() {
        let last = data.members.len().wrapping_sub(1);
        for (index, member) in data.members.iter().enumerate() {
            let site = Site::Member(id, Some(index));
            let of_member = facts.get(member.ty);
            if of_member.void || of_member.pointer {
                report.add(Rule::StructMember, site, "member is not data");
            }
            if of_member.runtime_array {
                let is_array = matches!(module.types.get(member.ty), TypeData::RuntimeArray { .. });
                let is_block = blocks.contains(id);
                if index != last || !is_array {
                    report.add(Rule::RuntimeArray, site, "runtime array is not the last member");
                } else if !is_block {
                    report.add(Rule::RuntimeArray, site, "runtime array in a struct that is not a block");
                }
            }
        }
    }
    for (id, data) in module.globals.iter() {
        let ty = module.types.innermost(data.ty);
        let is_array = matches!(module.types.get(data.ty), TypeData::RuntimeArray { .. });
        let may_be_array = data.storage.is(StorageTraits::RUNTIME_ARRAY);
        let holds_memory = data.storage.is(StorageTraits::RUNTIME_MEMBER) || module.is_structured_heap(data);
        if is_array && !may_be_array || facts.get(ty).runtime_array && !holds_memory {
            report.add(Rule::RuntimeArray, Site::Global(id), "runtime array in storage of known size");
        }
    }
}

/// Component types of texels.
const TEXELS: [Scalar; 6] = [Scalar::F16, Scalar::F32, Scalar::I32, Scalar::U32, Scalar::I64, Scalar::U64];

/// The first fact of an image that another one excludes.
fn image_fault(image: ImageType, is_combined: bool) -> Option<&'static str> {
    let ImageType { sampled, dim, arrayed, multisampled, shadow, storage, format } = image;
    let is_attachment = matches!(dim, Dim::Subpass | Dim::TileImage);
    let wide_format = matches!(format, ImageFormat::R64i | ImageFormat::R64ui);
    let has_format = format != ImageFormat::Unknown;
    let rows = [
        (arrayed && !matches!(dim, Dim::D1 | Dim::D2 | Dim::Cube), "image of this shape has no layers"),
        (
            multisampled && !matches!(dim, Dim::D2 | Dim::Subpass | Dim::TileImage),
            "image of this shape has one sample a texel",
        ),
        (shadow && matches!(dim, Dim::D3 | Dim::Buffer), "image of this shape is not compared"),
        (is_combined && (storage || is_attachment), "image with a sampler is for storage or an attachment"),
        (dim == Dim::Subpass && !storage, "input attachment is sampled"),
        (dim == Dim::PixelLocal && !storage, "pixel local storage is sampled"),
        (format.is_of_outputs(), "format is one of fragment outputs"),
        (has_format && (!storage || is_attachment), "image that is not for storage has a format"),
        (has_format && wide_format != (sampled.width() == 64), "format does not fit the type of the texels"),
    ];
    rows.into_iter().find(|row| row.0).map(|row| row.1)
}

/// The types that values, constants, globals, functions and structs have, and the types that those are made of.
fn used(module: &Module) -> IdSet<Type> {
    let mut used = IdSet::new();
    let roots = module
        .constants
        .iter()
        .map(|(_, data)| data.ty)
        .chain(module.structs.values().flat_map(|data| &data.members).map(|member| member.ty))
        .chain(module.globals.values().flat_map(|data| [data.ty, data.pointer]))
        .chain(module.functions.values().map(|function| function.result))
        .chain(module.functions.values().flat_map(|function| function.values.values()).map(|value| value.ty))
        .chain(module.spirv.iter().flat_map(|item| &item.operands).filter_map(|operand| match *operand {
            crate::SpirvOperand::Type(ty) => Some(ty),
            _ => None,
        }));
    for root in roots {
        let mut next = Some(root);
        while let Some(ty) = next {
            if !module.types.contains(ty) || !used.insert(ty) {
                break;
            }
            // Members of structs are roots.
            next = match module.types.get(ty) {
                TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => Some(element),
                TypeData::Pointer { pointee: part, .. } | TypeData::Handle { resource: part } => Some(part),
                _ => None,
            };
        }
    }
    used
}

/// Structs that are the body of a block.
fn blocks(module: &Module) -> IdSet<Struct> {
    let mut blocks = IdSet::with_capacity(module.structs.len());
    for (_, data) in module.types.iter() {
        if let TypeData::BufferReference { block, .. } | TypeData::Descriptor { block, .. } = data {
            blocks.insert(block);
        }
    }
    for data in module.globals.values() {
        if let TypeData::Struct(id) = module.types.get(module.types.innermost(data.ty))
            && (data.block.is_some() || module.is_structured_heap(data))
        {
            blocks.insert(id);
        }
    }
    for data in module.functions.values().filter(|data| holds(&data.blocks, data.body)) {
        for (param, &value) in data.params.iter().zip(&data.blocks[data.body].params) {
            if param.layout.is_some()
                && holds(&data.values, value)
                && data.values[value].ty.index() < module.types.len()
                && let Some(pointee) = module.types.pointee(data.values[value].ty)
                && let TypeData::Struct(id) = module.types.get(pointee)
            {
                blocks.insert(id);
            }
        }
    }
    blocks
}
