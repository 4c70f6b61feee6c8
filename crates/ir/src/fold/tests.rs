//! Folding: one sample for every pure op of the table, then the cases that need care.

use super::components;
use super::evaluation::Evaluation;
use super::{Specialization, Tables, fold_constants, fold_pair, has_undef};
use crate::builder::{Builder, Cursor};
use crate::constants::{Constant, ConstantKind};
use crate::function::FunctionData;
use crate::immediates::{Shuffle, Swizzle};
use crate::intrinsic::Intrinsic;
use crate::module::{Module, Precision, SpecConstantData, Stage};
use crate::names::Name;
use crate::ops::{Class, Op, Sig};
use crate::span::Span;
use crate::types::{Scalar, Type, TypeData, common};

/// Pure ops that no constants are operands of.
const NOT_FOLDED: [Op; 4] = [Op::Access, Op::TexelPointer, Op::CombineSampler, Op::ImageOf];

fn module() -> Module {
    Module::new(Stage::Compute)
}

fn vector(module: &mut Module, scalar: Scalar, values: &[u64]) -> Constant {
    let parts: Vec<Constant> = values.iter().map(|&bits| module.constants.scalar(scalar, bits)).collect();
    let ty = module.types.vector(scalar, values.len() as u32);
    module.constants.composite(ty, &parts)
}

fn floats(module: &mut Module, values: &[f32]) -> Constant {
    let parts: Vec<Constant> = values.iter().map(|&value| module.constants.f32(value)).collect();
    match parts[..] {
        [only] => only,
        _ => {
            let ty = module.types.vector(Scalar::F32, values.len() as u32);
            module.constants.composite(ty, &parts)
        }
    }
}

/// A matrix of `columns` columns of two rows, with distinct components.
fn matrix(module: &mut Module, columns: u32) -> Constant {
    let parts: Vec<Constant> = (0..columns)
        .map(|column| floats(module, &[column as f32 + 1.0, 5.0 - (column * column) as f32]))
        .collect();
    let ty = module.types.matrix(Scalar::F32, columns, 2);
    module.constants.composite(ty, &parts)
}

fn sample(module: &mut Module, class: Class) -> Constant {
    match class {
        Class::Bool => vector(module, Scalar::Bool, &[1, 0]),
        Class::Signed | Class::Int | Class::Numeric => vector(module, Scalar::I32, &[9, 3]),
        Class::Unsigned => vector(module, Scalar::U32, &[9, 3]),
        Class::Float | Class::FloatOrMatrix => floats(module, &[0.5, 0.75]),
    }
}

fn converted(module: &mut Module, from: Class, to: Class) -> Type {
    let scalar = match (from, to) {
        (_, Class::Bool) => Scalar::Bool,
        (Class::Int, Class::Int) => Scalar::I64,
        (_, Class::Signed | Class::Int | Class::Numeric) => Scalar::I32,
        (_, Class::Unsigned) => Scalar::U32,
        (Class::Float, Class::Float) => Scalar::F64,
        (_, Class::Float | Class::FloatOrMatrix) => Scalar::F32,
    };
    module.types.vector(scalar, 2)
}

fn packing(module: &mut Module, op: Op) -> Option<(Constant, Type)> {
    let packed = module.constants.u32(0x3c00_4321);
    Some(match op {
        Op::PackSnorm4x8 | Op::PackUnorm4x8 => (floats(module, &[0.1, 0.2, 0.3, 0.4]), common::U32),
        Op::PackSnorm2x16 | Op::PackUnorm2x16 | Op::PackHalf2x16 => {
            (floats(module, &[0.1, 0.2]), common::U32)
        }
        Op::UnpackSnorm4x8 | Op::UnpackUnorm4x8 => (packed, common::VEC4),
        Op::UnpackSnorm2x16 | Op::UnpackUnorm2x16 | Op::UnpackHalf2x16 => (packed, common::VEC2),
        Op::PackDouble2x32 => (vector(module, Scalar::U32, &[1, 0x3ff0_0000]), common::F64),
        Op::UnpackDouble2x32 => (module.constants.f64(1.5), common::UVEC2),
        _ => return None,
    })
}

