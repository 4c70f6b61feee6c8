//! Types, qualifiers, keywords, and features that have no row elsewhere.

use vitrum::Extension;
use vitrum::ir::{Stage, TypeData};
use vitrum_glsl::builtin_types::BuiltinType;
use vitrum_glsl::features::Feature;
use vitrum_glsl::version::Dialect;
use vitrum_glsl::words::{Availability, Keyword, Meaning, Qualifier, WORDS, WordStatus};

use super::{Item, Place, is_for_vulkan};

use Feature as F;

/// Every type, word and feature that a version has.
pub(super) fn items(place: Place) -> Vec<Item> {
    let types = BuiltinType::ALL.iter().filter_map(|&ty| {
        let (stage, globals, body) = declaration(ty, place)?;
        Some((ty.name().to_owned(), stage, ty.info().availability, globals, body))
    });
    let words = WORDS.iter().filter_map(|word| {
        let (stage, globals, body) = match word.meaning? {
            Meaning::Keyword(keyword) => of_keyword(keyword)?,
            Meaning::Qualifier(qualifier) => of_qualifier(qualifier, place)?,
            Meaning::Bool(value) => {
                (Stage::Fragment, String::new(), format!("bool b = {value}; sum += float(b);"))
            }
            Meaning::Type(_) => return None,
        };
        Some((word.text.to_owned(), stage, word.availability, globals, body))
    });
    let features = Feature::ALL.iter().filter_map(|&feature| {
        let (stage, globals, body) = of_feature(feature)?;
        Some((feature, stage, globals.to_owned(), body.to_owned()))
    });
    let mut items: Vec<Item> = types
        .chain(words)
        .flat_map(|(name, stage, availability, globals, body)| {
            of_word(name, stage, &availability, globals, body, place)
        })
        .collect();
    for (feature, stage, globals, body) in features {
        items.extend(of_feature_row(feature, &format!("{feature:?}"), stage, &globals, &body, place));
    }
    items
}

/// An item for each way in which a version has a feature.
pub(super) fn of_feature_row(
    feature: Feature,
    name: &str,
    stage: Stage,
    globals: &str,
    body: &str,
    place: Place,
) -> Vec<Item> {
    if place.vulkan {
        return Vec::new();
    }
    let info = feature.info();
    // A printer may ask for a part of an extension later than for the others, and needs no other spelling before.
    let is_asked = |it: &Extension| {
        let mut rows = info.requests.iter().filter(|row| row.extension == *it);
        it.is_requested_in(place.version)
            && !is_for_vulkan(*it)
            && rows.all(|row| place.version.at_least(row.desktop, row.es))
    };
    let all: Vec<Extension> = feature.extensions().collect();
    let is_in = |version| info.since.is_in(version);
    let homes: Vec<_> = match is_in(place.version) {
        true => vec![None],
        false => all.iter().copied().filter(is_asked).map(Some).collect(),
    };
    let made = homes.into_iter().filter_map(|home| {
        let mut item = item(name, stage, home, globals, body, place)?;
        // Features that a use of another one needs.
        let needs = [
            ("layout", F::LayoutQualifiers),
            ("location", F::InterfaceLocation),
            ("location = @, component", F::VaryingLocation),
            ("xfb", F::VaryingLocation),
            ("in ", F::InAndOut),
            ("uint x = ", F::ImplicitConversions),
        ];
        let text = format!("{globals}{body}");
        let has_needs = needs.iter().all(|(part, feature)| !text.contains(part) || item.needs(*feature));
        item.is_brought_by(home, &all, is_in);
        has_needs.then_some(item)
    });
    made.collect()
}

fn item(
    name: &str,
    stage: Stage,
    home: Option<Extension>,
    globals: &str,
    body: &str,
    place: Place,
) -> Option<Item> {
    let mut item = Item::new(name, place, stage)?;
    item.extensions.extend(home);
    item.globals = format!("{globals}\n");
    item.body = format!("        {body}\n");
    Some(item)
}

