//! Built-in functions and variables, as the rest of the lowering sees them.

use super::Lowering;
use super::calls::Argument;
use super::declarations::{Declarator, FullType};
use super::expressions::Expr;
use super::functions::Parameter;
use super::qualifiers::QualifierList;
use super::scopes::Entity;
use crate::symbols::Symbol;
use vitrum_ir::{Span, Type};

impl Lowering<'_> {
    /// The built-in variable of this name, which is declared when it is first used.
    pub(crate) fn builtin_variable(&mut self, name: Symbol) -> Option<Entity> {
        self.builtin_names.get(&name).copied()
    }

    /// Whether some built-in function has this name.
    pub(crate) fn is_builtin_function(&self, _name: Symbol) -> bool {
        false
    }

    /// Which arguments the built-in functions of this name take as places, and which by value.
    pub(crate) fn builtin_argument_masks(&self, _name: Symbol) -> (u64, u64) {
        (0, 0)
    }

    /// Calls a built-in function; `None` if none of this name fits.
    pub(crate) fn call_builtin(
        &mut self,
        _name: Symbol,
        _arguments: &[Argument],
        _at: Span,
        _span: Span,
    ) -> Option<Expr> {
        None
    }

    /// Whether a declaration would redefine a built-in function where the version forbids it.
    pub(crate) fn redefines_builtin(&self, _name: Symbol, _parameters: &[Parameter]) -> bool {
        false
    }

    /// A declaration of a built-in variable by the shader.
    pub(crate) fn redeclare_builtin(&mut self, _full: &FullType, _declarator: Declarator, _ty: Type) -> bool {
        false
    }

    /// A declaration of a built-in block such as `gl_PerVertex` by the shader.
    pub(crate) fn redeclare_builtin_block(
        &mut self,
        _qualifiers: &QualifierList,
        _instance: Option<Declarator>,
        end: Span,
    ) {
        self.close_struct(None, end);
    }
}
