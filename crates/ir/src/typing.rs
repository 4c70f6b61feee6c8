//! Type inference: result types by the op table's typing rules.
//!
//! Inference is lenient: it gives the type that the rule implies, and leaves it to the verifier to say whether
//! the operands obey the rule.

use crate::function::{FunctionData, Operand, OperandKind};
use crate::immediates::{Shuffle, Swizzle};
use crate::module::{Module, StructData};
use crate::ops::{Op, Sig};
use crate::types::{Dim, ImageType, Scalar, Type, TypeData, Types, common};
use la_arena::Arena;

/// The type of an operand of an instruction of `function`: globals are pointers.
#[inline]
pub fn operand_type(module: &Module, function: &FunctionData, operand: Operand) -> Type {
    match operand.kind() {
        OperandKind::Value(value) => function.values[value].ty,
        OperandKind::Constant(constant) => module.constants.ty(constant),
        OperandKind::Global(global) => module.globals[global].pointer,
    }
}

/// The type of a part of a composite.
pub fn part_type(module: &Module, ty: Type, index: u32) -> Option<Type> {
    part_type_in(&module.types, &module.structs, ty, index)
}

/// The type of the part that an index selects; members of structs are selected by constants.
pub fn indexed_type(module: &Module, ty: Type, index: Operand) -> Option<Type> {
    let part = match module.types.get(ty) {
        TypeData::Struct(_) => u32::try_from(module.as_int(index)?).ok()?,
        _ => 0,
    };
    part_type(module, ty, part)
}

/// Like [`part_type`], from the tables that it needs of the module.
pub(crate) fn part_type_in(types: &Types, structs: &Arena<StructData>, ty: Type, index: u32) -> Option<Type> {
    match types.get(ty) {
        TypeData::Vector { scalar, .. } | TypeData::LongVector { scalar, .. } => Some(common::scalar(scalar)),
        TypeData::Matrix { scalar, rows, .. } => common::vector(scalar, u32::from(rows)),
        TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => Some(element),
        TypeData::Struct(id) => structs[id].members.get(index as usize).map(|member| member.ty),
        TypeData::CooperativeMatrix { scalar, .. } => Some(common::scalar(scalar)),
        _ => None,
    }
}

/// The pointer type that [`Op::Access`] gives.
pub fn access_type(module: &mut Module, base: Type, indices: &[Operand]) -> Option<Type> {
    let TypeData::Pointer { storage, pointee } = module.types.get(base) else { return None };
    let ty = indices.iter().try_fold(pointee, |ty, &index| indexed_type(module, ty, index))?;
    Some(module.types.pointer(storage, ty))
}

fn bool_like(module: &mut Module, ty: Type) -> Option<Type> {
    module.types.with_scalar(ty, Scalar::Bool)
}

