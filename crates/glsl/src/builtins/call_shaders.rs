//! Shaders that call each built-in function, for tests and tools: one for each row, texture shape and component kind
//! in the first version or with the first extension that has it, and one for a version without it.

use super::index::all_rows;
use super::pattern::{Binding, Direction, Kind, Opaque, Param, Pattern, Role, Shape, TexClass, TexShape};
use super::table::{Legacy, Lower, Row, Since};
use crate::extensions::Extension;
use crate::stages::Stages;
use crate::version::{DESKTOP_VERSIONS, ES_VERSIONS, NEVER, Profile, Version};
use std::fmt::Write;
use vitrum_ir::{Scalar, Stage};

/// A call of a built-in function.
#[derive(Clone, Debug)]
pub struct Call {
    /// The name of the function.
    pub name: &'static str,
    /// The stage of the shader.
    pub stage: Stage,
    /// True if it is a shader for Vulkan.
    pub vulkan: bool,
    /// A shader that calls it.
    pub source: String,
    /// The same call in the previous version, or without the extension; none if there is no such version.
    pub without: Option<String>,
}

/// Stages, in the order of preference.
const ORDER: [Stage; 14] = [
    Stage::Fragment,
    Stage::Compute,
    Stage::Vertex,
    Stage::Geometry,
    Stage::TessControl,
    Stage::Mesh,
    Stage::Task,
    Stage::RayGeneration,
    Stage::Intersection,
    Stage::AnyHit,
    Stage::TessEvaluation,
    Stage::ClosestHit,
    Stage::Miss,
    Stage::Callable,
];

/// Component kinds, in the order of preference.
const KINDS: [Scalar; 12] = [
    Scalar::F32,
    Scalar::I32,
    Scalar::U32,
    Scalar::Bool,
    Scalar::F64,
    Scalar::F16,
    Scalar::I8,
    Scalar::U8,
    Scalar::I16,
    Scalar::U16,
    Scalar::I64,
    Scalar::U64,
];

/// All calls, in the order of the table.
pub fn calls() -> Vec<Call> {
    let mut calls = Vec::new();
    for row in all_rows() {
        let shapes = Some(None).into_iter().chain(SHAPES.iter().map(|row| Some(row.0)));
        let has_texture = row.params.iter().any(|param| matches!(param.pattern, Pattern::Tex(_)));
        for shape in shapes.filter(|shape| shape.is_some() == has_texture) {
            if shape.is_some_and(|shape| !row.shapes.contains(shape)) {
                continue;
            }
            for kind in KINDS.into_iter().filter(|&kind| row.kinds.contains(kind)) {
                if shape.is_some_and(|shape| !is_type(row, shape, kind)) {
                    continue;
                }
                let is_used = row.params.iter().any(uses_kind);
                if !is_used && KINDS.into_iter().find(|&kind| row.kinds.contains(kind)) != Some(kind) {
                    continue;
                }
                calls.extend(call(row, shape, kind));
            }
        }
    }
    calls
}

/// True if there is a texture type of this shape and kind; for kinds other than `float`, one shape is tested.
fn is_type(row: &Row, shape: TexShape, kind: Scalar) -> bool {
    let has = |class| row.params.iter().any(|param| param.pattern == Pattern::Tex(class));
    if has(TexClass::Shadow) {
        return kind == Scalar::F32 && shape != TexShape::D3;
    }
    match kind {
        Scalar::F32 => true,
        Scalar::I32 | Scalar::U32 => {
            matches!(shape, TexShape::D2 | TexShape::D2Ms | TexShape::Subpass | TexShape::Tile)
        }
        Scalar::I64 | Scalar::U64 => has(TexClass::Image) && matches!(shape, TexShape::D2 | TexShape::D2Ms),
        _ => false,
    }
}

