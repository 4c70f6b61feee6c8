//! Everything that the tables of `vitrum-glsl` let a version say: it compiles there, is printed for that version, and vitrum
//! and glslangValidator take the print. What the version before lacks does not compile there.
//!
//! A trial is a version. Each item (a call of a built-in function, an access to a built-in variable, a type, a word or a
//! feature) is a few lines; items of one stage with the same extensions share a shader, which is split if it fails.

mod explained;
mod functions;
mod layouts;
mod rows;
mod uses;
mod variables;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use libtest_mimic::Trial;
use vitrum::ir::Stage;
use vitrum::{Extension, GlslOptions, Options, Profile, Target, Version};
use vitrum_glsl::builtins::table::Since;
use vitrum_glsl::features::Feature;
use vitrum_glsl::stages::Stages;
use vitrum_glsl::version::Dialect;
use vitrum_glsl::words::{Availability, WordStatus};

use crate::caught;
use crate::judges::Judges;

/// One trial per version, and one that finds rows without an item.
pub(crate) fn trials(judges: &'static Judges) -> Vec<Trial> {
    let trial = |version: Version| {
        let name = format!("vocabulary/{}", version.to_string().replace(' ', ""));
        Trial::test(name, move || caught(|| check(version, judges)))
    };
    let rows = Trial::test("vocabulary/rows", || caught(rows::check));
    versions().map(trial).chain([rows]).collect()
}

/// Every version, one of the compatibility profile included.
fn versions() -> impl Iterator<Item = Version> {
    let old = [330].map(|number| Version { number, profile: Profile::Compatibility });
    Version::ALL.into_iter().chain(old)
}

/// A version that items are made for.
#[derive(Clone, Copy, Debug)]
struct Place {
    version: Version,
    vulkan: bool,
}

/// A few lines of a shader.
#[derive(Clone, Debug)]
struct Item {
    name: String,
    place: Place,
    stage: Stage,
    extensions: BTreeSet<Extension>,
    globals: String,
    body: String,
    /// The layout qualifiers of the stage, if not the usual ones.
    header: Option<String>,
    /// True if no other item may be in the shader.
    is_alone: bool,
    /// The extension without which it is an error.
    needs: Option<Extension>,
    /// The version before, if it is an error there.
    before: Option<Version>,
}

impl Item {
    fn new(name: impl Into<String>, place: Place, stage: Stage) -> Option<Self> {
        let (name, extensions) = (name.into(), BTreeSet::new());
        let (globals, body) = (String::new(), String::new());
        let (header, is_alone, needs, before) = (None, false, None, None);
        let mut item =
            Self { name, place, stage, extensions, globals, body, header, is_alone, needs, before };
        let (feature, extension) = match stage {
            _ if place.vulkan && place.version.profile == Profile::Compatibility => return None,
            Stage::Vertex | Stage::Fragment => return Some(item),
            Stage::Geometry => (Feature::Geometry, None),
            Stage::TessControl | Stage::TessEvaluation => (Feature::Tessellation, None),
            Stage::Compute => (Feature::Compute, None),
            Stage::Task | Stage::Mesh => (Feature::Mesh, Some(Extension::ExtMeshShader)),
            _ => (Feature::RayTracing, Some(Extension::ExtRayTracing)),
        };
        item.extensions.extend(extension);
        (item.needs(feature) && (extension.is_none() || place.vulkan)).then_some(item)
    }

    fn dialect(&self) -> Dialect {
        let mut dialect = Dialect::new(self.place.version);
        dialect.vulkan = self.place.vulkan;
        for extension in &self.extensions {
            dialect.extensions.insert(*extension);
            for &implied in extension.info().implies {
                dialect.extensions.insert(implied);
            }
        }
        dialect
    }

    /// Enables the first of some extensions that a printer asks for here. False if there is none.
    fn enables(&mut self, extensions: impl IntoIterator<Item = Extension>) -> bool {
        let stage = Stages::of(self.stage);
        let known = |extension: &Extension| {
            extension.is_requested_in(self.place.version)
                && extension.info().stages.contains(stage)
                && (self.place.vulkan || !is_for_vulkan(*extension))
        };
        let found = extensions.into_iter().find(known);
        self.extensions.extend(found);
        found.is_some()
    }

