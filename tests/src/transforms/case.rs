//! The header of a transformation's test.

use std::collections::BTreeMap;

use vitrum::{Stage, Target};
use vitrum_passes::{PassInfo, PassOptions};

use super::results::Place;
use super::words::{Word, parse};
use crate::header::Header;

/// The outcome of a run without the passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Outputs that are undefined, or depend on undefined behaviour, such as an access out of bounds.
    Undefined,
    /// A loop that does not end.
    Limit,
    /// Other outputs.
    Other,
    /// The interpreter cannot run it.
    Error,
    /// The same outputs: the passes leave the shader as it is.
    None,
}

impl Fault {
    const ALL: [Self; 5] = [Self::Undefined, Self::Limit, Self::Other, Self::Error, Self::None];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Undefined => "undefined",
            Self::Limit => "limit",
            Self::Other => "other",
            Self::Error => "error",
            Self::None => "same",
        }
    }
}

/// Contents of an image.
#[derive(Clone, Debug)]
pub(crate) struct ImageSpec {
    /// `r32`, `rg32` or `rgba32`: components of a texel.
    pub(crate) components: usize,
    pub(crate) size: [u32; 3],
    pub(crate) layers: u32,
    pub(crate) samples: u32,
    pub(crate) sampler: SamplerSpec,
    /// The words of each level.
    levels: Vec<Vec<u32>>,
    /// True if these are numbers in the type of the image.
    is_counted: bool,
}

impl ImageSpec {
    /// An image for which the header has no line.
    pub(crate) fn unknown() -> Self {
        Self {
            components: 4,
            size: [1; 3],
            layers: 1,
            samples: 1,
            sampler: SamplerSpec::default(),
            levels: vec![vec![0; 4]],
            is_counted: false,
        }
    }

    /// The words of each level, for texels that are floats or not.
    pub(crate) fn words(&self, is_float: bool) -> Vec<Vec<u32>> {
        let word = |&word: &u32| if self.is_counted && is_float { (word as f32).to_bits() } else { word };
        self.levels.iter().map(|level| level.iter().map(word).collect()).collect()
    }
}

/// State of a sampler.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SamplerSpec {
    pub(crate) linear: bool,
    pub(crate) mipmap: bool,
    pub(crate) wrap: WrapSpec,
}

/// Addressing beyond the edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum WrapSpec {
    #[default]
    Repeat,
    Mirror,
    Clamp,
    Border,
}

/// The target of drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Canvas {
    /// Of a viewport; they lie side by side.
    pub(crate) size: [u32; 2],
    pub(crate) layers: u32,
    pub(crate) viewports: u32,
    pub(crate) samples: u32,
}

/// A test.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) stage: Stage,
    pub(crate) target: Target,
    pub(crate) defines: Vec<(String, String)>,
    pub(crate) transforms: Vec<&'static PassInfo>,
    pub(crate) options: PassOptions,
    /// Contents of blocks by name and element.
    pub(crate) buffers: BTreeMap<(String, usize), Vec<u32>>,
    pub(crate) uniforms: BTreeMap<String, Vec<u32>>,
    pub(crate) inputs: BTreeMap<String, Vec<u32>>,
    pub(crate) images: BTreeMap<(String, usize), ImageSpec>,
    pub(crate) groups: [u32; 3],
    pub(crate) vertices: u32,
    pub(crate) first_vertex: u32,
    pub(crate) instances: u32,
    pub(crate) first_instance: u32,
    /// Vertices of a patch.
    pub(crate) patch: u32,
    pub(crate) canvas: Option<Canvas>,
    pub(crate) expected: BTreeMap<Place, Vec<Option<Word>>>,
    pub(crate) fault: Fault,
    pub(crate) refused: Option<String>,
    /// True if the device keeps accesses in bounds, which the interpreter does not.
    pub(crate) robust_device: bool,
    /// The reason for which it does not run on a driver.
    pub(crate) driver: Option<String>,
    /// The reason for which it is not printed.
    pub(crate) glsl: Option<String>,
    /// Relative tolerance of what is expected as a float.
    pub(crate) tolerance: f32,
    /// Steps of the interpreter.
    pub(crate) steps: u64,
}

/// Keys of the header that all suites share.
const SHARED_KEYS: [&str; 3] = ["client", "target", "define"];

