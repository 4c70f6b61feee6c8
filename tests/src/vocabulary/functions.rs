//! Calls of built-in functions: a few forms for each row of the table.

use std::fmt::Write;

use vitrum::ir::types::Length;
use vitrum::ir::{Dim, ImageFormat, ImageType, Intrinsic, Scalar, Stage, TypeData};
use vitrum::{Extension, Version};
use vitrum_glsl::builtin_types::BuiltinType;
use vitrum_glsl::builtins::pattern::{
    Binding, Direction, Kind, Opaque, Param, Pattern, Role, Shape, TexClass, TexShape, View,
};
use vitrum_glsl::builtins::table::{Legacy, Lower, Row};
use vitrum_glsl::builtins::{all_rows, extension_of_kind, functions};
use vitrum_glsl::features::Feature;
use vitrum_glsl::stages::Stages;

use super::{Item, Place};

/// Stages in the order in which they are tried.
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

const SHAPES: [TexShape; 16] = [
    TexShape::D1,
    TexShape::D2,
    TexShape::D3,
    TexShape::Cube,
    TexShape::Rect,
    TexShape::Buffer,
    TexShape::D1Array,
    TexShape::D2Array,
    TexShape::CubeArray,
    TexShape::D2Ms,
    TexShape::D2MsArray,
    TexShape::External,
    TexShape::Subpass,
    TexShape::SubpassMs,
    TexShape::Tile,
    TexShape::PixelLocal,
];

/// The most forms of a row, which differ in texture shape and component kind, for one version; the first has them all.
const FORMS: usize = 2;

/// Every function that a version has, in a few forms.
pub(super) fn items(place: Place) -> Vec<Item> {
    let mut items = Vec::new();
    for (index, row) in all_rows().iter().enumerate() {
        let has_texture = row.params.iter().any(|param| matches!(param.pattern, Pattern::Tex(_)));
        let shapes = SHAPES.into_iter().filter(|&shape| row.shapes.contains(shape)).map(Some);
        let shapes: Vec<_> = if has_texture { shapes.collect() } else { vec![None] };
        let uses_kind = row
            .params
            .iter()
            .any(|param| matches!(param.pattern, Pattern::Num(Kind::T, _) | Pattern::Tex(_)));
        let kinds = row.kinds.iter().take(if uses_kind { usize::MAX } else { 1 });
        let is_shadow = row.params.iter().any(|param| param.pattern == Pattern::Tex(TexClass::Shadow));
        // Comparisons give floats.
        let kinds = kinds.filter(|kind| !is_shadow || kind.is_float());
        let forms: Vec<_> = kinds.flat_map(|kind| shapes.iter().map(move |&shape| (kind, shape))).collect();
        // Forms and sizes change from row to row and from version to version.
        let turn = index + usize::from(place.version.number) / 10;
        for home in super::homes(&row.since, place, None) {
            let forms = forms.iter().cycle().skip(turn * FORMS % forms.len()).take(forms.len());
            let made = forms.filter_map(|&(kind, shape)| call(row, shape, kind, place, home, turn));
            let before = super::previous(place.version);
            let is_first = home.is_none() && !before.is_some_and(|before| row.since.is_in(before));
            items.extend(made.take(if is_first { usize::MAX } else { FORMS }));
        }
    }
    items
}

