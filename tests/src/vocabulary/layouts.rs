//! Layout qualifiers.

use vitrum::Extension;
use vitrum::ir::{BuiltIn, LayoutRule, Modes, Stage};
use vitrum_glsl::features::Feature;
use vitrum_glsl::layout_qualifiers::{
    Axis, Has, LAYOUT_QUALIFIERS, LayoutQualifier, Meaning, NumberKey, Placement, StageKey,
};
use vitrum_glsl::stages::Stages;
use vitrum_glsl::words::only_with;

use super::words::{of_feature_row, of_word};
use super::{Item, Place};

/// Every layout qualifier that a version has; those of images come with the types.
pub(super) fn items(place: Place) -> Vec<Item> {
    let of_row = |row: &'static LayoutQualifier| {
        let (stage, header, globals, body) = match row.placement {
            Placement::Stage(inputs, outputs) => of_stage(row, inputs, outputs)?,
            // ES has no such output.
            Placement::Variable(BuiltIn::FragStencilRef) if place.version.is_es() => return None,
            Placement::Variable(builtin) => of_variable(row, builtin),
            Placement::Shader => {
                let header = format!("layout({});\n", row.name);
                (Stage::RayGeneration, Some(header), String::new(), String::new())
            }
            Placement::Declaration => of_declaration(row, place)?,
        };
        let items = match row.has {
            Has::Features(&[]) => return None,
            Has::Vulkan(_) if !place.vulkan => return None,
            Has::Feature(feature) | Has::Features(&[feature, ..]) => {
                of_feature_row(feature, row.name, stage, &globals, &body, place)
            }
            Has::Alone(availability) => {
                of_word(row.name.to_owned(), stage, &availability, globals, body, place)
            }
            Has::Vulkan(extensions) => {
                of_word(row.name.to_owned(), stage, &only_with(extensions), globals, body, place)
            }
        };
        Some(items.into_iter().filter_map(move |mut item| {
            item.header.clone_from(&header);
            item.is_alone |= header.is_some() || row.meaning == Meaning::PushConstant;
            let has_parts = item.needs_parts();
            // An extension that the declaration needs may bring the qualifier, too.
            let brings = |it: &Extension| row.extensions().contains(it);
            let is_brought = item.extensions.iter().any(|it| Some(*it) != item.needs && brings(it));
            item.needs = item.needs.filter(|_| !is_brought);
            if item.needs == Some(Extension::NvFragmentShaderInterlock) {
                item.body = item.body.replace("InterlockARB", "InterlockNV");
            }
            has_parts.then_some(item)
        }))
    };
    LAYOUT_QUALIFIERS.iter().filter_map(of_row).flatten().collect()
}

type Parts = (Stage, Option<String>, String, String);

fn plain(stage: Stage, globals: &str, body: &str) -> Option<Parts> {
    Some((stage, None, globals.to_owned(), body.to_owned()))
}

/// The only output of a fragment shader.
fn of_output(globals: &str) -> Option<Parts> {
    Some((Stage::Fragment, Some(String::new()), globals.to_owned(), "x@ = vec4(1.0);".to_owned()))
}

/// A header with the qualifier in the first stage that takes it.
fn of_stage(row: &LayoutQualifier, inputs: Stages, outputs: Stages) -> Option<Parts> {
    let Meaning::Stage(key) = row.meaning else { return None };
    let name = row.name;
    let first = |stages: Stages| {
        let mut all = Stage::ALL.iter().map(|row| row.0);
        all.find(|&stage| stages.contains(Stages::of(stage)))
    };
    let (stage, is_input) =
        first(inputs).map(|stage| (stage, true)).or(first(outputs).map(|it| (it, false)))?;
    let header = match (stage, key) {
        (Stage::Geometry, StageKey::Primitive(_)) if is_input => {
            format!("layout({name}) in;\nlayout(points, max_vertices = 1) out;\n")
        }
        (Stage::Geometry, StageKey::Primitive(_)) => {
            format!("layout(points) in;\nlayout({name}, max_vertices = 1) out;\n")
        }
        (Stage::Geometry, StageKey::Invocations) => {
            format!("layout(points, {name} = 2) in;\nlayout(points, max_vertices = 1) out;\n")
        }
        (Stage::Geometry, StageKey::MaxVertices) => {
            format!("layout(points) in;\nlayout(points, {name} = 2) out;\n")
        }
        (Stage::TessControl, _) => format!("layout({name} = 2) out;\n"),
        (Stage::TessEvaluation, StageKey::Primitive(_)) => format!("layout({name}) in;\n"),
        (Stage::TessEvaluation, _) => format!("layout(triangles, {name}) in;\n"),
        (Stage::Mesh, StageKey::MaxPrimitives) => {
            "layout(local_size_x = 1) in;\nlayout(triangles, max_vertices = 3, max_primitives = 2) out;\n"
                .to_owned()
        }
        (Stage::Compute, StageKey::LocalSize(axis)) => {
            let size = if axis == Axis::X { 4 } else { 2 };
            format!("layout({name} = {size}) in;\n")
        }
        (Stage::Compute, StageKey::TileRate(_)) => {
            format!("layout(local_size_x = 4, {name} = 2) in;\n")
        }
        (Stage::Compute, StageKey::LocalSizeId(_)) => format!("layout({name} = 3) in;\n"),
        (Stage::Compute, StageKey::Mode(Modes::VARIABLE_GROUP_SIZE)) => format!("layout({name}) in;\n"),
        (Stage::Compute, _) => format!("layout(local_size_x = 4, local_size_y = 4, {name}) in;\n"),
        (Stage::Vertex, _) => format!("layout({name} = 2) in;\n"),
        // GL_EXT_post_depth_coverage requires early tests.
        (Stage::Fragment, _) if matches!(key, StageKey::Mode(Modes::POST_DEPTH_COVERAGE)) => {
            format!("layout(early_fragment_tests, {name}) in;\n")
        }
        (Stage::Fragment, _) if is_input => format!("layout({name}) in;\n"),
        (Stage::Fragment, _) => format!("layout({name}) out;\n"),
        _ => return None,
    };
    let interlocks = Modes::PIXEL_INTERLOCK_ORDERED
        .union(Modes::PIXEL_INTERLOCK_UNORDERED)
        .union(Modes::SAMPLE_INTERLOCK_ORDERED)
        .union(Modes::SAMPLE_INTERLOCK_UNORDERED);
    let body = match key {
        StageKey::Mode(mode) if interlocks.contains(mode) => {
            "beginInvocationInterlockARB(); endInvocationInterlockARB();"
        }
        _ => "",
    };
    Some((stage, Some(header), String::new(), body.to_owned()))
}

