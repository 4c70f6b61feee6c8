//! `generate`: writes programs, checks each, and shrinks faulty ones.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use rayon::prelude::{IntoParallelIterator, ParallelIterator};
use vitrum_generator::{
    Agreement, DIALECTS, Finding, Inputs, Options, Program, bisect, check, program, shrink,
};

use super::{Common, progress_bar};

/// Generates programs and runs each in the interpreter: as it is, after passes and pipelines, and through printed GLSL.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Number of programs
    #[arg(long, default_value_t = 1000)]
    count: u64,

    #[command(flatten)]
    common: Common,

    /// Only this stage: vert, frag or comp
    #[arg(long)]
    stage: Option<String>,

    /// Only this version: vulkan460, 310es and so on
    #[arg(long)]
    dialect: Option<String>,

    /// Leave findings as they are
    #[arg(long)]
    no_shrink: bool,
}

/// Findings of a kind are shrunk so often; of the rest only the seeds are kept.
const SHRUNK: usize = 3;

/// Attempts to shrink a finding.
const TRIALS: usize = 3000;

impl Arguments {
    fn options(&self) -> Result<Options> {
        let stage = self
            .stage
            .as_deref()
            .map(|name| vitrum::stage_from_name(name).ok_or_else(|| anyhow!("no such stage: {name}")));
        let dialect = self.dialect.as_deref().map(|name| {
            let found = DIALECTS.iter().find(|dialect| dialect.name == name);
            let names: Vec<&str> = DIALECTS.iter().map(|dialect| dialect.name).collect();
            found.ok_or_else(|| anyhow!("no such version: {name}; there are {}", names.join(", ")))
        });
        Ok(Options { stage: stage.transpose()?, dialect: dialect.transpose()?, ..Options::default() })
    }

    /// The command that repeats a seed.
    fn command(&self, seed: u64) -> String {
        let mut command = format!("cargo xtask generate --count 1 --seed {seed}");
        if let Some(stage) = &self.stage {
            command += &format!(" --stage {stage}");
        }
        if let Some(dialect) = &self.dialect {
            command += &format!(" --dialect {dialect}");
        }
        command
    }
}

/// Runs the command; whether nothing was found.
pub(crate) fn run(arguments: &Arguments) -> Result<bool> {
    let options = arguments.options()?;
    let seeds = arguments.common.seed..arguments.common.seed + arguments.count;
    if arguments.common.show {
        seeds.for_each(|seed| println!("// seed {seed}\n{}", program(seed, &options).source));
        return Ok(true);
    }
    let pool = arguments.common.threads()?;
    // A panic is a finding like others; its message is in it.
    if arguments.count > 1 {
        std::panic::set_hook(Box::new(|_| {}));
    }
    let bar = progress_bar(arguments.count)?;
    let start = Instant::now();
    let findings: Mutex<BTreeMap<String, Vec<u64>>> = Mutex::default();
    let totals: Vec<Agreement> = pool.install(|| {
        let one = |seed: u64| {
            let program = program(seed, &options);
            let outcome = check(&program.case(), seed);
            bar.inc(1);
            outcome.unwrap_or_else(|finding| {
                if let Err(error) = found(arguments, &findings, seed, &program, &finding) {
                    bar.println(format!("{error:#}"));
                }
                bar.set_message(format!("{} findings", count(&findings)));
                Agreement::default()
            })
        };
        seeds.into_par_iter().map(one).collect()
    });
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    let skipped = totals.iter().filter(|total| total.skipped).count();
    let compared: usize = totals.iter().map(|total| total.compared).sum();
    println!(
        "{} programs in {seconds:.1} s ({:.1} a second), {compared} runs compared, {skipped} too long, {} findings",
        arguments.count,
        arguments.count as f64 / seconds,
        count(&findings),
    );
    let findings = findings.into_inner().unwrap_or_default();
    for (what, seeds) in &findings {
        println!("{:6} {what}: seeds {:?}", seeds.len(), &seeds[..seeds.len().min(8)]);
    }
    Ok(findings.is_empty())
}

fn count(findings: &Mutex<BTreeMap<String, Vec<u64>>>) -> usize {
    findings.lock().map_or(0, |findings| findings.values().map(Vec::len).sum())
}

/// Notes a finding, and if it is among the first of its kind writes the smallest program that has it.
fn found(
    arguments: &Arguments,
    findings: &Mutex<BTreeMap<String, Vec<u64>>>,
    seed: u64,
    program: &Program,
    finding: &Finding,
) -> Result<()> {
    let key = format!("{:?} {}", finding.kind, finding.place);
    let number = {
        let mut findings = findings.lock().map_err(|_| anyhow!("another job panicked"))?;
        let seeds = findings.entry(key).or_default();
        seeds.push(seed);
        seeds.len()
    };
    if number > SHRUNK {
        return Ok(());
    }
    let fails = |source: String| {
        let case = vitrum_generator::Case { source, ..program.case() };
        check(&case, seed).err().filter(|other| other.is_like(finding))
    };
    let tree = if arguments.no_shrink {
        program.tree.clone()
    } else {
        shrink(&program.tree, TRIALS, |tree| fails(tree.source()).is_some())
    };
    let last = fails(tree.source()).unwrap_or_else(|| finding.clone());
    let extension = vitrum::stage_extension(program.stage);
    let path = arguments.common.keep.join(format!("{seed}.{extension}"));
    std::fs::create_dir_all(&arguments.common.keep).context("cannot write findings")?;
    let blamed = blame(program, &tree.source(), &last);
    let detail: String = (last.to_string() + &blamed).lines().map(|line| format!("// {line}\n")).collect();
    let text = format!("{}\n// {}\n{detail}", tree.source(), arguments.command(seed));
    std::fs::write(&path, text).with_context(|| path.display().to_string())?;
    eprintln!("seed {seed}: {}\n    {}", first_line(&last.to_string()), path.display());
    Ok(())
}

/// The change to blame, if a pipeline is at fault.
fn blame(program: &Program, source: &str, finding: &Finding) -> String {
    let Some(pipeline) = finding.place.strip_prefix("pipeline ").and_then(vitrum_passes::pipeline) else {
        return String::new();
    };
    let options = vitrum::Options::new(program.stage).target(program.target());
    let Ok(module) = vitrum::compile(source, &options).map(|compilation| compilation.module) else {
        return String::new();
    };
    let Ok(inputs) = Inputs::of(&module) else { return String::new() };
    let passes = pipeline.names().collect::<Vec<_>>().repeat(pipeline.rounds.max(1));
    let blame = bisect(&module, &passes, |module| inputs.difference(module).is_none());
    blame.map_or(String::new(), |blame| format!("\n{}", super::bisect::describe(&blame)))
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
