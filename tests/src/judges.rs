//! The programs by others that judge output: spirv-val for SPIR-V, glslangValidator for printed GLSL.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;

use vitrum::{Stage, Target};

use crate::verdicts::{Verdicts, key};

/// A program, and what it says of its version.
#[derive(Debug)]
struct Judge {
    program: PathBuf,
    version: Vec<u8>,
}

/// The judges, and what was noted while they worked.
#[derive(Debug)]
pub struct Judges {
    spirv_val: Judge,
    glslang: Judge,
    verdicts: Verdicts,
    notes: Mutex<Vec<String>>,
}

impl Judges {
    /// Takes the programs that `VITRUM_SPIRV_VAL` and `VITRUM_GLSLANG` name, or else those on PATH.
    ///
    /// # Errors
    /// Says which of them does not run; no suite runs without its judges.
    pub fn find() -> Result<Self, String> {
        let find = |variable: &str, name: &str| {
            let program = std::env::var_os(variable).map_or_else(|| PathBuf::from(name), PathBuf::from);
            let output = Command::new(&program).arg("--version").output();
            match output {
                Ok(output) if output.status.success() => Ok(Judge { program, version: output.stdout }),
                _ => Err(format!("{} does not run", program.display())),
            }
        };
        Ok(Self {
            spirv_val: find("VITRUM_SPIRV_VAL", "spirv-val")?,
            glslang: find("VITRUM_GLSLANG", "glslangValidator")?,
            verdicts: Verdicts::read(),
            notes: Mutex::default(),
        })
    }

    /// Notes a check that was not made, or a known bug; it is printed at the end.
    pub(crate) fn note(&self, line: String) {
        self.notes.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(line);
    }

    /// The notes, in a stable order.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = self.notes.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        notes.sort();
        notes
    }

    /// The first complaint of spirv-val about a module.
    pub(crate) fn judge_spirv(&self, words: &[u32], target: Target) -> Result<(), String> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.judge(&self.spirv_val, &["--target-env", target.name(), "-"], &bytes)
    }

    /// The SPIR-V that glslangValidator makes of GLSL, if it takes it: its rules for Vulkan are stricter.
    pub(crate) fn glslang_spirv(&self, text: &str, stage: Stage, vulkan: bool) -> Option<Vec<u32>> {
        let mut command = Command::new(&self.glslang.program);
        // Locations, bindings and a block for loose uniforms are ours to choose; `-o -` writes no words to the standard
        // output, so they go through a pipe as text.
        command.args([if vulkan { "-V" } else { "-G" }, "--aml", "--amb", "-R", "-x", "-o", "/dev/stdout"]);
        command.args(["--stdin", "-S", vitrum::stage_extension(stage)]);
        let output = run(command, text.as_bytes()).ok().filter(|output| output.status.success())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let words = text.split([',', '\n']).filter_map(|word| word.trim().strip_prefix("0x"));
        Some(words.filter_map(|word| u32::from_str_radix(word, 16).ok()).collect())
    }

    /// The first complaint of glslangValidator about GLSL.
    pub(crate) fn judge_glsl(&self, text: &str, stage: Stage, target: Target) -> Result<(), String> {
        let mut arguments = Vec::new();
        if target.is_vulkan() {
            // The newest that Debian's glslang knows; it bears on what is allowed, not on what is printed.
            let nowhere = if cfg!(windows) { "NUL" } else { "/dev/null" };
            arguments.extend(["-V", "--target-env", "vulkan1.3", "-o", nowhere]);
        }
        arguments.extend(["--stdin", "-S", vitrum::stage_extension(stage)]);
        self.judge(&self.glslang, &arguments, text.as_bytes())
            .map_err(|said| format!("{said}\n{}", numbered(text)))
    }

    /// Gives `input` to a judge and takes what it prints as the reason when it fails.
    fn judge(&self, judge: &Judge, arguments: &[&str], input: &[u8]) -> Result<(), String> {
        let key = key((&judge.version, arguments, input));
        if self.verdicts.is_accepted(key) {
            return Ok(());
        }
        let mut command = Command::new(&judge.program);
        command.args(arguments);
        let name = judge.program.file_name().unwrap_or_default().to_string_lossy();
        let output = run(command, input).map_err(|error| format!("{name}: {error}"))?;
        if output.status.success() {
            self.verdicts.accept(key);
            return Ok(());
        }
        let said =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        Err(format!("{name}: {}", said.trim()))
    }
}

/// Gives `input` to a program.
fn run(mut command: Command, input: &[u8]) -> std::io::Result<Output> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A judge that rejects early stops reading; its verdict says more than the broken pipe.
        let _ = stdin.write_all(input);
    }
    child.wait_with_output()
}

fn numbered(text: &str) -> String {
    text.lines().enumerate().map(|(index, line)| format!("{:4} {line}\n", index + 1)).collect()
}
