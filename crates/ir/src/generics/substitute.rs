//! Arguments in the place of parameters.

use super::{Bound, GenericArgument, GenericParam, Instance, Number, NumberKind, TypeExpression, function};
use crate::constants::{Constant, ConstantData, ConstantKind};
use crate::function::{FunctionData, Linkage, OperandKind};
use crate::module::{Function, Module};
use crate::names::Name;
use crate::types::{Type, TypeData, common};
use rustc_hash::FxHashMap;

/// Types nest less deeply in modules that verify; the rest of others is `void`.
const DEPTH: usize = 128;

/// Arguments for parameters, and what was found to follow from them.
pub(super) struct Substitution {
    arguments: FxHashMap<Name, GenericArgument>,
    types: FxHashMap<Type, Type>,
    constants: FxHashMap<Constant, Constant>,
}

impl Substitution {
    pub(super) fn new(params: &[GenericParam], arguments: &[GenericArgument]) -> Self {
        let arguments =
            params.iter().zip(arguments).map(|(param, &argument)| (param.name, argument)).collect();
        Self { arguments, types: FxHashMap::default(), constants: FxHashMap::default() }
    }

    /// The type that follows.
    pub(super) fn ty(&mut self, module: &mut Module, ty: Type) -> Type {
        self.ty_within(module, ty, 0)
    }

    fn ty_within(&mut self, module: &mut Module, ty: Type, depth: usize) -> Type {
        if ty.index() < common::ALL {
            return ty;
        }
        if let Some(&known) = self.types.get(&ty) {
            return known;
        }
        if depth > DEPTH {
            return common::VOID;
        }
        let next = depth + 1;
        let new = match module.types.get(ty) {
            TypeData::Array { element, length } => {
                let element = self.ty_within(module, element, next);
                module.types.intern(TypeData::Array { element, length })
            }
            TypeData::RuntimeArray { element } => {
                let element = self.ty_within(module, element, next);
                module.types.intern(TypeData::RuntimeArray { element })
            }
            TypeData::Pointer { storage, pointee } => {
                let pointee = self.ty_within(module, pointee, next);
                module.types.pointer(storage, pointee)
            }
            TypeData::Expression(TypeExpression::Param(name)) => match self.arguments.get(&name) {
                Some(&GenericArgument::Type(argument)) => argument,
                Some(GenericArgument::Number(_)) | None => ty,
            },
            TypeData::Expression(expression) => {
                let parts: Vec<Type> =
                    expression.types().map(|part| self.ty_within(module, part, next)).collect();
                let mut parts = parts.into_iter();
                let expression = expression.map(
                    |part| parts.next().unwrap_or(part),
                    |number| self.number(number),
                    |name| name,
                );
                module.types.expression(expression)
            }
            _ => ty,
        };
        self.types.insert(ty, new);
        new
    }

    pub(super) fn number(&self, number: Number) -> Number {
        match number.kind() {
            NumberKind::Param(name) => match self.arguments.get(&name) {
                Some(&GenericArgument::Number(argument)) => argument,
                Some(GenericArgument::Type(_)) | None => number,
            },
            NumberKind::Known(_) => number,
        }
    }

    pub(super) fn argument(&mut self, module: &mut Module, argument: GenericArgument) -> GenericArgument {
        match argument {
            GenericArgument::Type(ty) => GenericArgument::Type(self.ty(module, ty)),
            GenericArgument::Number(number) => GenericArgument::Number(self.number(number)),
        }
    }

    /// The constant that follows. Operations on specialisation constants have no parameters.
    pub(super) fn constant(&mut self, module: &mut Module, constant: Constant) -> Constant {
        if let Some(&known) = self.constants.get(&constant) {
            return known;
        }
        let ConstantData { ty, kind } = module.constants.get(constant).clone();
        let new = match kind {
            ConstantKind::Scalar(_) | ConstantKind::Spec(_) | ConstantKind::SpecOp { .. } => constant,
            ConstantKind::Null => {
                let ty = self.ty(module, ty);
                module.constants.null(ty)
            }
            ConstantKind::Undef => {
                let ty = self.ty(module, ty);
                module.constants.undef(ty)
            }
            // Composites nest as deeply as their types.
            ConstantKind::Composite(parts) => {
                let ty = self.ty(module, ty);
                let parts: Vec<Constant> = parts.iter().map(|&part| self.constant(module, part)).collect();
                module.constants.composite(ty, &parts)
            }
            ConstantKind::Param(name) => match self.number(Number::param(name)).kind() {
                NumberKind::Known(number) => module.constants.u32(number),
                NumberKind::Param(name) => {
                    module.constants.intern(ConstantData { ty: common::U32, kind: ConstantKind::Param(name) })
                }
            },
        };
        self.constants.insert(constant, new);
        new
    }

    /// Gives a function the types and constants that follow.
    pub(super) fn function(&mut self, module: &mut Module, data: &mut FunctionData) {
        data.result = self.ty(module, data.result);
        for value in data.values.values_mut() {
            value.ty = self.ty(module, value.ty);
        }
        for operand in &mut data.operands {
            if let OperandKind::Constant(constant) = operand.kind() {
                *operand = self.constant(module, constant).into();
            }
        }
    }
}

