//! `gl_EnableOpacityMicromapEXT`, which says whether ray queries see opacity micromaps
//! (`GL_EXT_opacity_micromap_ray_query_mode`): a constant that shaders declare again, with a value or as a specialisation
//! constant.

use crate::builtins::constants::QUERY_MICROMAPS;
use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::declarations::types::Dimensions;
use crate::lower::declarations::variables::VariableKind;
use crate::lower::declarations::{Declarator, FullType};
use crate::lower::expressions::Expr;
use crate::lower::scopes::{Entity, VariableId};
use crate::symbols::Symbol;
use vitrum_ir::types::common;
use vitrum_ir::{Modes, Span, Type, TypeData};

impl Lowering<'_> {
    /// `const bool gl_EnableOpacityMicromapEXT = true;`. False for a declaration of another name, or without the extension.
    pub(crate) fn redeclare_query_micromaps(
        &mut self,
        full: &FullType,
        declarator: Declarator,
        ty: Type,
        value: Option<Expr>,
    ) -> bool {
        let Some(id) = self.query_micromaps(declarator.name) else { return false };
        let qualifiers = &full.qualifiers;
        let wrong = if qualifiers.layout.numbers.constant_id.is_some() {
            format!(
                "`{QUERY_MICROMAPS}` cannot have `constant_id` with a type or a value; use `layout(constant_id = N) {QUERY_MICROMAPS};`"
            )
        } else if !qualifiers.constant || qualifiers.storage.is_some() || ty != common::BOOL {
            format!(
                "`{QUERY_MICROMAPS}` can be redeclared only as `const bool` or by `layout(constant_id = N) {QUERY_MICROMAPS};`"
            )
        } else {
            if !self.may_redeclare_query_micromaps(id, declarator.span) {
                return true;
            }
            let initialized = value.is_some();
            let value = value.and_then(|value| Some((self.coerce(value, ty, "initialiser")?, value.span)));
            let kind = self.constant_kind(initialized, value, declarator, false);
            if let VariableKind::Value(value) = kind
                && let Some(bits) = value.constant().and_then(|value| self.module.constants.bits(value))
            {
                let on = bits != 0;
                let mode = if on { Modes::QUERY_MICROMAPS_ON } else { Modes::QUERY_MICROMAPS_OFF };
                self.module.execution.modes.insert(mode);
            } else if let VariableKind::Value(_) = kind {
                let message =
                    format!("value of `{QUERY_MICROMAPS}` cannot depend on specialisation constants");
                self.report.error(Code::SpecConstant, declarator.span, message);
            }
            self.set_query_micromaps(id, kind, declarator.span);
            return true;
        };
        self.report.error(Code::Redefinition, declarator.span, wrong);
        true
    }

    /// `layout(constant_id = 2) gl_EnableOpacityMicromapEXT;`. False for another name, or without the extension.
    pub(crate) fn specialise_query_micromaps(&mut self, number: u32, name: Symbol, span: Span) -> bool {
        let Some(id) = self.query_micromaps(name) else { return false };
        if self.may_redeclare_query_micromaps(id, span) {
            let declarator = Declarator { name, span, dims: Dimensions::NONE };
            let off = VariableKind::Value(self.module.constants.bool(false).into());
            let kind = self.specialisation_constant(number, declarator, common::BOOL, off);
            if kind != off {
                self.module.execution.query_micromaps_id = Some(number);
            }
            self.set_query_micromaps(id, kind, span);
        }
        true
    }

    /// The constant, if the name is its own and the shader has it.
    fn query_micromaps(&mut self, name: Symbol) -> Option<VariableId> {
        if self.symbols.text(name) != QUERY_MICROMAPS {
            return None;
        }
        match self.builtin_variable(name) {
            Some(Entity::Variable(id)) => Some(id),
            _ => None,
        }
    }

    /// True if the constant was neither used nor declared; reports it otherwise.
    fn may_redeclare_query_micromaps(&mut self, id: VariableId, span: Span) -> bool {
        let Some(&variable) = self.variables.get(id) else { return false };
        if variable.span != Span::default() {
            let message = format!("`{QUERY_MICROMAPS}` is already redeclared");
            self.report.redefinition(span, message, variable.span);
            return false;
        }
        if variable.is_used {
            let message = format!("`{QUERY_MICROMAPS}` must be redeclared before its first use");
            self.report.error(Code::Redefinition, span, message);
            return false;
        }
        true
    }

    fn set_query_micromaps(&mut self, id: VariableId, kind: VariableKind, span: Span) {
        if let Some(variable) = self.variables.get_mut(id) {
            (variable.kind, variable.span) = (kind, span);
        }
    }

    /// Without a redeclaration the constant is false in shaders that have ray queries and the extension.
    pub(crate) fn choose_query_micromaps(&mut self) {
        let execution = &self.module.execution;
        let is_chosen = execution.query_micromaps_id.is_some()
            || execution.modes.contains(Modes::QUERY_MICROMAPS_ON)
            || execution.modes.contains(Modes::QUERY_MICROMAPS_OFF);
        let is_query = |data: &TypeData| matches!(data, TypeData::RayQuery);
        if !is_chosen
            && self.enabled(Extension::ExtOpacityMicromapRayQueryMode)
            && self.module.types.iter().any(|(_, data)| is_query(&data))
        {
            self.module.execution.modes.insert(Modes::QUERY_MICROMAPS_OFF);
        }
    }
}
