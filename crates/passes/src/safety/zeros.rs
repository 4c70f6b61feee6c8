//! Zero: as a constant of a type, and as stores to what an address leads to.

use crate::framework::rewrite::{End, Rewriter};
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::types::common;
use vitrum_ir::{
    Constant, FunctionData, Inst, Length, Module, Op, Operand, SideTable, Storage, Type, TypeData, visit,
};

/// Types that have a zero, and how many components that has.
#[derive(Debug, Default)]
pub(crate) struct Zeros {
    known: FxHashMap<Type, Option<u64>>,
}

impl Zeros {
    /// The zero of a type; `None` for handles, addresses of variables and the like, which have none.
    pub(crate) fn constant(&mut self, module: &mut Module, ty: Type) -> Option<Constant> {
        self.components(module, ty)?;
        Some(module.constants.null(ty))
    }

    /// The number of components of a type that has a zero; `u64::MAX` if the length of an array is not known.
    pub(crate) fn components(&mut self, module: &Module, ty: Type) -> Option<u64> {
        // Types nest as deeply as the input likes, so the parts wait on a stack of their own.
        let mut pending = vec![(ty, false)];
        let mut open: FxHashSet<Type> = FxHashSet::default();
        while let Some((ty, parts_are_known)) = pending.pop() {
            if self.known.contains_key(&ty) {
                continue;
            }
            if !parts_are_known && open.insert(ty) {
                pending.push((ty, true));
                match module.types.get(ty) {
                    TypeData::Array { element, .. } => pending.push((element, false)),
                    TypeData::Struct(_) => {
                        pending.extend(module.members(ty).iter().map(|member| (member.ty, false)));
                    }
                    _ => {}
                }
            } else {
                let count = self.count(module, ty);
                self.known.insert(ty, count);
            }
        }
        self.known.get(&ty).copied().flatten()
    }

    /// The number of components of a type whose parts are known.
    fn count(&self, module: &Module, ty: Type) -> Option<u64> {
        let known = |ty: &Type| self.known.get(ty).copied().flatten();
        match module.types.get(ty) {
            TypeData::Scalar(_)
            | TypeData::BufferReference { .. }
            | TypeData::Handle { .. }
            | TypeData::LongVector { .. }
            | TypeData::CooperativeMatrix { .. } => Some(1),
            TypeData::Vector { size, .. } => Some(size.into()),
            TypeData::Matrix { columns, rows, .. } => Some(u64::from(columns) * u64::from(rows)),
            TypeData::Array { element, length } => {
                let length = match length {
                    Length::Constant(length) => length.into(),
                    Length::Spec(_) => u64::MAX,
                };
                Some(known(&element)?.saturating_mul(length))
            }
            TypeData::Struct(_) => {
                let mut parts = module.members(ty).iter().map(|member| known(&member.ty));
                parts.try_fold(0u64, |sum, part| Some(sum.saturating_add(part?)))
            }
            _ => None,
        }
    }
}

/// The invocations that share the work of a loop over elements: this one begins with element `first` and goes on by `step`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    pub(crate) first: Operand,
    pub(crate) step: Operand,
}

/// The most parts of structs that are cleared one by one, so that there are loops for the arrays in them.
const MOST_PARTS: u32 = 1024;

/// Builds stores of zero to all that an address leads to. Arrays of more than `largest` components are cleared by a loop over
/// their elements, unless they are in structs of very many parts. Structs in outputs are cleared member by member: drivers split them, and
/// may know no store of the whole.
pub(crate) fn clear(rewriter: &mut Rewriter<'_>, zeros: &mut Zeros, pointer: Operand, largest: u64) {
    let mut pending = vec![pointer];
    let mut room = MOST_PARTS;
    while let Some(pointer) = pending.pop() {
        let pointee = rewriter.module.types.pointee(rewriter.ty(pointer));
        let Some(ty) = pointee else { continue };
        let Some(count) = zeros.components(rewriter.module, ty) else { continue };
        let types = &rewriter.module.types;
        let is_output =
            matches!(types.get(rewriter.ty(pointer)), TypeData::Pointer { storage: Storage::Output, .. });
        let is_split = is_output && matches!(types.get(types.innermost(ty)), TypeData::Struct(_));
        let parts = match types.get(ty) {
            TypeData::Array { length: Length::Constant(length), .. } if is_split && count <= largest => {
                length
            }
            TypeData::Struct(_) if is_split || count > largest => rewriter.module.members(ty).len() as u32,
            _ => 0,
        };
        let parts = if is_split || parts <= room { parts } else { 0 };
        room = room.saturating_sub(parts);
        // The last part would be cleared first otherwise.
        for index in (0..parts).rev() {
            let index = rewriter.module.constants.i32(index as i32);
            pending.push(rewriter.access(pointer, &[index.into()]));
        }
        match rewriter.module.types.get(ty) {
            _ if parts > 0 => {}
            TypeData::Array { .. } if count > largest => clear_elements(rewriter, pointer, ty, None),
            _ => {
                let zero = rewriter.module.constants.null(ty);
                rewriter.store(pointer, zero.into());
            }
        }
    }
}

