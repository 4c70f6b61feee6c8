//! Options of a compilation.

use std::rc::Rc;

use vitrum::{
    Client, DebugInfo, IncludeRequest, Included, Level, Levels, OptLevel, Options, Placement, Profile,
    SourceVersion, Stage, Target, Version,
};
use vitrum_passes::rows;

use crate::kinds::{
    GlslProfile, OptimizationLevel, ResourceKind, ShaderKind, SourceLanguage, SpirvVersion, StageRule,
    TargetEnv, target,
};
use crate::limits::Limit;

/// A found file, or the reason that there is none.
pub type IncludeCallbackResult = Result<ResolvedInclude, String>;

type IncludeCallback<'a> = Rc<dyn Fn(&str, IncludeType, &str, usize) -> IncludeCallbackResult + 'a>;

/// The form of an `#include`.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Copy, Clone, Debug)]
pub enum IncludeType {
    /// `#include "..."`
    Relative,
    /// `#include <...>`
    Standard,
}

/// An included file.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Clone, Debug)]
pub struct ResolvedInclude {
    /// Its name, for messages and for the includes in it; not empty.
    pub resolved_name: String,
    /// Its text.
    pub content: String,
}

/// Options of a compilation: by default for Vulkan 1.0, without optimisation.
#[derive(Clone)]
pub struct CompileOptions<'a> {
    environment: TargetEnv,
    environment_version: u32,
    spirv_version: Option<SpirvVersion>,
    pub(crate) language: SourceLanguage,
    forced_version: Option<(u32, GlslProfile)>,
    include: Option<IncludeCallback<'a>>,
    auto_bind: bool,
    auto_locations: bool,
    combines: bool,
    prefers_numbers: bool,
    hlsl_offsets: bool,
    is_relaxed: bool,
    preserves_bindings: bool,
    bases: Vec<(Option<Stage>, ResourceKind, u32)>,
    macros: Vec<(String, String)>,
    level: OptimizationLevel,
    debug: bool,
    no_warnings: bool,
    warnings_are_errors: bool,
    limits: vitrum::BuiltInLimits,
}

impl<'a> CompileOptions<'a> {
    /// The default options.
    ///
    /// # Errors
    /// Never.
    pub fn new() -> crate::Result<Self> {
        Ok(Self {
            environment: TargetEnv::Vulkan,
            environment_version: 0,
            spirv_version: None,
            language: SourceLanguage::GLSL,
            forced_version: None,
            include: None,
            auto_bind: false,
            auto_locations: false,
            combines: false,
            prefers_numbers: false,
            hlsl_offsets: false,
            is_relaxed: false,
            preserves_bindings: false,
            bases: Vec::new(),
            macros: Vec::new(),
            level: OptimizationLevel::Zero,
            debug: false,
            no_warnings: false,
            warnings_are_errors: false,
            limits: vitrum::BuiltInLimits::default(),
        })
    }

    /// Chooses the environment, and its version as an [`EnvVersion`](crate::EnvVersion) or 0 for the first.
    pub fn set_target_env(&mut self, env: TargetEnv, version: u32) {
        (self.environment, self.environment_version) = (env, version);
    }

    /// Chooses the version of SPIR-V; by default the newest that the environment has to take.
    pub fn set_target_spirv(&mut self, version: SpirvVersion) {
        self.spirv_version = Some(version);
    }

    /// Chooses the language of the source. HLSL is an error when it is compiled.
    pub fn set_source_language(&mut self, language: SourceLanguage) {
        self.language = language;
    }

    /// Chooses a version in the place of the source's `#version`.
    pub fn set_forced_version_profile(&mut self, version: u32, profile: GlslProfile) {
        self.forced_version = Some((version, profile));
    }

    /// Sets the function that finds included files: by the name in the directive, its form, the name of the file that it is in,
    /// and the number of includes that lead there, from 1. A name in quotes that is not found is asked for in the other form too.
    ///
    /// # Panics
    /// Compiling panics if the function does, or gives a file an empty name.
    pub fn set_include_callback<F>(&mut self, f: F)
    where
        F: Fn(&str, IncludeType, &str, usize) -> IncludeCallbackResult + 'a,
    {
        self.include = Some(Rc::new(f));
    }

