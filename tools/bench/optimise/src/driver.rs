//! Compiles the modules with a driver: Mesa's RADV, for a chip that need not be there.
//!
//! A fragment shader is linked with a vertex shader that gives it all it takes, and a vertex shader with a fragment shader
//! that takes all it gives, so that the driver cannot leave anything out.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use vitrum::ir::Scalar;
use vitrum::{Options, Stage};
use vitrum_corpus::spirv::read_words;
use vitrum_reflect::{Length, Reflection, ResourceKind, TypeInfo, TypeKind, Variable};
use vitrum_runner::{
    Attribute, Binding, Device, Dispatch, Draw, Format, Image, ImageDim, Made, Resource, Resources, Sampler,
    Shader,
};

use crate::Row;

/// Words before the first instruction of a module.
const HEADER: usize = 5;

/// The chip.
const FAMILY: &str = "navi21";

/// Names it to the driver.
const VARIABLE: &str = "RADV_FORCE_FAMILY";

/// Descriptors of an array without length.
const MANY: u32 = 16;

/// True if the environment lets the driver compile without a device.
pub(crate) fn is_ready() -> bool {
    std::env::var_os(VARIABLE).is_some()
}

/// Runs this program again with the driver's environment.
pub(crate) fn again() -> Result<()> {
    let folder = Path::new("/usr/share/vulkan/icd.d");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .with_context(|| format!("{} (apt-get install mesa-vulkan-drivers)", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files
        .retain(|file| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("radeon_icd")));
    let Some(file) = files.first() else { bail!("no radeon_icd in {}", folder.display()) };
    let status = Command::new(std::env::current_exe()?)
        .args(std::env::args_os().skip(1))
        .env(VARIABLE, FAMILY)
        .env("VK_DRIVER_FILES", file)
        .env("VK_ICD_FILENAMES", file)
        .env("NODEVICE_SELECT", "1")
        .env("MESA_SHADER_CACHE_DISABLE", "true")
        .env("RADV_DEBUG", "nocache,nomemorycache")
        .status()?;
    if !status.success() {
        bail!("with the driver's environment: {status}");
    }
    Ok(())
}

/// A module after the driver.
#[derive(Clone, Copy)]
struct Compiled {
    instructions: f64,
    time: Duration,
}

/// The three modules of a shader after the driver: ours, spirv-opt's, and glslang's as it is.
#[derive(Clone, Copy)]
struct Three {
    ours: Compiled,
    theirs: Compiled,
    plain: Compiled,
}

impl Three {
    fn over_theirs(&self) -> f64 {
        self.ours.instructions / self.theirs.instructions.max(1.0)
    }

    fn over_plain(&self) -> f64 {
        self.ours.instructions / self.plain.instructions.max(1.0)
    }
}

/// A shader after the driver.
struct Measured<'a> {
    row: &'a Row,
    as_is: Three,
    /// If ours is larger by more than [`MORE`]: the same with every loop kept a loop. The driver unrolls the loops whose
    /// trips it can count, which it may manage in one of the modules and not in another; how long that becomes says little
    /// of the code.
    kept: Option<Three>,
}

/// A ratio of instructions that has to be looked at.
const MORE: f64 = 1.05;

/// Maximum number of compilations of each; the least time counts.
const ROUNDS: usize = 3;

/// A compilation that takes longer is not repeated: no pause of the machine is as long.
const LONG: Duration = Duration::from_secs(1);

