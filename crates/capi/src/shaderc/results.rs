//! Results of compilations.

use std::ffi::{CString, c_char, c_int};
use std::ptr;

use shaderc::{CompilationArtifact, Error};

use crate::memory::{c_string, dropped};

/// A result: `shaderc_compilation_result_t` points to it.
#[derive(Debug)]
#[expect(non_camel_case_types, reason = "the name in the header")]
pub struct shaderc_compilation_result {
    status: c_int,
    output: Output,
    messages: CString,
    errors: usize,
    warnings: usize,
}

#[derive(Debug)]
enum Output {
    Words(Vec<u32>),
    /// With a zero byte behind it, which its length does not count.
    Text(CString),
}

/// The status of a success.
const SUCCESS: c_int = 0;
/// The status for a handle that is null.
const NULL_RESULT: c_int = 4;

impl shaderc_compilation_result {
    pub(super) fn new(result: shaderc::Result<CompilationArtifact>) -> Self {
        match result {
            Ok(artifact) => Self {
                status: SUCCESS,
                output: match artifact.words() {
                    Some(words) => Output::Words(words.to_vec()),
                    None => Output::Text(c_string(artifact.as_text())),
                },
                messages: c_string(artifact.get_warning_messages()),
                errors: 0,
                warnings: artifact.get_num_warnings() as usize,
            },
            Err(error) => {
                let (status, errors, messages) = match error {
                    Error::InvalidStage(text) => (1, 1, text),
                    Error::CompilationError(count, text) => (2, count as usize, text),
                    Error::InternalError(text)
                    | Error::InitializationError(text)
                    | Error::ParseError(text) => (3, 1, text),
                    Error::NullResultObject(text) => (NULL_RESULT, 1, text),
                    Error::InvalidAssembly(text) => (5, 1, text),
                };
                let output = Output::Words(Vec::new());
                Self { status, output, messages: c_string(messages), errors, warnings: 0 }
            }
        }
    }
}

/// A part of a result, or `otherwise` if the handle is null.
///
/// # Safety
/// The result is null or live.
unsafe fn part<T>(
    result: *const shaderc_compilation_result,
    otherwise: T,
    part: impl FnOnce(&'static shaderc_compilation_result) -> T,
) -> T {
    // SAFETY: as the caller promises; what is given lives as long as the result.
    unsafe { result.as_ref() }.map_or(otherwise, part)
}

/// Frees a result.
///
/// # Safety
/// It is null or comes from a compilation, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_result_release(result: *mut shaderc_compilation_result) {
    // SAFETY: as the caller promises.
    unsafe { dropped(result) }
}

/// The number of bytes of the output.
///
/// # Safety
/// The result is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_result_get_length(result: *const shaderc_compilation_result) -> usize {
    let length = |it: &'static shaderc_compilation_result| match &it.output {
        Output::Words(words) => words.len() * 4,
        Output::Text(text) => text.count_bytes(),
    };
    // SAFETY: as the caller promises.
    unsafe { part(result, 0, length) }
}

/// The number of warnings.
///
/// # Safety
/// The result is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_result_get_num_warnings(result: *const shaderc_compilation_result) -> usize {
    // SAFETY: as the caller promises.
    unsafe { part(result, 0, |it| it.warnings) }
}

/// The number of errors.
///
/// # Safety
/// The result is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_result_get_num_errors(result: *const shaderc_compilation_result) -> usize {
    // SAFETY: as the caller promises.
    unsafe { part(result, 0, |it| it.errors) }
}

/// The status, a `shaderc_compilation_status`.
///
/// # Safety
/// The result is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_result_get_compilation_status(
    result: *const shaderc_compilation_result,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { part(result, NULL_RESULT, |it| it.status) }
}

/// The bytes of the output, aligned as words; of a text with a zero byte behind them. They live as long as the result.
///
/// # Safety
/// The result is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_result_get_bytes(
    result: *const shaderc_compilation_result,
) -> *const c_char {
    let bytes = |it: &'static shaderc_compilation_result| match &it.output {
        Output::Words(words) => words.as_ptr().cast(),
        Output::Text(text) => text.as_ptr(),
    };
    // SAFETY: as the caller promises.
    unsafe { part(result, ptr::null(), bytes) }
}

/// Errors and warnings, a line for each. The text lives as long as the result.
///
/// # Safety
/// The result is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_result_get_error_message(
    result: *const shaderc_compilation_result,
) -> *const c_char {
    // SAFETY: as the caller promises.
    unsafe { part(result, c"".as_ptr(), |it| it.messages.as_ptr()) }
}
