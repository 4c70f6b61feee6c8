//! Memory: variables, addresses, loads, stores, atomics.

use spirv::{Op, Scope};
use vitrum_ir::{
    AtomicAccess, Constant, ControlHints, ControlKind, MemoryAccess, Op as IrOp, Operand, Precision, Sig,
    Storage, Type, TypeData, semantics, types::common,
};

use super::choices::Place;
use super::operations::{cast, core_op, signed, with_sign};
use super::strides::Whole;
use super::{Body, Given};
use crate::error::Error;
use crate::flow::{holds_handle, is_composite_of_handles};
use crate::strides::Padded;
use crate::words::Inst;

impl<'w> Body<'_, '_, 'w> {
    /// A local variable.
    pub(super) fn variable(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        let pointer = self.reader.ty(inst.ty, inst.at)?;
        let Some(ty) = self.reader.module.types.pointee(pointer) else {
            return Err(inst.invalid("the type of a variable is no pointer"));
        };
        // Nothing can use a variable that some compilers make for the result of a function without one.
        if ty == common::VOID {
            return Ok(());
        }
        let initial = match inst.words.get(1) {
            Some(&id) => Some(self.reader.constant(id, inst.at)?),
            None => None,
        };
        let precision = self.reader.precision(inst.id, ty);
        let name = crate::reader::word(self.reader.index.name(inst.id));
        let variable = self.builder().var(ty, &name, precision, initial);
        self.define(inst, variable);
        Ok(())
    }

    /// A use of a variable that holds a handle, which has no memory; false for others.
    pub(super) fn held(&mut self, inst: &Inst<'w>) -> Result<bool, Error> {
        let is_alias = |id: u32| self.reader.usage.aliases.contains_key(&id);
        if inst.is(Op::Variable) && is_alias(inst.id) || inst.is(Op::Store) && is_alias(inst.word(0)?) {
            return Ok(true);
        }
        if inst.is(Op::Load) && is_alias(inst.word(0)?) {
            return Ok(false);
        }
        if inst.is(Op::Variable) {
            let is_held = holds_handle(self.reader.index, inst.ty);
            if is_held && !self.flow.held.contains_key(&inst.id) {
                let what =
                    "a variable of handles that is not stored to once, before all else is done with it,";
                return Err(inst.unsupported(what));
            }
            return Ok(is_held);
        }
        let Some(&value) = self.flow.held.get(&inst.word(0)?) else { return Ok(false) };
        if let (Some(value), true) = (value, inst.is(Op::Load)) {
            let given = self.given(value, inst.at)?;
            self.copy_access(inst.id, value);
            self.give(inst.id, given);
        }
        Ok(true)
    }

    /// An address as a pointer of the IR. One of a buffer is followed first.
    pub(super) fn pointer(&mut self, id: u32, at: u32) -> Result<Operand, Error> {
        let value = match self.given(id, at)? {
            Given::One(operand) => operand,
            Given::Two(_) | Given::Several(_) => {
                return Err(Error::invalid(at, format!("%{id} is no address")));
            }
            Given::Chosen(_) => {
                return Err(Error::unsupported(at, "this use of a pointer into one of several variables"));
            }
            Given::Column(_) => return Err(Error::unsupported(at, super::COLUMN)),
            Given::Handles(_) => return Err(Error::unsupported(at, super::HANDLES)),
        };
        let ty = self.operand_type(value);
        if let TypeData::BufferReference { .. } = self.reader.module.types.get(ty) {
            let def = self.reader.index.def_for(id, at)?;
            return Ok(self.followed(value, ty, def.ty));
        }
        if !matches!(self.reader.module.types.get(ty), TypeData::Pointer { .. }) {
            return Err(Error::invalid(at, format!("%{id} is no address")));
        }
        Ok(value)
    }

    /// The pointer to what an address of a buffer leads to, which is the only member of a block if it is no struct.
    pub(super) fn followed(&mut self, reference: Operand, ty: Type, pointer_type: u32) -> Operand {
        let types = &mut self.reader.module.types;
        let TypeData::BufferReference { block, .. } = types.get(ty) else { return reference };
        let is_wrapped = self.reader.wrappers.get(&pointer_type) == Some(&block);
        let block = types.intern(TypeData::Struct(block));
        let pointer = types.pointer(Storage::PhysicalBuffer, block);
        let pointer = self.builder().emit(IrOp::Bitcast, &[reference], 0, pointer, Precision::None);
        if !is_wrapped {
            return pointer;
        }
        let zero = self.reader.module.constants.i32(0);
        self.builder().access(pointer, &[zero.into()], Precision::None)
    }

