//! `vitrum translate`: the shaders of a page, validated and translated as a browser does.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use vitrum::webgl::{self, Code, Names, Output, Safety, Source, TranslateError, Translated, WebGl};
use vitrum::{OptLevel, Options, Stage, Version};

use super::arguments::{self, Arguments, ErrorFormat};
use super::inputs::{self, Input};
use super::link::{placed_errors, words_bytes};
use super::messages::Messages;
use super::options::{Named, Row, extend, flag, hidden, parse, push, put, set, value};
use super::outputs::{Emit, Format, write};
use super::{UsageError, limits, opt, print};

/// Options of `vitrum translate`; `help-translate.txt` describes them.
#[derive(Debug, Default)]
pub(crate) struct TranslateArguments {
    files: Vec<PathBuf>,
    webgl: Option<Generation>,
    to: Option<String>,
    path: Option<PathBuf>,
    stage: Option<Stage>,
    extension: Vec<String>,
    limits: Vec<PathBuf>,
    // `-flimit=`
    limit: Vec<String>,
    names: Option<String>,
    map: Option<PathBuf>,
    reflect: bool,
    safety: Vec<Guard>,
    transform: Vec<String>,
    set: Vec<String>,
    // `-O`
    optimize: Option<String>,
    error_format: ErrorFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Generation {
    V1,
    V2,
}

impl Named for Generation {
    const NAMES: &'static [(&'static str, Self)] = &[("1", Self::V1), ("2", Self::V2)];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guard {
    Memory,
    Indices,
    Loops,
    Arithmetic,
    None,
}

impl Named for Guard {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("memory", Self::Memory),
        ("indices", Self::Indices),
        ("loops", Self::Loops),
        ("arithmetic", Self::Arithmetic),
        ("none", Self::None),
    ];
}

/// True if the shaders are translated.
pub(crate) fn run(arguments: &TranslateArguments) -> Result<bool> {
    let mut shown = Arguments::default();
    shown.diagnostics.error_format = arguments.error_format;
    let mut messages = Messages::new(&shown);
    let checked = arguments.checked().map_err(UsageError)?;
    let well = translate(arguments, checked, &mut messages).unwrap_or_else(|error| {
        messages.show_fault(&format!("{error:#}"));
        false
    });
    messages.finish();
    Ok(well)
}

fn translate(
    arguments: &TranslateArguments,
    (options, of_all): (webgl::Options, Option<Stage>),
    messages: &mut Messages<'_>,
) -> Result<bool> {
    let mut texts = Vec::with_capacity(arguments.files.len());
    for path in &arguments.files {
        let input = Input { path: path.clone(), stage: of_all };
        let text = inputs::text(input.read()?);
        let stage = input.stage(&text, &Options::new(Stage::Fragment))?;
        texts.push((stage, text, input.name()));
    }
    let sources: Vec<Source<'_>> = texts.iter().map(source_of).collect();
    match webgl::translate(&sources, &options) {
        Ok(translated) => {
            messages.show(&translated.diagnosed);
            arguments.write(&translated)?;
            Ok(true)
        }
        Err(TranslateError::Shaders(failure)) => {
            messages.show_failure(&failure);
            Ok(false)
        }
        Err(TranslateError::Output(error, diagnosed)) => {
            messages.show(&diagnosed);
            messages.show(&placed_errors(error.into(), diagnosed.sources)?);
            Ok(false)
        }
    }
}

impl TranslateArguments {
    pub(crate) const ROWS: &[Row<Self>] = &[
        value("webgl", |it, text| set(&mut it.webgl, text)),
        value("to", |it, text| set(&mut it.to, text)),
        value("o", |it, text| set(&mut it.path, text)),
        value("stage", |it, text| set(&mut it.stage, text)),
        value("extension", |it, text| extend(&mut it.extension, text)),
        value("limits", |it, text| push(&mut it.limits, text)),
        hidden(value("limit", |it, text| push(&mut it.limit, text))),
        value("names", |it, text| set(&mut it.names, text)),
        value("map", |it, text| set(&mut it.map, text)),
        flag("reflect", |it| it.reflect = true),
        value("safety", |it, text| extend(&mut it.safety, text)),
        value("transform", |it, text| extend(&mut it.transform, text)),
        value("set", |it, text| push(&mut it.set, text)),
        hidden(value("optimize", |it, text| set(&mut it.optimize, text))),
        value("error-format", |it, text| put(&mut it.error_format, text)),
    ];

