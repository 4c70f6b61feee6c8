//! The binary form of the IR: its size beside that of SPIR-V, and the time to read it beside that to compile the GLSL.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use vitrum::{Compilation, OptLevel, Options, Target, compile};
use vitrum_ir_bytes::{WriteOptions, read, write};

use crate::timing::{Shader, median};

/// The least time of one measurement.
const ENOUGH: Duration = Duration::from_millis(1);

/// The result over all shaders, medians of ratios.
pub(crate) struct Sizes {
    /// Size of a stripped file in that of the SPIR-V.
    pub(crate) stripped: f64,
    /// The same with the SPIR-V of an optimised module, and its file.
    pub(crate) optimized: f64,
    /// Size of a file with names and spans in that of the SPIR-V.
    pub(crate) full: f64,
    /// Size of such a file in that of the source.
    pub(crate) of_source: f64,
    /// Time to compile to IR in times of reading a stripped file.
    pub(crate) load: f64,
    /// The same with the longest tenth of the shaders.
    pub(crate) load_of_longest: f64,
    /// Time to compile to SPIR-V in times of reading a stripped file.
    pub(crate) load_beside_spirv: f64,
}

fn options(shader: &Shader, opt_level: OptLevel) -> Options {
    Options::new(shader.stage).target(Target::Vulkan1_3).opt_level(opt_level).verify(false)
}

fn compiled(shader: &Shader, opt_level: OptLevel) -> Result<Compilation> {
    compile(&shader.source, &options(shader, opt_level)).map_err(|failure| anyhow!("{failure}"))
}

/// True if a shader can be measured.
pub(crate) fn can(shader: &Shader) -> bool {
    compiled(shader, OptLevel::None).is_ok_and(|compilation| compilation.spirv().is_ok())
}

/// Measures sizes and times of shaders.
///
/// # Errors
/// If a shader does not compile, or its file is not read.
pub(crate) fn measure(shaders: &[Shader], rounds: u32) -> Result<Sizes> {
    let ratio = |bytes: &[u8], other: usize| bytes.len() as f64 / other.max(1) as f64;
    let (mut stripped, mut optimized, mut full, mut of_source) = (vec![], vec![], vec![], vec![]);
    let (mut loads, mut beside_spirv) = (Vec::new(), Vec::new());
    for shader in shaders {
        let compilation = compiled(shader, OptLevel::None)?;
        let words = 4 * compilation.spirv()?.len();
        let bytes = write(&compilation.module, &WriteOptions::default());
        stripped.push(ratio(&bytes, words));
        let all = write(&compilation.module, &WriteOptions::FULL);
        full.push(ratio(&all, words));
        of_source.push(ratio(&all, shader.source.len()));
        let better = compiled(shader, OptLevel::Default)?;
        let of_better = write(&better.module, &WriteOptions::default());
        optimized.push(ratio(&of_better, 4 * better.spirv()?.len()));
        let read = time(rounds, || read(black_box(&bytes)).is_ok());
        let compile =
            time(rounds, || compile(black_box(&shader.source), &options(shader, OptLevel::None)).is_ok());
        let to_spirv = time(rounds, || {
            compiled(black_box(shader), OptLevel::None)
                .is_ok_and(|compilation| compilation.into_spirv().is_ok())
        });
        let ratio = |time: Duration| time.as_secs_f64() / read.as_secs_f64().max(1e-12);
        loads.push((shader.source.len(), ratio(compile)));
        beside_spirv.push(ratio(to_spirv));
    }
    loads.sort_by_key(|row| row.0);
    let longest = loads.split_at(loads.len() - loads.len().div_ceil(10)).1;
    Ok(Sizes {
        stripped: middle(stripped),
        optimized: middle(optimized),
        full: middle(full),
        of_source: middle(of_source),
        load_of_longest: middle(longest.iter().map(|row| row.1).collect()),
        load_beside_spirv: middle(beside_spirv),
        load: middle(loads.into_iter().map(|row| row.1).collect()),
    })
}

/// The median time of some runs, of each of which there are as many as the clock needs.
fn time(rounds: u32, mut run: impl FnMut() -> bool) -> Duration {
    let mut once = |repeats: u32| {
        let start = Instant::now();
        for _ in 0..repeats {
            black_box(run());
        }
        start.elapsed() / repeats
    };
    let repeats = ENOUGH.as_nanos() / once(1).as_nanos().max(1) + 1;
    let repeats = u32::try_from(repeats).unwrap_or(1);
    median((0..rounds.clamp(1, 5)).map(|_| once(repeats)).collect())
}

fn middle(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}
