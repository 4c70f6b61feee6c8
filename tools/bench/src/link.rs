//! A library of many units, compiled once and linked into many shaders, beside the same shaders compiled whole.

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use vitrum::ir::{Module, SourceMap};
use vitrum::{Compilation, OptLevel, Options, Stage, Target, compile, compile_module};
use vitrum_ir_bytes::{WriteOptions, read, write};
use vitrum_link::{Unit, link_units};

/// Functions of the library.
pub(crate) const FUNCTIONS: usize = 200;
/// Units of the library, of equally many functions each.
pub(crate) const UNITS: usize = 20;
/// Shaders that use it.
pub(crate) const SHADERS: usize = 500;
/// Functions that a shader calls itself. Each leads to up to five others.
const CALLS: usize = 4;

/// The sums of the times of all shaders.
#[derive(Default)]
pub(crate) struct Times {
    /// The library, from GLSL to modules.
    pub(crate) library: Duration,
    /// The library, from files in the binary form.
    pub(crate) load: Duration,
    /// The shaders, each with the text of the library, from GLSL to IR.
    pub(crate) whole: Duration,
    /// The same to optimised SPIR-V.
    pub(crate) whole_to_spirv: Duration,
    /// The shaders alone, from GLSL to IR.
    pub(crate) units: Duration,
    /// Linking.
    pub(crate) link: Duration,
    /// From linked modules to optimised SPIR-V.
    pub(crate) output: Duration,
    /// Functions of the linked shaders.
    pub(crate) functions: usize,
}

impl Times {
    /// The time of compiling whole in times of linking, to IR, with the library.
    pub(crate) fn ratio(&self) -> f64 {
        self.whole.as_secs_f64() / (self.library + self.units + self.link).as_secs_f64().max(1e-12)
    }

    /// The same to optimised SPIR-V.
    pub(crate) fn ratio_to_spirv(&self) -> f64 {
        let linked = self.library + self.units + self.link + self.output;
        self.whole_to_spirv.as_secs_f64() / linked.as_secs_f64().max(1e-12)
    }
}

const HEAD: &str = "#version 450\n\
    layout(set = 0, binding = 0) uniform Frame { vec4 tint; float time; } frame;\n";

fn prototype(function: usize) -> String {
    format!("vec4 shade{function}(vec4 p, float by);\n")
}

/// The function that another one calls.
fn callee(function: usize) -> Option<usize> {
    (function > 0).then_some(function / 3)
}

fn definition(function: usize) -> String {
    let inner = match callee(function) {
        Some(callee) => format!("shade{callee}(sum.yzwx, by * 0.5)"),
        None => "frame.tint".to_owned(),
    };
    format!(
        "vec4 shade{function}(vec4 p, float by) {{\n    vec4 sum = p * {function}.0 + frame.tint;\n    \
         for (int i = 0; i < 4; ++i) {{\n        float angle = frame.time * float(i) + by;\n        \
         mat2 turn = mat2(cos(angle), sin(angle), -sin(angle), cos(angle));\n        \
         sum.xy = turn * sum.xy;\n        sum += sin(sum.wzyx * 1.3 + vec4(angle, -angle, by, {function}.5));\n        \
         if (dot(sum, sum) > 100.0) sum = normalize(sum);\n    }}\n    \
         vec3 base = mix(sum.rgb, vec3(by), clamp(sum.a, 0.0, 1.0));\n    \
         return vec4(pow(abs(base), vec3(1.1)), 1.0) + {inner};\n}}\n"
    )
}

/// The text of a unit: declarations of what it calls, and its functions.
fn unit(unit: usize) -> String {
    let own = |function: &usize| function % UNITS == unit;
    let functions: Vec<usize> = (0..FUNCTIONS).filter(own).collect();
    let mut foreign: Vec<usize> =
        functions.iter().filter_map(|&it| callee(it)).filter(|it| !own(it)).collect();
    foreign.sort_unstable();
    foreign.dedup();
    let mut text = HEAD.to_owned();
    text.extend(foreign.into_iter().map(prototype));
    text.extend(functions.into_iter().map(definition));
    text
}