    pub(crate) fn parse(words: Vec<OsString>) -> Result<Self> {
        let mut parsed = Self::default();
        parse(words, Self::ROWS, &mut parsed, |it, word| push(&mut it.files, word))?;
        Ok(parsed)
    }

    /// The options for the library, and the stage of all files.
    fn checked(&self) -> Result<(webgl::Options, Option<Stage>)> {
        if self.files.is_empty() {
            bail!("no input files; `vitrum translate --help` shows examples");
        }
        Ok((self.options()?, self.stage))
    }

    fn options(&self) -> Result<webgl::Options> {
        let webgl = match self.webgl {
            Some(Generation::V1) => WebGl::V1,
            Some(Generation::V2) => WebGl::V2,
            None => bail!("`vitrum translate` requires --webgl 1 or --webgl 2"),
        };
        let mut extensions = Vec::with_capacity(self.extension.len());
        for name in &self.extension {
            let unknown =
                || format!("no extension of shaders is called `{name}`; `vitrum extensions` lists them");
            extensions.push(webgl::extension(name).with_context(unknown)?);
        }
        let safety = if self.safety.is_empty() { &[Guard::Memory, Guard::Indices] } else { &self.safety[..] };
        let has = |guard| safety.contains(&guard);
        if has(Guard::None) && safety.len() > 1 {
            bail!("--safety none cannot be combined");
        }
        let mut options = webgl::Options::new(webgl);
        if let Some(to) = &self.to {
            options.output = output(to)?;
        }
        options.extensions = extensions;
        options.limits = limits::limits(&self.limits, &self.limit)?;
        options.names = self.names.as_deref().map_or(Ok(Names::Keep), names)?;
        options.safety = Safety {
            initialize_memory: has(Guard::Memory),
            bound_indices: has(Guard::Indices),
            bound_loops: has(Guard::Loops),
            define_arithmetic: has(Guard::Arithmetic),
        };
        options.opt_level = match self.optimize.as_deref() {
            None | Some("0") => OptLevel::None,
            Some("s") => OptLevel::Size,
            Some("driver") => OptLevel::Driver,
            Some(_) => OptLevel::Default,
        };
        options.transforms = opt::passes(&self.transform)?;
        options.pass_options = opt::pass_options(&self.set)?;
        Ok(options)
    }

    fn write(&self, translated: &Translated) -> Result<()> {
        if let Some(map) = &self.map {
            write(translated.names_json().as_bytes(), map)?;
        }
        if self.reflect {
            print(translated.variables_json().as_bytes())?;
        }
        let is_text = |code: &Code| matches!(code, Code::Text(_));
        let bytes = |code: &Code| match code {
            Code::Text(text) => Ok(text.clone().into_bytes()),
            Code::Words(words) => words_bytes(words, Emit::Spirv, Format::Bin),
        };
        match (self.path.as_deref(), &translated.shaders[..]) {
            (None, _) if self.reflect => Ok(()),
            (None, [shader]) => print(&bytes(&shader.code)?),
            (Some(path), [shader]) if !path.is_dir() => write(&bytes(&shader.code)?, path),
            (None, shaders) if shaders.iter().all(|shader| is_text(&shader.code)) => {
                shaders.iter().try_for_each(|shader| {
                    print(format!("// {}\n", shader.stage.name()).as_bytes())?;
                    print(&bytes(&shader.code)?)
                })
            }
            (None, _) => bail!("several shaders give several modules; name their folder with `-o DIR`"),
            (Some(folder), shaders) => {
                std::fs::create_dir_all(folder)
                    .with_context(|| format!("cannot create folder `{}`", folder.display()))?;
                shaders.iter().try_for_each(|shader| {
                    let kind = if is_text(&shader.code) { "glsl" } else { "spv" };
                    let name = format!("{}.{kind}", vitrum::stage_extension(shader.stage));
                    write(&bytes(&shader.code)?, &folder.join(name))
                })
            }
        }
    }
}