    /// The address of a part.
    pub(super) fn access(&mut self, inst: &Inst<'w>, is_element: bool) -> Result<(), Error> {
        let base = inst.word(0)?;
        let indices = inst.from(1);
        let mut access = self.declared(base);
        if let (Some(column), Some(&row), false) = (self.column(base, inst.at)?, indices.first(), is_element)
        {
            let row = self.value(row, inst.at)?;
            let place = self.component(column, row)?;
            self.copy_access(inst.id, base);
            return self.define_place(inst, place);
        }
        let member = match (self.reader.split.get(&base), indices.first()) {
            (Some(members), Some(first)) => {
                let index = self.reader.constants.get(first).copied();
                let index = index.and_then(|constant| self.reader.module.constants.as_int(constant));
                let index = index.and_then(|index| usize::try_from(index).ok());
                index.and_then(|index| members.get(index).copied()).flatten()
            }
            _ => None,
        };
        let (place, indices) = if let Some(member) = member {
            (Place::One(member.into()), inst.from(2))
        } else if is_element {
            let Some((&element, rest)) = indices.split_first() else {
                return Err(inst.invalid("OpPtrAccessChain has no element"));
            };
            (self.next_element(inst, base, element)?, rest)
        } else {
            (self.place(base, inst.at)?, indices)
        };
        let Some(ty) = self.place_type(place) else {
            // Null has no parts.
            return self.define_place(inst, place);
        };
        let mut ty = self.reader.module.types.pointee(ty).unwrap_or(common::VOID);
        let mut operands = Vec::with_capacity(indices.len());
        let mut column = None;
        let mut indices = indices.iter();
        while let Some(&id) = indices.next() {
            let mut index = self.value(id, inst.at)?;
            if let TypeData::Struct(own) = self.reader.module.types.get(ty) {
                let position = self.reader.module.constant_index(index);
                let position = position.map(|position| self.reader.member_place(own, position));
                let member = position.and_then(|at| self.reader.module.structs[own].members.get(at as usize));
                let (Some(position), Some(member)) = (position, member) else {
                    return Err(
                        inst.invalid("an index of a struct is no constant below the number of members")
                    );
                };
                access = access.union(MemoryAccess::of(member.decorations.qualifiers));
                ty = member.ty;
                index = self.reader.module.constants.i32(position as i32).into();
            } else {
                let part = vitrum_ir::typing::part_type(&self.reader.module, ty, 0);
                let part = part.ok_or_else(|| inst.invalid("an index into what has no parts"))?;
                if let Some(padding) = self.reader.padding_of(part) {
                    let element = self.reader.element(ty).unwrap_or(common::VOID);
                    let mut within = vec![self.reader.module.constants.i32(0).into()];
                    // Of a column, each row has a component.
                    if padding == Padded::Row {
                        let Some(&row) = indices.next() else {
                            column = Some((ty, index));
                            break;
                        };
                        within.push(std::mem::replace(&mut index, self.value(row, inst.at)?));
                    }
                    ty = match padding {
                        Padded::Row => self.reader.module.types.scalar_of(element).map_or(ty, common::scalar),
                        Padded::Element | Padded::Column => element,
                    };
                    operands.push(index);
                    operands.append(&mut within);
                    continue;
                }
                ty = part;
            }
            operands.push(index);
        }
        let place = self.of_each(place, &mut |_, _, indices| {
            indices.extend_from_slice(&operands);
            Ok(())
        })?;
        if access != MemoryAccess::NONE {
            self.access.insert(inst.id, access);
        }
        if let Some((lines, index)) = column {
            self.define_column(inst, place, lines, index);
            return Ok(());
        }
        self.define_place(inst, place)
    }

    /// The access that the declarations of an address ask for.
    pub(crate) fn declared(&self, id: u32) -> MemoryAccess {
        let id = self.reader.usage.aliases.get(&id).copied().unwrap_or(id);
        let own = self.access.get(&id).or_else(|| self.reader.access.get(&id));
        own.copied().unwrap_or(MemoryAccess::NONE)
    }

    /// Gives an address or image the access of another, of which it is a copy.
    pub(super) fn copy_access(&mut self, to: u32, from: u32) {
        let access = self.declared(from);
        if access != MemoryAccess::NONE {
            self.access.insert(to, access);
        }
    }

