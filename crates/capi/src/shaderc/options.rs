//! Options of compilations.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use shaderc::{
    CompileOptions, GlslProfile, IncludeType, Limit, OptimizationLevel, ResolvedInclude, ResourceKind,
    ShaderKind, SourceLanguage, SpirvVersion, TargetEnv,
};

use crate::memory::{dropped, given, guarded, text};

/// The options of a compilation; the functions that they hold are of C, and live as long as the program says.
pub(super) type Options = CompileOptions<'static>;

/// Options: `shaderc_compile_options_t` points to them.
#[expect(
    non_camel_case_types,
    missing_debug_implementations,
    reason = "the name in the header; functions have no text"
)]
pub struct shaderc_compile_options(pub(super) Options);

/// An included file, as a resolver gives it. An empty name means that there is none, and the content is the reason.
#[repr(C)]
#[derive(Debug)]
#[expect(missing_docs, reason = "the names in the header")]
#[allow(non_camel_case_types, reason = "the name in the header")]
pub struct shaderc_include_result {
    pub source_name: *const c_char,
    pub source_name_length: usize,
    pub content: *const c_char,
    pub content_length: usize,
    pub user_data: *mut c_void,
}

/// Finds an included file: by user data, its name, 0 for quotes and 1 for angle brackets, the including file's name, and the depth.
#[expect(non_camel_case_types, reason = "the name in the header")]
pub type shaderc_include_resolve_fn = Option<
    unsafe extern "C" fn(
        *mut c_void,
        *const c_char,
        c_int,
        *const c_char,
        usize,
    ) -> *mut shaderc_include_result,
>;

/// Frees what a resolver gave.
#[expect(non_camel_case_types, reason = "the name in the header")]
pub type shaderc_include_result_release_fn =
    Option<unsafe extern "C" fn(*mut c_void, *mut shaderc_include_result)>;

/// The value of an enumeration of C by its number.
macro_rules! by_number {
    ($(#[$doc:meta])* $name:ident -> $of:ident [$($value:ident),* $(,)?]) => {
        $(#[$doc])*
        pub(super) fn $name(number: c_int) -> Option<$of> {
            [$($of::$value),*].into_iter().find(|value| *value as c_int == number)
        }
    };
}

by_number! {
    /// A stage.
    kind -> ShaderKind [
        Vertex, Fragment, Compute, Geometry, TessControl, TessEvaluation, InferFromSource, DefaultVertex,
        DefaultFragment, DefaultCompute, DefaultGeometry, DefaultTessControl, DefaultTessEvaluation, SpirvAssembly,
        RayGeneration, AnyHit, ClosestHit, Miss, Intersection, Callable, DefaultRayGeneration, DefaultAnyHit,
        DefaultClosestHit, DefaultMiss, DefaultIntersection, DefaultCallable, Task, Mesh, DefaultTask, DefaultMesh,
    ]
}
by_number! {
    /// A kind of resources.
    resource -> ResourceKind [Image, Sampler, Texture, Buffer, StorageBuffer, UnorderedAccessView]
}
by_number! {
    /// An environment.
    environment -> TargetEnv [Vulkan, OpenGL, OpenGLCompat]
}
by_number! {
    /// A version of SPIR-V.
    spirv -> SpirvVersion [V1_0, V1_1, V1_2, V1_3, V1_4, V1_5, V1_6]
}
by_number! {
    /// A profile.
    profile -> GlslProfile [None, Core, Compatibility, Es]
}
by_number! {
    /// A level of optimisation.
    level -> OptimizationLevel [Zero, Size, Performance]
}
by_number! {
    /// A language.
    language -> SourceLanguage [GLSL, HLSL]
}

/// Changes options; null is left alone.
///
/// # Safety
/// The options are null or live, and nobody else uses them.
unsafe fn change(options: *mut shaderc_compile_options, change: impl FnOnce(&mut Options)) {
    // SAFETY: as the caller promises.
    if let Some(options) = unsafe { options.as_mut() } {
        guarded((), || change(&mut options.0));
    }
}

/// Default options; never null.
#[unsafe(no_mangle)]
pub extern "C" fn shaderc_compile_options_initialize() -> *mut shaderc_compile_options {
    guarded(ptr::null_mut(), || {
        CompileOptions::new().map_or(ptr::null_mut(), |it| given(shaderc_compile_options(it)))
    })
}

/// A copy of options; of null, default options.
///
/// # Safety
/// The options are null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_compile_options_clone(
    options: *const shaderc_compile_options,
) -> *mut shaderc_compile_options {
    // SAFETY: as the caller promises.
    match unsafe { options.as_ref() } {
        Some(options) => guarded(ptr::null_mut(), || given(shaderc_compile_options(options.0.clone()))),
        None => shaderc_compile_options_initialize(),
    }
}

/// Frees options.
///
/// # Safety
/// They are null or come from a function of this library, and are not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_compile_options_release(options: *mut shaderc_compile_options) {
    // SAFETY: as the caller promises.
    unsafe { dropped(options) }
}