/// Builds a loop that clears the elements of an array, and of arrays within.
pub(crate) fn clear_elements(rewriter: &mut Rewriter<'_>, pointer: Operand, ty: Type, share: Option<Share>) {
    let mut lengths: Vec<Operand> = Vec::new();
    let mut element = ty;
    while let TypeData::Array { element: inner, length } = rewriter.module.types.get(element) {
        let length = match length {
            Length::Constant(length) => rewriter.module.constants.u32(length).into(),
            Length::Spec(constant) => rewriter.convert(constant.into(), common::U32),
        };
        lengths.push(length);
        element = inner;
    }
    let outer = match share {
        Some(share) => outer_dimensions(rewriter, &lengths, share),
        None => 0,
    };
    clear_dimensions(rewriter, &mut vec![pointer], &lengths, outer, share, element);
}

/// The most elements of an outer dimension that each get a loop of their own.
const MOST_OUTER: i64 = 4;

/// The number of outer dimensions that all invocations go through: where what is within is as large as the workgroup or of
/// a size that is specialised, a loop over that needs no division for each element.
fn outer_dimensions(rewriter: &mut Rewriter<'_>, lengths: &[Operand], share: Share) -> usize {
    let mut outer = 0;
    while let Some((&length, within)) = lengths.get(outer..).and_then(<[Operand]>::split_first) {
        let Some(within) = product(rewriter, within) else { break };
        let is_large = match (rewriter.module.as_int(within), rewriter.module.as_int(share.step)) {
            (Some(within), Some(step)) => within >= step,
            _ => true,
        };
        if !is_large || rewriter.module.as_int(length).is_none_or(|length| length > MOST_OUTER) {
            break;
        }
        outer += 1;
    }
    outer
}

fn product(rewriter: &mut Rewriter<'_>, factors: &[Operand]) -> Option<Operand> {
    factors.iter().copied().reduce(|a, b| rewriter.op(Op::Imul, &[a, b]))
}

/// Clears the elements of an array of these lengths: the outer dimensions one by one, all others in one loop. The way to the
/// array is its address, and the indices so far.
fn clear_dimensions(
    rewriter: &mut Rewriter<'_>,
    way: &mut Vec<Operand>,
    lengths: &[Operand],
    outer: usize,
    share: Option<Share>,
    element: Type,
) {
    if let (Some(left), Some((&length, within))) = (outer.checked_sub(1), lengths.split_first()) {
        return each(rewriter, length, None, |rewriter, index| {
            way.push(index);
            clear_dimensions(rewriter, way, within, left, share, element);
            way.pop();
        });
    }
    let Some(total) = product(rewriter, lengths) else { return };
    each(rewriter, total, share, |rewriter, index| {
        let mut rest = index;
        let mut indices: Vec<Operand> = Vec::with_capacity(lengths.len());
        for &length in lengths.iter().skip(1).rev() {
            indices.push(rewriter.op(Op::Umod, &[rest, length]));
            rest = rewriter.op(Op::Udiv, &[rest, length]);
        }
        indices.push(rest);
        indices.reverse();
        let Some((&pointer, known)) = way.split_first() else { return };
        let place = rewriter.access(pointer, &[known, &indices].concat());
        let zero = rewriter.module.constants.null(element);
        rewriter.store(place, zero.into());
    });
}

/// The most numbers of an invocation that need no loop.
const MOST_STRAIGHT: i64 = 2;

