//! Options of passes.

use super::float_laws::FloatLaws;
use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::Arc;
use vitrum_glsl::features::Feature;
use vitrum_glsl::version::Version;
use vitrum_ir::{Module, Op};

/// Options that passes read from their [`Session`](crate::Session).
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The laws that passes may use on floats.
    pub floats: FloatLaws,
    /// True if lowerings lower for Vulkan, false if for OpenGL.
    pub vulkan: bool,
    /// The start of the numbers that `assign_locations` chooses.
    pub placement: Placement,
    /// The names of loose uniforms in the order in which `gather_uniforms` puts them in their block; others come last. Stages with
    /// the same uniforms have the same block then.
    pub uniform_order: Vec<String>,
    /// True if `trim_blocks` removes unread members of uniform blocks.
    pub trims_blocks: bool,
    /// The GLSL text that lowerings lower for; `None` for SPIR-V.
    pub glsl: Option<GlslSettings>,
    /// Operations that `expand_functions` expands though the target has them: those with a function in the
    /// [prelude](crate::prelude).
    pub expands: Vec<Op>,
    /// Options of passes from outside this crate.
    pub others: Others,
}

/// Options of passes from outside this crate, one value a type.
#[derive(Clone, Debug, Default)]
pub struct Others(BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl Settings {
    /// The settings of lowerings for SPIR-V.
    pub fn for_spirv(vulkan: bool) -> Self {
        Self { vulkan, ..Self::default() }
    }

    /// The settings of lowerings for GLSL text.
    pub fn for_glsl(target: GlslSettings, vulkan: bool) -> Self {
        Self { vulkan, glsl: Some(target), ..Self::default() }
    }

    /// Adds the options of a pass from outside this crate. It takes the place of a value of the same type.
    #[must_use]
    pub fn with<T: Any + Send + Sync>(mut self, options: T) -> Self {
        self.others.0.insert(TypeId::of::<T>(), Arc::new(options));
        self
    }

    /// The options of this type that [`with`](Self::with) added.
    pub fn get<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.others.0.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// True if lowerings lower for GLSL text of a chosen version that lacks a feature. SPIR-V lacks none.
    pub(crate) fn lacks(&self, module: &Module, feature: Feature) -> bool {
        self.glsl.is_some_and(|target| target.lacks(module, feature))
    }

    /// True if the target says where resources are bound: SPIR-V, and Vulkan GLSL of a chosen version.
    pub(crate) fn places_resources(&self) -> bool {
        self.glsl.is_none_or(|target| self.vulkan && !target.is_own)
    }

    /// The target, unless it is the version that the module was written in: such modules need few lowerings.
    pub(crate) fn chosen_glsl(&self) -> Option<GlslSettings> {
        self.glsl.filter(|target| !target.is_own)
    }
}

/// A version of GLSL that lowerings lower for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlslSettings {
    /// The version.
    pub version: Version,
    /// True if it is the version that the module was written in: it has what its extensions bring, and lowerings replace only
    /// what passes brought in.
    pub is_own: bool,
    /// True if `separate_samplers` separates combined textures and samplers.
    pub separates_samplers: bool,
}

impl GlslSettings {
    /// True if the version lacks a feature. A chosen version also has what an extension may bring.
    pub(crate) fn lacks(&self, module: &Module, feature: Feature) -> bool {
        let has = |name: &str| module.has_extension(name);
        match self.is_own {
            true => {
                !feature.is_in(self.version) && !feature.extensions().any(|extension| has(extension.name()))
            }
            false => !feature.is_available_in(self.version),
        }
    }
}

/// The start of the numbers that are chosen for locations and bindings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// The least location.
    pub first_location: u32,
    /// The least binding in every descriptor set, for kinds without a base of their own.
    pub first_binding: u32,
    /// The descriptor set of resources with neither set nor binding; only Vulkan has sets.
    pub set: u32,
    /// The least binding of each [`ResourceKind`].
    pub bases: [Option<u32>; ResourceKind::COUNT],
    /// The number that is added to the author's bindings of each [`ResourceKind`].
    pub shifts: [u32; ResourceKind::COUNT],
}

/// Kinds of resources with bindings of their own, as in the tools of Khronos.
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
    /// The number of kinds.
    pub const COUNT: usize = 5;
}

#[cfg(test)]
mod tests {
    use super::Settings;

    #[test]
    fn options_of_other_passes_are_found_by_type() {
        #[derive(Debug, PartialEq)]
        struct Limit(u32);
        let settings = Settings::default().with(Limit(1)).with(Limit(2)).with("text");
        assert_eq!(settings.get::<Limit>(), Some(&Limit(2)));
        assert_eq!(settings.get::<&str>(), Some(&"text"));
        assert_eq!(settings.get::<u8>(), None);
    }
}