/// The first desktop version that has the types of a call.
fn type_version(row: &Row, shape: Option<TexShape>, kind: Scalar) -> u16 {
    let is_shadow = row.params.iter().any(|param| param.pattern == Pattern::Tex(TexClass::Shadow));
    let has_array = row.params.iter().any(|param| matches!(param.pattern, Pattern::Array(..)));
    let shape = match shape {
        Some(TexShape::Cube) if is_shadow => 130,
        Some(TexShape::D2 | TexShape::Cube) if has_array => 130,
        Some(TexShape::Rect | TexShape::Buffer) => 140,
        Some(TexShape::D2Ms | TexShape::D2MsArray) => 150,
        Some(TexShape::CubeArray) => 400,
        Some(TexShape::D1Array | TexShape::D2Array) => 130,
        _ => 110,
    };
    let mut kinds: Vec<Scalar> = row.params.iter().filter(|param| uses_kind(param)).map(|_| kind).collect();
    for param in row.params.iter().chain([&row.result]) {
        if let Pattern::Num(Kind::Is(kind), _) = param.pattern {
            kinds.push(kind);
        }
    }
    let kinds = kinds.into_iter().map(|kind| match kind {
        Scalar::F32 | Scalar::I32 | Scalar::Bool => 110,
        Scalar::U32 => 130,
        Scalar::F64 => 400,
        _ => 450,
    });
    let opaque = if row.params.iter().any(|param| param.pattern == Pattern::Tex(TexClass::Image)) {
        if matches!(kind, Scalar::I64 | Scalar::U64) { 450 } else { 420 }
    } else if matches!(row.lower, Lower::Atomic { .. } | Lower::Counter(_)) {
        430
    } else {
        110
    };
    let sampled =
        if shape > 110 || matches!(kind, Scalar::F32) || row.shapes == super::pattern::TexShapes::NONE {
            110
        } else {
            130
        };
    kinds.fold(shape.max(opaque).max(sampled), u16::max)
}

fn uses_kind(param: &Param) -> bool {
    matches!(param.pattern, Pattern::Num(Kind::T, _) | Pattern::Tex(_))
}

/// The first version and extension with a row, preferably on the desktop.
fn first_version_with(since: &Since, least: u16, is_external: bool) -> Option<(Version, Option<Extension>)> {
    if since.desktop != NEVER && !is_external {
        return Some((desktop(since.desktop.max(least), since), None));
    }
    let find = |is_es: bool| {
        since.extensions.iter().copied().find_map(|extension| {
            let info = extension.info();
            let first = if is_es { info.es } else { info.desktop };
            (first != NEVER).then_some((first, extension))
        })
    };
    if let Some((first, extension)) = find(false).filter(|_| !is_external) {
        return Some((desktop(first.max(least), since), Some(extension)));
    }
    if since.es != NEVER {
        return Some((Version::es(since.es), None));
    }
    find(true).map(|(first, extension)| (Version::es(first), Some(extension)))
}

fn desktop(number: u16, since: &Since) -> Version {
    let mut version = Version::desktop(number);
    if since.legacy == Legacy::State && version.profile == Profile::Core {
        version.profile = Profile::Compatibility;
    }
    version
}

/// The previous version.
fn before(version: Version) -> Option<Version> {
    let list = if version.is_es() { ES_VERSIONS } else { DESKTOP_VERSIONS };
    let index = list.iter().position(|&number| number == version.number)?;
    let number = *list.get(index.checked_sub(1)?)?;
    Some(if version.is_es() { Version::es(number) } else { Version::desktop(number) })
}