    /// Access by declarations and by the operands of an instruction, which begin at a position.
    fn memory_access(
        &mut self,
        inst: &Inst<'w>,
        pointer: u32,
        position: usize,
    ) -> Result<MemoryAccess, Error> {
        let mut access = self.declared(pointer);
        let Some(&mask) = inst.words.get(position) else { return Ok(access) };
        let mask = spirv::MemoryAccess::from_bits_truncate(mask);
        if mask.contains(spirv::MemoryAccess::VOLATILE) {
            access.insert(MemoryAccess::VOLATILE);
        }
        let mut next = position + 1;
        if mask.contains(spirv::MemoryAccess::ALIGNED) {
            next += 1;
        }
        if mask.contains(spirv::MemoryAccess::NON_PRIVATE_POINTER) {
            access.insert(MemoryAccess::NON_PRIVATE);
        }
        for flag in [spirv::MemoryAccess::MAKE_POINTER_AVAILABLE, spirv::MemoryAccess::MAKE_POINTER_VISIBLE] {
            if mask.contains(flag) {
                let scope = self.reader.number(inst.word(next)?, inst.at)?;
                access.insert(coherent(scope));
                next += 1;
            }
        }
        Ok(access)
    }

    pub(super) fn load(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        let id = inst.word(0)?;
        let wanted = self.reader.ty(inst.ty, inst.at)?;
        self.see_block(id, inst.ty, inst)?;
        if let Some(column) = self.column(id, inst.at)? {
            let access = self.memory_access(inst, id, 1)?;
            let precision = self.reader.precision(inst.id, wanted);
            let value = self.load_column(column, access, precision)?;
            self.define(inst, value);
            return Ok(());
        }
        if is_composite_of_handles(self.reader.index, inst.ty) {
            let pointer = self.pointer(id, inst.at)?;
            self.copy_access(inst.id, id);
            self.give(inst.id, Given::Handles(pointer));
            return Ok(());
        }
        let place = self.place(id, inst.at)?;
        let Some(ty) = self.place_type(place) else {
            let undefined = self.reader.module.constants.undef(wanted);
            self.define(inst, undefined.into());
            return Ok(());
        };
        let mut access = self.memory_access(inst, id, 1)?;
        let ty = self.reader.module.types.pointee(ty).unwrap_or(common::VOID);
        if matches!(self.reader.module.types.get(ty), TypeData::Image(_)) {
            // The qualifiers are about its texels.
            self.access.insert(inst.id, std::mem::replace(&mut access, MemoryAccess::NONE));
        }
        let precision = self.reader.precision(inst.id, ty);
        let value = self.at_chosen(place, &mut |body, pointer| {
            body.load_whole(Whole { pointer, ty: wanted, access, precision }).map(Some)
        })?;
        let Some(value) = value else { return Ok(()) };
        let value = self.with_signs_of(value, wanted);
        self.define(inst, value);
        Ok(())
    }

    /// A part of a struct or array of handles; false for one of other values.
    pub(super) fn extracted_handles(&mut self, inst: &Inst<'w>) -> Result<bool, Error> {
        let whole = inst.word(0)?;
        let Given::Handles(pointer) = self.given(whole, inst.at)? else { return Ok(false) };
        let indices = inst.from(1).iter().map(|&index| self.reader.module.constants.u32(index).into());
        let indices: Vec<Operand> = indices.collect();
        let part = self.builder().access(pointer, &indices, Precision::None);
        self.copy_access(inst.id, whole);
        if is_composite_of_handles(self.reader.index, inst.ty) {
            self.give(inst.id, Given::Handles(part));
            return Ok(true);
        }
        let value = self.builder().load(part, MemoryAccess::NONE, Precision::None);
        self.define(inst, value);
        Ok(true)
    }

    /// A value of another signedness than memory has, which happens with built-in variables alone.
    fn with_signs_of(&mut self, value: Operand, wanted: Type) -> Operand {
        let own = self.operand_type(value);
        let types = &self.reader.module.types;
        let scalar = |ty: Type| types.scalar_of(types.innermost(ty)).filter(|scalar| scalar.is_integer());
        let (Some(from), Some(to)) = (scalar(own), scalar(wanted)) else { return value };
        if from == to || from.width() != to.width() {
            return value;
        }
        match (types.length(own), types.element(wanted)) {
            (Some(length), Some(element)) if length <= MAX_MASKS => {
                let mut builder = self.builder();
                let parts = (0..length).map(|index| {
                    let part = builder.extract(value, index, Precision::None);
                    cast(&mut builder, part, element)
                });
                let parts: Vec<Operand> = parts.collect();
                builder.construct(wanted, &parts, Precision::None)
            }
            _ => cast(&mut self.builder(), value, wanted),
        }
    }