/// An item for each way in which a version has a word.
pub(super) fn of_word(
    name: String,
    stage: Stage,
    availability: &Availability,
    globals: String,
    body: String,
    place: Place,
) -> Vec<Item> {
    let since = availability.since();
    let plain = Dialect::new(place.version);
    let is_in = |vulkan| availability.status(&Dialect { vulkan, ..plain }) == WordStatus::Keyword;
    let homes: Vec<Option<Extension>> = if is_in(place.vulkan) {
        // Words of the version are said once.
        if place.vulkan && is_in(false) { Vec::new() } else { vec![None] }
    } else {
        let known =
            |it: &&Extension| it.is_requested_in(place.version) && is_for_vulkan(**it) == place.vulkan;
        since.extensions.iter().filter(known).copied().map(Some).collect()
    };
    let stored = |home: Option<Extension>| {
        let storage = [Extension::ExtShader8bitStorage, Extension::ExtShader16bitStorage];
        let is_local = globals.is_empty() && home.is_some_and(|it| storage.contains(&it));
        is_local.then(|| (format!("layout(binding = @) buffer B@ {{ {name} x@; }};"), String::new()))
    };
    let item = |home| {
        let (globals, body) = stored(home).unwrap_or_else(|| (globals.clone(), body.clone()));
        let mut item = item(&name, stage, home, &globals, &body, place)?;
        let has_block = !globals.contains("buffer B@") || item.needs(Feature::StorageBlock);
        let is_in = |version| {
            let dialect = Dialect { version, vulkan: place.vulkan, ..plain };
            availability.status(&dialect) == WordStatus::Keyword
        };
        item.is_brought_by(home, since.extensions, is_in);
        has_block.then_some(item)
    };
    homes.into_iter().filter_map(item).collect()
}

/// A declaration of a type and a use.
fn declaration(ty: BuiltinType, place: Place) -> Option<(Stage, String, String)> {
    let name = ty.name();
    let high = if place.version.is_es() { "highp " } else { "" };
    let binding = if place.vulkan { "layout(binding = @) " } else { "" };
    let local = |part: &str| (Stage::Fragment, String::new(), format!("{name} x; sum += float(x{part});"));
    Some(match ty.ty() {
        TypeData::Scalar(_) => local(""),
        TypeData::Vector { .. } => local(".x"),
        TypeData::Matrix { .. } => local("[0].x"),
        TypeData::AtomicCounter => (
            Stage::Fragment,
            format!("layout(binding = 0) uniform {name} x@;"),
            "sum += float(atomicCounter(x@));".to_owned(),
        ),
        TypeData::AccelerationStructure | TypeData::Sampler { .. } => {
            (Stage::Fragment, format!("{binding}uniform {name} x@;"), String::new())
        }
        TypeData::SampledImage(_) => {
            (Stage::Fragment, format!("{binding}uniform {high}{name} x@;"), String::new())
        }
        TypeData::Image(image) if !image.storage => {
            (Stage::Fragment, format!("{binding}uniform {high}{name} x@;"), String::new())
        }
        TypeData::Image(image) => {
            let format = super::functions::image_format(image.sampled);
            let layout = match image.dim {
                vitrum::ir::Dim::Subpass => "input_attachment_index = @".to_owned(),
                vitrum::ir::Dim::TileImage => {
                    return Some((
                        Stage::Fragment,
                        format!("layout(location = @) tileImageEXT {high}{name} x@;"),
                        String::new(),
                    ));
                }
                _ => format.to_owned(),
            };
            let binding = if place.vulkan { ", binding = @" } else { "" };
            (Stage::Fragment, format!("layout({layout}{binding}) uniform {high}{name} x@;"), String::new())
        }
        TypeData::RayQuery => (Stage::Fragment, String::new(), format!("{name} x;")),
        // The others have parameters, or no variables of their own.
        _ => return None,
    })
}

/// A use of a keyword; `None` for those that nothing but their own extension has, whose suites have shaders.
fn of_keyword(keyword: Keyword) -> Option<(Stage, String, String)> {
    use Keyword as K;
    let body = match keyword {
        K::Break | K::For | K::If => "for (int i = 0; i < 3; i++) { if (i == 2) break; sum += 1.0; }",
        K::Continue | K::Else => "for (int i = 0; i < 3; i++) { if (i == 2) continue; else sum += 1.0; }",
        K::Do | K::While => "int i = 0; do { i++; } while (i < 3); sum += float(i);",
        K::Switch | K::Case | K::Default => {
            "switch (int(sum)) { case 1: sum += 1.0; break; default: sum += 2.0; }"
        }
        K::Discard => "if (sum > 1.0) discard;",
        K::Return => "if (sum > 1.0) return;",
        K::Struct => "struct S { float x; }; S s; sum += s.x;",
        K::Demote => "if (sum > 1.0) demote;",
        K::TerminateInvocation => "if (sum > 1.0) terminateInvocation;",
        K::Precision => "precision highp float;",
        K::Layout
        | K::Subroutine
        | K::IgnoreIntersection
        | K::TerminateRay
        | K::Nonuniform
        | K::SpirvInstruction
        | K::SpirvExecutionMode
        | K::SpirvExecutionModeId
        | K::SpirvDecorate
        | K::SpirvDecorateId
        | K::SpirvDecorateString
        | K::SpirvStorageClass
        | K::SpirvType
        | K::SpirvByReference
        | K::SpirvLiteral => return None,
    };
    Some((Stage::Fragment, String::new(), body.to_owned()))
}

