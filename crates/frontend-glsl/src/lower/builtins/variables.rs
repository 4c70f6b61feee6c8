//! Built-in variables, which are declared when a shader first uses them.

use crate::builtins::available;
use crate::builtins::compatibility::{COMPATIBILITY, STRUCTURES, Structure};
use crate::builtins::constants::{CONSTANTS, NUMBERS, Parts, limit};
use crate::builtins::variables::{BLOCKS, Block, Group, Shape, VARIABLES, Variable};
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::declarations::variables::{Variable as Declared, VariableKind};
use crate::lower::scopes::Entity;
use crate::stages::Stages;
use crate::symbols::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::{
    Decorations, Interpolation, LayoutRule, Member, Modes, Operand, Precision, Qualifiers, Scalar, Span,
    Stage, Storage, Struct, StructData, Type, TypeData,
};

/// Aliases of built-in variables (SPIR-V has one input for both): name, target, and true if transposed.
const ALIASES: &[(&str, &str, bool)] = &[
    ("gl_HitTEXT", "gl_RayTmaxEXT", false),
    ("gl_HitTNV", "gl_RayTmaxNV", false),
    ("gl_ObjectToWorld3x4EXT", "gl_ObjectToWorldEXT", true),
    ("gl_WorldToObject3x4EXT", "gl_WorldToObjectEXT", true),
];

/// An arrayed built-in block, as this shader has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BuiltInBlock {
    /// Its struct.
    pub(crate) id: Struct,
    /// The row of the table.
    pub(crate) block: &'static Block,
    /// True if the shader redeclares it, which fixes its members.
    pub(crate) redeclared: bool,
}

/// Built-in variables, structs and blocks that the shader uses or redeclares.
#[derive(Debug, Default)]
pub(crate) struct DeclaredBuiltins {
    pub(crate) names: FxHashMap<Symbol, Entity>,
    structs: Vec<(&'static Structure, Type)>,
    pub(crate) blocks: Vec<BuiltInBlock>,
    /// Redeclared blocks, with the spans of the redeclarations.
    pub(crate) redeclared: BTreeMap<(String, Storage), Span>,
    /// Members that the redeclarations leave out.
    pub(crate) hidden: FxHashSet<&'static str>,
}

impl DeclaredBuiltins {
    /// True if a type is that of a built-in struct.
    pub(crate) fn is_struct(&self, ty: Type, structure: &'static Structure) -> bool {
        self.structs.iter().any(|&(known, it)| it == ty && std::ptr::eq(known, structure))
    }
}

impl Lowering<'_> {
    /// The built-in variable, constant or struct of this name, declared on first use.
    pub(crate) fn builtin_variable(&mut self, name: Symbol) -> Option<Entity> {
        if let Some(&entity) = self.builtins.names.get(&name) {
            return Some(entity);
        }
        let text = self.symbols.text(name);
        let is_standard = text.starts_with("itu_");
        if !is_standard && !text.starts_with("gl_") {
            return None;
        }
        let text = text.to_owned();
        if self.builtins.hidden.contains(text.as_str()) {
            return None;
        }
        let entity = if is_standard {
            self.yuv_standard(name, &text)
        } else if let Some(block) = self.find_block(&text) {
            Some(self.declare_block(name, block))
        } else if let Some(alias) = ALIASES.iter().find(|row| row.0 == text) {
            self.alias(alias)
        } else if text == "gl_WorkGroupSize"
            || text == "gl_LocalGroupSizeARB"
                && self.module.execution.local_size.is_some()
                && self.enabled(Extension::ArbComputeVariableGroupSize)
        {
            self.workgroup_size(name)
        } else if let Some(row) = self.find_variable(&text) {
            self.extensions.note_builtin_use(&row.since);
            Some(self.declare_builtin(name, row))
        } else {
            self.builtin_constant(name, &text).or_else(|| self.builtin_struct(&text))
        }?;
        self.builtins.names.insert(name, entity);
        Some(entity)
    }