fn call(row: &'static Row, shape: Option<TexShape>, kind: Scalar) -> Option<Call> {
    let (version, extension) =
        first_version_with(&row.since, type_version(row, shape, kind), shape == Some(TexShape::External))?;
    // Old versions have explicit levels in vertex shaders only.
    let is_old_lod = row.since.legacy != Legacy::No && row.params.iter().any(|param| param.role == Role::Lod);
    let stages = if is_old_lod { Stages::VERTEX } else { row.since.stages };
    let stage = ORDER
        .into_iter()
        .find(|&stage| stages.contains(Stages::of(stage)) && has_stage(stage, version, extension));
    let stage = stage.or_else(|| ORDER.into_iter().find(|&stage| stages.contains(Stages::of(stage))))?;
    let version = Version { number: version.number.max(stage_version(stage, extension)), ..version };
    let vulkan = row.since.vulkan
        || extension.is_some_and(|extension| {
            let name = extension.name();
            (name.starts_with("GL_EXT_") || name.starts_with("GL_KHR_"))
                && !version.is_es()
                && version.number >= 140
        });
    let binding = Binding { kind, size: 2, columns: 2, rows: 2, shape };
    let mut writer =
        Writer { row, binding, is_es: version.is_es(), stage, globals: String::new(), locals: String::new() };
    let arguments: Vec<String> =
        row.params.iter().enumerate().map(|(index, param)| writer.argument(index, param)).collect();
    writer.stage_lines();
    let result = match row.result.pattern {
        Pattern::Void => String::new(),
        pattern => format!("{} result = ", writer.type_name(pattern)),
    };
    let body = format!(
        "{}void main() {{\n{}    {result}{}({});\n}}\n",
        writer.globals,
        writer.locals,
        row.name,
        arguments.join(", ")
    );
    let text = |version: Version, extension: Option<Extension>| {
        let mut text = format!("#version {version}\n");
        for name in
            extension.map(Extension::name).into_iter().chain(type_extensions(kind, row, stage, version))
        {
            let _ = writeln!(text, "#extension {name} : require");
        }
        if version.is_es() {
            text.push_str("precision highp float;\nprecision highp int;\n");
        }
        text + &body
    };
    let source = text(version, extension);
    // Extensions for the types of arguments may add the row, too.
    let older = before(version).map_or_else(Vec::new, |version| type_extensions(kind, row, stage, version));
    let brought = type_extensions(kind, row, stage, version).iter().chain(&older).any(|name| {
        let types = "GL_EXT_shader_explicit_arithmetic_types";
        let brings =
            |known: &Extension| known.name() == *name || *name == types && known.name().starts_with(types);
        row.since.extensions.iter().any(brings)
    });
    let without = match extension {
        _ if brought => None,
        Some(_) => Some(text(version, None)),
        None if version.number == row.since.desktop || version.number == row.since.es => {
            before(version).map(|version| text(version, None))
        }
        None => None,
    };
    Some(Call { name: row.name, stage, vulkan, source, without })
}

fn stage_version(stage: Stage, extension: Option<Extension>) -> u16 {
    match stage {
        Stage::Compute | Stage::Task | Stage::Mesh if extension != Some(Extension::ExtMeshShader) => 430,
        Stage::Task | Stage::Mesh => 450,
        Stage::Geometry => 150,
        Stage::TessControl | Stage::TessEvaluation => 400,
        _ => 0,
    }
}

fn has_stage(stage: Stage, version: Version, extension: Option<Extension>) -> bool {
    version.is_es() || version.number >= stage_version(stage, extension)
}

/// Extensions for the types of arguments.
fn type_extensions(kind: Scalar, row: &Row, stage: Stage, version: Version) -> Vec<&'static str> {
    let mut names = Vec::new();
    let mut scalars = vec![kind];
    for param in row.params.iter().chain([&row.result]) {
        if let Pattern::Num(Kind::Is(kind), _) = param.pattern {
            scalars.push(kind);
        }
    }
    let is_small = |kind: &Scalar| matches!(kind.width(), 8 | 16);
    if scalars.iter().any(is_small) && version.number >= 450 {
        names.push("GL_EXT_shader_explicit_arithmetic_types");
    }
    if scalars.iter().any(|kind| matches!(kind, Scalar::I64 | Scalar::U64)) && version.number >= 400 {
        names.push("GL_ARB_gpu_shader_int64");
        if row.name.starts_with("image") || row.name.starts_with("sparseImage") {
            names.push("GL_EXT_shader_image_int64");
        }
    }
    if version.number >= 400 {
        names.extend(super::extension_of_kind(row, kind).map(Extension::name));
    }
    if row.shapes.contains(TexShape::External) && version.is_es() {
        names.push(if version.number == 100 {
            "GL_OES_EGL_image_external"
        } else {
            "GL_OES_EGL_image_external_essl3"
        });
    }
    if row.since.extensions.contains(&Extension::ExtRayTracingPositionFetch) {
        names.push("GL_EXT_ray_query");
    }
    if matches!(row.lower, Lower::Atomic { .. }) && matches!(stage, Stage::Fragment) && version.number < 430 {
        names.push("GL_ARB_shader_storage_buffer_object");
    }
    names
}

