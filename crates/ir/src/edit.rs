//! Parts of rewriting a function: copies of blocks, compaction, and changes of globals with all that refers to them.
//!
//! Passes change functions by the `Rewriter` of `vitrum-passes`, which walks a function and rebuilds its blocks.

mod compact;
mod copy;
mod functions;
mod globals;

pub use compact::{compact, compact_to};
pub use copy::{Renames, copy_block, copy_body};
pub use functions::{keep_functions, remove_functions};
pub use globals::{redirect_global, remove_globals, replace_globals, retype_global};
