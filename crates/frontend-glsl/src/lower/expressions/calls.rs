//! Calls: arguments, overload resolution, and copies of `out` and `inout` arguments.

use crate::builtin_types::BuiltinType;
use crate::builtins::Functions;
use crate::builtins::table::Row;
use crate::diagnostics::Code;
use crate::index::Role;
use crate::lower::Lowering;
use crate::lower::declarations::types::TypeSpec;
use crate::lower::expressions::members::length_method;
use crate::lower::expressions::overloads::{Fit, Overloads, Resolution};
use crate::lower::expressions::places::{Place, PlaceId};
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::extensions::spirv_intrinsics::SpirvPassing;
use crate::lower::queries::ModuleQueries;
use crate::lower::recorder::Subject;
use crate::lower::scopes::{Entity, OverloadsId, Scopes};
use crate::symbols::Symbol;
use std::rc::Rc;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::{Block, Op, Operand, ParamMode, Precision, Span, Storage, Type, TypeData, ValueFlags};

/// The callee of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Callee {
    /// A constructor of this type.
    Constructor(Type),
    /// The functions of this name, and the built-in ones among them.
    Named(Symbol, &'static [Row]),
    /// The function that a subroutine uniform selects: the number of its type, and its value.
    Subroutine(u32, Operand),
    /// `.length()` of this, or `.length64()`, which gives this type.
    Length(Expr, Type),
    /// An error, which has been reported.
    Error,
}

/// A call whose arguments are being read.
#[must_use]
#[derive(Debug)]
pub(crate) struct OpenCall {
    callee: Callee,
    span: Span,
    /// The arguments so far.
    arguments: Vec<Argument>,
    /// Bit `i` is set if some candidate may take argument `i` as a place.
    places: u64,
    /// Bit `i` is set if some candidate may take argument `i` by value.
    values: u64,
}

/// An argument that has been read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Argument {
    /// The expression, not loaded if a candidate may want the place.
    pub(crate) expr: Expr,
    /// Its value, if a candidate may want it.
    pub(crate) value: Option<Operand>,
    /// The point of evaluation: behind the first `position` instructions of this block.
    pub(crate) block: Option<Block>,
    /// See `block`.
    pub(crate) position: u32,
    /// The count of writes at that point.
    pub(crate) writes: u32,
    /// The count of those that were not to variables of the function.
    outside_writes: u32,
}

impl Argument {
    /// The argument as a place whose value was not loaded.
    pub(crate) fn unloaded(self, expr: Expr) -> Self {
        Self { expr, value: None, ..self }
    }

    /// An argument of a type, without a value.
    pub(crate) fn of_type(ty: Type) -> Self {
        let expr = Expr::new(ExprKind::Nothing, ty, Span::default());
        Self { expr, value: None, block: None, position: 0, writes: 0, outside_writes: 0 }
    }
}

/// Instructions that were inserted into a block for an argument of a call. They shift the positions of later arguments.
struct Late {
    block: Block,
    count: usize,
}

impl Scopes<'_> {
    /// The overloads that the shader itself declares for a name.
    pub(crate) fn overloads_of(&self, name: Symbol) -> Option<OverloadsId> {
        match self.lookup(name)?.entity {
            Entity::Functions(set) => Some(set),
            _ => None,
        }
    }
}