fn of_variable(row: &LayoutQualifier, builtin: BuiltIn) -> Parts {
    let layout = if row.meaning.takes_value() { format!("{} = 1", row.name) } else { row.name.to_owned() };
    let (stage, variable, body) = match builtin {
        BuiltIn::FragCoord => (Stage::Fragment, "in vec4 gl_FragCoord", "sum += gl_FragCoord.x;"),
        BuiltIn::SampleMask => (Stage::Fragment, "out highp int gl_SampleMask[1]", "gl_SampleMask[0] = 1;"),
        BuiltIn::FragStencilRef => {
            (Stage::Fragment, "out highp int gl_FragStencilRefARB", "gl_FragStencilRefARB = 1;")
        }
        BuiltIn::Layer => (Stage::Vertex, "out highp int gl_Layer", "gl_Layer = 1;"),
        _ => (Stage::Fragment, "out float gl_FragDepth", "gl_FragDepth = 1.0;"),
    };
    // The variable is of another extension than its layout qualifiers.
    let header = match builtin {
        BuiltIn::FragStencilRef => "#extension GL_ARB_shader_stencil_export : enable\n",
        _ => "",
    };
    (stage, Some(header.to_owned()), format!("layout({layout}) {variable};"), body.to_owned())
}

fn of_declaration(row: &LayoutQualifier, place: Place) -> Option<Parts> {
    use NumberKey as N;
    let name = row.name;
    let binding = if place.vulkan { ", binding = @" } else { "" };
    let high = if place.version.is_es() { "highp " } else { "" };
    match row.meaning {
        Meaning::Rule(LayoutRule::Std430 | LayoutRule::Scalar) => plain(
            Stage::Compute,
            &format!("layout({name}{binding}) buffer B@ {{ mat2 x@; }};"),
            "sum += x@[0].x;",
        ),
        Meaning::Rule(LayoutRule::Shared | LayoutRule::Packed) if place.vulkan => None,
        Meaning::Rule(_) | Meaning::RowMajor(_) => plain(
            Stage::Fragment,
            &format!("layout({name}{binding}) uniform B@ {{ mat2 x@; }};"),
            "sum += x@[0].x;",
        ),
        Meaning::PushConstant => {
            plain(Stage::Fragment, "layout(push_constant) uniform B@ { float x@; };", "sum += x@;")
        }
        Meaning::BufferReference | Meaning::Number(N::BufferReferenceAlign) => {
            let align =
                if row.meaning == Meaning::BufferReference { "" } else { ", buffer_reference_align = 32" };
            let globals = format!(
                "layout(buffer_reference{align}) buffer R@ {{ float x; }};\nlayout(binding = @) buffer B@ {{ R@ x@; }};"
            );
            plain(Stage::Compute, &globals, "sum += x@.x;")
        }
        Meaning::ShaderRecord => Some((
            Stage::RayGeneration,
            Some(String::new()),
            format!("layout({name}) buffer B@ {{ float x@; }};"),
            "sum += x@;".to_owned(),
        )),
        Meaning::Number(key) => match key {
            N::Location => plain(Stage::Vertex, "layout(location = @) in float x@;", "sum += x@;"),
            N::Component => {
                plain(Stage::Vertex, "layout(location = @, component = 1) out float x@;", "x@ = 1.0;")
            }
            N::Index => of_output("layout(location = 0, index = 1) out vec4 x@;"),
            N::InputAttachment => {
                let layout = "layout(input_attachment_index = @, binding = @)";
                let globals = format!("{layout} uniform {high}subpassInput x@;");
                plain(Stage::Fragment, &globals, "sum += subpassLoad(x@).x;")
            }
            N::Set => plain(Stage::Fragment, "layout(set = 1, binding = @) uniform sampler2D x@;", ""),
            N::Binding => plain(Stage::Fragment, "layout(binding = @) uniform sampler2D x@;", ""),
            N::ConstantId => {
                plain(Stage::Fragment, "layout(constant_id = @) const int x@ = 1;", "sum += float(x@);")
            }
            N::Align => {
                let globals = format!(
                    "layout(std140{binding}) uniform B@ {{ layout(align = 32) float x@; layout(align = 32) float y@; }};"
                );
                plain(Stage::Fragment, &globals, "sum += x@ + y@;")
            }
            N::Stream => plain(Stage::Geometry, "layout(stream = 0) out vec4 x@;", "x@ = vec4(1.0);"),
            N::XfbStride | N::XfbBuffer | N::XfbOffset => plain(
                Stage::Vertex,
                "layout(xfb_buffer = 1, xfb_stride = 16) out;\nlayout(xfb_offset = 0, location = @) out vec4 x@;",
                "x@ = vec4(1.0);",
            ),
            N::Offset => plain(
                Stage::Fragment,
                "layout(binding = 0, offset = 4) uniform atomic_uint x@;",
                "sum += float(atomicCounter(x@));",
            )
            .filter(|_| !place.vulkan),
            N::Bank => plain(
                Stage::Fragment,
                "layout(push_constant, bank = 2) uniform B@ { float x@; };",
                "sum += x@;",
            ),
            N::MemberOffset => plain(
                Stage::Fragment,
                "layout(push_constant, bank = 1, member_offset = 16) uniform B@ { float x@; };",
                "sum += x@;",
            ),
            N::DescriptorStride => plain(
                Stage::Fragment,
                "layout(descriptor_heap, descriptor_stride = 64) buffer B@ { float x; } x@[];",
                "sum += x@[1].x;",
            ),
            N::DescriptorSize => plain(
                Stage::Fragment,
                "layout(buffer_type) buffer T@ { float x; };\nresourceheap B@ { layout(descriptor_size = 64) T@ x@; };",
                "sum += x@.x;",
            ),
            N::BufferReferenceAlign => None,
        },
        Meaning::NonCoherent if Feature::LastFragVariable.is_in(place.version) => plain(
            Stage::Fragment,
            "layout(noncoherent) mediump vec4 gl_LastFragData[gl_MaxDrawBuffers];",
            "sum += gl_LastFragData[0].x;",
        ),
        Meaning::NonCoherent => of_output(&format!("layout({name}) inout vec4 x@;")),
        Meaning::Yuv => of_output(&format!("layout({name}) out vec4 x@;")),
        // The primitive is the one that is taken.
        Meaning::Passthrough => None,
        Meaning::TileAttachment => plain(
            Stage::Fragment,
            &format!("layout(set = 0, binding = @, {name}, rgba8) readonly uniform highp image2D x@;"),
            "sum += imageLoad(x@, ivec2(0)).x;",
        ),
        Meaning::HitRecord => {
            let word = if name.ends_with("nv") { "NV" } else { "EXT" };
            let globals = format!("layout(buffer_reference, {name}) buffer R@ {{ float x; }};");
            let body =
                format!("hitObject{word} h@; sum += R@(hitObjectGetShaderRecordBufferHandle{word}(h@)).x;");
            let extensions = "#extension GL_EXT_ray_tracing : require\n#extension GL_EXT_buffer_reference_uvec2 : require\n";
            Some((Stage::RayGeneration, Some(extensions.to_owned()), globals, body))
        }
        Meaning::DescriptorHeap => plain(
            Stage::Fragment,
            &format!("layout({name}) buffer B@ {{ float x; }} x@[];"),
            "sum += x@[1].x;",
        ),
        Meaning::Samplers { .. } => plain(
            Stage::Fragment,
            &format!("layout({name}) uniform sampler2D x@;"),
            "sum += texture(x@, vec2(0.0)).x;",
        ),
        Meaning::Images { .. } => plain(
            Stage::Fragment,
            &format!("layout({name}, rgba8) readonly uniform image2D x@;"),
            "sum += imageLoad(x@, ivec2(0)).x;",
        ),
        Meaning::BufferType => plain(
            Stage::Fragment,
            &format!("layout({name}) buffer T@ {{ float x; }};\nresourceheap B@ {{ T@ x@; }};"),
            "sum += x@.x;",
        ),
        Meaning::HeapOffset => plain(
            Stage::Fragment,
            &format!("layout({name} = 64) resourceheap B@ {{ float x@; }};"),
            "sum += x@;",
        ),
        // Images have them, and the stage as a whole.
        Meaning::Format(_) | Meaning::Stage(_) => None,
    }
}
