//! The programs by others that judge output: spirv-val for SPIR-V, glslangValidator for printed GLSL.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;

use vitrum::{Stage, Target};
use vitrum_generator::{unknown_extension, validator_flags};

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
    spirv_as: Judge,
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
        let named = |variable: &str, name: &str| {
            std::env::var_os(variable).map_or_else(|| name.into(), PathBuf::from)
        };
        let find = |program: PathBuf| {
            let output = Command::new(&program).arg("--version").output();
            match output {
                Ok(output) if output.status.success() => Ok(Judge { program, version: output.stdout }),
                _ => Err(format!("{} does not run", program.display())),
            }
        };
        let spirv_val = named("VITRUM_SPIRV_VAL", "spirv-val");
        Ok(Self {
            // It comes with the validator.
            spirv_as: find(spirv_val.with_file_name("spirv-as"))?,
            spirv_val: find(spirv_val)?,
            glslang: find(named("VITRUM_GLSLANG", "glslangValidator"))?,
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
        self.judge_spirv_of("", words, target)
    }

    /// The same by the rules that all environments share.
    pub(crate) fn judge_spirv_anywhere(&self, words: &[u32]) -> Result<(), String> {
        if self.notes_unknown_extension(words) {
            return Ok(());
        }
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.judge(&self.spirv_val, &["--scalar-block-layout", "--allow-localsizeid", "-"], &bytes)
    }

    /// The same of a shader whose extensions may ask for features of devices.
    pub(crate) fn judge_spirv_of(&self, source: &str, words: &[u32], target: Target) -> Result<(), String> {
        if self.notes_unknown_extension(words) {
            return Ok(());
        }
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut arguments = validator_flags(source);
        arguments.extend(["--target-env", target.name(), "-"]);
        self.judge(&self.spirv_val, &arguments, &bytes)
    }

    /// Notes that a module is not judged, and gives true, if it has an extension that spirv-val does not know.
    fn notes_unknown_extension(&self, words: &[u32]) -> bool {
        let unknown = unknown_extension(words);
        if let Some(extension) = unknown {
            self.note(format!(
                "skipped: a module that spirv-val does not judge: it does not know {extension}"
            ));
        }
        unknown.is_some()
    }

    /// Has spirv-as read the text of a module, and gives the words of both to `check`.
    pub(crate) fn assemble(
        &self,
        text: &str,
        words: &[u32],
        check: impl Fn(&[u32], &[u32]) -> Result<(), String>,
    ) -> Result<(), String> {
        if unknown_extension(words).is_some() {
            return Ok(());
        }
        // It knows the type by its first name alone.
        let text = &text.replace("OpTypeVectorIdEXT", "OpTypeCooperativeVectorNV");
        let version = words.get(1).map_or(0, |version| version >> 8 & 0xff);
        let environment = format!("spv1.{version}");
        let arguments = ["--target-env", &environment, "-o", "-", "-"];
        let key = key((&self.spirv_as.version, &arguments, text.as_bytes(), words));
        if self.verdicts.is_accepted(key) {
            return Ok(());
        }
        let mut command = Command::new(&self.spirv_as.program);
        command.args(arguments);
        let output = run(command, text.as_bytes()).map_err(|error| format!("spirv-as: {error}"))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            // It reads no mask of several bits where an instruction always has one.
            if text.contains("TensorNV %") && said.contains("Invalid memory access") {
                return Ok(());
            }
            return Err(format!("spirv-as: {}\n{}", said.trim(), numbered(text)));
        }
        let bytes = output.stdout.chunks_exact(4);
        let again: Vec<u32> = bytes.map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]])).collect();
        check(words, &again)?;
        self.verdicts.accept(key);
        Ok(())
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
