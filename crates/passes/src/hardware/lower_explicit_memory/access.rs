//! Single accesses: addresses become offsets, and loads, stores and atomics operations on them.

use super::plan::{Plan, Refused, accesses};
use super::values::{self, Place};
use crate::framework::rewrite::{Action, Rewriter};
use crate::hardware::emit::{scaled, sum};
use crate::hardware::shapes::{ShapeId, ShapeKind};
use rustc_hash::FxHashMap;
use vitrum_ir::machine::{Access, MEMORY_ATOMICS, Space};
use vitrum_ir::{
    Function, Inst, Intrinsic, MemoryAccess, Op, Operand, OperandKind, Precision, Scalar, Swizzle,
    SwizzledStore, TypeData, Value, ValueFlags, types::common,
};

/// An address: a place, and for arrays of blocks the lengths of the arrays that are not indexed yet.
#[derive(Clone, Copy, Debug)]
struct Address<'p> {
    place: Place,
    lengths: &'p [Option<u32>],
}

/// The lowering of a function.
pub(super) struct Lowering<'p> {
    plan: &'p Plan,
    function: Function,
    addresses: FxHashMap<Value, Address<'p>>,
    pub(super) refused: Option<Refused>,
}

impl<'p> Lowering<'p> {
    pub(super) fn new(plan: &'p Plan, function: Function) -> Self {
        Self { plan, function, addresses: FxHashMap::default(), refused: None }
    }

    pub(super) fn visit(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        if self.refused.is_some() {
            return Action::Keep;
        }
        match rewriter.function().op(inst) {
            Op::Var => self.variable(rewriter, inst),
            Op::Bitcast => self.reference(rewriter, inst),
            op if accesses(op) => {
                let Some(&base) = rewriter.function().operands(inst).first() else { return Action::Keep };
                let Some(address) = self.address(base) else { return Action::Keep };
                match op {
                    Op::Access => self.access(rewriter, inst, address),
                    Op::ArrayLength => self.array_length(rewriter, inst, &address.place),
                    Op::Load => self.load(rewriter, inst, address.place),
                    Op::Store => self.store(rewriter, inst, address.place),
                    Op::StoreSwizzle => self.store_swizzle(rewriter, inst, address.place),
                    _ => atomic(rewriter, inst, op, &address.place),
                }
            }
            _ => Action::Keep,
        }
    }