/// The type of a view; `None` for those without a name.
fn builtin_type(view: View) -> Option<BuiltinType> {
    let data = match view {
        View::Void => TypeData::Void,
        View::Num { kind, columns: 1, rows: 1 } => TypeData::Scalar(kind),
        View::Num { kind, columns: 1, rows } => TypeData::Vector { scalar: kind, size: rows },
        View::Num { kind, columns, rows } => TypeData::Matrix { scalar: kind, columns, rows },
        // It has no name of its own.
        View::Long { .. } => return None,
        View::Array { kind, rows: 1, .. } => TypeData::Scalar(kind),
        View::Array { kind, rows, .. } => TypeData::Vector { scalar: kind, size: rows },
        View::Opaque(Opaque::AtomicCounter) => TypeData::AtomicCounter,
        View::Opaque(Opaque::AccelerationStructure) => TypeData::AccelerationStructure,
        View::Opaque(Opaque::RayQuery) => TypeData::RayQuery,
        View::Opaque(Opaque::YuvStandard) => return Some(BuiltinType::YuvCscStandardEXT),
        View::Opaque(Opaque::HitObject) => TypeData::HitObject,
        View::CoopMat | View::Other => return None,
        View::Tex { class, shape, kind } => {
            let (dim, arrayed, multisampled) = match shape {
                TexShape::D1 => (Dim::D1, false, false),
                TexShape::D2 => (Dim::D2, false, false),
                TexShape::D3 => (Dim::D3, false, false),
                TexShape::Cube => (Dim::Cube, false, false),
                TexShape::Rect => (Dim::Rect, false, false),
                TexShape::Buffer => (Dim::Buffer, false, false),
                TexShape::D1Array => (Dim::D1, true, false),
                TexShape::D2Array => (Dim::D2, true, false),
                TexShape::CubeArray => (Dim::Cube, true, false),
                TexShape::D2Ms => (Dim::D2, false, true),
                TexShape::D2MsArray => (Dim::D2, true, true),
                TexShape::External => (Dim::External, false, false),
                TexShape::Subpass => (Dim::Subpass, false, false),
                TexShape::SubpassMs => (Dim::Subpass, false, true),
                TexShape::Tile => (Dim::TileImage, false, false),
                TexShape::PixelLocal => (Dim::PixelLocal, false, false),
            };
            let (storage, shadow) = (class == TexClass::Image, class == TexClass::Shadow);
            let format = ImageFormat::Unknown;
            let image = ImageType { sampled: kind, dim, arrayed, multisampled, shadow, storage, format };
            match class {
                TexClass::Sampler | TexClass::Shadow => TypeData::SampledImage(image),
                TexClass::Texture | TexClass::Image => TypeData::Image(image),
            }
        }
    };
    BuiltinType::of(data)
}

fn call(
    row: &'static Row,
    shape: Option<TexShape>,
    kind: Scalar,
    place: Place,
    home: Option<Extension>,
    turn: usize,
) -> Option<Item> {
    let is_old_lod = row.since.legacy != Legacy::No
        && row.params.iter().any(|param| param.role == Role::Lod)
        && !Feature::TextureLodFragment.is_in(place.version);
    let stages = if is_old_lod { Stages::VERTEX } else { row.since.stages };
    ORDER.into_iter().filter(|&stage| stages.contains(Stages::of(stage))).find_map(|stage| {
        let home = home
            .filter(|it| it.info().stages.contains(Stages::of(stage)))
            .map(Some)
            .or(home.is_none().then_some(None))?;
        let mut item = Item::new(row.name, place, stage)?;
        item.extensions.extend(home);
        let has = |wanted: &[Shape]| {
            let mut all = row.params.iter().chain([&row.result]);
            all.any(|param| matches!(param.pattern, Pattern::Num(_, shape) if wanted.contains(&shape)))
        };
        let size = if has(&[Shape::Vec]) { 2 + turn % 3 } else { 1 + turn % 4 } as u8;
        let columns = 2 + (turn % 3) as u8;
        let is_square = has(&[Shape::Square]) || !Feature::Rectangular.is_in(place.version);
        let rows = if is_square { columns } else { 2 + (turn / 3 % 3) as u8 };
        let binding = Binding { kind, size, columns, rows, shape, ..Binding::NONE };
        let mut writer = Writer { row, binding, item };
        let mut arguments = Vec::new();
        for (index, param) in row.params.iter().enumerate() {
            arguments.push(writer.argument(index, param)?);
        }
        writer.result(&arguments.join(", "))?;
        let Writer { mut item, .. } = writer;
        if let Some(extension) = extension_of_kind(row, kind) {
            item.enables([extension]).then_some(())?;
        }
        let has_other = |version: Version| {
            let mut rows = functions(row.name).iter().filter(|&it| !std::ptr::eq(it, row));
            rows.any(|it| it.since.is_in(version) && it.kinds.intersects(row.kinds))
        };
        item.is_brought_by(home, row.since.extensions, |version| {
            row.since.is_in(version) || has_other(version)
        });
        item.needs = item.needs.filter(|_| !has_other(place.version));
        let shape_name = shape.map(|shape| format!(" {shape:?}")).unwrap_or_default();
        item.name = format!("{}{shape_name} {kind:?}", row.name);
        Some(item)
    })
}

