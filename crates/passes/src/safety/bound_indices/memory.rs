//! Indices of addresses and of values.

use super::options::{Class, IndexPolicy};
use super::vertices::Vertices;
use super::{Bounder, Index, both, class_of, unsigned};
use crate::framework::rewrite::{Action, Rewriter};
use vitrum_ir::{
    Inst, Intrinsic, Length, Module, Op, Operand, Precision, Qualifiers, Sig, Storage, Type, TypeData,
    types::common, typing,
};

/// True for operations on memory that can be left out where their address is out of bounds.
pub(super) fn is_guarded(op: Op) -> bool {
    matches!(
        op.info().sig,
        Sig::Load
            | Sig::Store
            | Sig::StoreSwizzle
            | Sig::ArrayLength
            | Sig::AtomicLoad
            | Sig::AtomicStore
            | Sig::AtomicRmw(_)
            | Sig::AtomicCompare
            | Sig::Interpolate
    )
}

/// A way from a whole to a part, up to one of its indices.
pub(super) struct Way<'a> {
    pub(super) inst: Inst,
    pub(super) operands: &'a [Operand],
    pub(super) position: usize,
    pub(super) storage: Storage,
    /// The type from which the index selects.
    pub(super) ty: Type,
    /// True if that is an array of resources or blocks.
    pub(super) is_of_resources: bool,
}

/// The source of the number of parts of an array, a vector or a matrix.
enum Count {
    /// The type, or a query of the buffer that ends with the array.
    OfType,
    /// The primitive.
    Vertices(Vertices),
    /// An option.
    Given(u32),
    /// None, for a reason.
    Unknown(&'static str),
}

impl Bounder {
    /// Bounds the indices of an address.
    pub(super) fn access(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let Some(&base) = rewriter.function.operands(inst).first() else { return Action::Keep };
        let whole = rewriter.ty(base);
        let TypeData::Pointer { storage, pointee } = rewriter.module.types.get(whole) else {
            return Action::Keep;
        };
        let is_block = base.global().is_some_and(|global| rewriter.module.globals[global].block.is_some());
        let mut guard = base.value().and_then(|base| self.guards.get(&base)).copied();
        let mut ty = pointee;
        for position in 1..rewriter.function.operands(inst).len() {
            let operands = rewriter.function.operands(inst).to_vec();
            let index = operands[position];
            let inner = rewriter.module.types.get(rewriter.module.types.innermost(ty));
            let is_array = matches!(
                rewriter.module.types.get(ty),
                TypeData::Array { .. } | TypeData::RuntimeArray { .. }
            );
            let is_of_resources = is_array
                && (matches!(storage, Storage::Opaque | Storage::TileImage)
                    || is_block
                        && matches!(storage, Storage::Buffer | Storage::Uniform | Storage::Shared)
                        && matches!(inner, TypeData::Struct(_))
                        && self.leads_to_blocks(rewriter, base, position));
            let way = Way { inst, operands: &operands, position, storage, ty, is_of_resources };
            if !matches!(rewriter.module.types.get(ty), TypeData::Struct(_)) {
                guard = self.index(rewriter, &way, guard);
            }
            let Some(next) = typing::indexed_type(rewriter.module, ty, index) else { break };
            ty = next;
        }
        if let (Some(guard), Some(address)) = (guard, rewriter.function.result(inst)) {
            self.guards.insert(address, guard);
        }
        Action::Keep
    }

    /// True if the index at a position chooses from the arrays around the blocks of a global.
    fn leads_to_blocks(&self, rewriter: &Rewriter<'_>, base: Operand, position: usize) -> bool {
        let Some(global) = base.global() else { return false };
        let types = &rewriter.module.types;
        let mut ty = rewriter.module.globals[global].ty;
        let mut depth = 0;
        while let Some(element) = types.element(ty) {
            (ty, depth) = (element, depth + 1);
        }
        position <= depth
    }

