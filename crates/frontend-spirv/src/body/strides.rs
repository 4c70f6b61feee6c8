//! Objects whose memory has strides or offsets that no layout rule gives: a load or store of one goes to its parts.

use vitrum_ir::{MemoryAccess, Op as IrOp, Operand, Precision, Type, TypeData, types::common};

use super::choices::Place;
use super::{Body, Given};
use crate::error::Error;
use crate::strides::Padded;
use crate::words::Inst;

/// The most parts of an object that is loaded or stored as a whole.
const MAX_PARTS: usize = 1 << 12;

/// A column of a matrix whose rows lie apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    /// The matrix.
    place: Place,
    index: Operand,
    /// The number of rows.
    rows: u32,
    component: Type,
}

/// An object, its type as a value, and how it is accessed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whole {
    pub(super) pointer: Operand,
    pub(super) ty: Type,
    pub(super) access: MemoryAccess,
    pub(super) precision: Precision,
}

impl<'w> Body<'_, '_, 'w> {
    /// The column that an address leads to, if it is one whose rows lie apart.
    pub(super) fn column(&mut self, id: u32, at: u32) -> Result<Option<Column>, Error> {
        if self.reader.memory.padded.is_empty() {
            return Ok(None);
        }
        match self.given(id, at)? {
            Given::Column(position) => Ok(self.columns.get(position).copied()),
            _ => Ok(None),
        }
    }

    /// Gives an id a column of a matrix of this type in memory.
    pub(super) fn define_column(&mut self, inst: &Inst<'w>, place: Place, lines: Type, index: Operand) {
        let types = &self.reader.module.types;
        let rows = types.length(lines).unwrap_or(0);
        let row = self.reader.element(lines).unwrap_or(common::VOID);
        let component = types.scalar_of(row).map_or(common::VOID, common::scalar);
        self.columns.push(Column { place, index, rows, component });
        self.give(inst.id, Given::Column(self.columns.len() - 1));
    }

    /// The place of a component of a column, and of what further indices lead to.
    pub(super) fn component(&mut self, column: Column, row: Operand) -> Result<Place, Error> {
        let zero = self.reader.module.constants.i32(0).into();
        self.of_each(column.place, &mut |_, _, indices| {
            indices.extend([row, zero, column.index]);
            Ok(())
        })
    }

    pub(super) fn load_column(
        &mut self,
        column: Column,
        access: MemoryAccess,
        precision: Precision,
    ) -> Result<Operand, Error> {
        let mut parts = Vec::new();
        for row in 0..column.rows {
            let row = self.reader.module.constants.i32(row as i32).into();
            let place = self.component(column, row)?;
            let part = self.at_chosen(place, &mut |body, pointer| {
                Ok(Some(body.builder().load(pointer, access, precision)))
            })?;
            parts.push(part.unwrap_or_else(|| self.reader.module.constants.undef(column.component).into()));
        }
        let scalar = self.reader.module.types.scalar_of(column.component).unwrap_or(vitrum_ir::Scalar::F32);
        let ty = self.reader.module.types.vector(scalar, column.rows);
        Ok(self.builder().construct(ty, &parts, precision))
    }

    pub(super) fn store_column(
        &mut self,
        column: Column,
        value: Operand,
        access: MemoryAccess,
    ) -> Result<(), Error> {
        for row in 0..column.rows {
            let part = self.builder().extract(value, row, Precision::None);
            let row = self.reader.module.constants.i32(row as i32).into();
            let place = self.component(column, row)?;
            self.at_chosen(place, &mut |body, pointer| {
                body.builder().store(pointer, part, access);
                Ok(None)
            })?;
        }
        Ok(())
    }

    /// The type in memory that a pointer leads to, if values have another one.
    fn strided(&mut self, pointer: Operand) -> Option<Type> {
        let ty = self.operand_type(pointer);
        let ty = self.reader.module.types.pointee(ty)?;
        self.reader.memory.strided.contains(&ty).then_some(ty)
    }

    /// Loads an object.
    pub(super) fn load_whole(&mut self, whole: Whole) -> Result<Operand, Error> {
        let mut left = MAX_PARTS;
        self.load_part(whole, &mut left)
    }