/// Shapes, and their suffix in type names.
const SHAPES: &[(TexShape, &str)] = &[
    (TexShape::D1, "1D"),
    (TexShape::D2, "2D"),
    (TexShape::D3, "3D"),
    (TexShape::Cube, "Cube"),
    (TexShape::Rect, "2DRect"),
    (TexShape::Buffer, "Buffer"),
    (TexShape::D1Array, "1DArray"),
    (TexShape::D2Array, "2DArray"),
    (TexShape::CubeArray, "CubeArray"),
    (TexShape::D2Ms, "2DMS"),
    (TexShape::D2MsArray, "2DMSArray"),
    (TexShape::External, "ExternalOES"),
    (TexShape::Subpass, "subpassInput"),
    (TexShape::SubpassMs, "subpassInputMS"),
    (TexShape::Tile, "attachmentEXT"),
];

/// The writer of a shader.
struct Writer {
    row: &'static Row,
    binding: Binding,
    is_es: bool,
    stage: Stage,
    globals: String,
    locals: String,
}

impl Writer {
    fn number_name(&self, kind: Kind, shape: Shape) -> String {
        let (columns, rows) = self.binding.extent(shape);
        let (scalar, letter) = self.binding.kind_of(kind).glsl_names();
        match (columns, rows) {
            (1, 1) => scalar.to_owned(),
            (1, rows) => format!("{letter}vec{rows}"),
            (columns, rows) if columns == rows => format!("{letter}mat{columns}"),
            (columns, rows) => format!("{letter}mat{columns}x{rows}"),
        }
    }

    fn type_name(&self, pattern: Pattern) -> String {
        match pattern {
            Pattern::Num(kind, shape) => self.number_name(kind, shape),
            Pattern::Array(kind, rows, length) => {
                format!("{}[{length}]", self.number_name(Kind::Is(kind), Shape::Size(rows)))
            }
            Pattern::Tex(class) => self.texture_name(class),
            Pattern::Opaque(Opaque::RayQuery) => "rayQueryEXT".to_owned(),
            Pattern::Opaque(Opaque::AccelerationStructure) => "accelerationStructureEXT".to_owned(),
            Pattern::Opaque(Opaque::AtomicCounter) => "atomic_uint".to_owned(),
            Pattern::Opaque(Opaque::HitObject) => "hitObjectEXT".to_owned(),
            Pattern::Opaque(Opaque::YuvStandard) => "yuvCscStandardEXT".to_owned(),
            Pattern::Void => "void".to_owned(),
        }
    }

