//! Generic functions: parameters in scope, arguments within bounds, signatures of instances, and bodies, which are checked
//! before any use by specialising them for samples of their bounds.

use super::calls::placed_insts;
use super::ids;
use super::report::{Part, Report, Site, VerifyErrors, counted};
use super::rules::Rule;
use crate::constants::ConstantKind;
use crate::function::{FunctionData, Linkage, OperandKind};
use crate::generics::{
    Bound, GenericArgument, GenericParam, Instance, Number, NumberKind, TypeExpression, cost,
    declare_instances, is_of_kind, mentions_parameters, samples, specialize, specialize_alone,
};
use crate::module::{Function, Module};
use crate::names::Name;
use crate::side_table::{IdSet, holds};
use crate::text::Excerpts;
use crate::types::{Type, TypeData, common};
use rustc_hash::{FxHashMap, FxHashSet};

/// Instructions and operands of the samples that are verified at a time.
const BATCH: usize = 1 << 19;

/// Checks the declarations of generic functions and instances, and where types and constants mention parameters.
pub(super) fn check(report: &mut Report<'_>) {
    let module = report.module;
    if !module.has_generics() && !module.types.iter().any(|row| matches!(row.1, TypeData::Expression(_))) {
        return;
    }
    // Wrong ids within functions are reported later.
    let mut scratch = Report::new(module);
    if !module.functions.values().all(|function| ids::check_function(&mut scratch, function)) {
        return;
    }
    let mut complain = |site, message: &str| report.add(Rule::GenericParameter, site, message);
    for (id, data) in module.structs.iter() {
        for (index, member) in data.members.iter().enumerate() {
            if mentions_parameters(module, member.ty) {
                complain(Site::Member(id, Some(index)), "type of a member follows from a parameter");
            }
        }
    }
    for (id, data) in module.globals.iter() {
        if mentions_parameters(module, data.ty) {
            complain(Site::Global(id), "type of a global follows from a parameter");
        }
    }
    for (id, data) in module.functions.iter() {
        let mut names = FxHashSet::default();
        if data.generics.iter().any(|param| param.name.is_empty() || !names.insert(param.name)) {
            complain(Site::Head(id, Part::Op), "generic parameters have no name, or the same");
        }
        if data.is_generic() && module.entry == Some(id) {
            complain(Site::Head(id, Part::Op), "entry point is generic");
        }
    }
    for (id, data) in module.functions.iter().filter(|row| row.1.instance.is_none()) {
        check_scope(report, id, data);
    }
    for (id, data) in module.functions.iter().filter(|row| row.1.instance.is_some()) {
        check_instance(report, id, data);
    }
}

/// Checks that a function mentions its own parameters alone.
fn check_scope(report: &mut Report<'_>, id: Function, data: &FunctionData) {
    let module = report.module;
    let mut scope = Scope { module, params: &data.generics, seen: IdSet::new() };
    let head = Site::Head(id, Part::Op);
    let params = data.blocks[data.body].params.iter().filter_map(|&param| lookup(&data.values, param));
    let mut types = params.map(|param| param.ty).chain([data.result]);
    if let Some(message) = types.find_map(|ty| scope.fault(ty)) {
        report.add(Rule::GenericParameter, head, message);
        return;
    }
    for inst in placed_insts(data) {
        let results = data.results(inst).find_map(|value| scope.fault(lookup(&data.values, value)?.ty));
        let operands = data.operands(inst).iter().find_map(|operand| match operand.kind() {
            OperandKind::Constant(constant) => scope.constant_fault(constant),
            OperandKind::Value(_) | OperandKind::Global(_) => None,
        });
        let callee = data.callee(inst).and_then(|callee| lookup(&module.functions, callee));
        let arguments = callee.and_then(|callee| callee.instance.as_ref()).and_then(|instance| {
            instance.arguments.iter().find_map(|&argument| match argument {
                GenericArgument::Type(ty) => scope.fault(ty),
                GenericArgument::Number(number) => scope.number_fault(number),
            })
        });
        let site = Site::Inst(id, inst, Part::Op);
        if let Some(message) = results.or(operands).or(arguments) {
            report.add(Rule::GenericParameter, site, message);
            continue;
        }
        let fault = callee.and_then(|callee| match &callee.instance {
            Some(instance) => arguments_fault(module, instance),
            None if callee.is_generic() => {
                Some("generic function is called without arguments for its parameters".to_owned())
            }
            None => None,
        });
        if let Some(message) = fault {
            report.add(Rule::GenericArguments, site, message);
        }
    }
}

