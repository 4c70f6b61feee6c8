//! Local variables, and named constants.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::declarations::initializers::Initializer;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::declarations::variables::{Variable, VariableKind};
use crate::lower::declarations::{Declarator, FullType};
use crate::lower::expressions::places::{Place, Protection};
use crate::lower::queries::ModuleQueries;
use crate::lower::scopes::Entity;
use crate::lower::statements::Enclosing;
use crate::symbols::Symbol;
use vitrum_glsl::features::Feature;
use vitrum_ir::{Operand, Precision, Qualifiers, Span, Storage, Type};

impl Lowering<'_> {
    /// Qualifiers that a local variable of this type can have besides `const`. Memory qualifiers apply to the target of
    /// a reference.
    fn local_flags(&self, ty: Type) -> Qualifiers {
        let inner = self.module.innermost(ty);
        if !self.module.is_reference(inner) && !self.module.is_handle(inner) {
            return Qualifiers::PRECISE;
        }
        Qualifiers::OF_ACCESSES.union(Qualifiers::RESTRICT).union(Qualifiers::PRECISE)
    }

    pub(crate) fn declare_local(
        &mut self,
        full: &FullType,
        declarator: Declarator,
        ty: Type,
        initializer: Option<Initializer>,
    ) {
        let ty = self.held_type(ty);
        let qualifiers = &full.qualifiers;
        self.report.reject_subroutine(qualifiers);
        self.check_local_qualifiers(qualifiers, declarator, ty);
        if initializer.is_some() && self.module.is_state(ty) {
            self.state_value(ty, declarator);
            return self.bind_error(declarator);
        }
        if self.holds_opaque(ty) && !self.module.is_state(ty) {
            let name = self.module.type_name(ty);
            let message = format!("local variable cannot be of opaque type `{name}`");
            self.report.error(Code::OpaqueVariable, declarator.span, message);
            self.report.help("use the `uniform` itself, or pass it to a function as a parameter");
            return self.bind_error(declarator);
        }
        let value = initializer.as_ref().map(|initializer| self.initial_value(initializer, ty));
        let ty = self.sized_by_value(ty, value);
        if self.redeclare_local(full, declarator, ty, value)
            || !self.check_name(declarator.name, declarator.span)
        {
            return;
        }
        let unsized_array = self.module.is_unsized(ty);
        if unsized_array && !self.check_implicit_local(declarator, ty) {
            return self.bind_error(declarator);
        }
        self.note_coherent_reference(ty, qualifiers.flags);
        let precision = self.variable_precision(ty, qualifiers.precision, declarator.span);
        let mut variable = Variable {
            protection: qualifiers.constant.then_some(Protection::Const),
            qualifiers: qualifiers.flags,
            nonuniform: qualifiers.nonuniform,
            ..Variable::new(declarator.name, declarator.span, ty, precision, VariableKind::Error)
        };
        let value = value.and_then(|value| {
            let coerced = self.coerce(value, ty, "initialiser")?;
            Some((coerced, value.span))
        });
        if qualifiers.constant {
            variable.kind = self.constant_kind(initializer.is_some(), value, declarator, true);
        }
        if variable.kind == VariableKind::Error && (!qualifiers.constant || value.is_some()) {
            let base = self.local_variable(declarator.name, ty, precision, declarator.span);
            variable.kind = VariableKind::Memory(base, Storage::Function);
            if let Some((value, span)) = value {
                let mut place = Place::whole(base, ty, Storage::Function, precision);
                place.precise = qualifiers.flags.contains(Qualifiers::PRECISE);
                self.store(&place, value, declarator.span.to(span));
            }
        }
        self.note_declared(declarator.name, declarator.span, Code::UnusedVariable);
        let id = self.variables.add(variable);
        if qualifiers.constant {
            self.name_constant(id, true);
        }
        if unsized_array {
            self.implicit.locals.push(id);
        }
        self.scopes.bind(declarator.name, Entity::Variable(id), declarator.span);
    }

    fn check_local_qualifiers(&mut self, qualifiers: &QualifierList, declarator: Declarator, ty: Type) {
        if qualifiers.spirv.storage {
            let message = "`spirv_storage_class` is allowed only on global variables";
            self.report.error(Code::SpirvIntrinsic, qualifiers.span, message);
        } else if let Some(storage) = qualifiers.storage {
            let text = storage.text();
            self.report.misplaced(qualifiers.span, format!("local variable cannot be `{text}`"));
            self.report.help("declare it outside of functions");
        } else if let Some(span) = qualifiers.layout.span {
            self.report.misplaced(span, "layout qualifiers are not allowed on local variables");
        } else if qualifiers.interpolation.is_some()
            || qualifiers.task_memory.is_some()
            || !self.local_flags(ty).contains(qualifiers.flags)
        {
            let name = self.symbols.text(declarator.name);
            let message = format!(
                "only `const`, `precise` and precision qualifiers are allowed on local variable `{name}`"
            );
            self.report.misplaced(qualifiers.span, message);
        }
    }

    /// Reports an initial value for a type without values.
    pub(crate) fn state_value(&mut self, ty: Type, declarator: Declarator) {
        let (name, ty) = (self.symbols.text(declarator.name), self.module.type_name(ty));
        let message = format!("`{name}` of opaque type `{ty}` cannot be initialised");
        self.report.error(Code::Initializer, declarator.span, message);
    }

    /// The kind of a `const`: a constant, or any value if it is local and the version allows it. `Error` if it has
    /// none.
    pub(crate) fn constant_kind(
        &mut self,
        initialized: bool,
        value: Option<(Operand, Span)>,
        declarator: Declarator,
        local: bool,
    ) -> VariableKind {
        let Some((operand, span)) = value else {
            if !initialized {
                let name = self.symbols.text(declarator.name);
                let message = format!("constant `{name}` must be initialised");
                self.report.error(Code::MissingInitializer, declarator.span, message);
            }
            return VariableKind::Error;
        };
        let expression = self.body.is_constant_expression(span);
        if expression && self.module.constant_of(operand).is_some() {
            return VariableKind::Value(operand);
        }
        if local
            && (self.has(Feature::RuntimeConstants)
                || operand.constant().is_some() && self.cursor.block.is_none())
        {
            return VariableKind::Error;
        }
        let name = self.symbols.text(declarator.name);
        let message = format!("initialiser of constant `{name}` is not a constant expression");
        self.report.error(Code::NotConstant, span, message);
        // Values of the initialisers of globals do not exist in other functions.
        if local || operand.constant().is_some() { VariableKind::Value(operand) } else { VariableKind::Error }
    }

    /// Adds a local variable. Directly in a `switch` it goes before the `switch`, since cases share a scope.
    pub(crate) fn local_variable(
        &mut self,
        name: Symbol,
        ty: Type,
        precision: Precision,
        span: Span,
    ) -> Operand {
        let here = self.cursor.block;
        if let Some(Enclosing::Switch(switch)) = self.body.enclosing.last() {
            self.cursor.block = switch.block;
        }
        self.cursor.span = span;
        let text = self.symbols.text(name);
        let base = vitrum_ir::Builder::new(&mut self.module, &mut self.cursor).var(ty, text, precision, None);
        self.cursor.block = here;
        base
    }
}
