//! The spelling of the source, for printers: names of constants, letters of components, braces of cases.

use crate::lower::Lowering;
use crate::lower::declarations::variables::{Variable, VariableKind};
use crate::lower::scopes::VariableId;
use vitrum_ir::{Constant, ConstantKind, Letters, NamedConstant, Operand, Scalar, Span, Spelled, TypeData};

/// The record of the uses of a constant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConstantUses {
    is_local: bool,
    /// The entry of each use, after the first.
    entry: Option<Spelled>,
}

impl Lowering<'_> {
    /// Records the name of a constant: of an array, struct or dense matrix with its value, of a number or vector with its
    /// uses, since literals are often equal.
    pub(crate) fn name_constant(&mut self, id: VariableId, is_local: bool) {
        let Some(&Variable { name, kind: VariableKind::Value(operand), precision, .. }) =
            self.variables.get(id)
        else {
            return;
        };
        let Some(constant) = operand.constant() else { return };
        if self.module.constants.is_spec(constant) {
            return;
        }
        if self.is_number(constant) {
            self.variables.uses.insert(id, ConstantUses { is_local, entry: None });
        } else if self.is_long(constant) {
            let name = self.module.names.intern(self.symbols.text(name));
            self.module.constants.declare(constant, name, precision);
        }
    }

    /// True for numbers and vectors of them.
    fn is_number(&self, constant: Constant) -> bool {
        match self.module.types.get(self.module.constants.ty(constant)) {
            TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } => scalar != Scalar::Bool,
            _ => false,
        }
    }

    /// True for arrays, structs and matrices that are not given by one number or column.
    fn is_long(&self, constant: Constant) -> bool {
        let data = self.module.constants.get(constant);
        let ConstantKind::Composite(parts) = &data.kind else { return false };
        match self.module.types.get(data.ty) {
            TypeData::Array { .. } | TypeData::Struct(_) => true,
            TypeData::Matrix { .. } => {
                // Diagonal matrices, and those with equal columns, are given by one number or column.
                let is_spread = |&column: &Constant| match &self.module.constants.get(column).kind {
                    ConstantKind::Composite(parts) => {
                        parts.iter().filter(|&&part| !self.module.constants.is_zero(part)).count() > 1
                    }
                    _ => false,
                };
                parts.iter().any(is_spread) && parts.windows(2).any(|pair| pair.first() != pair.last())
            }
            _ => false,
        }
    }

    /// Records a use of a named constant.
    pub(crate) fn note_constant(&mut self, id: VariableId, operand: Operand, span: Span) {
        let (Some(uses), Some(constant)) = (self.variables.uses.get(&id).copied(), operand.constant()) else {
            return;
        };
        let entry = match (uses.entry, self.variables.get(id)) {
            (Some(entry), _) => entry,
            (None, Some(variable)) => {
                let name = self.module.names.intern(self.symbols.text(variable.name));
                let (precision, declared) = (variable.precision, variable.span);
                let named = NamedConstant { constant, name, precision, is_local: uses.is_local };
                let entry = self.module.spelling.add_constant(named);
                self.variables.uses.insert(id, ConstantUses { entry: Some(entry), ..uses });
                self.module.spelling.add(declared, entry);
                entry
            }
            (None, None) => return,
        };
        self.module.spelling.add(span, entry);
    }

    /// Records the letters of a swizzle: 0 for `xyzw`, 1 for `rgba`, 2 for `stpq`.
    pub(crate) fn note_letters(&mut self, set: usize, span: Span) {
        let letters = match set {
            1 => Letters::Color,
            2 => Letters::Texture,
            _ => return,
        };
        self.module.spelling.add(span, Spelled::Letters(letters));
    }

    /// Records that a label of a `switch` was a named constant, if it was one.
    pub(crate) fn note_label(&mut self, label: Span, switch: Span) {
        let last = self.module.spelling.entries().last().copied();
        if let Some(entry) =
            last.filter(|entry| entry.span == label && matches!(entry.what, Spelled::Constant(_)))
        {
            self.module.spelling.add(switch, entry.what);
        }
    }
}
