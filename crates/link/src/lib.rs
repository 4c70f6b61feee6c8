//! Links modules of vitrum's intermediate representation: several units of one stage become one module, and several stages a
//! program.
//!
//! A unit exports and imports functions, and shares global variables by name. [`link_units`] gives imports the bodies that
//! other units export, makes one of globals that several units declare, joins execution modes, and copies only what is
//! needed.
//!
//! ```
//! use vitrum_link::{Unit, link_units};
//!
//! let main = "vir 1\nstage vertex\nentry &main\n\nfn &f() -> f32 import \"f()\"\n\n\
//!     fn &main() -> void {\n    %0: f32 = call &f\n    return\n}\n";
//! let other = "vir 1\nstage vertex\n\nfn &f() -> f32 export \"f()\" {\n    return 1.0f32\n}\n";
//! let (main, other) = (vitrum_ir_text::parse(main)?, vitrum_ir_text::parse(other)?);
//! let linked = link_units(&[Unit::new(&main), Unit::new(&other)]).map_err(|errors| format!("{errors:?}"))?;
//! assert!(!linked.is_unit() && linked.functions.len() == 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`link_stages`] matches the outputs of each stage with the inputs of the next, and resources by name, by the rules of an
//! [`Api`]; it gives equal locations and bindings to what matches.
//!
//! ```
//! use vitrum_link::{Api, ProgramStage, StageRules, link_stages};
//!
//! let stage = |text: &str| vitrum_ir_text::parse(&format!("vir 1\nstage {text}\n"));
//! let mut vertex = stage("vertex\nglobal @uv: vec2<f32> output\nglobal @color: vec4<f32> output")?;
//! let mut fragment = stage("fragment\nglobal @color: vec4<f32> input\nglobal @uv: vec2<f32> input")?;
//! let settings = vitrum_passes::Settings::for_spirv(true);
//! let rules = StageRules { api: Api::Vulkan, places: Some(settings), ..StageRules::default() };
//! let mut stages = [ProgramStage::new(&mut vertex), ProgramStage::new(&mut fragment)];
//! assert!(link_stages(&mut stages, &rules).is_empty());
//! assert!(fragment.to_string().contains("global @color: vec4<f32> input location(1)"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`optimize_stages`] optimises them together: here a constant goes to the stage that reads it.
//!
//! ```
//! use vitrum_link::{CrossStage, ProgramStage, StageRules, optimize_stages};
//!
//! let stage = |text: &str, body: &str| {
//!     let text = format!("vir 1\nstage {text}\n\nfn &main() -> void {{\n{body}    return\n}}\n");
//!     vitrum_ir_text::parse(&text)
//! };
//! let mut vertex = stage("vertex\nentry &main\nglobal @a: f32 output", "    store @a, 1.0f32\n")?;
//! let mut fragment = stage(
//!     "fragment\nexecution origin_upper_left\nentry &main\nglobal @a: f32 input\nglobal @o: f32 output location(0)",
//!     "    %0: f32 = load @a\n    store @o, %0\n",
//! )?;
//! let mut stages = [ProgramStage::new(&mut vertex), ProgramStage::new(&mut fragment)];
//! optimize_stages(&mut stages, &StageRules::default(), &CrossStage::default());
//! assert!(vertex.globals.is_empty());
//! assert!(fragment.to_string().contains("store @o, 1.0f32"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod stages;
mod units;

pub use stages::position as stage_position;
pub use stages::{
    Api, CrossStage, ProgramStage, StageRules, are_of_one_pipeline, check_bindings, link_stages,
    optimize_stages, place_stages, stage_name,
};
pub use units::{Unit, link_units, link_units_for};