impl Case {
    /// Reads the header of a source in a folder, which a pass or pipeline of the header must name.
    pub(crate) fn of(source: &str, stage: Stage, folder: &str) -> Result<Self, String> {
        let mut shared = Header::default();
        let mut case = Self {
            stage,
            target: shared.target,
            defines: Vec::new(),
            transforms: Vec::new(),
            options: PassOptions::default(),
            buffers: BTreeMap::new(),
            uniforms: BTreeMap::new(),
            inputs: BTreeMap::new(),
            images: BTreeMap::new(),
            groups: [1; 3],
            vertices: 1,
            first_vertex: 0,
            instances: 1,
            first_instance: 0,
            patch: 3,
            canvas: None,
            expected: BTreeMap::new(),
            fault: Fault::None,
            refused: None,
            robust_device: false,
            driver: None,
            glsl: None,
            tolerance: 0.0,
            steps: 200_000,
        };
        let (mut is_of_folder, mut has_fault) = (false, false);
        let in_header = |line: &&str| line.is_empty() || line.starts_with("//") || line.starts_with('#');
        for line in source.lines().map(str::trim).take_while(in_header) {
            let Some((key, value)) = line.strip_prefix("//").and_then(|line| line.split_once(':')) else {
                continue;
            };
            let (key, value) = (key.trim(), value.trim());
            match key {
                "passes" => {
                    for name in value.split(", ") {
                        let pass = vitrum_passes::pass(name).ok_or_else(|| format!("no pass `{name}`"))?;
                        case.transforms.push(pass);
                        is_of_folder |= name == folder;
                    }
                }
                "pipeline" => {
                    let pipeline = vitrum_passes::pipeline(value);
                    let pipeline = pipeline.ok_or_else(|| format!("no pipeline `{value}`"))?;
                    case.transforms.extend(pipeline.passes);
                    is_of_folder |= value == folder;
                }
                "without" => {
                    let fault = Fault::ALL.into_iter().find(|fault| fault.name() == value);
                    case.fault = fault.ok_or_else(|| format!("`without: {value}` names no outcome"))?;
                }
                _ if SHARED_KEYS.contains(&key) => shared.take(key, value)?,
                _ => case.take(key, value).map_err(|reason| format!("header `{key}`: {reason}"))?,
            }
            has_fault |= matches!(key, "without" | "refused");
        }
        Header { target: case.target, defines: case.defines, .. } = shared;
        if !is_of_folder {
            return Err(format!("it does not run `{folder}`, which its folder is named by"));
        }
        if !has_fault {
            return Err("no line `without` says what shows without the passes".to_owned());
        }
        // A block that is only written begins with zeros.
        for (place, words) in &case.expected {
            if let Place::Buffer(name, element) = place {
                let key = (name.clone(), *element);
                case.buffers.entry(key).or_insert_with(|| vec![0; words.len()]);
            }
        }
        if case.refused.is_none() && case.expected.is_empty() {
            return Err("nothing is expected".to_owned());
        }
        Ok(case)
    }

    fn take(&mut self, key: &str, value: &str) -> Result<(), String> {
        let (head, rest) = key.split_once(' ').unwrap_or((key, ""));
        match (head, rest) {
            ("options", "") => {
                for option in value.split(", ") {
                    let assignment =
                        option.strip_prefix("set ").ok_or("only `set PASS.NAME=VALUE` is known")?;
                    self.options.set(assignment)?;
                }
            }
            ("refused", "") => self.refused = Some(value.to_owned()),
            ("device", "") => {
                self.robust_device = (value == "robust").then_some(true).ok_or("only `robust` is known")?;
            }
            ("driver", "") => self.driver = Some(reason(value)?),
            ("glsl", "") => self.glsl = Some(reason(value)?),
            ("tolerance", "") => self.tolerance = value.parse().map_err(|_| "a number is expected")?,
            ("steps", "") => self.steps = value.parse().map_err(|_| "a number is expected")?,
            ("vertices", "") => (self.first_vertex, self.vertices) = counted(value)?,
            ("instances", "") => (self.first_instance, self.instances) = counted(value)?,
            ("patch", "") => self.patch = value.parse().map_err(|_| "a number is expected")?,
            ("canvas", "") => self.canvas = Some(canvas(value)?),
            ("groups", "") => {
                for (slot, count) in self.groups.iter_mut().zip(value.split_whitespace()) {
                    *slot = count.parse().map_err(|_| "numbers are expected")?;
                }
            }
            ("expect", place) => {
                let words = parse(value)?;
                let (kind, name) = place.split_once(' ').unwrap_or((place, ""));
                let (base, element) = element(name)?;
                let place = match kind {
                    "buffer" => Place::Buffer(base, element),
                    "image" => Place::Image(base, element),
                    "output" => Place::Output(name.to_owned()),
                    "discarded" => Place::Discarded,
                    _ => return Err(format!("`{kind}` is no place of results")),
                };
                self.expected.insert(place, words);
            }
            ("buffer", name) if !name.is_empty() => {
                self.buffers.insert(element(name)?, known(value)?);
            }
            ("uniform", name) if !name.is_empty() => {
                self.uniforms.insert(name.to_owned(), known(value)?);
            }
            ("input", name) if !name.is_empty() => {
                self.inputs.insert(name.to_owned(), known(value)?);
            }
            ("image", name) if !name.is_empty() => {
                self.images.insert(element(name)?, image(value)?);
            }
            (_, "") => return Err("unknown".to_owned()),
            // Prose.
            _ => {}
        }
        Ok(())
    }
}

