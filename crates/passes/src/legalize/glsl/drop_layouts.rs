//! Locations and bindings that a version of GLSL cannot say are left to the application, which asks for them by name.
//!
//! ```text
//! global @uv: vec2<f32> input location(1)          =>  global @uv: vec2<f32> input
//! global @t: sampled<2d, f32> opaque binding(2)    =>  global @t: sampled<2d, f32> opaque
//! ```

use vitrum_ir::{Module, Stage, Storage};

/// Which layout qualifiers there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layouts {
    /// Locations of vertex inputs and fragment outputs.
    pub ends: bool,
    /// Locations of all other inputs and outputs.
    pub varyings: bool,
    /// Locations of blocks of inputs and outputs.
    pub blocks: bool,
    /// Locations of uniforms.
    pub uniforms: bool,
    /// Bindings.
    pub bindings: bool,
    /// Descriptor sets.
    pub sets: bool,
}

/// Drops the layout qualifiers that are not there; gives how many.
pub fn drop_layouts(module: &mut Module, layouts: Layouts) -> usize {
    let mut changes = 0;
    let mut drop = |value: &mut Option<u32>, kept: bool| {
        if !kept && value.take().is_some() {
            changes += 1;
        }
    };
    let stage = module.stage;
    for (_, global) in module.globals.iter_mut() {
        let decorations = &mut global.decorations;
        let end = match global.storage {
            Storage::Input => stage == Stage::Vertex,
            Storage::Output => stage == Stage::Fragment,
            _ => false,
        };
        match global.storage {
            Storage::Input | Storage::Output if end => drop(&mut decorations.location, layouts.ends),
            Storage::Input | Storage::Output => {
                let kept = layouts.varyings && (layouts.blocks || global.block.is_none());
                drop(&mut decorations.location, kept);
            }
            Storage::Uniform | Storage::Opaque => drop(&mut decorations.location, layouts.uniforms),
            _ => {}
        }
        drop(&mut decorations.set, layouts.sets);
        if global.storage != Storage::AtomicCounter {
            drop(&mut decorations.binding, layouts.bindings);
        }
    }
    if !layouts.varyings || !layouts.blocks {
        for (_, data) in module.structs.iter_mut() {
            for member in &mut data.members {
                drop(&mut member.decorations.location, false);
            }
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::{Layouts, drop_layouts};

    #[test]
    fn what_is_not_there_goes() {
        let text = "stage fragment\nglobal @uv: vec2<f32> input location(1)\n\
            global @c: vec4<f32> output location(0)\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        let layouts = Layouts {
            ends: true,
            varyings: false,
            blocks: false,
            uniforms: false,
            bindings: false,
            sets: false,
        };
        assert_eq!(drop_layouts(&mut module, layouts), 1);
        let expected =
            "stage fragment\nglobal @uv: vec2<f32> input\nglobal @c: vec4<f32> output location(0)\n";
        assert_eq!(vitrum_ir::print(&module), expected);
        assert_eq!(drop_layouts(&mut module, layouts), 0);
    }
}
