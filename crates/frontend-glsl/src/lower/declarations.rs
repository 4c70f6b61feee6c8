//! Declarations: what all of them share, and those of local variables.

use super::Lowering;
use super::expressions::Expr;
use super::places::{Place, Protection};
use super::qualifiers::QualifierList;
use super::scopes::Entity;
use super::statements::Enclosing;
use super::type_queries::TypeQueries;
use super::types::{Dimensions, TypeSpec};
use super::variables::{Home, Variable};
use crate::builtin_types::BuiltinType;
use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::symbols::Symbol;
use std::rc::Rc;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::{Constant, ConstantKind, Operand, Precision, Qualifiers, Span, Storage, Type, TypeData};

/// A name with dimensions, in a declaration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declarator {
    /// The name.
    pub(crate) name: Symbol,
    /// Where it is.
    pub(crate) span: Span,
    /// The dimensions behind the name.
    pub(crate) dims: Dimensions,
}

/// An initial value as it was written.
#[derive(Debug)]
pub(crate) enum Initializer {
    /// An expression.
    Expr(Expr),
    /// A list in braces.
    List {
        /// Its items, of which the expressions are loaded.
        items: Vec<Initializer>,
        /// The braces and what is between them.
        span: Span,
    },
}

impl Initializer {
    fn span(&self) -> Span {
        match self {
            Self::Expr(expr) => expr.span,
            Self::List { span, .. } => *span,
        }
    }

    fn is_empty_list(&self) -> bool {
        matches!(self, Self::List { items, .. } if items.is_empty())
    }
}

/// What a declaration says before its names.
#[derive(Clone, Debug)]
pub(crate) struct FullType {
    /// Qualifiers, empty if there are none; shared, since they are many words and seldom there.
    pub(crate) qualifiers: Rc<QualifierList>,
    /// The type, with the dimensions that follow it.
    pub(crate) ty: Type,
    /// Where the type was written.
    pub(crate) span: Span,
    /// The built-in name it was written with.
    pub(crate) builtin: Option<BuiltinType>,
    /// Whether a struct is defined here.
    pub(crate) defines: bool,
}

