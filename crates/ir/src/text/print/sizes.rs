//! Lengths and other constants in types.

use super::Printer;
use crate::constants::{Constant, ConstantKind};
use crate::types::Length;

impl Printer<'_> {
    /// A length in a type.
    pub(super) fn length(&self, length: Length) -> String {
        match length {
            Length::Constant(length) => length.to_string(),
            Length::Spec(length) => self.early(length),
        }
    }

    /// A constant in a type, which may stand before the names of constants: scalars are spelled out.
    pub(super) fn early(&self, constant: Constant) -> String {
        match self.module.constants.get(constant).kind {
            ConstantKind::Scalar(_) => self.unlabelled(constant),
            _ => self.constant(constant),
        }
    }
}
