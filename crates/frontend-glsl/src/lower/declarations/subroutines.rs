//! Subroutines (GLSL 4.60 section 6.1.2): functions chosen by a uniform.
//!
//! No target has them. A subroutine uniform becomes a `uint`, and each subroutine type a dispatch function of its name,
//! which takes the uniform's value before the arguments and calls the function of that index:
//!
//! ```text
//! subroutine float T(float x);                float T(uint index, float x) {
//! subroutine(T) float a(float x) {...}            switch (index) {
//! subroutine(T) float b(float x) {...}    =>          default: return a(x);
//! subroutine uniform T t;                             case 1: return b(x);
//! t(2.0)                                          }
//!                                             }
//!                                             uniform uint t;  ...  T(t, 2.0)
//! ```
//!
//! Indices are those of `layout(index = N)`; functions without one get the lowest that are free, in order of definition.
//! As in OpenGL they count over all functions of the stage, whatever their type. An index that the type does not have
//! selects the first function, which is the initial value of a subroutine uniform. The module records the functions of
//! each index.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::declarations::functions::{Header, Parameter};
use crate::lower::declarations::overload_sets::same_types;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::declarations::{Declarator, FullType};
use crate::lower::expressions::calls::Argument;
use crate::lower::expressions::overloads::Resolution;
use crate::lower::expressions::places::{PlaceId, Places, Protection};
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::lower::report::Report;
use crate::lower::scopes::{Entity, OverloadsId, VariableId};
use crate::symbols::Symbol;
use crate::tokens::Qualifier;
use std::collections::BTreeMap;
use std::rc::Rc;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::{
    Case, ControlData, ControlKind, Function, FunctionData, Op, Operand, ParamData, ParamMode, Precision,
    Span, Storage, SubroutineUniform, Type,
};

/// The maximum number of functions and of uniforms of a stage (GL 4.6, table 23.66).
const MOST: u32 = 256;
const MOST_LOCATIONS: u32 = 1024;

/// A subroutine type.
#[derive(Debug)]
pub(crate) struct SubroutineType {
    pub(crate) name: Symbol,
    span: Span,
    parameters: Vec<Parameter>,
    pub(crate) result: Type,
    /// The dispatch function, and the set that holds it alone, for calls.
    dispatcher: Function,
    set: OverloadsId,
    /// The functions of this type.
    functions: Vec<u32>,
    called: bool,
}

/// A function of some subroutine types.
#[derive(Debug)]
struct SubroutineFunction {
    name: Symbol,
    span: Span,
    function: Function,
    /// The index, from `layout(index = N)`; the others get theirs at the end.
    index: Option<u32>,
}

/// The subroutines of a shader.
#[derive(Debug, Default)]
pub(crate) struct Subroutines {
    pub(crate) types: Vec<SubroutineType>,
    functions: Vec<SubroutineFunction>,
    /// The uniforms, with their types and declared locations.
    uniforms: Vec<(VariableId, u32, Option<u32>)>,
}

/// `subroutine` in a list of qualifiers.
#[derive(Clone, Debug, Default)]
pub(crate) struct SubroutineQualifier {
    /// The span of `subroutine`.
    pub(crate) span: Option<Span>,
    /// The types in its parentheses.
    pub(crate) types: Vec<(Symbol, Span)>,
    /// The subroutine type of a uniform.
    of: Option<u32>,
}

impl Report<'_> {
    fn subroutine_error(&mut self, span: Span, message: impl Into<String>) {
        self.error(Code::Subroutine, span, message);
    }

    /// Reports a misplaced `subroutine`.
    pub(crate) fn reject_subroutine(&mut self, qualifiers: &QualifierList) {
        if let Some(span) = qualifiers.subroutine.span {
            let message = "`subroutine` is allowed only on types, functions and uniforms at global scope";
            self.subroutine_error(span, message);
        }
    }

    /// Reports the use of a subroutine uniform for anything but a call.
    pub(crate) fn report_subroutine_value(&mut self, span: Span) {
        self.subroutine_error(span, "subroutine uniform can only be called");
    }
}

impl Subroutines {
    /// The set of the dispatch function of a type.
    pub(crate) fn subroutine_set(&self, id: u32) -> Option<OverloadsId> {
        self.types.get(id as usize).map(|ty| ty.set)
    }
}

impl Places {
    /// The place of an expression that is a subroutine uniform or an element of an array of them.
    pub(crate) fn subroutine_place(&self, expr: Expr) -> Option<PlaceId> {
        let ExprKind::Place(id) = expr.kind else { return None };
        let place = self.get(id)?;
        (place.protection == Some(Protection::Subroutine)).then_some(id)
    }
}