    /// Makes a feature available, by an extension if need be. False if there is none.
    fn needs(&mut self, feature: Feature) -> bool {
        feature.is_enabled_in(&self.dialect()) || self.enables(feature.extensions())
    }

    /// Makes the features available that parts of the text need, by extensions if need be. False if there are none.
    fn needs_parts(&mut self) -> bool {
        let text = format!(" {} {} {}", self.header.as_deref().unwrap_or_default(), self.globals, self.body);
        PARTS.iter().all(|(part, feature)| !text.contains(part) || self.needs(*feature))
    }

    /// Notes that an extension or the version brings the item, and that it is an error without that extension, or in a
    /// version before that is not in the set, unless another extension brings it, too.
    fn is_brought_by(
        &mut self,
        home: Option<Extension>,
        others: &[Extension],
        is_in: impl Fn(Version) -> bool,
    ) {
        // Either extension brings the stages.
        if home == Some(Extension::NvMeshShader) {
            self.extensions.remove(&Extension::ExtMeshShader);
        }
        let enabled: Vec<Extension> =
            self.extensions.iter().copied().filter(|&it| Some(it) != home).collect();
        let implied = enabled.iter().flat_map(|it| it.info().implies.iter().chain([it]));
        let is_brought = implied.into_iter().any(|it| others.contains(it));
        self.extensions.extend(home);
        self.needs = home.filter(|_| !is_brought);
        let before = previous(self.place.version).filter(|&before| !is_in(before));
        self.before = before.filter(|_| home.is_none() && !is_brought);
    }

    /// Makes a word available, by an extension if need be. False if there is none.
    fn needs_word(&mut self, word: &Availability) -> bool {
        let can_enable = self.place.vulkan || !word.needs_vulkan();
        word.status(&self.dialect()) == WordStatus::Keyword
            || can_enable && self.enables(word.extensions().iter().copied())
    }
}

/// Parts of the messages about constructs that SPIR-V lacks.
const GLSL_ALONE: [&str; 4] = [
    "atomics that compare floats",
    "handles of textures and images",
    "sample masks of inner coverage",
    "workgroups of variable size",
];

/// Parts of declarations, each with a feature that it needs besides the one that it is a use of.
const PARTS: &[(&str, Feature)] = &[
    ("layout", Feature::LayoutQualifiers),
    ("buffer B", Feature::StorageBlock),
    ("uniform B", Feature::UniformBlock),
    ("mat2 x", Feature::UniformBlock),
    (" in ", Feature::InAndOut),
    (" out ", Feature::InAndOut),
    ("atomic_uint", Feature::AtomicCounter),
    (" image2D", Feature::Image),
    ("[nonuniformEXT", Feature::OpaqueIndex),
    ("binding", Feature::Binding),
    ("location", Feature::InterfaceLocation),
    ("location = @, component", Feature::VaryingLocation),
    ("xfb", Feature::VaryingLocation),
    ("uint x = ", Feature::ImplicitConversions),
];

/// The version before one, of the same language and profile.
fn previous(version: Version) -> Option<Version> {
    let is_before = |other: &Version| other.is_es() == version.is_es() && other.number < version.number;
    let number = Version::ALL.into_iter().filter(is_before).map(|other| other.number).max()?;
    Some(Version { number, ..version })
}

/// True for extensions that come with Vulkan GLSL, and one whose functions are those of Vulkan's subgroups in SPIR-V.
fn is_for_vulkan(extension: Extension) -> bool {
    let info = extension.info();
    if extension == Extension::AmdShaderBallot {
        return true;
    }
    info.desktop != u16::MAX
        && info.desktop >= 140
        && ([info.es, info.requested.1].contains(&310) || info.es == u16::MAX && info.desktop >= 450)
}

