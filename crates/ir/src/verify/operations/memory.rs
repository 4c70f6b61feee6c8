//! Addresses: variables, accesses, loads, stores and atomics.

use super::{Rule, Typing, Wanted};
use crate::immediates::Swizzle;
use crate::module::Storage;
use crate::ops::{Class, Op, Sig};
use crate::storage::StorageTraits;
use crate::types::{Scalar, Type, TypeData, common};
use crate::typing::part_type;
use crate::verify::report::Part;

impl Typing<'_> {
    /// Storage class and target of the pointer that an operation starts with.
    fn pointer(&mut self) -> Option<(Storage, Type)> {
        match self.data(0) {
            TypeData::Pointer { storage, pointee } => Some((storage, pointee)),
            _ => {
                self.unexpected(0, Wanted::Words("a pointer"));
                None
            }
        }
    }

    pub(super) fn var(&mut self) {
        let TypeData::Pointer { storage: Storage::Function, pointee } =
            self.module.types.get(self.result_type())
        else {
            self.gives_at(0, Wanted::Words("a pointer to function storage"), |_, _| false);
            return;
        };
        let facts = self.facts_of(pointee);
        if facts.opaque || facts.runtime_array || facts.atomic_counter {
            let message = "variable is opaque or of unknown size".to_string();
            self.fault(Rule::Variable, Part::Results, message);
        }
        if let Some(&initializer) = self.operands.first() {
            if initializer.constant().is_none() {
                self.unexpected(0, Wanted::Words("a constant"));
            } else if self.arg(0) != pointee {
                let message = "initialiser does not have the type of the variable".to_string();
                self.fault(Rule::Initializer, Part::Operand(0), message);
            }
        }
    }

    pub(super) fn access(&mut self) {
        let Some((storage, mut ty)) = self.pointer() else { return };
        for index in 1..self.types.len() {
            let before = self.faults.len();
            self.expect_integer(index);
            if self.faults.len() > before {
                return;
            }
            let constant = self.operands.get(index).and_then(|operand| operand.constant());
            let known = constant.and_then(|constant| self.module.constants.as_int(constant));
            let part = match self.module.types.get(ty) {
                TypeData::Struct(_) => known
                    .and_then(|known| u32::try_from(known).ok())
                    .and_then(|known| part_type(self.module, ty, known)),
                _ => part_type(self.module, ty, 0),
            };
            let Some(part) = part else {
                let message = "index does not select a part of the pointee".to_string();
                self.fault(Rule::OperandType, Part::Operand(index), message);
                return;
            };
            ty = part;
        }
        self.gives_data(TypeData::Pointer { storage, pointee: ty });
    }

    pub(super) fn load(&mut self) {
        let Some((storage, pointee)) = self.pointer() else { return };
        let facts = self.facts_of(pointee);
        let is_handle = matches!(storage, Storage::Opaque | Storage::Uniform | Storage::TileImage);
        if facts.runtime_array || facts.state || facts.opaque && !is_handle || facts.atomic_counter {
            self.unexpected(0, Wanted::Words("a pointer to data or to a handle in uniform storage"));
        }
        self.gives(pointee);
    }

    /// Expects a place that can be written.
    fn expect_writable(&mut self, storage: Storage) {
        if !storage.is(StorageTraits::WRITABLE) {
            let message = format!("`{}` storage cannot be written", storage.name());
            self.fault(Rule::ReadOnly, Part::Operand(0), message);
        }
    }

    pub(super) fn store(&mut self) {
        let Some((storage, pointee)) = self.pointer() else { return };
        self.expect_writable(storage);
        let facts = self.facts_of(pointee);
        if facts.opaque || facts.state {
            let message = "opaque value cannot be stored".to_string();
            self.fault(Rule::OpaqueValue, Part::Operand(1), message);
        } else if facts.runtime_array {
            self.unexpected(0, Wanted::Words("a pointer to data of known size"));
        }
        self.expect(1, pointee);
    }

    pub(super) fn store_swizzle(&mut self) {
        let Some((storage, pointee)) = self.pointer() else { return };
        self.expect_writable(storage);
        let TypeData::Vector { scalar, size } = self.module.types.get(pointee) else {
            self.unexpected(0, Wanted::Words("a pointer to a vector"));
            return;
        };
        let swizzle = Swizzle::from_bits(self.imm);
        if swizzle.components().iter().any(|&index| index >= size) {
            self.fault(Rule::Immediate, Part::Op, format!("component is out of range: there are {size}"));
        }
        self.expect_data(1, super::vector(scalar, swizzle.components().len() as u8));
    }

    pub(super) fn array_length(&mut self) {
        let Some((storage, pointee)) = self.pointer() else { return };
        let is_known = storage != Storage::Uniform;
        if !is_known || !matches!(self.module.types.get(pointee), TypeData::RuntimeArray { .. }) {
            self.unexpected(0, Wanted::Words("a pointer to a runtime array that has a length"));
        }
        let is_wide = self.results.first() == Some(&common::U64);
        self.gives(if is_wide { common::U64 } else { common::U32 });
    }

    pub(super) fn atomic(&mut self, class: Class) {
        let Some((storage, pointee)) = self.pointer() else { return };
        if !storage.is(StorageTraits::SHARED) {
            let message = format!("`{}` storage is not shared between invocations", storage.name());
            self.fault(Rule::AtomicStorage, Part::Operand(0), message);
        }
        // A counter is read and written as an unsigned integer.
        let ty = match self.module.types.get(pointee) {
            TypeData::AtomicCounter => common::U32,
            _ => pointee,
        };
        if !self.is_of(ty, class) {
            self.unexpected(0, Wanted::Words("a pointer to numbers of a type that the operation supports"));
        }
        for index in 1..self.types.len() {
            self.expect(index, ty);
        }
        if self.op.info().sig != Sig::AtomicStore {
            self.gives(ty);
        }
        self.atomic_access();
    }

    pub(super) fn interpolate(&mut self) {
        let Some((storage, pointee)) = self.pointer() else { return };
        if storage != Storage::Input {
            let message = format!("`{}` storage cannot be interpolated", storage.name());
            self.fault(Rule::Interpolate, Part::Operand(0), message);
        }
        if !self.is_of(pointee, Class::Float) {
            self.unexpected(0, Wanted::Words("a pointer to floats"));
        }
        let is_offset = |shape: Option<(Scalar, u8)>| shape.is_some_and(|it| it.0.is_float() && it.1 == 2);
        if self.op == Op::InterpolateAtSample && ![common::I32, common::U32].contains(&self.arg(1)) {
            self.unexpected(1, Wanted::Words("an integer of 32 bits"));
        } else if self.op == Op::InterpolateAtOffset && !is_offset(self.shape(self.arg(1))) {
            self.unexpected(1, Wanted::Type(common::VEC2));
        }
        self.gives(pointee);
    }
}