    /// Bounds one index of an address; gives the condition under which the address is in bounds so far.
    fn index(&self, rewriter: &mut Rewriter<'_>, way: &Way<'_>, guard: Option<Operand>) -> Option<Operand> {
        let &Way { inst, operands, position, .. } = way;
        let class = if way.is_of_resources { Class::BindingArray } else { class_of(way.storage) };
        let mut policy = self.policy(class).0;
        let is_left = way.storage == Storage::Buffer
            && class == Class::Buffer
            && matches!(rewriter.module.types.get(way.ty), TypeData::RuntimeArray { .. })
            && self.leaves_lengths();
        if policy == IndexPolicy::Unchecked || is_left || self.proven.indices.contains(&(inst, position)) {
            return guard;
        }
        let is_opaque = matches!(way.storage, Storage::Opaque | Storage::TileImage);
        if policy == IndexPolicy::Skip && is_opaque {
            let why = "a texture, image or sampler is no memory that could be left out";
            self.cannot(rewriter, inst, class, why);
            return guard;
        }
        let is_fixed = rewriter.function.result(inst).is_some_and(|value| self.fixed.contains(&value));
        if policy == IndexPolicy::Skip && is_fixed {
            policy = IndexPolicy::Clamp;
        }
        let index = operands.get(position).copied()?;
        let is_zero = rewriter.module.as_int(index) == Some(0);
        if policy == IndexPolicy::Clamp && is_zero {
            return guard;
        }
        let length = match self.length(rewriter, way, guard) {
            Ok(Some(length)) => length,
            Ok(None) => return guard,
            Err(why) => {
                self.cannot(rewriter, inst, class, why);
                return guard;
            }
        };
        let may_be_empty = matches!(rewriter.module.types.get(way.ty), TypeData::RuntimeArray { .. });
        let last = self.early(way).and_then(|early| early.last).filter(|_| guard.is_none());
        let index = Index { operand: index, length, may_be_empty, last };
        match policy {
            IndexPolicy::Clamp => {
                let clamped = index.clamped(rewriter);
                rewriter.set_operand(inst, position, clamped);
                guard
            }
            IndexPolicy::Skip => {
                let is_inside = index.is_inside(rewriter);
                Some(both(rewriter, guard, is_inside))
            }
            IndexPolicy::Unchecked => guard,
        }
    }

    /// Bounds the index of a part of a value.
    pub(super) fn extract(&self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let (Some(index), Some(result)) =
            (self.index_of_value(rewriter, inst, 1), rewriter.function.result(inst))
        else {
            return Action::Keep;
        };
        if !rewriter.may_change() {
            return Action::Keep;
        }
        // Values may lie in memory, so that the index has to be in bounds where the part is not used, too.
        let clamped = index.clamped(rewriter);
        rewriter.set_operand(inst, 1, clamped);
        if self.policy(Class::Local).0 == IndexPolicy::Clamp {
            return Action::Keep;
        }
        let data = rewriter.function.values[result];
        let is_inside = index.is_inside(rewriter);
        rewriter.push_inst(inst);
        let zero = rewriter.module.constants.null(data.ty);
        let chosen =
            rewriter.push(Op::Select, &[is_inside, result.into(), zero.into()], 0, data.ty, data.precision);
        rewriter.replace_named(inst, chosen)
    }

    /// Bounds the first index of a part of an array, so that the part ends where the array does or before.
    pub(super) fn slice(&self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let operands = rewriter.function.operands(inst);
        let (&[array, start], Some(result)) = (operands, rewriter.function.result(inst)) else {
            return Action::Keep;
        };
        let data = rewriter.function.values[result];
        let (whole, part) = (rewriter.ty(array), data.ty);
        let known = |ty| rewriter.module.types.length(ty).map(i64::from);
        let last = known(whole).zip(known(part)).map(|(whole, part)| whole - part);
        let first = rewriter.module.as_int(start);
        let is_inside = last.zip(first).is_some_and(|(last, first)| (0..=last).contains(&first));
        let policy = self.policy(Class::Local).0;
        if policy == IndexPolicy::Unchecked || is_inside || !rewriter.may_change() {
            return Action::Keep;
        }
        let sizes = (array_length(rewriter, whole), array_length(rewriter, part));
        let (Some(whole), Some(part)) = sizes else { return Action::Keep };
        let room = rewriter.op(Op::Umax, &[whole, part]);
        let last = rewriter.op(Op::Isub, &[room, part]);
        let (ty, number) = (rewriter.ty(start), unsigned(rewriter, start));
        let clamped = rewriter.op(Op::Umin, &[number, last]);
        let clamped = rewriter.convert(clamped, ty);
        rewriter.set_operand(inst, 1, clamped);
        if policy == IndexPolicy::Clamp {
            return Action::Keep;
        }
        let is_inside = rewriter.op(Op::Ule, &[number, last]);
        rewriter.push_inst(inst);
        let zero = rewriter.module.constants.null(data.ty);
        let chosen =
            rewriter.push(Op::Select, &[is_inside, result.into(), zero.into()], 0, data.ty, data.precision);
        rewriter.replace_named(inst, chosen)
    }

    /// Bounds the index of a component that is replaced.
    pub(super) fn insert(&self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let (Some(index), Some(result)) =
            (self.index_of_value(rewriter, inst, 2), rewriter.function.result(inst))
        else {
            return Action::Keep;
        };
        if !rewriter.may_change() {
            return Action::Keep;
        }
        // Values may lie in memory, so that the index has to be in bounds where the part is not used, too.
        let clamped = index.clamped(rewriter);
        rewriter.set_operand(inst, 2, clamped);
        if self.policy(Class::Local).0 == IndexPolicy::Clamp {
            return Action::Keep;
        }
        let data = rewriter.function.values[result];
        let Some(&before) = rewriter.function.operands(inst).first() else { return Action::Keep };
        let is_inside = index.is_inside(rewriter);
        rewriter.push_inst(inst);
        let chosen =
            rewriter.push(Op::Select, &[is_inside, result.into(), before], 0, data.ty, data.precision);
        rewriter.replace_named(inst, chosen)
    }

