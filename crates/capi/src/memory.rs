//! Pointers of C and the objects behind them.

use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of `run`, or `otherwise` if it panics.
pub(crate) fn guarded<T>(otherwise: T, run: impl FnOnce() -> T) -> T {
    // Nothing sees again what a panic leaves half done: each call makes its own result.
    catch_unwind(AssertUnwindSafe(run)).unwrap_or(otherwise)
}

/// Gives an object to C.
pub(crate) fn given<T>(object: T) -> *mut T {
    Box::into_raw(Box::new(object))
}

/// Takes an object back from C and drops it.
///
/// # Safety
/// The pointer is null or comes from [`given`], and is not used again.
pub(crate) unsafe fn dropped<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: the caller promises that it comes from `Box::into_raw`.
        guarded((), || drop(unsafe { Box::from_raw(object) }));
    }
}

/// The text that a pointer and a length in bytes give; `None` for null. Bytes that are not UTF-8 are replaced.
///
/// # Safety
/// The pointer is null or has so many bytes behind it.
pub(crate) unsafe fn text<'a>(start: *const c_char, length: usize) -> Option<std::borrow::Cow<'a, str>> {
    if start.is_null() {
        return None;
    }
    // SAFETY: the caller promises that the bytes are there.
    let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) };
    Some(String::from_utf8_lossy(bytes))
}

/// The text up to a zero byte; `None` for null.
///
/// # Safety
/// The pointer is null or has a zero byte behind it.
pub(crate) unsafe fn string<'a>(start: *const c_char) -> Option<std::borrow::Cow<'a, str>> {
    // SAFETY: the caller promises that the text ends.
    (!start.is_null()).then(|| unsafe { CStr::from_ptr(start) }.to_string_lossy())
}

/// A text for C, up to a zero byte in it.
pub(crate) fn c_string(text: impl Into<Vec<u8>>) -> CString {
    CString::new(text).unwrap_or_else(|error| {
        let end = error.nul_position();
        let mut bytes = error.into_vec();
        bytes.truncate(end);
        CString::new(bytes).unwrap_or_default()
    })
}