/// A call that is being written.
struct Writer {
    row: &'static Row,
    binding: Binding,
    item: Item,
}

impl Writer {
    /// The name of a type, if the version or an extension has it.
    fn type_name(&mut self, pattern: Pattern) -> Option<String> {
        let view = self.binding.view(pattern)?;
        if let View::Long { kind, length: Length::Constant(length), cooperative: false } = view {
            let scalar = builtin_type(View::Num { kind, columns: 1, rows: 1 })?;
            for ty in [scalar, BuiltinType::Vector] {
                self.item.needs_word(&ty.info().availability).then_some(())?;
            }
            return Some(format!("vector<{}, {length}>", scalar.name()));
        }
        let ty = match builtin_type(view)? {
            BuiltinType::HitObjectEXT if self.row.name.ends_with("NV") => BuiltinType::HitObjectNV,
            ty => ty,
        };
        self.item.needs_word(&ty.info().availability).then_some(())?;
        Some(ty.name().to_owned())
    }

    /// Declares what an argument needs; gives the argument.
    fn argument(&mut self, index: usize, param: &Param) -> Option<String> {
        if matches!(self.row.lower, Lower::ScopedMemoryBarrier) && param.role == Role::Semantics {
            // It must order something: shared memory, both ways.
            return Some(if index == 1 { "0x100" } else { "0x8" }.to_owned());
        }
        let ty = self.type_name(param.pattern)?;
        if param.constant {
            return Some(match (param.pattern, param.role) {
                (Pattern::Array(..), _) => "ivec2[4](ivec2(0), ivec2(1), ivec2(2), ivec2(3))".to_owned(),
                (Pattern::Num(Kind::Is(Scalar::Bool), _), _) => "true".to_owned(),
                // Scopes of subgroups are allowed in every stage.
                (_, Role::Scope) => "3".to_owned(),
                (_, Role::Semantics | Role::Unequal) => "0".to_owned(),
                _ => format!("{ty}(1)"),
            });
        }
        let (name, vulkan) = (format!("a{index}_@"), self.item.place.vulkan);
        let high = if self.item.place.version.is_es() { "highp " } else { "" };
        let place = format!("binding = @{index}");
        let layout = |parts: &[&str]| {
            let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
            if parts.is_empty() { String::new() } else { format!("layout({}) ", parts.join(", ")) }
        };
        let place = if vulkan { place.as_str() } else { "" };
        let globals = &mut self.item.globals;
        let _ = match (param.pattern, param.direction) {
            (Pattern::Tex(TexClass::Image), _) => match self.binding.shape {
                Some(TexShape::Subpass | TexShape::SubpassMs) => {
                    writeln!(
                        globals,
                        "{}uniform {high}{ty} {name};",
                        layout(&["input_attachment_index = @", place])
                    )
                }
                Some(TexShape::Tile) => {
                    writeln!(globals, "layout(location = @) tileImageEXT {high}{ty} {name};")
                }
                Some(TexShape::PixelLocal) => {
                    let format = plane_format(self.binding.kind);
                    writeln!(globals, "layout(binding = @, {format}) uniform {high}{ty} {name};")
                }
                _ => {
                    let vector = self.row.result.pattern;
                    let format = match (self.row.lower, vector) {
                        (Lower::ImageAtomic { .. }, Pattern::Num(_, Shape::Size(2))) => "rg16f",
                        (Lower::ImageAtomic { .. }, Pattern::Num(_, Shape::Size(4))) => "rgba16f",
                        _ => image_format(self.binding.kind),
                    };
                    writeln!(globals, "{}uniform {high}{ty} {name};", layout(&[format, place]))
                }
            },
            (Pattern::Tex(_) | Pattern::Sampler(_) | Pattern::Opaque(Opaque::AccelerationStructure), _) => {
                writeln!(globals, "{}uniform {high}{ty} {name};", layout(&[place]))
            }
            (Pattern::Opaque(Opaque::AtomicCounter), _) => {
                writeln!(globals, "layout(binding = 0) uniform {ty} {name};")
            }
            (_, Direction::Ref)
                if matches!(self.row.lower, Lower::Interpolate(_) | Lower::InterpolateAtVertex) =>
            {
                let location = if vulkan { "location = @" } else { "" };
                let explicit = matches!(self.row.lower, Lower::InterpolateAtVertex);
                let word = if explicit { "__explicitInterpAMD " } else { "" };
                writeln!(globals, "{}{word}in {ty} {name};", layout(&[location]))
            }
            (Pattern::Num(..), Direction::Ref) => {
                let result =
                    writeln!(globals, "{}buffer Block{index}_@ {{ {ty} {name}; }};", layout(&[place]));
                self.item.needs(Feature::StorageBlock).then_some(())?;
                result
            }
            (Pattern::Array(_, _, length), _) => writeln!(self.item.body, "        {ty} {name}[{length}];"),
            _ => writeln!(self.item.body, "        {ty} {name};"),
        };
        Some(name)
    }