    /// The place that an address leads to, if it is lowered.
    fn address(&self, base: Operand) -> Option<Address<'p>> {
        match base.kind() {
            OperandKind::Value(value) => self.addresses.get(&value).copied(),
            OperandKind::Constant(_) => None,
            OperandKind::Global(global) => {
                let plan: &'p Plan = self.plan;
                let row = plan.globals.get(&global)?;
                let shape = plan.shapes.get(row.shape);
                let mut place = match row.space {
                    Space::UniformBlock | Space::Storage => {
                        let mut place = Place::new(row.space, 0, row.shape);
                        place.first_index = row.slot;
                        place.align = shape.align;
                        place
                    }
                    Space::Push => Place::new(row.space, 0, row.shape),
                    _ => Place::new(row.space, row.slot, row.shape),
                };
                place.access = MemoryAccess::NONE;
                Some(Address { place, lengths: &row.lengths })
            }
        }
    }

    fn variable(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let Some(&(offset, shape)) = self.plan.variables.get(&(self.function, inst)) else {
            return Action::Keep;
        };
        let Some(result) = rewriter.function().result(inst) else { return Action::Keep };
        let place = Place::new(Space::Scratch, offset, shape);
        self.addresses.insert(result, Address { place, lengths: &[] });
        if let Some(&initial) = rewriter.function().operands(inst).first() {
            if !self.check_size(rewriter, inst, shape) {
                return Action::Keep;
            }
            values::store(rewriter, &self.plan.shapes, &place, initial);
        }
        rewriter.changes += 1;
        Action::Remove
    }

    /// The address that a buffer reference is.
    fn reference(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let (Some(result), Some(&operand)) =
            (rewriter.function().result(inst), rewriter.function().operands(inst).first())
        else {
            return Action::Keep;
        };
        let reference = rewriter.ty(operand);
        let is_pointer = matches!(
            rewriter.module().types.get(rewriter.function().values[result].ty),
            TypeData::Pointer { .. }
        );
        let Some(&(shape, align)) = self.plan.referenced.get(&reference).filter(|_| is_pointer) else {
            return Action::Keep;
        };
        let mut place = Place::new(Space::Global, 0, shape);
        place.base = Some(rewriter.push(Op::Bitcast, &[operand], 0, common::U64, Precision::None));
        place.align = if align.is_power_of_two() { align } else { self.plan.shapes.get(shape).align };
        self.addresses.insert(result, Address { place, lengths: &[] });
        self.remove(rewriter, result)
    }

    /// Removes an address that nothing but lowered accesses used.
    fn remove(&self, rewriter: &mut Rewriter<'_>, address: Value) -> Action {
        if self.plan.keeps(self.function, address) {
            return Action::Keep;
        }
        rewriter.changes += 1;
        Action::Remove
    }

    fn access(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, address: Address<'p>) -> Action {
        let Some(result) = rewriter.function().result(inst) else { return Action::Keep };
        let indices = rewriter.function().operands(inst).get(1..).unwrap_or(&[]).to_vec();
        let flags = rewriter.function().values[result].flags;
        let Address { mut place, mut lengths } = address;
        for index in indices {
            match lengths.split_first() {
                Some((_, inner)) => {
                    lengths = inner;
                    // An array without a length is the outermost.
                    let count =
                        inner.iter().fold(1u32, |count, length| count.wrapping_mul(length.unwrap_or(1)));
                    match rewriter.module().as_int(index) {
                        Some(known) => {
                            place.first_index =
                                place.first_index.wrapping_add(count.wrapping_mul(known as u32))
                        }
                        None => place.index = Some(scaled(rewriter, index, count, place.index)),
                    }
                }
                None => self.step(rewriter, &mut place, index),
            }
        }
        let nonuniform = flags.intersection(ValueFlags::NONUNIFORM);
        for part in [place.index, place.computed].into_iter().flatten().filter_map(Operand::value) {
            rewriter.function.values[part].flags.insert(nonuniform);
        }
        self.addresses.insert(result, Address { place, lengths });
        self.remove(rewriter, result)
    }

    /// Goes to a part.
    fn step(&self, rewriter: &mut Rewriter<'_>, place: &mut Place, index: Operand) {
        let (part, stride) = match &self.plan.shapes.get(place.shape).kind {
            ShapeKind::Vector { component, step, .. } => (*component, *step),
            ShapeKind::Columns { column, stride, .. } => (*column, *stride),
            ShapeKind::Elements { element, stride, .. } => (*element, *stride),
            ShapeKind::Members(members) => {
                let index = rewriter.module().as_int(index).and_then(|index| usize::try_from(index).ok());
                let Some(&(member, offset)) = index.and_then(|index| members.get(index)) else { return };
                *place = place.at(member, offset);
                return;
            }
            ShapeKind::Scalar(_) | ShapeKind::Reference | ShapeKind::Other => return,
        };
        match rewriter.module().as_int(index) {
            Some(known) => *place = place.at(part, stride.wrapping_mul(known as u32)),
            None => {
                place.computed = Some(scaled(rewriter, index, stride, place.computed));
                place.shape = part;
                if stride != 0 {
                    place.align = place.align.min(1 << stride.trailing_zeros());
                }
            }
        }
    }

    fn check_size(&mut self, rewriter: &Rewriter<'_>, inst: Inst, shape: ShapeId) -> bool {
        let is_small = values::is_small(&self.plan.shapes, shape);
        if !is_small {
            let message =
                format!("a value of more than {} parts is loaded or stored as a whole", values::MOST_PARTS);
            self.refused = Some((rewriter.function().insts[inst].span(), message));
        }
        is_small
    }

    fn load(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, mut place: Place) -> Action {
        let Some(result) = rewriter.function().result(inst) else { return Action::Keep };
        if !self.check_size(rewriter, inst, place.shape) {
            return Action::Keep;
        }
        let precision = rewriter.function().values[result].precision;
        place.access = rewriter.function().insts[inst].memory_access();
        let value = values::load(rewriter, &self.plan.shapes, &place, precision);
        rewriter.replace_named(inst, value)
    }

    fn store(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, mut place: Place) -> Action {
        let Some(&value) = rewriter.function().operands(inst).get(1) else { return Action::Keep };
        if !self.check_size(rewriter, inst, place.shape) {
            return Action::Keep;
        }
        place.access = rewriter.function().insts[inst].memory_access();
        values::store(rewriter, &self.plan.shapes, &place, value);
        Action::Remove
    }

    /// Stores some components: with a mask where they lie in one piece, else one by one.
    fn store_swizzle(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, mut place: Place) -> Action {
        let Some(&value) = rewriter.function().operands(inst).get(1) else { return Action::Keep };
        let store = SwizzledStore::from_bits(rewriter.function().insts[inst].imm);
        place.access = store.access;
        let shape = self.plan.shapes.get(place.shape);
        let ShapeKind::Vector { component, scalar, count, step } = shape.kind else { return Action::Keep };
        let components = store.swizzle.components();
        let precision = rewriter.precision(value);
        let is_piece = step == crate::hardware::shapes::scalar_size(scalar);
        if components.len() == 1 || !is_piece {
            for (from, &to) in (0u32..).zip(components) {
                let part = match components.len() {
                    1 => value,
                    _ => rewriter.push(Op::Extract, &[value], from, common::scalar(scalar), precision),
                };
                let place = place.at(component, step * u32::from(to));
                values::store(rewriter, &self.plan.shapes, &place, part);
            }
            return Action::Remove;
        }
        let mut sources = vec![0u32; count as usize];
        let mut mask = 0;
        for (from, &to) in (0u32..).zip(components) {
            mask |= 1 << to;
            if let Some(source) = sources.get_mut(usize::from(to)) {
                *source = from;
            }
        }
        let Some(swizzle) = Swizzle::new(&sources) else { return Action::Keep };
        let whole = rewriter.push(Op::Swizzle, &[value], swizzle.bits(), shape.ty, precision);
        values::store_piece(rewriter, shape, &place, whole, mask);
        Action::Remove
    }

    /// The elements between the start of a runtime array and the end of its block.
    fn array_length(&self, rewriter: &mut Rewriter<'_>, inst: Inst, place: &Place) -> Action {
        let ShapeKind::Elements { stride, .. } = self.plan.shapes.get(place.shape).kind else {
            return Action::Keep;
        };
        let index = sum(rewriter, place.index, place.first_index);
        let number = |rewriter: &mut Rewriter<'_>, number: u32| {
            Operand::from(rewriter.module_mut().constants.u32(number))
        };
        let (offset, stride) = (number(rewriter, place.offset), number(rewriter, stride.max(1)));
        let none = Precision::None;
        let size = rewriter.push(Op::Intrinsic, &[index], Intrinsic::SizeStorage as u32, common::U32, none);
        let end = rewriter.push(Op::Umax, &[size, offset], 0, common::U32, none);
        let rest = rewriter.push(Op::Isub, &[end, offset], 0, common::U32, none);
        let length = rewriter.push(Op::Udiv, &[rest, stride], 0, common::U32, none);
        let length = match rewriter.function().result_data(inst) {
            Some(data) => rewriter.convert(length, data.ty),
            None => length,
        };
        rewriter.replace_named(inst, length)
    }
}

