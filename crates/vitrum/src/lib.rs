//! GLSL in, SPIR-V and GLSL out: the vitrum shader compiler as one crate.
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

#[cfg(feature = "disassembly")]
mod assembly;
mod compilation;
mod compiler;
#[cfg(feature = "files")]
mod files;
mod fixes;
mod inspection;
mod lines;
mod lowered;
mod observe;
mod options;
mod places;
mod program;
mod reflection;
mod report;
mod sarif;
mod spirv;
#[cfg(feature = "spirv-input")]
mod spirv_input;
mod stages;
mod warnings;
pub mod webgl;

#[cfg(feature = "disassembly")]
pub use assembly::{assemble, disassemble};
pub use compilation::{
    ChangedName, Compilation, Diagnosed, Error, Failure, Preprocessed, check, compile, compile_including,
    compile_module, compile_observed, compile_units, pass_names, preprocess, preprocess_including,
};
pub use compiler::Compiler;
#[cfg(feature = "files")]
pub use files::{FileError, compile_file, include_from, include_with};
pub use fixes::FixedFile;
pub use inspection::{Inspection, inspect, inspect_unless};
pub use lowered::Lowered;
#[cfg(feature = "disassembly")]
pub use lowered::PlacedLine;
pub use observe::Observe;
pub use options::{Automatic, DebugInfo, Floats, Include, Included, OptLevel, Options, SourceVersion};
pub use places::place_warnings;
pub use program::{
    LinkStep, Program, ProgramInput, ProgramOptions, ProgramSource, compile_program, link_program,
    share_places,
};
pub use report::{Report, ReportEdit, ReportFix, ReportSpan};
pub use sarif::sarif;
#[cfg(feature = "spirv-input")]
pub use spirv_input::{
    EntryPoint, OptimizeError, SpirvInputError, SpirvInputErrorKind, load_spirv, optimize_spirv,
    spirv_of_entries,
};
pub use stages::{stage_of_path, stage_of_source};

pub use vitrum_backend_glsl::Error as GlslError;
pub use vitrum_backend_glsl::{
    NameKind, Options as GlslOptions, PlacedText as PlacedGlsl, PrintedName, SpecConstants,
};
pub use vitrum_backend_spirv::Error as SpirvError;
pub use vitrum_backend_spirv::{
    Capabilities, DeviceError, ModuleRequirements, Requirement, capability_name, verify_for,
};
pub use vitrum_backend_spirv::{Target, Version as SpirvVersion, VersionChoice};
pub use vitrum_frontend_glsl::diagnostics::render::Style;
pub use vitrum_frontend_glsl::diagnostics::{
    Code, Diagnostic, Edit, Fix, Label, Level, Levels, Severity, WarningGroup,
};
pub use vitrum_frontend_glsl::index;
pub use vitrum_frontend_glsl::lexemes;
pub use vitrum_frontend_glsl::preprocess::IncludeRequest;
pub use vitrum_frontend_glsl::{BuiltInLimits, Client, WebGlContext};
pub use vitrum_glsl::extensions::Extension;
pub use vitrum_glsl::stages::{stage_extension, stage_from_name};
pub use vitrum_glsl::version::{DESKTOP_VERSIONS, ES_VERSIONS, Profile, Version};
pub use vitrum_ir as ir;
pub use vitrum_ir::Stage;
pub use vitrum_passes::{Assigned, Placement, ResourceKind, SetShift, Slot, SpecName, SpecValue};
pub use vitrum_passes::{Clock, PassReport, Remark};
pub use vitrum_reflect as reflect;
pub use vitrum_reflect::Reflection;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
