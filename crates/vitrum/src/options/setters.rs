//! `Options` and its like as builders: a method for each field, named after it.

use std::sync::Arc;

use vitrum_backend_spirv::{Target, VersionChoice};
use vitrum_frontend_glsl::diagnostics::Levels;
use vitrum_frontend_glsl::preprocess::IncludeRequest;
use vitrum_frontend_glsl::{BuiltInLimits, Client, WebGlContext};
use vitrum_glsl::version::Version;
use vitrum_ir::Stage;
use vitrum_passes::{
    Clock, Machine, PassInfo, PassOptions, Placement, RemoveUnusedResources, SpecName, SpecValue, Specialize,
    rows,
};

use super::{Automatic, DebugInfo, Floats, Included, OptLevel, Options, SourceVersion};
use crate::program::ProgramOptions;

/// A method for each field that takes the options and gives them back.
macro_rules! setters {
    ($options:ident { $($field:ident: $type:ty,)* }) => {
        impl $options {
            $(
                #[doc = concat!("The options with another [`", stringify!($field), "`](Self#structfield.", stringify!($field), ").")]
                #[must_use]
                pub fn $field(mut self, $field: impl Into<$type>) -> Self {
                    self.$field = $field.into();
                    self
                }
            )*
        }
    };
}
pub(crate) use setters;

setters!(Options {
    stage: Stage,
    target: Target,
    client: Option<Client>,
    spirv_version: VersionChoice,
    placement: Placement,
    automatic: Automatic,
    version: SourceVersion,
    glsl: vitrum_backend_glsl::Options,
    prints_glsl: bool,
    opt_level: OptLevel,
    floats: Floats,
    robust: bool,
    transforms: Vec<&'static PassInfo>,
    machine: Option<Machine>,
    pass_options: PassOptions,
    fuel: Option<u64>,
    remarks: bool,
    clock: Option<Clock>,
    verify: bool,
    defines: Vec<(String, String)>,
    preamble: String,
    file_name: String,
    allow_include: bool,
    appendix_a: bool,
    webgl: Option<WebGlContext>,
    library: bool,
    limits: BuiltInLimits,
    levels: Levels,
    debug: DebugInfo,
});

setters!(ProgramOptions {
    separable: bool,
    captured: Vec<String>,
    pack: bool,
    entry_points: Vec<(Stage, String)>,
});

impl Options {
    /// The options with the version of a source without `#version`.
    #[must_use]
    pub fn default_version(self, version: Version) -> Self {
        self.version(SourceVersion::Default(version))
    }

    /// The options with a version that overrides `#version`.
    #[must_use]
    pub fn force_version(self, version: Version) -> Self {
        self.version(SourceVersion::Forced(version))
    }

    /// The options with or without locations that the compiler chooses ([`Automatic::locations`]).
    #[must_use]
    pub fn auto_location(mut self, locations: bool) -> Self {
        self.automatic.locations = locations;
        self
    }

    /// The options with or without bindings that the compiler chooses ([`Automatic::bindings`]).
    #[must_use]
    pub fn auto_binding(mut self, bindings: bool) -> Self {
        self.automatic.bindings = bindings;
        self
    }

    /// The options with one macro more; an empty body defines it as nothing.
    #[must_use]
    pub fn define(mut self, name: impl Into<String>, body: impl Into<String>) -> Self {
        self.defines.push((name.into(), body.into()));
        self
    }

    /// The options with a function that finds included files. `#include` works without an `#extension` then.
    #[must_use]
    pub fn include(
        mut self,
        include: impl Fn(&IncludeRequest<'_>) -> Result<Included, String> + Send + Sync + 'static,
    ) -> Self {
        self.include = Some(Arc::new(include));
        self.allow_include(true)
    }

    /// The options with or without variables that are bound and that nothing uses: uniforms, buffers, textures, samplers and images
    /// (`-fpreserve-bindings`), and specialisation constants. What is optimised loses them otherwise, in SPIR-V, in printed GLSL and in the reflection; the places of
    /// others are the same either way.
    ///
    /// ```
    /// use vitrum::{OptLevel, Options, Stage};
    ///
    /// let source = "#version 450\nlayout(binding = 1) uniform sampler2D unused;\n\
    ///     layout(location = 0) out int x;\nvoid main() { x = 1; }\n";
    /// let options = Options::new(Stage::Fragment).opt_level(OptLevel::Default);
    /// assert!(vitrum::compile(source, &options)?.reflection()?.resources.is_empty());
    /// let options = options.preserve_bindings(true);
    /// assert_eq!(vitrum::compile(source, &options)?.reflection()?.resources.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn preserve_bindings(mut self, preserve: bool) -> Self {
        self.pass_options.change::<RemoveUnusedResources>(|it| {
            (it.keeps_bindings, it.keeps_constants) = (preserve, preserve);
        });
        self
    }

    /// The options with the value of a specialisation constant, by its `constant_id` or its name. It becomes a constant of the
    /// module, and its output has no specialisation constant for it.
    ///
    /// ```
    /// use vitrum::{Options, Stage};
    ///
    /// let source = "#version 450\nlayout(constant_id = 3) const int COUNT = 1;\n\
    ///     layout(location = 0) out int x;\nvoid main() { x = COUNT; }\n";
    /// let options = Options::new(Stage::Fragment).specialize(3, 7);
    /// let compilation = vitrum::compile(source, &options)?;
    /// assert!(compilation.glsl()?.contains("x = 7;"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn specialize(mut self, constant: impl Into<SpecName>, value: impl Into<SpecValue>) -> Self {
        if !self.transforms.iter().any(|pass| pass.name == rows::SPECIALIZE.name) {
            self.transforms.push(&rows::SPECIALIZE);
        }
        self.pass_options.change::<Specialize>(|it| it.values.push((constant.into(), value.into())));
        self
    }
}
