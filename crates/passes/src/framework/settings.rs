//! Options of passes.

use super::float_laws::FloatLaws;
use super::table::pass;
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
    /// True if lowerings lower for naga, the shader compiler of wgpu; `vulkan` is true then, too.
    pub wgpu: bool,
    /// The start of the numbers that `assign_locations` chooses.
    pub placement: Placement,
    /// The names of loose uniforms in the order in which `gather_uniforms` puts them in their block; others come last. Stages with
    /// the same uniforms have the same block then.
    pub uniform_order: Vec<String>,
    /// The unread members of uniform blocks that `trim_blocks` removes.
    pub trimming: Trimming,
    /// The GLSL text that lowerings lower for; `None` for SPIR-V.
    pub glsl: Option<GlslSettings>,
    /// Operations that `expand_functions` expands though the target has them: those with a function in the
    /// [prelude](crate::prelude).
    pub expands: Vec<Op>,
    /// Options of single passes, by type.
    pub options: PassOptions,
}

/// The unread members of uniform blocks that go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trimming {
    /// None.
    #[default]
    None,
    /// All but the one that ends the block, so that the size stays: an application may take it from the module.
    KeepSize,
    /// All.
    All,
}

/// Options of single passes, of this crate or of others: one value a type, that of the pass.
///
/// ```
/// use vitrum_passes::PassOptions;
///
/// #[derive(Clone, Debug, Default, PartialEq)]
/// struct Limit(u32);
/// let options = PassOptions::default().with(Limit(3));
/// assert_eq!(options.get::<Limit>(), Limit(3));
/// ```
#[derive(Clone, Debug, Default)]
pub struct PassOptions(BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>);

/// An option of a pass as text: a row of [`PassInfo::options`](super::table::PassInfo::options), which `PASS.NAME=VALUE` sets.
#[derive(Clone, Copy, Debug)]
pub struct PassOption {
    /// The name.
    pub name: &'static str,
    /// The values that it takes, as help shows them: `clamp|skip|unchecked`, `N`.
    pub values: &'static str,
    /// A line about it.
    pub summary: &'static str,
    /// Sets it; `None` for text that is no value of it.
    pub set: SetOption,
}

/// Sets an option of a pass from its text; `None` for text that is no value of it.
pub type SetOption = fn(&mut PassOptions, &str) -> Option<()>;

impl PassOptions {
    /// The same with the options of a pass, in the place of others of the same type.
    #[must_use]
    pub fn with<T: Any + Send + Sync>(mut self, options: T) -> Self {
        self.0.insert(TypeId::of::<T>(), Arc::new(options));
        self
    }

    /// These options and others, which take the place of those of the same type.
    #[must_use]
    pub fn and(mut self, others: &Self) -> Self {
        self.0.extend(others.0.iter().map(|(id, options)| (*id, Arc::clone(options))));
        self
    }

    /// The options of a pass, or the default ones.
    pub fn get<T: Any + Send + Sync + Default + Clone>(&self) -> T {
        self.find::<T>().cloned().unwrap_or_default()
    }

    /// The options of a pass, if any were set.
    pub fn find<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// Changes the options of a pass.
    pub fn change<T: Any + Send + Sync + Default + Clone>(&mut self, change: impl FnOnce(&mut T)) {
        let mut options = self.get::<T>();
        change(&mut options);
        self.0.insert(TypeId::of::<T>(), Arc::new(options));
    }

    /// Sets an option of a pass of this crate by its text form, `PASS.NAME=VALUE`.
    ///
    /// # Errors
    /// A message that says why the text is no option, and what it may be.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let (key, value) = text.split_once('=').ok_or("options of passes are set by PASS.NAME=VALUE")?;
        let (name, option) = key.split_once('.').ok_or("options of passes are set by PASS.NAME=VALUE")?;
        let pass = pass(name).ok_or_else(|| format!("unknown pass `{name}`"))?;
        let Some(row) = pass.options.iter().find(|row| row.name == option) else {
            let known: Vec<&str> = pass.options.iter().map(|row| row.name).collect();
            let known = if known.is_empty() { "it has none".to_owned() } else { known.join(", ") };
            return Err(format!("`{name}` has no option `{option}`: {known}"));
        };
        (row.set)(self, value)
            .ok_or_else(|| format!("`{name}.{option}` does not take `{value}`: {}", row.values))
    }
}

impl Settings {
    /// The settings of lowerings for SPIR-V.
    pub fn for_spirv(vulkan: bool) -> Self {
        Self { vulkan, ..Self::default() }
    }

    /// The settings of lowerings for the SPIR-V that naga reads.
    pub fn for_wgpu() -> Self {
        Self { wgpu: true, ..Self::for_spirv(true) }
    }

    /// The settings of lowerings for GLSL text.
    pub fn for_glsl(target: GlslSettings, vulkan: bool) -> Self {
        Self { vulkan, glsl: Some(target), ..Self::default() }
    }

    /// The same with the options of a pass, in the place of others of the same type.
    #[must_use]
    pub fn with<T: Any + Send + Sync>(self, options: T) -> Self {
        Self { options: self.options.with(options), ..self }
    }