/// The ways in which a version has a row: without an extension, or by each that brings it, in a stage or in any.
fn homes(since: &Since, place: Place, stage: Option<Stage>) -> Vec<Option<Extension>> {
    if since.is_in(place.version) {
        return if since.vulkan == place.vulkan { vec![None] } else { Vec::new() };
    }
    let known = |extension: &&Extension| {
        extension.is_requested_in(place.version)
            && is_for_vulkan(**extension) == place.vulkan
            && stage.is_none_or(|stage| extension.info().stages.contains(Stages::of(stage)))
    };
    since.extensions.iter().filter(known).copied().map(Some).collect()
}

/// The text of items that share a stage and extensions, or the one of a single item in another version or without an
/// extension.
fn text(items: &[Item], version: Version, without: Option<Extension>) -> String {
    let Some(first) = items.first() else { return String::new() };
    let (stage, vulkan) = (first.stage, first.place.vulkan);
    let mut text = format!("#version {version}\n");
    for extension in first.extensions.iter().filter(|&&extension| Some(extension) != without) {
        let _ = writeln!(text, "#extension {} : require", extension.name());
    }
    if version.is_es() {
        text.push_str("precision highp float;\nprecision highp int;\n");
    }
    let usual = match stage {
        Stage::Geometry => "layout(points) in;\nlayout(points, max_vertices = 1) out;\n",
        Stage::TessControl => "layout(vertices = 3) out;\n",
        Stage::TessEvaluation => "layout(triangles) in;\n",
        Stage::Compute | Stage::Task => "layout(local_size_x = 1) in;\n",
        Stage::Mesh => {
            "layout(local_size_x = 1) in;\nlayout(triangles, max_vertices = 3, max_primitives = 1) out;\n"
        }
        _ => "",
    };
    text.push_str(first.header.as_deref().unwrap_or(usual));
    let sums = items.iter().any(|item| item.body.contains("sum"));
    let (global, statement) = sink(stage, version, vulkan);
    if sums {
        text.push_str(global);
    }
    for (index, item) in items.iter().enumerate() {
        text.push_str(&item.globals.replace('@', &index.to_string()));
    }
    text.push_str("void main() {\n");
    if sums {
        text.push_str("    float sum = 0.0;\n");
    }
    for (index, item) in items.iter().enumerate() {
        let _ = writeln!(text, "    {{\n{}    }}", item.body.replace('@', &index.to_string()));
    }
    if sums {
        let _ = writeln!(text, "    {statement}");
    }
    text + "}\n"
}

/// The declaration and the statement that keep the sum of all results.
fn sink(stage: Stage, version: Version, vulkan: bool) -> (&'static str, &'static str) {
    match stage {
        Stage::Fragment if !vulkan && Feature::FragColor.is_in(version) => ("", "gl_FragColor = vec4(sum);"),
        Stage::Fragment if vulkan => ("layout(location = 7) out vec4 sink;\n", "sink = vec4(sum);"),
        Stage::Fragment => ("out vec4 sink;\n", "sink = vec4(sum);"),
        Stage::Vertex | Stage::TessEvaluation | Stage::Geometry => ("", "gl_Position = vec4(sum);"),
        Stage::TessControl => ("", "gl_out[gl_InvocationID].gl_Position = vec4(sum);"),
        Stage::Compute | Stage::Task | Stage::Mesh => ("shared float sink;\n", "sink = sum;"),
        _ => ("layout(binding = 63) buffer Sink { float sink; };\n", "sink = sum;"),
    }
}

/// A thing that is wrong with a text.
#[derive(Clone, Debug)]
struct Fault {
    /// The step: `compile`, `print`, `take back`, `glslang`, or `too early`.
    step: &'static str,
    /// The reason.
    reason: String,
}

fn compiled(text: &str, item: &Item) -> Result<vitrum::Compilation, String> {
    let target = if item.place.vulkan { Target::Vulkan1_3 } else { Target::OpenGl4_5 };
    vitrum::compile(text, &Options::new(item.stage).target(target)).map_err(|failure| failure.to_string())
}