/// A use of a qualifier, likewise.
fn of_qualifier(qualifier: Qualifier, place: Place) -> Option<(Stage, String, String)> {
    use Qualifier as Q;
    let (stage, globals, body) = match qualifier {
        Q::Const => (Stage::Fragment, "", "const float x = 1.0; sum += x;"),
        Q::In | Q::Out | Q::InOut => (
            Stage::Fragment,
            "void f@(in float a, out float b, inout float c) { b = a; c += b; }",
            "float x; float y; f@(sum, x, y); sum += x + y;",
        ),
        Q::Uniform => (Stage::Fragment, "uniform float x@;", "sum += x@;"),
        Q::Attribute => (Stage::Vertex, "attribute float x@;", "sum += x@;"),
        Q::Varying => (Stage::Vertex, "varying float x@;", "x@ = 1.0;"),
        Q::Centroid => (Stage::Fragment, "centroid in float x@;", "sum += x@;"),
        Q::Flat => (Stage::Fragment, "flat in float x@;", "sum += x@;"),
        Q::Smooth => (Stage::Fragment, "smooth in float x@;", "sum += x@;"),
        Q::NoPerspective => (Stage::Fragment, "noperspective in float x@;", "sum += x@;"),
        Q::Sample => (Stage::Fragment, "sample in float x@;", "sum += x@;"),
        Q::Invariant => (Stage::Vertex, "invariant gl_Position;", ""),
        Q::Precise => (Stage::Fragment, "", "precise float x = sum * 2.0 + 1.0; sum += x;"),
        Q::HighPrecision => (Stage::Fragment, "uniform highp float x@;", "sum += x@;"),
        Q::MediumPrecision => (Stage::Fragment, "uniform mediump float x@;", "sum += x@;"),
        Q::LowPrecision => (Stage::Fragment, "uniform lowp float x@;", "sum += x@;"),
        Q::Buffer => (Stage::Fragment, "buffer B@ { float x@; };", "sum += x@;"),
        Q::Shared => (Stage::Compute, "shared float x@;", "x@ = 1.0; sum += x@;"),
        // Images come with the same words, but a block must come with an extension of its own.
        Q::Coherent | Q::Volatile | Q::Restrict | Q::ReadOnly | Q::WriteOnly => return None,
        Q::Patch => (Stage::TessControl, "patch out float x@;", "x@ = 1.0;"),
        Q::DeviceCoherent
        | Q::QueueFamilyCoherent
        | Q::WorkgroupCoherent
        | Q::SubgroupCoherent
        | Q::ShaderCallCoherent
        | Q::NonPrivate
        | Q::PerVertex
        | Q::PerPrimitive
        | Q::PerView
        | Q::TaskPayloadShared
        | Q::RayPayload
        | Q::RayPayloadIn
        | Q::HitAttribute
        | Q::CallableData
        | Q::CallableDataIn
        | Q::TileImage => return None,
    };
    let globals = match (qualifier, Feature::InAndOut.is_in(place.version)) {
        (Q::Centroid, false) => globals.replace("in float", "varying float"),
        _ => globals.to_owned(),
    };
    Some((stage, globals, body.to_owned()))
}

