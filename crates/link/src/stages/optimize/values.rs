//! The origin of a stored component: a constant, a uniform, or a value of the function.

use vitrum_ir::{
    ConstantKind, FunctionData, Global, MemoryAccess, Module, Op, Operand, OperandKind, Scalar, Storage,
    Swizzle, TypeData, Value,
};

/// The steps by which a component is followed, at most.
const STEPS: usize = 64;

/// The origin of a component.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Origin {
    /// A constant, by its bits.
    Constant(Scalar, u64),
    /// A component of a uniform; the last index is that of the component, unless the part is a scalar.
    Uniform(Global, Vec<u32>),
    /// A part of a value.
    Value(Value, Vec<u32>),
    /// Another constant, such as one that is specialised.
    Unknown,
}

/// The origin of the part of an operand that indices lead to: a scalar. In a vector, the last index is that of the component.
pub(super) fn origin(module: &Module, function: &FunctionData, operand: Operand, path: &[u32]) -> Origin {
    let (mut operand, mut path) = (operand, path.to_vec());
    for _ in 0..STEPS {
        let value = match operand.kind() {
            OperandKind::Constant(_) => return of_constant(module, operand, &path),
            OperandKind::Global(_) => return Origin::Unknown,
            OperandKind::Value(value) => value,
        };
        let Some(inst) = function.definition(operand) else { return Origin::Value(value, path) };
        let operands = function.operands(inst);
        let imm = function.insts[inst].imm;
        let next = match (function.op(inst), operands) {
            (Op::Construct, parts) => part_of(module, function, function.values[value].ty, parts, &path),
            (Op::Splat, &[scalar]) => Some((scalar, Vec::new())),
            (Op::Extract, &[whole]) => Some((whole, [imm].into_iter().chain(path.iter().copied()).collect())),
            (Op::Swizzle, &[vector]) => {
                let chosen = Swizzle::from_bits(imm);
                let at = path.first().copied().unwrap_or(0) as usize;
                let is_vector = matches!(
                    module.types.get(vitrum_ir::typing::operand_type(module, function, vector)),
                    TypeData::Vector { .. }
                );
                let component = chosen.components().get(at).copied().map(u32::from);
                component.map(|component| (vector, if is_vector { vec![component] } else { Vec::new() }))
            }
            (Op::Load, &[pointer]) => {
                let is_volatile = MemoryAccess::from_bits(imm).contains(MemoryAccess::VOLATILE);
                return match uniform(module, function, pointer).filter(|_| !is_volatile) {
                    Some((global, mut start)) => {
                        start.append(&mut path);
                        Origin::Uniform(global, start)
                    }
                    None => Origin::Value(value, path),
                };
            }
            _ => None,
        };
        match next {
            Some(next) => (operand, path) = next,
            None => return Origin::Value(value, path),
        }
    }
    Origin::Unknown
}

/// The operand of a `construct` that a part is in, and its indices there.
fn part_of(
    module: &Module,
    function: &FunctionData,
    ty: vitrum_ir::Type,
    parts: &[Operand],
    path: &[u32],
) -> Option<(Operand, Vec<u32>)> {
    let (&first, rest) = path.split_first()?;
    if !matches!(module.types.get(ty), TypeData::Vector { .. }) {
        return parts.get(first as usize).map(|&part| (part, rest.to_vec()));
    }
    let mut start = 0;
    for &part in parts {
        let ty = vitrum_ir::typing::operand_type(module, function, part);
        let size = match module.types.get(ty) {
            TypeData::Vector { size, .. } => u32::from(size),
            TypeData::Scalar(_) => {
                if first == start {
                    return Some((part, Vec::new()));
                }
                start += 1;
                continue;
            }
            _ => return None,
        };
        if first < start + size {
            return Some((part, vec![first - start]));
        }
        start += size;
    }
    None
}

fn of_constant(module: &Module, operand: Operand, path: &[u32]) -> Origin {
    let Some(mut constant) = operand.constant() else { return Origin::Unknown };
    let mut rest = path.iter();
    for _ in 0..STEPS {
        let data = module.constants.get(constant);
        match &data.kind {
            ConstantKind::Scalar(bits) => {
                return match module.types.get(data.ty) {
                    TypeData::Scalar(scalar) => Origin::Constant(scalar, *bits),
                    _ => Origin::Unknown,
                };
            }
            ConstantKind::Null => {
                let scalar = module.types.scalar_of(module.types.innermost(data.ty));
                return scalar.map_or(Origin::Unknown, |scalar| Origin::Constant(scalar, 0));
            }
            ConstantKind::Composite(parts) => {
                let part = rest.next().and_then(|&index| parts.get(index as usize));
                let Some(&part) = part else { return Origin::Unknown };
                constant = part;
            }
            ConstantKind::Undef
            | ConstantKind::Spec(_)
            | ConstantKind::SpecOp { .. }
            | ConstantKind::Param(_) => {
                return Origin::Unknown;
            }
        }
    }
    Origin::Unknown
}

/// The uniform that an address leads into, with constant indices.
fn uniform(module: &Module, function: &FunctionData, pointer: Operand) -> Option<(Global, Vec<u32>)> {
    let mut pointer = pointer;
    let mut path: Vec<u32> = Vec::new();
    for _ in 0..STEPS {
        match pointer.kind() {
            OperandKind::Global(global) => {
                let data = &module.globals[global];
                let is_uniform = matches!(data.storage, Storage::Uniform | Storage::PushConstant)
                    && data.decorations.builtin.is_none();
                return is_uniform.then_some((global, path));
            }
            OperandKind::Value(_) => {
                let inst = function.definition(pointer).filter(|&inst| function.op(inst) == Op::Access)?;
                let (&base, indices) = function.operands(inst).split_first()?;
                let indices: Option<Vec<u32>> =
                    indices.iter().map(|&index| module.constant_index(index)).collect();
                path = indices?.into_iter().chain(path).collect();
                pointer = base;
            }
            OperandKind::Constant(_) => return None,
        }
    }
    None
}
