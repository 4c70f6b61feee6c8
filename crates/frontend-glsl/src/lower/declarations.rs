//! Declarations: types, variables, blocks, functions, and the qualifiers before them.
//!
//! This file has the parts that all declarations share. The others each have a kind of declaration or a part of one:
//!
//! | files | content |
//! |---|---|
//! | `qualifiers`, `layout_qualifiers`, `stage_layouts`, `default_precision` | qualifiers |
//! | `types`, `structs`, `blocks` | types |
//! | `variables`, `globals`, `locals`, `initializers`, `unsized_arrays`, `atomic_counters` | variables and constants |
//! | `functions`, `overload_sets`, `call_graph`, `subroutines`, `ray_query_variables` | functions |

pub(crate) mod atomic_counters;
pub(crate) mod blocks;
pub(crate) mod call_graph;
pub(crate) mod default_precision;
pub(crate) mod descriptor_heaps;
pub(crate) mod functions;
pub(crate) mod globals;
pub(crate) mod initializers;
pub(crate) mod layout_qualifiers;
pub(crate) mod locals;
pub(crate) mod meshes;
pub(crate) mod overload_sets;
pub(crate) mod qualifiers;
pub(crate) mod ray_query_variables;
pub(crate) mod spelling;
pub(crate) mod stage_layouts;
pub(crate) mod structs;
pub(crate) mod structured_heaps;
pub(crate) mod subroutines;
pub(crate) mod types;
pub(crate) mod unsized_arrays;
pub(crate) mod variables;

use crate::builtin_types::BuiltinType;
use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::declarations::initializers::Initializer;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::declarations::types::{Dimensions, TypeSpec};
use crate::lower::expressions::Expr;
use crate::lower::queries::ModuleQueries;
use crate::lower::scopes::Entity;
use crate::symbols::Symbol;
use crate::tokens::Qualifier;
use crate::webgl::reserved_prefix;
use std::rc::Rc;
use vitrum_ir::types::common;
use vitrum_ir::{Inlining, Span, Type, TypeData};

/// A name with dimensions, in a declaration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declarator {
    /// The name.
    pub(crate) name: Symbol,
    /// The span of the name.
    pub(crate) span: Span,
    /// The dimensions behind the name.
    pub(crate) dims: Dimensions,
}

/// Qualifiers and type of a declaration.
#[derive(Clone, Debug)]
pub(crate) struct FullType {
    /// The qualifiers, shared since the list is large and mostly empty.
    pub(crate) qualifiers: Rc<QualifierList>,
    /// The type, with the dimensions that follow it.
    pub(crate) ty: Type,
    /// The span of the type.
    pub(crate) span: Span,
    /// The name of the built-in type, if it is one.
    pub(crate) builtin: Option<BuiltinType>,
    /// True if a struct is defined here.
    pub(crate) defines: bool,
}