    fn highp(&self) -> &'static str {
        if self.is_es { "highp " } else { "" }
    }

    fn texture_name(&self, class: TexClass) -> String {
        let letter = self.binding.kind.glsl_names().1;
        let name = SHAPES.iter().find(|row| Some(row.0) == self.binding.shape).map_or("2D", |row| row.1);
        match class {
            TexClass::Sampler => format!("{letter}sampler{name}"),
            TexClass::Shadow => format!("sampler{name}Shadow"),
            TexClass::Texture => format!("{letter}texture{name}"),
            TexClass::Image if name.starts_with(['s', 'a']) => format!("{letter}{name}"),
            TexClass::Image => format!("{letter}image{name}"),
        }
    }

    /// Adds the declaration for an argument, and returns the argument.
    fn argument(&mut self, index: usize, param: &Param) -> String {
        if matches!(self.row.lower, Lower::ScopedMemoryBarrier) && param.role == Role::Semantics {
            // The barrier must order some memory: shared memory, acquire and release.
            return if index == 1 { "0x100" } else { "0x8" }.to_owned();
        }
        if param.constant {
            return constant_argument(param, self);
        }
        let ty = self.type_name(param.pattern);
        let name = format!("a{index}");
        match (param.pattern, param.direction) {
            (Pattern::Tex(TexClass::Image), _) => {
                let format = image_format(self.binding.kind);
                let layout = match self.binding.shape {
                    Some(TexShape::Subpass | TexShape::SubpassMs) => {
                        "layout(input_attachment_index = 0) uniform"
                    }
                    Some(TexShape::Tile) => "layout(location = 0) tileImageEXT",
                    _ => "",
                };
                let _ = if layout.is_empty() {
                    writeln!(self.globals, "layout({format}) uniform {ty} {name};")
                } else {
                    writeln!(self.globals, "{layout} highp {ty} {name};")
                };
            }
            (Pattern::Tex(_) | Pattern::Opaque(Opaque::AccelerationStructure), _) => {
                let _ = writeln!(self.globals, "uniform {}{ty} {name};", self.highp());
            }
            (Pattern::Opaque(Opaque::AtomicCounter), _) => {
                let _ = writeln!(self.globals, "layout(binding = 0, offset = 0) uniform {ty} {name};");
            }
            (_, Direction::Ref) if matches!(self.row.lower, Lower::Interpolate(_)) => {
                let _ = writeln!(self.globals, "in {ty} {name};");
            }
            (Pattern::Num(..), Direction::Ref) => {
                let _ = writeln!(self.globals, "buffer Block{index} {{ {ty} {name}; }};");
            }
            (Pattern::Array(kind, rows, length), _) => {
                let element = self.number_name(Kind::Is(kind), Shape::Size(rows));
                let _ = writeln!(self.locals, "    {element} {name}[{length}];");
            }
            _ => {
                let _ = writeln!(self.locals, "    {ty} {name};");
            }
        }
        name
    }

    /// Adds the declarations of the stage.
    fn stage_lines(&mut self) {
        self.globals.push_str(match self.stage {
            Stage::Geometry => "layout(points) in;\nlayout(points, max_vertices = 1) out;\n",
            Stage::TessControl => "layout(vertices = 3) out;\n",
            Stage::Mesh => "layout(triangles, max_vertices = 3, max_primitives = 1) out;\n",
            _ => "",
        });
        if self.row.name == "endInvocationInterlockARB" {
            self.locals.push_str("    beginInvocationInterlockARB();\n");
        }
        if matches!(self.row.lower, Lower::TraceRay) {
            self.globals.push_str("layout(location = 0) rayPayloadEXT vec4 payload;\n");
        }
        if matches!(self.row.lower, Lower::ExecuteCallable) {
            self.globals.push_str("layout(location = 0) callableDataEXT vec4 data;\n");
        }
    }
}

fn image_format(kind: Scalar) -> &'static str {
    match kind {
        Scalar::I32 => "r32i",
        Scalar::U32 => "r32ui",
        Scalar::I64 => "r64i",
        Scalar::U64 => "r64ui",
        _ => "r32f",
    }
}

fn constant_argument(param: &Param, writer: &Writer) -> String {
    match (param.pattern, param.role) {
        (Pattern::Array(..), _) => "ivec2[4](ivec2(0), ivec2(1), ivec2(2), ivec2(3))".to_owned(),
        (Pattern::Num(Kind::Is(Scalar::Bool), _), _) => "true".to_owned(),
        (_, Role::Scope) => "2".to_owned(),
        (pattern, _) => format!("{}(0)", writer.type_name(pattern)),
    }
}

/// The names of all built-in functions, variables and constants that a version has in any stage, sorted.
pub fn names(version: Version, vulkan: bool) -> Vec<&'static str> {
    let mut dialect = crate::version::Dialect::new(version);
    dialect.vulkan = vulkan;
    let has = |since: &Since| {
        let anywhere = Since { stages: Stages::ALL, ..*since };
        super::available(&anywhere, &dialect, Stages::FRAGMENT).is_ok()
    };
    let functions = all_rows().iter().map(|row| (row.name, row.since));
    let all = functions.chain(super::variables::builtin_names());
    let mut names: Vec<_> = all.filter(|row| has(&row.1)).map(|row| row.0).collect();
    names.sort_unstable();
    names.dedup();
    names
}
