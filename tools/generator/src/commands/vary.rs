//! `vary`: variations of real shaders through every way.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};
use vitrum::Target;
use vitrum_generator::{Case, check_variation, variation};

use super::{Common, progress_bar};

/// Rewrites real shaders to other code with the same meaning, and checks each in every form.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Shaders, whose names tell the stage, and folders with such
    #[arg(default_value = "tests/suite")]
    paths: Vec<PathBuf>,

    /// Number of variations of each shader
    #[arg(long, default_value_t = 4)]
    count: u64,

    #[command(flatten)]
    common: Common,
}

/// Runs the command; whether nothing was found.
pub(crate) fn run(arguments: &Arguments) -> Result<bool> {
    let mut files = Vec::new();
    for path in &arguments.paths {
        files.extend(vitrum_corpus::files_below(path).with_context(|| path.display().to_string())?);
    }
    files.sort();
    let cases: Vec<(PathBuf, Case)> =
        files.into_iter().filter_map(|file| case_of(&file).map(|case| (file, case))).collect();
    let seeds = arguments.common.seed..arguments.common.seed + arguments.count;
    if arguments.common.show {
        for (file, case) in &cases {
            for seed in seeds.clone() {
                if let Some(varied) = variation(case, seed) {
                    println!("// {}, seed {seed}\n{}", file.display(), varied.source);
                }
            }
        }
        return Ok(true);
    }
    let pool = arguments.common.threads()?;
    let work: Vec<(&PathBuf, &Case, u64)> =
        cases.iter().flat_map(|(file, case)| seeds.clone().map(move |seed| (file, case, seed))).collect();
    std::panic::set_hook(Box::new(|_| {}));
    let bar = progress_bar(work.len() as u64)?;
    let start = Instant::now();
    let findings: Mutex<Vec<String>> = Mutex::default();
    let compared: Vec<usize> = pool.install(|| {
        let one = |&(file, case, seed): &(&PathBuf, &Case, u64)| {
            let outcome = check_variation(case, seed);
            bar.inc(1);
            match outcome {
                Ok(agreement) => agreement.compared,
                Err(finding) => {
                    let kept = keep(arguments, file, case, seed, &finding.to_string());
                    let text =
                        kept.map_or_else(|error| format!("{error:#}"), |path| path.display().to_string());
                    let line = finding.to_string().lines().next().unwrap_or_default().to_owned();
                    bar.println(format!("{}, seed {seed}: {line}\n    {text}", file.display()));
                    if let Ok(mut findings) = findings.lock() {
                        findings.push(line);
                    }
                    0
                }
            }
        };
        work.par_iter().map(one).collect()
    });
    bar.finish_and_clear();
    let findings = findings.into_inner().map_err(|_| anyhow!("a job panicked"))?;
    let run = compared.iter().filter(|&&compared| compared > 0).count();
    println!(
        "{} variations of {} shaders in {:.1} s, {run} run, {} runs compared, {} findings",
        work.len(),
        cases.len(),
        start.elapsed().as_secs_f64(),
        compared.iter().sum::<usize>(),
        findings.len(),
    );
    Ok(findings.is_empty())
}

/// A shader with the stage in its name. Lines `// client: vulkan` and `// target: vulkan1.1` give its target.
pub(super) fn case_of(file: &Path) -> Option<Case> {
    let stage = vitrum::stage_of_path(file)?;
    let source = std::fs::read_to_string(file).ok()?;
    let target = target_of(&source);
    Some(Case { source, stage, target, defines: Vec::new(), defined: false })
}

/// The target in the header of a suite shader.
fn target_of(source: &str) -> Target {
    let header = source.lines().take_while(|line| line.starts_with("//") || line.starts_with('#'));
    let said = header.filter_map(|line| line.strip_prefix("// ")?.split_once(": ")).find_map(
        |(key, value)| match key {
            "client" if value == "vulkan" => Some(Target::Vulkan1_3),
            "target" => Target::from_name(value.trim()),
            _ => None,
        },
    );
    said.unwrap_or(Target::OpenGl4_5)
}

/// Writes a variation with the finding.
fn keep(arguments: &Arguments, file: &Path, case: &Case, seed: u64, finding: &str) -> Result<PathBuf> {
    let varied = variation(case, seed).context("the variation is gone")?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy().replace('.', "_");
    let path = arguments.common.keep.join(format!("{name}-{seed}.{}", vitrum::stage_extension(case.stage)));
    std::fs::create_dir_all(&arguments.common.keep)?;
    let finding: String = finding.lines().map(|line| format!("// {line}\n")).collect();
    let command = format!("cargo xtask vary {} --seed {seed} --count 1", file.display());
    std::fs::write(&path, format!("{}\n// {command}\n{finding}", varied.source))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::target_of;
    use vitrum::Target;

    #[test]
    fn the_header_says_the_target() {
        assert_eq!(target_of("#version 450\n// target: vulkan1.1\nvoid main() {}\n"), Target::Vulkan1_1);
        assert_eq!(target_of("#version 450\n// client: vulkan\n"), Target::Vulkan1_3);
        assert_eq!(target_of("#version 450\nvoid main() {}\n// client: vulkan\n"), Target::OpenGl4_5);
    }
}