/// Functions that set an option from numbers. Numbers that mean nothing have no effect.
macro_rules! setters {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $ty:ty),*) |$options:ident| $body:expr;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Safety
            /// The options are null or live, and nobody else uses them.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name(options: *mut shaderc_compile_options $(, $argument: $ty)*) {
                // SAFETY: as the caller promises.
                unsafe { change(options, |$options| { $body; }) }
            }
        )*
    };
}

setters! {
    /// Chooses the language of the source.
    fn shaderc_compile_options_set_source_language(lang: c_int)
        |options| language(lang).map(|it| options.set_source_language(it));
    /// Asks for lines and names in the module.
    fn shaderc_compile_options_set_generate_debug_info() |options| options.set_generate_debug_info();
    /// Chooses the level of optimisation.
    fn shaderc_compile_options_set_optimization_level(number: c_int)
        |options| level(number).map(|it| options.set_optimization_level(it));
    /// Chooses a version in the place of the source's `#version`.
    fn shaderc_compile_options_set_forced_version_profile(version: c_int, number: c_int)
        |options| profile(number).map(|it| options.set_forced_version_profile(version.max(0).cast_unsigned(), it));
    /// Hides warnings.
    fn shaderc_compile_options_set_suppress_warnings() |options| options.set_suppress_warnings();
    /// Makes errors of warnings.
    fn shaderc_compile_options_set_warnings_as_errors() |options| options.set_warnings_as_errors();
    /// Chooses the environment and its version.
    fn shaderc_compile_options_set_target_env(target: c_int, version: u32)
        |options| environment(target).map(|it| options.set_target_env(it, version));
    /// Chooses the version of SPIR-V.
    fn shaderc_compile_options_set_target_spirv(version: c_int)
        |options| spirv(version).map(|it| options.set_target_spirv(it));
    /// Sets a limit of the device.
    fn shaderc_compile_options_set_limit(limit: c_int, value: c_int)
        |options| usize::try_from(limit).ok().and_then(|at| Limit::ALL.get(at)).map(|it| options.set_limit(*it, value));
    /// Says whether resources without a binding get one.
    fn shaderc_compile_options_set_auto_bind_uniforms(auto_bind: bool)
        |options| options.set_auto_bind_uniforms(auto_bind);
    /// Says whether textures and samplers that are used together become one variable.
    fn shaderc_compile_options_set_auto_combined_image_sampler(upgrade: bool)
        |options| options.set_auto_combined_image_sampler(upgrade);
    /// Has an effect on HLSL alone.
    fn shaderc_compile_options_set_hlsl_io_mapping(hlsl_iomap: bool) |options| options.set_hlsl_io_mapping(hlsl_iomap);
    /// Asks for HLSL's packing of blocks, which is an error of the compilation.
    fn shaderc_compile_options_set_hlsl_offsets(hlsl_offsets: bool) |options| options.set_hlsl_offsets(hlsl_offsets);
    /// Chooses the least binding of resources of a kind that get one.
    fn shaderc_compile_options_set_binding_base(number: c_int, base: u32)
        |options| resource(number).map(|it| options.set_binding_base(it, base));
    /// The same for shaders of one stage.
    fn shaderc_compile_options_set_binding_base_for_stage(shader_kind: c_int, number: c_int, base: u32)
        |options| kind(shader_kind).zip(resource(number)).map(|(stage, it)| {
            options.set_binding_base_for_stage(stage, it, base);
        });
    /// Says whether resources that nothing uses stay when a module is optimised.
    fn shaderc_compile_options_set_preserve_bindings(preserve: bool)
        |options| options.set_preserve_bindings(preserve);
    /// Says whether inputs and outputs without a location get one.
    fn shaderc_compile_options_set_auto_map_locations(auto_map: bool)
        |options| options.set_auto_map_locations(auto_map);
    /// Has an effect on HLSL alone.
    fn shaderc_compile_options_set_hlsl_functionality1(enable: bool)
        |options| options.set_hlsl_functionality1(enable);
    /// Says whether a source for Vulkan may have what OpenGL allows.
    fn shaderc_compile_options_set_vulkan_rules_relaxed(enable: bool)
        |options| options.set_vulkan_rules_relaxed(enable);
    /// Says whether a vertex shader's `gl_Position.y` is negated.
    fn shaderc_compile_options_set_invert_y(enable: bool) |options| options.set_invert_y(enable);
    /// Says whether `min`, `max` and `clamp` prefer numbers to NaN.
    fn shaderc_compile_options_set_nan_clamp(enable: bool) |options| options.set_nan_clamp(enable);
}

