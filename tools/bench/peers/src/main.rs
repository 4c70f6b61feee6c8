//! vitrum beside glslang, and beside glslang with spirv-opt: `cargo xtask bench --peers`.

use anyhow::{Context, Result, anyhow};
use glslang::{
    Compiler as Glslang, CompilerOptions, ShaderInput, ShaderMessage, ShaderSource, ShaderStage,
    SourceLanguage, SpirvVersion, Target, VulkanVersion,
};
use spirv_tools::TargetEnv;
use spirv_tools::opt::{Optimizer as _, create};
use vitrum::Stage;
use vitrum_bench::{Compiler, Optimizer};

fn main() -> Result<()> {
    let peers = [
        vitrum_bench::NAGA,
        Compiler { name: "glslang", optimizes: false, compile: glslang },
        Compiler { name: "glslang + spirv-opt -O", optimizes: true, compile: glslang_and_spirv_opt },
    ];
    vitrum_bench::compare(&peers, &[Optimizer { name: "spirv-opt -O", optimize: spirv_opt }])
}

fn glslang(source: &str, stage: Stage) -> Result<Vec<u32>> {
    let compiler = Glslang::acquire().context("glslang does not start")?;
    let stage = match stage {
        Stage::Vertex => ShaderStage::Vertex,
        Stage::Geometry => ShaderStage::Geometry,
        Stage::Fragment => ShaderStage::Fragment,
        Stage::Compute => ShaderStage::Compute,
        other => return Err(anyhow!("not compared: the {other:?} stage")),
    };
    let options = CompilerOptions {
        source_language: SourceLanguage::GLSL,
        target: Target::Vulkan { version: VulkanVersion::Vulkan1_3, spirv_version: SpirvVersion::SPIRV1_6 },
        version_profile: None,
        messages: ShaderMessage::DEFAULT,
    };
    let source = ShaderSource::from(source);
    let defines: Option<&[(&str, Option<&str>)]> = None;
    let input = ShaderInput::new(&source, stage, &options, defines, None)?;
    let shader = compiler.create_shader(input)?;
    let mut program = compiler.create_program();
    program.add_shader(&shader);
    Ok(program.compile(stage)?)
}

fn glslang_and_spirv_opt(source: &str, stage: Stage) -> Result<Vec<u32>> {
    spirv_opt(&glslang(source, stage)?)
}

fn spirv_opt(words: &[u32]) -> Result<Vec<u32>> {
    let mut optimizer = create(Some(TargetEnv::Vulkan_1_3));
    optimizer.register_performance_passes();
    let binary = optimizer.optimize(words, &mut |_message| {}, None)?;
    Ok(binary.as_words().to_vec())
}