/// The functions that a shader calls.
fn calls(shader: usize) -> impl Iterator<Item = usize> {
    (0..CALLS).map(move |call| (shader * 37 + call * 59 + 11) % FUNCTIONS)
}

/// The text of `main` and of what only it has.
fn main_of(shader: usize) -> String {
    let mut text = "layout(location = 0) in vec4 position;\nlayout(location = 0) out vec4 color;\n\
                    void main() {\n    vec4 sum = position;\n"
        .to_owned();
    for (call, function) in calls(shader).enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    sum += shade{function}(sum.wxyz, {call}.25);");
    }
    text + "    color = sum * frame.tint;\n}\n"
}

fn options() -> Options {
    Options::new(Stage::Fragment).target(Target::Vulkan1_3).verify(false)
}

fn compiled(source: &str, options: &Options) -> Result<Compilation> {
    compile(source, options).map_err(|failure| anyhow!("{failure}"))
}

/// Adds the time of a step to a sum.
fn timed<T>(sum: &mut Duration, step: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = black_box(step());
    *sum += start.elapsed();
    result
}

/// Compiles every shader whole, and then the library once, which is linked into every shader.
///
/// # Errors
/// If a text does not compile, or a linked shader is longer than the same compiled whole by a tenth.
pub(crate) fn measure() -> Result<Times> {
    let mut times = Times::default();
    let [plain, optimized] =
        [OptLevel::None, OptLevel::Default].map(|opt_level| options().opt_level(opt_level));
    let mut everything = HEAD.to_owned();
    everything.extend((0..FUNCTIONS).map(definition));
    let mut whole = Vec::with_capacity(SHADERS);
    for shader in 0..SHADERS {
        let text = everything.clone() + &main_of(shader);
        timed(&mut times.whole, || compiled(&text, &plain))?;
        let words =
            timed(&mut times.whole_to_spirv, || anyhow::Ok(compiled(&text, &optimized)?.into_spirv()?.0))?;
        whole.push(words.len());
    }
    let unit_options = options().library(true);
    let module = |text: &str| Ok(compiled(text, &unit_options)?.module);
    let texts: Vec<String> = (0..UNITS).map(unit).collect();
    let library = || texts.iter().map(|text| module(text)).collect::<Result<Vec<Module>>>();
    let library = timed(&mut times.library, library)?;
    let files: Vec<Vec<u8>> = library.iter().map(|unit| write(unit, &WriteOptions::default())).collect();
    let load = || files.iter().map(|file| Ok(read(file)?.0)).collect::<Result<Vec<Module>>>();
    let library = timed(&mut times.load, load)?;
    let mut linked = Vec::with_capacity(SHADERS);
    for shader in 0..SHADERS {
        let mut text = HEAD.to_owned();
        text.extend(calls(shader).map(prototype));
        text += &main_of(shader);
        let main = timed(&mut times.units, || module(&text))?;
        let link = || {
            let units: Vec<Unit<'_>> = std::iter::once(&main).chain(&library).map(Unit::new).collect();
            link_units(&units)
        };
        linked.push(timed(&mut times.link, link).map_err(|errors| anyhow!("{errors:?}"))?);
    }
    for (module, whole) in linked.into_iter().zip(whole) {
        times.functions += module.functions.len();
        let words = timed(&mut times.output, || output(module, &optimized))?.len();
        if words > whole + whole / 10 {
            bail!("{whole} words compiled whole, {words} words linked");
        }
    }
    Ok(times)
}

fn output(module: Module, options: &Options) -> Result<Vec<u32>> {
    let compiled = compile_module(module, SourceMap::new(), options, None);
    Ok(compiled.map_err(|failure| anyhow!("{failure}"))?.into_spirv()?.0)
}