fn source_of((stage, text, name): &(Stage, String, String)) -> Source<'_> {
    Source { name: name.clone(), ..Source::new(*stage, text) }
}

/// The output by its name: `glsl330`, `essl300`, `vulkan-glsl450`, `spirv`, `vulkan1.1`, `opengl`.
fn output(name: &str) -> Result<Output> {
    let version = |digits: &str, es: &str| Version::from_name(&format!("{digits}{es}"));
    let found = if let Some(digits) = name.strip_prefix("glsl") {
        version(digits, "").map(Output::glsl)
    } else if let Some(digits) = name.strip_prefix("essl") {
        version(digits, "es").map(Output::glsl)
    } else if let Some(digits) = name.strip_prefix("vulkan-glsl") {
        version(digits, "").map(|version| Output::Glsl { version, vulkan: true })
    } else {
        match name {
            "spirv" => Some(Output::Spirv(vitrum::Target::Vulkan1_3)),
            "none" => None,
            name => arguments::client(name).ok().map(|(target, _)| Output::Spirv(target)),
        }
    };
    found.with_context(|| {
        format!(
            "unknown output `{name}`; outputs are glsl110 to glsl460, essl100 to essl320, vulkan-glsl450, \
             vulkan-glsl460, spirv, vulkan1.0 to vulkan1.4, opengl4.5 and wgpu"
        )
    })
}

/// `keep`, `hash`, `hash=PREFIX` or `prefix=PREFIX`.
fn names(text: &str) -> Result<Names> {
    Ok(match text.split_once('=') {
        None if text == "keep" => Names::Keep,
        None if text == "hash" => Names::Hash("webgl_".to_owned()),
        None if text == "prefix" => Names::Prefix("_u".to_owned()),
        Some(("hash", prefix)) => Names::Hash(prefix.to_owned()),
        Some(("prefix", prefix)) => Names::Prefix(prefix.to_owned()),
        _ => bail!("unknown kind of names `{text}`; kinds are keep, hash, hash=PREFIX and prefix=PREFIX"),
    })
}

#[cfg(test)]
mod tests {
    use super::{names, output};
    use vitrum::webgl::{Names, Output};
    use vitrum::{Target, Version};

    #[test]
    fn outputs_have_names() {
        let of = |name| output(name).unwrap_or_else(|error| panic!("{error:#}"));
        assert_eq!(of("glsl330"), Output::glsl(Version::desktop(330)));
        assert_eq!(of("essl300"), Output::glsl(Version::es(300)));
        assert_eq!(of("essl100"), Output::glsl(Version::ES_DEFAULT));
        assert_eq!(of("vulkan-glsl450"), Output::Glsl { version: Version::desktop(450), vulkan: true });
        assert_eq!(of("vulkan1.1"), Output::Spirv(Target::Vulkan1_1));
        assert_eq!(of("spirv"), Output::Spirv(Target::Vulkan1_3));
        assert_eq!(of("opengl"), Output::Spirv(Target::OpenGl4_5));
        for name in ["glsl331", "essl", "none", "hlsl"] {
            assert!(output(name).is_err(), "{name}");
        }
    }

    #[test]
    fn names_have_kinds() {
        assert_eq!(names("keep").ok(), Some(Names::Keep));
        assert_eq!(names("prefix=_x").ok(), Some(Names::Prefix("_x".to_owned())));
        assert_eq!(names("hash").ok(), Some(Names::Hash("webgl_".to_owned())));
        assert!(names("upper").is_err());
    }
}