    /// The index of a part of a value, if it is to be bounded.
    fn index_of_value(&self, rewriter: &mut Rewriter<'_>, inst: Inst, position: usize) -> Option<Index> {
        let is_left = self.policy(Class::Local).0 == IndexPolicy::Unchecked;
        if is_left || self.proven.indices.contains(&(inst, position)) {
            return None;
        }
        let length = rewriter.indexed_length(inst, position)?;
        let &operand = rewriter.function.operands(inst).get(position)?;
        Some(Index { operand, length, may_be_empty: false, last: None })
    }
}

impl Bounder {
    /// The source of the number of parts from which an index selects.
    fn count(&self, module: &Module, way: &Way<'_>) -> Count {
        let base = way.operands.first().copied().filter(|_| way.position == 1);
        if let Some(vertices) = base.and_then(|base| Vertices::of(module, base)) {
            return Count::Vertices(vertices);
        }
        let global = base.and_then(Operand::global).map(|global| &module.globals[global]);
        if global.is_some_and(|it| it.decorations.qualifiers.contains(Qualifiers::IMPLICIT_SIZE)) {
            return Count::Unknown("the array gets its length where its unit is linked");
        }
        if !matches!(module.types.get(way.ty), TypeData::RuntimeArray { .. }) {
            return Count::OfType;
        }
        if way.is_of_resources {
            let place =
                global.and_then(|it| Some((it.decorations.set.unwrap_or(0), it.decorations.binding?)));
            return match self.options.resources.of(place) {
                Some(count) => Count::Given(count),
                None => Count::Unknown("the array has no length, and `bound_indices.resources` gives none"),
            };
        }
        match way.storage {
            Storage::Buffer => Count::OfType,
            Storage::PhysicalBuffer => Count::Unknown("an array behind a buffer reference has no length"),
            Storage::Uniform => Count::Unknown("an array at the end of a uniform block has no length"),
            _ => Count::Unknown("the array has no length"),
        }
    }

    /// The number of parts from which an index selects, where the address is in bounds up to there; the reason if none is known.
    /// `None` without fuel.
    pub(super) fn length(
        &self,
        rewriter: &mut Rewriter<'_>,
        way: &Way<'_>,
        guard: Option<Operand>,
    ) -> Result<Option<Operand>, &'static str> {
        match self.count(rewriter.module, way) {
            Count::Unknown(why) => Err(why),
            count if rewriter.may_change() => {
                let early = self.early(way).filter(|_| guard.is_none());
                Ok(early.map(|early| early.length).or_else(|| way.length(rewriter, &count, guard)))
            }
            _ => Ok(None),
        }
    }
}

/// The length of an array as a number.
fn array_length(rewriter: &mut Rewriter<'_>, ty: Type) -> Option<Operand> {
    match rewriter.module.types.get(ty) {
        TypeData::Array { length: Length::Spec(length), .. } => {
            Some(rewriter.convert(length.into(), common::U32))
        }
        TypeData::Array { length: Length::Constant(length), .. } => {
            Some(rewriter.module.constants.u32(length).into())
        }
        _ => None,
    }
}

impl Way<'_> {
    /// The number of parts from which the index selects, where the address is in bounds up to there.
    fn length(&self, rewriter: &mut Rewriter<'_>, count: &Count, guard: Option<Operand>) -> Option<Operand> {
        match *count {
            Count::OfType => {}
            Count::Vertices(vertices) => return Some(vertices.count(rewriter, self.ty)),
            Count::Given(count) => return Some(rewriter.module.constants.u32(count).into()),
            Count::Unknown(_) => return None,
        }
        match rewriter.module.types.get(self.ty) {
            TypeData::Array { length: Length::Spec(length), .. }
            | TypeData::LongVector { length: Length::Spec(length), .. } => {
                Some(rewriter.convert(length.into(), common::U32))
            }
            TypeData::RuntimeArray { .. } => {
                let (&base, rest) = self.operands.split_first()?;
                let indices = rest.get(..self.position - 1)?;
                let ask = |rewriter: &mut Rewriter<'_>| {
                    let array = if indices.is_empty() { base } else { rewriter.access(base, indices) };
                    rewriter.push(Op::ArrayLength, &[array], 0, common::U32, Precision::None)
                };
                match guard {
                    None => Some(ask(rewriter)),
                    // There is no length where there is no array.
                    Some(guard) => {
                        let none = rewriter.number(common::U32, 0.0);
                        rewriter.if_(guard, |rewriter| ask(rewriter), |_| none).first().copied()
                    }
                }
            }
            TypeData::CooperativeMatrix { .. } => {
                let matrix = rewriter.module.constants.null(self.ty);
                let imm = Intrinsic::CooperativeMatrixLength as u32;
                Some(rewriter.push(Op::Intrinsic, &[matrix.into()], imm, common::U32, Precision::None))
            }
            _ => {
                let length = rewriter.module.types.length(self.ty)?;
                Some(rewriter.module.constants.u32(length).into())
            }
        }
    }
}
