//! Growth of the optimiser's time with the shader: from a thousand operations to a quarter of a million.

use std::fmt::Write;
use std::time::Duration;

use anyhow::{Result, anyhow};
use vitrum::{DebugInfo, Options, Stage, Target};
use vitrum_passes::RunOptions;
use vitrum_runner::Watch;

/// Operations of the shaders.
const SIZES: [usize; 5] = [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18];

/// Operations of each size that are measured together, so that all sizes take equally long: else what the machine does
/// besides would hit the large shaders, while of a thousand measurements of a small one some always slip through.
const TOGETHER: usize = 1 << 18;

/// The sizes of a shape take turns, for what else the machine does lasts for seconds at a time; the least time counts.
const TURNS: usize = 16;

/// A way to make a shader longer, by its number of parts.
struct Shape {
    name: &'static str,
    source: fn(usize) -> String,
}

const SHAPES: &[Shape] = &[
    Shape { name: "one long function", source: long_function },
    Shape { name: "a chain of calls", source: chain_of_calls },
    Shape { name: "functions called twice", source: shared_functions },
];

const HEAD: &str = "#version 450\nlayout(location = 0) in vec4 position;\nlayout(location = 0) out vec4 color;\n\
                    layout(binding = 0) uniform sampler2D image;\nlayout(binding = 1) uniform Block { vec4 tint[64]; int count; };\n";

/// The body of each part: arithmetic, a texture, a loop and a branch.
fn part(out: &mut String, index: usize) {
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "    {{ vec4 a = sum * {index}.5 + tint[{}];\n    vec4 b = texture(image, a.xy + vec2({index}.0, 1.0));\n    \
         for (int i = 0; i < count; ++i) {{ a = a.yxwz * float(i + {index}) + b; if (a.x > {index}.0) a.y += b.z; }}\n    \
         if (a.z < b.w) sum += normalize(a) * 1.0 + 0.0; else sum.xy = b.zw - a.xx; }}\n",
        index % 64
    );
}

fn long_function(parts: usize) -> String {
    let mut out = format!("{HEAD}void main() {{\n    vec4 sum = position;\n");
    (0..parts).for_each(|index| part(&mut out, index));
    out + "    color = sum;\n}\n"
}

fn chain_of_calls(parts: usize) -> String {
    let mut out = HEAD.to_owned();
    for index in 0..parts {
        let before = index.checked_sub(1).map_or("sum".to_owned(), |before| format!("f{before}(sum)"));
        let _ = writeln!(out, "vec4 f{index}(vec4 sum) {{");
        part(&mut out, index);
        let _ = writeln!(out, "    return {before};\n}}");
    }
    out + &format!("void main() {{ color = f{}(position); }}\n", parts.saturating_sub(1))
}

fn shared_functions(parts: usize) -> String {
    let mut out = HEAD.to_owned();
    for index in 0..parts {
        let _ = writeln!(out, "vec4 f{index}(vec4 sum) {{");
        part(&mut out, index);
        out += "    return sum;\n}\n";
    }
    out += "void main() {\n    vec4 sum = position;\n";
    for index in 0..parts {
        let _ = writeln!(out, "    sum += f{index}(sum) - f{index}(position);");
    }
    out + "    color = sum;\n}\n"
}

/// Measures every shape at every size and prints the time for an operation, of the front end and of the optimiser.
///
/// # Errors
/// If a shader does not compile.
pub(crate) fn report() -> Result<()> {
    for shape in SHAPES {
        println!("{}:", shape.name);
        // Number of operations of a part.
        let each = (operations(&(shape.source)(64))? - operations(&(shape.source)(32))?) / 32;
        let sources = SIZES.map(|size| ((shape.source)((size / each.max(1)).max(1)), TOGETHER / size));
        let mut least = [[Duration::MAX; 3]; SIZES.len()];
        for _ in 0..TURNS {
            for ((source, rounds), least) in sources.iter().zip(&mut least) {
                let times = times(source, *rounds)?;
                least.iter_mut().zip(times).for_each(|(least, time)| *least = time.min(*least));
            }
        }
        let mut costs = Vec::new();
        for ((source, rounds), times) in sources.iter().zip(least) {
            let operations = operations(source)?;
            let cost = |time: Duration| time.as_secs_f64() * 1e9 / (rounds * operations) as f64;
            let [front, optimiser, back] = times.map(cost);
            println!(
                "  {operations:7} operations: read {front:6.1} ns each, optimise {optimiser:6.1} ns, write {back:6.1} ns"
            );
            costs.push(optimiser);
        }
        if let [first, .., last] = costs.as_slice() {
            println!("  {:.2} times the optimiser's cost of linear growth", last / first);
        }
    }
    Ok(())
}

fn options() -> Options {
    Options::new(Stage::Fragment).target(Target::Vulkan1_3).verify(false).debug(DebugInfo::None)
}

fn operations(source: &str) -> Result<usize> {
    let compilation = vitrum::compile(source, &options()).map_err(|failure| anyhow!("{failure}"))?;
    Ok(compilation.module.functions.values().map(|function| function.insts.len()).sum())
}

/// Total times to read, to optimise and to write a shader in a number of rounds.
fn times(source: &str, rounds: usize) -> Result<[Duration; 3]> {
    let pipeline = vitrum_passes::pipeline("default").ok_or_else(|| anyhow!("no such pipeline"))?;
    let mut sums = [Duration::ZERO; 3];
    for _ in 0..rounds {
        let watch = Watch::start();
        let mut compilation = vitrum::compile(source, &options()).map_err(|failure| anyhow!("{failure}"))?;
        let front = watch.elapsed();
        let watch = Watch::start();
        vitrum_passes::run_pipeline(&mut compilation.module, pipeline, RunOptions::default())?;
        let optimiser = watch.elapsed();
        let watch = Watch::start();
        compilation.into_spirv().map_err(|error| anyhow!("{error}"))?;
        let times = [front, optimiser, watch.elapsed()];
        sums.iter_mut().zip(times).for_each(|(sum, time)| *sum += time);
    }
    Ok(sums)
}