    pub(super) fn store(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        let id = inst.word(0)?;
        if let Some(column) = self.column(id, inst.at)? {
            let value = self.value(inst.word(1)?, inst.at)?;
            let access = self.memory_access(inst, id, 2)?;
            return self.store_column(column, value, access);
        }
        let place = self.place(id, inst.at)?;
        let value = self.value(inst.word(1)?, inst.at)?;
        let access = self.memory_access(inst, id, 2)?;
        self.store_at(place, value, access)
    }

    pub(super) fn store_at(
        &mut self,
        place: Place,
        value: Operand,
        access: MemoryAccess,
    ) -> Result<(), Error> {
        self.at_chosen(place, &mut |body, pointer| {
            let ty = body.operand_type(value);
            body.store_whole(Whole { pointer, ty, access, precision: Precision::None }, value)?;
            Ok(None)
        })?;
        Ok(())
    }

    /// A value with the signedness of memory.
    pub(super) fn as_in_memory(&mut self, value: Operand, pointer: Operand) -> Operand {
        let ty = self.operand_type(pointer);
        match self.reader.module.types.pointee(ty) {
            Some(pointee) => self.with_signs_of(value, pointee),
            None => value,
        }
    }

    /// Copies as many bytes as the objects at two addresses have.
    pub(super) fn copy_bytes(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        let index = self.reader.index;
        let size = self.reader.number(inst.word(2)?, inst.at)?;
        for id in [inst.word(0)?, inst.word(1)?] {
            let pointer = index.def_for(index.def_for(id, inst.at)?.ty, inst.at)?;
            if self.reader.bytes(pointer.word(1)?) != Some(size) {
                return Err(inst.unsupported("OpCopyMemorySized of what is not a whole object"));
            }
        }
        let ids = [inst.word(0)?, inst.word(1)?];
        let [to, from] = [self.place(ids[0], inst.at)?, self.place(ids[1], inst.at)?];
        let [own, other] = [to, from].map(|place| self.place_type(place));
        let types = &self.reader.module.types;
        let pointee = |ty: Option<Type>| ty.and_then(|ty| types.pointee(ty));
        if pointee(own) != pointee(other) {
            return Err(inst.unsupported("OpCopyMemorySized between objects of different types"));
        }
        self.copy_memory(inst, 3)
    }

    /// Copies what is at an address, with access that stands at a position.
    pub(super) fn copy_memory(&mut self, inst: &Inst<'w>, position: usize) -> Result<(), Error> {
        let (to, from) = (inst.word(0)?, inst.word(1)?);
        let source = self.place(from, inst.at)?;
        let target = self.place(to, inst.at)?;
        let access = self.declared(from);
        let index = self.reader.index;
        let content =
            match index.def(index.def_for(from, inst.at)?.ty).and_then(|ty| ty.words.get(1).copied()) {
                Some(content) => self.reader.ty(content, inst.at)?,
                None => common::VOID,
            };
        let value = self.at_chosen(source, &mut |body, pointer| {
            let whole = Whole { pointer, ty: content, access, precision: Precision::None };
            body.load_whole(whole).map(Some)
        })?;
        let access = self.memory_access(inst, to, position)?;
        let Some(value) = value else { return Ok(()) };
        self.store_at(target, value, access)
    }

    pub(super) fn array_length(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        let block = self.place(inst.word(0)?, inst.at)?;
        let mut member = inst.word(1)?;
        if let Some(ty) = self.place_type(block).and_then(|ty| self.reader.module.types.pointee(ty))
            && let TypeData::Struct(own) = self.reader.module.types.get(ty)
        {
            member = self.reader.member_place(own, member);
        }
        let member = self.reader.module.constants.i32(member as i32);
        let ty = self.reader.ty(inst.ty, inst.at)?;
        let is_wide = self.reader.module.types.scalar_of(ty).is_some_and(|scalar| scalar.width() == 64);
        let own = if is_wide { common::U64 } else { common::U32 };
        let length = self.at_chosen(block, &mut |body, block| {
            let mut builder = body.builder();
            let array = builder.access(block, &[member.into()], Precision::None);
            Ok(Some(builder.emit(IrOp::ArrayLength, &[array], 0, own, Precision::None)))
        })?;
        let length = length.unwrap_or_else(|| self.reader.module.constants.undef(own).into());
        let length = cast(&mut self.builder(), length, ty);
        self.define(inst, length);
        Ok(())
    }

