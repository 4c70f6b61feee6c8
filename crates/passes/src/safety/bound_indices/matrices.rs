//! Cooperative matrices in memory: loaded or stored whole, or left out.
//!
//! ```text
//! %p = access @s, %i                                          %p = access @s, %i
//! %m = intrinsic.cooperative_matrix_load %p, 0i32, %stride    %fits = %i <= 256 - 8 and %stride <= (256 - 8 - %i) / 15
//!                                                        =>   %m = if %fits { merge (load) } else { merge null }
//! ```
//!
//! A matrix has no nearest place in bounds, so that `clamp` leaves it out as `skip` does.

use super::memory::Way;
use super::options::IndexPolicy;
use super::{Bounder, both, class_of, exactly, only_if, unsigned};
use crate::framework::rewrite::{Action, Rewriter};
use vitrum_ir::{
    Constant, Inst, Intrinsic, Module, Op, Operand, Storage, Type, TypeData, types::common, typing,
};

/// True for the intrinsics that load and store matrices which are spread over invocations.
pub(super) fn is_matrix_memory(intrinsic: Intrinsic) -> bool {
    matches!(
        intrinsic,
        Intrinsic::CooperativeMatrixLoad
            | Intrinsic::CooperativeMatrixStore
            | Intrinsic::CooperativeMatrixLoadTensor
            | Intrinsic::CooperativeMatrixLoadTensorView
            | Intrinsic::CooperativeMatrixStoreTensor
            | Intrinsic::CooperativeVectorLoad
            | Intrinsic::CooperativeVectorStore
            | Intrinsic::CooperativeVectorMatrixMul
            | Intrinsic::CooperativeVectorMatrixMulAdd
            | Intrinsic::CooperativeVectorOuterProduct
            | Intrinsic::CooperativeVectorReduceSum
    )
}

/// The place of a matrix in an array of numbers.
struct Extent {
    /// The number of the first element.
    first: Operand,
    /// Components of a row (a column), one behind the other.
    line: Constant,
    /// The number of rows (columns).
    lines: Constant,
    /// Elements from one row (column) to the next.
    stride: Operand,
    /// Bits of a component.
    component: u32,
    /// Bits of an element of the array.
    element: u32,
}

impl Bounder {
    /// Leaves out a matrix that does not lie in bounds as a whole.
    pub(super) fn matrix(&self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let place = match rewriter.function.intrinsic(inst) {
            Some(Intrinsic::CooperativeVectorMatrixMul | Intrinsic::CooperativeVectorMatrixMulAdd) => 2,
            _ => 0,
        };
        let Some(&address) = rewriter.function.operands(inst).get(place) else { return Action::Keep };
        let TypeData::Pointer { storage, pointee } = rewriter.module.types.get(rewriter.ty(address)) else {
            return Action::Keep;
        };
        let class = class_of(storage);
        if self.policy(class).0 == IndexPolicy::Unchecked {
            return Action::Keep;
        }
        let why = match self.fits(rewriter, inst, (address, storage, pointee)) {
            Ok(None) => return Action::Keep,
            Ok(Some(fits)) => return only_if(rewriter, inst, fits),
            Err(why) => why,
        };
        self.cannot(rewriter, inst, class, why);
        Action::Keep
    }

    /// The condition under which a matrix is in bounds; `None` without fuel, and the reason if it cannot be known.
    fn fits(
        &self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        (address, storage, pointee): (Operand, Storage, Type),
    ) -> Result<Option<Operand>, &'static str> {
        const UNKNOWN: &str = "the address of the matrix is no element of an array";
        let function = &rewriter.function;
        let access =
            function.definition(address).filter(|&it| function.op(it) == Op::Access).ok_or(UNKNOWN)?;
        let operands = function.operands(access).to_vec();
        let position = operands.len().saturating_sub(1);
        let ty = array_of(rewriter, &operands).ok_or(UNKNOWN)?;
        let way = Way { inst: access, operands: &operands, position, storage, ty, is_of_resources: false };
        let first = *operands.last().ok_or(UNKNOWN)?;
        let extent =
            extent(rewriter, inst, pointee, first).ok_or("the layout of the matrix has no known extent")?;
        let guard = address.value().and_then(|address| self.guards.get(&address)).copied();
        let Some(length) = self.length(rewriter, &way, guard)? else { return Ok(None) };
        let fits = extent.fits(rewriter, length);
        Ok(Some(both(rewriter, guard, fits)))
    }
}

