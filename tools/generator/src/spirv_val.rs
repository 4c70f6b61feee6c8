//! spirv-val, the judge of SPIR-V.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use anyhow::{Result, bail};
use vitrum::Target;

/// Extensions of GLSL that imply features of devices, and the options of spirv-val for these.
const FEATURES: &[(&str, &str)] = &[
    ("GL_EXT_scalar_block_layout", "--scalar-block-layout"),
    ("GL_EXT_scalar_block_layout", "--workgroup-scalar-block-layout"),
    ("GL_EXT_texture_offset_non_const", "--allow-offset-texture-operand"),
];

/// Options of spirv-val for a shader.
pub fn validator_flags(text: &str) -> Vec<&'static str> {
    FEATURES.iter().filter(|row| text.contains(row.0)).map(|row| row.1).collect()
}

/// Extensions of SPIR-V that no version of spirv-val knows, nor of spirv-as: they refuse any module with one of them. Of two,
/// spirv-val knows the names alone, and refuses what they bring.
const UNKNOWN: &[&str] = &[
    "SPV_AMD_gpu_shader_half_float",
    "SPV_AMD_gpu_shader_half_float_fetch",
    "SPV_EXT_descriptor_heap",
    "SPV_EXT_cooperative_matrix_maintenance1",
    "SPV_EXT_long_vector",
    "SPV_EXT_ocp_microscaling_types",
    "SPV_EXT_split_barrier",
    "SPV_KHR_opacity_micromap",
    "SPV_NV_push_constant_bank",
    "SPV_QCOM_multiple_wait_queues",
    "SPV_QCOM_image_processing3",
];

/// The first extension of a module that the judge does not know.
pub fn unknown_extension(words: &[u32]) -> Option<&'static str> {
    const EXTENSION: u32 = 10;
    let mut rest = words.get(5..)?;
    while let Some(&first) = rest.first() {
        let (count, opcode) = ((first >> 16).max(1) as usize, first & 0xffff);
        if opcode == EXTENSION {
            let bytes: Vec<u8> = rest.get(1..count)?.iter().flat_map(|word| word.to_le_bytes()).collect();
            let name = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
            if let Some(known) = UNKNOWN.iter().find(|it| it.as_bytes() == name) {
                return Some(known);
            }
        }
        rest = rest.get(count..)?;
    }
    None
}

/// The rules by which a module is judged: those of its target, or for a library, which no target runs as it is, those of
/// SPIR-V.
fn environment(words: &[u32], target: Target) -> &'static str {
    const LINKAGE: [u32; 2] = [0x0002_0011, 5];
    let is_library = words.get(5..).is_some_and(|words| words.chunks(2).take(16).any(|it| it == LINKAGE));
    match target.api() {
        target if !is_library => target.name(),
        Target::Vulkan1_0 | Target::OpenGl4_5 => "spv1.0",
        Target::Vulkan1_1 | Target::Wgpu => "spv1.3",
        Target::Vulkan1_2 => "spv1.5",
        Target::Vulkan1_3 | Target::Vulkan1_4 => "spv1.6",
    }
}

/// The program.
#[derive(Clone, Debug)]
pub struct SpirvVal(PathBuf);

impl SpirvVal {
    /// The program that `VITRUM_SPIRV_VAL` names, or else the one on PATH.
    ///
    /// # Errors
    /// If it does not run.
    pub fn find() -> Result<Self> {
        let program = std::env::var_os("VITRUM_SPIRV_VAL").map_or_else(|| "spirv-val".into(), PathBuf::from);
        let runs =
            Command::new(&program).arg("--version").output().is_ok_and(|output| output.status.success());
        if !runs {
            bail!("{} does not run", program.display());
        }
        Ok(Self(program))
    }

    /// Asks about a module, unless it has what the program does not know.
    ///
    /// # Errors
    /// The first complaint.
    pub fn check(&self, words: &[u32], target: Target, flags: &[&str]) -> Result<(), String> {
        if unknown_extension(words).is_some() {
            return Ok(());
        }
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut command = Command::new(&self.0);
        command.args(["--target-env", environment(words, target)]).args(flags).arg("-");
        match output_with_input(&mut command, &bytes) {
            Ok(output) if output.status.success() => Ok(()),
            Ok(output) => {
                let text = [output.stderr, output.stdout].concat();
                let text = String::from_utf8_lossy(&text).into_owned();
                Err(text.lines().next().unwrap_or("says nothing").to_owned())
            }
            Err(error) => Err(format!("spirv-val did not run: {error}")),
        }
    }
}

/// Runs a program to its end with an input.
///
/// # Errors
/// If it cannot be started.
pub fn output_with_input(command: &mut Command, input: &[u8]) -> std::io::Result<Output> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A process that ends before it has read all input says why.
        let _ = stdin.write_all(input);
    }
    child.wait_with_output()
}
