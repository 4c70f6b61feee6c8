//! From the front end's map of sources to the back end's table of lines, since neither knows the other.

use vitrum_backend_spirv::{LineTable, SourceFile};
use vitrum_ir::SourceMap;

/// All files with their text; `#line` directives do not count, so that debuggers find the text. Blanks alone are the stand-in for a text
/// that is not known.
pub(crate) fn line_table(sources: &SourceMap) -> LineTable {
    let file = |file| SourceFile {
        name: sources.name(file).to_owned(),
        text: Some(sources.text(file))
            .filter(|text| !text.trim_ascii().is_empty())
            .map(|text| text.to_string()),
        lines: sources.line_offsets(file),
    };
    LineTable { files: sources.files().map(file).collect() }
}
