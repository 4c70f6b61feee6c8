//! Functions: headers, parameters, prototypes and definitions.

use crate::diagnostics::Code;
use crate::index::Role;
use crate::lower::Lowering;
use crate::lower::declarations::overload_sets::{Functions, Overload};
use crate::lower::declarations::qualifiers::{AUXILIARY, OF_MESHES, QualifierList};
use crate::lower::declarations::subroutines::SubroutineQualifier;
use crate::lower::declarations::variables::{Variable, VariableKind};
use crate::lower::declarations::{Declarator, FullType};
use crate::lower::expressions::places::{Place, Protection};
use crate::lower::extensions::spirv_intrinsics::SpirvPassing;
use crate::lower::queries::ModuleQueries;
use crate::lower::recorder::Subject;
use crate::lower::scopes::{Entity, OverloadsId};
use crate::lower::statements::attributes::Hints;
use crate::spelling::counted;
use crate::symbols::Symbol;
use crate::tokens::Qualifier;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::{
    Block, BlockData, Cursor, Function, List, Op, Origin, ParamData, ParamMode, Precision, Qualifiers, Span,
    SpirvItem, Storage, Type,
};

/// A parameter in a header.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    /// Its name, if it has one.
    pub(crate) name: Option<(Symbol, Span)>,
    /// Its type.
    pub(crate) ty: Type,
    /// The passing mode.
    pub(crate) passing: ParamMode,
    /// Its precision.
    pub(crate) precision: Precision,
    /// Memory qualifiers and `precise`.
    pub(crate) qualifiers: Qualifiers,
    /// True if it is `nonuniformEXT`.
    pub(crate) nonuniform: bool,
    /// The form that an instruction of SPIR-V takes it in.
    pub(crate) spirv: SpirvPassing,
    /// The first of its decorations by `GL_EXT_spirv_intrinsics`.
    pub(crate) decoration: Option<u32>,
}

impl Parameter {
    /// Its data in the IR.
    pub(crate) fn data(&self) -> ParamData {
        ParamData {
            passing: self.passing,
            qualifiers: self.qualifiers,
            spirv: self.decoration,
            layout: None,
            origin: self.name.map_or_else(Span::default, |name| name.1).into(),
        }
    }

    /// True if the callee writes to it.
    pub(crate) fn is_written(&self) -> bool {
        matches!(self.passing, ParamMode::Out | ParamMode::InOut)
    }
}

/// A function header that is being read, or has been.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    pub(crate) name: Symbol,
    pub(crate) span: Span,
    pub(crate) origin: Origin,
    pub(crate) result: Type,
    pub(crate) precision: Precision,
    pub(crate) precise: bool,
    /// True if its result is `nonuniformEXT`.
    pub(crate) nonuniform: bool,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) wrong: bool,
    pub(crate) subroutine: SubroutineQualifier,
    pub(crate) subroutine_index: Option<u32>,
    pub(crate) spirv: Option<SpirvItem>,
    /// The first decoration of its result by `GL_EXT_spirv_intrinsics`.
    pub(crate) decoration: Option<u32>,
}

/// The function that is executed: `main`.
#[derive(Debug)]
pub(crate) struct EntryPoint {
    /// The function. Its body holds the initialisers of globals.
    pub(crate) function: Function,
    /// The block with the shader's own code; `None` until `main` is defined.
    pub(crate) body: Option<Block>,
}

/// A function whose body is being read.
#[must_use]
#[derive(Debug)]
pub(crate) struct OpenFunction {
    /// The end of the initialisers of globals.
    outer: Cursor,
}

/// The two ways to declare a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Declared {
    /// `;` after the header.
    Prototype,
    /// A body, or an instruction of SPIR-V, which needs none.
    Body,
}

impl Functions {
    /// Marks a function as defined.
    fn mark_defined(&mut self, set: OverloadsId, index: usize) {
        if let Some(known) = self.set_mut(set).get_mut(index) {
            known.defined = true;
        }
    }
}