/// Operands, the immediate and the types of the results of a sample operation.
fn operation(module: &mut Module, op: Op) -> Option<(Vec<Constant>, u32, Vec<Type>)> {
    let (zero, one) = (module.constants.i32(0), module.constants.i32(1));
    let half = module.constants.f32(0.5);
    let pair = floats(module, &[0.5, 0.75]);
    let triple = floats(module, &[1.0, 2.0, 3.0]);
    let square = matrix(module, 2);
    let mat2 = module.constants.ty(square);
    let ty = |module: &Module, constant| module.constants.ty(constant);
    let bools = common::BVEC2;
    let same = |module: &mut Module, class, count: usize| {
        let value = sample(module, class);
        let ty = module.constants.ty(value);
        (vec![value; count], ty)
    };
    let (operands, imm, results) = match op.info().sig {
        Sig::Unary(class) => {
            let (operands, ty) = same(module, class, 1);
            (operands, 0, vec![ty])
        }
        Sig::Binary(class) => {
            let (operands, ty) = same(module, class, 2);
            (operands, 0, vec![ty])
        }
        Sig::Ternary(class) => {
            let (operands, ty) = same(module, class, 3);
            (operands, 0, vec![ty])
        }
        Sig::Compare(class) => (same(module, class, 2).0, 0, vec![bools]),
        Sig::Test(class) => (same(module, class, 1).0, 0, vec![bools]),
        Sig::Reduce => (same(module, Class::Bool, 1).0, 0, vec![common::BOOL]),
        Sig::Shift => (same(module, Class::Int, 2).0, 0, vec![common::IVEC2]),
        Sig::BitExtract => (vec![sample(module, Class::Int), one, one], 0, vec![common::IVEC2]),
        Sig::BitInsert => {
            let value = sample(module, Class::Int);
            (vec![value, value, one, one], 0, vec![common::IVEC2])
        }
        Sig::BitQuery => (same(module, Class::Unsigned, 1).0, 0, vec![common::IVEC2]),
        Sig::Wide(class) => {
            let (operands, ty) = same(module, class, 2);
            (operands, 0, vec![ty, ty])
        }
        Sig::Modf => (vec![pair], 0, vec![common::VEC2, common::VEC2]),
        Sig::Frexp => (vec![pair], 0, vec![common::VEC2, common::IVEC2]),
        Sig::Ldexp => (vec![pair, sample(module, Class::Int)], 0, vec![common::VEC2]),
        Sig::Select => (vec![sample(module, Class::Bool), pair, pair], 0, vec![common::VEC2]),
        Sig::Convert(from, to) => {
            let result = converted(module, from, to);
            (same(module, from, 1).0, 0, vec![result])
        }
        Sig::Bitcast => (vec![pair], 0, vec![common::IVEC2]),
        Sig::Dot | Sig::Distance => (vec![pair, pair], 0, vec![common::F32]),
        Sig::Length => (vec![pair], 0, vec![common::F32]),
        Sig::Cross => (vec![triple, triple], 0, vec![common::VEC3]),
        Sig::Refract => (vec![pair, pair, half], 0, vec![common::VEC2]),
        Sig::VectorTimesScalar => (vec![pair, half], 0, vec![common::VEC2]),
        Sig::MatrixTimesScalar => (vec![square, half], 0, vec![mat2]),
        Sig::VectorTimesMatrix => (vec![pair, square], 0, vec![common::VEC2]),
        Sig::MatrixTimesVector => (vec![square, pair], 0, vec![common::VEC2]),
        Sig::MatrixTimesMatrix => (vec![square, square], 0, vec![mat2]),
        Sig::OuterProduct => (vec![pair, pair], 0, vec![mat2]),
        Sig::Transpose | Sig::Inverse => (vec![square], 0, vec![mat2]),
        Sig::Determinant => (vec![square], 0, vec![common::F32]),
        Sig::Pack => {
            let (operand, result) = packing(module, op)?;
            (vec![operand], 0, vec![result])
        }
        Sig::Equal => (vec![square, square], 0, vec![common::BOOL]),
        Sig::Construct => (vec![half, pair, half], 0, vec![common::VEC4]),
        Sig::Splat => (vec![half], 0, vec![mat2]),
        Sig::Extract => (vec![square], 1, vec![ty(module, pair)]),
        Sig::Insert => (vec![square, pair], 1, vec![mat2]),
        Sig::ExtractDynamic => (vec![square, one], 0, vec![common::VEC2]),
        Sig::InsertDynamic => (vec![pair, half, zero], 0, vec![common::VEC2]),
        Sig::Swizzle => (vec![triple], Swizzle::new(&[2, 0])?.bits(), vec![common::VEC2]),
        Sig::Shuffle => (vec![triple, pair], Shuffle::new(&[4, 0, 1])?.bits(), vec![common::VEC3]),
        _ => return None,
    };
    Some((operands, imm, results))
}

