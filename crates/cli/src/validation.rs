//! `--spirv-val`: the program spirv-val judges modules before they are written.

use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use vitrum::Target;

/// Runs spirv-val on the bytes of a module.
///
/// # Errors
/// If it cannot be run, or refuses the module.
pub(crate) fn validate(bytes: &[u8], target: Target) -> Result<()> {
    let environment = match target {
        Target::Wgpu => Target::Vulkan1_1.name(),
        target => target.name(),
    };
    let mut command = Command::new("spirv-val");
    command.args(["--target-env", environment, "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().context("--spirv-val: cannot run `spirv-val`")?;
    if let Some(mut stdin) = child.stdin.take() {
        // It may end before it has read all; then it says why.
        let _ = stdin.write_all(bytes);
    }
    let ended = child.wait_with_output().context("--spirv-val: cannot run `spirv-val`")?;
    if !ended.status.success() {
        bail!("spirv-val for {environment}: {}", String::from_utf8_lossy(&ended.stderr).trim_end());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::validate;
    use vitrum::Target;

    #[test]
    fn what_is_no_module_is_refused() {
        // Without the program, that is the error.
        let error = validate(b"nothing", Target::Vulkan1_3).expect_err("an error");
        assert!(format!("{error:#}").contains("spirv-val"), "{error:#}");
    }
}
