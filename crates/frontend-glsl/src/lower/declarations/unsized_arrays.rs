//! Unsized local arrays, whose size comes from a later declaration or the largest constant index (GLSL 4.60 section
//! 4.1.9), and the lengths of arrays before their size is known. `globals` has unsized global arrays.

use crate::diagnostics::Code;
use crate::index::Role;
use crate::lower::Lowering;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::declarations::variables::VariableKind;
use crate::lower::declarations::{Declarator, FullType};
use crate::lower::expressions::Expr;
use crate::lower::expressions::places::Place;
use crate::lower::queries::ModuleQueries;
use crate::lower::recorder::Subject;
use crate::lower::scopes::{Entity, VariableId};
use std::collections::BTreeMap;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::{
    Global, Interpolation, Length, Operand, Precision, Qualifiers, Span, Storage, Struct, Type, TypeData,
};

/// Arrays that were declared without a size.
#[derive(Debug, Default)]
pub(crate) struct ImplicitSizes {
    /// Sizes that constant indices give to members of blocks.
    pub(crate) members: BTreeMap<(Struct, u32), u32>,
    /// Arrays of the current function.
    pub(crate) locals: Vec<VariableId>,
    /// Globals that hold the lengths of arrays that get their size later.
    lengths: BTreeMap<VariableId, Global>,
}

impl Lowering<'_> {
    /// True if a local array may be declared without a size; reports why not.
    pub(crate) fn check_implicit_local(&mut self, declarator: Declarator, ty: Type) -> bool {
        let outermost_only = match self.module.types.get(ty) {
            TypeData::RuntimeArray { element } => !self.module.is_unsized(element),
            _ => false,
        };
        if outermost_only && !self.version().is_es() {
            return true;
        }
        let name = self.symbols.text(declarator.name);
        let message = format!("local array `{name}` must have a size");
        self.report.error(Code::UnsizedArray, declarator.span, message);
        false
    }

    /// True if a global array may be declared without a size; reports why not. ESSL has such arrays only where the
    /// stage or the API gives the size (ESSL 3.20 section 4.1.9).
    pub(crate) fn check_implicit_global(
        &mut self,
        qualifiers: &QualifierList,
        storage: Storage,
        declarator: Declarator,
    ) -> bool {
        let per_vertex = self.module.is_per_vertex(storage, qualifiers.flags)
            || storage == Storage::Input && qualifiers.interpolation == Some(Interpolation::PerVertex);
        let descriptors = matches!(storage, Storage::Opaque | Storage::Uniform | Storage::Buffer)
            && self.has(Feature::RuntimeDescriptorArrays);
        if !self.version().is_es() || per_vertex || descriptors {
            return true;
        }
        let name = self.symbols.text(declarator.name);
        let message = format!("array `{name}` must have a size in version {}", self.version());
        self.report.error(Code::UnsizedArray, declarator.span, message);
        false
    }

    /// Redeclares an unsized local array, perhaps with a size and a value. False if there is none of this name.
    pub(crate) fn redeclare_local(
        &mut self,
        full: &FullType,
        declarator: Declarator,
        ty: Type,
        value: Option<Expr>,
    ) -> bool {
        let Some(Entity::Variable(id)) = self.scopes.lookup_here(declarator.name).map(|found| found.entity)
        else {
            return false;
        };
        let Some(&variable) = self.variables.get(id) else { return false };
        let VariableKind::Memory(base, Storage::Function) = variable.kind else { return false };
        if !self.module.is_unsized(variable.ty)
            || !self.module.same_but_size(variable.ty, ty)
            || full.qualifiers.constant
        {
            return false;
        }
        self.record(Subject::Variable(id), declarator.span, Role::Declaration);
        if !self.module.is_unsized(ty) {
            self.check_implicit_length(variable.implicit_length, declarator, ty);
            self.size_variable(id, ty);
        }
        if let Some(value) = value
            && let Some(operand) = self.coerce(value, ty, "initialiser")
        {
            let mut place = Place::whole(base, ty, Storage::Function, variable.precision);
            place.precise = full.qualifiers.flags.contains(Qualifiers::PRECISE);
            self.store(&place, operand, declarator.span.to(value.span));
        }
        true
    }

    /// Checks that a size covers the indices used before.
    pub(crate) fn check_implicit_length(&mut self, needed: u32, declarator: Declarator, ty: Type) {
        if let TypeData::Array { length: Length::Constant(length), .. } = self.module.types.get(ty)
            && length < needed
        {
            let last = needed - 1;
            let message = format!("array is declared with size {length}, but already indexed with {last}");
            self.report.error(Code::ArraySize, declarator.span, message);
        }
    }

    /// Sizes the arrays of a function by their uses, at its end.
    pub(crate) fn size_implicit_locals(&mut self) {
        for id in std::mem::take(&mut self.implicit.locals) {
            let Some(&variable) = self.variables.get(id) else { continue };
            if let TypeData::RuntimeArray { element } = self.module.types.get(variable.ty) {
                let ty = self.module.types.array(element, variable.implicit_length.max(1));
                self.size_variable(id, ty);
            }
        }
    }

    /// The length of an array whose size is not known yet: a global that is initialised at the end of the shader.
    pub(crate) fn late_length(&mut self, place: &Place, span: Span) -> Option<Operand> {
        let id = place.variable.filter(|_| place.is_whole())?;
        let variable = *self.variables.get(id)?;
        let descriptors = place.storage == Storage::Opaque && self.has(Feature::RuntimeDescriptorArrays);
        if !self.has_late_lengths()
            || descriptors
            || self.module.is_per_vertex(place.storage, variable.qualifiers)
        {
            return None;
        }
        let global = match self.implicit.lengths.get(&id) {
            Some(&global) => global,
            None => {
                let name = format!("{}_length", self.symbols.text(variable.name));
                let global = self.module.add_global(&name, common::I32, Storage::Private);
                self.implicit.lengths.insert(id, global);
                global
            }
        };
        let length = Place::whole(global.into(), common::I32, Storage::Private, Precision::None);
        Some(self.load_pointer(global.into(), &length, span))
    }

    /// Initialises the globals of [`Lowering::late_length`], at the end of the shader.
    pub(crate) fn set_late_lengths(&mut self) {
        for (id, global) in std::mem::take(&mut self.implicit.lengths) {
            let length = self.variables.get(id).and_then(|variable| self.module.types.length(variable.ty));
            let length = self.module.constants.i32(length.unwrap_or(1) as i32);
            self.module.globals[global].initializer = Some(length);
        }
    }
}