    /// True for a memory barrier without an order, and for one invocation, which sees its own accesses in order.
    pub(super) fn orders_nothing(&mut self, inst: &Inst<'w>) -> Result<bool, Error> {
        let scope = self.reader.number(inst.word(0)?, inst.at)?;
        let said = self.reader.number(inst.word(1)?, inst.at)?;
        Ok(scope == Scope::Invocation as u32 || ordered(said) & semantics::ORDERS == 0)
    }

    /// The address of a texel.
    pub(super) fn texel(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        let (image, coordinate, sample) = (inst.word(0)?, inst.word(1)?, inst.word(2)?);
        let access = self.declared(image);
        let [image_value, coordinate, sample] =
            [self.value(image, inst.at)?, self.value(coordinate, inst.at)?, self.value(sample, inst.at)?];
        let [coordinate, sample] = [coordinate, sample].map(|number| signed(&mut self.builder(), number));
        let operands = [image_value, coordinate, sample];
        let texel = self.builder().op(IrOp::TexelPointer, &operands, Precision::None);
        self.access.insert(inst.id, access);
        self.define(inst, texel);
        Ok(())
    }

    /// An atomic; false if the instruction is none.
    pub(super) fn atomic(&mut self, inst: &Inst<'w>) -> Result<bool, Error> {
        let (op, one) = match inst.known() {
            Some(Op::AtomicIIncrement) => (IrOp::AtomicIadd, true),
            Some(Op::AtomicIDecrement) => (IrOp::AtomicIsub, true),
            _ => match core_op(inst.op).filter(|op| op.is_atomic()) {
                Some(op) => (op, false),
                None => return Ok(false),
            },
        };
        let place = self.place(inst.word(0)?, inst.at)?;
        let Some(pointee) = self.place_type(place) else {
            return Err(inst.unsupported("an atomic at a null pointer"));
        };
        let scope = self.reader.number(inst.word(1)?, inst.at)?;
        let said = self.reader.number(inst.word(2)?, inst.at)?;
        let access = AtomicAccess { scope: scope as u8, semantics: ordered(said) };
        let first = if op == IrOp::AtomicCompareExchange { 4 } else { 3 };
        let pointee = match self.reader.module.types.pointee(pointee) {
            Some(ty) if self.reader.module.types.get(ty) == TypeData::AtomicCounter => common::U32,
            Some(ty) => ty,
            None => common::VOID,
        };
        let own = match op.info().sig {
            Sig::AtomicRmw(vitrum_ir::Class::Signed) => with_sign(&mut self.builder(), pointee, true),
            Sig::AtomicRmw(vitrum_ir::Class::Unsigned) => with_sign(&mut self.builder(), pointee, false),
            _ => pointee,
        };
        if own != pointee {
            let operand = self.value(inst.word(3)?, inst.at)?;
            let value = self.at_chosen(place, &mut |body, pointer| {
                body.atomic_of_other_sign(inst, op, [pointer, operand], access)
            })?;
            return self.define_atomic(inst, value);
        }
        let mut operands = Vec::new();
        for &id in inst.from(first) {
            let value = self.value(id, inst.at)?;
            operands.push(cast(&mut self.builder(), value, pointee));
        }
        if one {
            let Some(scalar) = self.reader.as_scalar(pointee) else {
                return Err(inst.unsupported("an atomic of what is no number"));
            };
            let one: Constant = self.reader.module.constants.scalar(scalar, 1);
            operands.push(one.into());
        }
        let value = self.at_chosen(place, &mut |body, pointer| {
            let operands = [&[pointer], operands.as_slice()].concat();
            let mut builder = body.builder();
            if op == IrOp::AtomicStore {
                builder.push(op, &operands, access.bits(), &[]);
                return Ok(None);
            }
            Ok(Some(builder.emit(op, &operands, access.bits(), pointee, Precision::None)))
        })?;
        self.define_atomic(inst, value)
    }

    /// Gives the id of an atomic its value, if it has one.
    fn define_atomic(&mut self, inst: &Inst<'w>, value: Option<Operand>) -> Result<bool, Error> {
        if let Some(value) = value {
            let ty = self.reader.ty(inst.ty, inst.at)?;
            let value = cast(&mut self.builder(), value, ty);
            self.define(inst, value);
        }
        Ok(true)
    }

