//! Lowerings that make a module fit for SPIR-V: what a back end would else have to decide.
//!
//! [`for_spirv`] runs them in order. What is chosen for the author (locations, bindings) comes back as [`Assigned`], so
//! that a caller can say so.

mod assign_locations;
mod bound_indices;
mod fixed_function;
mod flatten_arrays;
mod gather_uniforms;
pub mod glsl;
mod lower_atomic_counters;
mod lower_framebuffer_fetch;
mod lower_rectangles;
mod open_formats;
pub(crate) mod parts;
mod paths;
mod rename_builtins;
mod specialize_parameters;
mod split_structs;
mod trim_blocks;
mod widen_masks;

pub use assign_locations::{Assigned, Slot, assign_locations};
pub use bound_indices::{bound_indices, has_indices_out_of_range};
pub use fixed_function::{gather_state, place_varyings};
pub use gather_uniforms::gather_uniforms;
pub use rename_builtins::rename_builtins;
pub use trim_blocks::trim_blocks;

use vitrum_ir::{Module, Storage, TypeData};

/// What the module is made fit for, and where the numbers that are chosen begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// Vulkan, else OpenGL.
    pub vulkan: bool,
    /// Where the numbers begin.
    pub placement: Placement,
}

/// Where the numbers that are chosen begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// The least location that is chosen.
    pub first_location: u32,
    /// The least binding that is chosen, in every descriptor set, for kinds that have no base of their own.
    pub first_binding: u32,
    /// The descriptor set of what has neither set nor binding; only Vulkan has sets.
    pub set: u32,
    /// By [`ResourceKind`], the least binding that is chosen for it.
    pub bases: [Option<u32>; ResourceKind::COUNT],
    /// By [`ResourceKind`], what is added to the bindings that the author chose.
    pub shifts: [u32; ResourceKind::COUNT],
}

/// What bindings are counted for, as the tools of Khronos tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceKind {
    /// Samplers without a texture.
    Sampler,
    /// Textures, with a sampler or without, and subpass inputs.
    Texture,
    /// Storage images.
    Image,
    /// Uniform blocks.
    UniformBuffer,
    /// Storage blocks, atomic counters, acceleration structures.
    StorageBuffer,
}

impl ResourceKind {
    /// How many there are.
    pub const COUNT: usize = 5;
}

impl Config {
    /// For Vulkan or OpenGL, with numbers that begin at 0.
    pub fn new(vulkan: bool) -> Self {
        Self { vulkan, placement: Placement::default() }
    }
}

/// Makes a module fit for SPIR-V; gives what was assigned, in order of declaration.
pub fn for_spirv(module: &mut Module, config: Config) -> Vec<Assigned> {
    rename_builtins(module, config);
    gather_state(module);
    if module.globals.values().any(|data| widen_masks::is_mask(module, data)) {
        widen_masks::widen_masks(module);
    }
    shape_resources(module, config);
    let mut placed = Vec::new();
    if config.vulkan {
        // Types stay in the table when nothing has them any more, and cost no more than being looked at.
        if module.types.iter().any(|(_, data)| lower_rectangles::is_rectangle(data)) {
            lower_rectangles::lower_rectangles(module);
        }
        placed = gather_uniforms(module);
    }
    let mut assigned = place_varyings(module);
    let fetches = lower_framebuffer_fetch::lower_framebuffer_fetch(module, config);
    assigned.extend(assign_locations(module, config));
    assigned.extend(lower_framebuffer_fetch::finish(module, fetches));
    assigned.extend(placed);
    bound_indices(module);
    assigned
}

/// Takes resources out of structs that hold something else too, as Vulkan wants them.
pub fn split_resources(module: &mut Module) {
    if module.globals.values().any(|data| split_structs::is_mixed(module, data))
        && specialize_parameters::specialize_parameters(module, |module, storage, pointee| {
            storage == Storage::Opaque && split_structs::is_struct(module, pointee)
        })
    {
        split_structs::split_structs(module);
    }
}

/// Gives resources the shapes that the target has: none within structs, and for Vulkan no arrays of arrays and no
/// atomic counters.
fn shape_resources(module: &mut Module, config: Config) {
    let (mut structs, mut nested, mut counters) = (false, false, false);
    for data in module.globals.values() {
        structs |= split_structs::is_mixed(module, data);
        nested |= config.vulkan && flatten_arrays::is_nested(module, data);
        counters |= data.storage == Storage::AtomicCounter;
    }
    let formats = open_formats::is_needed(module);
    // SPIR-V passes no address of a part of a private variable.
    let states = config.vulkan && has_state_parameters(module);
    if !(structs || nested || counters || formats || states) {
        return;
    }
    let is_array = |data| matches!(data, TypeData::Array { .. } | TypeData::RuntimeArray { .. });
    let specialized =
        specialize_parameters::specialize_parameters(module, |module, storage, pointee| match storage {
            Storage::AtomicCounter => counters,
            Storage::Private => states && is_state(module, pointee),
            Storage::Opaque => {
                formats && open_formats::is_open(module, pointee)
                    || split_structs::is_struct(module, pointee)
                    || config.vulkan && is_array(module.types.get(pointee))
            }
            _ => false,
        });
    if !specialized {
        return;
    }
    if formats {
        open_formats::close_formats(module);
    }
    if structs {
        split_structs::split_structs(module);
    }
    if config.vulkan && (structs || nested) {
        flatten_arrays::flatten_arrays(module);
    }
    if counters && config.vulkan {
        lower_atomic_counters::lower_atomic_counters(module);
    }
}

/// Whether a type is that of ray queries or hit objects, or an array of them.
fn is_state(module: &Module, mut ty: vitrum_ir::Type) -> bool {
    while let TypeData::Array { element, .. } = module.types.get(ty) {
        ty = element;
    }
    matches!(module.types.get(ty), TypeData::RayQuery | TypeData::HitObject)
}

fn has_state_parameters(module: &Module) -> bool {
    module.functions.values().any(|data| {
        data.blocks[data.body].params.iter().any(|&param| match module.types.get(data.values[param].ty) {
            TypeData::Pointer { storage: Storage::Private, pointee } => is_state(module, pointee),
            _ => false,
        })
    })
}