#[test]
fn every_pure_op_folds() {
    for &op in Op::ALL {
        if op == Op::Intrinsic {
            continue;
        }
        let expected = op.effects().is_pure() && !NOT_FOLDED.contains(&op);
        assert_eq!(expected, !matches!(op.evaluation(), Evaluation::None), "{}", op.mnemonic());
        if !expected {
            continue;
        }
        let mut module = module();
        let (operands, imm, results) =
            operation(&mut module, op).unwrap_or_else(|| panic!("no sample for {op:?}"));
        let mut tables = Tables::of(&mut module);
        let folded = match results[..] {
            [result] => {
                fold_constants(&mut tables, op, &operands, imm, result).map(|constant| vec![constant])
            }
            [a, b] => components::fold_pair(&mut tables, op.evaluation(), &operands, [a, b]).map(Vec::from),
            _ => None,
        };
        let types = folded.map(|folded| folded.iter().map(|&c| module.constants.ty(c)).collect());
        assert_eq!(types, Some(results), "{}", op.mnemonic());
        for &operand in &operands {
            let undef = module.constants.undef(module.constants.ty(operand));
            let operands = vec![undef; operands.len()];
            let ty = module.constants.ty(operand);
            let folded = fold_constants(&mut Tables::of(&mut module), op, &operands, imm, ty);
            // Only a part of what is undefined as a whole is known: it is undefined, too.
            let undefined = folded.is_some_and(|folded| has_undef(&module.constants, &[folded]));
            assert_eq!((folded.is_some(), undefined), (op == Op::Extract, op == Op::Extract));
        }
    }
}

#[test]
fn every_pure_intrinsic_folds() {
    for &intrinsic in Intrinsic::ALL {
        let mut module = module();
        let (a, b) = (vector(&mut module, Scalar::I8, &[0xff, 2]), vector(&mut module, Scalar::I8, &[3, 4]));
        let three = module.constants.i32(3);
        let operands = if intrinsic.info().operands.1 == 4 { vec![a, b, three] } else { vec![a, b] };
        // The number of components that an invocation holds is known to the device alone, tensors are no constants, and fields
        // of bits and arrays are made of what is read.
        let known = !matches!(intrinsic, Intrinsic::CooperativeMatrixLength | Intrinsic::BitcastExtract)
            && !["tensor_", "array_"].iter().any(|prefix| intrinsic.name().starts_with(prefix));
        let pure = intrinsic.info().effects.is_pure() && known;
        let folded = fold_constants(
            &mut Tables::of(&mut module),
            Op::Intrinsic,
            &operands,
            intrinsic as u32,
            common::I32,
        );
        assert_eq!(folded.is_some(), pure, "{intrinsic:?}");
    }
    let mut module = module();
    let (packed, format) = (module.constants.u32(0x0100_02ff), module.constants.u32(0));
    let product = |module: &mut Module, intrinsic: Intrinsic| {
        let operands = [packed, packed, format];
        fold_constants(&mut Tables::of(module), Op::Intrinsic, &operands, intrinsic as u32, common::I32)
    };
    assert_eq!(product(&mut module, Intrinsic::SdotProduct), Some(module.constants.i32(6)));
    assert_eq!(product(&mut module, Intrinsic::UdotProduct), Some(module.constants.i32(255 * 255 + 5)));
}

/// No operands, however wrong, make folding panic.
#[test]
fn wrong_operands_are_left_alone() {
    let mut module = module();
    let mut all = vec![module.constants.bool(true), module.constants.i32(-1), module.constants.f64(0.5)];
    all.extend([matrix(&mut module, 3), vector(&mut module, Scalar::U8, &[1, 2, 3])]);
    let array = module.types.array(common::VEC3, 5);
    all.extend([module.constants.null(array), module.constants.undef(common::F32)]);
    let nonsense = module.constants.composite(common::I32, &[all[0], all[1]]);
    all.push(nonsense);
    for &op in Op::ALL {
        for count in 0..5 {
            for shift in 0..all.len() {
                let operands: Vec<Constant> =
                    (0..count).map(|index| all[(shift + index * 3) % all.len()]).collect();
                for &result in &[common::VOID, common::VEC4, common::I32, array] {
                    let mut tables = Tables::of(&mut module);
                    fold_constants(&mut tables, op, &operands, 0x7654, result);
                    components::fold_pair(&mut tables, op.evaluation(), &operands, [result, result]);
                }
            }
        }
    }
}

fn fold_to(module: &mut Module, op: Op, operands: &[Constant], result: Type) -> Option<Constant> {
    fold_constants(&mut Tables::of(module), op, operands, 0, result)
}