    fn load_part(&mut self, whole: Whole, left: &mut usize) -> Result<Operand, Error> {
        let Some(own) = self.strided(whole.pointer) else {
            return Ok(self.builder().load(whole.pointer, whole.access, whole.precision));
        };
        let parts = self.parts(whole, own, left)?;
        let mut values = Vec::with_capacity(parts.len());
        for part in parts {
            values.push(self.load_part(part, left)?);
        }
        if let TypeData::Matrix { scalar, columns, rows } = self.reader.module.types.get(whole.ty)
            && self.reader.has_rows(own)
        {
            let mut builder = self.builder();
            let turned = builder.module.types.matrix(scalar, rows.into(), columns.into());
            let turned = builder.construct(turned, &values, whole.precision);
            return Ok(builder.emit(IrOp::Transpose, &[turned], 0, whole.ty, whole.precision));
        }
        Ok(self.builder().construct(whole.ty, &values, whole.precision))
    }

    /// Stores an object, and nothing between its parts.
    pub(super) fn store_whole(&mut self, whole: Whole, value: Operand) -> Result<(), Error> {
        let mut left = MAX_PARTS;
        let mut pending = vec![(whole, value)];
        while let Some((whole, value)) = pending.pop() {
            let Some(own) = self.strided(whole.pointer) else {
                let value = self.as_in_memory(value, whole.pointer);
                self.builder().store(whole.pointer, value, whole.access);
                continue;
            };
            let parts = self.parts(whole, own, &mut left)?;
            let mut value = value;
            if self.reader.has_rows(own) {
                value = self.builder().op(IrOp::Transpose, &[value], Precision::None);
            }
            let first = pending.len();
            for (index, part) in (0..).zip(parts) {
                let own = self.builder().extract(value, index, Precision::None);
                pending.push((part, own));
            }
            if let Some(new) = pending.get_mut(first..) {
                new.reverse();
            }
        }
        Ok(())
    }

    /// The parts of an object that has a type in memory.
    fn parts(&mut self, whole: Whole, own: Type, left: &mut usize) -> Result<Vec<Whole>, Error> {
        let module = &self.reader.module;
        let count = match module.types.get(whole.ty) {
            TypeData::Struct(id) => Some(module.structs[id].members.len()),
            _ => module.types.length(own).map(|length| length as usize),
        };
        let at = self.function.inst.at;
        let unknown =
            || Error::unsupported(at, "an object of unknown length that is loaded or stored as a whole");
        let count = count.ok_or_else(unknown)?;
        *left = left.checked_sub(count).ok_or_else(|| {
            Error::too_large(
                at,
                format!("an object of more than {MAX_PARTS} parts, which lie apart in memory"),
            )
        })?;
        let padding = module.types.element(own).and_then(|element| self.reader.padding_of(element));
        let line = match (module.types.get(whole.ty), padding) {
            (TypeData::Matrix { .. }, Some(_)) => self.reader.element(own),
            _ => None,
        };
        let mut parts = Vec::with_capacity(count);
        for position in 0..count as u32 {
            let part = vitrum_ir::typing::part_type(&self.reader.module, whole.ty, position);
            let ty = line.or(part).unwrap_or(common::VOID);
            let place = match self.reader.module.types.get(own) {
                TypeData::Struct(own) => self.reader.member_place(own, position),
                _ => position,
            };
            let mut indices = vec![self.reader.module.constants.i32(place as i32).into()];
            if padding.is_some() {
                indices.push(self.reader.module.constants.i32(0).into());
            }
            let pointer = self.builder().access(whole.pointer, &indices, Precision::None);
            parts.push(Whole { pointer, ty, ..whole });
        }
        Ok(parts)
    }

    /// The number of indices that lead to an element, without that of the element within its padding.
    pub(super) fn element_indices(&mut self, root: Operand, indices: &[Operand]) -> usize {
        let count = indices.len();
        let Some((_, before)) = indices.split_last().filter(|_| !self.reader.memory.padded.is_empty()) else {
            return count;
        };
        let ty = self.operand_type(root);
        let module = &mut self.reader.module;
        let padded =
            vitrum_ir::typing::access_type(module, ty, before).and_then(|ty| module.types.pointee(ty));
        count - usize::from(padded.is_some_and(|ty| self.reader.padding_of(ty).is_some()))
    }
}

impl crate::reader::Reader<'_, '_> {
    /// True if a type in memory is that of a matrix whose rows lie apart.
    fn has_rows(&self, ty: Type) -> bool {
        let element = self.module.types.element(ty);
        element.and_then(|element| self.padding_of(element)) == Some(Padded::Row)
    }
}
