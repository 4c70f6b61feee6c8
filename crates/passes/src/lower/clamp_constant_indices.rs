//! Brings out-of-bounds constant indices into range.
//!
//! ```text
//! %1: ptr<function, f32> = access %vector, -1i32    =>    %1: ptr<function, f32> = access %vector, 0i32
//! ```
//!
//! GLSL refuses them in the source, but passes make them of what a shader computes. Such an access is undefined if it is
//! executed, so any part will do (the nearest), and SPIR-V and GLSL must be valid even if it is not. An index of a runtime array stays
//! out of any array's range, for robust access defines what it does.

use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_ir::{
    Constant, ConstantKind, Function, FunctionData, Inst, Length, Module, Op, Operand, Scalar, Storage, Type,
    TypeData, typing,
};

/// An operand to change, and its new value.
struct Change {
    function: Function,
    inst: Inst,
    position: usize,
    index: i64,
    scalar: Scalar,
}

/// True if an index is out of range somewhere.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    !changes(module).is_empty()
}

/// Brings all constant indices into range; gives the number of those that were not.
pub(crate) fn run(module: &mut Module, _: &mut Session) -> usize {
    let changes = changes(module);
    for change in &changes {
        let constant = module.constants.scalar(change.scalar, change.index as u64);
        let operands = module.functions[change.function].operands_mut(change.inst);
        if let Some(slot) = operands.get_mut(change.position) {
            *slot = constant.into();
        }
    }
    changes.len()
}

fn changes(module: &Module) -> Vec<Change> {
    let mut changes = Vec::new();
    for (id, function) in module.functions.iter() {
        for (inst, data) in function.insts.iter() {
            if !matches!(data.op, Op::Access | Op::ExtractDynamic | Op::InsertDynamic) {
                continue;
            }
            // The position of the first index and that behind the last one.
            let (first, end) = match data.op {
                Op::Access => (1, usize::MAX),
                Op::ExtractDynamic => (1, 2),
                _ => (2, 3),
            };
            let operands = function.operands_of(data);
            let indices = operands.get(first..end.min(operands.len())).unwrap_or(&[]);
            // An index of 0 is in range of anything.
            let is_above_zero = |index: &Operand| {
                index.constant().is_some_and(|index| {
                    module.constants.bits(known(module, index)).is_some_and(|bits| bits != 0)
                })
            };
            if let Some(last) = indices.iter().rposition(is_above_zero) {
                let mut found = |position, (index, scalar)| {
                    changes.push(Change { function: id, inst, position: first + position, index, scalar });
                };
                look(module, function, operands, indices.get(..=last).unwrap_or(&[]), &mut found);
            }
        }
    }
    changes
}

/// Finds the indices that are out of range of what they choose from, with what they are to be.
fn look(
    module: &Module,
    function: &FunctionData,
    operands: &[Operand],
    indices: &[Operand],
    found: &mut dyn FnMut(usize, (i64, Scalar)),
) {
    let Some(&base) = operands.first() else { return };
    let whole = typing::operand_type(module, function, base);
    let mut ty = module.types.pointee(whole).unwrap_or(whole);
    for (position, index) in indices.iter().enumerate() {
        // An array of resources or blocks is a global; one of data is the last member of a block.
        let is_resource = position == 0 && base.global().is_some()
            || matches!(module.types.get(whole), TypeData::Pointer { storage: Storage::Opaque, .. });
        // Members of structs are checked by the verifier.
        if let Some(change) = index.constant().and_then(|index| in_range(module, ty, index, !is_resource)) {
            found(position, change);
        }
        let Some(next) = typing::indexed_type(module, ty, *index) else { return };
        ty = next;
    }
}

/// The number of a specialisation constant without an id, which nothing specialises; other constants are themselves.
fn known(module: &Module, index: Constant) -> Constant {
    match module.constants.get(index).kind {
        ConstantKind::Spec(spec) if module.spec_constants[spec].id.is_none() => {
            module.spec_constants[spec].default
        }
        _ => index,
    }
}

/// The nearest index in range of a type, if an index is out of range; `is_data` tells data from resources in runtime arrays.
fn in_range(module: &Module, ty: Type, index: Constant, is_data: bool) -> Option<(i64, Scalar)> {
    let index = known(module, index);
    module.constants.bits(index)?;
    let number = module.constants.as_int(index).unwrap_or(i64::MAX);
    let scalar = module.types.scalar_of(module.constants.ty(index))?;
    // More than any array of unknown length has.
    let largest = i64::from(i32::MAX);
    let count = match module.types.get(ty) {
        TypeData::Vector { size, .. } => i64::from(size),
        TypeData::Matrix { columns, .. } => i64::from(columns),
        TypeData::Array { length: Length::Constant(length), .. }
        | TypeData::LongVector { length: Length::Constant(length), .. } => i64::from(length),
        TypeData::Array { length: Length::Spec(_), .. }
        | TypeData::LongVector { length: Length::Spec(_), .. }
        | TypeData::CooperativeMatrix { .. } => largest,
        TypeData::RuntimeArray { .. } if is_data => {
            // With indices of 64 bits, an array may have more elements.
            let most = if scalar.width() == 64 { i64::MAX } else { largest };
            return (!(0..=most).contains(&number)).then_some((largest, Scalar::I32));
        }
        TypeData::RuntimeArray { .. } => largest,
        _ => return None,
    };
    let nearest = number.clamp(0, (count - 1).max(0));
    let out = nearest != number;
    // An index without an upper bound could be too large for its type.
    out.then_some((if count == largest { 0 } else { nearest }, scalar))
}