#[test]
fn values() {
    let mut module = module();
    let (a, b) = (floats(&mut module, &[1.0, 2.0]), floats(&mut module, &[3.0, 5.0]));
    let sum = fold_to(&mut module, Op::Fadd, &[a, b], common::VEC2);
    assert_eq!(sum, Some(floats(&mut module, &[4.0, 7.0])));
    let square = matrix(&mut module, 2);
    let product = fold_to(&mut module, Op::MatrixTimesVector, &[square, a], common::VEC2);
    assert_eq!(product, Some(floats(&mut module, &[5.0, 13.0])));
    let wide = vector(&mut module, Scalar::U32, &[0xffff_ffff, 2]);
    let halves = fold_pair(&mut module, Op::UmulExtended, &[wide.into(), wide.into()], [common::UVEC2; 2]);
    let high = vector(&mut module, Scalar::U32, &[0xffff_fffe, 0]);
    let low = vector(&mut module, Scalar::U32, &[1, 4]);
    assert_eq!(halves, Some([high, low]));
    let byte = vector(&mut module, Scalar::U8, &[0, 0x80]);
    let found = fold_to(&mut module, Op::FindUmsb, &[byte], common::IVEC2);
    assert_eq!(found, Some(vector(&mut module, Scalar::I32, &[0xffff_ffff, 7])));
    let shuffle = Shuffle::new(&[3, 0]).unwrap().bits();
    let shuffled = fold_constants(&mut Tables::of(&mut module), Op::Shuffle, &[a, b], shuffle, common::VEC2);
    assert_eq!(shuffled, Some(floats(&mut module, &[5.0, 1.0])));
}

#[test]
fn undefined_operations_are_not_folded() {
    let mut module = module();
    let (one, zero) = (module.constants.i32(1), module.constants.i32(0));
    let (least, minus) = (module.constants.i32(i32::MIN), module.constants.i32(-1));
    let amount = module.constants.i32(32);
    for (op, a, b) in
        [(Op::Sdiv, one, zero), (Op::Sdiv, least, minus), (Op::Smod, one, zero), (Op::Shl, one, amount)]
    {
        assert_eq!(fold_to(&mut module, op, &[a, b], common::I32), None);
    }
    let pair = floats(&mut module, &[1.0, 2.0]);
    assert_eq!(fold_to(&mut module, Op::ExtractDynamic, &[pair, minus], common::F32), None);
    assert_eq!(fold_to(&mut module, Op::ExtractDynamic, &[pair, amount], common::F32), None);
}

#[test]
fn equal_values_have_equal_ids() {
    let mut module = module();
    let (a, minus_a) = (floats(&mut module, &[1.0, 2.0]), floats(&mut module, &[-1.0, -2.0]));
    let sum = fold_to(&mut module, Op::Fadd, &[a, minus_a], common::VEC2);
    assert_eq!(sum, Some(module.constants.null(common::VEC2)));
    let zero = module.constants.f32(0.0);
    let built = fold_to(&mut module, Op::Construct, &[zero, zero], common::VEC2);
    assert_eq!(built, sum);
}

#[test]
fn comparison_of_composites() {
    let mut module = module();
    let null = module.constants.null(common::VEC2);
    let minus_zero = floats(&mut module, &[-0.0, 0.0]);
    let nan = floats(&mut module, &[f32::NAN, 0.0]);
    let (yes, no) = (module.constants.bool(true), module.constants.bool(false));
    assert_eq!(fold_to(&mut module, Op::Equal, &[null, minus_zero], common::BOOL), Some(yes));
    assert_eq!(fold_to(&mut module, Op::Equal, &[nan, nan], common::BOOL), Some(no));
    assert_eq!(fold_to(&mut module, Op::NotEqual, &[nan, nan], common::BOOL), Some(yes));
    // Two to the power of 60 leaves, of which two differ.
    let (mut ty, mut a) = (common::VEC2, minus_zero);
    let mut b = null;
    for _ in 0..60 {
        ty = module.types.array(ty, 2);
        a = module.constants.composite(ty, &[a, a]);
        b = module.constants.composite(ty, &[b, b]);
    }
    assert_eq!(fold_to(&mut module, Op::Equal, &[a, b], common::BOOL), Some(yes));
}

fn spec(module: &mut Module, id: u32, default: i32) -> Constant {
    let default = module.constants.i32(default);
    let data = SpecConstantData {
        name: Name::EMPTY,
        id: Some(id),
        ty: common::I32,
        default,
        origin: crate::Origin::default(),
    };
    let spec = module.spec_constants.alloc(data);
    module
        .constants
        .intern(crate::constants::ConstantData { ty: common::I32, kind: ConstantKind::Spec(spec) })
}