/// Compiles everything with the driver and prints the results.
pub(crate) fn report(rows: &[Row], cache: &Path, worst: usize) -> Result<()> {
    let device = Device::new(None)?;
    println!("driver: {}", device.name());
    let mut all = Vec::new();
    let mut left_out = 0;
    let bar = crate::progress_bar(rows.len());
    for row in rows {
        bar.set_message(row.shader.name.clone());
        match measure(&device, row, cache) {
            Ok(measured) => all.push(measured),
            Err(error) => {
                left_out += 1;
                if left_out <= worst {
                    bar.suspend(|| println!("  left out: {}: {error}", row.shader.name));
                }
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let sum = |of: &dyn Fn(&Measured<'_>) -> f64| all.iter().map(of).sum::<f64>();
    let mean = |of: &dyn Fn(&Measured<'_>) -> f64| (sum(&|it| of(it).ln()) / all.len().max(1) as f64).exp();
    println!("{} shaders compiled by the driver, {left_out} left out", all.len());
    println!(
        "instructions: vitrum -O {}, spirv-opt -O {}, glslang {}; geometric mean {:.4} of spirv-opt's, {:.4} of glslang's; spirv-opt's {:.4} of glslang's",
        sum(&|it| it.as_is.ours.instructions),
        sum(&|it| it.as_is.theirs.instructions),
        sum(&|it| it.as_is.plain.instructions),
        mean(&|it| it.as_is.over_theirs()),
        mean(&|it| it.as_is.over_plain()),
        mean(&|it| it.as_is.theirs.instructions / it.as_is.plain.instructions.max(1.0)),
    );
    let seconds = |compiled: Compiled| compiled.time.as_secs_f64();
    println!(
        "driver's time: vitrum -O {:.0} ms, spirv-opt -O {:.0} ms, glslang {:.0} ms; geometric mean {:.3} of spirv-opt's, {:.3} of glslang's",
        1e3 * sum(&|it| seconds(it.as_is.ours)),
        1e3 * sum(&|it| seconds(it.as_is.theirs)),
        1e3 * sum(&|it| seconds(it.as_is.plain)),
        mean(&|it| seconds(it.as_is.ours) / seconds(it.as_is.theirs).max(1e-9)),
        mean(&|it| seconds(it.as_is.ours) / seconds(it.as_is.plain).max(1e-9)),
    );
    let list = |what: &str, of: &dyn Fn(&Three) -> f64| {
        let mut order: Vec<&Measured<'_>> = all.iter().collect();
        order.sort_by(|a, b| of(&b.as_is).total_cmp(&of(&a.as_is)));
        let over: Vec<_> = order.iter().filter(|it| of(&it.as_is) > MORE).collect();
        let kept = over.iter().filter(|it| it.kept.is_none_or(|kept| of(&kept) > MORE)).count();
        println!("more than 5 % over {what}: {}, of these with all loops kept loops: {kept}", over.len());
        for it in order.iter().take(worst).filter(|it| of(&it.as_is) > 1.0) {
            let Three { ours, theirs, plain } = it.as_is;
            println!(
                "  {:.3} {} {} {} {}{}",
                of(&it.as_is),
                ours.instructions,
                theirs.instructions,
                plain.instructions,
                it.row.shader.name,
                it.kept.map_or(String::new(), |kept| format!(
                    "; loops kept {:.3} {} {} {}",
                    of(&kept),
                    kept.ours.instructions,
                    kept.theirs.instructions,
                    kept.plain.instructions
                ))
            );
        }
    };
    list("glslang's (ratio, then ours, spirv-opt's, glslang's)", &Three::over_plain);
    list("spirv-opt's", &Three::over_theirs);
    Ok(())
}

fn measure<'a>(device: &Device, row: &'a Row, cache: &Path) -> Result<Measured<'a>> {
    let reflection = row.ours.reflection()?;
    let around = Around::of(&reflection, row.shader.stage)?;
    let compiled = |words: Vec<u32>| -> Result<Compiled> {
        let mut least: Option<Compiled> = None;
        let shader = Shader { stage: around.stage, words, specialization: Vec::new() };
        for _ in 0..ROUNDS {
            let made = around.compile(device, shader.clone())?;
            let instructions =
                made.number(around.stage, "Instructions").context("no count of instructions")?;
            let time = least.map_or(made.time, |least| least.time.min(made.time));
            least = Some(Compiled { instructions, time });
            if time > LONG {
                break;
            }
        }
        least.context("not measured")
    };
    let read = |file: &Path| read_words(file).with_context(|| format!("{} is not there", file.display()));
    let modules =
        [row.ours.words.clone(), read(&row.theirs.fast_file(cache))?, read(&row.theirs.plain_file(cache))?];
    let three = |[ours, theirs, plain]: [Vec<u32>; 3]| -> Result<Three> {
        Ok(Three { ours: compiled(ours)?, theirs: compiled(theirs)?, plain: compiled(plain)? })
    };
    let as_is = three(modules.clone())?;
    let is_larger = as_is.over_theirs().max(as_is.over_plain()) > MORE;
    let kept = if is_larger { Some(three(modules.map(with_loops_kept))?) } else { None };
    Ok(Measured { row, as_is, kept })
}

/// The module with `DontUnroll` on each of its loops.
fn with_loops_kept(mut words: Vec<u32>) -> Vec<u32> {
    let mut at = HEADER;
    while let Some(&first) = words.get(at) {
        let is_loop = first & 0xFFFF == spirv::Op::LoopMerge as u32;
        if let Some(control) = words.get_mut(at + 3).filter(|_| is_loop) {
            *control = *control & !spirv::LoopControl::UNROLL.bits() | spirv::LoopControl::DONT_UNROLL.bits();
        }
        at += (first >> 16).max(1) as usize;
    }
    words
}

/// Other stages and resources that a shader is compiled with.
struct Around {
    stage: vitrum_runner::Stage,
    resources: Resources,
    /// The other stage of a draw.
    other: Option<Shader>,
    attributes: Vec<Attribute>,
    targets: Vec<usize>,
}

impl Around {
    fn of(reflection: &Reflection, stage: Stage) -> Result<Self> {
        let mut around = Self {
            stage: vitrum_runner::Stage::Compute,
            resources: resources(reflection)?,
            other: None,
            attributes: Vec::new(),
            targets: Vec::new(),
        };
        match stage {
            Stage::Compute => {}
            Stage::Fragment => {
                around.stage = vitrum_runner::Stage::Fragment;
                around.other = Some(compile(&feeding(&reflection.inputs)?, Stage::Vertex)?);
                for output in reflection.outputs.iter().filter(|output| output.built_in.is_none()) {
                    let count = elements(&output.ty.array);
                    let last = (output.location.unwrap_or(0) + count) as usize;
                    while around.targets.len() < last {
                        around.targets.push(around.resources.images.len());
                        around.resources.images.push(target(Format::Rgba8Unorm));
                    }
                    let format = match output.ty.scalar {
                        Some(Scalar::I32) => Format::Rgba32Sint,
                        Some(Scalar::U32) => Format::Rgba32Uint,
                        _ => continue,
                    };
                    for image in around.resources.images.iter_mut().skip(last - count as usize) {
                        image.format = format;
                    }
                }
            }
            Stage::Vertex => {
                around.stage = vitrum_runner::Stage::Vertex;
                around.other = Some(compile(&taking(&reflection.outputs)?, Stage::Fragment)?);
                around.targets.push(0);
                around.resources.images.push(target(Format::Rgba8Unorm));
                for input in reflection.inputs.iter().filter(|input| input.built_in.is_none()) {
                    let format = match input.ty.scalar {
                        Some(Scalar::I32) => Format::Rgba32Sint,
                        Some(Scalar::U32) => Format::Rgba32Uint,
                        _ => Format::Rgba32Float,
                    };
                    let count = elements(&input.ty.array) * input.ty.columns.unwrap_or(1);
                    let first = input.location.unwrap_or(0);
                    for location in first..first + count {
                        let bytes = Vec::new();
                        around.attributes.push(Attribute { location, format, bytes, per_instance: false });
                    }
                }
            }
            _ => bail!("the stage is not measured"),
        }
        Ok(around)
    }

    fn compile(&self, device: &Device, shader: Shader) -> Result<Made> {
        let resources = self.resources.clone();
        let Some(other) = &self.other else {
            return Ok(device.statistics_of_dispatch(&Dispatch { shader, resources, groups: [1; 3] })?);
        };
        let mut shaders = vec![shader, other.clone()];
        shaders.sort_by_key(|shader| shader.stage);
        let draw = Draw {
            shaders,
            resources,
            targets: self.targets.clone(),
            attributes: self.attributes.clone(),
            vertices: 3,
            instances: 1,
            ..Draw::default()
        };
        Ok(device.statistics_of_draw(&draw)?)
    }
}

fn target(format: Format) -> Image {
    Image { dim: ImageDim::D2, format, size: [16, 16, 1], layers: 1, samples: 1, levels: Vec::new() }
}

fn elements(array: &[Length]) -> u32 {
    array.iter().map(|dimension| dimension.length.unwrap_or(MANY)).product()
}

fn resources(reflection: &Reflection) -> Result<Resources> {
    let mut resources = Resources::default();
    for resource in &reflection.resources {
        let count = elements(&resource.ty.array) as usize;
        let bound = match resource.kind {
            ResourceKind::PushConstant => {
                let bytes = resource.size.unwrap_or(0).next_multiple_of(4) as usize;
                resources.push_constants = vec![0; bytes];
                continue;
            }
            ResourceKind::UniformBuffer => Resource::UniformBuffers(vec![0; count]),
            ResourceKind::StorageBuffer => Resource::StorageBuffers(vec![0; count]),
            ResourceKind::SampledImage => Resource::SampledImages(vec![(0, Sampler::default()); count]),
            ResourceKind::Texture => Resource::Textures(vec![0; count]),
            ResourceKind::Sampler => Resource::Samplers(vec![Sampler::default(); count]),
            ResourceKind::StorageImage => Resource::StorageImages(vec![0; count]),
            ResourceKind::UniformTexelBuffer => Resource::UniformTexels(vec![(0, Format::Rgba8Unorm); count]),
            ResourceKind::StorageTexelBuffer => Resource::StorageTexels(vec![(0, Format::Rgba8Unorm); count]),
            kind => bail!("{} is not bound", kind.name()),
        };
        let (set, binding) = (resource.set.unwrap_or(0), resource.binding.unwrap_or(0));
        resources.bindings.push(Binding { set, binding, resource: bound });
    }
    Ok(resources)
}

fn compile(source: &str, stage: Stage) -> Result<Shader> {
    let made = vitrum::compile(source, &Options::new(stage));
    let made = made.map_err(|failure| anyhow::anyhow!("the other stage: {failure}\n{source}"))?;
    let words = made.spirv().map_err(|error| anyhow::anyhow!("the other stage: {error}"))?;
    let stage = match stage {
        Stage::Vertex => vitrum_runner::Stage::Vertex,
        _ => vitrum_runner::Stage::Fragment,
    };
    Ok(Shader { stage, words, specialization: Vec::new() })
}

/// A declaration at the same place as a variable of the other stage.
fn declaration(variable: &Variable, direction: &str, name: &str) -> Result<String> {
    let TypeInfo { name: ty, kind, array, .. } = &variable.ty;
    if !matches!(*kind, TypeKind::Scalar | TypeKind::Vector | TypeKind::Matrix) || array.len() > 1 {
        bail!("`{}` is a {}", variable.name, kind.name());
    }
    let base = ty.split('[').next().unwrap_or(ty);
    let length = array.first().map_or(String::new(), |it| format!("[{}]", it.length.unwrap_or(MANY)));
    let whole = !matches!(variable.ty.scalar, Some(Scalar::F32 | Scalar::F16));
    let how = match variable.interpolation {
        Some(how) => how.name(),
        None if whole => "flat",
        None => "smooth",
    };
    let place = match variable.component {
        Some(component) => format!("location={}, component={component}", variable.location.unwrap_or(0)),
        None => format!("location={}", variable.location.unwrap_or(0)),
    };
    Ok(format!("layout({place}) {how} {direction} {base} {name}{length};\n"))
}

fn plain(variables: &[Variable]) -> impl Iterator<Item = (usize, &Variable)> {
    variables.iter().filter(|variable| variable.built_in.is_none()).enumerate()
}

/// A vertex shader that gives all that a fragment shader takes, each part something else.
fn feeding(inputs: &[Variable]) -> Result<String> {
    let mut head = String::from("#version 450\n");
    let mut body = String::from("void main() {\n    float x = float(gl_VertexIndex);\n");
    body += "    gl_Position = fract(x * vec4(0.1, 0.2, 0.3, 0.4));\n";
    for (index, input) in plain(inputs) {
        head += &declaration(input, "out", &format!("v{index}"))?;
        let base = input.ty.name.split('[').next().unwrap_or_default();
        let parts = if input.ty.array.is_empty() { 0..1 } else { 0..elements(&input.ty.array) };
        for part in parts {
            let number = |at: usize| 0.01 + 0.37 * (4 * (7 * index + part as usize) + at) as f32;
            let place = if input.ty.array.is_empty() { String::new() } else { format!("[{part}]") };
            let value = match input.ty.kind {
                TypeKind::Matrix => format!("{base}(fract(x * {:?}))", number(0)),
                _ => {
                    let [a, b, c, d] = [0, 1, 2, 3].map(number);
                    format!("{base}(64.0 * fract(x * vec4({a:?}, {b:?}, {c:?}, {d:?})))")
                }
            };
            writeln!(body, "    v{index}{place} = {value};")?;
        }
    }
    Ok(head + &body + "}\n")
}

/// A fragment shader that takes all that a vertex shader gives.
fn taking(outputs: &[Variable]) -> Result<String> {
    let mut head = String::from("#version 450\nlayout(location=0) out vec4 sum;\n");
    let mut body = String::from("void main() {\n    sum = vec4(0.0);\n");
    for (index, output) in plain(outputs) {
        head += &declaration(output, "in", &format!("v{index}"))?;
        let columns = output.ty.columns.unwrap_or(1);
        let parts = if output.ty.array.is_empty() { 0..1 } else { 0..elements(&output.ty.array) };
        for part in parts {
            for column in 0..columns {
                let place = if output.ty.array.is_empty() { String::new() } else { format!("[{part}]") };
                let place = if columns > 1 { format!("{place}[{column}]") } else { place };
                let value = match output.ty.rows.unwrap_or(1) {
                    1 => format!("v{index}{place}"),
                    rows => format!(
                        "v{index}{place}.{}",
                        ["xyxy", "xyzx", "xyzw"][(rows as usize).clamp(2, 4) - 2]
                    ),
                };
                writeln!(body, "    sum = sum * 0.7 + vec4({value});")?;
            }
        }
    }
    Ok(head + &body + "}\n")
}
