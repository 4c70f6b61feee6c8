//! Built-in variables: declared when a shader first uses them.

use super::Lowering;
use super::builtins::stages_of;
use super::declarations::{Declarator, FullType};
use super::qualifiers::QualifierList;
use super::scopes::Entity;
use super::variables::{Home, Variable as Declared};
use crate::builtins::available;
use crate::builtins::variables::{CONSTANTS, Shape, TRIPLE, VARIABLES, Variable, is_vulkan_name};
use crate::extensions::Extension;
use crate::symbols::Symbol;
use vitrum_ir::types::common;
use vitrum_ir::{
    Decorations, LayoutRule, Member, Operand, Precision, Qualifiers, Span, Stage, Storage, StructData, Type,
    TypeData,
};

impl Lowering<'_> {
    /// The built-in variable of this name, which is declared when it is first used.
    pub(crate) fn builtin_variable(&mut self, name: Symbol) -> Option<Entity> {
        if let Some(&entity) = self.builtin_names.get(&name) {
            return Some(entity);
        }
        let text = self.symbols.text(name);
        if !text.starts_with("gl_") {
            return None;
        }
        let text = text.to_owned();
        let entity = match text.as_str() {
            "gl_in" => self.vertex_array(name, Storage::Input),
            "gl_out" if self.module.stage == Stage::TessControl => self.vertex_array(name, Storage::Output),
            "gl_WorkGroupSize" => self.workgroup_size(name),
            text => match self.find_variable(text) {
                Some(row) => {
                    self.note_builtin_use(&row.since);
                    Some(self.declare_builtin(name, row))
                }
                None => self.builtin_constant(name, text),
            },
        }?;
        self.builtin_names.insert(name, entity);
        Some(entity)
    }

    fn find_variable(&self, name: &str) -> Option<&'static Variable> {
        if is_vulkan_name(name) && !self.dialect.vulkan {
            return None;
        }
        let stage = stages_of(self.module.stage);
        VARIABLES.iter().find(|row| {
            let member_only = row.per_vertex && self.module.stage == Stage::TessControl;
            row.name == name && !member_only && available(&row.since, self.dialect_here(), stage).is_ok()
        })
    }

    fn shape_type(&mut self, shape: Shape) -> Type {
        match shape {
            Shape::One(ty) => ty,
            Shape::Array(element, length) => self.module.types.array(element, length),
            Shape::Unsized(element) => self.module.types.intern(TypeData::RuntimeArray { element }),
        }
    }

    fn declare_builtin(&mut self, name: Symbol, row: &Variable) -> Entity {
        let ty = self.shape_type(row.shape);
        let global = self.module.add_global(row.name, ty, row.storage);
        let has_precision = self.has_precision;
        let data = &mut self.module.globals[global];
        data.precision = if has_precision { row.precision } else { Precision::None };
        data.decorations.builtin = Some(row.builtin);
        if row.patch {
            data.decorations.qualifiers.insert(Qualifiers::PATCH);
        }
        let is_flat = row.storage == Storage::Input
            && matches!(ty, common::I32 | common::U32)
            && self.module.stage == Stage::Fragment;
        if is_flat {
            data.decorations.interpolation = Some(vitrum_ir::Interpolation::Flat);
        }
        let id = self.predeclared(name, global, None);
        if row.patch
            && let Some(variable) = self.variables.get_mut(id)
        {
            variable.qualifiers.insert(Qualifiers::PATCH);
        }
        Entity::Variable(id)
    }

    /// `gl_in` and `gl_out`: arrays of `gl_PerVertex`.
    fn vertex_array(&mut self, name: Symbol, storage: Storage) -> Option<Entity> {
        let stages = [Stage::TessControl, Stage::TessEvaluation, Stage::Geometry];
        if !stages.contains(&self.module.stage) {
            return None;
        }
        let block = self.module.names.intern("gl_PerVertex");
        let precision = if self.has_precision { Precision::High } else { Precision::None };
        let mut members = Vec::new();
        for row in VARIABLES.iter().filter(|row| row.per_vertex && matches!(row.shape, Shape::One(_))) {
            let decorations = Decorations { builtin: Some(row.builtin), ..Decorations::default() };
            let name = self.module.names.intern(row.name);
            let ty = self.shape_type(row.shape);
            members.push(Member { name, ty, precision, decorations });
        }
        let id = self.module.structs.alloc(StructData { name: block, members });
        let element = self.module.types.intern(TypeData::Struct(id));
        let ty = self.module.types.intern(TypeData::RuntimeArray { element });
        let text = if storage == Storage::Input { "gl_in" } else { "gl_out" };
        let global = self.module.add_global(text, ty, storage);
        self.module.globals[global].block = Some(LayoutRule::Std140);
        Some(Entity::Variable(self.predeclared(name, global, None)))
    }

    /// `gl_WorkGroupSize`: a constant, or made of specialisation constants.
    fn workgroup_size(&mut self, name: Symbol) -> Option<Entity> {
        let stages = [Stage::Compute, Stage::Task, Stage::Mesh];
        if !stages.contains(&self.module.stage) {
            return None;
        }
        let one = self.module.constants.u32(1);
        let sizes = self.module.execution.local_size.unwrap_or([one; 3]);
        let constant = self.module.constants.composite(common::UVEC3, &sizes);
        Some(self.constant_variable(name, constant.into(), common::UVEC3))
    }

    fn builtin_constant(&mut self, name: Symbol, text: &str) -> Option<Entity> {
        let stage = stages_of(self.module.stage);
        let row = CONSTANTS.iter().find(|row| row.name == text)?;
        available(&row.since, self.dialect_here(), stage).ok()?;
        // One without `gl_FragData` of several (ESSL 1.00 section 7.4, EXT_draw_buffers).
        let single = text == "gl_MaxDrawBuffers"
            && self.dialect.version.number == 100
            && !self.enabled(Extension::ExtDrawBuffers);
        if single {
            let one = self.module.constants.i32(1);
            return Some(self.constant_variable(name, one.into(), common::I32));
        }
        let parts: Vec<_> = row.value.iter().map(|&value| self.module.constants.i32(value)).collect();
        let (constant, ty) = match parts.as_slice() {
            &[only] => (only, common::I32),
            parts => (self.module.constants.composite(TRIPLE, parts), TRIPLE),
        };
        Some(self.constant_variable(name, constant.into(), ty))
    }

    fn constant_variable(&mut self, name: Symbol, value: Operand, ty: Type) -> Entity {
        let variable = Declared {
            name,
            span: Span::default(),
            ty,
            precision: Precision::None,
            home: Home::Value(value),
            protection: None,
            qualifiers: Qualifiers::NONE,
            implicit_length: 0,
        };
        Entity::Variable(self.variables.add(variable))
    }

    /// A declaration of a built-in variable by the shader: gives an array its size, or a variable qualifiers.
    pub(crate) fn redeclare_builtin(&mut self, full: &FullType, declarator: Declarator, ty: Type) -> bool {
        let Some(Entity::Variable(id)) = self.builtin_variable(declarator.name) else { return false };
        let Some(&variable) = self.variables.get(id) else { return false };
        if self.is_unsized(variable.ty) && self.same_but_size(variable.ty, ty) {
            self.size_variable(id, ty);
        } else if variable.ty != ty {
            return false;
        }
        let decorations = self.decorations(&full.qualifiers);
        if let Home::Memory(base, _) = variable.home
            && let Some(global) = base.global()
        {
            let data = &mut self.module.globals[global].decorations;
            data.qualifiers.insert(Qualifiers::REDECLARED.union(decorations.qualifiers));
            data.interpolation = decorations.interpolation.or(data.interpolation);
            data.stream = decorations.stream.or(data.stream);
        }
        true
    }

    /// A declaration of a built-in block such as `gl_PerVertex` by the shader. It says which members are used, which
    /// their uses say too.
    pub(crate) fn redeclare_builtin_block(
        &mut self,
        _qualifiers: &QualifierList,
        _instance: Option<Declarator>,
        end: Span,
    ) {
        self.close_struct(None, end);
    }
}
