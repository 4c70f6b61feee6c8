//! Speed of printing GLSL from the IR, in bytes of text a second.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use vitrum::{Compilation, GlslOptions, Options, Target, compile};

use crate::timing::Shader;

/// The least time of one measurement, as for compilations.
const ENOUGH: Duration = Duration::from_millis(5);

/// A compiled shader and the options to print it with.
fn compiled(shader: &Shader) -> Result<(Compilation, GlslOptions)> {
    let options = Options::new(shader.stage).target(Target::Vulkan1_3).verify(false);
    let compilation = compile(&shader.source, &options).map_err(|failure| anyhow!("{failure}"))?;
    Ok((compilation, GlslOptions { vulkan: true, ..GlslOptions::default() }))
}

/// True if a shader can be measured.
pub(crate) fn can(shader: &Shader) -> bool {
    compiled(shader).is_ok_and(|(compilation, glsl)| compilation.glsl_with(&glsl).is_ok())
}

/// Bytes of text in a second over all shaders, each printed as often in each round as the clock needs. The least time of
/// all rounds counts: what else the machine does only ever adds to it.
///
/// # Errors
/// If a shader does not compile or cannot be printed as GLSL.
pub(crate) fn throughput(shaders: &[Shader], rounds: u32) -> Result<f64> {
    let (mut bytes, mut time) = (0, Duration::ZERO);
    for shader in shaders {
        let (compilation, glsl) = compiled(shader)?;
        let print = |repeats: u32| -> Result<Duration> {
            let start = Instant::now();
            for _ in 0..repeats {
                black_box(compilation.glsl_with(black_box(&glsl))?);
            }
            Ok(start.elapsed() / repeats)
        };
        bytes += compilation.glsl_with(&glsl)?.len();
        let repeats = u32::try_from(ENOUGH.as_nanos() / print(1)?.as_nanos().max(1) + 1)?;
        let mut least = print(repeats)?;
        for _ in 1..rounds {
            least = least.min(print(repeats)?);
        }
        time += least;
    }
    Ok(bytes as f64 / time.as_secs_f64().max(1e-12))
}