fn reason(value: &str) -> Result<String, String> {
    let why = value.strip_prefix("no, ").ok_or("`no, ` and the reason are expected")?;
    Ok(why.to_owned())
}

/// `3`, or `3 from 5` with the number of the first one before it.
fn counted(text: &str) -> Result<(u32, u32), String> {
    let (count, first) = text.split_once(" from ").unwrap_or((text, "0"));
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| format!("`{text}` is no number"));
    Ok((number(first)?, number(count)?))
}

/// `16x16 layers 6 viewports 2 samples 4`, of which each part may be left out.
fn canvas(text: &str) -> Result<Canvas, String> {
    let mut canvas = Canvas { size: [2; 2], layers: 1, viewports: 1, samples: 1 };
    let mut tokens = text.split_whitespace();
    while let Some(token) = tokens.next() {
        let number = |text: Option<&str>| {
            let number = text.and_then(|text| text.parse::<u32>().ok()).filter(|&it| it > 0);
            number.ok_or_else(|| format!("a number is expected at `{token}`"))
        };
        match token {
            "layers" => canvas.layers = number(tokens.next())?,
            "viewports" => canvas.viewports = number(tokens.next())?,
            "samples" => canvas.samples = number(tokens.next())?,
            _ => {
                let (width, height) = token.split_once('x').ok_or("a size is expected first")?;
                canvas.size = [number(Some(width))?, number(Some(height))?];
            }
        }
    }
    Ok(canvas)
}

/// A name and the element of `name[2]`.
fn element(name: &str) -> Result<(String, usize), String> {
    match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        Some((name, index)) => {
            Ok((name.to_owned(), index.parse().map_err(|_| format!("`{index}` is no number"))?))
        }
        None => Ok((name.to_owned(), 0)),
    }
}

/// Words that all say something.
fn known(text: &str) -> Result<Vec<u32>, String> {
    let words = parse(text)?.into_iter().map(|word| word.map(|word| word.bits)).collect::<Option<_>>();
    words.ok_or_else(|| "`_` is no content".to_owned())
}

/// `rgba32 4x4x2 layers 2 samples 4 levels 3 linear clamp = WORDS`. Without words, texels hold 1, 2, 3 and so on.
fn image(text: &str) -> Result<ImageSpec, String> {
    let (head, words) = text.split_once('=').map_or((text, None), |(head, words)| (head, Some(words)));
    let mut tokens = head.split_whitespace();
    let components = match tokens.next() {
        Some("r32") => 1,
        Some("rg32") => 2,
        Some("rgba32") => 4,
        _ => return Err("`r32`, `rg32` or `rgba32` is expected first".to_owned()),
    };
    let number = |token: Option<&str>| {
        token.and_then(|token| token.parse::<u32>().ok()).filter(|&it| it > 0).ok_or("a number is expected")
    };
    let mut size = [1; 3];
    for (slot, extent) in size.iter_mut().zip(tokens.next().unwrap_or("").split('x')) {
        *slot = number(Some(extent))?;
    }
    let mut spec = ImageSpec {
        components,
        size,
        layers: 1,
        samples: 1,
        sampler: SamplerSpec::default(),
        levels: Vec::new(),
        is_counted: words.is_none(),
    };
    let mut levels = 1;
    while let Some(token) = tokens.next() {
        match token {
            "layers" => spec.layers = number(tokens.next())?,
            "samples" => spec.samples = number(tokens.next())?,
            "levels" => levels = number(tokens.next())?,
            "linear" => spec.sampler.linear = true,
            "mipmap" => spec.sampler.mipmap = true,
            "clamp" => spec.sampler.wrap = WrapSpec::Clamp,
            "border" => spec.sampler.wrap = WrapSpec::Border,
            "mirror" => spec.sampler.wrap = WrapSpec::Mirror,
            _ => return Err(format!("`{token}` is no property of an image")),
        }
    }
    let given = words.map(parse).transpose()?;
    let mut given = match given {
        Some(given) => {
            let bits: Option<Vec<u32>> = given.into_iter().map(|word| word.map(|word| word.bits)).collect();
            Some(bits.ok_or("`_` is no content")?.into_iter())
        }
        None => None,
    };
    let mut next = 0;
    for level in 0..levels {
        let texels = size.iter().map(|&extent| (extent >> level).max(1) as usize).product::<usize>();
        // All samples of a texel are the same.
        let count = texels * spec.layers as usize * components;
        let mut all = Vec::with_capacity(count);
        for _ in 0..count {
            next += 1;
            all.push(match &mut given {
                Some(given) => given.next().ok_or("there are fewer words than texels have")?,
                None => next,
            });
        }
        spec.levels.push(all);
    }
    if given.is_some_and(|mut given| given.next().is_some()) {
        return Err("there are more words than texels have".to_owned());
    }
    Ok(spec)
}
