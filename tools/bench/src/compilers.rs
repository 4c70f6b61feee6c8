//! The compilers that are measured, each a function from GLSL to SPIR-V.

use std::cell::RefCell;

use anyhow::{Result, anyhow};
use naga::back::spv;
use naga::front::glsl;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use vitrum::{OptLevel, Options, Stage, Target};

/// From GLSL to words of SPIR-V.
pub type Compile = fn(&str, Stage) -> Result<Vec<u32>>;

/// A compiler.
#[derive(Clone, Copy, Debug)]
pub struct Compiler {
    /// Its name in tables.
    pub name: &'static str,
    /// True if it optimises, and so is compared with vitrum's optimiser.
    pub optimizes: bool,
    /// Itself.
    pub compile: Compile,
}

/// vitrum as a program would call it in a release build: without verification.
pub(crate) const VITRUM: Compiler =
    Compiler { name: "vitrum", optimizes: false, compile: |source, stage| vitrum(source, stage, false) };

/// vitrum with its optimising pipeline.
pub(crate) const VITRUM_OPTIMIZED: Compiler =
    Compiler { name: "vitrum -O", optimizes: true, compile: |source, stage| vitrum(source, stage, true) };

/// vitrum as a program would call it that compiles many shaders, in the same memory.
pub(crate) const VITRUM_KEPT: Compiler =
    Compiler { name: "vitrum, one Compiler", optimizes: false, compile: vitrum_kept };

/// naga at its fastest: its SPIR-V writer needs the validator's facts, but no rule of it is checked.
pub const NAGA: Compiler = Compiler { name: "naga", optimizes: false, compile: naga };

fn vitrum(source: &str, stage: Stage, optimize: bool) -> Result<Vec<u32>> {
    let opt_level = if optimize { OptLevel::Default } else { OptLevel::None };
    let options = Options::new(stage).target(Target::Vulkan1_3).opt_level(opt_level).verify(false);
    let compilation = vitrum::compile(source, &options).map_err(|failure| anyhow!("{failure}"))?;
    Ok(compilation.into_spirv()?.0)
}

fn vitrum_kept(source: &str, stage: Stage) -> Result<Vec<u32>> {
    thread_local! {
        static COMPILER: RefCell<vitrum::Compiler> = RefCell::default();
    }
    let options = Options::new(stage).target(Target::Vulkan1_3).opt_level(OptLevel::None).verify(false);
    COMPILER.with_borrow_mut(|compiler| {
        let compilation = compiler.compile(source, &options).map_err(|failure| anyhow!("{failure}"))?;
        Ok(compiler.finish(compilation)?.0)
    })
}

fn naga(source: &str, stage: Stage) -> Result<Vec<u32>> {
    let stage = match stage {
        Stage::Vertex => naga::ShaderStage::Vertex,
        Stage::Fragment => naga::ShaderStage::Fragment,
        Stage::Compute => naga::ShaderStage::Compute,
        other => return Err(anyhow!("naga's GLSL front end has no {other:?} stage")),
    };
    let module = glsl::Frontend::default().parse(&glsl::Options::from(stage), source)?;
    let info = Validator::new(ValidationFlags::empty(), Capabilities::all()).validate(&module)?;
    let options = spv::Options { lang_version: (1, 6), ..spv::Options::default() };
    let pipeline = spv::PipelineOptions { shader_stage: stage, entry_point: "main".to_owned() };
    Ok(spv::write_vec(&module, &info, &options, Some(&pipeline))?)
}