#[test]
fn specialisation_constants_stay_symbolic() {
    let mut module = module();
    let size = spec(&mut module, 0, 3);
    let two = module.constants.i32(2);
    let double = fold_to(&mut module, Op::Imul, &[size, two], common::I32).unwrap();
    assert!(matches!(module.constants.get(double).kind, ConstantKind::SpecOp { op: Op::Imul, .. }));
    // Parts of composites pass through.
    let pair = fold_to(&mut module, Op::Construct, &[size, double], common::IVEC2).unwrap();
    assert!(matches!(module.constants.get(pair).kind, ConstantKind::Composite(_)));
    let extracted = fold_constants(&mut Tables::of(&mut module), Op::Extract, &[pair], 1, common::I32);
    assert_eq!(extracted, Some(double));
    // An operation on a whole vector is one constant, and so is a part of it.
    let negated = fold_to(&mut module, Op::Ineg, &[pair], common::IVEC2).unwrap();
    let part = fold_constants(&mut Tables::of(&mut module), Op::Extract, &[negated], 0, common::I32).unwrap();
    assert!(matches!(module.constants.get(part).kind, ConstantKind::SpecOp { op: Op::Extract, .. }));
    // SPIR-V has no such operation on specialisation constants.
    assert_eq!(fold_to(&mut module, Op::StoF, &[size], common::F32), None);
    assert_eq!(fold_to(&mut module, Op::Bitcast, &[size], common::F32), None);
    assert!(fold_to(&mut module, Op::Bitcast, &[size], common::U32).is_some());
    // A conversion to bool and back is a comparison and a selection.
    let flag = fold_to(&mut module, Op::ItoB, &[size], common::BOOL).unwrap();
    assert!(matches!(module.constants.get(flag).kind, ConstantKind::SpecOp { op: Op::Ine, .. }));
    let number = fold_to(&mut module, Op::BtoI, &[flag], common::U32).unwrap();
    assert!(matches!(module.constants.get(number).kind, ConstantKind::SpecOp { op: Op::Select, .. }));
    // With values, everything is a constant.
    let mut defaults = Specialization::default();
    let five = module.constants.i32(5);
    let mut tables = Tables::of(&mut module);
    let part = defaults.apply(&mut tables, part, |_| Some(five));
    let number = defaults.apply(&mut tables, number, |_| Some(five));
    let double = defaults.apply(&mut tables, double, |_| Some(five));
    assert_eq!(part, Some(module.constants.i32(-5)));
    assert_eq!(number, Some(module.constants.u32(1)));
    assert_eq!(double, Some(module.constants.i32(10)));
}

#[test]
fn specialisation_of_a_long_chain() {
    let mut module = module();
    let size = spec(&mut module, 0, 1);
    let mut sum = size;
    for _ in 0..100_000 {
        sum = fold_to(&mut module, Op::Iadd, &[sum, size], common::I32).unwrap();
    }
    let one = module.constants.i32(1);
    let value = Specialization::default().apply(&mut Tables::of(&mut module), sum, |_| Some(one));
    assert_eq!(value, Some(module.constants.i32(100_001)));
}

#[test]
fn a_part_of_null_is_zero() {
    let mut module = module();
    let mat3 = module.types.matrix(Scalar::F32, 3, 3);
    let array = module
        .types
        .intern(TypeData::Array { element: mat3, length: crate::types::Length::Constant(1 << 30) });
    let null = module.constants.null(array);
    let part = fold_constants(&mut Tables::of(&mut module), Op::Extract, &[null], 1 << 20, mat3);
    assert_eq!(part, Some(module.constants.null(mat3)));
    assert_eq!(fold_constants(&mut Tables::of(&mut module), Op::Insert, &[null, null], 0, array), None);
}

#[test]
fn the_builder_folds() {
    let mut module = module();
    let data = FunctionData::new(Name::EMPTY, common::VOID);
    let body = data.body;
    let function = module.functions.alloc(data);
    let mut cursor = Cursor { function, block: Some(body), span: Span::default(), precise: true };
    let mut builder = Builder::new(&mut module, &mut cursor);
    let four = builder.module.constants.f32(4.0);
    let two = builder.op(Op::Sqrt, &[four.into()], Precision::High);
    let pair = builder.splat(common::VEC2, two, Precision::High);
    let [fraction, whole] = builder.op_pair(Op::Modf, &[pair], Precision::High);
    assert_eq!(two.constant(), Some(module.constants.f32(2.0)));
    assert_eq!(fraction.constant(), Some(module.constants.null(common::VEC2)));
    assert_eq!(whole, pair);
    assert!(module.functions[function].blocks[body].insts.is_empty());
}
