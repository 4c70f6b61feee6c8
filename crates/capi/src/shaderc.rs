//! The functions of libshaderc, by the names and signatures of its header `shaderc/shaderc.h`, over [`vitrum_shaderc`](::shaderc).

mod options;
mod results;

use std::ffi::{c_char, c_int};
use std::ptr;

use shaderc::{CompilationArtifact, Compiler, Error, GlslProfile, ShaderKind};

use crate::memory::{dropped, given, guarded, string, text};

pub use options::*;
pub use results::*;

/// A compiler: `shaderc_compiler_t` points to it.
#[derive(Debug)]
#[expect(non_camel_case_types, reason = "the name in the header")]
pub struct shaderc_compiler(Compiler);

/// A compiler; never null.
#[unsafe(no_mangle)]
pub extern "C" fn shaderc_compiler_initialize() -> *mut shaderc_compiler {
    guarded(ptr::null_mut(), || Compiler::new().map_or(ptr::null_mut(), |it| given(shaderc_compiler(it))))
}

/// Frees a compiler.
///
/// # Safety
/// It is null or comes from [`shaderc_compiler_initialize`], and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_compiler_release(compiler: *mut shaderc_compiler) {
    // SAFETY: as the caller promises.
    unsafe { dropped(compiler) }
}

/// The arguments of a compilation.
struct Arguments {
    compiler: *const shaderc_compiler,
    source_text: *const c_char,
    source_text_size: usize,
    shader_kind: c_int,
    input_file_name: *const c_char,
    entry_point_name: *const c_char,
    additional_options: *const shaderc_compile_options,
}

/// A compilation as one of the functions of the compiler does it.
type Run<'a> = dyn Fn(&Compiler, &str, ShaderKind, &str, &str, Option<&Options>) -> shaderc::Result<CompilationArtifact>
    + 'a;

/// Runs a compilation; arguments that are null or unknown are errors of its result.
///
/// # Safety
/// The pointers of `arguments` are null or valid.
unsafe fn compiled(arguments: &Arguments, run: &Run<'_>) -> *mut shaderc_compilation_result {
    let result = guarded(Err(Error::InternalError("the compiler panicked".to_owned())), || {
        // SAFETY: the caller promises that the pointers are null or valid.
        let (compiler, source, file_name, entry_point, options) = unsafe {
            (
                arguments.compiler.as_ref(),
                text(arguments.source_text, arguments.source_text_size),
                string(arguments.input_file_name),
                string(arguments.entry_point_name),
                arguments.additional_options.as_ref(),
            )
        };
        let missing = |name: &str| Error::CompilationError(1, format!("error: {name} is null\n"));
        let compiler = compiler.ok_or_else(|| missing("the compiler"))?;
        let source = source.ok_or_else(|| missing("the source"))?;
        let kind = kind(arguments.shader_kind)
            .ok_or_else(|| Error::InvalidStage(format!("no stage {}", arguments.shader_kind)))?;
        let (file_name, entry_point) =
            (file_name.unwrap_or("shader".into()), entry_point.unwrap_or("main".into()));
        run(&compiler.0, &source, kind, &file_name, &entry_point, options.map(|it| &it.0))
    });
    given(shaderc_compilation_result::new(result))
}

/// A function that takes the arguments of a compilation.
macro_rules! compilation {
    ($(#[$documentation:meta])* $name:ident = $run:expr) => {
        $(#[$documentation])*
        ///
        /// # Safety
        /// The compiler and the options are null or live, the source has `source_text_size` bytes, and the names end with a zero
        /// byte.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            compiler: *const shaderc_compiler,
            source_text: *const c_char,
            source_text_size: usize,
            shader_kind: c_int,
            input_file_name: *const c_char,
            entry_point_name: *const c_char,
            additional_options: *const shaderc_compile_options,
        ) -> *mut shaderc_compilation_result {
            let arguments = Arguments {
                compiler,
                source_text,
                source_text_size,
                shader_kind,
                input_file_name,
                entry_point_name,
                additional_options,
            };
            // SAFETY: as the caller promises.
            unsafe { compiled(&arguments, &$run) }
        }
    };
}

compilation! {
    /// Compiles a source to a SPIR-V module.
    shaderc_compile_into_spv = |compiler, source, kind, file, entry, options| {
        compiler.compile_into_spirv(source, kind, file, entry, options)
    }
}

compilation! {
    /// Compiles a source to SPIR-V as text.
    shaderc_compile_into_spv_assembly = |compiler, source, kind, file, entry, options| {
        compiler.compile_into_spirv_assembly(source, kind, file, entry, options)
    }
}

compilation! {
    /// Runs the preprocessor alone.
    shaderc_compile_into_preprocessed_text = |compiler, source, _, file, entry, options| {
        compiler.preprocess(source, file, entry, options)
    }
}

/// The words of SPIR-V as text.
///
/// # Safety
/// The compiler and the options are null or live, and the source has `source_assembly_size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_assemble_into_spv(
    compiler: *const shaderc_compiler,
    source_assembly: *const c_char,
    source_assembly_size: usize,
    additional_options: *const shaderc_compile_options,
) -> *mut shaderc_compilation_result {
    let arguments = Arguments {
        compiler,
        source_text: source_assembly,
        source_text_size: source_assembly_size,
        shader_kind: 0,
        input_file_name: ptr::null(),
        entry_point_name: ptr::null(),
        additional_options,
    };
    // SAFETY: as the caller promises.
    unsafe { compiled(&arguments, &|compiler, source, _, _, _, options| compiler.assemble(source, options)) }
}

/// Writes the newest version of SPIR-V, as the word in a module's header, and its revision.
///
/// # Safety
/// The pointers are null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_get_spv_version(version: *mut u32, revision: *mut u32) {
    let numbers = shaderc::get_spirv_version();
    // SAFETY: as the caller promises.
    unsafe {
        if let Some(version) = version.as_mut() {
            *version = numbers.0;
        }
        if let Some(revision) = revision.as_mut() {
            *revision = numbers.1;
        }
    }
}

/// Reads a version with its profile, such as `450core`; false if there is none of that name.
///
/// # Safety
/// The text ends with a zero byte; the pointers are null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_parse_version_profile(
    text: *const c_char,
    version: *mut c_int,
    profile: *mut c_int,
) -> bool {
    // SAFETY: as the caller promises.
    let (text, version, profile) = unsafe { (string(text), version.as_mut(), profile.as_mut()) };
    let Some((number, of)) = text.and_then(|text| shaderc::parse_version_profile(&text).ok()) else {
        return false;
    };
    if let Some(version) = version {
        *version = number.cast_signed();
    }
    if let Some(profile) = profile {
        *profile = match of {
            GlslProfile::None => 0,
            GlslProfile::Core => 1,
            GlslProfile::Compatibility => 2,
            GlslProfile::Es => 3,
        };
    }
    true
}