/// The parameters that a function may mention.
struct Scope<'a> {
    module: &'a Module,
    params: &'a [GenericParam],
    /// Types that are right.
    seen: IdSet<Type>,
}

impl Scope<'_> {
    fn fault(&mut self, ty: Type) -> Option<String> {
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            if ty.index() < common::ALL || !self.seen.insert(ty) {
                continue;
            }
            match self.module.types.get(ty) {
                TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => stack.push(element),
                TypeData::Pointer { pointee, .. } => stack.push(pointee),
                TypeData::Expression(expression) => {
                    if let TypeExpression::Param(name) = expression
                        && let Some(fault) = self.name_fault(name, false)
                    {
                        return Some(fault);
                    }
                    if let Some(fault) = self.size_fault(expression) {
                        return Some(fault);
                    }
                    stack.extend(expression.types());
                }
                _ => {}
            }
        }
        None
    }

    /// The fault of a number in a type: vectors and matrices have few components.
    fn size_fault(&self, expression: TypeExpression) -> Option<String> {
        let (greatest, bounds): (u32, &[Bound]) = match expression {
            TypeExpression::Vector { .. } => (4, &[Bound::Components, Bound::Size]),
            TypeExpression::Matrix { .. } => (4, &[Bound::Size]),
            _ => (u32::MAX, &[Bound::Components, Bound::Size, Bound::Length]),
        };
        expression.numbers().find_map(|number| match number.kind() {
            NumberKind::Known(known) if known == 0 || known > greatest => {
                Some(format!("{known} is no size of this type"))
            }
            NumberKind::Known(_) => None,
            NumberKind::Param(name) => self.name_fault(name, true).or_else(|| {
                let param = self.params.iter().find(|param| param.name == name)?;
                let (text, bound) = (self.module.names.get(name), param.bound.name());
                let expected = bounds.first().map_or("", |bound| bound.name());
                let is_wide = !bounds.contains(&param.bound);
                is_wide.then(|| {
                    format!("`${text}` is a `{bound}`, expected a `{expected}` for the size of this type")
                })
            }),
        })
    }

    fn number_fault(&self, number: Number) -> Option<String> {
        match number.kind() {
            NumberKind::Param(name) => self.name_fault(name, true),
            NumberKind::Known(_) => None,
        }
    }

    fn constant_fault(&mut self, constant: crate::Constant) -> Option<String> {
        let mut stack = vec![(constant, false)];
        let mut seen = FxHashSet::default();
        while let Some((constant, is_operand)) = stack.pop() {
            if !seen.insert((constant, is_operand)) {
                continue;
            }
            let data = self.module.constants.get(constant);
            match &data.kind {
                ConstantKind::Param(name) => {
                    if let Some(fault) = self.name_fault(*name, true) {
                        return Some(fault);
                    }
                }
                ConstantKind::Composite(parts) => stack.extend(parts.iter().map(|&part| (part, is_operand))),
                ConstantKind::SpecOp { operands, .. } => {
                    stack.extend(operands.iter().map(|&operand| (operand, true)));
                }
                ConstantKind::Scalar(_)
                | ConstantKind::Null
                | ConstantKind::Undef
                | ConstantKind::Spec(_) => {}
            }
            let is_operation = is_operand || matches!(data.kind, ConstantKind::SpecOp { .. });
            let follows =
                matches!(data.kind, ConstantKind::Param(_)) || mentions_parameters(self.module, data.ty);
            if is_operation && follows {
                return Some("operation on specialisation constants follows from a parameter".to_string());
            }
            if let Some(fault) = self.fault(data.ty) {
                return Some(fault);
            }
        }
        None
    }

    fn name_fault(&self, name: Name, is_number: bool) -> Option<String> {
        let text = self.module.names.get(name);
        match self.params.iter().find(|param| param.name == name) {
            None => Some(format!("`${text}` is no parameter of this function")),
            Some(param) if param.bound.is_number() != is_number => {
                let (found, expected) = if is_number { ("type", "number") } else { ("number", "type") };
                Some(format!("`${text}` is a {found}, expected a {expected}"))
            }
            Some(_) => None,
        }
    }
}

fn check_instance(report: &mut Report<'_>, id: Function, data: &FunctionData) {
    let is_plain = data.linkage == Linkage::Internal && data.generics.is_empty();
    if !is_plain || !data.blocks[data.body].insts.is_empty() {
        let message = "instance has a body, a linkage or parameters of its own";
        report.add(Rule::Instance, Site::Head(id, Part::Op), message);
    }
}

