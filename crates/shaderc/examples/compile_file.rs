//! Compiles a fragment shader by the API of the crate `shaderc`: `compile_file a.frag a.spv`.

use shaderc::{CompileOptions, Compiler, EnvVersion, OptimizationLevel, ShaderKind, TargetEnv};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let [from, to] = files.as_slice() else { return Err("two files expected".into()) };
    let source = std::fs::read_to_string(from)?;
    let compiler = Compiler::new()?;
    let mut options = CompileOptions::new()?;
    options.set_target_env(TargetEnv::Vulkan, EnvVersion::Vulkan1_2 as u32);
    options.set_optimization_level(OptimizationLevel::Performance);
    let artifact =
        compiler.compile_into_spirv(&source, ShaderKind::DefaultFragment, from, "main", Some(&options))?;
    eprint!("{}", artifact.get_warning_messages());
    Ok(std::fs::write(to, artifact.as_binary_u8())?)
}