/// The array of which an address is an element.
fn array_of(rewriter: &Rewriter<'_>, operands: &[Operand]) -> Option<Type> {
    let (&base, indices) = operands.split_first()?;
    let (_, before) = indices.split_last()?;
    let module: &Module = rewriter.module;
    let whole = module.types.pointee(rewriter.ty(base))?;
    let ty = before.iter().try_fold(whole, |ty, &index| typing::indexed_type(module, ty, index))?;
    matches!(module.types.get(ty), TypeData::Array { .. } | TypeData::RuntimeArray { .. }).then_some(ty)
}

/// The places of the elements of a matrix in an array of `element`s.
fn extent(rewriter: &Rewriter<'_>, inst: Inst, element: Type, first: Operand) -> Option<Extent> {
    let operands = rewriter.function.operands(inst).to_vec();
    let (matrix, rest) = match rewriter.function.intrinsic(inst)? {
        Intrinsic::CooperativeMatrixLoad => {
            let result = rewriter.function.result(inst)?;
            (rewriter.function.values[result].ty, operands.get(1..)?)
        }
        Intrinsic::CooperativeMatrixStore => (rewriter.ty(*operands.get(1)?), operands.get(2..)?),
        // The layout of a tensor says at run time what is accessed.
        _ => return None,
    };
    let &[layout, stride, ..] = rest else { return None };
    let TypeData::CooperativeMatrix { scalar, rows, columns, .. } = rewriter.module.types.get(matrix) else {
        return None;
    };
    // Row by row, or column by column.
    let (lines, line) = match rewriter.module.as_int(layout)? {
        0 => (rows, columns),
        1 => (columns, rows),
        _ => return None,
    };
    let types = &rewriter.module.types;
    let element = types.scalar_of(element)?.width() * types.vector_size(element)?;
    Some(Extent { first, line, lines, stride, component: scalar.width(), element })
}

/// The number of elements of `size` bits that hold `count` numbers of `width` bits.
fn elements(rewriter: &mut Rewriter<'_>, count: Operand, width: u32, size: u32) -> Operand {
    let number =
        |rewriter: &mut Rewriter<'_>, number: u32| Operand::from(rewriter.module.constants.u32(number));
    if width == size {
        return count;
    }
    if width.is_multiple_of(size) {
        let each = number(rewriter, width / size);
        return exactly(rewriter, Op::Imul, &[count, each]);
    }
    let [width, size, rest] = [width, size, size - 1].map(|it| number(rewriter, it));
    let bits = exactly(rewriter, Op::Imul, &[count, width]);
    let bits = exactly(rewriter, Op::Iadd, &[bits, rest]);
    exactly(rewriter, Op::Udiv, &[bits, size])
}

impl Extent {
    /// True if the last element lies in an array of this length. Nothing overflows: differences are taken of what is known to be
    /// large enough, or do not count.
    fn fits(self, rewriter: &mut Rewriter<'_>, length: Operand) -> Operand {
        let Self { first, line, lines, stride, component, element } = self;
        let [lines, line] = [lines, line].map(|count| rewriter.convert(count.into(), common::U32));
        let line = elements(rewriter, line, component, element);
        let [first, stride] = [first, stride].map(|number| unsigned(rewriter, number));
        let is_wide = [first, stride].iter().any(|&number| rewriter.ty(number) == common::U64);
        let ty = if is_wide { common::U64 } else { common::U32 };
        let [first, line, lines, stride, length] =
            [first, line, lines, stride, length].map(|number| rewriter.convert(number, ty));
        let one = rewriter.number(ty, 1.0);
        let has_line = exactly(rewriter, Op::Ule, &[line, length]);
        let room = exactly(rewriter, Op::Isub, &[length, line]);
        let has_first = exactly(rewriter, Op::Ule, &[first, room]);
        let room = exactly(rewriter, Op::Isub, &[room, first]);
        let fits = rewriter.op(Op::And, &[has_line, has_first]);
        let known = rewriter.module.as_int(lines);
        if known.is_some_and(|lines| lines <= 1) {
            return fits;
        }
        let steps = exactly(rewriter, Op::Isub, &[lines, one]);
        let divisor = exactly(rewriter, Op::Umax, &[steps, one]);
        let most = exactly(rewriter, Op::Udiv, &[room, divisor]);
        let has_stride = exactly(rewriter, Op::Ule, &[stride, most]);
        let has_lines = match known {
            Some(_) => has_stride,
            // A specialisation constant says it.
            None => {
                let is_single = exactly(rewriter, Op::Ule, &[lines, one]);
                rewriter.op(Op::Or, &[is_single, has_stride])
            }
        };
        rewriter.op(Op::And, &[fits, has_lines])
    }
}
