//! Layouts by hand, from the rules of OpenGL 4.6 section 7.6.2.2, and as glslang lays the same types out.

use super::{Extent, Layouts};
use crate::constants::{ConstantData, ConstantKind};
use crate::fold::fold;
use crate::module::{
    Decorations, LayoutRule, Member, Module, Qualifiers, SpecConstantData, Stage, StructData,
};
use crate::names::Name;
use crate::ops::Op;
use crate::types::{Length, Scalar, Type, TypeData, common};

const RULES: [LayoutRule; 3] = [LayoutRule::Std140, LayoutRule::Std430, LayoutRule::Scalar];

fn module() -> Module {
    Module::new(Stage::Compute)
}

fn member(ty: Type, qualifiers: Qualifiers) -> Member {
    let decorations = Decorations { qualifiers, ..Decorations::default() };
    Member { decorations, ..Member::new(Name::EMPTY, ty) }
}

fn structure_of(module: &mut Module, members: Vec<Member>) -> Type {
    let id = module.structs.alloc(StructData::new(Name::EMPTY, members));
    module.types.intern(TypeData::Struct(id))
}

fn structure(module: &mut Module, types: &[Type]) -> Type {
    let members = types.iter().map(|&ty| member(ty, Qualifiers::NONE)).collect();
    structure_of(module, members)
}

fn extents(module: &Module, ty: Type, row_major: bool) -> [(u32, u32); 3] {
    RULES.map(|rule| {
        let Extent { size, align } = Layouts::new(module, rule).extent(ty, row_major);
        (size, align)
    })
}

fn offsets(module: &Module, rule: LayoutRule, ty: Type) -> Vec<u32> {
    Layouts::new(module, rule).members(ty, false).offsets
}

#[test]
fn sizes_saturate() {
    let mut module = Module::new(Stage::Compute);
    let length = Length::Constant(u32::MAX);
    let long = module.types.intern(TypeData::LongVector { scalar: Scalar::F64, length, cooperative: false });
    assert_eq!(Layouts::new(&module, LayoutRule::Std430).size(long, false), u32::MAX);
}

#[test]
fn scalars_and_vectors() {
    let mut module = module();
    let cases = [
        (Scalar::F32, 1, (4, 4), 4),
        (Scalar::F32, 2, (8, 8), 4),
        (Scalar::F32, 3, (12, 16), 4),
        (Scalar::F32, 4, (16, 16), 4),
        (Scalar::Bool, 3, (12, 16), 4),
        (Scalar::F64, 3, (24, 32), 8),
        (Scalar::U8, 1, (1, 1), 1),
        (Scalar::I16, 3, (6, 8), 2),
        (Scalar::I64, 2, (16, 16), 8),
    ];
    for (scalar, size, (bytes, align), scalar_align) in cases {
        let ty = module.types.vector(scalar, size);
        assert_eq!(extents(&module, ty, false), [(bytes, align), (bytes, align), (bytes, scalar_align)]);
    }
}

#[test]
fn arrays() {
    let mut module = module();
    let floats = module.types.array(common::F32, 3);
    assert_eq!(extents(&module, floats, false), [(48, 16), (12, 4), (12, 4)]);
    let vectors = module.types.array(common::VEC3, 2);
    assert_eq!(extents(&module, vectors, false), [(32, 16), (32, 16), (24, 4)]);
    let nested = module.types.array(floats, 2);
    assert_eq!(extents(&module, nested, false), [(96, 16), (24, 4), (24, 4)]);
    let strides = RULES.map(|rule| Layouts::new(&module, rule).array_stride(nested, false));
    assert_eq!(strides, [Some(48), Some(12), Some(12)]);
    let runtime = module.types.intern(TypeData::RuntimeArray { element: common::VEC3 });
    assert_eq!(extents(&module, runtime, false), [(0, 16), (0, 16), (0, 4)]);
    let strides = RULES.map(|rule| Layouts::new(&module, rule).array_stride(runtime, false));
    assert_eq!(strides, [Some(16), Some(16), Some(12)]);
    assert_eq!(Layouts::new(&module, LayoutRule::Scalar).array_stride(common::F32, false), None);
}

