//! Addresses of buffers as values: of elements, and of parts of what an address leads to.

use spirv::{Decoration, Op};
use vitrum_ir::{Op as IrOp, Operand, Precision, Storage, TypeData, types::common};

use super::Body;
use super::choices::{Arm, Place};
use super::operations::{cast, with_sign};
use crate::error::Error;
use crate::words::Inst;

/// The most accesses from one address to the next that are followed.
const MAX_CHAIN: usize = 1 << 12;

impl<'w> Body<'_, '_, 'w> {
    /// True if an operand is a place that an address leads to, and no address.
    pub(super) fn is_place_in_buffer(&mut self, operand: Operand) -> bool {
        let ty = self.operand_type(operand);
        matches!(self.reader.module.types.get(ty), TypeData::Pointer { storage: Storage::PhysicalBuffer, .. })
    }

    /// The pointer to an element, counted from the one that an address or pointer leads to.
    pub(super) fn next_element(&mut self, inst: &Inst<'w>, base: u32, element: u32) -> Result<Place, Error> {
        let own = self.reader.index.def_for(base, inst.at)?.ty;
        let is_address = {
            let ty = self.reader.ty(own, inst.at)?;
            matches!(self.reader.module.types.get(ty), TypeData::BufferReference { .. })
        };
        if !is_address {
            let place = self.place(base, inst.at)?;
            let count = self.value(element, inst.at)?;
            return self
                .of_each(place, &mut |body, pointer, indices| body.neighbour(inst, pointer, indices, count));
        }
        let reference = self.element(inst, base, element)?;
        let ty = self.operand_type(reference);
        Ok(Place::One(self.followed(reference, ty, own)))
    }

    /// The address of an element, counted from the one that an address leads to.
    fn element(&mut self, inst: &Inst<'w>, base: u32, element: u32) -> Result<Operand, Error> {
        let def = self.reader.index.def_for(base, inst.at)?;
        let stride = self.reader.index.decoration(def.ty, None, Decoration::ArrayStride);
        let reference = self.value(base, inst.at)?;
        let ty = self.operand_type(reference);
        let (TypeData::BufferReference { .. }, Some(stride)) = (self.reader.module.types.get(ty), stride)
        else {
            return Err(inst.unsupported("OpPtrAccessChain on what is no address of a buffer with a stride"));
        };
        let start = self.builder().emit(IrOp::Bitcast, &[reference], 0, common::U64, Precision::None);
        let moved = self.moved(start, element, stride, inst.at)?;
        Ok(self.builder().emit(IrOp::Bitcast, &[moved], 0, ty, Precision::None))
    }

    /// The address of a part, for which the IR has a place alone. It is computed by the offsets and strides that the types state.
    pub(super) fn address_of_part(&mut self, id: u32, at: u32) -> Result<Operand, Error> {
        let index = self.reader.index;
        let mut chain = Vec::new();
        let mut base = index.def_for(id, at)?;
        // Up to an address that is given as a value.
        for step in 0.. {
            let is_access = base.is(Op::AccessChain) || base.is(Op::InBoundsAccessChain);
            let is_element = base.is(Op::PtrAccessChain) || base.is(Op::InBoundsPtrAccessChain);
            if is_access || is_element {
                chain.push((base, is_element));
            } else if !base.is(Op::CopyObject) {
                break;
            }
            if step >= MAX_CHAIN {
                return Err(Error::too_large(at, "an address that is made of too many others"));
            }
            base = index.def_for(base.word(0)?, at)?;
        }
        if chain.is_empty() {
            return Err(Error::invalid(at, format!("%{id} is no address")));
        }
        let start = self.value(base.id, at)?;
        let mut address = self.builder().emit(IrOp::Bitcast, &[start], 0, common::U64, Precision::None);
        for (inst, is_element) in chain.into_iter().rev() {
            let own = index.def_for(inst.word(0)?, at)?;
            let mut indices = inst.from(1);
            if is_element {
                let missing = || inst.unsupported("OpPtrAccessChain without a stride");
                let stride = index.decoration(own.ty, None, Decoration::ArrayStride).ok_or_else(missing)?;
                address = self.moved(address, inst.word(1)?, stride, at)?;
                indices = inst.from(2);
            }
            let pointee = index.def_for(own.ty, at)?.word(1)?;
            address = self.part(address, pointee, indices, &inst)?;
        }
        let def = index.def_for(id, at)?;
        let ty = self.reader.ty(def.ty, at)?;
        Ok(self.builder().emit(IrOp::Bitcast, &[address], 0, ty, Precision::None))
    }

