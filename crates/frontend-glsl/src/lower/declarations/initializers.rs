//! Initial values: expressions, and lists in braces.

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::expressions::Expr;
use crate::lower::queries::ModuleQueries;
use crate::spelling::counted;
use vitrum_ir::{Operand, Span, Type, TypeData};

/// An initial value as it was written.
#[derive(Debug)]
pub(crate) enum Initializer {
    /// An expression.
    Expr(Expr),
    /// A list in braces.
    List {
        /// The items; expressions among them are loaded.
        items: Vec<Initializer>,
        /// The braces and what is between them.
        span: Span,
    },
}

impl Initializer {
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Expr(expr) => expr.span,
            Self::List { span, .. } => *span,
        }
    }

    fn is_empty_list(&self) -> bool {
        matches!(self, Self::List { items, .. } if items.is_empty())
    }
}

impl Lowering<'_> {
    /// Completes an unsized array type with the size of its initial value.
    pub(crate) fn sized_by_value(&mut self, ty: Type, value: Option<Expr>) -> Type {
        match value {
            Some(value) if self.module.is_unsized(ty) && self.module.same_but_size(ty, value.ty) => value.ty,
            _ => ty,
        }
    }

    /// One item of a list.
    pub(crate) fn list_item(&mut self, item: Initializer) -> Initializer {
        match item {
            Initializer::Expr(expr) => Initializer::Expr(self.loaded(expr)),
            list => list,
        }
    }

    /// The value of an initialiser for a variable of this type.
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
                let message = format!("`{name}` cannot be initialised with an initialiser list");
                self.report.error(Code::ListLength, span, message);
                return None;
            }
        };
        if items.is_empty() || expected.is_some_and(|expected| expected != items.len()) {
            let (name, count) = (self.module.type_name(ty), items.len());
            let expected = expected.map_or("at least one element".to_owned(), |n| counted(n, "element"));
            let message = format!("initialiser list of `{name}` must have {expected}, found {count}");
            self.report.error(Code::ListLength, span, message);
            return None;
        }
        let element = self.element_of(ty).map(|(element, _)| element);
        let mut parts = Vec::with_capacity(items.len());
        let mut part_type = None;
        for (index, item) in items.iter().enumerate() {
            let wanted = element_types.get(index).copied().or(part_type).or(element).unwrap_or(ty);
            if item.is_empty_list() && matches!(self.module.types.get(wanted), TypeData::Array { .. }) {
                let message = "array element cannot be initialised with an empty list";
                self.report.error(Code::ListLength, item.span(), message);
                return None;
            }
            let value = self.initial_value(item, wanted);
            let wanted = self.sized_by_value(wanted, Some(value));
            if element_types.is_empty() {
                part_type = Some(wanted);
            }
            parts.push(self.coerce(value, wanted, "initialiser"));
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
