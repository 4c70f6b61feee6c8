//! The text form (`.vir`): all contents of a module, to be read by people and by the reader in
//! the crate `vitrum-ir-text`, whose `grammar/grammar.lalrpop` is the grammar.
//!
//! ```text
//! vir 1
//! stage fragment
//! entry &main
//! global @color: vec4<f32> mediump output location(0)
//!
//! fn &main() -> void {
//!     %x: ptr<function, f32> mediump = var
//!     store %x, 1.0f32
//!     %1: f32 mediump = load %x
//!     %2: bool = fgt %1, 0.5f32
//!     %3: f32 mediump = if %2 {
//!         merge %1
//!     } else {
//!         merge 0.0f32
//!     }
//!     return
//! }
//! ```
//!
//! Sigils: `%` values, `@` globals, `&` functions, `#` structs, `$` specialisation constants and constants that
//! have a name or are made of other constants, and parameters of generic functions. A label is a name (`%x`), a name with a number that tells it from others of that
//! name (`%x.1`), or a number for values without names (`%1`). Comments start with `//`.
//!
//! With spans, lines at the end give the [spelling](crate::Spelling) of the source: `spelling rgba !8..13` for letters of
//! components, `spelling const PI: 3.1415927f32 !20..22` for a constant by name, with `expression` behind it for one that was
//! computed from such, `spelling case 3i32 !30..34` for a case in braces.

/// The version of the text form, in its first line.
pub const VERSION: u32 = 1;

mod excerpt;
mod labels;
mod places;
mod print;
mod spelling;

pub(crate) use excerpt::Excerpts;
pub use excerpt::type_name;
pub use places::{PlacedText, print_placed};
pub(crate) use print::Line;
pub use print::{PrintOptions, print, print_with};

use crate::module::Module;

impl PartialEq for Module {
    /// Two modules are equal if they have equal text, spans included, whatever the numbering of their ids.
    fn eq(&self, other: &Self) -> bool {
        let options = PrintOptions { spans: true, sources: None };
        print_with(self, &options) == print_with(other, &options)
    }
}

impl std::fmt::Display for Module {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&print(self))
    }
}