#[test]
fn matrices() {
    let mut module = module();
    // Three columns of two rows.
    let mat3x2 = module.types.matrix(Scalar::F32, 3, 2);
    assert_eq!(extents(&module, mat3x2, false), [(48, 16), (24, 8), (24, 4)]);
    assert_eq!(extents(&module, mat3x2, true), [(32, 16), (32, 16), (24, 4)]);
    let strides = |row_major| RULES.map(|rule| Layouts::new(&module, rule).matrix_stride(mat3x2, row_major));
    assert_eq!(strides(false), [Some(16), Some(8), Some(8)]);
    assert_eq!(strides(true), [Some(16), Some(16), Some(12)]);
    let dmat4 = module.types.matrix(Scalar::F64, 4, 4);
    assert_eq!(extents(&module, dmat4, false), [(128, 32), (128, 32), (128, 8)]);
    let array = module.types.array(mat3x2, 2);
    assert_eq!(extents(&module, array, false), [(96, 16), (48, 8), (48, 4)]);
    assert_eq!(Layouts::new(&module, LayoutRule::Std140).matrix_stride(array, false), Some(16));
}

/// The example of the OpenGL specification, section 7.6.2.2.
#[test]
fn the_example_of_the_specification() {
    let mut module = module();
    let bvec = common::BVEC3;
    let mat = module.types.matrix(Scalar::F32, 2, 3);
    let floats = module.types.array(common::F32, 2);
    let uvecs = module.types.array(common::UVEC3, 2);
    let inner = structure(&mut module, &[common::I32, common::VEC2, uvecs, bvec]);
    let mats = module.types.array(mat, 2);
    let second = structure(&mut module, &[common::UVEC3, common::VEC2, floats, common::VEC2, mat]);
    let seconds = module.types.array(second, 2);
    let types = [common::F32, common::VEC2, common::VEC3, inner, common::F32, floats, mats, seconds];
    let block = structure(&mut module, &types);
    assert_eq!(offsets(&module, LayoutRule::Std140, inner), [0, 8, 16, 48]);
    assert_eq!(offsets(&module, LayoutRule::Std140, second), [0, 16, 32, 64, 80]);
    assert_eq!(offsets(&module, LayoutRule::Std140, block), [0, 8, 16, 32, 96, 112, 144, 208]);
    assert_eq!(offsets(&module, LayoutRule::Shared, block), offsets(&module, LayoutRule::Std140, block));
    assert_eq!(offsets(&module, LayoutRule::Std430, second), [0, 16, 24, 32, 48]);
}

/// A member after a struct or array begins behind its padding, except in the scalar layout.
#[test]
fn padding_at_the_end() {
    let mut module = module();
    let s = structure(&mut module, &[common::F64, common::F32]);
    let array = module.types.array(s, 2);
    let t = structure(&mut module, &[array, common::F32]);
    let half3 = module.types.vector(Scalar::F16, 3);
    let u = structure(&mut module, &[half3, common::scalar(Scalar::U8)]);
    let us = module.types.array(u, 3);
    let mat3 = module.types.matrix(Scalar::F32, 3, 3);
    let mat2x3 = module.types.matrix(Scalar::F32, 2, 3);
    let mats = module.types.array(mat2x3, 2);
    let types = [s, common::F32, t, common::F32, us, common::scalar(Scalar::U8), mat3, mats, common::F32];
    let mut members: Vec<Member> = types.iter().map(|&ty| member(ty, Qualifiers::NONE)).collect();
    members[7].decorations.qualifiers = Qualifiers::ROW_MAJOR;
    let block = structure_of(&mut module, members);
    assert_eq!(offsets(&module, LayoutRule::Scalar, t), [0, 28]);
    assert_eq!(offsets(&module, LayoutRule::Std430, t), [0, 32]);
    let all = RULES.map(|rule| offsets(&module, rule, block));
    assert_eq!(all[0], [0, 16, 32, 80, 96, 144, 160, 208, 304]);
    assert_eq!(all[1], [0, 16, 24, 64, 72, 96, 112, 160, 208]);
    assert_eq!(all[2], [0, 12, 16, 48, 52, 75, 76, 112, 160]);
    // Direct3D has the strides of std140 and no padding behind the last element.
    assert_eq!(offsets(&module, LayoutRule::Direct3d, t), [0, 28]);
    assert_eq!(offsets(&module, LayoutRule::Direct3d, block), [0, 12, 16, 48, 64, 103, 112, 160, 248]);
}

