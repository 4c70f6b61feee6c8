//! Comparable times: interleaved rounds, medians, and enough task in each round for the clock.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;
use vitrum::Stage;

/// The least time of one measurement: enough compilations that the code is in the caches, as it is where many shaders
/// are compiled in a row. What counts is throughput.
const ENOUGH: Duration = Duration::from_millis(5);

/// A shader to compile.
pub(crate) struct Shader {
    /// Its name in the table.
    pub(crate) name: String,
    /// Its text.
    pub(crate) source: String,
    /// Its stage.
    pub(crate) stage: Stage,
}

/// A call to measure.
pub(crate) type Task<'a> = &'a dyn Fn() -> Result<Vec<u32>>;

/// The median time of each task.
///
/// A round measures each once, so that a slow moment of the machine falls on all of them.
pub(crate) fn medians(tasks: &[Task<'_>], rounds: u32) -> Result<Vec<Duration>> {
    let mut repeats = Vec::new();
    for task in tasks {
        let once = measure(*task, 1)?;
        let count = ENOUGH.as_nanos() / once.as_nanos().max(1) + 1;
        repeats.push(u32::try_from(count)?);
    }
    let mut times = vec![Vec::new(); tasks.len()];
    for _ in 0..rounds.max(1) {
        for ((task, repeats), times) in tasks.iter().zip(&repeats).zip(&mut times) {
            times.push(measure(*task, *repeats)?);
        }
    }
    Ok(times.into_iter().map(median).collect())
}

/// The mean time of a task over `repeats` calls.
fn measure(task: Task<'_>, repeats: u32) -> Result<Duration> {
    let start = Instant::now();
    for _ in 0..repeats {
        black_box(task()?);
    }
    Ok(start.elapsed() / repeats)
}

/// The one in the middle.
pub(crate) fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// The ratio of `old` to `new`.
pub(crate) fn ratio(old: Duration, new: Duration) -> f64 {
    old.as_secs_f64() / new.as_secs_f64().max(1e-12)
}

/// The geometric mean; 1 for none.
pub(crate) fn geometric_mean(ratios: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) =
        ratios.into_iter().fold((0.0, 0u32), |(sum, count), ratio| (sum + ratio.ln(), count + 1));
    (sum / f64::from(count.max(1))).exp()
}