/// A use of a feature that is neither a function, a variable, a type nor a word.
fn of_feature(feature: Feature) -> Option<(Stage, &'static str, &'static str)> {
    Some(match feature {
        F::IntegerInterface => (Stage::Vertex, "in ivec2 x@;", "sum += float(x@.x);"),
        F::DoubleInput => (Stage::Vertex, "in dvec2 x@;", "sum += float(x@.x);"),
        F::InputArray => (Stage::Vertex, "in float x@[2];", "sum += x@[1];"),
        F::ArrayValues => {
            (Stage::Fragment, "", "float x[2] = float[2](sum, 1.0); float y[2]; y = x; sum += y[0];")
        }
        F::ArraysOfArrays => (Stage::Fragment, "", "float x[2][3]; x[1][2] = 1.0; sum += x[1][2];"),
        F::UniformBlock => (Stage::Fragment, "uniform B@ { float x@; };", "sum += x@;"),
        F::InterfaceBlock => (Stage::Vertex, "out B@ { float x; } b@;", "b@.x = 1.0;"),
        F::UniformInitializer => (Stage::Fragment, "uniform float x@ = 1.0;", "sum += x@;"),
        F::GlobalInitializer => (Stage::Fragment, "uniform float y@; float x@ = y@;", "sum += x@;"),
        F::InterfaceLocation => (Stage::Vertex, "layout(location = @) in float x@;", "sum += x@;"),
        F::VaryingLocation => (Stage::Vertex, "layout(location = @) out float x@;", "x@ = 1.0;"),
        F::UniformLocation => (Stage::Vertex, "layout(location = @) uniform float x@;", "sum += x@;"),
        F::Binding => (Stage::Fragment, "layout(binding = @) uniform sampler2D x@;", ""),
        F::EarlyTests => (Stage::Fragment, "layout(early_fragment_tests) in;", ""),
        F::IntegerOperators => {
            (Stage::Fragment, "", "int x = int(sum); sum += float((x & 3) + x % 5 + (x << 1) + ~x);")
        }
        F::SelectVector => {
            (Stage::Fragment, "", "sum += mix(vec2(sum), vec2(1.0), bvec2(true, sum > 1.0)).x;")
        }
        F::OpaqueIndex => (
            Stage::Fragment,
            "uniform sampler2D x@[2]; uniform int i@;",
            "sum += texture(x@[i@], vec2(sum)).x;",
        ),
        F::DepthLayout => {
            (Stage::Fragment, "layout(depth_greater) out float gl_FragDepth;", "gl_FragDepth = 1.0;")
        }
        F::FragCoordLayout => {
            (Stage::Fragment, "layout(pixel_center_integer) in vec4 gl_FragCoord;", "sum += gl_FragCoord.x;")
        }
        F::MatrixOfMatrix => (Stage::Fragment, "", "mat4 x; mat3 y = mat3(x); sum += y[0].x;"),
        F::ScalarSwizzles => (Stage::Fragment, "", "sum += sum.xx.y;"),
        F::InitializerLists => (Stage::Fragment, "", "vec2 x = { sum, 1.0 }; sum += x.y;"),
        F::RuntimeConstants => (Stage::Fragment, "", "const float x = sum * 2.0; sum += x;"),
        F::ImplicitConversions => (Stage::Fragment, "", "sum += 1;"),
        F::IntToUint => (Stage::Fragment, "", "uint x = int(sum); sum += float(x);"),
        F::FloatSuffix => (Stage::Fragment, "", "sum += 1.5f;"),
        F::DoubleSuffix => (Stage::Fragment, "", "sum += float(1.5lf);"),
        F::TokenPasting => (Stage::Fragment, "#define PASTE@(a, b) a##b", "sum += float(PASTE@(1, 2));"),
        F::InterfaceStructs => (Stage::Vertex, "struct S@ { float x; }; out S@ s@;", "s@.x = 1.0;"),
        F::InAndOut => (Stage::Vertex, "in float x@; out float y@;", "y@ = x@;"),
        F::LayoutExpressions => {
            (Stage::Vertex, "const int c@ = @; layout(location = c@ + 1) in float x@;", "sum += x@;")
        }
        F::ConstantCalls => (Stage::Fragment, "", "const float x = sin(1.0); sum += x;"),
        F::TransformFeedback => {
            (Stage::Vertex, "layout(xfb_buffer = 0, xfb_offset = @, location = @) out float x@;", "x@ = 1.0;")
        }
        F::Component => (Stage::Vertex, "layout(location = @, component = 1) out float x@;", "x@ = 1.0;"),
        F::MemberOffset => {
            (Stage::Fragment, "layout(std140) uniform B@ { layout(offset = 16) float x@; };", "sum += x@;")
        }
        F::Invocations => (Stage::Geometry, "layout(invocations = 2) in;", ""),
        F::BlendEquations => (Stage::Fragment, "layout(blend_support_multiply) out;", ""),
        _ => return None,
    })
}