    /// Sets a limit of the device.
    pub fn set_limit(&mut self, limit: Limit, value: i32) {
        // Limits of extensions that vitrum does not have are without effect.
        self.limits.set(limit.constant(), value);
    }

    /// Says whether resources without a binding get one; else they are an error.
    pub fn set_auto_bind_uniforms(&mut self, auto_bind: bool) {
        self.auto_bind = auto_bind;
    }

    /// Says whether textures and samplers that are used together become one variable.
    pub fn set_auto_combined_image_sampler(&mut self, auto_combine: bool) {
        self.combines = auto_combine;
    }

    /// Has an effect on HLSL alone.
    pub fn set_hlsl_io_mapping(&mut self, _hlsl_iomap: bool) {}

    /// Asks for HLSL's packing of blocks, which vitrum does not have: compiling is an error then. The source may declare
    /// `layout(scalar)` or the offsets of members.
    pub fn set_hlsl_offsets(&mut self, hlsl_offsets: bool) {
        self.hlsl_offsets = hlsl_offsets;
    }

    /// Chooses the least binding of resources of a kind that get one.
    pub fn set_binding_base(&mut self, resource_kind: ResourceKind, base: u32) {
        self.bases.push((None, resource_kind, base));
    }

    /// The same for shaders of one stage.
    pub fn set_binding_base_for_stage(
        &mut self,
        shader_kind: ShaderKind,
        resource_kind: ResourceKind,
        base: u32,
    ) {
        if let StageRule::Is(stage) | StageRule::Pragma(Some(stage)) = shader_kind.rule() {
            self.bases.push((Some(stage), resource_kind, base));
        }
    }

    /// Has an effect on HLSL alone.
    pub fn set_hlsl_register_set_and_binding(&mut self, _register: &str, _set: &str, _binding: &str) {}

    /// Says whether inputs and outputs without a location get one; else they are an error.
    pub fn set_auto_map_locations(&mut self, auto_map: bool) {
        self.auto_locations = auto_map;
    }

    /// Has an effect on HLSL alone.
    pub fn set_hlsl_register_set_and_binding_for_stage(
        &mut self,
        _kind: ShaderKind,
        _register: &str,
        _set: &str,
        _binding: &str,
    ) {
    }

    /// Has an effect on HLSL alone.
    pub fn set_hlsl_functionality1(&mut self, _enable: bool) {}

    /// Has an effect on HLSL alone, as in shaderc. The pass `flip_y` of vitrum negates `gl_Position.y`.
    pub fn set_invert_y(&mut self, _enable: bool) {}

    /// Says whether `min`, `max` and `clamp` give the operand that is a number if the other is NaN.
    pub fn set_nan_clamp(&mut self, enable: bool) {
        self.prefers_numbers = enable;
    }

    /// Defines a macro, in the place of one of the same name; without a value, as nothing.
    pub fn add_macro_definition(&mut self, name: &str, value: Option<&str>) {
        self.macros.retain(|row| row.0 != name);
        self.macros.push((name.to_owned(), value.unwrap_or_default().to_owned()));
    }

    /// Says whether resources that nothing uses stay when a module is optimised. (The crate `shaderc` has no such function; its C library
    /// has.)
    pub fn set_preserve_bindings(&mut self, enable: bool) {
        self.preserves_bindings = enable;
    }

    /// Says whether a source for Vulkan may have what OpenGL allows: uniforms outside of blocks, and counters. (The crate `shaderc` has
    /// no such function; its C library has.)
    pub fn set_vulkan_rules_relaxed(&mut self, enable: bool) {
        self.is_relaxed = enable;
    }

    /// Chooses the level of optimisation.
    pub fn set_optimization_level(&mut self, level: OptimizationLevel) {
        self.level = level;
    }

    /// Asks for lines and names in the module.
    pub fn set_generate_debug_info(&mut self) {
        self.debug = true;
    }

    /// Hides warnings, also those that would be errors.
    pub fn set_suppress_warnings(&mut self) {
        self.no_warnings = true;
    }

    /// Makes errors of warnings.
    pub fn set_warnings_as_errors(&mut self) {
        self.warnings_are_errors = true;
    }

