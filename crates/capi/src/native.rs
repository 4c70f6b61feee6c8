//! The functions of `include/vitrum.h`: compiles GLSL, and gives SPIR-V, GLSL, diagnostics and reflection.
//!
//! Names of stages, targets, versions and levels are those of the command line. Texts end with a zero byte; those that are given live as
//! long as the object that gave them.

use std::ffi::{CString, c_char};
use std::path::PathBuf;
use std::ptr;

use vitrum::{Compilation, DebugInfo, Diagnosed, GlslOptions, OptLevel, Options, Severity, Target, Version};

use crate::memory::{c_string, dropped, given, guarded, string, text};

/// The options of a compilation.
#[derive(Debug)]
pub struct VitrumOptions {
    options: Options,
    folders: Vec<PathBuf>,
}

/// A compilation, or the reasons for which there is none.
#[derive(Debug)]
pub struct VitrumResult {
    compilation: Option<Compilation>,
    words: Option<Vec<u32>>,
    messages: CString,
    diagnostics: Vec<Diagnostic>,
    reflection: Option<CString>,
    /// Printed texts.
    printed: Vec<CString>,
}

#[derive(Debug)]
struct Diagnostic {
    severity: VitrumSeverity,
    code: CString,
    message: CString,
    file: Option<CString>,
    line: u32,
    column: u32,
}

/// The severity of a diagnostic.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VitrumSeverity {
    /// The shader is not compiled.
    Error = 0,
    /// It is compiled, and may not do what was meant.
    Warning = 1,
    /// Something to know.
    Note = 2,
}

/// A diagnostic; its texts live as long as its result.
#[repr(C)]
#[derive(Debug)]
pub struct VitrumDiagnostic {
    /// Its severity.
    pub severity: VitrumSeverity,
    /// Its code, such as `E0300`; empty for a fault that is none of the source's.
    pub code: *const c_char,
    /// The fault: found and expected.
    pub message: *const c_char,
    /// The file; null for a fault without a place.
    pub file: *const c_char,
    /// The line, from 1; 0 without a place.
    pub line: u32,
    /// The column in characters, from 1; 0 without a place.
    pub column: u32,
}

/// Options for a stage by its name: `vert`, `frag`, `comp`, ...; null for an unknown one.
///
/// # Safety
/// The name is null or ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_options_new(stage: *const c_char) -> *mut VitrumOptions {
    guarded(ptr::null_mut(), || {
        // SAFETY: as the caller promises.
        let stage = unsafe { string(stage) }.and_then(|name| vitrum::stage_from_name(&name));
        stage.map_or(ptr::null_mut(), |stage| {
            given(VitrumOptions { options: Options::new(stage), folders: Vec::new() })
        })
    })
}

/// Frees options; null has no effect.
///
/// # Safety
/// They come from [`vitrum_options_new`], and are not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_options_free(options: *mut VitrumOptions) {
    // SAFETY: as the caller promises.
    unsafe { dropped(options) }
}

/// Changes options by a text; false if one of them is null, or if the change has no use for the text.
///
/// # Safety
/// The options are null or live, and nobody else uses them; the text is null or ends with a zero byte.
unsafe fn change(
    options: *mut VitrumOptions,
    value: *const c_char,
    change: impl FnOnce(&mut VitrumOptions, &str) -> Option<()>,
) -> bool {
    // SAFETY: as the caller promises.
    let (options, value) = unsafe { (options.as_mut(), string(value)) };
    let (Some(options), Some(value)) = (options, value) else { return false };
    guarded(false, || change(options, &value).is_some())
}

/// Chooses the target by its name: `vulkan1.0` to `vulkan1.4`, `opengl4.5`, `wgpu`. False for an unknown one.
///
/// # Safety
/// The options are null or live, and nobody else uses them; the name is null or ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_options_set_target(options: *mut VitrumOptions, name: *const c_char) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        change(options, name, |it, name| Target::from_name(name).map(|target| it.options.target = target))
    }
}

/// Chooses the version of a source without `#version`: `450`, `310es`. False for an unknown one.
///
/// # Safety
/// The options are null or live, and nobody else uses them; the name is null or ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_options_set_version(
    options: *mut VitrumOptions,
    name: *const c_char,
) -> bool {
    let set = |it: &mut VitrumOptions, name: &str| {
        it.options.version = vitrum::SourceVersion::Default(Version::from_name(name)?);
        Some(())
    };
    // SAFETY: as the caller promises.
    unsafe { change(options, name, set) }
}

/// Chooses the level of optimisation: `0`, `1`, `s` or `driver`. False for an unknown one.
///
/// # Safety
/// The options are null or live, and nobody else uses them; the name is null or ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_options_set_optimization(
    options: *mut VitrumOptions,
    level: *const c_char,
) -> bool {
    let set = |it: &mut VitrumOptions, name: &str| {
        it.options.opt_level = match name {
            "0" => OptLevel::None,
            "1" => OptLevel::Default,
            "s" => OptLevel::Size,
            "driver" => OptLevel::Driver,
            _ => return None,
        };
        Some(())
    };
    // SAFETY: as the caller promises.
    unsafe { change(options, level, set) }
}