/// Has an effect on HLSL alone.
#[unsafe(no_mangle)]
pub extern "C" fn shaderc_compile_options_set_hlsl_16bit_types(_: *mut shaderc_compile_options, _: bool) {}

/// Has an effect on HLSL alone.
#[unsafe(no_mangle)]
pub extern "C" fn shaderc_compile_options_set_hlsl_register_set_and_binding(
    _: *mut shaderc_compile_options,
    _: *const c_char,
    _: *const c_char,
    _: *const c_char,
) {
}

/// Has an effect on HLSL alone.
#[unsafe(no_mangle)]
pub extern "C" fn shaderc_compile_options_set_hlsl_register_set_and_binding_for_stage(
    _: *mut shaderc_compile_options,
    _: c_int,
    _: *const c_char,
    _: *const c_char,
    _: *const c_char,
) {
}

/// Defines a macro; a null value is none.
///
/// # Safety
/// The options are null or live, and nobody else uses them; the texts are null or have so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_compile_options_add_macro_definition(
    options: *mut shaderc_compile_options,
    name: *const c_char,
    name_length: usize,
    value: *const c_char,
    value_length: usize,
) {
    // SAFETY: as the caller promises.
    unsafe {
        let (name, value) = (text(name, name_length), text(value, value_length));
        change(options, |options| {
            if let Some(name) = name {
                options.add_macro_definition(&name, value.as_deref());
            }
        });
    }
}

/// Sets the functions that find included files and free what was found. Without a resolver, no file is found.
///
/// # Safety
/// The options are null or live, and nobody else uses them. The functions may be called with the user data as long as the options, or a
/// copy of them, are used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_compile_options_set_include_callbacks(
    options: *mut shaderc_compile_options,
    resolver: shaderc_include_resolve_fn,
    result_releaser: shaderc_include_result_release_fn,
    user_data: *mut c_void,
) {
    let find = move |path: &str, form: IncludeType, includer: &str, depth: usize| {
        let resolver = resolver.ok_or("no function finds included files")?;
        let form = if form == IncludeType::Relative { 0 } else { 1 };
        let (path, includer) = (crate::memory::c_string(path), crate::memory::c_string(includer));
        // SAFETY: the caller promises that the function may be called so, and that what it gives is null or valid until it is released.
        let found = unsafe {
            let result = resolver(user_data, path.as_ptr(), form, includer.as_ptr(), depth);
            let found = result.as_ref().map(|it| {
                let name = text(it.source_name, it.source_name_length).unwrap_or_default().into_owned();
                let content = text(it.content, it.content_length).unwrap_or_default().into_owned();
                (name, content)
            });
            if let Some(release) = result_releaser.filter(|_| !result.is_null()) {
                release(user_data, result);
            }
            found
        };
        match found {
            Some((resolved_name, content)) if !resolved_name.is_empty() => {
                Ok(ResolvedInclude { resolved_name, content })
            }
            Some((_, reason)) => Err(reason),
            None => Err("the function that finds included files gives null".to_owned()),
        }
    };
    // SAFETY: as the caller promises.
    unsafe { change(options, |options| options.set_include_callback(find)) }
}