/// The fault of the arguments of an instance that is called.
fn arguments_fault(module: &Module, instance: &Instance) -> Option<String> {
    let generic = &module.functions[instance.generic];
    if !generic.is_generic() || generic.instance.is_some() {
        return Some("arguments for a function that is not generic".to_owned());
    }
    if generic.generics.len() != instance.arguments.len() {
        let (expected, found) = (generic.generics.len(), instance.arguments.len());
        return Some(format!("expected {}, found {found}", counted(expected, "generic argument")));
    }
    let misfit = generic.generics.iter().zip(&instance.arguments).find(|&(param, &argument)| {
        let is_open = match argument {
            GenericArgument::Type(ty) => mentions_parameters(module, ty),
            GenericArgument::Number(number) => matches!(number.kind(), NumberKind::Param(_)),
        };
        !match is_open {
            true => is_of_kind(param.bound, argument),
            false => param.bound.admits(&module.types, argument),
        }
    });
    misfit.map(|(param, _)| {
        let name = module.names.get(param.name);
        format!("argument for `${name}` is not within its bound `{}`", param.bound.name())
    })
}

/// An entry of an arena, if it is there.
fn lookup<T>(arena: &la_arena::Arena<T>, id: la_arena::Idx<T>) -> Option<&T> {
    holds(arena, id).then(|| &arena[id])
}

/// Checks the signatures of instances, and the bodies of generic functions: those that the module's instances get, and those of
/// samples of all bounds, as `verify` sees them. Of each generic function the errors of the first sample that has some are
/// given.
pub(super) fn check_bodies(
    report: &mut Report<'_>,
    verify: impl Fn(&Module) -> Result<(), VerifyErrors>,
) -> Result<(), VerifyErrors> {
    let module = report.module;
    if !module.has_generics() {
        return Ok(());
    }
    let mut copy = module.clone();
    declare_instances(&mut copy);
    for (id, data) in module.functions.iter().filter(|row| row.1.instance.is_some()) {
        let right = &copy.functions[id];
        let types = |data: &FunctionData| -> Vec<Type> {
            data.blocks[data.body].params.iter().map(|&param| data.values[param].ty).collect()
        };
        if (types(right), right.result, &right.params) != (types(data), data.result, &data.params) {
            let message = "signature does not follow from the arguments";
            report.add(Rule::Instance, Site::Head(id, Part::Op), message);
        }
    }
    if report.len() > 0 {
        return Ok(());
    }
    drop(copy);
    let mut ids = module.function_ids().filter(|&id| {
        let data = &module.functions[id];
        data.is_generic() && !data.is_import()
    });
    let mut next = ids.next();
    while next.is_some() {
        // Some at a time, so that the memory is bounded.
        let mut copy = module.clone();
        let (mut all, mut size) = (Vec::new(), 0);
        while let Some(id) = next.filter(|_| size < BATCH) {
            let of_one = samples(&mut copy, id);
            size += of_one.len() * cost(&module.functions[id]);
            all.extend(of_one);
            next = ids.next();
        }
        let generics = name_by_arguments(&mut copy, &all);
        specialize_alone(&mut copy, &all);
        verify(&copy).map_err(|errors| first_of_each(errors, &generics))?;
    }
    let mut copy = module.clone();
    if let Err(error) = specialize(&mut copy) {
        report.add(Rule::Instances, Site::Module, error.to_string());
        return Ok(());
    }
    verify(&copy)
}

/// The errors of the first instance of each generic function, and of other places the first of each rule.
fn first_of_each(mut errors: VerifyErrors, generics: &FxHashMap<String, String>) -> VerifyErrors {
    let mut first: FxHashMap<String, String> = FxHashMap::default();
    let mut elsewhere: FxHashSet<(Rule, String)> = FxHashSet::default();
    errors.errors.retain(|error| match generics.get(&error.place) {
        Some(generic) => first.entry(generic.clone()).or_insert_with(|| error.place.clone()) == &error.place,
        None => elsewhere.insert((error.rule, error.place.clone())),
    });
    errors
}

/// Names instances as calls do, for messages. Gives the name of the generic function of each place in a message.
fn name_by_arguments(module: &mut Module, instances: &[Function]) -> FxHashMap<String, String> {
    let labels: Vec<(Function, String)> = {
        let excerpts = Excerpts::new(module);
        instances.iter().map(|&id| (id, excerpts.callee(id))).collect()
    };
    let mut generics: FxHashMap<String, String> = FxHashMap::default();
    for (id, label) in labels {
        let generic = module.names.get(module.functions[id].name).to_owned();
        module.functions[id].name = module.names.intern(&label);
        generics.insert(format!("function &{label}"), generic);
    }
    generics
}
