//! vitrum beside shaderc, without and with its optimiser: `cargo xtask bench --shaderc`.

use anyhow::{Result, anyhow};
use shaderc::{CompileOptions, Compiler as Shaderc, EnvVersion, OptimizationLevel, ShaderKind, TargetEnv};
use vitrum::Stage;
use vitrum_bench::Compiler;

thread_local! {
    /// It starts once, as a program would have it.
    static SHADERC: shaderc::Result<Shaderc> = Shaderc::new();
}

fn main() -> Result<()> {
    let peers = [
        vitrum_bench::NAGA,
        Compiler { name: "shaderc", optimizes: false, compile: plain },
        Compiler { name: "shaderc -O", optimizes: true, compile: optimized },
    ];
    vitrum_bench::compare(&peers, &[])
}

fn plain(source: &str, stage: Stage) -> Result<Vec<u32>> {
    compile(source, stage, OptimizationLevel::Zero)
}

fn optimized(source: &str, stage: Stage) -> Result<Vec<u32>> {
    compile(source, stage, OptimizationLevel::Performance)
}

fn compile(source: &str, stage: Stage, level: OptimizationLevel) -> Result<Vec<u32>> {
    let kind = match stage {
        Stage::Vertex => ShaderKind::Vertex,
        Stage::Geometry => ShaderKind::Geometry,
        Stage::Fragment => ShaderKind::Fragment,
        Stage::Compute => ShaderKind::Compute,
        other => return Err(anyhow!("not compared: the {other:?} stage")),
    };
    let mut options = CompileOptions::new()?;
    options.set_target_env(TargetEnv::Vulkan, EnvVersion::Vulkan1_3 as u32);
    options.set_optimization_level(level);
    SHADERC.with(|compiler| {
        let compiler = compiler.as_ref().map_err(|error| anyhow!("shaderc does not start: {error}"))?;
        let artifact = compiler.compile_into_spirv(source, kind, "shader", "main", Some(&options))?;
        Ok(artifact.as_binary().to_vec())
    })
}
