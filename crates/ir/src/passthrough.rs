//! Geometry shaders that pass inputs on (`GL_NV_geometry_shader_passthrough`): the vertices that they make are those that they take,
//! and the outputs of the shader are of the primitive.

use crate::{Decorations, GlobalData, Module, Qualifiers, Stage, Storage};

impl Module {
    /// True if a variable, or a member of its block, is passed on by a geometry shader.
    pub fn is_passed_on(&self, data: &GlobalData) -> bool {
        let is_marked = |it: &Decorations| it.qualifiers.contains(Qualifiers::PASSTHROUGH);
        data.storage == Storage::Input
            && (is_marked(&data.decorations)
                || data.block.is_some()
                    && self
                        .members(self.types.innermost(data.ty))
                        .iter()
                        .any(|member| is_marked(&member.decorations)))
    }

    /// True for a geometry shader that passes inputs on, and makes the primitive that it takes.
    pub fn passes_inputs_on(&self) -> bool {
        self.stage == Stage::Geometry && self.globals.values().any(|data| self.is_passed_on(data))
    }
}