impl Lowering<'_> {
    /// `subroutine` as a qualifier.
    pub(crate) fn subroutine(&mut self, list: &mut QualifierList, span: Span) {
        list.extend_span(span);
        if list.subroutine.span.replace(span).is_some() {
            self.report.error(Code::DuplicateQualifier, span, "duplicate `subroutine` qualifier");
        }
    }

    /// The name of a subroutine type where a type is needed: that of a subroutine uniform, whose qualifiers these are.
    pub(crate) fn subroutine_type_name(
        &mut self,
        id: u32,
        qualifiers: Option<&mut Rc<QualifierList>>,
        span: Span,
    ) -> Type {
        let is_global = self.scopes.depth() == 0;
        let uniform = qualifiers.filter(|list| {
            is_global && list.subroutine.span.is_some() && list.storage == Some(Qualifier::Uniform)
        });
        if let Some(list) = uniform {
            Rc::make_mut(list).subroutine.of = Some(id);
            return common::U32;
        }
        self.report.subroutine_error(span, "subroutine type is allowed only on a `subroutine uniform`");
        self.report.error_type()
    }

    /// Checks the qualifiers of a subroutine or a subroutine type.
    pub(crate) fn check_subroutine_header(&mut self, qualifiers: &QualifierList) -> bool {
        let Some(span) = qualifiers.subroutine.span else { return true };
        if self.scopes.depth() > 0 {
            self.report.subroutine_error(span, "subroutine cannot be declared inside a function");
            return false;
        }
        let Some(layout) = qualifiers.layout.span else { return true };
        let index = qualifiers.layout.numbers.index;
        if qualifiers.subroutine.types.is_empty() || index.is_none() || !qualifiers.layout.only_index() {
            self.report.misplaced(layout, "only `index` is allowed in the layout of a subroutine function");
            return false;
        }
        self.require(Feature::SubroutineIndices, layout)
    }

    /// `;` after a header with `subroutine`: a type. False if there is no `subroutine`.
    pub(crate) fn subroutine_prototype(&mut self, header: &Header) -> bool {
        let Some(span) = header.subroutine.span else { return false };
        if header.subroutine.types.is_empty() {
            self.declare_subroutine_type(header);
        } else {
            self.report.subroutine_error(span, "subroutine function must have a body");
        }
        true
    }

    fn declare_subroutine_type(&mut self, header: &Header) {
        if header.wrong {
            self.report.failed = true;
            return;
        }
        if !self.check_name(header.name, header.span) {
            return;
        }
        let name = self.module.names.intern(self.symbols.text(header.name));
        let mut data = FunctionData::new(name, header.result);
        data.precision = header.precision;
        let index = data.add_param(data.body, common::U32, Precision::None);
        data.params.push(ParamData::new(ParamMode::ConstIn));
        let index_name = self.module.names.intern("index");
        data.set_value_name(index, index_name);
        for parameter in &header.parameters {
            let ty = self.parameter_type(parameter);
            data.add_param(data.body, ty, parameter.precision);
            data.params.push(parameter.data());
        }
        let dispatcher = self.module.functions.alloc(data);
        let set = self.functions.hidden_set(header, dispatcher);
        self.subroutines.types.push(SubroutineType {
            name: header.name,
            span: header.span,
            parameters: header.parameters.clone(),
            result: header.result,
            dispatcher,
            set,
            functions: Vec::new(),
            called: false,
        });
        let id = self.subroutines.types.len() as u32 - 1;
        self.scopes.bind(header.name, Entity::SubroutineType(id), header.span);
    }

    /// `{` after a header: joins the function to its subroutine types.
    pub(crate) fn define_subroutine(&mut self, header: &Header, function: Function) {
        let Some(span) = header.subroutine.span else { return };
        if header.subroutine.types.is_empty() {
            return self.report.subroutine_error(
                span,
                "subroutine type cannot have a body: list the types of the function in `subroutine(...)`",
            );
        }
        let number = self.subroutines.functions.len() as u32;
        for &(name, at) in &header.subroutine.types {
            let found = self.lookup(name);
            self.record_use(name, found, at);
            let Some(Entity::SubroutineType(id)) = found else {
                let text = self.symbols.text(name);
                self.report.subroutine_error(at, format!("`{text}` is not a subroutine type"));
                continue;
            };
            let Some(known) = self.subroutines.types.get_mut(id as usize) else { continue };
            let passes = |(a, b): (&Parameter, &Parameter)| a.passing == b.passing;
            let fits = known.result == header.result
                && same_types(&known.parameters, &header.parameters)
                && known.parameters.iter().zip(&header.parameters).all(passes);
            let before = known.span;
            if fits && !known.functions.contains(&number) {
                known.functions.push(number);
            } else if fits {
                self.report.subroutine_error(at, "duplicate subroutine type");
            } else {
                let text = self.symbols.text(header.name);
                let message = format!("signature of `{text}` does not match this subroutine type");
                self.report.subroutine_error(at, message);
                self.report.label(before, "subroutine type declared here");
            }
        }
        let mut index = header.subroutine_index;
        if index.is_some_and(|index| index >= MOST) {
            let message = format!("subroutine index must be less than {MOST}");
            self.report.error(Code::LayoutValue, header.span, message);
            index = None;
        }
        let same = |other: &&SubroutineFunction| index.is_some() && other.index == index;
        if let Some(before) = self.subroutines.functions.iter().find(same).map(|other| other.span) {
            self.report.error(Code::LayoutConflict, header.span, "subroutine index is already used");
            self.report.label(before, "first used here");
        }
        let (name, span) = (header.name, header.span);
        self.subroutines.functions.push(SubroutineFunction { name, span, function, index });
    }

    /// One name of the declaration of subroutine uniforms.
    #[inline(never)]
    pub(crate) fn declare_subroutine_uniform(&mut self, full: &FullType, declarator: Declarator, ty: Type) {
        let qualifiers = &full.qualifiers;
        let span = qualifiers.subroutine.span.unwrap_or(declarator.span);
        let Some(id) = qualifiers.subroutine.of.filter(|_| qualifiers.subroutine.types.is_empty()) else {
            self.report
                .subroutine_error(span, "subroutine variable must be a `uniform` of a subroutine type");
            return self.bind_error(declarator);
        };
        if !self.check_name(declarator.name, declarator.span) {
            return;
        }
        if self.module.is_unsized(ty) {
            let message = "array of subroutine uniforms must have a size";
            self.report.error(Code::UnsizedArray, declarator.span, message);
            return self.bind_error(declarator);
        }
        let location = qualifiers.layout.numbers.location;
        if let Some(layout) = qualifiers.layout.span
            && !qualifiers.layout.only_location()
        {
            self.report.misplaced(layout, "only `location` is allowed in the layout of a subroutine uniform");
        }
        let name = self.symbols.text(declarator.name);
        // Its location is not one of uniforms, so the global has none.
        let global = self.module.add_global(name, ty, Storage::Uniform);
        let variable = self.add_global_variable(global, qualifiers, declarator, ty, Storage::Uniform);
        if let Some(variable) = self.variables.get_mut(variable) {
            variable.protection = Some(Protection::Subroutine);
        }
        self.check_subroutine_location(location, ty, declarator.span);
        self.subroutines.uniforms.push((variable, id, location));
        self.scopes.bind(declarator.name, Entity::Variable(variable), declarator.span);
    }

    fn check_subroutine_location(&mut self, location: Option<u32>, ty: Type, span: Span) {
        let Some(start) = location else { return };
        let end = start.saturating_add(self.module.elements(ty));
        if end > MOST_LOCATIONS {
            let message = format!("location of a subroutine uniform must be less than {MOST_LOCATIONS}");
            return self.report.error(Code::LayoutValue, span, message);
        }
        let mut taken = self.subroutines.uniforms.iter().filter_map(|&(variable, _, location)| {
            let known = self.variables.get(variable)?;
            let first = location?;
            (first < end && start < first.saturating_add(self.module.elements(known.ty)))
                .then_some(known.span)
        });
        if let Some(before) = taken.next_back() {
            let message = "location is already used by another subroutine uniform";
            self.report.error(Code::SlotOverlap, span, message);
            self.report.label(before, "first used here");
        }
    }

    /// The type and the value of a subroutine uniform that is called.
    pub(crate) fn subroutine_callee(&mut self, callee: Expr, id: PlaceId) -> Option<(u32, Operand)> {
        let place = self.places.get(id)?;
        let variable = place.variable?;
        let &(_, ty, _) = self.subroutines.uniforms.iter().find(|row| row.0 == variable)?;
        if callee.ty != common::U32 {
            let name = self.place_name(&place);
            self.report
                .subroutine_error(callee.span, format!("array {name} must be indexed before the call"));
            return None;
        }
        let pointer = self.pointer_to(&place, callee.span);
        Some((ty, self.load_pointer(pointer, &place, callee.span)))
    }

    /// Calls the function that a subroutine uniform selects.
    pub(crate) fn call_subroutine(
        &mut self,
        id: u32,
        index: Operand,
        arguments: &[Argument],
        at: Span,
        span: Span,
    ) -> Expr {
        let Some(ty) = self.subroutines.types.get_mut(id as usize) else { return Expr::error(span) };
        ty.called = true;
        let (set, name, before) = (ty.set, ty.name, ty.span);
        if let Resolution::Found(_) = self.resolve(set, arguments) {
            return self.call_overload(set, 0, Some(index), arguments, at, span);
        }
        let (types, text) = (self.type_names(arguments), self.symbols.text(name));
        let message = format!("subroutine type `{text}` does not accept arguments `({types})`");
        self.report.error(Code::NoOverload, at, message);
        self.report.label(before, "subroutine type declared here");
        Expr::error(span)
    }

    /// Assigns indices to subroutines and builds dispatch functions, once all are known.
    pub(crate) fn finish_subroutines(&mut self) {
        if self.subroutines.types.is_empty() {
            return;
        }
        let mut subroutines = std::mem::take(&mut self.subroutines);
        let mut taken: BTreeMap<u32, ()> =
            subroutines.functions.iter().filter_map(|function| Some((function.index?, ()))).collect();
        let mut next = 0;
        for function in &mut subroutines.functions {
            if function.index.is_none() {
                while taken.contains_key(&next) {
                    next += 1;
                }
                taken.insert(next, ());
                function.index = Some(next);
            }
            self.check_single_overload(function);
        }
        for ty in subroutines.types.iter().filter(|ty| ty.called) {
            self.build_dispatcher(ty, &subroutines.functions);
        }
        for &(variable, ty, location) in &subroutines.uniforms {
            let Some(name) = self.variables.get(variable).map(|variable| variable.name) else { continue };
            let Some(ty) = subroutines.types.get(ty as usize) else { continue };
            let name = self.module.names.intern(self.symbols.text(name));
            let mut functions: Vec<_> = ty
                .functions
                .iter()
                .filter_map(|&number| subroutines.functions.get(number as usize))
                .filter_map(|function| {
                    Some((function.index?, self.module.names.intern(self.symbols.text(function.name))))
                })
                .collect();
            functions.sort_unstable_by_key(|&(index, _)| index);
            self.module.subroutines.push(SubroutineUniform { name, location, functions });
        }
    }

    /// Checks that a function of a subroutine type has no overloads.
    fn check_single_overload(&mut self, function: &SubroutineFunction) {
        let Some(Entity::Functions(set)) = self.scopes.lookup_global(function.name).map(|found| found.entity)
        else {
            return;
        };
        let other = self.functions.set(set).iter().find(|overload| overload.function != function.function);
        if let Some(span) = other.map(|overload| overload.span) {
            let text = self.symbols.text(function.name);
            let message = format!("subroutine `{text}` cannot be overloaded");
            self.report.subroutine_error(span.max(function.span), message);
            self.report.label(span.min(function.span), "other declaration");
        }
    }

    /// Builds the body of the dispatch function.
    fn build_dispatcher(&mut self, ty: &SubroutineType, functions: &[SubroutineFunction]) {
        let outer = self.cursor;
        let body = self.module.functions[ty.dispatcher].body;
        self.cursor.function = ty.dispatcher;
        self.cursor.block = Some(body);
        self.cursor.precise = false;
        self.cursor.span = ty.span;
        let values: Vec<Operand> = self.module.functions[ty.dispatcher].blocks[body]
            .params
            .iter()
            .map(|&value| value.into())
            .collect();
        let mut cases = Vec::new();
        for (position, &number) in ty.functions.iter().enumerate() {
            let Some(callee) = functions.get(number as usize) else { continue };
            self.cursor.block = Some(body);
            let Some(block) = self.new_block() else { continue };
            self.cursor.block = Some(block);
            let result = self.builder().call(callee.function, values.get(1..).unwrap_or(&[]));
            let results: &[Operand] = if ty.result == common::VOID { &[] } else { &[result] };
            self.finish_block(Op::Return, results, ty.span);
            self.functions.calls.push((ty.dispatcher, callee.function, ty.span));
            let default = position == 0;
            let index = self.module.constants.u32(callee.index.unwrap_or(0));
            cases.push(Case { values: if default { Vec::new() } else { vec![index] }, default, block });
        }
        self.cursor.block = Some(body);
        if cases.is_empty() {
            let result = self.undef_of(ty.result);
            let results: &[Operand] = if ty.result == common::VOID { &[] } else { &[result] };
            self.finish_block(Op::Return, results, ty.span);
        } else if let Some(&index) = values.first() {
            let control = ControlData::new(ControlKind::Switch { cases });
            self.control(Op::Switch, &[index], control, &[], ty.span);
            self.finish_block(Op::Unreachable, &[], ty.span);
        }
        self.functions.defined.push(ty.dispatcher);
        self.cursor = outer;
    }
}
