//! SPIR-V as text (feature `disassembly`).

use crate::compilation::Error;

/// The text of a SPIR-V module, with the names that `spirv-dis` gives to ids: those of the source, and else what a type or
/// a constant is, such as `%_ptr_Function_v4float` and `%float_0_5`. `spirv-as` reads it back.
///
/// ```
/// let source = "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(1.0); }\n";
/// let words = vitrum::compile(source, &vitrum::Options::new(vitrum::Stage::Fragment))?.spirv()?;
/// let text = vitrum::disassemble(&words)?;
/// assert!(text.contains("%float_1 = OpConstant %float 1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the words are no SPIR-V module.
pub fn disassemble(words: &[u32]) -> Result<String, Error> {
    vitrum_spirv_text::print(words).map_err(|error| Error::Words(error.to_string()))
}

/// The words of a SPIR-V module's text, as `spirv-as` reads it. The version is that of its comment `; Version: 1.3`, else 1.6.
///
/// # Errors
/// If the text is no SPIR-V; the reason begins with line and column.
pub fn assemble(text: &str) -> Result<Vec<u32>, Error> {
    vitrum_spirv_text::parse(text).map_err(|error| Error::Words(error.to_string()))
}