    /// A minimum or maximum of the other signedness than memory has: what is there is exchanged until no other invocation comes
    /// between.
    fn atomic_of_other_sign(
        &mut self,
        inst: &Inst<'w>,
        op: IrOp,
        [pointer, operand]: [Operand; 2],
        access: AtomicAccess,
    ) -> Result<Option<Operand>, Error> {
        let (of, signed) = match op {
            IrOp::AtomicSmin => (IrOp::Smin, true),
            IrOp::AtomicSmax => (IrOp::Smax, true),
            IrOp::AtomicUmin => (IrOp::Umin, false),
            IrOp::AtomicUmax => (IrOp::Umax, false),
            _ => return Err(inst.unsupported(format!("`{}` of this type", op.mnemonic()))),
        };
        let mut builder = self.builder();
        let own = builder.ty(pointer);
        let own = builder.module.types.pointee(own).unwrap_or(common::VOID);
        let computed = with_sign(&mut builder, own, signed);
        let operand = cast(&mut builder, operand, computed);
        // The first exchange finds what is there, unless it is zero.
        let first = builder.module.constants.null(own).into();
        let (body, params) = builder.block(&[(own, Precision::None)]);
        let kind = ControlKind::Loop { body, continuing: None };
        let exchange = builder.control(IrOp::Loop, &[first], kind, ControlHints::NONE);
        let behind = builder.cursor.block;
        builder.enter(Some(body));
        let Some(&expected) = params.first() else { return Ok(None) };
        let seen = cast(&mut builder, expected.into(), computed);
        let new = builder.emit(of, &[seen, operand], 0, computed, Precision::None);
        let new = cast(&mut builder, new, own);
        let operands = [pointer, new, expected.into()];
        let found = builder.emit(IrOp::AtomicCompareExchange, &operands, access.bits(), own, Precision::None);
        let is_done = builder.op(IrOp::Ieq, &[found, expected.into()], Precision::None);
        let [(then, _), (other, _)] = [builder.block(&[]), builder.block(&[])];
        builder.control(IrOp::If, &[is_done], ControlKind::If { then, other }, ControlHints::NONE);
        let after = builder.cursor.block;
        builder.enter(Some(then));
        builder.terminate(IrOp::Break, &[found]);
        builder.enter(Some(other));
        builder.terminate(IrOp::Merge, &[]);
        builder.enter(after);
        builder.terminate(IrOp::Continue, &[found]);
        builder.enter(behind);
        let function = &mut self.reader.module.functions[self.cursor.function];
        let result = exchange.and_then(|exchange| {
            function.add_results(exchange, &[(own, Precision::None)]);
            function.result(exchange)
        });
        Ok(result.map(Operand::from))
    }
}

/// The most words of a mask of samples, which is the longest array of built-in integers.
const MAX_MASKS: u32 = 64;

/// The access that makes writes available to a scope, or visible in it.
fn coherent(scope: u32) -> MemoryAccess {
    match Scope::from_u32(scope) {
        Some(Scope::Device | Scope::CrossDevice) => MemoryAccess::DEVICE_COHERENT,
        Some(Scope::Workgroup) => MemoryAccess::WORKGROUP_COHERENT,
        Some(Scope::Subgroup) => MemoryAccess::SUBGROUP_COHERENT,
        Some(Scope::ShaderCallKHR) => MemoryAccess::SHADER_CALL_COHERENT,
        Some(Scope::QueueFamily) => MemoryAccess::QUEUE_FAMILY_COHERENT,
        _ => MemoryAccess::NONE,
    }
}

/// Memory semantics as the IR has them: an order with the memory that it is about, or none.
pub(super) fn ordered(said: u32) -> u32 {
    const SEQUENTIAL: u32 = 0x10;
    let known = semantics::ORDERS | semantics::STORAGE | semantics::COUNTERS | semantics::OF_VULKAN;
    let mut bits = said & known;
    if said & SEQUENTIAL != 0 {
        bits = bits & !semantics::ORDERS | semantics::ACQUIRE_RELEASE;
    }
    let is_about_memory = bits & (semantics::STORAGE | semantics::COUNTERS) != 0;
    if bits & semantics::ORDERS != 0 && !is_about_memory {
        bits &= !(semantics::ORDERS | semantics::MAKE_AVAILABLE | semantics::MAKE_VISIBLE);
    }
    if vitrum_ir::semantics::fault(bits).is_some() { 0 } else { bits }
}