impl Lowering<'_> {
    /// `type name(`
    pub(crate) fn begin_header(&mut self, full: &FullType, name: Symbol, span: Span) -> Header {
        let qualifiers = &full.qualifiers;
        let mut wrong = full.ty == common::VOID && full.builtin.is_none();
        let subroutine = qualifiers.subroutine.span.is_some();
        wrong |= !self.check_subroutine_header(qualifiers);
        let has_layout = qualifiers.layout.span.is_some() && !subroutine;
        if qualifiers.storage.is_some() || qualifiers.constant || has_layout {
            self.report.misplaced(qualifiers.span, "only precision qualifiers are allowed on a return type");
            wrong = true;
        }
        let result = self.held_type(full.ty);
        if self.holds_opaque(result) {
            let found = self.module.type_name(full.ty);
            let message = format!("function cannot return opaque type `{found}`");
            self.report.error(Code::OpaqueVariable, full.span, message);
            wrong = true;
        }
        if self.module.is_unsized(full.ty) {
            self.report.error(Code::UnsizedArray, full.span, "array in a return type must have a size");
            wrong = true;
        }
        wrong |= self.rejects_array_value(full.ty, Code::InterfaceType, full.span, "returned");
        let precision = self.variable_precision(full.ty, qualifiers.precision, full.span);
        let precise = qualifiers.flags.contains(Qualifiers::PRECISE);
        let subroutine_index = qualifiers.layout.numbers.index;
        Header {
            name,
            span,
            origin: self.origin(full.start(), span),
            result,
            precision,
            precise,
            nonuniform: qualifiers.nonuniform,
            parameters: Vec::new(),
            wrong,
            decoration: full.qualifiers.spirv.decoration(),
            spirv: full.qualifiers.spirv.instruction.clone(),
            subroutine: full.qualifiers.subroutine.clone(),
            subroutine_index,
        }
    }

    /// One parameter.
    pub(crate) fn parameter(&mut self, header: &mut Header, full: &FullType, declarator: Option<Declarator>) {
        let ty = match declarator {
            Some(declarator) => self.apply_dimensions(full.ty, declarator.dims, declarator.span),
            None => full.ty,
        };
        let span = declarator.map_or(full.span, |declarator| declarator.span);
        match self.checked_parameter(full, declarator, ty, span) {
            Some(parameter) => header.parameters.push(parameter),
            None => {
                header.wrong = true;
                if let Some(declarator) = declarator {
                    self.report.forgive(declarator.name);
                }
            }
        }
    }

    /// The passing mode that the qualifiers of a parameter mean; `None` after an error.
    fn passing_of(&mut self, qualifiers: &QualifierList) -> Option<ParamMode> {
        Some(match qualifiers.storage {
            None | Some(Qualifier::In) if qualifiers.constant => ParamMode::ConstIn,
            None | Some(Qualifier::In) => ParamMode::In,
            Some(Qualifier::Out) => ParamMode::Out,
            Some(Qualifier::InOut) => ParamMode::InOut,
            Some(other) => {
                let text = other.text();
                self.report.misplaced(qualifiers.span, format!("parameter cannot be `{text}`"));
                return None;
            }
        })
    }

    fn checked_parameter(
        &mut self,
        full: &FullType,
        declarator: Option<Declarator>,
        ty: Type,
        span: Span,
    ) -> Option<Parameter> {
        let ty = self.held_type(ty);
        let qualifiers = &full.qualifiers;
        self.report.reject_subroutine(qualifiers);
        if full.defines && self.settings.webgl.is_some() {
            self.report.misplaced(full.span, "struct cannot be defined in a parameter");
            return None;
        }
        let passing = self.passing_of(qualifiers)?;
        let interface = AUXILIARY.union(OF_MESHES).union(Qualifiers::INVARIANT);
        if qualifiers.layout.span.is_some()
            || qualifiers.interpolation.is_some()
            || qualifiers.task_memory.is_some()
            || qualifiers.flags.intersects(interface)
        {
            let message = "layout, interpolation and auxiliary qualifiers are not allowed on parameters";
            self.report.misplaced(qualifiers.span, message);
            return None;
        }
        if matches!(passing, ParamMode::Out | ParamMode::InOut)
            && !Feature::ArrayOutParameters.is_in(self.version())
        {
            self.rejects_array_value(ty, Code::VersionLacks, span, "an `out` or `inout` parameter");
        }
        if qualifiers.constant && matches!(passing, ParamMode::Out | ParamMode::InOut) {
            self.report.misplaced(qualifiers.span, "`const` parameter cannot be `out` or `inout`");
            return None;
        }
        let has_name = declarator.is_some();
        if ty == common::VOID {
            // A lone `void` means no parameters, which is checked at the end of the header.
            let alone = !has_name && full.builtin.is_some() && qualifiers.span == Span::default();
            if !alone && full.builtin.is_some() {
                self.report.error(Code::VoidVariable, span, "parameter cannot be of type `void`");
            }
            if !alone {
                return None;
            }
        }
        if self.holds_opaque(ty) && matches!(passing, ParamMode::Out | ParamMode::InOut) {
            let found = self.module.type_name(ty);
            let message = format!("parameter of opaque type `{found}` cannot be `out` or `inout`");
            self.report.error(Code::OpaqueVariable, span, message);
            return None;
        }
        if self.module.holds_descriptor(ty) {
            let found = self.module.type_name(ty);
            let message = format!("parameter cannot be of type `{found}`, which only descriptor heaps hold");
            self.report.error(Code::OpaqueVariable, span, message);
            return None;
        }
        if self.module.is_unsized(ty) {
            self.report.error(Code::UnsizedArray, span, "array parameter must have a size");
            return None;
        }
        if !self.check_pixel_local_type(ty, span) {
            return None;
        }
        let precision = self.variable_precision(ty, qualifiers.precision, span);
        let parameter = Parameter {
            name: declarator.map(|declarator| (declarator.name, declarator.span)),
            ty,
            passing,
            precision,
            qualifiers: qualifiers.flags,
            nonuniform: qualifiers.nonuniform,
            spirv: qualifiers.spirv.passing,
            decoration: qualifiers.spirv.decoration(),
        };
        self.check_literal_parameter(&parameter, span);
        Some(parameter)
    }

    /// `)` after the parameters.
    pub(crate) fn end_header(&mut self, header: &mut Header) {
        let is_void = |parameter: &Parameter| parameter.ty == common::VOID;
        if let [only] = header.parameters.as_slice()
            && is_void(only)
        {
            header.parameters.clear();
        }
        if header.parameters.iter().any(is_void) {
            header.wrong = true;
            self.report.error(Code::VoidVariable, header.span, "`void` must be the only parameter");
        }
        self.pass_references(header);
    }

    /// `;` after a header.
    pub(crate) fn prototype(&mut self, header: &Header, hints: Hints) {
        self.entry_attributes(header, &hints);
        if self.scopes.depth() > 0
            && Feature::GlobalPrototypes.is_in(self.version())
            && header.spirv.is_none()
        {
            let message = "function cannot be declared inside a function";
            self.report.error(Code::LocalFunction, header.span, message);
            return;
        }
        if self.subroutine_prototype(header) || self.spirv_prototype(header) {
            return;
        }
        if let Some(function) = self.declare_function(header, Declared::Prototype) {
            self.inlining_attribute(function, header, &hints);
        }
    }

    /// Applies the wish about calls of a function, which its declarations share.
    fn inlining_attribute(&mut self, function: Function, header: &Header, hints: &Hints) {
        let Some((inlining, span)) = hints.inlining else { return };
        let data = &mut self.module.functions[function];
        if data.inlining.is_some_and(|other| other != inlining) {
            let before = data.origin.span;
            let before = if before == header.origin.span { header.span } else { before };
            self.report_opposite_attributes(inlining, span, before);
            return;
        }
        data.inlining = Some(inlining);
    }

    /// Applies the attributes around a header that are about the entry point.
    fn entry_attributes(&mut self, header: &Header, hints: &Hints) {
        let Some((modes, span)) = hints.entry else { return };
        if self.symbols.text(header.name) == "main" {
            self.module.execution.modes.insert(modes);
        } else {
            self.report.misplaced(span, "attribute is allowed only on the entry point `main`");
        }
    }

    /// `{` after a header.
    pub(crate) fn begin_function(&mut self, header: &Header, hints: Hints) -> OpenFunction {
        self.entry_attributes(header, &hints);
        if header.spirv.is_some() {
            let message = "`spirv_instruction` function cannot have a body";
            self.report.error(Code::SpirvIntrinsic, header.span, message);
        }
        let function = self.declare_function(header, Declared::Body);
        let function = match function {
            Some(function) => function,
            None => self.new_function(header, false, 0),
        };
        self.inlining_attribute(function, header, &hints);
        self.define_subroutine(header, function);
        self.enter_function(function, header)
    }

    fn declare_function(&mut self, header: &Header, declared: Declared) -> Option<Function> {
        if header.wrong {
            // Calls of it cannot be checked.
            self.report.failed = true;
            self.functions.wrong.push(header.name);
        }
        let text = self.symbols.text(header.name);
        let is_main = text == "main";
        if !self.check_reserved(header.name, header.span) {
            return None;
        }
        if is_main && (!header.parameters.is_empty() || header.result != common::VOID) {
            self.report_main(header);
            return None;
        }
        if self.redefines_builtin(header.name, &header.parameters) {
            let (version, text) = (self.version(), self.symbols.text(header.name));
            let message = format!("built-in function `{text}` cannot be redefined in version {version}");
            self.report.error(Code::BuiltinRedefined, header.span, message);
            return None;
        }
        if self.is_block_name(header.name, header.span) {
            return None;
        }
        let set = match self.scopes.lookup_global(header.name).map(|found| (found.entity, found.span)) {
            Some((Entity::Functions(set), _)) => set,
            Some((_, before)) => {
                let text = self.symbols.text(header.name);
                let message = format!("`{text}` is already declared, but not as a function");
                self.report.redefinition(header.span, message, before);
                return None;
            }
            None => {
                let set = self.functions.new_set();
                // A prototype in a function body is bound there, and ends with the function (GLSL 1.10).
                self.scopes.bind(header.name, Entity::Functions(set), header.span);
                set
            }
        };
        let same = self.functions.find(set, header.parameters.iter().map(|parameter| parameter.ty));
        let role = if declared == Declared::Body { Role::Definition } else { Role::Declaration };
        if let Some(index) = same {
            if let Some(known) = self.functions.set(set).get(index) {
                self.record(Subject::Function(known.function), header.span, role);
            }
            return self.declare_again(header, declared, set, index);
        }
        let limit = self.settings.limits.overloads;
        if self.functions.set(set).len() >= limit {
            let text = self.symbols.text(header.name);
            let message = format!("`{text}` has more than {limit} overloads");
            self.report.error(Code::OverloadLimit, header.span, message);
            return None;
        }
        // Two tokens make an instruction on average, and few functions have more than three for four tokens.
        let capacity = if declared == Declared::Body { self.tokens_of_body() * 3 / 4 } else { 0 };
        let function = self.new_function(header, is_main, capacity);
        self.record(Subject::Function(function), header.span, role);
        let defined = declared == Declared::Body;
        self.functions.add(set, Overload { defined, ..Overload::new(header, function) });
        Some(function)
    }

    /// Reports a `main` that has parameters or a result.
    #[cold]
    fn report_main(&mut self, header: &Header) {
        let fault = match header.parameters.len() {
            0 => format!("found the result type `{}`", self.module.type_name(header.result)),
            count => format!("found {}", counted(count, "parameter")),
        };
        let message = format!("`main` must be declared as `void main()`, {fault}");
        self.report.error(Code::MainSignature, header.span, message);
        match header.parameters.is_empty() {
            true => self.report.help("write the result to an output variable"),
            false => {
                self.report.help("inputs and resources are declared outside, as `in` and `uniform` variables")
            }
        }
    }

    /// Declares a function that is an instruction of SPIR-V.
    pub(crate) fn declare_instruction(&mut self, header: &Header, item: u32) {
        let Some(function) = self.declare_function(header, Declared::Body) else { return };
        let Some(Entity::Functions(set)) = self.scopes.lookup(header.name).map(|found| found.entity) else {
            return;
        };
        let known = self.functions.set_mut(set).iter_mut().find(|overload| overload.function == function);
        if let Some(overload) = known {
            overload.instruction = Some(item);
        }
    }

    fn declare_again(
        &mut self,
        header: &Header,
        declared: Declared,
        set: OverloadsId,
        index: usize,
    ) -> Option<Function> {
        let known = self.functions.set(set).get(index)?;
        let (before, function, defined) = (known.span, known.function, known.defined);
        let is_body = declared == Declared::Body;
        let precision = self.module.functions[function].precision;
        let text = self.symbols.text(header.name);
        let mut pairs = known.parameters.iter().zip(&header.parameters);
        let mut conflicts = true;
        let wrong = if known.result != header.result {
            let (old, new) = (self.module.type_name(known.result), self.module.type_name(header.result));
            format!("conflicting return types `{old}` and `{new}` for function `{text}`")
        } else if !is_body && !defined && !Feature::RepeatedPrototypes.is_in(self.version()) {
            // ESSL 1.00 section 6.1.
            conflicts = false;
            format!("version {} does not support redeclaring function `{text}`", self.version())
        } else if pairs.any(|(a, b)| a.passing != b.passing) {
            format!("conflicting parameter qualifiers for function `{text}`")
        } else if self.precision.in_language && precision != header.precision {
            conflicts = false;
            format!("conflicting return precisions for function `{text}`")
        } else if is_body && defined {
            format!("function `{text}` is already defined")
        } else {
            if is_body {
                self.functions.mark_defined(set, index);
            }
            return Some(function);
        };
        self.report.redefinition(header.span, wrong, before);
        if conflicts {
            // Calls are not reported, too.
            self.functions.mark_defined(set, index);
        }
        None
    }

    fn new_function(&mut self, header: &Header, is_main: bool, capacity: usize) -> Function {
        let name = self.module.names.intern(self.symbols.text(header.name));
        if is_main {
            // The start of `main` holds the initialisers of globals.
            let main = self.entry.function;
            let data = &mut self.module.functions[main];
            if data.insts.is_empty() {
                *data = self.memory.spare.function(name, header.result, capacity);
            }
            data.origin = header.origin;
            return main;
        }
        let mut data = self.memory.spare.function(name, header.result, capacity);
        data.precision = header.precision;
        data.origin = header.origin;
        data.spirv = header.decoration;
        for parameter in &header.parameters {
            let ty = self.parameter_type(parameter);
            data.add_param(data.body, ty, parameter.precision);
            data.params.push(parameter.data());
        }
        self.module.functions.alloc(data)
    }

    /// The type of the parameter in the IR: a pointer if it is written, or of opaque type.
    pub(crate) fn parameter_type(&mut self, parameter: &Parameter) -> Type {
        if parameter.is_written() {
            self.module.types.pointer(Storage::Function, parameter.ty)
        } else if self.passes_by_address(parameter.ty) {
            self.module.types.pointer(self.handle_storage(parameter.ty), parameter.ty)
        } else {
            parameter.ty
        }
    }

    /// True if an `in` parameter of this type is the address of the argument.
    pub(crate) fn passes_by_address(&self, ty: Type) -> bool {
        self.holds_opaque(ty)
    }

    /// The storage of uniforms of an opaque type, and of variables of ray queries: local ones that are passed to
    /// functions become private to the invocation.
    fn handle_storage(&self, ty: Type) -> Storage {
        if self.module.is_state(ty) {
            Storage::Private
        } else if self.module.is_atomic_counter(ty) {
            Storage::AtomicCounter
        } else {
            Storage::Opaque
        }
    }

    fn enter_function(&mut self, function: Function, header: &Header) -> OpenFunction {
        let body = if function == self.entry.function {
            // The body goes behind the initialisers of all globals, including later ones.
            let data = &mut self.module.functions[function];
            // Usually there are none, and the body takes over the allocation of their block.
            let body = data.body;
            let insts = match &mut data.blocks[body].insts {
                initialisers if initialisers.is_empty() => std::mem::take(initialisers),
                _ => List::with_capacity(32),
            };
            let block = data.blocks.alloc(BlockData { params: List::new(), insts });
            self.entry.body = Some(block);
            block
        } else {
            self.module.functions[function].body
        };
        let open = OpenFunction { outer: self.cursor };
        self.cursor.function = function;
        self.cursor.block = Some(body);
        self.places.clear();
        self.body.returns = false;
        (self.body.result, self.body.result_precision) = (header.result, header.precision);
        self.body.precise_result = header.precise;
        self.functions.defined.push(function);
        self.scopes.push();
        self.begin_declarations();
        self.declare_parameters(function, &header.parameters);
        // Browsers have the rule of later versions in ESSL 1.00, too.
        if Feature::ParameterScope.is_in(self.version()) && self.settings.webgl.is_none() {
            self.scopes.push();
        }
        open
    }

    /// The number of tokens before the `}` of the function whose `{` was read; 0 if the braces do not match.
    fn tokens_of_body(&self) -> usize {
        let (bodies, here) = (self.settings.bodies, self.extensions.position());
        let next = bodies.partition_point(|&(start, _)| start + 1 < here);
        bodies.get(next).filter(|body| body.0 + 1 == here).map_or(0, |&(_, end)| end - here)
    }

    fn declare_parameters(&mut self, function: Function, parameters: &[Parameter]) {
        let body = self.module.functions[function].body;
        for (index, parameter) in parameters.iter().enumerate() {
            let Some((name, span)) = parameter.name else { continue };
            let Some(&value) = self.module.functions[function].blocks[body].params.get(index) else {
                continue;
            };
            let name_id = self.module.names.intern(self.symbols.text(name));
            self.module.functions[function].set_value_name(value, name_id);
            if !self.check_name(name, span) {
                continue;
            }
            let by_address = self.passes_by_address(parameter.ty);
            let kind = if by_address {
                VariableKind::Memory(value.into(), self.handle_storage(parameter.ty))
            } else if parameter.is_written() {
                VariableKind::Memory(value.into(), Storage::Function)
            } else if parameter.passing == ParamMode::ConstIn {
                VariableKind::Value(value.into())
            } else {
                let base = self.local_variable(name, parameter.ty, parameter.precision, span);
                let place = Place::whole(base, parameter.ty, Storage::Function, parameter.precision);
                self.store(&place, value.into(), span);
                VariableKind::Memory(base, Storage::Function)
            };
            let protection = match parameter.passing {
                ParamMode::ConstIn => Some(Protection::Const),
                ParamMode::In if by_address => Some(Protection::Uniform),
                ParamMode::In | ParamMode::Out | ParamMode::InOut => None,
            };
            self.note_coherent_reference(parameter.ty, parameter.qualifiers);
            self.note_declared(name, span, Code::UnusedParameter);
            let id = self.variables.add(Variable {
                protection,
                qualifiers: parameter.qualifiers,
                nonuniform: parameter.nonuniform,
                ..Variable::new(name, span, parameter.ty, parameter.precision, kind)
            });
            self.scopes.bind(name, Entity::Variable(id), span);
            self.record_parameter(id, parameter.passing);
        }
    }

    /// `}` of a function body. After a syntax error (`recovered`) a missing `return` is not reported: it may have been
    /// there.
    pub(crate) fn end_function(&mut self, open: OpenFunction, recovered: bool, at: Span) {
        self.body.returns |= recovered;
        self.report.is_recovered = false;
        if self.cursor.block.is_some() {
            let result = self.body.result;
            if result == common::VOID {
                self.finish_block(Op::Return, &[], at);
            } else {
                if !self.body.returns {
                    let function = self.cursor.function;
                    let name = self.module.names.get(self.module.functions[function].name);
                    let message = format!("function `{name}` can end without returning a value");
                    self.report.error(Code::MissingReturn, at, message);
                } else if self.asks(Code::MissingReturnOnPath) {
                    self.warn_missing_return(self.cursor.block, at);
                }
                let value = self.undef_of(result);
                self.finish_block(Op::Return, &[value], at);
            }
        }
        self.warn_unused_names(at);
        self.size_implicit_locals();
        self.spread_precise();
        self.close_scopes(0);
        self.places.clear();
        self.cursor = open.outer;
        (self.body.result, self.body.result_precision) = (common::VOID, Precision::None);
    }
}