impl Lowering<'_> {
    /// `callee(`
    pub(crate) fn begin_call(&mut self, expr: Expr) -> OpenCall {
        let span = expr.span;
        let (callee, places, values) = match expr.kind {
            ExprKind::Type(dims) => {
                let ty = self.apply_dimensions(expr.ty, dims, span);
                (if ty == common::VOID { Callee::Error } else { Callee::Constructor(ty) }, 0, u64::MAX)
            }
            ExprKind::Function(name) => {
                let Functions { rows, mut places, mut values } = self.builtin_functions(name);
                if let Some(set) = self.scopes.overloads_of(name) {
                    self.add_argument_masks(set, &mut places, &mut values);
                }
                (Callee::Named(name, rows), places, values)
            }
            ExprKind::Error => (Callee::Error, u64::MAX, 0),
            ExprKind::Place(_) if self.places.subroutine_place(expr).is_some() => {
                let id = self.places.subroutine_place(expr);
                match id.and_then(|id| self.subroutine_callee(expr, id)) {
                    Some((ty, index)) => {
                        let (mut places, mut values) = (0, 0);
                        if let Some(set) = self.subroutines.subroutine_set(ty) {
                            self.add_argument_masks(set, &mut places, &mut values);
                        }
                        (Callee::Subroutine(ty, index), places, values)
                    }
                    None => (Callee::Error, u64::MAX, 0),
                }
            }
            ExprKind::Value(_)
            | ExprKind::Place(_)
            | ExprKind::Nothing
            | ExprKind::Length
            | ExprKind::Text(_) => {
                self.report_not_callable(expr);
                (Callee::Error, u64::MAX, 0)
            }
        };
        self.open_call(callee, places, values, span)
    }

    fn open_call(&mut self, callee: Callee, places: u64, values: u64, span: Span) -> OpenCall {
        let arguments = self.scratch.arguments.pop().unwrap_or_default();
        OpenCall { callee, span, arguments, places, values }
    }

    /// `base.length(`
    pub(crate) fn begin_length(&mut self, base: Expr, method: Expr) -> OpenCall {
        self.open_call(Callee::Length(base, method.ty), 0, u64::MAX, method.span)
    }

    /// `type(` or `type[n](`
    pub(crate) fn begin_constructor(&mut self, spec: TypeSpec) -> OpenCall {
        let ty = self.apply_dimensions(spec.ty, spec.dims, spec.span);
        if ty == common::VOID && spec.builtin.is_some() {
            self.report.error(Code::NotCallable, spec.span, "`void` has no constructor");
        }
        let callee = if ty == common::VOID { Callee::Error } else { Callee::Constructor(ty) };
        self.open_call(callee, 0, u64::MAX, spec.span)
    }

    /// A cast: a constructor with one argument, which only numbers and buffer references have
    /// (`GL_NV_explicit_typecast`).
    pub(crate) fn cast(&mut self, spec: TypeSpec, expr: Expr, at: Span) -> Expr {
        let span = at.to(expr.span);
        let is_number = self.module.types.scalar_of(spec.ty).is_some();
        let data = self.module.types.get(spec.ty);
        if !is_number && !matches!(data, TypeData::BufferReference { .. } | TypeData::Void) {
            let name = self.module.type_name(spec.ty);
            let message = format!(
                "cannot cast to `{name}`: only scalars, vectors, matrices and buffer references can be cast to"
            );
            self.report.error(Code::ConstructorArguments, spec.span, message);
            return Expr::error(span);
        }
        let mut call = self.begin_constructor(spec);
        self.argument(&mut call, expr);
        let result = self.end_call(call, expr.span);
        Expr { span, ..result }
    }

    /// Adds the argument masks of the functions of a set: bits of arguments taken as places, and by value.
    fn add_argument_masks(&mut self, set: OverloadsId, places: &mut u64, values: &mut u64) {
        let Some(mut masks) = self.functions.masks_mut(set).map(|masks| *masks) else { return };
        for overload in self.functions.set(set).iter().skip(masks.counted) {
            masks.counted += 1;
            for (index, parameter) in overload.parameters.iter().enumerate().take(64) {
                if self.takes_address(parameter) {
                    masks.places |= 1 << index;
                } else {
                    masks.values |= 1 << index;
                }
            }
        }
        *places |= masks.places;
        *values |= masks.values;
        if let Some(known) = self.functions.masks_mut(set) {
            *known = masks;
        }
    }

    /// The value of an argument, which is loaded now if it was not before.
    pub(crate) fn argument_value(&mut self, argument: &Argument) -> Option<Operand> {
        argument.value.or_else(|| self.operand(argument.expr))
    }

    /// The types of arguments, for messages.
    pub(crate) fn type_names(&self, arguments: &[Argument]) -> String {
        let names = arguments.iter().map(|argument| self.module.type_name(argument.expr.ty));
        names.collect::<Vec<_>>().join(", ")
    }

    /// Adds an argument. Its value is loaded now, so that later arguments cannot change it. A string can only be the
    /// format of `debugPrintfEXT`.
    pub(crate) fn argument(&mut self, call: &mut OpenCall, expr: Expr) {
        let index = call.arguments.len() as u32;
        if let ExprKind::Text(_) = expr.kind
            && let Callee::Named(name, _) = call.callee
            && let Some(function) = self.message_function(name)
            && (index == 0 || function.takes_strings())
        {
            call.arguments.push(Argument { expr, ..Argument::of_type(common::VOID) });
            return;
        }
        if let (ExprKind::Function(_), Callee::Named(name, _)) = (expr.kind, call.callee)
            && self.takes_function(name, index)
        {
            call.arguments.push(Argument { expr, ..Argument::of_type(common::VOID) });
            return;
        }
        let bit = 1u64.checked_shl(index).unwrap_or(0);
        let is_place = matches!(expr.kind, ExprKind::Place(_));
        let keeps_handles = is_place && self.has_handles() && self.keeps_place(expr.ty);
        let keep_place = is_place && call.places & bit != 0 || keeps_handles;
        let value = match expr.kind {
            ExprKind::Place(_) if call.places & bit != 0 && call.values & bit == 0 => None,
            ExprKind::Place(_) if keep_place && self.holds_opaque(expr.ty) => None,
            _ => self.operand(expr),
        };
        let expr = match value {
            Some(value) if !keep_place => Expr { kind: ExprKind::Value(value), ..expr },
            None if !keep_place => Expr::error(expr.span),
            _ => expr,
        };
        let block = self.cursor.block;
        let position =
            block.map_or(0, |block| self.module.functions[self.cursor.function].blocks[block].insts.len());
        let (writes, outside_writes) = (self.body.writes, self.body.outside_writes);
        call.arguments.push(Argument {
            expr,
            value,
            block,
            position: position as u32,
            writes,
            outside_writes,
        });
    }

    /// `f(void)`
    pub(crate) fn void_argument(&mut self, ty: BuiltinType, span: Span) {
        if ty != BuiltinType::Void {
            let name = ty.name();
            self.report.error(Code::TypeAsValue, span, format!("expected a value, found type `{name}`"));
        }
    }

    /// `)` of a call.
    pub(crate) fn end_call(&mut self, call: OpenCall, end: Span) -> Expr {
        let span = call.span.to(end);
        let mut arguments = call.arguments;
        let result = match call.callee {
            _ if arguments.iter().any(|argument| argument.expr.is_error()) => Expr::error(span),
            Callee::Error => Expr::error(span),
            Callee::Constructor(ty) => self.constructor(ty, &arguments, span),
            Callee::Length(base, ty) => self.end_length(base, &arguments, ty, span),
            Callee::Subroutine(ty, index) => self.call_subroutine(ty, index, &arguments, call.span, span),
            Callee::Named(name, rows) => self.call_named(name, rows, &arguments, call.span, span),
        };
        arguments.clear();
        self.scratch.arguments.push(arguments);
        result
    }

    fn call_named(
        &mut self,
        name: Symbol,
        rows: &'static [Row],
        arguments: &[Argument],
        at: Span,
        span: Span,
    ) -> Expr {
        if let Some(set) = self.scopes.overloads_of(name) {
            match self.resolve(set, arguments) {
                Resolution::Found(index) => return self.call_overload(set, index, None, arguments, at, span),
                Resolution::Ambiguous => {
                    let text = self.symbols.text(name);
                    self.report.error(Code::AmbiguousCall, at, format!("call to `{text}` is ambiguous"));
                    self.list_candidates(set);
                    return Expr::error(span);
                }
                Resolution::None => {}
            }
        }
        if let Some(result) = self.call_builtin(name, rows, arguments, at, span) {
            return result;
        }
        match self.scopes.overloads_of(name) {
            Some(set) => self.report_no_overload(set, name, arguments, at),
            None if self.is_builtin_function(name) => self.report_no_builtin_overload(name, arguments, at),
            None => self.undeclared(name, at),
        }
        Expr::error(span)
    }

    #[cold]
    fn list_candidates(&mut self, set: OverloadsId) {
        const SHOWN: usize = 4;
        let spans: Vec<Span> =
            self.functions.set(set).iter().take(SHOWN).map(|overload| overload.span).collect();
        for span in spans {
            self.report.label(span, "candidate function");
        }
    }

    /// The fit of a value of one type for another; `None` if it does not convert.
    pub(crate) fn fit(&self, from: Type, to: Type) -> Option<Fit> {
        if from == to || self.module.same_image(from, to) || self.module.is_held_as(from, to) {
            return Some(Fit::Exact);
        }
        if !self.can_convert(from, to) {
            return None;
        }
        let types = &self.module.types;
        Some(Fit::of(types.scalar_of(from)?, types.scalar_of(to)?))
    }

    /// The overload of a set that takes these arguments.
    pub(crate) fn resolve(&self, set: OverloadsId, arguments: &[Argument]) -> Resolution<usize> {
        let types = arguments.iter().map(|argument| argument.expr.ty);
        if let Some(index) = self.functions.find_among_many(set, types) {
            return Resolution::Found(index);
        }
        let mut overloads = Overloads::new(arguments.len());
        for (index, overload) in self.functions.set(set).iter().enumerate() {
            if overload.parameters.len() != arguments.len() {
                continue;
            }
            overloads.offer(index, |at| {
                let (parameter, argument) = (overload.parameters.get(at)?, arguments.get(at)?);
                let (outer, inner) = (argument.expr.ty, parameter.ty);
                match parameter.passing {
                    _ if parameter.spirv == SpirvPassing::Reference => (outer == inner).then_some(Fit::Exact),
                    ParamMode::In | ParamMode::ConstIn => self.fit(outer, inner),
                    ParamMode::Out => self.fit(inner, outer),
                    // Only equal types convert both ways.
                    ParamMode::InOut => self.fit(outer, inner).filter(|&fit| fit == Fit::Exact),
                }
            });
        }
        match self.has(Feature::RankedConversions) {
            true => overloads.resolve(),
            false => overloads.resolve_without_ranks(),
        }
    }

    /// Calls a function. `first` is an operand before the arguments.
    pub(crate) fn call_overload(
        &mut self,
        set: OverloadsId,
        index: usize,
        first: Option<Operand>,
        arguments: &[Argument],
        at: Span,
        span: Span,
    ) -> Expr {
        let Some(overload) = self.functions.set_mut(set).get_mut(index) else { return Expr::error(span) };
        overload.called.get_or_insert(at);
        if let Some(item) = overload.instruction {
            let overload = overload.clone();
            self.record(Subject::Function(overload.function), at, Role::Use);
            return self.call_instruction(&overload, item, arguments, span);
        }
        let (function, result, nonuniform) = (overload.function, overload.result, overload.nonuniform);
        let parameters = Rc::clone(&overload.parameters);
        // The function that a subroutine uniform selects has no name here.
        if first.is_none() {
            self.record(Subject::Function(function), at, Role::Use);
        }
        if self.cursor.block.is_some() {
            self.functions.calls.push((self.cursor.function, function, at));
        }
        let mut operands = std::mem::take(&mut self.scratch.operands);
        operands.clear();
        operands.extend(first);
        let mut copies: Vec<(Place, Operand, Type)> = Vec::new();
        let mut direct: Vec<Operand> = Vec::new();
        let mut late = Vec::new();
        let mut failed = !self.check_references(function, &parameters, arguments);
        for (parameter, argument) in parameters.iter().zip(arguments) {
            let operand = if self.passes_by_address(parameter.ty) {
                self.check_kept_qualifiers(argument.expr, parameter.qualifiers);
                self.share_state(argument);
                self.opaque_argument(argument)
            } else if parameter.is_written() {
                self.written_argument(parameter, argument, &mut copies, &mut direct, &mut late)
            } else if let Some(handles) = self.as_handles(argument.expr) {
                self.operand(handles)
            } else {
                let value = self.argument_value(argument);
                value.map(|value| {
                    self.give_precision(value, parameter.precision);
                    let span = argument.expr.span;
                    self.convert_implicitly(value, argument.expr.ty, parameter.ty, span)
                })
            };
            match operand {
                Some(operand) => operands.push(operand),
                None => failed = true,
            }
        }
        if failed {
            return Expr::error(span);
        }
        self.cursor.span = span;
        let value = self.builder().call(function, &operands);
        self.scratch.operands = operands;
        if nonuniform {
            self.mark_nonuniform(value);
        }
        self.body.writes += 1;
        self.body.exits += 1;
        if direct.is_empty() {
            self.body.outside_writes += 1;
        }
        for (place, temporary, ty) in copies {
            let from = Place::whole(temporary, ty, Storage::Function, place.precision);
            let value = self.load_pointer(temporary, &from, span);
            let target = match place.swizzle {
                Some(swizzle) => {
                    let component = self.module.component_of(place.pointee);
                    let scalar = self.module.types.scalar_of(component);
                    match scalar {
                        Some(scalar) => self.module.types.vector(scalar, swizzle.components().len() as u32),
                        None => place.pointee,
                    }
                }
                None => place.pointee,
            };
            let value = self.convert(value, ty, target, span);
            self.store(&place, value, span);
        }
        if result == common::VOID {
            Expr::new(ExprKind::Nothing, common::VOID, span)
        } else {
            Expr::value(value, result, span)
        }
    }

    /// True if an argument stays a place where handles are: the qualifiers of its variable count, and a uniform has a handle.
    fn keeps_place(&self, ty: Type) -> bool {
        self.module.is_handle(ty) || self.holds_opaque(ty)
    }

    /// The address of an opaque argument.
    pub(crate) fn opaque_argument(&mut self, argument: &Argument) -> Option<Operand> {
        let ExprKind::Place(id) = argument.expr.kind else {
            let message = "argument of opaque type must be a variable";
            self.report.error(Code::OpaqueOperand, argument.expr.span, message);
            return None;
        };
        let place = self.places.get(id)?;
        Some(self.pointer_to(&place, argument.expr.span))
    }

    /// The address for a written parameter: the variable itself if it is local and whole, or a temporary that is copied
    /// back.
    fn written_argument(
        &mut self,
        parameter: &crate::lower::declarations::functions::Parameter,
        argument: &Argument,
        copies: &mut Vec<(Place, Operand, Type)>,
        direct: &mut Vec<Operand>,
        late: &mut Vec<Late>,
    ) -> Option<Operand> {
        let span = argument.expr.span;
        let id = self.l_value(argument.expr, "passed to an `out` or `inout` parameter")?;
        let place = self.places.get(id)?;
        // Only whole local variables are passed directly, and functions that were not given the address cannot write to
        // them.
        let outside = self.body.outside_writes - argument.outside_writes;
        let unchanged = parameter.passing == ParamMode::Out
            || parameter.spirv == SpirvPassing::Reference
            || self.body.writes - argument.writes == outside;
        let is_direct = place.storage == Storage::Function
            && place.is_whole()
            && place.pointee == parameter.ty
            && self.holds_precision(place.precision, parameter.precision)
            && unchanged
            && !direct.contains(&place.base);
        if is_direct {
            direct.push(place.base);
            return Some(place.base);
        }
        let name = self.symbols.intern("argument");
        let temporary = self.local_variable(name, parameter.ty, parameter.precision, span);
        self.add_flags(temporary, ValueFlags::ARGUMENT);
        if parameter.passing == ParamMode::InOut {
            let value = self.value_at(id, argument, late);
            let value = self.convert(value, argument.expr.ty, parameter.ty, span);
            let whole = Place::whole(temporary, parameter.ty, Storage::Function, parameter.precision);
            let writes = self.body.writes;
            self.store(&whole, value, span);
            self.body.writes = writes;
        }
        copies.push((place, temporary, parameter.ty));
        Some(temporary)
    }

    /// True if a variable is at least as precise as a parameter.
    fn holds_precision(&self, variable: Precision, parameter: Precision) -> bool {
        let full = |precision| if precision == Precision::None { Precision::High } else { precision };
        full(variable) >= full(parameter)
    }

    /// The value that an argument had when it was evaluated: later arguments may have written to its place. `late` has
    /// the instructions inserted since.
    fn value_at(&mut self, id: PlaceId, argument: &Argument, late: &mut Vec<Late>) -> Operand {
        if self.body.writes == argument.writes {
            return self.load(id, argument.expr.span);
        }
        let (Some(block), Some(here)) = (argument.block, self.cursor.block) else {
            return self.load(id, argument.expr.span);
        };
        // The load is inserted at the point of evaluation.
        let function = self.cursor.function;
        let shift: usize = late.iter().filter(|late| late.block == block).map(|late| late.count).sum();
        let position = argument.position as usize + shift;
        let insts = &mut self.module.functions[function].blocks[block].insts;
        if position > insts.len() {
            return self.load(id, argument.expr.span);
        }
        let later: Vec<_> = insts.drain(position..).collect();
        self.cursor.block = Some(block);
        let value = self.load(id, argument.expr.span);
        let insts = &mut self.module.functions[function].blocks[block].insts;
        late.push(Late { block, count: insts.len() - position });
        insts.extend(later);
        self.cursor.block = Some(here);
        value
    }

    // `.length()`

    fn end_length(&mut self, base: Expr, arguments: &[Argument], ty: Type, span: Span) -> Expr {
        if !arguments.is_empty() {
            let message = format!("`{}` takes no arguments", length_method(ty));
            self.report.error(Code::NoOverload, span, message);
            return Expr::error(span);
        }
        if !self.has(Feature::ArrayValues) {
            self.unsupported(span, "`length()`");
        }
        let length = self.length_of(base, ty, span);
        match length.kind {
            ExprKind::Value(value) => {
                let value = self.convert(value, length.ty, ty, span);
                Expr::value(value, ty, span)
            }
            _ => length,
        }
    }

    /// The length of a value; one that is not known before run time has as many bits as asked for.
    fn length_of(&mut self, base: Expr, ty: Type, span: Span) -> Expr {
        let length = match self.module.types.get(base.ty) {
            TypeData::Array { length: vitrum_ir::Length::Spec(length), .. }
            | TypeData::LongVector { length: vitrum_ir::Length::Spec(length), .. } => {
                let value: Operand = length.into();
                let ty = self.module.constants.ty(length);
                let value = self.convert(value, ty, common::I32, span);
                return Expr::value(value, common::I32, span);
            }
            TypeData::RuntimeArray { .. } => return self.runtime_length(base, ty, span),
            TypeData::CooperativeMatrix { .. } => return self.cooperative_length(base, span),
            _ => self.module.types.length(base.ty),
        };
        match length {
            Some(length) => {
                let constant = self.module.constants.i32(length as i32);
                Expr::value(constant.into(), common::I32, span)
            }
            None => Expr::error(span),
        }
    }

    fn runtime_length(&mut self, base: Expr, ty: Type, span: Span) -> Expr {
        let ExprKind::Place(id) = base.kind else { return Expr::error(span) };
        let Some(place) = self.places.get(id) else { return Expr::error(span) };
        if !matches!(place.storage, Storage::Buffer | Storage::PhysicalBuffer | Storage::ShaderRecord) {
            let sized = place
                .variable
                .filter(|_| place.is_whole())
                .and_then(|id| self.variables.get(id))
                .and_then(|variable| self.vertex_count(place.storage, variable));
            if let Some(length) = sized {
                let constant = self.module.constants.i32(length as i32);
                return Expr::value(constant.into(), common::I32, span);
            }
            if let Some(length) = self.late_length(&place, span) {
                return Expr::value(length, common::I32, span);
            }
            let name = self.place_name(&place);
            let message = if place.storage == Storage::Uniform && !place.is_whole() {
                format!("size of an array at the end of {name} is not known to shaders")
            } else {
                format!("size of {name} is not known yet")
            };
            self.report.error(Code::UnsizedArray, span, message);
            return Expr::error(span);
        }
        if self.module.is_block_array(&place, base.ty) {
            let name = self.place_name(&place);
            self.report.error(Code::UnsizedArray, span, format!("number of blocks in {name} is not known"));
            return Expr::error(span);
        }
        let pointer = self.pointer_to(&place, span);
        let own = if ty == common::I64 { common::U64 } else { common::U32 };
        self.cursor.span = span;
        let length = self.builder().emit(Op::ArrayLength, &[pointer], 0, own, Precision::None);
        let value = self.convert(length, own, ty, span);
        if self.precision.in_language {
            // A run-time length may need more than 16 bits.
            self.set_precision(length, Precision::High);
            self.set_precision(value, Precision::High);
        }
        Expr::value(value, ty, span)
    }

    fn cooperative_length(&mut self, base: Expr, span: Span) -> Expr {
        let length = vitrum_ir::Intrinsic::CooperativeMatrixLength;
        let result = if self.has_matrix_use(base.ty) == Some(false) {
            // It is a constant, which the type decides (`GL_NV_cooperative_matrix`).
            self.module.constants.matrix_length(base.ty).into()
        } else {
            let Some(value) = self.operand(base) else { return Expr::error(span) };
            self.cursor.span = span;
            self.builder().intrinsic(length, &[value], common::U32, Precision::None)
        };
        let result = self.convert(result, common::U32, common::I32, span);
        Expr::value(result, common::I32, span)
    }
}
