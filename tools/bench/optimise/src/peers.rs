//! Runs glslang and spirv-opt, and keeps their results on disk.

use std::ffi::OsStr;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use rayon::prelude::{IntoParallelIterator, ParallelIterator};
use vitrum_corpus::spirv::{count, read_words};

use crate::corpus::Shader;

/// The peers' results for a shader.
#[derive(Clone, Debug)]
pub(crate) struct Theirs {
    /// Names its files.
    pub(crate) key: String,
    /// Words of glslang alone.
    pub(crate) plain: usize,
    /// Words after `spirv-opt -O`.
    pub(crate) fast: usize,
    /// Words after `spirv-opt -Os`.
    pub(crate) small: usize,
    /// CPU time of glslang, without that of starting it.
    pub(crate) front: Duration,
    /// CPU time of `spirv-opt -O`, without that of starting it.
    pub(crate) optimiser: Duration,
}

impl Theirs {
    /// The module after `spirv-opt -O`.
    pub(crate) fn fast_file(&self, cache: &Path) -> PathBuf {
        cache.join(format!("{}.O.spv", self.key))
    }

    /// The module of glslang alone.
    pub(crate) fn plain_file(&self, cache: &Path) -> PathBuf {
        cache.join(format!("{}.plain.spv", self.key))
    }
}

/// Runs the peers on each shader that they have not seen; those that they refuse are left out.
pub(crate) fn of_all(shaders: Vec<Shader>, cache: &Path) -> Result<Vec<(Shader, Theirs)>> {
    std::fs::create_dir_all(cache)?;
    let start = [start_of("glslangValidator")?, start_of("spirv-opt")?];
    let bar = crate::progress_bar(shaders.len());
    let one = |shader: Shader| {
        let theirs = of_one(&shader, cache, start);
        bar.inc(1);
        theirs.map(|theirs| (shader, theirs))
    };
    let found = shaders.into_par_iter().filter_map(one).collect();
    bar.finish_and_clear();
    Ok(found)
}

/// The time that a program takes to start and end.
fn start_of(program: &str) -> Result<Duration> {
    let once = || timed(program, &["--version".as_ref()]);
    let least = (0..5).filter_map(|_| once()).min();
    least.with_context(|| format!("{program} does not run"))
}

fn of_one(shader: &Shader, cache: &Path, start: [Duration; 2]) -> Option<Theirs> {
    let stage = vitrum::stage_extension(shader.stage);
    let mut hasher = rustc_hash::FxBuildHasher.build_hasher();
    hasher.write(shader.source.as_bytes());
    hasher.write(stage.as_bytes());
    let key = format!("{:016x}", hasher.finish());
    let record = cache.join(format!("{key}.cpu.txt"));
    if let Ok(text) = std::fs::read_to_string(&record) {
        return read(&key, &text);
    }
    let text = run(shader, stage, cache, &key, start).unwrap_or_default();
    std::fs::write(&record, &text).ok()?;
    read(&key, &text)
}

/// A record: words and microseconds; empty for a shader that glslang refuses.
fn read(key: &str, text: &str) -> Option<Theirs> {
    let numbers: Vec<usize> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    let &[plain, fast, small, front, optimiser] = numbers.as_slice() else { return None };
    let micros = |count: usize| Duration::from_micros(count as u64);
    let (front, optimiser) = (micros(front), micros(optimiser));
    Some(Theirs { key: key.to_owned(), plain, fast, small, front, optimiser })
}

fn run(shader: &Shader, stage: &str, cache: &Path, key: &str, start: [Duration; 2]) -> Option<String> {
    let source = cache.join(format!("{key}.glsl"));
    let [plain, fast, small] = ["plain", "O", "Os"].map(|name| cache.join(format!("{key}.{name}.spv")));
    std::fs::write(&source, &shader.source).ok()?;
    let options = ["-V", "--target-env", "vulkan1.3", "-S", stage, "-o"].map(OsStr::new);
    let front =
        timed("glslangValidator", &[&options[..], &[plain.as_os_str(), source.as_os_str()]].concat())?;
    let optimise = |flag: &str, to: &Path| {
        let options = ["--target-env=vulkan1.3", "--strip-debug", flag].map(OsStr::new);
        timed("spirv-opt", &[&options[..], &[plain.as_os_str(), "-o".as_ref(), to.as_os_str()]].concat())
    };
    let optimiser = optimise("-O", &fast)?;
    optimise("-Os", &small)?;
    let words = |file: &Path| Some(count(&read_words(file).ok()?));
    let micros = |time: Duration, start: Duration| time.saturating_sub(start).as_micros();
    let text = format!(
        "{} {} {} {} {}",
        words(&plain)?,
        words(&fast)?,
        words(&small)?,
        micros(front, start[0]),
        micros(optimiser, start[1])
    );
    for file in [&source, &small] {
        // It is in the way, no more.
        let _ = std::fs::remove_file(file);
    }
    Some(text)
}

/// The CPU time of a program, as `bash` tells it; none if it fails.
fn timed(program: &str, arguments: &[&OsStr]) -> Option<Duration> {
    let script = r#"TIMEFORMAT='%3U %3S'; time "$@" > /dev/null 2> /dev/null"#;
    let mut command = Command::new("bash");
    command.args(["-c", script, "bash", program]).args(arguments).stdout(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stderr).ok()?;
    let seconds: Vec<f64> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    let &[user, system] = seconds.as_slice() else { return None };
    Duration::try_from_secs_f64(user + system).ok()
}