/// Compiles, prints and takes back items of one shader.
fn fault(items: &[Item], judges: &Judges) -> Option<Fault> {
    let item = items.first()?;
    let Place { version, vulkan } = item.place;
    let step = |step: &'static str| move |reason: String| Fault { step, reason };
    let run = || -> Result<(), Fault> {
        let compilation = compiled(&text(items, version, None), item).map_err(step("compile"))?;
        let options = GlslOptions { target: Some(version), vulkan, ..GlslOptions::default() };
        let printed = compilation.glsl_with(&options).map_err(|error| step("print")(error.to_string()))?;
        compiled(&printed, item).map_err(|reason| step("take back")(format!("{reason}\n{printed}")))?;
        let target = if vulkan { Target::Vulkan1_3 } else { Target::OpenGl4_5 };
        let words = match compilation.spirv().map_err(|error| error.to_string()) {
            Err(error) if GLSL_ALONE.iter().any(|it| error.contains(it)) => return Ok(()),
            words => words.map_err(step("SPIR-V"))?,
        };
        judges.judge_spirv(&words, target).map_err(step("spirv-val"))?;
        match judges.judge_glsl(&printed, item.stage, target) {
            Err(reason) if reason.contains("extension not supported") => Ok(()),
            verdict => verdict.map_err(step("glslang")),
        }
    };
    run().err()
}

/// The faults of items, each with the item.
fn faults(items: &[Item], judges: &Judges, found: &mut Vec<(Item, Fault)>) {
    let Some(fault) = fault(items, judges) else { return };
    match items {
        [item] => found.push((item.clone(), fault)),
        _ => {
            let (left, right) = items.split_at(items.len() / 2);
            faults(left, judges, found);
            faults(right, judges, found);
        }
    }
}

/// Items that compile without their extension, or in the version before.
fn too_early(item: &Item) -> Option<Fault> {
    let (version, without) = match (item.needs, item.before) {
        (None, None) => return None,
        (needs, before) => (before.unwrap_or(item.place.version), needs),
    };
    let text = text(std::slice::from_ref(item), version, without);
    let fault = || {
        let without = without.map(|it| format!(" without {}", it.name())).unwrap_or_default();
        Fault { step: "too early", reason: format!("compiles in {version}{without}\n{text}") }
    };
    compiled(&text, item).is_ok().then(fault)
}

/// Every item of a version.
fn items(version: Version) -> Vec<Item> {
    let mut items = Vec::new();
    // Vulkan GLSL needs bindings, which other compilers have from 420 on only.
    let has_vulkan = Feature::Binding.is_in(version);
    for vulkan in [false, true].into_iter().filter(|vulkan| !vulkan || has_vulkan) {
        let place = Place { version, vulkan };
        items.extend(functions::items(place));
        items.extend(variables::items(place));
        items.extend(words::items(place));
        items.extend(layouts::items(place));
    }
    items
}

fn check(version: Version, judges: &Judges) -> Result<(), String> {
    let items = items(version);
    let count = items.len();
    let mut found: Vec<(Item, Fault)> =
        items.iter().filter_map(|item| too_early(item).map(|fault| (item.clone(), fault))).collect();
    let mut groups: BTreeMap<_, Vec<Item>> = BTreeMap::new();
    for (index, item) in items.into_iter().enumerate() {
        let extensions: Vec<_> = item.extensions.iter().copied().collect();
        let key = (item.is_alone.then_some(index), item.place.vulkan, item.stage as u8, extensions);
        groups.entry(key).or_default().push(item);
    }
    for group in groups.values() {
        for batch in group.chunks(MOST_ITEMS) {
            faults(batch, judges, &mut found);
        }
    }
    let mut report = String::new();
    let (mut skipped, mut met) = (0, BTreeSet::new());
    for (item, fault) in found {
        if let Some(row) = explained::explanation(&item, &fault) {
            skipped += 1;
            met.insert(row);
            continue;
        }
        let _ = writeln!(
            report,
            "{} {} `{}`{}: {}",
            fault.step,
            item.stage.name(),
            item.name,
            if item.place.vulkan { " for Vulkan" } else { "" },
            fault.reason
        );
    }
    report += &explained::stale(version, &met);
    judges.note(format!("vocabulary {version}: {count} items, {skipped} explained"));
    if report.is_empty() { Ok(()) } else { Err(report) }
}

/// The most items of a shader: names of all have to be looked up, and units and locations end.
const MOST_ITEMS: usize = 40;