    /// An address as a number, moved to the part of a type that indices lead to.
    fn part(
        &mut self,
        mut address: Operand,
        mut ty: u32,
        indices: &[u32],
        inst: &Inst<'w>,
    ) -> Result<Operand, Error> {
        let index = self.reader.index;
        let unknown = || inst.unsupported("an address of a part whose offset is not stated");
        // The stride of a matrix, which its member states.
        let mut matrix_stride = None;
        for &id in indices {
            let def = index.def_for(ty, inst.at)?;
            let stride = match def.known() {
                Some(Op::TypeStruct) => {
                    let position = self.reader.number(id, inst.at)?;
                    let said = |decoration| index.decoration(ty, Some(position), decoration);
                    let offset = said(Decoration::Offset).ok_or_else(unknown)?;
                    let mut rows = index.decorations(ty, Some(position));
                    let is_row_major = rows.any(|row| row.is(Decoration::RowMajor));
                    matrix_stride = said(Decoration::MatrixStride).filter(|_| !is_row_major);
                    let offset = self.reader.module.constants.scalar(vitrum_ir::Scalar::U64, offset.into());
                    address = self.builder().op(IrOp::Iadd, &[address, offset.into()], Precision::None);
                    ty = def.word(position as usize)?;
                    continue;
                }
                Some(Op::TypeArray | Op::TypeRuntimeArray) => {
                    index.decoration(ty, None, Decoration::ArrayStride)
                }
                Some(Op::TypeMatrix) => matrix_stride,
                Some(Op::TypeVector) => {
                    let component = self.reader.ty(def.word(0)?, inst.at)?;
                    self.reader.as_scalar(component).map(|scalar| scalar.width() / 8)
                }
                _ => None,
            };
            address = self.moved(address, id, stride.ok_or_else(unknown)?, inst.at)?;
            ty = def.word(0)?;
        }
        Ok(address)
    }

    /// An address as a number, moved by as many strides as an id says.
    fn moved(&mut self, address: Operand, count: u32, stride: u32, at: u32) -> Result<Operand, Error> {
        let count = self.value(count, at)?;
        let mut builder = self.builder();
        let own = builder.ty(count);
        let own = with_sign(&mut builder, own, true);
        let count = cast(&mut builder, count, own);
        let wide = if own == common::I64 {
            count
        } else {
            builder.emit(IrOp::Sconvert, &[count], 0, common::I64, Precision::None)
        };
        let wide = builder.emit(IrOp::Bitcast, &[wide], 0, common::U64, Precision::None);
        let stride = builder.module.constants.scalar(vitrum_ir::Scalar::U64, u64::from(stride));
        let offset = builder.op(IrOp::Imul, &[wide, stride.into()], Precision::None);
        Ok(builder.op(IrOp::Iadd, &[address, offset], Precision::None))
    }

    /// The origin of a pointer, and the indices that lead to it from there.
    pub(super) fn path(&self, mut pointer: Operand) -> (Operand, Vec<Operand>) {
        let data = &self.reader.module.functions[self.cursor.function];
        let mut indices = Vec::new();
        while let Some(inst) = data.definition(pointer).filter(|&inst| data.op(inst) == IrOp::Access) {
            let Some((&base, own)) = data.operands(inst).split_first() else { break };
            indices.splice(0..0, own.iter().copied());
            pointer = base;
        }
        (pointer, indices)
    }

    /// Makes the indices from a root to an element lead to another one of its array.
    fn neighbour(
        &mut self,
        inst: &Inst<'w>,
        root: Operand,
        indices: &mut [Operand],
        count: Operand,
    ) -> Result<(), Error> {
        let function = &self.reader.module.functions[self.cursor.function];
        let is_param = root.value().is_some() && function.definition(root).is_none();
        // A variable is no element, so that the only step within it is none.
        let is_whole = indices.is_empty() && !is_param;
        if is_whole || self.reader.module.constant_index(count) == Some(0) {
            return Ok(());
        }
        let ty = self.operand_type(root);
        let length = self.element_indices(root, indices);
        let indices = indices.get_mut(..length).unwrap_or(&mut []);
        let container = indices
            .split_last()
            .and_then(|(_, before)| vitrum_ir::typing::access_type(&mut self.reader.module, ty, before));
        let container = container.and_then(|ty| self.reader.module.types.pointee(ty));
        // Nor is a member.
        if container.is_some_and(|ty| matches!(self.reader.module.types.get(ty), TypeData::Struct(_))) {
            return Ok(());
        }
        let Some(last) = indices.last_mut() else {
            return Err(inst.unsupported(format!("{} on what is no element of an array", inst.name())));
        };
        let mut builder = self.builder();
        let ty = builder.ty(*last);
        let count = cast(&mut builder, count, ty);
        *last = builder.op(IrOp::Iadd, &[*last, count], Precision::None);
        Ok(())
    }