/// Declares an instance of a generic function: a function without a body, with the signature that follows from the
/// arguments. Whether they are within their bounds is for the verifier to say.
pub fn instantiate(module: &mut Module, generic: Function, arguments: &[GenericArgument]) -> Function {
    let (name, result) = (module.functions[generic].name, module.functions[generic].result);
    let mut data = FunctionData::placeholder(name, result);
    data.instance = Some(Box::new(Instance { generic, arguments: arguments.into() }));
    let id = module.functions.alloc(data);
    declare_instance(module, id);
    id
}

/// Gives an instance the signature of its generic function, by its arguments.
pub(crate) fn declare_instance(module: &mut Module, id: Function) {
    let Some(instance) = module.functions[id].instance.clone() else { return };
    let Some(generic) = function(module, instance.generic) else { return };
    let mut substitution = Substitution::new(&generic.generics, &instance.arguments);
    let mut data = FunctionData::placeholder(generic.name, generic.result);
    (data.params, data.precision) = (generic.params.clone(), generic.precision);
    (data.spirv, data.origin) = (generic.spirv, generic.origin);
    let params: Vec<_> = generic.blocks[generic.body].params.iter().map(|&it| generic.values[it]).collect();
    data.result = substitution.ty(module, data.result);
    for param in params {
        let ty = substitution.ty(module, param.ty);
        let value = data.add_param(data.body, ty, param.precision);
        data.values[value].flags = param.flags;
    }
    data.instance = Some(instance);
    data.linkage = Linkage::Internal;
    module.functions[id] = data;
}

/// The arguments for which a generic function takes values of these types; `None` if there are none, or if they do not follow
/// from the types alone.
pub fn infer_arguments(module: &Module, generic: Function, types: &[Type]) -> Option<Vec<GenericArgument>> {
    let function = function(module, generic)?;
    let params = &function.blocks[function.body].params;
    if params.len() != types.len() {
        return None;
    }
    let mut found: FxHashMap<Name, GenericArgument> = FxHashMap::default();
    let mut pending: Vec<(Type, Type)> =
        params.iter().zip(types).map(|(&param, &ty)| (function.values[param].ty, ty)).collect();
    while let Some((wanted, given)) = pending.pop() {
        unify(module, wanted, given, &mut found, &mut pending)?;
    }
    function
        .generics
        .iter()
        .map(|param| {
            let argument = found.get(&param.name).copied()?;
            param.bound.admits(&module.types, argument).then_some(argument)
        })
        .collect()
}

/// Binds the parameters of one type; its parts become pending. Types that follow from bound parameters are not looked at:
/// the call is verified with the signature.
fn unify(
    module: &Module,
    wanted: Type,
    given: Type,
    found: &mut FxHashMap<Name, GenericArgument>,
    pending: &mut Vec<(Type, Type)>,
) -> Option<()> {
    let mut bind = |name: Name, argument: GenericArgument| {
        (*found.entry(name).or_insert(argument) == argument).then_some(())
    };
    let mut bind_number = |number: Number, given: u32| match number.kind() {
        NumberKind::Known(known) => (known == given).then_some(()),
        NumberKind::Param(name) => bind(name, GenericArgument::Number(Number::known(given)?)),
    };
    match (module.types.get(wanted), module.types.get(given)) {
        (TypeData::Expression(TypeExpression::Param(name)), _) => bind(name, GenericArgument::Type(given))?,
        (TypeData::Expression(TypeExpression::Vector { scalar, size }), data) => {
            let (of, components) = match data {
                TypeData::Scalar(of) => (of, 1),
                TypeData::Vector { scalar: of, size } => (of, size.into()),
                _ => return None,
            };
            bind_number(size, components)?;
            pending.push((scalar, common::scalar(of)));
        }
        (
            TypeData::Expression(TypeExpression::Matrix { scalar, columns, rows }),
            TypeData::Matrix { scalar: of, columns: c, rows: r },
        ) => {
            bind_number(columns, c.into())?;
            bind_number(rows, r.into())?;
            pending.push((scalar, common::scalar(of)));
        }
        (
            TypeData::Expression(TypeExpression::Array { element, length }),
            TypeData::Array { element: of, length: crate::Length::Constant(count) },
        ) => {
            bind_number(length, count)?;
            pending.push((element, of));
        }
        (TypeData::Expression(TypeExpression::ScalarOf(_) | TypeExpression::Like { .. }), _) => {}
        (TypeData::Array { element: a, length: of_a }, TypeData::Array { element: b, length: of_b })
            if of_a == of_b =>
        {
            pending.push((a, b))
        }
        (
            TypeData::Pointer { storage: in_a, pointee: a },
            TypeData::Pointer { storage: in_b, pointee: b },
        ) if in_a == in_b => pending.push((a, b)),
        _ if wanted == given => {}
        _ => return None,
    }
    Some(())
}

/// True if an argument is of the kind of a bound.
pub(crate) fn is_of_kind(bound: Bound, argument: GenericArgument) -> bool {
    bound.is_number() == matches!(argument, GenericArgument::Number(_))
}
