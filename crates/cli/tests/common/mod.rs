//! Runs the program in a folder of its own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The result of a run.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    #[allow(dead_code)] // not every test looks
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// A folder with files, empty at first.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self(path)
    }

    #[allow(dead_code)] // not every test looks
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> &Self {
        let path = self.0.join(name);
        if let Some(parent) = path.parent() {
            let _ = std::fs::create_dir_all(parent);
        }
        std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        self
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    #[allow(dead_code)] // not every test looks
    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8_lossy(&self.read(name)).into_owned()
    }

    /// The names of the files in the folder itself, sorted.
    #[allow(dead_code)] // not every test looks
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).into_iter().flatten().flatten();
        let mut names: Vec<_> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Runs `vitrum` here, with arguments that blanks separate.
    pub(crate) fn run(&self, arguments: &str) -> Ran {
        self.run_with(&arguments.split_whitespace().collect::<Vec<_>>(), "")
    }

    /// Runs `vitrum` here with this on stdin.
    pub(crate) fn run_with(&self, arguments: &[&str], stdin: &str) -> Ran {
        self.run_in(&[], arguments, stdin)
    }

    /// The same with variables of the environment; those of colours are not set otherwise.
    pub(crate) fn run_in(&self, variables: &[(&str, &str)], arguments: &[&str], stdin: &str) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vitrum"));
        ["NO_COLOR", "CLICOLOR_FORCE"].into_iter().for_each(|name| {
            command.env_remove(name);
        });
        let mut child = command
            .args(arguments)
            .envs(variables.iter().copied())
            .current_dir(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("vitrum: {error}"));
        if let Some(mut pipe) = child.stdin.take() {
            // A program that does not read its input is none the worse.
            let _ = pipe.write_all(stdin.as_bytes());
        }
        let output = child.wait_with_output().unwrap_or_else(|error| panic!("vitrum: {error}"));
        Ran {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}