impl Lowering<'_> {
    /// The end of qualifiers and type.
    pub(crate) fn full_type(&mut self, spec: TypeSpec, qualifiers: Option<Rc<QualifierList>>) -> FullType {
        let qualifiers = qualifiers.unwrap_or_else(|| Rc::clone(&self.no_qualifiers));
        let mut ty = self.apply_dimensions(spec.ty, spec.dims, spec.span);
        if spec.defines && qualifiers.precision.is_some() {
            self.report.error(Code::PrecisionStatement, qualifiers.span, "a struct has no precision");
        }
        if let Some(format) = qualifiers.layout.format {
            ty = self.with_format(ty, format);
        }
        FullType { qualifiers, ty, span: spec.span, builtin: spec.builtin, defines: spec.defines }
    }

    /// An image type with a format, through arrays.
    fn with_format(&mut self, ty: Type, format: vitrum_ir::ImageFormat) -> Type {
        match self.module.types.get(ty) {
            TypeData::Image(image) if image.storage => {
                self.module.types.intern(TypeData::Image(vitrum_ir::ImageType { format, ..image }))
            }
            TypeData::Array { element, length } => {
                let element = self.with_format(element, format);
                self.module.types.intern(TypeData::Array { element, length })
            }
            TypeData::RuntimeArray { element } => {
                let element = self.with_format(element, format);
                self.module.types.intern(TypeData::RuntimeArray { element })
            }
            _ => ty,
        }
    }

    /// One name of a declaration, with its initialiser.
    pub(crate) fn declare(
        &mut self,
        full: &FullType,
        declarator: Declarator,
        initializer: Option<Initializer>,
    ) {
        if initializer.is_some() {
            // A declaration that does nothing may stand before the first label of a `switch`.
            self.begin_statement(declarator.span);
        }
        self.reject_spirv(&full.qualifiers);
        let ty = self.declared_type(full, declarator);
        match ty {
            None => {
                if let Some(Initializer::Expr(initializer)) = initializer {
                    self.discard_value(initializer);
                }
                self.bind_broken(declarator);
            }
            Some(ty) if full.qualifiers.subroutine.span.is_some() && self.scopes.depth() == 0 => {
                if let Some(initializer) = initializer {
                    self.report.error(
                        Code::Initializer,
                        initializer.span(),
                        "a subroutine uniform has no initial value",
                    );
                }
                self.declare_subroutine_uniform(full, declarator, ty);
            }
            Some(ty) if self.scopes.depth() == 0 => self.declare_global(full, declarator, ty, initializer),
            Some(ty) => self.declare_local(full, declarator, ty, initializer),
        }
    }

    /// The type of a declarator; `None` if it was wrong, which has been reported.
    pub(crate) fn declared_type(&mut self, full: &FullType, declarator: Declarator) -> Option<Type> {
        let ty = self.apply_dimensions(full.ty, declarator.dims, full.span.to(declarator.span));
        if ty != common::VOID {
            return Some(ty);
        }
        if full.builtin.is_some() {
            let name = self.symbols.text(declarator.name).to_owned();
            self.report.error(
                Code::VoidVariable,
                declarator.span,
                format!("`{name}` cannot be of type `void`"),
            );
        }
        None
    }

    /// Binds a name whose declaration was wrong, so that its uses are not reported.
    pub(crate) fn bind_broken(&mut self, declarator: Declarator) {
        self.report.failed = true;
        self.scopes.bind(declarator.name, Entity::Error, declarator.span);
    }

    /// `type;`: only the definition of a struct makes sense.
    pub(crate) fn empty_declaration(&mut self, full: &FullType, at: Span) {
        self.begin_statement(at);
        let numbers = full.qualifiers.layout.numbers;
        if let (TypeData::AtomicCounter, Some(binding)) = (self.module.types.get(full.ty), numbers.binding) {
            self.interface.atomic_offsets.insert(binding, numbers.offset.unwrap_or(0));
        } else if !full.defines && full.ty != common::VOID {
            self.report.warning(Code::EmptyDeclaration, full.span, "this declares nothing");
        }
    }

    /// Whether a name may be declared here; reports why not.
    pub(crate) fn check_name(&mut self, name: Symbol, span: Span) -> bool {
        if let Some(found) = self.scopes.lookup_here(name) {
            let before = found.span;
            let text = self.symbols.text(name).to_owned();
            self.report.error(
                Code::Redefinition,
                span,
                format!("`{text}` is declared twice in the same scope"),
            );
            self.report.label(before, "first declared here");
            return false;
        }
        if self.scopes.depth() == 0 && self.is_block_name(name, span) {
            return false;
        }
        let text = self.symbols.text(name);
        if text.starts_with("gl_") && !self.enabled(Extension::ExtSpirvIntrinsics) {
            let text = text.to_owned();
            self.report.error(
                Code::ReservedName,
                span,
                format!("`{text}`: names that begin with `gl_` are reserved"),
            );
            return false;
        }
        true
    }

    /// What a local variable of this type can be besides `const`: memory qualifiers are about what is pointed to.
    fn local_flags(&self, ty: Type) -> Qualifiers {
        if !self.module.is_reference(self.module.innermost(ty)) {
            return Qualifiers::PRECISE;
        }
        Qualifiers::OF_ACCESSES.union(Qualifiers::RESTRICT).union(Qualifiers::PRECISE)
    }

    fn declare_local(
        &mut self,
        full: &FullType,
        declarator: Declarator,
        ty: Type,
        initializer: Option<Initializer>,
    ) {
        let qualifiers = &full.qualifiers;
        self.reject_subroutine(qualifiers);
        if qualifiers.spirv.storage {
            let message = "only global variables have a storage class in SPIR-V's terms";
            self.report.error(Code::SpirvIntrinsic, qualifiers.span, message);
        } else if let Some(storage) = qualifiers.storage {
            let text = storage.text();
            self.report.error(
                Code::MisplacedQualifier,
                qualifiers.span,
                format!("a local variable cannot be `{text}`"),
            );
        } else if let Some(span) = qualifiers.layout.span {
            self.report.error(Code::MisplacedQualifier, span, "a local variable has no layout");
        } else if qualifiers.interpolation.is_some() || !self.local_flags(ty).contains(qualifiers.flags) {
            let name = self.symbols.text(declarator.name).to_owned();
            self.report.error(
                Code::MisplacedQualifier,
                qualifiers.span,
                format!(
                    "the local variable `{name}` can be `const`, `precise` or have a precision, nothing else"
                ),
            );
        }
        if initializer.is_some() && self.module.is_state(ty) {
            self.state_value(ty, declarator);
            return self.bind_broken(declarator);
        }
        if self.holds_opaque(ty) && !self.module.is_state(ty) {
            let name = self.module.type_name(ty);
            self.report.error(
                Code::OpaqueVariable,
                declarator.span,
                format!("a local variable cannot be of opaque type `{name}`"),
            );
            return self.bind_broken(declarator);
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
            return self.bind_broken(declarator);
        }
        self.note_coherent_reference(ty, qualifiers.flags);
        let precision = self.variable_precision(ty, qualifiers.precision, declarator.span);
        let mut variable = Variable {
            name: declarator.name,
            span: declarator.span,
            ty,
            precision,
            home: Home::Broken,
            protection: qualifiers.constant.then_some(Protection::Const),
            qualifiers: qualifiers.flags,
            nonuniform: qualifiers.nonuniform,
            implicit_length: 0,
        };
        let value = value.and_then(|value| {
            let coerced = self.coerce(value, ty, "an initial value")?;
            Some((coerced, value.span))
        });
        if qualifiers.constant {
            variable.home = self.constant_home(initializer.is_some(), value, declarator, true);
            self.name_constant(variable.home, declarator.name, precision);
        }
        if variable.home == Home::Broken && (!qualifiers.constant || value.is_some()) {
            let base = self.local_variable(declarator.name, ty, precision, declarator.span);
            variable.home = Home::Memory(base, Storage::Function);
            if let Some((value, span)) = value {
                let mut place = Place::whole(base, ty, Storage::Function, precision);
                place.precise = qualifiers.flags.contains(Qualifiers::PRECISE);
                self.store(&place, value, declarator.span.to(span));
            }
        }
        let id = self.variables.add(variable);
        if unsized_array {
            self.implicit.locals.push(id);
        }
        self.scopes.bind(declarator.name, Entity::Variable(id), declarator.span);
    }

    /// Reports an initial value of something that has no values.
    pub(crate) fn state_value(&mut self, ty: Type, declarator: Declarator) {
        let (name, ty) = (self.symbols.text(declarator.name).to_owned(), self.module.type_name(ty));
        let message = format!("`{name}` is of opaque type `{ty}` and cannot have an initial value");
        self.report.error(Code::Initializer, declarator.span, message);
    }

    /// Where the value of a `const` is: a constant, or for a local one perhaps any value. `Broken` if it has none.
    pub(crate) fn constant_home(
        &mut self,
        initialized: bool,
        value: Option<(Operand, Span)>,
        declarator: Declarator,
        local: bool,
    ) -> Home {
        let Some((operand, span)) = value else {
            if !initialized {
                let name = self.symbols.text(declarator.name).to_owned();
                self.report.error(
                    Code::MissingInitializer,
                    declarator.span,
                    format!("the constant `{name}` needs a value"),
                );
            }
            return Home::Broken;
        };
        let expression = self.body.is_constant_expression(span);
        if expression && self.constant_of(operand).is_some() {
            return Home::Value(operand);
        }
        if local
            && (self.has(Feature::RuntimeConstants)
                || operand.constant().is_some() && self.cursor.block.is_none())
        {
            return Home::Broken;
        }
        let name = self.symbols.text(declarator.name).to_owned();
        self.report.error(
            Code::NotConstant,
            span,
            format!("the value of the constant `{name}` is not a constant expression"),
        );
        // Values of the function that sets globals exist there only.
        if local || operand.constant().is_some() { Home::Value(operand) } else { Home::Broken }
    }

    /// Keeps the name of an array, a struct or a matrix of many numbers: that of a number would say less than the number.
    pub(crate) fn name_constant(&mut self, home: Home, name: Symbol, precision: Precision) {
        let Home::Value(operand) = home else { return };
        let Some(constant) = operand.constant() else { return };
        let data = self.module.constants.get(constant);
        let is_long = match (&data.kind, self.module.types.get(data.ty)) {
            (ConstantKind::Composite(_), TypeData::Array { .. } | TypeData::Struct(_)) => true,
            (ConstantKind::Composite(columns), TypeData::Matrix { .. }) => {
                // One number says all of a diagonal, and of equal columns.
                let is_spread = |&column: &Constant| match &self.module.constants.get(column).kind {
                    ConstantKind::Composite(parts) => {
                        parts.iter().filter(|&&part| !self.module.constants.is_zero(part)).count() > 1
                    }
                    _ => false,
                };
                columns.iter().any(is_spread) && columns.windows(2).any(|pair| pair.first() != pair.last())
            }
            _ => false,
        };
        if is_long {
            let name = self.module.names.intern(self.symbols.text(name));
            self.module.constants.declare(constant, name, precision);
        }
    }

    /// A function-local variable: one of a `switch` lives outside it, since cases share their scope.
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

    /// An array type without a size gets that of its initial value.
    pub(crate) fn sized_by_value(&mut self, ty: Type, value: Option<Expr>) -> Type {
        match value {
            Some(value) if self.module.is_unsized(ty) && self.module.same_but_size(ty, value.ty) => value.ty,
            _ => ty,
        }
    }

    /// The variable that a condition declares: its value is the condition.
    pub(crate) fn declare_condition(
        &mut self,
        full: &FullType,
        declarator: Declarator,
        initializer: Initializer,
    ) -> Expr {
        self.declare(full, declarator, Some(initializer));
        self.name(declarator.name, declarator.span)
    }

    // Lists in braces.

    /// The `{` of an initialiser, which not every version has.
    pub(crate) fn require_initializer_lists(&mut self, span: Span) {
        if !self.has(Feature::InitializerLists) {
            let version = self.version();
            self.report.error(
                Code::VersionLacks,
                span,
                format!("version {version} has no initialisers in braces"),
            );
        }
    }

    /// One item of a list.
    pub(crate) fn list_item(&mut self, item: Initializer) -> Initializer {
        match item {
            Initializer::Expr(expr) => Initializer::Expr(self.loaded(expr)),
            list => list,
        }
    }

    /// An initial value, made from a list if it is one.
    pub(crate) fn initial_value(&mut self, initializer: &Initializer, ty: Type) -> Expr {
        match initializer {
            Initializer::Expr(expr) => self.loaded(*expr),
            Initializer::List { items, span } => match self.list_value(items, ty, *span) {
                Some((value, ty)) => Expr::value(value, ty, *span),
                None => Expr::error(*span),
            },
        }
    }

    fn list_value(&mut self, items: &[Initializer], ty: Type, span: Span) -> Option<(Operand, Type)> {
        if items.is_empty() && self.enabled(Extension::ExtNullInitializer) && !self.module.is_unsized(ty) {
            return Some((self.module.constants.null(ty).into(), ty));
        }
        let mut element_types: Vec<Type> = Vec::new();
        let expected = match self.module.types.get(ty) {
            TypeData::Struct(_) => {
                element_types.extend(self.module.members(ty).iter().map(|member| member.ty));
                Some(element_types.len())
            }
            TypeData::RuntimeArray { .. } => None,
            TypeData::Vector { .. } | TypeData::Matrix { .. } | TypeData::Array { .. } => {
                self.element_of(ty).and_then(|(_, length)| length).map(|length| length as usize)
            }
            _ => {
                let name = self.module.type_name(ty);
                self.report.error(Code::ListLength, span, format!("`{name}` takes no list of initialisers"));
                return None;
            }
        };
        if items.is_empty() || expected.is_some_and(|expected| expected != items.len()) {
            let (name, count) = (self.module.type_name(ty), items.len());
            let expected = expected.map_or("some".to_owned(), |expected| expected.to_string());
            self.report.error(
                Code::ListLength,
                span,
                format!("`{name}` takes {expected} initialisers, but {count} are given"),
            );
            return None;
        }
        let element = self.element_of(ty).map(|(element, _)| element);
        let mut parts = Vec::with_capacity(items.len());
        let mut part_type = None;
        for (index, item) in items.iter().enumerate() {
            let wanted = element_types.get(index).copied().or(part_type).or(element).unwrap_or(ty);
            if item.is_empty_list() && matches!(self.module.types.get(wanted), TypeData::Array { .. }) {
                self.report.error(
                    Code::ListLength,
                    item.span(),
                    "an empty list is no initial value of an array's element",
                );
                return None;
            }
            let value = self.initial_value(item, wanted);
            let wanted = self.sized_by_value(wanted, Some(value));
            if element_types.is_empty() {
                part_type = Some(wanted);
            }
            parts.push(self.coerce(value, wanted, "an initial value"));
        }
        let parts: Vec<Operand> = parts.into_iter().collect::<Option<_>>()?;
        let ty = match self.module.types.get(ty) {
            TypeData::RuntimeArray { element } => {
                self.module.types.array(part_type.unwrap_or(element), parts.len() as u32)
            }
            TypeData::Array { element, length } => {
                let element = part_type.unwrap_or(element);
                self.module.types.intern(TypeData::Array { element, length })
            }
            _ => ty,
        };
        Some((self.construct(ty, &parts, span), ty))
    }
}
