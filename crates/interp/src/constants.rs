//! Constants, specialised, as values.

use vitrum_ir::fold::{Specialization, Tables};
use vitrum_ir::types::common;
use vitrum_ir::{Constant, ConstantKind, Constants, Scalar, SideTable, SpecConstant, Type, TypeData, Types};

use crate::error::{Error, invalid};
use crate::machine::Machine;
use crate::value::{Numbers, Value, all_undefined};

/// The module's constants with values given to specialisation constants.
#[derive(Debug)]
pub(crate) struct Specialized {
    types: Types,
    constants: Constants,
    memo: Specialization,
    values: SideTable<Constant, Option<Value>>,
}

impl Specialized {
    pub(crate) fn new(types: &Types, constants: &Constants) -> Self {
        Self {
            types: types.clone(),
            constants: constants.clone(),
            memo: Specialization::default(),
            values: SideTable::new(),
        }
    }
}

/// Limit on the size of a value.
pub(crate) struct Budget {
    components: usize,
    nesting: usize,
}

impl Budget {
    fn new(components: usize) -> Self {
        Self { components, nesting: 64 }
    }

    fn spend(&mut self, count: usize) -> Result<(), Error> {
        self.components = self.components.checked_sub(count).ok_or(Error::Limit("size of a value"))?;
        Ok(())
    }

    fn enter(&mut self) -> Result<(), Error> {
        self.nesting = self.nesting.checked_sub(1).ok_or(Error::Limit("nesting of types"))?;
        Ok(())
    }

    fn leave(&mut self) {
        self.nesting += 1;
    }
}

impl Machine<'_> {
    /// The value of a constant of the module.
    pub(crate) fn constant(&mut self, constant: Constant) -> Result<Value, Error> {
        if let Some(Some(value)) = self.specialized.values.get(constant) {
            return Ok(value.clone());
        }
        let module = self.module;
        let known = if module.constants.is_spec(constant) {
            let given = &self.specialization;
            let Specialized { types, constants, memo, .. } = &mut self.specialized;
            // Interned beforehand, since the closure may not borrow the tables.
            let chosen: Vec<(SpecConstant, Constant)> = module
                .spec_constants
                .iter()
                .map(|(id, data)| {
                    let scalar = types.scalar_of(data.ty).unwrap_or(Scalar::U32);
                    match data.id.and_then(|id| given.get(&id)) {
                        Some(&bits) => (id, constants.scalar(scalar, bits)),
                        None => (id, data.default),
                    }
                })
                .collect();
            let mut tables = Tables { types, constants, structs: &module.structs };
            let value = |spec| chosen.iter().find(|row| row.0 == spec).map(|row| row.1);
            match memo.apply(&mut tables, constant, value) {
                Some(known) => known,
                None => return self.undefined(module.constants.ty(constant)),
            }
        } else {
            constant
        };
        let mut budget = Budget::new(self.limits.components);
        let value = self.materialise(known, &mut budget)?;
        self.specialized.values.set(constant, Some(value.clone()));
        Ok(value)
    }

    /// The value of a constant without specialisation constants, of at most `budget` components.
    fn materialise(&mut self, constant: Constant, budget: &mut Budget) -> Result<Value, Error> {
        let data = self.specialized.constants.get(constant).clone();
        budget.spend(1)?;
        match data.kind {
            ConstantKind::Scalar(bits) => match self.module.types.scalar_of(data.ty) {
                Some(scalar) => Ok(Value::scalar(scalar, bits)),
                None if matches!(self.module.types.get(data.ty), TypeData::BufferReference { .. }) => {
                    Ok(Value::scalar(Scalar::U64, bits))
                }
                None => invalid("a scalar constant of another type"),
            },
            ConstantKind::Null => self.filled(data.ty, false, budget),
            ConstantKind::Undef => self.filled(data.ty, true, budget),
            ConstantKind::Composite(parts) => {
                let mut values = Vec::with_capacity(parts.len());
                budget.enter()?;
                for part in parts {
                    // A part is older than the whole; so this ends.
                    if part >= constant {
                        return invalid("a constant that is made of itself");
                    }
                    values.push(self.materialise(part, budget)?);
                }
                budget.leave();
                Ok(self.construct(data.ty, values))
            }
            ConstantKind::Param(_) => invalid("a number parameter without an argument"),
            ConstantKind::Spec(_) | ConstantKind::SpecOp { .. } => {
                Err(Error::Unsupported("a specialisation constant without a value".to_owned()))
            }
        }
    }

    /// The undefined value of a type.
    pub(crate) fn undefined(&mut self, ty: Type) -> Result<Value, Error> {
        let mut budget = Budget::new(self.limits.components);
        self.filled(ty, true, &mut budget)
    }

    /// The zero of a type.
    pub(crate) fn zero(&mut self, ty: Type) -> Result<Value, Error> {
        let mut budget = Budget::new(self.limits.components);
        self.filled(ty, false, &mut budget)
    }

    fn filled(&mut self, ty: Type, undefined: bool, budget: &mut Budget) -> Result<Value, Error> {
        budget.spend(1)?;
        let numbers = |scalar, rows: usize, count: usize| {
            let undefined = if undefined { all_undefined(count) } else { 0 };
            Ok(Value::Numbers(Numbers { scalar, rows, bits: vec![0; count], undefined }))
        };
        match self.module.types.get(ty) {
            TypeData::Scalar(scalar) => numbers(scalar, 1, 1),
            TypeData::Vector { scalar, size } => numbers(scalar, size.into(), size.into()),
            TypeData::Matrix { scalar, columns, rows } => {
                numbers(scalar, rows.into(), usize::from(rows) * usize::from(columns))
            }
            TypeData::BufferReference { .. } | TypeData::Handle { .. } => numbers(Scalar::U64, 1, 1),
            TypeData::AtomicCounter => numbers(Scalar::U32, 1, 1),
            TypeData::Array { element, length } => {
                let count = self.length(length) as usize;
                let before = budget.components;
                budget.enter()?;
                let one = self.filled(element, undefined, budget)?;
                budget.leave();
                budget.spend((before - budget.components).saturating_mul(count))?;
                Ok(Value::Parts(vec![one; count]))
            }
            TypeData::Struct(_) => {
                let mut parts = Vec::new();
                budget.enter()?;
                for member in self.module.members(ty) {
                    parts.push(self.filled(member.ty, undefined, budget)?);
                }
                budget.leave();
                Ok(Value::Parts(parts))
            }
            TypeData::Pointer { .. } => Ok(Value::Pointer(crate::memory::Pointer::Nowhere)),
            // No image at all: only a lane that is tainted already sees one.
            TypeData::Image(_) | TypeData::SampledImage(_) | TypeData::Sampler { .. } => {
                Ok(Value::Resource { texture: usize::MAX, sampler: usize::MAX })
            }
            _ if ty == common::VOID => Ok(Value::Parts(Vec::new())),
            data => Err(Error::Unsupported(format!("a variable of the type {data:?}"))),
        }
    }
}
