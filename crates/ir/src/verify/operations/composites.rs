//! Putting composites together and taking them apart.

use super::{Rule, Typing, Wanted, vector};
use crate::immediates::{Shuffle, Swizzle};
use crate::types::{Length, Type, TypeData, common};
use crate::typing::part_type;
use crate::verify::constants::{Count, part_count};
use crate::verify::report::{Part, counted};

impl Typing<'_> {
    pub(super) fn construct(&mut self) {
        let ty = self.result_type();
        match self.module.types.get(ty) {
            TypeData::Vector { scalar, size } => {
                let mut total = 0usize;
                for index in 0..self.types.len() {
                    match self.shape(self.arg(index)) {
                        Some((found, count)) if found == scalar => total += usize::from(count),
                        _ => self.unexpected(index, Wanted::Data(TypeData::Scalar(scalar))),
                    }
                }
                if self.faults.is_empty() && total != usize::from(size) {
                    let message =
                        format!("expected {}, found {total}", counted(usize::from(size), "component"));
                    self.fault(Rule::OperandCount, Part::Op, message);
                }
            }
            TypeData::CooperativeMatrix { .. } if self.types.len() == 1 => {}
            TypeData::LongVector { length: Length::Spec(_), .. } => {
                self.gives_at(0, Wanted::Words("a composite with known parts"), |_, _| false);
            }
            data => match part_count(self.module, ty) {
                Count::Known(count) if count == self.types.len() => self.parts(ty),
                Count::Any => self.parts(ty),
                Count::Known(count) => {
                    let message =
                        format!("expected {}, found {}", counted(count, "operand"), self.types.len());
                    self.fault(Rule::OperandCount, Part::Op, message);
                }
                Count::None => {
                    let is_same = self.types.len() == 1 && self.data(0) == data;
                    self.gives_at(0, Wanted::Words("a composite"), |_, _| is_same);
                }
            },
        }
    }

    fn parts(&mut self, ty: Type) {
        for index in 0..self.types.len() {
            if let Some(part) = part_type(self.module, ty, index as u32) {
                self.expect(index, part);
            }
        }
    }

    pub(super) fn splat(&mut self) {
        match self.module.types.get(self.result_type()) {
            TypeData::Vector { scalar, .. }
            | TypeData::LongVector { scalar, .. }
            | TypeData::Matrix { scalar, .. }
            | TypeData::CooperativeMatrix { scalar, .. } => self.expect(0, common::scalar(scalar)),
            _ => self.gives_at(0, Wanted::Words("a vector or matrix"), |_, _| false),
        }
    }

    /// The part that the immediate chooses.
    fn chosen(&mut self) -> Option<Type> {
        let ty = self.arg(0);
        let index = self.imm;
        match part_count(self.module, ty) {
            Count::Known(count) if index as usize >= count && !self.is_cooperative(ty) => {
                self.fault(
                    Rule::Immediate,
                    Part::Op,
                    format!("part {index} is out of range: there are {count}"),
                );
                None
            }
            Count::Known(_) | Count::Any => part_type(self.module, ty, index),
            Count::None => {
                self.unexpected(0, Wanted::Words("a composite"));
                None
            }
        }
    }

    fn is_cooperative(&self, ty: Type) -> bool {
        matches!(
            self.module.types.get(ty),
            TypeData::CooperativeMatrix { .. } | TypeData::LongVector { length: Length::Spec(_), .. }
        )
    }

    pub(super) fn extract(&mut self) {
        if let Some(part) = self.chosen() {
            self.gives(part);
        }
    }

    pub(super) fn insert(&mut self) {
        if let Some(part) = self.chosen() {
            self.expect(1, part);
        }
        self.gives(self.arg(0));
    }

    pub(super) fn extract_dynamic(&mut self) {
        self.expect_integer(1);
        match self.data(0) {
            TypeData::Vector { .. }
            | TypeData::LongVector { .. }
            | TypeData::Matrix { .. }
            | TypeData::Array { .. }
            | TypeData::CooperativeMatrix { .. } => {
                if let Some(part) = part_type(self.module, self.arg(0), 0) {
                    self.gives(part);
                }
            }
            _ => self.unexpected(0, Wanted::Words("a vector, matrix or array")),
        }
    }

    pub(super) fn insert_dynamic(&mut self) {
        self.expect_integer(2);
        match self.data(0) {
            TypeData::Vector { scalar, .. }
            | TypeData::LongVector { scalar, .. }
            | TypeData::CooperativeMatrix { scalar, .. } => {
                self.expect(1, common::scalar(scalar));
            }
            _ => self.unexpected(0, Wanted::Words("a vector")),
        }
        self.gives(self.arg(0));
    }

    pub(super) fn swizzle(&mut self) {
        let Some((scalar, size)) = self.shape(self.arg(0)) else {
            self.unexpected(0, Wanted::Words("a vector or scalar"));
            return;
        };
        let swizzle = Swizzle::from_bits(self.imm);
        if swizzle.components().iter().any(|&index| index >= size) {
            self.fault(Rule::Immediate, Part::Op, format!("component is out of range: there are {size}"));
        }
        self.gives_data(vector(scalar, swizzle.components().len() as u8));
    }

    pub(super) fn shuffle(&mut self) {
        let (first, second) = (self.shape(self.arg(0)), self.shape(self.arg(1)));
        let Some((scalar, size)) = first else {
            self.unexpected(0, Wanted::Words("a vector"));
            return;
        };
        let Some((_, other)) = second.filter(|shape| shape.0 == scalar) else {
            self.unexpected(1, Wanted::Words("a vector of the same components"));
            return;
        };
        let total = size.saturating_add(other);
        let shuffle = Shuffle::from_bits(self.imm);
        if shuffle.components().iter().any(|&index| index >= total) {
            self.fault(Rule::Immediate, Part::Op, format!("component is out of range: there are {total}"));
        }
        self.gives_data(vector(scalar, shuffle.components().len() as u8));
    }
}
