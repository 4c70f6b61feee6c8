//! Analyses, optimisations, lowerings and pipelines over vitrum IR.
//!
//! A pass is a row of [`PASSES`]: a name, a summary, and the function that runs it on a module or on a function. It maps
//! verified modules to verified modules, depends on the module and on its [`Settings`] alone, and runs alone. A
//! [`Pipeline`] is a list of passes; [`run_pipeline`] runs one, verifies after each pass if asked, and reports times
//! and counts of changes. Each change costs fuel of the run's [`Session`], so that a bisection finds the one that breaks
//! a module.
//!
//! Passes from outside this crate are rows as well, and [`run_passes`] takes them beside those of [`rows`]:
//!
//! ```
//! use vitrum_ir::{Module, Stage};
//! use vitrum_passes::{PassInfo, RunOptions, Session, rows, run_passes};
//!
//! fn clear_strings(module: &mut Module, session: &mut Session) -> usize {
//!     if module.strings.is_empty() || !session.may_change() {
//!         return 0;
//!     }
//!     std::mem::take(&mut module.strings).len()
//! }
//!
//! static CLEAR_STRINGS: PassInfo =
//!     PassInfo::on_module("clear_strings", "remove the strings of debug output", clear_strings);
//!
//! let mut module = Module::new(Stage::Fragment);
//! let passes = [&CLEAR_STRINGS, &rows::ELIMINATE_DEAD_CODE];
//! let report = run_passes(&mut module, &passes, RunOptions { verify: true, ..RunOptions::default() })?;
//! assert_eq!(report.passes[0].name, "clear_strings");
//! # Ok::<(), vitrum_passes::Failure>(())
//! ```

pub mod analysis;
mod framework;
pub use framework::rewrite;
mod hardware;
mod lower;
mod optimize;
pub mod prelude;
pub mod rules;
mod safety;
mod translate;
mod workarounds;

