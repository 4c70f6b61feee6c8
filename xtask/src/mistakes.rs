//! `cargo xtask mistakes`: asks other compilers for their messages on the shaders of tests/mistakes.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;

use crate::shell;

/// Renews tests/mistakes/peers.txt: what glslangValidator, glslc and naga say to each shader there.
///
/// Then `UPDATE_EXPECT=1 cargo test -p vitrum-cli --test mistakes` renews the table in tests/mistakes/README.md. Programs are taken
/// from PATH: `apt-get install glslang-tools glslc` and `cargo install naga-cli`.
#[derive(Args)]
pub(crate) struct Arguments {}

/// A compiler: its name, the arguments that print its version, and those before the file, for Vulkan and for OpenGL.
struct Peer {
    name: &'static str,
    version: &'static [&'static str],
    vulkan: &'static [&'static str],
    opengl: &'static [&'static str],
}

const PEERS: &[Peer] = &[
    Peer {
        name: "glslangValidator",
        version: &["--version"],
        vulkan: &["-V", "-o", "/dev/null"],
        opengl: &[],
    },
    Peer {
        name: "glslc",
        version: &["--version"],
        vulkan: &["-o", "/dev/null"],
        opengl: &["--target-env=opengl", "-o", "/dev/null"],
    },
    Peer {
        name: "naga",
        version: &["--version"],
        vulkan: &["--input-kind", "glsl"],
        opengl: &["--input-kind", "glsl"],
    },
];

/// Lines that say nothing about a mistake.
const NOISE: &[&str] =
    &["SPIR-V is not generated for failed compile or link", "compilation terminated", " generated."];

/// Runs the command.
pub(crate) fn run(_: &Arguments) -> Result<()> {
    let folder = shell::root().join("tests/mistakes");
    let mut text = String::new();
    for peer in PEERS {
        let output = Command::new(peer.name).args(peer.version).output();
        let output = output.with_context(|| format!("{} does not run", peer.name))?;
        let stdout = String::from_utf8_lossy(&output.stdout);
        writeln!(text, "{}: {}", peer.name, stdout.lines().next().unwrap_or_default().trim())?;
    }
    for file in shaders(&folder)? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let source = String::from_utf8_lossy(&std::fs::read(&file)?).replace('\0', "");
        let is_vulkan = source.contains("#version 450");
        for peer in PEERS {
            let mut command = Command::new(peer.name);
            command.current_dir(&folder).args(if is_vulkan { peer.vulkan } else { peer.opengl });
            if peer.name == "naga" {
                command.args(["--shader-stage", name.rsplit('.').next().unwrap_or_default()]);
            }
            let output = command.arg(&name).output()?;
            let said = [output.stdout, output.stderr].concat();
            writeln!(text, "\n=== {name} {}", peer.name)?;
            let said = plain(&String::from_utf8_lossy(&said));
            for line in said.lines().map(str::trim_end) {
                let is_noise =
                    line.is_empty() || line == name || NOISE.iter().any(|noise| line.contains(noise));
                if !is_noise {
                    writeln!(
                        text,
                        "{}",
                        line.escape_debug().to_string().replace("\\'", "'").replace("\\\"", "\"")
                    )?;
                }
            }
        }
    }
    std::fs::write(folder.join("peers.txt"), text)?;
    Ok(())
}

/// A text without the sequences that colour it.
fn plain(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    parts.for_each(|part| plain.push_str(part.split_once('m').map_or(part, |(_, rest)| rest)));
    plain
}

/// The shaders of a folder, in order of their names.
fn shaders(folder: &Path) -> Result<Vec<PathBuf>> {
    let files = std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files = files.collect::<std::io::Result<Vec<_>>>()?;
    files.retain(|file| file.extension().is_some_and(|kind| kind == "frag" || kind == "vert"));
    files.sort();
    Ok(files)
}
