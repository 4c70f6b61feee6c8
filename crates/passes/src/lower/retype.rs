//! Giving types of a module other types: what every lowering does that keeps values but not what they are.

use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{
    Constant, ConstantData, ConstantKind, ControlKind, Module, OperandKind, Type, TypeData, visit,
};

/// The replacements of types and constants.
#[derive(Debug, Default)]
pub(crate) struct Retyped {
    pub(super) types: FxHashMap<Type, Type>,
    constants: FxHashMap<Constant, Constant>,
}

impl Retyped {
    /// The replacement of a type.
    pub(super) fn ty(&self, ty: Type) -> Type {
        self.types.get(&ty).copied().unwrap_or(ty)
    }

    /// The number of types that have one.
    pub(crate) fn count(&self) -> usize {
        self.types.len()
    }

    /// The replacement of a constant.
    pub(crate) fn constant(&self, constant: Constant) -> Constant {
        self.constants.get(&constant).copied().unwrap_or(constant)
    }
}

/// The types that a module has a use for; its table holds others as well.
pub(crate) fn used_types(module: &Module) -> FxHashSet<Type> {
    let mut stack: Vec<Type> = module.globals.values().flat_map(|data| [data.ty, data.pointer]).collect();
    let members = module.structs.values().flat_map(|data| &data.members);
    stack.extend(members.map(|member| member.ty));
    for function in module.functions.values() {
        stack.push(function.result);
        stack.extend(function.values.values().map(|value| value.ty));
        for (_, inst) in visit::insts(function) {
            let constants = function.operands(inst).iter().filter_map(|operand| operand.constant());
            stack.extend(constants.map(|constant| module.constants.ty(constant)));
        }
    }
    let mut used = FxHashSet::default();
    while let Some(ty) = stack.pop() {
        if !used.insert(ty) {
            continue;
        }
        match module.types.get(ty) {
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => stack.push(element),
            TypeData::Pointer { pointee, .. } => stack.push(pointee),
            // Their members are there already.
            _ => {}
        }
    }
    used
}

/// True if an operation on specialisation constants has or makes a type of which `is` is true: those stay symbolic, so
/// that nothing can be made of them here.
pub(super) fn specializes(module: &Module, is: impl Fn(Type) -> bool) -> bool {
    module.constants.iter().any(|(_, data)| match &data.kind {
        ConstantKind::SpecOp { operands, .. } => {
            is(data.ty) || operands.iter().any(|&operand| is(module.constants.ty(operand)))
        }
        ConstantKind::Scalar(_)
        | ConstantKind::Composite(_)
        | ConstantKind::Null
        | ConstantKind::Undef
        | ConstantKind::Spec(_)
        | ConstantKind::Param(_) => false,
    })
}

/// Gives types others. `new` gives what a type becomes, if not the same; its parts are the new ones already.
/// `join` gives the parts of a composite constant from the new ones of the old: of its old type, and as many as its new
/// type wants.
pub(crate) fn retype(
    module: &mut Module,
    new: impl FnMut(&mut Module, TypeData) -> Option<TypeData>,
    join: impl Fn(&mut Module, Type, Vec<Constant>) -> Vec<Constant>,
) -> Retyped {
    retype_and_replace(module, &FxHashMap::default(), new, join)
}

/// The same with other constants in the place of some; composites of them follow.
pub(crate) fn retype_and_replace(
    module: &mut Module,
    replaced: &FxHashMap<Constant, Constant>,
    mut new: impl FnMut(&mut Module, TypeData) -> Option<TypeData>,
    join: impl Fn(&mut Module, Type, Vec<Constant>) -> Vec<Constant>,
) -> Retyped {
    let mut retyped = Retyped::default();
    let all: Vec<(Type, TypeData)> = module.types.iter().collect();
    // The parts of a type were made before it, except members of structs, which change in place.
    for (ty, old) in all {
        let part = |part: Type| retyped.ty(part);
        let data = match old {
            TypeData::Array { element, length } => TypeData::Array { element: part(element), length },
            TypeData::RuntimeArray { element } => TypeData::RuntimeArray { element: part(element) },
            TypeData::Pointer { storage, pointee } => TypeData::Pointer { storage, pointee: part(pointee) },
            other => other,
        };
        let data = new(module, data).unwrap_or(data);
        if data != old {
            let data = module.types.intern(data);
            retyped.types.insert(ty, data);
        }
    }
    constants(module, &mut retyped, replaced, join);
    apply(module, &retyped);
    retyped
}

fn constants(
    module: &mut Module,
    retyped: &mut Retyped,
    replaced: &FxHashMap<Constant, Constant>,
    join: impl Fn(&mut Module, Type, Vec<Constant>) -> Vec<Constant>,
) {
    let all: Vec<Constant> = module.constants.iter().map(|(id, _)| id).collect();
    // The parts of a constant were made before it.
    for old in all {
        if let Some(&new) = replaced.get(&old) {
            retyped.constants.insert(old, new);
            continue;
        }
        let ConstantData { ty, kind } = module.constants.get(old).clone();
        let kind = match kind {
            ConstantKind::Composite(parts) => {
                let parts = parts.iter().map(|&part| retyped.constant(part)).collect();
                ConstantKind::Composite(join(module, ty, parts).into())
            }
            ConstantKind::SpecOp { op, imm, operands } => {
                let operands = operands.iter().map(|&operand| retyped.constant(operand)).collect();
                ConstantKind::SpecOp { op, imm, operands }
            }
            other => other,
        };
        let new = ConstantData { ty: retyped.ty(ty), kind };
        if *module.constants.get(old) != new {
            let (name, precision) = (module.constants.name(old), module.constants.precision(old));
            let new = match new {
                ConstantData { ty, kind: ConstantKind::Composite(parts) } => {
                    module.constants.composite(ty, &parts)
                }
                other => module.constants.intern(other),
            };
            if name != vitrum_ir::Name::EMPTY {
                module.constants.declare(new, name, precision);
            }
            retyped.constants.insert(old, new);
        }
    }
}

/// Puts the new types and constants where the old ones are.
fn apply(module: &mut Module, retyped: &Retyped) {
    let rename = |ty: &mut Type| *ty = retyped.ty(*ty);
    for (_, data) in module.structs.iter_mut() {
        data.members.iter_mut().for_each(|member| rename(&mut member.ty));
    }
    for (_, data) in module.globals.iter_mut() {
        rename(&mut data.ty);
        rename(&mut data.pointer);
        data.initializer = data.initializer.map(|constant| retyped.constant(constant));
    }
    for (_, data) in module.spec_constants.iter_mut() {
        rename(&mut data.ty);
        data.default = retyped.constant(data.default);
    }
    for (_, function) in module.functions.iter_mut() {
        rename(&mut function.result);
        function.values.values_mut().for_each(|value| rename(&mut value.ty));
        for inst in function.inst_ids() {
            for operand in function.operands_mut(inst) {
                if let OperandKind::Constant(constant) = operand.kind() {
                    *operand = retyped.constant(constant).into();
                }
            }
            if let Some(ControlKind::Switch { cases }) =
                function.control_mut(inst).map(|control| &mut control.kind)
            {
                for value in cases.iter_mut().flat_map(|case| case.values.iter_mut()) {
                    *value = retyped.constant(*value);
                }
            }
        }
    }
}
