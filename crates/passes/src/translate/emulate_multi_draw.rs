//! Takes the number of a draw from the application, which issues the draws of a multi-draw one by one.
//!
//! ```text
//! %d: i32 = load @gl_DrawID    =>    %d: i32 = load @draw_id
//! ```
//!
//! ANGLE: `EmulateGLDrawID`; NIR: `nir_lower_system_values`; Tint, naga and spirv-opt have none.

use super::parameters::{HasPlace, ParameterPlace, Parameters, with_place};
use super::reads::{input, remove_inputs, replace_input};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use vitrum_ir::{BuiltIn, Module, types::common};

/// Options of `emulate_multi_draw`.
#[derive(Clone, Debug, Default)]
pub struct EmulateMultiDraw {
    /// The place of the parameter `draw_id`.
    pub place: ParameterPlace,
}

impl HasPlace for EmulateMultiDraw {
    fn place(&mut self) -> &mut ParameterPlace {
        &mut self.place
    }
}

pub(crate) const OPTIONS: &[PassOption] = with_place![EmulateMultiDraw;];

/// True if the module has the number of the draw.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    input(module, BuiltIn::DrawIndex).is_some()
}

/// Replaces it; gives the number of reads.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let Some(global) = input(module, BuiltIn::DrawIndex) else { return 0 };
    let ty = module.globals[global].ty;
    let options = session.settings().options.get::<EmulateMultiDraw>();
    let parameter = Parameters::at(&options.place).add(module, session, "draw_id", common::I32);
    let reads = replace_input(module, session, BuiltIn::DrawIndex, |rewriter| {
        let number = parameter.load(rewriter);
        rewriter.convert(number, ty)
    });
    reads + remove_inputs(module, session, &[BuiltIn::DrawIndex])
}
