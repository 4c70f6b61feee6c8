//! glslangValidator, as a judge of printed GLSL and as a compiler to SPIR-V. One process judges many texts, since starting takes
//! longer than reading one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, Result, bail};
use vitrum::Stage;

use crate::pool;

/// Number of texts that one process reads.
const BATCH: usize = 100;

/// The first error of each of these files, for those that it rejects. Files whose names start with
/// `vulkan` are Vulkan GLSL, each of which takes a process.
pub(crate) fn judge(folder: &Path, names: &[String], jobs: usize) -> Result<BTreeMap<String, String>> {
    let (vulkan, opengl): (Vec<&String>, Vec<&String>) =
        names.iter().partition(|name| name.starts_with("vulkan"));
    let batches: Vec<&[&String]> = opengl.chunks(BATCH).chain(vulkan.chunks(1)).collect();
    let found = pool::in_threads(jobs, &batches, || Ok(|batch: &&[&String]| judge_batch(folder, batch)))?;
    Ok(found.into_iter().collect())
}

/// Checks that the program runs.
pub(crate) fn find() -> Result<()> {
    let output = Command::new(program()).arg("--version").output();
    let output = output.with_context(|| format!("{} does not run", program().display()))?;
    if !output.status.success() {
        bail!("{} does not run", program().display());
    }
    Ok(())
}

/// The program that `VITRUM_GLSLANG` names, or else the one on PATH.
pub(crate) fn program() -> PathBuf {
    std::env::var_os("VITRUM_GLSLANG").map_or_else(|| "glslangValidator".into(), PathBuf::from)
}

/// SPIR-V of a text, or the line of the first error.
pub(crate) fn spirv(
    text: &str,
    stage: Stage,
    options: &[&str],
    defines: &[(String, String)],
) -> Result<Vec<u32>, String> {
    let file = std::env::temp_dir().join(format!("vitrum-glslang-{}.spv", std::process::id()));
    let mut command = Command::new(program());
    command.args(options).args(["--stdin", "-S", vitrum::stage_extension(stage), "-o"]).arg(&file);
    command.args(defines.iter().map(|(name, body)| format!("-D{name}={body}")));
    let output = vitrum_generator::output_with_input(&mut command, text.as_bytes())
        .map_err(|error| error.to_string())?;
    let bytes = std::fs::read(&file);
    // A file that is left behind does no harm.
    let _ = std::fs::remove_file(&file);
    if !output.status.success() {
        let text = all_output(&output);
        let line = text.lines().find(|line| line.contains("ERROR"));
        return Err(line.unwrap_or("glslang ends without a message").to_owned());
    }
    let bytes = bytes.map_err(|error| error.to_string())?;
    Ok(bytes.chunks_exact(4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]])).collect())
}

fn judge_batch(folder: &Path, names: &[&String]) -> Result<Vec<(String, String)>> {
    let output = run(folder, names)?;
    if output.status.success() {
        return Ok(Vec::new());
    }
    // It prints the name of a file before its errors. A file that crashes it hides those behind.
    let text = all_output(&output);
    let mut said: Vec<(String, String)> = Vec::new();
    let mut current: Option<&String> = None;
    let mut seen = 0;
    for line in text.lines() {
        let name = Path::new(line).file_name().map(|name| name.to_string_lossy());
        if let Some(name) = names.iter().find(|known| name.as_deref() == Some(known.as_str())) {
            current = Some(name);
            seen += 1;
        } else if let Some(name) = current
            && line.contains("ERROR:")
            && said.last().is_none_or(|(last, _)| last != name)
        {
            said.push(((*name).clone(), message(line)));
        }
    }
    if output.status.code().is_some_and(|code| code < 128) && seen == names.len() && !said.is_empty() {
        return Ok(said);
    }
    if let [name] = names {
        let text = text.lines().nth(1).unwrap_or("ended without a word").to_owned();
        return Ok(vec![((*name).clone(), format!("glslangValidator: {} {text}", output.status))]);
    }
    let halves = names.split_at(names.len() / 2);
    Ok([judge_batch(folder, halves.0)?, judge_batch(folder, halves.1)?].concat())
}

/// Its messages, which go to stdout, or since version 16 to stderr.
fn all_output(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes)).concat()
}

fn run(folder: &Path, names: &[&String]) -> Result<Output> {
    let mut command = Command::new(program());
    if let Some(name) = names.iter().find(|name| name.starts_with("vulkan")) {
        // A name that says no version of Vulkan means the newest that every glslang knows.
        let named = name.split('-').next().filter(|it| it.len() > "vulkan".len());
        command.args(["-V", "--target-env", named.unwrap_or("vulkan1.3"), "-o", "/dev/null"]);
        // Of printed texts places are a part; those of authors may leave them open, as for vitrum.
        if named.is_some() {
            command.args(["--auto-map-locations", "--auto-map-bindings"]);
        }
    }
    let output = command.args(names.iter().map(|name| folder.join(name))).output();
    output.with_context(|| format!("{} does not run", program().display()))
}

/// A message without its place: `0:17: ` or `PATH:17: `.
pub(crate) fn message(line: &str) -> String {
    let line = line.trim_start_matches("ERROR: ");
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match line.splitn(3, ':').collect::<Vec<_>>()[..] {
        [_, number, rest] if is_number(number) => rest.trim().to_owned(),
        _ => line.trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn messages_have_no_places() {
        assert_eq!(super::message("ERROR: 0:17: 'a' : undeclared identifier"), "'a' : undeclared identifier");
        assert_eq!(super::message("ERROR: folder/a.frag:3: 'a' : b"), "'a' : b");
        assert_eq!(super::message("ERROR: #version: no"), "#version: no");
    }
}
