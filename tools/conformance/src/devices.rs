//! The Vulkan devices of a machine, SwiftShader in Debian's package `chromium` among them, and the scoreboards of each.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

/// Path of chromium's driver.
const SWIFTSHADER: &str = "/usr/lib/chromium/vk_swiftshader_icd.json";

/// Names a driver to Vulkan's loader beside those that are installed.
const VARIABLE: &str = "VK_ADD_DRIVER_FILES";

/// Devices with scoreboards of their own, and the suffix of the scoreboards' names; the others share one.
const OWN_SCOREBOARDS: &[(&str, &str)] = &[("SwiftShader", "-swiftshader")];

/// The suffix of a scoreboard's name.
pub(crate) fn suffix(device: Option<&str>) -> &'static str {
    let row = OWN_SCOREBOARDS.iter().find(|row| device.is_some_and(|device| device.contains(row.0)));
    row.map_or("", |row| row.1)
}

/// Runs this program again on each device.
pub(crate) fn on_each() -> Result<ExitCode> {
    let program = || -> Result<Command> {
        let mut command = Command::new(std::env::current_exe().context("this program has no name")?);
        if Path::new(SWIFTSHADER).is_file() {
            command.env(VARIABLE, SWIFTSHADER);
        }
        Ok(command)
    };
    let listed = program()?.arg("--list-devices").output()?;
    if !listed.status.success() {
        bail!("{}", String::from_utf8_lossy(&listed.stderr).trim());
    }
    let names = String::from_utf8_lossy(&listed.stdout).into_owned();
    if !Path::new(SWIFTSHADER).is_file() {
        println!("skipped: SwiftShader is not there (`apt-get install chromium`)");
    }
    let mut failed = false;
    for name in names.lines() {
        println!("on {name}:");
        let arguments = std::env::args_os().skip(1).filter(|argument| argument != "--every-device");
        failed |= !program()?.args(arguments).args(["--device", name]).status()?.success();
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

#[cfg(test)]
mod tests {
    #[test]
    fn some_devices_have_scoreboards_of_their_own() {
        assert_eq!(super::suffix(Some("SwiftShader Device (Subzero)")), "-swiftshader");
        assert_eq!(super::suffix(Some("llvmpipe (LLVM 15.0.6, 256 bits)")), "");
        assert_eq!(super::suffix(None), "");
    }
}
