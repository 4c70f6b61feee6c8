//! GLSL in, SPIR-V and GLSL out: the vitrum shader compiler as one crate and a command line.
//!
//! [`compile`] runs the front end and, if asked, the optimiser; a [`Compilation`] gives every output. For one part
//! alone, use its crate: `vitrum-frontend-glsl`, `vitrum-ir`, `vitrum-passes`, `vitrum-backend-spirv`,
//! `vitrum-backend-glsl`.
//!
//! ```
//! let source = "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(1.0); }\n";
//! let options = vitrum::Options::new(vitrum::Stage::Fragment);
//! let compilation = vitrum::compile(source, &options)?;
//! let words: Vec<u32> = compilation.spirv()?;
//! assert_eq!(words[0], 0x0723_0203);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assembly;
mod compilation;
mod options;
mod stages;

pub use assembly::disassemble;
pub use compilation::{
    Compilation, Diagnosed, Error, Failure, Place, check, compile, compile_observed, pass_names,
};
pub use options::{Include, Options};
pub use stages::{stage_extension, stage_of_path};

pub use vitrum_backend_spirv::Target;
pub use vitrum_frontend_glsl::diagnostics::Severity;
pub use vitrum_frontend_glsl::extensions::Extension;
pub use vitrum_frontend_glsl::version::{Profile, Version};
pub use vitrum_ir as ir;
pub use vitrum_ir::Stage;
pub use vitrum_passes::legalize::{Assigned, Slot};
