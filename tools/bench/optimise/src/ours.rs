//! vitrum, stage by stage.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use vitrum::{Compilation, DebugInfo, OptLevel, Options, Target};
use vitrum_corpus::spirv::count;
use vitrum_passes::{PassReport, Report, RuleStatistics, RunOptions};
use vitrum_runner::Watch;

use crate::Row;
use crate::corpus::Shader;
use crate::peers::Theirs;

/// vitrum's results for a shader.
pub(crate) struct Ours {
    /// As the front end made it.
    compilation: Compilation,
    /// Words without the optimiser.
    pub(crate) plain: usize,
    /// Words after `-O`.
    pub(crate) fast: usize,
    /// Words after `-Os`.
    pub(crate) small: usize,
    /// The module after `-O`.
    pub(crate) words: Vec<u32>,
    /// Time to read, to optimise and to write.
    pub(crate) times: [Duration; 3],
    /// Time and changes of each pass.
    pub(crate) passes: Vec<PassReport>,
}

/// Measurements of a shader; the least counts.
const ROUNDS: usize = 3;

/// Compiles every shader; those that vitrum refuses are named and left out.
pub(crate) fn of_all(shaders: Vec<(Shader, Theirs)>, passes: Option<&[String]>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (shader, theirs) in shaders {
        match of_one(&shader, passes) {
            Ok(ours) => rows.push(Row { shader, theirs, ours }),
            Err(reason) => {
                let first = reason.lines().next().unwrap_or_default();
                println!("refused: {}: {first}", shader.name);
            }
        }
    }
    rows
}

fn of_one(shader: &Shader, passes: Option<&[String]>) -> Result<Ours, String> {
    let options = Options::new(shader.stage).target(Target::Vulkan1_3).verify(false).debug(DebugInfo::None);
    let chosen: Option<Vec<&str>> = passes.map(|passes| passes.iter().map(String::as_str).collect());
    let fast = |compilation: &mut Compilation| match &chosen {
        Some(passes) => optimise(compilation, passes, 1),
        None => optimise_as(compilation, "default"),
    };
    let mut least: Option<Ours> = None;
    for _ in 0..ROUNDS {
        let start = Watch::start();
        let compilation = vitrum::compile(&shader.source, &options).map_err(|failure| failure.to_string())?;
        let front = start.elapsed();
        let mut optimised = compilation.clone();
        let start = Watch::start();
        let report = fast(&mut optimised)?;
        let optimiser = start.elapsed();
        let start = Watch::start();
        let (words, _) = optimised.into_spirv().map_err(|error| error.to_string())?;
        let times = [front, optimiser, start.elapsed()];
        match &mut least {
            Some(least) => {
                for (slot, time) in least.times.iter_mut().zip(times) {
                    *slot = time.min(*slot);
                }
                for (slot, pass) in least.passes.iter_mut().zip(report.passes) {
                    slot.time = slot.time.min(pass.time);
                }
            }
            None => {
                let plain = emitted(&compilation)?;
                let aimed = options.clone().opt_level(OptLevel::Size);
                let small = vitrum::compile(&shader.source, &aimed).map_err(|failure| failure.to_string())?;
                let small = emitted(&small)?;
                least = Some(Ours {
                    compilation,
                    plain,
                    fast: count(&words),
                    small,
                    words,
                    times,
                    passes: report.passes,
                });
            }
        }
    }
    least.ok_or_else(|| "not measured".to_owned())
}

/// Counts of each rewrite rule's uses in `-O`, by shader; shaders that vitrum refuses are left out.
pub(crate) fn rules_of_all(shaders: &[Shader]) -> Vec<RuleStatistics> {
    let one = |shader: &Shader| {
        let options = Options::new(shader.stage).target(Target::Vulkan1_3).verify(false);
        let mut compilation = vitrum::compile(&shader.source, &options).ok()?;
        optimise_as(&mut compilation, "default").ok().map(|report| report.rules)
    };
    shaders.iter().filter_map(one).collect()
}

impl Ours {
    /// The interface and bindings of the shader without the optimiser.
    pub(crate) fn reflection(&self) -> anyhow::Result<vitrum_reflect::Reflection> {
        self.compilation.reflection().map_err(|error| anyhow::anyhow!("{error}"))
    }

    /// Words after these passes, and the time that they take.
    pub(crate) fn with(&self, passes: &[&str], rounds: usize) -> Option<(usize, Duration)> {
        let mut compilation = self.compilation.clone();
        let start = Watch::start();
        optimise(&mut compilation, passes, rounds).ok()?;
        let time = start.elapsed();
        Some((emitted(&compilation).ok()?, time))
    }
}

/// The default pipeline's passes, and how often they run.
pub(crate) fn standard() -> (Vec<&'static str>, usize) {
    vitrum_passes::pipeline("default").map_or((Vec::new(), 1), |row| (row.names().collect(), row.rounds))
}

/// The time since the first call.
fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

fn optimise(compilation: &mut Compilation, passes: &[&str], rounds: usize) -> Result<Report, String> {
    let options = RunOptions { rounds, clock: Some(now), ..RunOptions::default() };
    let report = vitrum_passes::run(&mut compilation.module, passes, options);
    report.map_err(|failure| failure.to_string())
}

fn optimise_as(compilation: &mut Compilation, name: &str) -> Result<Report, String> {
    let pipeline = vitrum_passes::pipeline(name).ok_or("no such pipeline")?;
    let options = RunOptions { clock: Some(now), ..RunOptions::default() };
    let report = vitrum_passes::run_pipeline(&mut compilation.module, pipeline, options);
    report.map_err(|failure| failure.to_string())
}

fn emitted(compilation: &Compilation) -> Result<usize, String> {
    Ok(count(&compilation.spirv().map_err(|error| error.to_string())?))
}