/// The type of the only result of an op, from its operands' types; `None` where they do not determine it (loads of a
/// non-pointer, conversions, constructors, calls) or cannot be right.
pub fn infer(module: &mut Module, op: Op, operands: &[Type], imm: u32) -> Option<Type> {
    let first = operands.first().copied();
    match op.info().sig {
        Sig::Unary(_)
        | Sig::Binary(_)
        | Sig::Ternary(_)
        | Sig::Shift
        | Sig::BitExtract
        | Sig::BitInsert
        | Sig::Ldexp
        | Sig::Cross
        | Sig::Refract
        | Sig::VectorTimesScalar
        | Sig::MatrixTimesScalar
        | Sig::Inverse
        | Sig::Insert
        | Sig::InsertDynamic => first,
        Sig::Compare(_) | Sig::Test(_) => bool_like(module, first?),
        Sig::Reduce | Sig::Equal => Some(common::BOOL),
        Sig::BitQuery => module.types.with_scalar(first?, Scalar::I32),
        Sig::Select => operands.get(1).copied(),
        Sig::Dot | Sig::Length | Sig::Distance | Sig::Determinant => {
            module.types.scalar_of(first?).map(common::scalar)
        }
        Sig::VectorTimesMatrix => match module.types.get(*operands.get(1)?) {
            TypeData::Matrix { scalar, columns, .. } => common::vector(scalar, u32::from(columns)),
            _ => None,
        },
        Sig::MatrixTimesVector => match module.types.get(first?) {
            TypeData::Matrix { scalar, rows, .. } => common::vector(scalar, u32::from(rows)),
            _ => None,
        },
        Sig::MatrixTimesMatrix => match (module.types.get(first?), module.types.get(*operands.get(1)?)) {
            (TypeData::Matrix { scalar, rows, .. }, TypeData::Matrix { columns, .. }) => {
                Some(module.types.intern(TypeData::Matrix { scalar, columns, rows }))
            }
            _ => None,
        },
        Sig::OuterProduct => match (module.types.get(first?), module.types.get(*operands.get(1)?)) {
            (TypeData::Vector { scalar, size: rows }, TypeData::Vector { size: columns, .. }) => {
                Some(module.types.intern(TypeData::Matrix { scalar, columns, rows }))
            }
            _ => None,
        },
        Sig::Transpose => match module.types.get(first?) {
            TypeData::Matrix { scalar, columns, rows } => {
                Some(module.types.intern(TypeData::Matrix { scalar, columns: rows, rows: columns }))
            }
            _ => None,
        },
        Sig::Pack => pack_types(op).map(|(_, to)| to),
        Sig::Extract => part_type(module, first?, imm),
        Sig::ExtractDynamic => part_type(module, first?, 0),
        Sig::Swizzle => {
            let scalar = module.types.scalar_of(first?)?;
            let count = Swizzle::from_bits(imm).components().len() as u32;
            Some(module.types.vector(scalar, count))
        }
        Sig::Shuffle => {
            let scalar = module.types.scalar_of(first?)?;
            let count = Shuffle::from_bits(imm).components().len() as u32;
            Some(module.types.vector(scalar, count))
        }
        Sig::Load | Sig::AtomicLoad | Sig::AtomicRmw(_) | Sig::AtomicCompare | Sig::Interpolate => {
            module.types.pointee(first?)
        }
        Sig::ArrayLength => Some(common::U32),
        Sig::TexelPointer => {
            let TypeData::Pointer { pointee, .. } = module.types.get(first?) else { return None };
            let TypeData::Image(image) = module.types.get(pointee) else { return None };
            let texel = image.atomic_texel().unwrap_or(common::scalar(image.sampled));
            Some(module.types.pointer(crate::Storage::Texel, texel))
        }
        Sig::Combine => match (module.types.get(first?), module.types.get(*operands.get(1)?)) {
            (TypeData::Image(image), TypeData::Sampler { shadow }) => {
                Some(module.types.intern(TypeData::SampledImage(ImageType { shadow, ..image })))
            }
            _ => None,
        },
        Sig::ImageOf => match module.types.get(first?) {
            TypeData::SampledImage(image) => Some(module.types.intern(TypeData::Image(image))),
            _ => None,
        },
        Sig::ImageSize => {
            let image = image_type(module, first?)?;
            let count = match image.dim {
                Dim::Cube => 2,
                dim => dim.coordinates(),
            };
            Some(module.types.vector(Scalar::I32, count + u32::from(image.arrayed)))
        }
        Sig::ImageQuery => Some(common::I32),
        Sig::QueryLod => Some(common::VEC2),
        Sig::Wide(_)
        | Sig::Modf
        | Sig::Frexp
        | Sig::Convert(..)
        | Sig::Bitcast
        | Sig::Construct
        | Sig::Splat
        | Sig::Var
        | Sig::Access
        | Sig::Store
        | Sig::StoreSwizzle
        | Sig::AtomicStore
        | Sig::Image
        | Sig::ImageWrite
        | Sig::Call
        | Sig::Intrinsic
        | Sig::Control
        | Sig::Terminator => None,
    }
}

/// The types of both results of an op that has two.
pub fn infer_pair(module: &mut Module, op: Op, operands: &[Type]) -> Option<[Type; 2]> {
    let first = *operands.first()?;
    match op.info().sig {
        Sig::Wide(_) | Sig::Modf => Some([first, first]),
        Sig::Frexp => Some([first, module.types.with_scalar(first, Scalar::I32)?]),
        _ => None,
    }
}

/// The image type of an image or sampled image.
pub fn image_type(module: &Module, ty: Type) -> Option<ImageType> {
    match module.types.get(ty) {
        TypeData::Image(image) | TypeData::SampledImage(image) => Some(image),
        _ => None,
    }
}

/// Operand and result type of a packing op.
pub fn pack_types(op: Op) -> Option<(Type, Type)> {
    Some(match op {
        Op::PackSnorm4x8 | Op::PackUnorm4x8 => (common::VEC4, common::U32),
        Op::PackSnorm2x16 | Op::PackUnorm2x16 | Op::PackHalf2x16 => (common::VEC2, common::U32),
        Op::PackDouble2x32 => (common::UVEC2, common::F64),
        Op::UnpackSnorm2x16 | Op::UnpackUnorm2x16 | Op::UnpackHalf2x16 => (common::U32, common::VEC2),
        Op::UnpackSnorm4x8 | Op::UnpackUnorm4x8 => (common::U32, common::VEC4),
        Op::UnpackDouble2x32 => (common::F64, common::UVEC2),
        _ => return None,
    })
}