    /// The options of a pass, if any were set.
    pub fn get<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.options.find()
    }

    /// True if lowerings lower for GLSL text of a chosen version that lacks a feature. SPIR-V lacks none.
    pub(crate) fn lacks(&self, module: &Module, feature: Feature) -> bool {
        self.glsl.is_some_and(|target| target.lacks(module, feature))
    }

    /// True if the target says where resources are bound: SPIR-V, and Vulkan GLSL of a chosen version.
    pub(crate) fn places_resources(&self) -> bool {
        self.glsl.is_none_or(|target| self.vulkan && !target.is_own)
    }

    /// True if lowerings lower for GLSL text a module that comes from no GLSL: they give it the form that authors write.
    pub(crate) fn recovers_source(&self, module: &Module) -> bool {
        self.glsl.is_some() && !module.source.language.is_glsl()
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// Numbers for one descriptor set, which count there instead of `bases` and `shifts`.
    pub set_shifts: Vec<SetShift>,
    /// The least location of loose uniforms, if it is another one.
    pub first_uniform: Option<u32>,
    /// Locations of loose uniforms that have none, by name.
    pub uniforms: Vec<(String, u32)>,
}

/// A number that is added to the author's bindings of a kind in a descriptor set, and with which those that are chosen there begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetShift {
    /// The kind.
    pub kind: ResourceKind,
    /// The descriptor set.
    pub set: u32,
    /// The number.
    pub shift: u32,
}

impl Placement {
    /// The kind whose numbers a resource has: a combined texture is a texture, and an acceleration structure a storage buffer, unless
    /// they have numbers of their own.
    pub(crate) fn kind(&self, kind: ResourceKind) -> ResourceKind {
        let wider = match kind {
            ResourceKind::CombinedTexture => ResourceKind::Texture,
            ResourceKind::AccelerationStructure => ResourceKind::StorageBuffer,
            _ => return kind,
        };
        let index = kind as usize;
        let has_own = self.bases.get(index).is_some_and(|base| base.is_some())
            || self.shifts.get(index).is_some_and(|&shift| shift > 0)
            || self.set_shifts.iter().any(|row| row.kind == kind);
        if has_own { kind } else { wider }
    }

    /// The number for a kind in a set, if it has one of its own.
    fn of_set(&self, kind: usize, set: u32) -> Option<u32> {
        let is_it = |row: &&SetShift| row.kind as usize == kind && row.set == set;
        self.set_shifts.iter().rev().find(is_it).map(|row| row.shift)
    }

    /// The number that is added to the author's bindings of a kind in a set.
    pub(crate) fn shift(&self, kind: ResourceKind, set: u32) -> u32 {
        let kind = kind as usize;
        self.of_set(kind, set).unwrap_or_else(|| self.shifts.get(kind).copied().unwrap_or(0))
    }

    /// The least bindings that are chosen in a set, by kind.
    pub(crate) fn bases(&self, set: u32) -> [u32; ResourceKind::COUNT] {
        std::array::from_fn(|kind| {
            let of_kind = || self.bases.get(kind).copied().flatten();
            self.of_set(kind, set).or_else(of_kind).unwrap_or(self.first_binding)
        })
    }
}

/// Kinds of resources with bindings of their own, as in the tools of Khronos.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceKind {
    /// Samplers without a texture.
    Sampler,
    /// Textures without a sampler, and subpass inputs.
    Texture,
    /// Storage images.
    Image,
    /// Uniform blocks.
    UniformBuffer,
    /// Storage blocks and atomic counters.
    StorageBuffer,
    /// Textures with a sampler; as [`Self::Texture`], unless this kind has numbers.
    CombinedTexture,
    /// Acceleration structures; as [`Self::StorageBuffer`], unless this kind has numbers.
    AccelerationStructure,
}

impl ResourceKind {
    /// The number of kinds.
    pub const COUNT: usize = 7;
}

#[cfg(test)]
mod tests {
    use super::{PassOptions, Settings};

    #[test]
    fn options_of_other_passes_are_found_by_type() {
        #[derive(Debug, PartialEq)]
        struct Limit(u32);
        let settings = Settings::default().with(Limit(1)).with(Limit(2)).with("text");
        assert_eq!(settings.get::<Limit>(), Some(&Limit(2)));
        assert_eq!(settings.get::<&str>(), Some(&"text"));
        assert_eq!(settings.get::<u8>(), None);
    }

    #[test]
    fn options_in_text_form_name_what_is_wrong() {
        let mut options = PassOptions::default();
        let error = |options: &mut PassOptions, text| options.set(text).unwrap_err();
        assert!(error(&mut options, "combine").contains("PASS.NAME=VALUE"));
        assert!(error(&mut options, "nothing.at=1").contains("unknown pass `nothing`"));
        assert!(error(&mut options, "combine.speed=1").contains("no option `speed`"));
        for text in
            ["clamp_layer.layers=0", "clamp_layer.layers=1073741825", "bound_indices.largest_dispatch=0"]
        {
            assert!(error(&mut options, text).contains("does not take"), "{text}");
        }
        assert_eq!(options.set("clamp_layer.layers=1073741824"), Ok(()));
    }
}