#[test]
fn row_major_is_inherited() {
    let mut module = module();
    let mat = module.types.matrix(Scalar::F32, 2, 4);
    let columns = member(mat, Qualifiers::COLUMN_MAJOR);
    let inner = structure_of(&mut module, vec![member(mat, Qualifiers::NONE), columns]);
    let outer = structure_of(
        &mut module,
        vec![member(inner, Qualifiers::ROW_MAJOR), member(inner, Qualifiers::NONE)],
    );
    let mut layouts = Layouts::new(&module, LayoutRule::Std430);
    // Row-major: four rows of two; column-major: two columns of four.
    assert_eq!(layouts.members(inner, true).offsets, [0, 32]);
    assert_eq!(layouts.extent(mat, true), Extent { size: 32, align: 8 });
    assert_eq!(layouts.extent(mat, false), Extent { size: 32, align: 16 });
    assert_eq!(layouts.extent(inner, true), Extent { size: 64, align: 16 });
    assert_eq!(layouts.members(outer, false).offsets, [0, 64]);
}

#[test]
fn explicit_offsets_and_alignments() {
    let mut module = module();
    let mut members: Vec<Member> = (0..5).map(|_| member(common::F32, Qualifiers::NONE)).collect();
    members[1].decorations.offset = Some(40);
    members[2].decorations.align = Some(16);
    members[3].decorations.offset = Some(4);
    members[4].decorations = Decorations { offset: Some(9), align: Some(8), ..Decorations::default() };
    let block = structure_of(&mut module, members);
    let layout = Layouts::new(&module, LayoutRule::Std430).members(block, false);
    assert_eq!(layout.offsets, [0, 40, 48, 4, 16]);
    assert_eq!(layout.extent, Extent { size: 64, align: 16 });
}

#[test]
fn a_specialised_length_is_the_default() {
    let mut module = module();
    let default = module.constants.u32(4);
    let data = SpecConstantData {
        name: Name::EMPTY,
        id: Some(0),
        ty: common::U32,
        default,
        origin: crate::Origin::default(),
    };
    let spec = module.spec_constants.alloc(data);
    let spec = module.constants.intern(ConstantData { ty: common::U32, kind: ConstantKind::Spec(spec) });
    let one = module.constants.u32(1);
    let length = fold(&mut module, Op::Iadd, &[spec.into(), one.into()], 0, common::U32).unwrap();
    let array = module.types.intern(TypeData::Array { element: common::F32, length: Length::Spec(length) });
    assert_eq!(extents(&module, array, false), [(80, 16), (20, 4), (20, 4)]);
}

#[test]
fn deep_wide_and_wrong_types() {
    let mut module = module();
    let mut ty = common::VEC2;
    for _ in 0..100_000 {
        ty = module.types.array(ty, 1);
    }
    assert_eq!(extents(&module, ty, false), [(16, 16), (8, 8), (8, 4)]);
    // Shared parts are visited once.
    let mut ty = common::F32;
    for _ in 0..100 {
        ty = structure(&mut module, &[ty, ty]);
    }
    assert_eq!(Layouts::new(&module, LayoutRule::Std430).size(ty, false), u32::MAX);
    // A struct within itself.
    let id = module.structs.alloc(StructData::new(Name::EMPTY, Vec::new()));
    let own = module.types.intern(TypeData::Struct(id));
    module.structs[id].members = vec![member(common::F32, Qualifiers::NONE), member(own, Qualifiers::NONE)];
    assert_eq!(Layouts::new(&module, LayoutRule::Std430).size(own, false), 4);
}
