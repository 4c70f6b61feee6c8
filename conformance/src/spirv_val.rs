//! spirv-val, the judge of SPIR-V.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};
use vitrum::Target;

/// The program.
pub(crate) struct SpirvVal(PathBuf);

impl SpirvVal {
    /// The program that `VITRUM_SPIRV_VAL` names, or else the one on PATH.
    pub(crate) fn find() -> Result<Self> {
        let program = std::env::var_os("VITRUM_SPIRV_VAL").map_or_else(|| "spirv-val".into(), PathBuf::from);
        let runs =
            Command::new(&program).arg("--version").output().is_ok_and(|output| output.status.success());
        if !runs {
            bail!("{} does not run", program.display());
        }
        Ok(Self(program))
    }

    /// What it says against a module.
    pub(crate) fn check(&self, words: &[u32], target: Target) -> Result<(), String> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let run = || {
            let mut child = Command::new(&self.0)
                .args(["--target-env", target.name(), "-"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()?;
            if let Some(mut stdin) = child.stdin.take() {
                stdin.write_all(&bytes)?;
            }
            child.wait_with_output()
        };
        match run() {
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
