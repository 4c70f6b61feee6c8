//! The table of suites, and functions that their rows share.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::case::Case;
use crate::execute::forms;
use crate::suites::{
    angle, deqp, files, generated, glslang, modules, own, own_reject, piglit, piglit_shader,
};

/// Gives the cases of a file, which is named relative to a folder.
pub(crate) type CasesOf = fn(&Path, &str) -> Result<Vec<Case>>;

/// A suite: where it is and how its files are read. Files are named relative to the folder, with `/`.
pub(crate) struct Suite {
    /// Its name on the command line and in `tests/scoreboard`.
    pub(crate) name: &'static str,
    /// A description.
    pub(crate) what: &'static str,
    /// Default folder of its files.
    pub(crate) folder: fn() -> PathBuf,
    /// Instructions for getting them.
    pub(crate) install: &'static str,
    /// Gets them into a folder that does not exist, for those that registries of packages have.
    pub(crate) fetch: Option<fn(&Path) -> Result<()>>,
    /// Its files, sorted.
    pub(crate) files: fn(&Path) -> Result<Vec<String>>,
    /// The cases of a file, always in the same order.
    pub(crate) cases: CasesOf,
    /// Likewise, those that can be run.
    pub(crate) executed: Option<Executed>,
    /// Likewise, the programs that are linked.
    pub(crate) linked: Option<CasesOf>,
}

/// Programs of a suite that can be run.
pub(crate) struct Executed {
    /// The cases of a file.
    pub(crate) cases: CasesOf,
    /// True if a file is one program and has its name, so that samples are taken before files are read.
    pub(crate) a_file_each: bool,
    /// True if the interpreter runs them, too.
    pub(crate) interpreted: bool,
    /// True if some have several stages.
    pub(crate) stages: bool,
}

impl Suite {
    /// The forms in which programs are run.
    pub(crate) fn forms(&self, execute: bool) -> Vec<String> {
        match &self.executed {
            Some(executed) if execute => forms::names(executed.interpreted, executed.stages),
            Some(_) | None => Vec::new(),
        }
    }
}

/// Every suite.
pub(crate) const SUITES: &[Suite] = &[
    own::SUITE,
    piglit::SUITE,
    piglit_shader::SUITE,
    deqp::SUITE,
    glslang::SUITE,
    angle::SUITE,
    own_reject::SUITE,
    generated::SUITE,
    files::SUITE,
    modules::SUITE,
];

/// The suite of this name.
pub(crate) fn find(name: &str) -> Option<&'static Suite> {
    SUITES.iter().find(|suite| suite.name == name)
}

/// The root of the workspace: two folders above this package.
pub(crate) fn root() -> PathBuf {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).map_or(package.clone(), PathBuf::from)
}

/// Folder of a suite's fetched files: below cargo's target folder, so that they are never committed.
pub(crate) fn fetched(suite: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("conformance-data").join(suite)
}

/// Runs a program to its end, with its output passed through.
pub(crate) fn run_program(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot start {name}"))?;
    if !status.success() {
        bail!("{name} failed: {status}");
    }
    Ok(())
}

/// The files below `folder` whose extension is one of `extensions`, relative to `data`, sorted.
pub(crate) fn files_below(data: &Path, folder: &str, extensions: &[&str]) -> Result<Vec<String>> {
    let is_wanted = |file: &Path| {
        file.extension().is_some_and(|found| extensions.iter().any(|extension| found == *extension))
    };
    relative_files(data, folder, is_wanted)
}

/// The files below `folder` that `is_wanted` accepts, relative to `data`, sorted.
pub(crate) fn relative_files(
    data: &Path,
    folder: &str,
    is_wanted: impl Fn(&Path) -> bool,
) -> Result<Vec<String>> {
    let files = vitrum_corpus::files_below(&data.join(folder))?;
    let wanted = files.iter().filter(|file| is_wanted(file)).filter_map(|file| file.strip_prefix(data).ok());
    let mut names: Vec<String> = wanted.map(|file| file.to_string_lossy().replace('\\', "/")).collect();
    names.sort();
    Ok(names)
}

/// The text of a file.
pub(crate) fn text(data: &Path, file: &str) -> Result<String> {
    Ok(vitrum_corpus::text(&data.join(file))?)
}

/// True if a file belongs to the sample of one in `n`: FNV-1a of its name decides.
pub(crate) fn sampled(file: &str, n: u64) -> bool {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let hash = file.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    (hash >> 16).is_multiple_of(n.max(1))
}