    /// The target, or the reason that there is none.
    pub(crate) fn target(&self) -> Result<Target, String> {
        let target = target(self.environment, self.environment_version);
        let (environment, version) = (self.environment, self.environment_version);
        target.ok_or_else(|| match environment {
            TargetEnv::OpenGLCompat => "OpenGL compatibility profile is not supported".to_owned(),
            _ => format!("there is no version {version:#x} of {environment:?}"),
        })
    }

    /// The word of the version of SPIR-V in a module's header.
    pub(crate) fn spirv_word(&self) -> Result<u32, String> {
        let target = self.target()?;
        Ok(self.spirv_version.map_or_else(|| target.version().word(), |version| version as u32))
    }

    /// The options in the terms of vitrum, for a shader of a stage.
    pub(crate) fn options(&self, stage: Stage, file_name: &str) -> Result<Options, String> {
        if self.hlsl_offsets {
            return Err(
                "HLSL's packing of blocks is not available; declare `layout(scalar)` or offsets".to_owned()
            );
        }
        let mut options = Options::new(stage)
            .target(self.target()?)
            .file_name(file_name)
            .preserve_bindings(self.preserves_bindings);
        if let Some(version) = self.spirv_version {
            options.spirv_version = version.version().into();
        }
        if let Some((number, profile)) = self.forced_version {
            options.version = SourceVersion::Forced(version(number, profile)?);
        }
        options.client = self.is_relaxed.then_some(Client::OpenGl);
        options.allow_include = self.include.is_some();
        options.automatic.bindings = self.auto_bind;
        options.automatic.locations = self.auto_locations;
        options.placement = self.placement(stage);
        options.defines = self.macros.clone();
        options.limits = self.limits.clone();
        options.opt_level = match self.level {
            OptimizationLevel::Zero => OptLevel::None,
            OptimizationLevel::Size => OptLevel::Size,
            OptimizationLevel::Performance => OptLevel::Default,
        };
        options.debug = if self.debug { DebugInfo::Lines } else { DebugInfo::default() };
        options.levels = Levels::default();
        if self.no_warnings {
            options.levels.others = Level::Allow;
        } else if self.warnings_are_errors {
            options.levels.others = Level::Deny;
        }
        if self.combines {
            options.transforms.push(&rows::COMBINE_SAMPLERS);
        }
        if self.prefers_numbers {
            options.transforms.push(&rows::PREFER_NUMBERS);
        }
        Ok(options)
    }

    fn placement(&self, stage: Stage) -> Placement {
        let mut placement = Placement::default();
        for (only, kind, base) in &self.bases {
            let resource = kind.resource().filter(|_| only.is_none_or(|only| only == stage));
            if let Some(slot) = resource.and_then(|resource| placement.bases.get_mut(resource as usize)) {
                *slot = Some(*base);
            }
        }
        placement
    }

    /// Finds an included file.
    pub(crate) fn find(&self, request: &IncludeRequest<'_>) -> Result<Included, String> {
        let callback = self.include.as_ref().ok_or("no include callback is set")?;
        let ask = |form| callback(request.path, form, request.includer, request.depth);
        let found = match request.system {
            true => ask(IncludeType::Standard),
            false => ask(IncludeType::Relative).or_else(|_| ask(IncludeType::Standard)),
        };
        let ResolvedInclude { resolved_name, content } = found?;
        assert!(!resolved_name.is_empty(), "an included file has an empty name");
        Ok(Included { name: resolved_name, text: content })
    }
}

/// A version of GLSL by its number and profile.
fn version(number: u32, profile: GlslProfile) -> Result<Version, String> {
    let suffix = match profile {
        GlslProfile::None => "",
        GlslProfile::Core => "core",
        GlslProfile::Compatibility => "compatibility",
        GlslProfile::Es => "es",
    };
    let name = format!("{number}{suffix}");
    Version::from_name(&name).ok_or_else(|| format!("there is no version `{name}` of GLSL"))
}

/// The profile of a version by its name.
pub(crate) fn profile(version: Version, name: &str) -> GlslProfile {
    match version.profile {
        Profile::Es => GlslProfile::Es,
        Profile::Compatibility => GlslProfile::Compatibility,
        Profile::Core if name.ends_with("core") => GlslProfile::Core,
        Profile::Core | Profile::None => GlslProfile::None,
    }
}