impl Lowering<'_> {
    /// The qualifiers and type before the names of a declaration.
    pub(crate) fn full_type(&mut self, spec: TypeSpec, qualifiers: Option<Rc<QualifierList>>) -> FullType {
        let qualifiers = qualifiers.unwrap_or_else(|| Rc::clone(&self.no_qualifiers));
        self.interface.atomic_counters.begin_declaration();
        let mut ty = self.apply_dimensions(spec.ty, spec.dims, spec.span);
        if spec.defines && qualifiers.precision.is_some() {
            let message = "precision qualifier is not allowed on a struct";
            self.report.error(Code::PrecisionStatement, qualifiers.span, message);
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

    /// Declares one name, with its initialiser.
    pub(crate) fn declare(
        &mut self,
        full: &FullType,
        declarator: Declarator,
        initializer: Option<Initializer>,
    ) {
        if initializer.is_some() {
            // A declaration without an initialiser may precede the first label of a `switch`.
            self.begin_statement(declarator.span);
        }
        self.report.reject_spirv(&full.qualifiers);
        let ty = self.declared_type(full, declarator);
        match ty {
            None => {
                if let Some(Initializer::Expr(initializer)) = initializer {
                    self.discard_value(initializer);
                }
                self.bind_error(declarator);
            }
            Some(ty) if full.qualifiers.subroutine.span.is_some() && self.scopes.depth() == 0 => {
                if let Some(initializer) = initializer {
                    let message = "subroutine uniform cannot be initialised";
                    self.report.error(Code::Initializer, initializer.span(), message);
                }
                self.declare_subroutine_uniform(full, declarator, ty);
            }
            Some(ty) if self.scopes.depth() == 0 => self.declare_global(full, declarator, ty, initializer),
            Some(ty) => self.declare_local(full, declarator, ty, initializer),
        }
    }

    /// The type of a declarator; `None` after an error.
    pub(crate) fn declared_type(&mut self, full: &FullType, declarator: Declarator) -> Option<Type> {
        let ty = self.apply_dimensions(full.ty, declarator.dims, full.span.to(declarator.span));
        if ty != common::VOID {
            return Some(ty);
        }
        if full.builtin.is_some() {
            let name = self.symbols.text(declarator.name);
            let message = format!("`{name}` cannot be of type `void`");
            self.report.error(Code::VoidVariable, declarator.span, message);
        }
        None
    }

    /// Binds the name of a faulty declaration, so that its uses are not reported.
    pub(crate) fn bind_error(&mut self, declarator: Declarator) {
        self.report.failed = true;
        self.scopes.bind(declarator.name, Entity::Error, declarator.span);
    }

    /// `type;`: only the definition of a struct makes sense.
    pub(crate) fn empty_declaration(&mut self, full: &FullType, at: Span) {
        self.begin_statement(at);
        self.report.reject_stage_layouts(&full.qualifiers);
        let is_uniform = full.qualifiers.storage == Some(Qualifier::Uniform);
        if is_uniform && self.module.types.get(full.ty) == TypeData::AtomicCounter {
            self.default_atomic_offset(full);
        } else if self.version().is_es() && self.module.is_unsized(full.ty) {
            // ESSL 3.20 section 4.1.9: no array stays unsized.
            self.report.error(Code::UnsizedArray, full.span, "array must have a size");
        } else if !full.defines && full.ty != common::VOID {
            self.report.warning(Code::EmptyDeclaration, full.span, "declaration does not declare anything");
        }
    }

    /// True if a name may be declared here; reports why not.
    pub(crate) fn check_name(&mut self, name: Symbol, span: Span) -> bool {
        if let Some(found) = self.scopes.lookup_here(name) {
            let before = found.span;
            let text = self.symbols.text(name);
            let message = format!("`{text}` is already declared in this scope");
            self.report.redefinition(span, message, before);
            return false;
        }
        if self.scopes.depth() == 0 && self.is_block_name(name, span) {
            return false;
        }
        self.check_reserved(name, span)
    }

    /// True if a name is not reserved by the language or by WebGL; reports it otherwise.
    pub(crate) fn check_reserved(&mut self, name: Symbol, span: Span) -> bool {
        let is_plain = self.settings.webgl.is_none()
            && !self.enabled(Extension::ExtFunctionControlAttributes)
            && !self.symbols.text(name).starts_with("gl_");
        is_plain || self.check_unusual(name, span)
    }

    /// Checks a name that some rule may reserve.
    #[cold]
    fn check_unusual(&mut self, name: Symbol, span: Span) -> bool {
        let text = self.symbols.text(name);
        let message = if text.starts_with("gl_") && !self.enabled(Extension::ExtSpirvIntrinsics) {
            format!("name `{text}` is reserved: it begins with `gl_`")
        } else if self.enabled(Extension::ExtFunctionControlAttributes) && Inlining::from_name(text).is_some()
        {
            format!("name `{text}` is reserved: it is that of an attribute")
        } else if self.settings.webgl.is_none() {
            return true;
        } else if let Some(prefix) = reserved_prefix(text) {
            format!("name `{text}` is reserved for WebGL: it begins with `{prefix}`")
        } else {
            if text.contains("__") {
                let message = format!("name `{text}` contains `__`, which is reserved");
                self.report.warning(Code::ReservedName, span, message);
            }
            return true;
        };
        self.report.error(Code::ReservedName, span, message);
        self.report.forgive(name);
        false
    }

    /// Declares the variable of a condition, whose value is the condition.
    pub(crate) fn declare_condition(
        &mut self,
        full: &FullType,
        declarator: Declarator,
        initializer: Initializer,
    ) -> Expr {
        self.declare(full, declarator, Some(initializer));
        self.name(declarator.name, declarator.span)
    }
}