fn atomic(rewriter: &mut Rewriter<'_>, inst: Inst, op: Op, place: &Place) -> Action {
    let access = match op {
        Op::AtomicLoad => Access::AtomicLoad,
        Op::AtomicStore => Access::AtomicStore,
        _ => Access::Atomic,
    };
    let Some(intrinsic) = place.space.intrinsic(access) else { return Action::Keep };
    let order = rewriter.function().insts[inst].imm;
    let values = rewriter.function().operands(inst).get(1..).unwrap_or(&[]).to_vec();
    let number = |rewriter: &mut Rewriter<'_>, bits: u32| {
        Operand::from(rewriter.module_mut().constants.scalar(Scalar::U32, bits.into()))
    };
    let mut operands = Vec::with_capacity(6);
    if access == Access::Atomic {
        operands
            .push(number(rewriter, MEMORY_ATOMICS.iter().position(|&it| it == op).map_or(0, |at| at as u32)));
    }
    operands.extend(values.first());
    operands.extend(place.address(rewriter));
    operands.push(number(rewriter, order));
    operands.extend(values.get(1));
    let Some(result) = rewriter.function().result(inst) else {
        rewriter.push_effect(Op::Intrinsic, &operands, intrinsic as u32);
        return Action::Remove;
    };
    let data = rewriter.function().values[result];
    let old = rewriter.push(Op::Intrinsic, &operands, intrinsic as u32, data.ty, data.precision);
    rewriter.replace_named(inst, old)
}
