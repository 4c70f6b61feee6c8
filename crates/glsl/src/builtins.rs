//! Tables of built-in functions and variables: a row each, with availability and lowering.
//!
//! A row is a family of signatures, as in the specification, and is not expanded. A name is looked up at each call,
//! and its rows are matched against the arguments.

mod amd;
mod amd_images;
mod bits;
pub mod compatibility;
pub mod constants;
mod function_names;
mod gpu_shader4;
mod half_textures;
pub mod hit_objects;
mod image_processing;
mod index;
mod integers;
mod math;
pub mod matrices;
mod memory;
pub mod pattern;
mod rays;
mod sparse;
mod subgroups;
pub mod table;
mod textures;
pub mod variables;

use crate::extensions::Extension;
use crate::stages::Stages;
use crate::version::{Dialect, NEVER};
pub use function_names::{IntrinsicFunction, intrinsic_function, op_function};
pub use index::{Functions, all_rows, functions, functions_of};
use pattern::Role;
use table::{Legacy, Lower, Row};
use vitrum_ir::Scalar;

/// The reason why a row is unavailable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The version lacks it.
    Version,
    /// The version lacks it, but an extension has it.
    Extension,
    /// The stage lacks it.
    Stage,
}

/// Checks that a row is available in a dialect and stage.
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

/// The extension that a row needs in addition for components of this kind.
pub fn extension_of_kind(row: &Row, kind: Scalar) -> Option<Extension> {
    if row.name.starts_with("subgroup") {
        return match kind {
            Scalar::I8 | Scalar::U8 => Some(Extension::ExtShaderSubgroupExtendedTypesInt8),
            Scalar::I16 | Scalar::U16 => Some(Extension::ExtShaderSubgroupExtendedTypesInt16),
            Scalar::I64 | Scalar::U64 => Some(Extension::ExtShaderSubgroupExtendedTypesInt64),
            Scalar::F16 => Some(Extension::ExtShaderSubgroupExtendedTypesFloat16),
            _ => None,
        };
    }
    // Atomics with a scope support the kinds of those without, with the same extensions.
    let has_scope = |row: &Row| row.params.iter().any(|param| param.role == Role::Scope);
    let is_atomic = matches!(row.lower, Lower::Atomic { .. } | Lower::ImageAtomic { .. });
    if !is_atomic || !has_scope(row) || !kind.is_float() {
        return None;
    }
    let plain = functions(row.name).iter().find(|row| !has_scope(row) && row.kinds.contains(kind));
    match plain {
        Some(row) if row.since.desktop != NEVER => None,
        Some(row) => row.since.extensions.first().copied(),
        None if kind == Scalar::F16 => Some(Extension::ExtShaderAtomicFloat2),
        None => Some(Extension::ExtShaderAtomicFloat),
    }
}

/// True if some version has a built-in function of this name.
pub fn is_builtin_function(name: &str) -> bool {
    !functions(name).is_empty()
}

/// True if some version of ES has a built-in function of this name, which shaders cannot redefine (ESSL 3.00 section
/// 6.1).
pub fn is_es_function(name: &str) -> bool {
    functions(name).iter().any(|row| row.since.es != NEVER)
}

#[cfg(test)]
mod tests {
    use super::Row;
    use super::all_rows;
    use super::functions;
    use super::pattern::{Kind, Param, Pattern};

    #[test]
    fn every_row_is_found_by_name() {
        for row in all_rows() {
            assert!(functions(row.name).iter().any(|found| std::ptr::eq(found, row)), "{}", row.name);
        }
        assert!(functions("frobnicate").is_empty());
    }

    /// Rows of one kind each would be equally good for an argument that converts.
    #[test]
    fn rows_of_several_kinds_depend_on_the_kind() {
        let depends = |row: &&Row| {
            let of = |param: &Param| matches!(param.pattern, Pattern::Num(Kind::T, _) | Pattern::Tex(_));
            row.params.is_empty() || row.params.iter().any(of)
        };
        let rows = all_rows().iter().filter(|row| row.kinds.iter().count() > 1 && !depends(row));
        assert_eq!(rows.map(|row| row.name).collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn optional_parameters_come_last() {
        for row in all_rows() {
            let first = row.params.iter().position(|param| param.optional).unwrap_or(row.params.len());
            assert!(row.params[first..].iter().all(|param| param.optional), "{}", row.name);
        }
    }
}
