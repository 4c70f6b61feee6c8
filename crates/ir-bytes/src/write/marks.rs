//! The types and constants that a file holds: those in use.
//!
//! They keep their order, so that parts precede what is made of them, and the text form names them alike.

use vitrum_ir::generics::GenericArgument;
use vitrum_ir::{
    Constant, ConstantKind, ControlKind, Id, IdSet, Length, Module, SideTable, Spelled, SpirvOperand, Type,
    TypeData,
};

use super::function::{Layout, Step};

#[derive(Default)]
struct Marks {
    types: IdSet<Type>,
    constants: IdSet<Constant>,
    /// Marked types and constants whose parts are not.
    open_types: Vec<Type>,
    open_constants: Vec<Constant>,
}

/// One more than the number in the file of each type and constant in use, by the spelling of the source if that is written.
/// The undefined `void` is constant 0.
pub(super) fn used(
    module: &Module,
    layouts: &[Layout],
    with_spelling: bool,
) -> (SideTable<Type, u32>, SideTable<Constant, u32>) {
    let mut marks = Marks::default();
    marks.constant(module, Constant::from_index(0));
    marks.declarations(module);
    for (function, layout) in module.functions.values().zip(layouts) {
        marks.ty(module, function.result);
        for argument in function.instance.iter().flat_map(|instance| &instance.arguments) {
            if let GenericArgument::Type(ty) = *argument {
                marks.ty(module, ty);
            }
        }
        for &value in &layout.values {
            marks.ty(module, function.values[value].ty);
        }
        for step in &layout.steps {
            let Step::Inst(inst) = *step else { continue };
            for constant in function.operands(inst).iter().filter_map(|operand| operand.constant()) {
                marks.constant(module, constant);
            }
            if let Some(ControlKind::Switch { cases }) = function.control(inst).map(|control| &control.kind) {
                cases.iter().flat_map(|case| &case.values).for_each(|&value| marks.constant(module, value));
            }
        }
    }
    if with_spelling {
        for entry in module.spelling.entries() {
            let constant = match entry.what {
                Spelled::Letters(_) | Spelled::Braces(None) => None,
                Spelled::Braces(value) => value,
                Spelled::Constant(index) => {
                    module.spelling.constants().get(index as usize).map(|named| named.constant)
                }
            };
            constant.into_iter().for_each(|constant| marks.constant(module, constant));
        }
    }
    marks.close(module);
    let mut types: SideTable<Type, u32> = SideTable::filled(module.types.len(), 0);
    let mut constants: SideTable<Constant, u32> = SideTable::filled(module.constants.len(), 0);
    (1..).zip(marks.types.iter()).for_each(|(number, ty)| types.set(ty, number));
    (1..).zip(marks.constants.iter()).for_each(|(number, constant)| constants.set(constant, number));
    (types, constants)
}

impl Marks {
    fn ty(&mut self, module: &Module, ty: Type) {
        if module.types.contains(ty) && self.types.insert(ty) {
            self.open_types.push(ty);
        }
    }

    fn constant(&mut self, module: &Module, constant: Constant) {
        if module.constants.contains(constant) && self.constants.insert(constant) {
            self.open_constants.push(constant);
        }
    }

    fn declarations(&mut self, module: &Module) {
        for data in module.structs.values() {
            data.members.iter().for_each(|member| self.ty(module, member.ty));
        }
        for data in module.globals.values() {
            self.ty(module, data.ty);
            self.ty(module, data.pointer);
            data.initializer.into_iter().for_each(|value| self.constant(module, value));
        }
        for data in module.spec_constants.values() {
            self.ty(module, data.ty);
            self.constant(module, data.default);
        }
        module.execution.local_size.into_iter().flatten().for_each(|size| self.constant(module, size));
        for operand in module.spirv.iter().flat_map(|item| &item.operands) {
            match *operand {
                SpirvOperand::Constant(constant) => self.constant(module, constant),
                SpirvOperand::Type(ty) => self.ty(module, ty),
                SpirvOperand::Literal(_) | SpirvOperand::Text(_) | SpirvOperand::Global(_) => {}
            }
        }
        // The text form counts what types name as used, whether or not the types are.
        for (ty, data) in module.types.iter() {
            let names = matches!(
                data,
                TypeData::Array { length: Length::Spec(_), .. }
                    | TypeData::LongVector { length: Length::Spec(_), .. }
                    | TypeData::CooperativeMatrix { .. }
                    | TypeData::TensorLayout { .. }
                    | TypeData::TensorView { .. }
            );
            if names {
                self.ty(module, ty);
            }
        }
    }

    /// Marks the parts of what is marked.
    fn close(&mut self, module: &Module) {
        loop {
            if let Some(ty) = self.open_types.pop() {
                match module.types.get(ty) {
                    TypeData::Array { element, length } => {
                        self.ty(module, element);
                        if let Length::Spec(length) = length {
                            self.constant(module, length);
                        }
                    }
                    TypeData::LongVector { length: Length::Spec(length), .. } => {
                        self.constant(module, length)
                    }
                    TypeData::RuntimeArray { element } => self.ty(module, element),
                    TypeData::Pointer { pointee: part, .. } | TypeData::Handle { resource: part } => {
                        self.ty(module, part);
                    }
                    data @ (TypeData::CooperativeMatrix { .. }
                    | TypeData::TensorLayout { .. }
                    | TypeData::TensorView { .. }) => {
                        data.sizes().for_each(|size| self.constant(module, size));
                    }
                    TypeData::Expression(expression) => expression.types().for_each(|ty| self.ty(module, ty)),
                    _ => {}
                }
            } else if let Some(constant) = self.open_constants.pop() {
                let data = module.constants.get(constant);
                self.ty(module, data.ty);
                let parts: &[Constant] = match &data.kind {
                    ConstantKind::Composite(parts) => parts,
                    ConstantKind::SpecOp { operands, .. } => operands,
                    ConstantKind::Scalar(_)
                    | ConstantKind::Null
                    | ConstantKind::Undef
                    | ConstantKind::Spec(_)
                    | ConstantKind::Param(_) => &[],
                };
                parts.iter().for_each(|&part| self.constant(module, part));
            } else {
                return;
            }
        }
    }
}