/// Builds a loop over the numbers below `count`, or over the share of this invocation; few numbers need no loop.
///
/// A loop over a share counts the rounds in which every invocation has a number, so that its count is the same for all and
/// drivers unroll it. The numbers that are left follow it.
pub(crate) fn each(
    rewriter: &mut Rewriter<'_>,
    count: Operand,
    share: Option<Share>,
    mut body: impl FnMut(&mut Rewriter<'_>, Operand),
) {
    let [zero, one] = [0, 1].map(|number| Operand::from(rewriter.module.constants.u32(number)));
    let Some(Share { first, step }) = share else {
        return count_up(rewriter, count, one, body);
    };
    let known = rewriter.module.as_int(count).zip(rewriter.module.as_int(step));
    match known.filter(|&(count, step)| step > 0 && count <= step.saturating_mul(MOST_STRAIGHT)) {
        Some((count, step)) => {
            for start in (0..=count - step).step_by(usize::try_from(step).unwrap_or(usize::MAX)) {
                let start = rewriter.number(common::U32, start as f64);
                let index = if start == zero { first } else { rewriter.op(Op::Iadd, &[first, start]) };
                body(rewriter, index);
            }
        }
        None => {
            let whole = whole_rounds(rewriter, count, step);
            count_up(rewriter, whole, step, |rewriter, start| {
                let index = rewriter.op(Op::Iadd, &[first, start]);
                body(rewriter, index);
            });
        }
    }
    // The number of the invocation is below the step, so only the last number may be behind the end.
    let rest = rewriter.op(Op::Umod, &[count, step]);
    if rest == zero {
        return;
    }
    let more = rewriter.op(Op::Ult, &[first, rest]);
    rewriter.if_(
        more,
        |rewriter| {
            let start = whole_rounds(rewriter, count, step);
            let index = if start == zero { first } else { rewriter.op(Op::Iadd, &[first, start]) };
            body(rewriter, index);
        },
        |_| (),
    );
}

/// The greatest multiple of a step that is not above a number.
fn whole_rounds(rewriter: &mut Rewriter<'_>, count: Operand, step: Operand) -> Operand {
    let rest = rewriter.op(Op::Umod, &[count, step]);
    rewriter.op(Op::Isub, &[count, rest])
}

/// Builds a loop over the multiples of a step below a number, which is a multiple itself.
fn count_up(
    rewriter: &mut Rewriter<'_>,
    end: Operand,
    step: Operand,
    mut body: impl FnMut(&mut Rewriter<'_>, Operand),
) {
    let zero: Operand = rewriter.module.constants.u32(0).into();
    rewriter.loop_(&[zero], |rewriter, params| {
        let index = params.first().copied().unwrap_or(zero);
        let more = rewriter.op(Op::Ult, &[index, end]);
        rewriter.if_(more, |_| (), |_| End::Break(Vec::new()));
        body(rewriter, index);
        let next = rewriter.op(Op::Iadd, &[index, step]);
        End::Continue(vec![next])
    });
}

/// The `unreachable` of a function that control flow can reach: no instruction before them in their block leaves it for sure.
pub(crate) fn reachable_ends(function: &FunctionData) -> FxHashSet<Inst> {
    let mut goes_on: SideTable<Inst, bool> = SideTable::filled(function.insts.len(), false);
    let mut owners: Vec<Inst> = Vec::new();
    let mut ends = FxHashSet::default();
    visit::walk(function, function.body, |event| match event {
        visit::Event::Inst(inst) => {
            let target = |is: &dyn Fn(Op) -> bool| owners.iter().rev().find(|&&owner| is(function.op(owner)));
            let reached = match function.op(inst) {
                Op::Merge => target(&|op| op == Op::If),
                Op::Break => target(&|op| op != Op::If),
                Op::BreakIf => target(&|op| op == Op::Loop),
                _ => None,
            };
            if let Some(&owner) = reached {
                goes_on.set(owner, true);
            }
            if function.control(inst).is_some() {
                owners.push(inst);
            }
        }
        visit::Event::Behind(_) => {
            owners.pop();
        }
        visit::Event::Leave(block) => {
            let insts = &function.blocks[block].insts;
            let leaves = |&inst: &Inst| function.control(inst).is_some() && !goes_on.at(inst);
            if let Some(&last) = insts.last()
                && function.op(last) == Op::Unreachable
                && !insts.iter().any(leaves)
            {
                ends.insert(last);
            }
        }
        visit::Event::Enter(_) => {}
    });
    ends
}

/// Makes an `unreachable` a return of zero; false if the result of the function has no zero.
pub(crate) fn return_zero(
    module: &mut Module,
    zeros: &mut Zeros,
    function: &mut FunctionData,
    inst: Inst,
) -> bool {
    let mut value: Vec<Operand> = Vec::new();
    if function.result != common::VOID {
        let Some(zero) = zeros.constant(module, function.result) else { return false };
        value.push(zero.into());
    }
    function.set_op(inst, Op::Return);
    function.set_operands(inst, &value);
    true
}