pub use framework::float_laws::FloatLaws;
pub use framework::manager::{
    Clock, Failure, Observer, PassReport, Report, RunOptions, run, run_passes, run_pipeline,
};
pub use framework::notes::{Assigned, Refusal, Renamed, Role, Slot};
pub use framework::pipelines::{
    GLSL, HARDWARE, ORDER, OrderRule, PIPELINES, Pipeline, ROBUST, SPIRV, WGPU, levels, pipeline,
};
pub use framework::session::{Remark, Session};
pub use framework::settings::{
    GlslSettings, PassOption, PassOptions, Placement, ResourceKind, SetOption, SetShift, Settings, Trimming,
};
pub use framework::table::{
    Group, IsNeeded, PASSES, PassInfo, Reopens, RunOnFunction, RunOnModule, optimizations, pass,
    result_keeping, rows,
};
pub use hardware::check_machine_form::leftovers;
pub use hardware::form_float_functions::FormFloatFunctions;
pub use hardware::global_code_motion::GlobalCodeMotion;
pub use hardware::inline_calls::InlineCalls;
pub use hardware::locals_to_registers::LocalsToRegisters;
pub use hardware::lower_access_sizes::AccessSizes;
pub use hardware::lower_bit_functions::LowerBitFunctions;
pub use hardware::lower_bit_sizes::LowerBitSizes;
pub use hardware::lower_booleans::{LowerBooleans, Truth};
pub use hardware::lower_explicit_memory::ExplicitMemory;
pub use hardware::lower_float_division::LowerFloatDivision;
pub use hardware::lower_float_functions::LowerFloatFunctions;
pub use hardware::lower_frexp_ldexp::LowerFrexpLdexp;
pub use hardware::lower_indirect_accesses::IndirectAccesses;
pub use hardware::lower_integer_division::LowerIntegerDivision;
pub use hardware::lower_io::LowerIo;
pub use hardware::lower_io_to_temporaries::IoToTemporaries;
pub use hardware::lower_packing::LowerPacking;
pub use hardware::lower_resource_indices::ResourceIndices;
pub use hardware::lower_textures::{DepthComparison, LowerTextures, ShadowFilter, TextureForms};
pub use hardware::lower_write_masks::WriteMasks;
pub use hardware::machine::{Features, Machine};
pub use hardware::registers::{
    Allocation, CopySource, File, Location, Place, RegisterCopy, RegisterFiles, allocate,
};
pub use hardware::scalarize::{Scalarize, Shapes};
pub use hardware::split_memory::SplitMemory;
pub use hardware::vectorize_memory::VectorizeMemory;
pub use lower::assign_locations::{assign_places, has_open_places, location_count};
pub use lower::gather_uniforms::{DEFAULT_BLOCK, loose_uniforms};
pub use lower::glsl::split_interface_copies::has_implied_size;
pub use lower::samplers::{CombineSamplers, PlacesByName, SamplerPlace, SeparateSamplers};
pub use optimize::combine::RuleStatistics;
pub use safety::bound_indices::{BoundIndices, IndexPolicy, ResourceCounts};
pub use safety::bound_loops::LoopBound;
pub use safety::clamp_depth::DepthRange;
pub use safety::clamp_layer::LayerRange;
pub use safety::clamp_point_size::PointSizeRange;
pub use safety::define_integer_arithmetic::IntegerArithmetic;
pub use safety::initialize_memory::MemoryInitialization;
pub use safety::initialize_shared_memory::SharedInitialization;
pub use safety::limit_resources::ResourceLimits;
pub use safety::mask_sample_mask::SampleMask;
pub use safety::outputs::HostValue;
pub use safety::preserve_padding::PaddingPreservation;
pub use translate::SurfaceParts;
pub use translate::adjust_depth_range::{AdjustDepthRange, ClipSpace};
pub use translate::broadcast_fragment_color::BroadcastFragmentColor;
pub use translate::capture_feedback::CaptureFeedback;
pub use translate::demote_all_discards::{DemoteAllDiscards, DemoteBy};
pub use translate::emulate_blend::EmulateBlend;
pub use translate::emulate_instance_base::{EmulateInstanceBase, InstanceNumbers};
pub use translate::emulate_multi_draw::EmulateMultiDraw;
pub use translate::expand_outputs::ExpandOutputs;
pub use translate::flip_y::FlipY;
pub use translate::inline_opaque_parameters::{InlineOpaqueParameters, ParameterKinds};
pub use translate::length_from_uniform::LengthFromUniform;
pub use translate::local_pixel_storage::{LocalPixelStorage, PixelStorage};
pub use translate::lower_external_textures::LowerExternalTextures;
pub use translate::number_views::{NumberViews, ViewTarget};
pub use translate::parameters::{ParameterPlace, ParameterSource};
pub use translate::pull_vertices::{
    FormatBits, FormatNumbers, PullVertices, PulledAttribute, PulledBuffer, VertexFormat,
};
pub use translate::remap_bindings::{
    BindingMove, BindingRule, BindingSource, RegisterClass, RemapBindings, SetRule,
};
pub use translate::remap_locations::{LocationMove, LocationSource, RemapLocations};
pub use translate::remove_unused_outputs::RemoveUnusedOutputs;
pub use translate::remove_unused_resources::{Interface, RemoveUnusedResources};
pub use translate::rename_symbols::{NameStyle, RenameSymbols};
pub use translate::rotate_surface::RotateSurface;
pub use translate::size_from_uniform::SizeFromUniform;
pub use translate::sizes::SizeIndex;
pub use translate::specialize::{SpecName, SpecValue, Specialize};
pub use workarounds::rewrite_dynamic_indexing::{IndexedKinds, RewriteDynamicIndexing};
pub use workarounds::rewrite_unary_minus::{MinusOfFloats, MinusOfIntegers, RewriteUnaryMinus};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
