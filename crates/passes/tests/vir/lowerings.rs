//! Lowerings that are not in the table of passes.

use vitrum_ir::Module;
use vitrum_passes::legalize::{
    Config, bound_indices, for_spirv, glsl, place_varyings, split_resources, trim_blocks,
};

/// Changes a module; gives the number of changes, if it counts them.
type Lowering = fn(&mut Module) -> Option<usize>;

/// By name: the function, and its option if it has one.
static LOWERINGS: &[(&str, Lowering)] = &[
    ("bound_indices", |module| Some(bound_indices(module))),
    ("combine_samplers", |module| Some(glsl::combine_samplers(module).len())),
    ("for_spirv opengl", |module| uncounted(for_spirv(module, Config::new(false)))),
    ("for_spirv vulkan", |module| uncounted(for_spirv(module, Config::new(true)))),
    ("keep_precision", |module| Some(glsl::keep_precision(module))),
    ("lower_fragment_outputs declared", |module| {
        uncounted(glsl::lower_fragment_outputs(module, glsl::Outputs::Declared))
    }),
    ("lower_fragment_outputs fixed", |module| {
        uncounted(glsl::lower_fragment_outputs(module, glsl::Outputs::Fixed))
    }),
    ("lower_rectangular", |module| uncounted(glsl::lower_rectangular(module))),
    ("lower_switches", |module| Some(glsl::lower_switches(module))),
    ("lower_unsigned", |module| uncounted(glsl::lower_unsigned(module))),
    ("place_varyings", |module| uncounted(place_varyings(module))),
    ("settle_undefined", |module| Some(glsl::settle_undefined(module))),
    ("split_resources", |module| {
        split_resources(module);
        None
    }),
    ("split_structs uniform_blocks", |module| {
        let structs = glsl::Structs { uniform_blocks: true, ..Default::default() };
        uncounted(glsl::split_structs(module, structs))
    }),
    ("trim_blocks", |module| Some(trim_blocks(module))),
];

fn uncounted<T>(_: T) -> Option<usize> {
    None
}

/// The lowering of this name.
pub(crate) fn lowering(name: &str) -> Option<Lowering> {
    LOWERINGS.iter().find(|row| row.0 == name).map(|row| row.1)
}
