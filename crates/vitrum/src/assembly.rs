//! SPIR-V as text.

use rspirv::binary::Disassemble;
use rspirv::dr::Loader;

use crate::compilation::Error;

/// The text of a SPIR-V module, in the manner of `spirv-dis`.
///
/// # Errors
/// When the words are no SPIR-V module.
pub fn disassemble(words: &[u32]) -> Result<String, Error> {
    let mut loader = Loader::new();
    rspirv::binary::parse_words(words, &mut loader).map_err(|state| Error::Words(state.to_string()))?;
    Ok(loader.module().disassemble())
}