/// Sets the name of the source in diagnostics, beside which included files are looked up.
///
/// # Safety
/// The options are null or live, and nobody else uses them; the name is null or ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_options_set_file_name(
    options: *mut VitrumOptions,
    name: *const c_char,
) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        change(options, name, |it, name| {
            it.options.file_name = name.to_owned();
            Some(())
        })
    }
}

/// Adds a folder in which included files are looked up.
///
/// # Safety
/// The options are null or live, and nobody else uses them; the path is null or ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_options_add_include_folder(
    options: *mut VitrumOptions,
    path: *const c_char,
) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        change(options, path, |it, path| {
            it.folders.push(PathBuf::from(path));
            Some(())
        })
    }
}

/// Defines a macro before the first line; a null body is empty.
///
/// # Safety
/// The options are null or live, and nobody else uses them; the texts are null or end with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_options_define(
    options: *mut VitrumOptions,
    name: *const c_char,
    body: *const c_char,
) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        let body = string(body).unwrap_or_default();
        change(options, name, |it, name| {
            it.options.defines.push((name.to_owned(), body.into_owned()));
            Some(())
        })
    }
}

/// Says whether what GLSL leaves undefined has a result, and every loop ends. False for null.
///
/// # Safety
/// The options are null or live, and nobody else uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_options_set_robust(options: *mut VitrumOptions, robust: bool) -> bool {
    // SAFETY: as the caller promises.
    unsafe { options.as_mut() }.map(|it| it.options.robust = robust).is_some()
}

/// Says whether SPIR-V has the source, its lines and its variables as debug information. False for null.
///
/// # Safety
/// The options are null or live, and nobody else uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_options_set_debug(options: *mut VitrumOptions, debug: bool) -> bool {
    let level = if debug { DebugInfo::Full } else { DebugInfo::default() };
    // SAFETY: as the caller promises.
    unsafe { options.as_mut() }.map(|it| it.options.debug = level).is_some()
}

/// Compiles a source of so many bytes. The result is null only if memory runs out of the process's bounds; a null source or null options
/// are an error of it.
///
/// # Safety
/// The options are null or live; the source is null or has so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_compile(
    options: *const VitrumOptions,
    source: *const c_char,
    length: usize,
) -> *mut VitrumResult {
    let result = guarded(None, || {
        // SAFETY: as the caller promises.
        let (options, source) = unsafe { (options.as_ref(), text(source, length)) };
        Some(match (options, source) {
            (None, _) => VitrumResult::failed("the options are null"),
            (_, None) => VitrumResult::failed("the source is null"),
            (Some(options), Some(source)) => VitrumResult::of(options, &source),
        })
    });
    given(result.unwrap_or_else(|| VitrumResult::failed("internal compiler error: the compiler panicked")))
}

impl VitrumResult {
    fn of(options: &VitrumOptions, source: &str) -> Self {
        let find = vitrum::include_from(options.folders.iter().cloned());
        let plain = options.options.clone().allow_include(true);
        match vitrum::compile_including(source, &plain, &find) {
            Ok(compilation) => Self::compiled(compilation),
            Err(failure) => {
                let mut result = Self::diagnosed(&failure.diagnosed, failure.to_string());
                if let Some(defect) = &failure.defect {
                    result.diagnostics.push(Diagnostic::plain(&format!("internal compiler error: {defect}")));
                }
                result
            }
        }
    }

    fn compiled(compilation: Compilation) -> Self {
        let outputs = compilation.lowered().and_then(|it| Ok((it.spirv()?, it.reflection()?.json())));
        let mut result = Self::diagnosed(&compilation.diagnosed, compilation.diagnosed.render());
        match outputs {
            Ok((words, reflection)) => {
                result.words = Some(words);
                result.reflection = Some(c_string(reflection));
                result.compilation = Some(compilation);
            }
            Err(error) => {
                result = Self::failed(&error.to_string());
                if let vitrum::Error::Unplaced(found) | vitrum::Error::Refused(found) = error {
                    let mut diagnosed = compilation.diagnosed;
                    diagnosed.diagnostics.extend(found);
                    result = Self::diagnosed(&diagnosed, diagnosed.render());
                }
            }
        }
        result
    }

    fn failed(message: &str) -> Self {
        Self {
            compilation: None,
            words: None,
            messages: c_string(format!("error: {message}")),
            diagnostics: vec![Diagnostic::plain(message)],
            reflection: None,
            printed: Vec::new(),
        }
    }

