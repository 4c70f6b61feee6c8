//! Locations and bindings that a version of GLSL cannot say are left to the application, which asks for them by name.
//!
//! ```text
//! global @uv: vec2<f32> input location(1)          =>  global @uv: vec2<f32> input
//! global @t: sampled<2d, f32> opaque binding(2)    =>  global @t: sampled<2d, f32> opaque
//! ```

use crate::framework::session::Session;
use crate::framework::settings::{GlslSettings, Settings};
use vitrum_glsl::features::Feature;
use vitrum_ir::{Dim, Module, Stage, Storage, TypeData};

/// The layout qualifiers of a target (GLSL 4.60 section 4.4, ESSL 3.20 section 4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layouts {
    /// Locations of vertex inputs and fragment outputs.
    ends: bool,
    /// Locations of all other inputs and outputs.
    varyings: bool,
    /// Locations of blocks of inputs and outputs.
    blocks: bool,
    /// Locations of uniforms.
    uniforms: bool,
    /// Bindings.
    bindings: bool,
    /// Descriptor sets.
    sets: bool,
}

/// True if the target is a chosen version.
pub(crate) fn is_needed(_: &Module, settings: &Settings) -> bool {
    settings.chosen_glsl().is_some()
}

/// Drops the layout qualifiers that the target lacks; gives their number.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let Some(target) = session.settings.chosen_glsl() else { return 0 };
    let has = |feature: Feature| feature.is_in(target.version);
    let layouts = Layouts {
        ends: has(Feature::InterfaceLocation),
        varyings: has(Feature::VaryingLocation),
        uniforms: has(Feature::UniformLocation) && !session.settings.vulkan,
        blocks: has(Feature::MemberLocation),
        bindings: has(Feature::Binding),
        sets: session.settings.vulkan,
    };
    let mut count = drop_layouts(module, layouts);
    // A layout of the depth only promises something.
    if !has_depth_layout(module, target) {
        count += usize::from(module.execution.depth.take().is_some());
    }
    count
}

/// True if the depth of a fragment can have a layout: by the version, or by an extension that the module enables.
pub(super) fn has_depth_layout(module: &Module, target: GlslSettings) -> bool {
    let feature = Feature::DepthLayout;
    let extension = feature.requested_in(target.version);
    feature.is_in(target.version) || extension.is_some_and(|it| module.has_extension(it.name()))
}

/// Drops the layout qualifiers that are not there; gives how many.
fn drop_layouts(module: &mut Module, layouts: Layouts) -> usize {
    let mut changes = 0;
    let mut drop = |value: &mut Option<u32>, kept: bool| {
        if !kept && value.take().is_some() {
            changes += 1;
        }
    };
    let stage = module.stage;
    let types = &module.types;
    let is_plane = |ty| matches!(types.get(ty), TypeData::Image(image) if image.dim == Dim::PixelLocal);
    for (_, global) in module.globals.iter_mut() {
        let decorations = &mut global.decorations;
        let end = match global.storage {
            Storage::Input => stage == Stage::Vertex,
            Storage::Output => stage == Stage::Fragment,
            _ => false,
        };
        match global.storage {
            // An index must stay, and needs a location.
            Storage::Input | Storage::Output if end => {
                drop(&mut decorations.location, layouts.ends || decorations.index.is_some());
            }
            Storage::Input | Storage::Output => {
                let kept = layouts.varyings && (layouts.blocks || global.block.is_none());
                drop(&mut decorations.location, kept);
            }
            Storage::Uniform | Storage::Opaque => drop(&mut decorations.location, layouts.uniforms),
            _ => {}
        }
        drop(&mut decorations.set, layouts.sets);
        // The extensions of these bring `binding` with them.
        if global.storage != Storage::AtomicCounter && !is_plane(global.ty) {
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
    fn outputs_with_an_index_keep_their_location() {
        let text = "vir 1\nstage fragment\nglobal @c: vec4<f32> output location(0) index(1)\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        let layouts = Layouts {
            ends: false,
            varyings: false,
            blocks: false,
            uniforms: false,
            bindings: false,
            sets: false,
        };
        assert_eq!(drop_layouts(&mut module, layouts), 0);
        assert_eq!(vitrum_ir::print(&module), text);
    }

    #[test]
    fn unsupported_layouts_are_dropped() {
        let text = "vir 1\nstage fragment\nglobal @uv: vec2<f32> input location(1)\n\
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
            "vir 1\nstage fragment\nglobal @uv: vec2<f32> input\nglobal @c: vec4<f32> output location(0)\n";
        assert_eq!(vitrum_ir::print(&module), expected);
        assert_eq!(drop_layouts(&mut module, layouts), 0);
    }
}
