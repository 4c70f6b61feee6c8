//! Operations on the invocations of a subgroup up to this one, before it or in its cluster, which naga has for sums and products
//! of whole subgroups only: by a loop over the invocations, each of which shows its value.

use super::subgroups::{bit, invocation, number, size};
use super::{Bits, spell};
use crate::framework::rewrite::{End, Rewriter};
use vitrum_ir::{Constant, Intrinsic, Op, Operand, Precision, Scalar, Type, types::common};

/// Numbers of groups, as SPIR-V has them.
pub(super) const REDUCE: i64 = 0;
pub(super) const INCLUSIVE: i64 = 1;
pub(super) const EXCLUSIVE: i64 = 2;
const CLUSTERED: i64 = 3;

/// The operation on two values, and whether naga has it for those up to an invocation.
fn operation(intrinsic: Intrinsic) -> Option<(Op, bool)> {
    use Intrinsic as I;
    Some(match intrinsic {
        I::SubgroupIadd => (Op::Iadd, true),
        I::SubgroupFadd => (Op::Fadd, true),
        I::SubgroupImul => (Op::Imul, true),
        I::SubgroupFmul => (Op::Fmul, true),
        I::SubgroupSmin => (Op::Smin, false),
        I::SubgroupUmin => (Op::Umin, false),
        I::SubgroupFmin => (Op::Fmin, false),
        I::SubgroupSmax => (Op::Smax, false),
        I::SubgroupUmax => (Op::Umax, false),
        I::SubgroupFmax => (Op::Fmax, false),
        I::SubgroupIand | I::SubgroupAnd => (Op::Iand, false),
        I::SubgroupIor | I::SubgroupOr => (Op::Ior, false),
        I::SubgroupIxor | I::SubgroupXor => (Op::Ixor, false),
        _ => return None,
    })
}

/// The value that changes nothing.
fn identity(rewriter: &mut Rewriter<'_>, op: Op, ty: Type, bits: &mut Bits) -> Option<Operand> {
    let scalar = rewriter.module.types.scalar_of(ty)?;
    let width = scalar.width();
    let all = if width == 64 { u64::MAX } else { (1 << width) - 1 };
    let (infinity, one) = match scalar {
        Scalar::F16 => (0x7c00, 0x3c00),
        Scalar::F32 => (0x7f80_0000, 0x3f80_0000),
        Scalar::F64 => (0x7ff0_0000_0000_0000, 0x3ff0_0000_0000_0000),
        _ => (0, 1),
    };
    let number = match op {
        Op::Imul | Op::Fmul => one,
        Op::Smin => all >> 1,
        Op::Smax => 1 << (width - 1),
        Op::Umin | Op::Iand => all,
        Op::Fmin => infinity,
        Op::Fmax => infinity | 1 << (width - 1),
        _ => 0,
    };
    let number = rewriter.module.constants.scalar(scalar, number);
    let number: Constant = match rewriter.module.types.vector_size(ty)? {
        1 => number,
        size => rewriter.module.constants.composite(ty, &vec![number; size as usize]),
    };
    spell(rewriter, number, bits)
}

/// The result of an operation that naga lacks; `None` if it has it.
pub(super) fn lower(
    rewriter: &mut Rewriter<'_>,
    intrinsic: Intrinsic,
    operands: &[Operand],
    bits: &mut Bits,
) -> Option<Operand> {
    let (op, is_scanned) = operation(intrinsic)?;
    let (&scope, &group, &value) = (operands.first()?, operands.get(1)?, operands.get(2)?);
    let group = rewriter.module.as_int(group)?;
    if group == REDUCE || is_scanned && group != CLUSTERED {
        return None;
    }
    let truth = rewriter.ty(value);
    let mut shown = number(rewriter, value);
    let is_truth = shown != value;
    if is_truth && op == Op::Iand {
        // All bits, as those that change nothing are.
        let zero: Operand = rewriter.module.constants.null(rewriter.ty(shown)).into();
        shown = rewriter.op(Op::Isub, &[zero, shown]);
    }
    let ty = rewriter.ty(shown);
    let yes: Operand = rewriter.module.constants.bool(true).into();
    let ballot = Intrinsic::SubgroupBallot as u32;
    let active = rewriter.push(Op::Intrinsic, &[scope, yes], ballot, common::UVEC4, Precision::None);
    let (id, size) = (invocation(rewriter), size(rewriter));
    let (zero, one): (Operand, Operand) =
        (rewriter.module.constants.u32(0).into(), rewriter.module.constants.u32(1).into());
    let first = identity(rewriter, op, ty, bits)?;
    let precision = rewriter.precision(shown);
    let results = rewriter.loop_(&[zero, first], |rewriter, params| {
        let &[index, sum] = params else { return End::Break(vec![first]) };
        let more = rewriter.op(Op::Ult, &[index, size]);
        rewriter.if_(more, |_| (), |_| End::Break(vec![sum]));
        let shuffle = Intrinsic::SubgroupShuffle as u32;
        let other = rewriter.push(Op::Intrinsic, &[scope, shown, index], shuffle, ty, precision);
        let is_active = bit(rewriter, active, index);
        let counts = match (group, operands.get(3)) {
            (CLUSTERED, Some(&cluster)) => {
                let away = rewriter.op(Op::Ixor, &[index, id]);
                rewriter.op(Op::Ult, &[away, cluster])
            }
            (INCLUSIVE, _) => rewriter.op(Op::Ule, &[index, id]),
            _ => rewriter.op(Op::Ult, &[index, id]),
        };
        let counts = rewriter.op(Op::And, &[is_active, counts]);
        let new = rewriter.op(op, &[sum, other]);
        let sum = rewriter.op(Op::Select, &[counts, new, sum]);
        let next = rewriter.op(Op::Iadd, &[index, one]);
        End::Continue(vec![next, sum])
    });
    let &result = results.first()?;
    Some(if is_truth { rewriter.push(Op::ItoB, &[result], 0, truth, Precision::None) } else { result })
}
