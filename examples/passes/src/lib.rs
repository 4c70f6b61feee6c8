//! Passes of a crate of its own. Each is a file, and enters the pass manager as a row beside those of vitrum:
//!
//! ```
//! use vitrum_example_passes::{CLAMP_INDICES, SAFE_DIVISION};
//! use vitrum_passes::{RunOptions, rows, run_passes};
//!
//! # let mut module = vitrum_ir::Module::new(vitrum_ir::Stage::Compute);
//! let passes = [&CLAMP_INDICES, &SAFE_DIVISION, &rows::COMBINE, &rows::ELIMINATE_DEAD_CODE];
//! let report = run_passes(&mut module, &passes, RunOptions { verify: true, ..RunOptions::default() })?;
//! # Ok::<(), vitrum_passes::Failure>(())
//! ```

mod clamp_indices;
mod clamp_point_size;
mod flip_frag_coord;
mod safe_division;

pub use clamp_indices::CLAMP_INDICES;
pub use clamp_point_size::{CLAMP_POINT_SIZE, PointSizes};
pub use flip_frag_coord::FLIP_FRAG_COORD;
pub use safe_division::SAFE_DIVISION;
