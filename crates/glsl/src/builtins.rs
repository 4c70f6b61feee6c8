//! Built-in functions and variables: one row each of tables that say what there is, where, and what it becomes.
//!
//! A row stands for a family of signatures, as in the specification; nothing is expanded. A name is looked up
//! when a shader uses it, and its rows are matched against the arguments of the call.

mod bits;
pub mod compatibility;
pub mod constants;
mod gpu_shader4;
mod index;
mod math;
mod memory;
pub mod pattern;
mod rays;
mod sparse;
mod subgroups;
pub mod survey;
pub mod table;
mod textures;
pub mod variables;

use crate::extensions::Extension;
use crate::stages::Stages;
use crate::version::{Dialect, NEVER};
pub use index::{all_rows, functions};
use table::Legacy;

/// Why a row is not there for a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The version lacks it.
    Version,
    /// The version lacks it, but an extension would bring it.
    Extension,
    /// The stage lacks it.
    Stage,
}

/// True if a row is there in a dialect and stage.
pub fn available(since: &table::Since, dialect: &Dialect, stage: Stages) -> Result<(), Missing> {
    let brought = since.elsewhere.is_some_and(|extension| {
        dialect.extensions.contains(extension) && extension.info().stages.contains(stage)
    });
    if !since.stages.contains(stage) && !brought {
        return Err(Missing::Stage);
    }
    let is_state = since.legacy == Legacy::State && dialect.extensions.contains(Extension::ArbCompatibility);
    let in_version = match is_state {
        true => dialect.version.at_least(since.desktop, since.es),
        false => since.is_in(dialect.version),
    };
    let core = in_version && (!since.vulkan || dialect.vulkan);
    if core || since.extensions.iter().any(|&extension| dialect.extensions.contains(extension)) {
        return Ok(());
    }
    Err(if since.extensions.is_empty() { Missing::Version } else { Missing::Extension })
}

/// True if some version of ES has a built-in function of this name, which a shader there may not define again (ESSL 3.00
/// section 6.1).
pub fn is_es_function(name: &str) -> bool {
    functions(name).iter().any(|row| row.since.es != NEVER)
}

#[cfg(test)]
mod tests {
    use super::all_rows;
    use super::functions;

    #[test]
    fn every_row_is_found_by_name() {
        for row in all_rows() {
            assert!(functions(row.name).iter().any(|found| std::ptr::eq(found, row)), "{}", row.name);
        }
        assert!(functions("frobnicate").is_empty());
    }

    #[test]
    fn optional_parameters_come_last() {
        for row in all_rows() {
            let first = row.params.iter().position(|param| param.optional).unwrap_or(row.params.len());
            assert!(row.params[first..].iter().all(|param| param.optional), "{}", row.name);
        }
    }
}