    fn diagnosed(diagnosed: &Diagnosed, messages: String) -> Self {
        let reports = diagnosed.reports();
        let rows = diagnosed.diagnostics.iter().zip(&reports);
        let diagnostics = rows.map(|(diagnostic, report)| {
            let place = report.spans.first();
            Diagnostic {
                severity: match diagnostic.severity {
                    Severity::Error => VitrumSeverity::Error,
                    Severity::Warning => VitrumSeverity::Warning,
                    _ => VitrumSeverity::Note,
                },
                code: c_string(&*report.code),
                message: c_string(report.message.as_str()),
                file: place.map(|place| c_string(place.file.as_str())),
                line: place.map_or(0, |place| place.line),
                column: place.map_or(0, |place| place.column),
            }
        });
        let diagnostics = diagnostics.collect();
        let printed = Vec::new();
        Self {
            compilation: None,
            words: None,
            messages: c_string(messages),
            diagnostics,
            reflection: None,
            printed,
        }
    }
}

impl Diagnostic {
    fn plain(message: &str) -> Self {
        let (code, message) = (c_string(""), c_string(message));
        Self { severity: VitrumSeverity::Error, code, message, file: None, line: 0, column: 0 }
    }
}

/// Frees a result; null has no effect.
///
/// # Safety
/// It comes from [`vitrum_compile`], and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_result_free(result: *mut VitrumResult) {
    // SAFETY: as the caller promises.
    unsafe { dropped(result) }
}

/// True if the source was compiled; false for null.
///
/// # Safety
/// The result is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_result_succeeded(result: *const VitrumResult) -> bool {
    // SAFETY: as the caller promises.
    unsafe { result.as_ref() }.is_some_and(|it| it.words.is_some())
}

/// The words of the SPIR-V module, and their number in `count` unless that is null; null without a module.
///
/// # Safety
/// The result is null or live; `count` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_result_spirv(result: *const VitrumResult, count: *mut usize) -> *const u32 {
    // SAFETY: as the caller promises.
    let (words, count) = unsafe { (result.as_ref().and_then(|it| it.words.as_deref()), count.as_mut()) };
    if let Some(count) = count {
        *count = words.map_or(0, <[u32]>::len);
    }
    words.map_or(ptr::null(), <[u32]>::as_ptr)
}

/// The diagnostics as a text for people; empty for null.
///
/// # Safety
/// The result is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_result_messages(result: *const VitrumResult) -> *const c_char {
    // SAFETY: as the caller promises.
    unsafe { result.as_ref() }.map_or(c"".as_ptr(), |it| it.messages.as_ptr())
}

/// The number of diagnostics; 0 for null.
///
/// # Safety
/// The result is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_result_diagnostic_count(result: *const VitrumResult) -> usize {
    // SAFETY: as the caller promises.
    unsafe { result.as_ref() }.map_or(0, |it| it.diagnostics.len())
}

/// Writes a diagnostic by its index; false if there is none.
///
/// # Safety
/// The result is null or live; `diagnostic` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_result_diagnostic(
    result: *const VitrumResult,
    index: usize,
    diagnostic: *mut VitrumDiagnostic,
) -> bool {
    // SAFETY: as the caller promises.
    let found = unsafe { result.as_ref() }.and_then(|it| it.diagnostics.get(index));
    let Some(row) = found.filter(|_| !diagnostic.is_null()) else { return false };
    let written = VitrumDiagnostic {
        severity: row.severity,
        code: row.code.as_ptr(),
        message: row.message.as_ptr(),
        file: row.file.as_ref().map_or(ptr::null(), |file| file.as_ptr()),
        line: row.line,
        column: row.column,
    };
    // SAFETY: it is not null, and the caller promises that it is valid then.
    unsafe { diagnostic.write(written) };
    true
}

/// Inputs, outputs and resources as JSON; null if the source was not compiled.
///
/// # Safety
/// The result is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_result_reflection(result: *const VitrumResult) -> *const c_char {
    // SAFETY: as the caller promises.
    let text = unsafe { result.as_ref() }.and_then(|it| it.reflection.as_ref());
    text.map_or(ptr::null(), |text| text.as_ptr())
}

/// GLSL with the same meaning, of a version by its name (`300es`, `450`), or that of the source for null. Null if the source was not
/// compiled, the version is unknown, or it cannot express the shader.
///
/// # Safety
/// The result is null or live, and nobody else uses it; the name is null or ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vitrum_result_glsl(
    result: *mut VitrumResult,
    version: *const c_char,
) -> *const c_char {
    // SAFETY: as the caller promises.
    let (result, name) = unsafe { (result.as_mut(), string(version)) };
    let Some(result) = result else { return ptr::null() };
    let printed = guarded(None, || {
        let compilation = result.compilation.as_ref()?;
        let text = match name {
            None => compilation.glsl(),
            Some(name) => {
                let target = Some(Version::from_name(&name)?);
                compilation.glsl_with(&GlslOptions { target, ..GlslOptions::default() })
            }
        };
        Some(c_string(text.ok()?))
    });
    let Some(text) = printed else { return ptr::null() };
    // The text does not move when the list grows.
    let start = text.as_ptr();
    result.printed.push(text);
    start
}

/// The version of this library, such as `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn vitrum_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