    /// The target of an alias, if it is available.
    fn alias(&mut self, &(name, target, is_transposed): &(&str, &str, bool)) -> Option<Entity> {
        self.find_variable(name)?;
        let target = self.symbols.intern(target);
        let entity = self.builtin_variable(target)?;
        Some(match entity {
            Entity::Variable(id) if is_transposed => Entity::Transposed(id),
            entity => entity,
        })
    }

    /// True if a row is available to this shader.
    fn has_variable(&self, row: &Variable) -> bool {
        // In ESSL 3.00 outputs that are `inout` replace it (`GL_EXT_shader_framebuffer_fetch`).
        let replaced = row.builtin == vitrum_ir::BuiltIn::LastFragData
            && self.version().is_es()
            && !Feature::LastFragVariable.is_in(self.version());
        !replaced && available(&row.since, self.extensions.here(), Stages::of(self.module.stage)).is_ok()
    }

    /// The arrayed block whose instance has this name.
    fn find_block(&self, instance: &str) -> Option<&'static Block> {
        let stage = Stages::of(self.module.stage);
        BLOCKS.iter().find(|block| {
            let is_here = block.extension.is_none_or(|extension| self.enabled(extension));
            block.instance == instance && block.stages.contains(stage) && is_here
        })
    }

    /// The stand-alone variable of this name.
    pub(crate) fn find_variable(&self, name: &str) -> Option<&'static Variable> {
        let stage = self.module.stage;
        let in_block = |group: Group| match group {
            Group::Alone => false,
            Group::Vertex => stage == Stage::TessControl,
            Group::MeshVertex | Group::MeshPrimitive => true,
        };
        let mut rows = VARIABLES.iter().chain(COMPATIBILITY);
        rows.find(|row| row.name == name && !in_block(row.group) && self.has_variable(row))
    }

    /// The member of an arrayed block with this name.
    pub(crate) fn find_member(&self, block: &Block, name: &str) -> Option<&'static Variable> {
        let mut rows = VARIABLES.iter().chain(COMPATIBILITY);
        rows.find(|row| row.name == name && row.group == block.group && self.has_variable(row))
    }

    /// The value of the built-in constant of this name.
    pub(crate) fn limit(&self, name: &str) -> u32 {
        limit(name, &self.settings.limits.builtins, self.version().is_es()).unwrap_or(0)
    }

    pub(crate) fn shape_type(&mut self, shape: Shape) -> Type {
        let square = |this: &mut Self, columns: u8, rows: u8| {
            this.module.types.matrix(Scalar::F32, u32::from(columns), u32::from(rows))
        };
        match shape {
            Shape::One(ty) => ty,
            Shape::Array(element, length) => self.module.types.array(element, length),
            Shape::Limited(element, "gl_MaxDrawBuffers") if self.has_single_draw_buffer() => {
                self.module.types.array(element, 1)
            }
            Shape::Limited(element, name) => {
                let length = self.limit(name).max(1);
                self.module.types.array(element, length)
            }
            Shape::Unsized(element, _) => self.module.types.intern(TypeData::RuntimeArray { element }),
            Shape::PerView(element) => {
                let length = self.view_count();
                self.module.types.array(element, length)
            }
            Shape::PerViewUnsized(element, _) => {
                let (array, length) = (TypeData::RuntimeArray { element }, self.view_count());
                let array = self.module.types.intern(array);
                self.module.types.array(array, length)
            }
            Shape::Matrix(columns, rows) => square(self, columns, rows),
            Shape::Matrices(size, name) => {
                let (element, length) = (square(self, size, size), self.limit(name).max(1));
                self.module.types.array(element, length)
            }
            Shape::Struct(structure) => self.structure_type(structure),
            Shape::Structs(structure, name) => {
                let (element, length) = (self.structure_type(structure), self.limit(name).max(1));
                self.module.types.array(element, length)
            }
        }
    }

    /// The type of a built-in struct, which is made once.
    pub(crate) fn structure_type(&mut self, structure: &'static Structure) -> Type {
        let known = self.builtins.structs.iter().find(|row| std::ptr::eq(row.0, structure));
        if let Some(&(_, ty)) = known {
            return ty;
        }
        let precision = if self.precision.in_language { Precision::High } else { Precision::None };
        let members = structure.members.iter().map(|&(name, ty)| {
            let name = self.module.names.intern(name);
            Member { precision, ..Member::new(name, ty) }
        });
        let members = members.collect();
        let name = self.module.names.intern(structure.name);
        let id = self.module.structs.alloc(StructData::new(name, members));
        let ty = self.module.types.intern(TypeData::Struct(id));
        self.builtins.structs.push((structure, ty));
        ty
    }

    fn builtin_struct(&mut self, name: &str) -> Option<Entity> {
        let stage = Stages::of(self.module.stage);
        let structure = *STRUCTURES.iter().find(|structure| structure.name == name)?;
        available(&structure.since, self.extensions.here(), stage).ok()?;
        Some(Entity::Type(self.structure_type(structure)))
    }

    fn declare_builtin(&mut self, name: Symbol, row: &Variable) -> Entity {
        let ty = self.shape_type(row.shape);
        let global = self.module.add_global(row.name, ty, row.storage);
        let precision = if self.precision.in_language { row.precision } else { Precision::None };
        let all_invariant = self.settings.all_invariant;
        let is_flat = row.storage == Storage::Input
            && self.module.stage == Stage::Fragment
            && self.module.types.scalar_of(ty).is_some_and(Scalar::is_integer);
        let data = &mut self.module.globals[global];
        data.precision = precision;
        data.decorations.builtin = Some(row.builtin);
        if row.patch {
            data.decorations.qualifiers.insert(Qualifiers::PATCH);
        }
        if is_flat {
            data.decorations.interpolation = Some(Interpolation::Flat);
        }
        if all_invariant && row.group == Group::Vertex && row.storage == Storage::Output {
            data.decorations.qualifiers.insert(Qualifiers::INVARIANT);
        }
        let id = self.predeclared(name, global);
        if let Some(variable) = self.variables.get_mut(id) {
            if row.patch {
                variable.qualifiers.insert(Qualifiers::PATCH);
            }
            // The array has an element for each primitive. A stand-alone variable has no such decoration.
            if matches!(row.shape, Shape::Unsized(_, "")) {
                variable.qualifiers.insert(Qualifiers::PER_PRIMITIVE);
            }
        }
        Entity::Variable(id)
    }

    /// Declares an arrayed block with the members that it always has. Others are added on first use.
    fn declare_block(&mut self, name: Symbol, block: &'static Block) -> Entity {
        let first = ["gl_Position", "gl_PointSize", "gl_PrimitiveID"];
        let rows: Vec<_> = first.iter().filter_map(|name| self.find_member(block, name)).collect();
        let members = rows.into_iter().map(|row| self.block_member(block, row)).collect();
        let block_name = self.module.names.intern(block.name);
        let id = self.module.structs.alloc(StructData::new(block_name, members));
        self.builtins.blocks.push(BuiltInBlock { id, block, redeclared: false });
        let element = self.module.types.intern(TypeData::Struct(id));
        let ty = self.module.types.intern(TypeData::RuntimeArray { element });
        self.add_block(name, block, ty)
    }

    /// Declares the variable of a built-in block.
    pub(crate) fn add_block(&mut self, name: Symbol, block: &'static Block, ty: Type) -> Entity {
        let global = self.module.add_global(block.instance, ty, block.storage);
        self.module.globals[global].block = Some(LayoutRule::Std140);
        let id = self.predeclared(name, global);
        if block.group == Group::MeshPrimitive
            && let Some(variable) = self.variables.get_mut(id)
        {
            variable.qualifiers.insert(Qualifiers::PER_PRIMITIVE);
        }
        Entity::Variable(id)
    }

    pub(crate) fn block_member(&mut self, block: &Block, row: &Variable) -> Member {
        let mut decorations = Decorations { builtin: Some(row.builtin), ..Decorations::default() };
        if block.group == Group::MeshPrimitive {
            decorations.qualifiers.insert(Qualifiers::PER_PRIMITIVE);
        }
        if matches!(row.shape, Shape::PerView(_) | Shape::PerViewUnsized(..)) {
            decorations.qualifiers.insert(Qualifiers::PER_VIEW);
        }
        let precision = if self.precision.in_language { row.precision } else { Precision::None };
        let name = self.module.names.intern(row.name);
        Member { precision, decorations, ..Member::new(name, self.shape_type(row.shape)) }
    }

    /// Adds a member to a built-in block on first use; `None` if it has no such member.
    pub(crate) fn grow_block(&mut self, ty: Type, name: &str) -> Option<usize> {
        let TypeData::Struct(id) = self.module.types.get(ty) else { return None };
        let block = *self.builtins.blocks.iter().find(|known| known.id == id && !known.redeclared)?;
        let row = self.find_member(block.block, name)?;
        let member = self.block_member(block.block, row);
        let index = self.module.structs[id].members.len();
        if matches!(row.shape, Shape::Unsized(..) | Shape::PerViewUnsized(..)) {
            self.implicit.members.insert((id, index as u32), 1);
        }
        self.module.structs[id].members.push(member);
        Some(index)
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
        Some(self.constant_variable(name, constant.into(), common::UVEC3, Precision::High))
    }

    /// True if `gl_FragData` has a single element (ESSL 1.00 section 7.4, `GL_EXT_draw_buffers`).
    fn has_single_draw_buffer(&self) -> bool {
        !self.has(Feature::DrawBuffers)
    }

    fn builtin_constant(&mut self, name: Symbol, text: &str) -> Option<Entity> {
        let stage = Stages::of(self.module.stage);
        if let Some(row) = NUMBERS.iter().find(|row| row.name == text) {
            available(&row.since, self.extensions.here(), stage).ok()?;
            let constant = self.module.constants.scalar(row.scalar, u64::from(row.value));
            let ty = common::scalar(row.scalar);
            self.extensions.note_builtin_use(&row.since);
            if row.since.extensions.contains(&Extension::ExtOpacityMicromap) {
                self.module.execution.modes.insert(Modes::OPACITY_MICROMAP);
            }
            return Some(self.constant_variable(name, constant.into(), ty, Precision::High));
        }
        let row = CONSTANTS.iter().find(|row| row.name == text)?;
        available(&row.since, self.extensions.here(), stage).ok()?;
        self.extensions.note_builtin_use(&row.since);
        if text == "gl_MaxDrawBuffers" && self.has_single_draw_buffer() {
            let one = self.module.constants.i32(1);
            return Some(self.constant_variable(name, one.into(), common::I32, Precision::Medium));
        }
        // ESSL 3.20 section 7.2: scalars are `mediump`, vectors `highp`.
        let (constant, ty, precision) =
            match row.value(&self.settings.limits.builtins, self.version().is_es()) {
                Parts::One(value) => (self.module.constants.i32(value), common::I32, Precision::Medium),
                Parts::Three(values) => {
                    let parts = values.map(|value| self.module.constants.i32(value));
                    (self.module.constants.composite(common::IVEC3, &parts), common::IVEC3, Precision::High)
                }
            };
        Some(self.constant_variable(name, constant.into(), ty, precision))
    }

    pub(crate) fn constant_variable(
        &mut self,
        name: Symbol,
        value: Operand,
        ty: Type,
        precision: Precision,
    ) -> Entity {
        let precision = if self.precision.in_language { precision } else { Precision::None };
        let kind = VariableKind::Value(value);
        Entity::Variable(self.variables.add(Declared::new(name, Span::default(), ty, precision, kind)))
    }
}