    /// Variables and extensions of a function on hit objects. Items of one shader share the variables.
    fn hit_object_needs(&mut self, intrinsic: Intrinsic) {
        let nv = self.row.name.ends_with("NV");
        self.item.extensions.insert(Extension::ExtRayTracing);
        let has = |role: Role| self.row.params.iter().any(|param| param.role == role);
        let attribute = if nv { "hitObjectAttributeNV" } else { "hitObjectAttributeEXT" };
        let variables = [(Role::Payload, "rayPayloadEXT"), (Role::Attribute, attribute)];
        for (_, word) in variables.into_iter().filter(|row| has(row.0)) {
            let _ = writeln!(
                self.item.globals,
                "#ifndef OF_{word}\n#define OF_{word}\nlayout(location = 1) {word} vec4 of_{word};\n#endif"
            );
        }
        if intrinsic.name().contains("motion") || intrinsic == Intrinsic::HitObjectGetCurrentTime {
            self.item.extensions.insert(Extension::NvRayTracingMotionBlur);
        }
        if intrinsic == Intrinsic::HitObjectGetIntersectionTriangleVertexPositions {
            self.item.extensions.insert(Extension::ExtRayTracingPositionFetch);
        }
    }

    /// The statement that calls, and what the function needs besides.
    fn result(&mut self, arguments: &str) -> Option<()> {
        let row = self.row;
        if let Some(suffix) = row.name.strip_prefix("endInvocationInterlock") {
            self.item.body.push_str(&format!("        beginInvocationInterlock{suffix}();\n"));
        }
        if matches!(row.lower, Lower::TraceRay | Lower::TraceRayMotion) {
            self.item.globals.push_str("layout(location = 1) rayPayloadEXT vec4 payload;\n");
        }
        if let Lower::HitObject(intrinsic) = row.lower {
            self.hit_object_needs(intrinsic);
        }
        if matches!(row.lower, Lower::ExecuteCallable) {
            self.item.globals.push_str("layout(location = 1) callableDataEXT vec4 data;\n");
        }
        if row.since.extensions.contains(&Extension::ExtRayTracingPositionFetch) {
            self.item.extensions.insert(Extension::ExtRayQuery);
        }
        let call = format!("{}({arguments})", row.name);
        let _ = match self.binding.view(row.result.pattern)? {
            View::Void => writeln!(self.item.body, "        {call};"),
            view => {
                let ty = self.type_name(row.result.pattern)?;
                let part = match view {
                    View::Num { columns: 2.., .. } => "[0].x",
                    View::Num { rows: 2.., .. } => ".x",
                    _ => "",
                };
                writeln!(self.item.body, "        {ty} r = {call};\n        sum += float(r{part});")
            }
        };
        Some(())
    }
}

/// A format of pixel local storage.
pub(super) fn plane_format(kind: Scalar) -> &'static str {
    match kind {
        Scalar::I32 => "rgba8i",
        kind => image_format(kind),
    }
}

pub(super) fn image_format(kind: Scalar) -> &'static str {
    match kind {
        Scalar::I32 => "r32i",
        Scalar::U32 => "r32ui",
        Scalar::I64 => "r64i",
        Scalar::U64 => "r64ui",
        _ => "r32f",
    }
}