    /// A comparison or difference of pointers, or a choice between two; false if the instruction is none. Where they come from is known, so
    /// that their indices say it.
    pub(super) fn on_pointers(&mut self, inst: &Inst<'w>) -> Result<bool, Error> {
        match inst.known() {
            Some(Op::PtrEqual) => {
                let is_equal = self.same_place(inst)?;
                self.define(inst, is_equal);
            }
            Some(Op::PtrNotEqual) => {
                let is_equal = self.same_place(inst)?;
                let differs = self.builder().op(IrOp::Not, &[is_equal], Precision::None);
                self.define(inst, differs);
            }
            Some(Op::PtrDiff) => {
                let difference = self.difference(inst)?;
                self.define(inst, difference);
            }
            Some(Op::Select) if self.reader.index.def(inst.ty).is_some_and(|ty| ty.is(Op::TypePointer)) => {
                let Some(chosen) = self.selected_place(inst)? else { return Ok(false) };
                self.define_place(inst, chosen)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The places of the two operands of an instruction.
    fn two_places(&mut self, inst: &Inst<'w>) -> Result<[Place; 2], Error> {
        Ok([self.place(inst.word(0)?, inst.at)?, self.place(inst.word(1)?, inst.at)?])
    }

    /// The number of elements between two pointers into one array.
    fn difference(&mut self, inst: &Inst<'w>) -> Result<Operand, Error> {
        let ty = self.reader.ty(inst.ty, inst.at)?;
        let [first, second] = self.two_places(inst)?;
        let [(tag, own), (_, other)] = [self.arms(first), self.arms(second)];
        let mut rows = Vec::new();
        for (own, other) in self.common_arms(&own, &other) {
            let Some(last) =
                own.root.and_then(|root| self.element_indices(root, &own.indices).checked_sub(1))
            else {
                continue;
            };
            if let (Some(&first), Some(&second)) = (own.indices.get(last), other.indices.get(last)) {
                let mut builder = self.builder();
                let [first, second] = [first, second].map(|index| cast(&mut builder, index, ty));
                let difference = builder.op(IrOp::Isub, &[first, second], Precision::None);
                rows.push((own.number, difference));
            }
        }
        let difference = self.by_tag(tag, &rows);
        difference
            .ok_or_else(|| inst.unsupported("a difference of pointers that lead to no elements of one array"))
    }

    /// True where two pointers lead to one place. Those of different variables never do.
    fn same_place(&mut self, inst: &Inst<'w>) -> Result<Operand, Error> {
        let [first, second] = self.two_places(inst)?;
        let [(tag, own), (other_tag, other)] = [self.arms(first), self.arms(second)];
        let data = &self.reader.module.functions[self.cursor.function];
        let is_variable = |root: Operand| {
            root.value().is_none() || data.definition(root).is_some_and(|inst| data.op(inst) == IrOp::Var)
        };
        let roots = |arms: &[Arm]| -> Vec<Operand> { arms.iter().filter_map(|arm| arm.root).collect() };
        let [roots, other_roots] = [roots(&own), roots(&other)];
        // Parameters may lead to the same variables as all else.
        let is_unknown =
            |first: Operand, second: Operand| first != second && !(is_variable(first) && is_variable(second));
        if roots.iter().any(|&root| other_roots.iter().any(|&other| is_unknown(root, other))) {
            return Err(inst.unsupported("a comparison of pointers that do not both begin at variables"));
        }
        let mut is_equal = None;
        for (first, second) in self.common_arms(&own, &other) {
            let mut all = self.is_chosen(tag, &first, own.len());
            let theirs = self.is_chosen(other_tag, &second, other.len());
            all = self.both(IrOp::And, all, theirs);
            for (index, other) in first.indices.into_iter().zip(second.indices) {
                let mut builder = self.builder();
                let ty = builder.ty(index);
                let other = cast(&mut builder, other, ty);
                if index != other {
                    let is_one = builder.op(IrOp::Ieq, &[index, other], Precision::None);
                    all = self.both(IrOp::And, all, Some(is_one));
                }
            }
            let all = all.unwrap_or_else(|| self.reader.module.constants.bool(true).into());
            is_equal = self.both(IrOp::Or, is_equal, Some(all));
        }
        Ok(is_equal.unwrap_or_else(|| self.reader.module.constants.bool(false).into()))
    }

    /// An operation on two conditions; the one that is there if there is one.
    fn both(&mut self, op: IrOp, first: Option<Operand>, second: Option<Operand>) -> Option<Operand> {
        match (first, second) {
            (Some(first), Some(second)) => Some(self.builder().op(op, &[first, second], Precision::None)),
            _ => first.or(second),
        }
    }
}
