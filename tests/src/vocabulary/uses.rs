//! Declarations and statements that use types, words and features.

use vitrum::ir::{Dim, Stage, TypeData};
use vitrum_glsl::builtin_types::BuiltinType;
use vitrum_glsl::features::Feature;
use vitrum_glsl::words::{Keyword, Qualifier};

use super::Place;
use super::functions::{image_format, plane_format};

use Feature as F;

/// Declarations and statements in a stage.
type Use = (Stage, String, String);

/// A declaration of a type and a use.
pub(super) fn declaration(ty: BuiltinType, place: Place) -> Use {
    let name = ty.name();
    let high = if place.version.is_es() { "highp " } else { "" };
    let binding = if place.vulkan { "layout(binding = @) " } else { "" };
    let statement = |text: String| (Stage::Fragment, String::new(), text);
    let local = |part: &str| statement(format!("{name} x; sum += float(x{part});"));
    match ty.ty() {
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
            let format = image_format(image.sampled);
            let layout = match image.dim {
                Dim::Subpass => "input_attachment_index = @".to_owned(),
                Dim::TileImage => {
                    return (
                        Stage::Fragment,
                        format!("layout(location = @) tileImageEXT {high}{name} x@;"),
                        String::new(),
                    );
                }
                Dim::PixelLocal => format!("binding = @, {}", plane_format(image.sampled)),
                _ => format.to_owned(),
            };
            let binding = if place.vulkan { ", binding = @" } else { "" };
            (Stage::Fragment, format!("layout({layout}{binding}) uniform {high}{name} x@;"), String::new())
        }
        TypeData::RayQuery => (Stage::Fragment, String::new(), format!("{name} x;")),
        TypeData::HitObject => (Stage::RayGeneration, String::new(), format!("{name} x;")),
        _ if ty == BuiltinType::TensorARM => (
            Stage::Compute,
            format!("layout(set = 0, binding = @) uniform {name}<float, 2> x@;"),
            "sum += float(tensorSizeARM(x@, 0));".to_owned(),
        ),
        _ if ty == BuiltinType::Coopmat => {
            let full = format!("{name}<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>");
            (Stage::Compute, String::new(), format!("{full} x = {full}(sum); sum += x[0];"))
        }
        _ if matches!(ty, BuiltinType::FcoopmatNV | BuiltinType::IcoopmatNV | BuiltinType::UcoopmatNV) => {
            let full = format!("{name}<32, 3, 16, 16>");
            (
                Stage::Compute,
                String::new(),
                format!("{full} x = {full}(2); sum += float(x[0]) + float(x.length());"),
            )
        }
        _ if ty == BuiltinType::CoopvecNV => {
            let full = format!("{name}<float, 5>");
            (Stage::Compute, String::new(), format!("{full} x = {full}(sum); sum += x[0];"))
        }
        _ if ty == BuiltinType::TensorLayoutNV => {
            (Stage::Compute, String::new(), format!("{name}<2> x = createTensorLayoutNV(2);"))
        }
        _ if ty == BuiltinType::TensorViewNV => {
            (Stage::Compute, String::new(), format!("{name}<2> x = createTensorViewNV(2);"))
        }
        _ if ty == BuiltinType::Vector => {
            let full = format!("{name}<float, 5>");
            statement(format!("{full} x = {full}(sum); sum += x[0];"))
        }
        _ if ty == BuiltinType::YuvCscStandardEXT => {
            statement(format!("{name} x = itu_601; sum += yuv_2_rgb(vec3(sum), x).x;"))
        }
        TypeData::Void => (Stage::Fragment, "void f@(void) { return; }".to_owned(), "f@();".to_owned()),
        other => unreachable!("no name means {other:?}"),
    }
}

/// A use of a keyword.
pub(super) fn of_keyword(keyword: Keyword, place: Place) -> Use {
    use Keyword as K;
    let binding = if place.vulkan { ", binding = @" } else { "" };
    let (stage, globals, body) = match keyword {
        K::Break | K::For | K::If => {
            (Stage::Fragment, "", "for (int i = 0; i < 3; i++) { if (i == 2) break; sum += 1.0; }")
        }
        K::Continue | K::Else => {
            (Stage::Fragment, "", "for (int i = 0; i < 3; i++) { if (i == 2) continue; else sum += 1.0; }")
        }
        K::Do | K::While => (Stage::Fragment, "", "int i = 0; do { i++; } while (i < 3); sum += float(i);"),
        K::Switch | K::Case | K::Default => {
            (Stage::Fragment, "", "switch (int(sum)) { case 1: sum += 1.0; break; default: sum += 2.0; }")
        }
        K::Discard => (Stage::Fragment, "", "if (sum > 1.0) discard;"),
        K::Return => (Stage::Fragment, "", "if (sum > 1.0) return;"),
        K::Struct => (Stage::Fragment, "", "struct S { float x; }; S s; sum += s.x;"),
        K::Demote => (Stage::Fragment, "", "if (sum > 1.0) demote;"),
        K::TerminateInvocation => (Stage::Fragment, "", "if (sum > 1.0) terminateInvocation;"),
        K::Precision => (Stage::Fragment, "", "precision highp float;"),
        K::Layout => {
            let globals = format!("layout(std140{binding}) uniform B@ {{ float x@; }};");
            return (Stage::Fragment, globals, "sum += x@;".to_owned());
        }
        K::Subroutine => (
            Stage::Fragment,
            "subroutine float T@(float x);
subroutine uniform T@ u@;
subroutine(T@) float f@(float x) { return x; }",
            "sum += u@(sum);",
        ),
        K::IgnoreIntersection => (Stage::AnyHit, "", "if (sum > 1.0) ignoreIntersectionEXT;"),
        K::TerminateRay => (Stage::AnyHit, "", "if (sum > 1.0) terminateRayEXT;"),
        K::Nonuniform => (
            Stage::Fragment,
            "layout(binding = @) uniform sampler2D x@[2];",
            "sum += texture(x@[nonuniformEXT(int(sum))], vec2(sum)).x;",
        ),
        K::SpirvInstruction => (
            Stage::Fragment,
            "spirv_instruction(set = \"GLSL.std.450\", id = 31) float f@(float x);",
            "sum += f@(sum);",
        ),
        K::SpirvExecutionMode => (
            Stage::Fragment,
            "spirv_execution_mode(extensions = [\"SPV_EXT_shader_stencil_export\"], capabilities = [5013], 5027);",
            "",
        ),
        K::SpirvExecutionModeId => (Stage::Compute, "spirv_execution_mode_id(38, 1u, 1u, 1u);", ""),
        K::SpirvDecorate => {
            (Stage::Fragment, "layout(location = @) spirv_decorate(14) in float x@;", "sum += x@;")
        }
        K::SpirvDecorateId => {
            (Stage::Fragment, "layout(location = @) spirv_decorate_id(27, 3) in float x@;", "sum += x@;")
        }
        K::SpirvDecorateString => (
            Stage::Fragment,
            "layout(location = @) spirv_decorate_string(extensions = [\"SPV_GOOGLE_hlsl_functionality1\"], 5635, \
             \"COLOR\") in float x@;",
            "sum += x@;",
        ),
        K::SpirvStorageClass => (Stage::Fragment, "spirv_storage_class(6) float x@;", "x@ = sum; sum += x@;"),
        K::SpirvType => (
            Stage::Fragment,
            "layout(binding = @) uniform spirv_type(extensions = [\"SPV_KHR_ray_query\"], capabilities = [4472], \
             id = 5341) x@;",
            "",
        ),
        K::SpirvByReference | K::SpirvLiteral => (
            Stage::Fragment,
            "spirv_instruction(id = 61) float f@(spirv_by_reference float x, spirv_literal int y);",
            "sum += f@(sum, 0);",
        ),
    };
    (stage, globals.to_owned(), body.to_owned())
}

/// Uses of a qualifier.
pub(super) fn of_qualifier(qualifier: Qualifier, place: Place) -> Vec<Use> {
    use Qualifier as Q;
    let (stage, globals, body) = match qualifier {
        Q::Const => (Stage::Fragment, "", "const float x = 1.0; sum += x;"),
        Q::In => (Stage::Fragment, "float f@(in float x) { return x; }", "sum += f@(sum);"),
        Q::Out => (Stage::Fragment, "void f@(out float x) { x = 1.0; }", "float x; f@(x); sum += x;"),
        Q::InOut => (Stage::Fragment, "void f@(inout float x) { x += 1.0; }", "f@(sum);"),
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
        Q::Coherent | Q::Volatile | Q::Restrict | Q::ReadOnly | Q::WriteOnly => {
            return of_memory(qualifier, place);
        }
        Q::Patch => (Stage::TessControl, "patch out float x@;", "x@ = 1.0;"),
        Q::DeviceCoherent
        | Q::QueueFamilyCoherent
        | Q::WorkgroupCoherent
        | Q::SubgroupCoherent
        | Q::NonPrivate
        | Q::Nontemporal => {
            let globals = format!("layout(binding = @) {} buffer B@ {{ float x@; }};", qualifier.text());
            return vec![(Stage::Compute, globals, "x@ += 1.0; sum += x@;".to_owned())];
        }
        Q::ShaderCallCoherent => (
            Stage::RayGeneration,
            "layout(binding = @) shadercallcoherent buffer B@ { float x@; };",
            "x@ += 1.0; sum += x@;",
        ),
        Q::ExplicitInterp => (
            Stage::Fragment,
            "layout(location = @) __explicitInterpAMD in vec4 x@;",
            "sum += interpolateAtVertexAMD(x@, 1u).x;",
        ),
        Q::PerVertex => {
            (Stage::Fragment, "layout(location = @) pervertexEXT in vec4 x@[3];", "sum += x@[1].x;")
        }
        Q::PerPrimitive => {
            let fragment = "layout(location = @) perprimitiveEXT in vec4 x@;";
            let mesh = "layout(location = @) perprimitiveEXT out vec4 x@[];";
            return vec![
                (Stage::Fragment, fragment.to_owned(), "sum += x@.x;".to_owned()),
                (Stage::Mesh, mesh.to_owned(), "x@[0] = vec4(1.0);".to_owned()),
            ];
        }
        Q::PerView => {
            (Stage::Mesh, "layout(location = @) perviewNV out vec4 x@[][];", "x@[0][0] = vec4(1.0);")
        }
        Q::TaskMemory => {
            return vec![
                (Stage::Task, "taskNV out B@ { float x@; };".to_owned(), "x@ = 1.0;".to_owned()),
                (Stage::Mesh, "taskNV in B@ { float x@; };".to_owned(), "sum += x@;".to_owned()),
            ];
        }
        Q::ResourceHeap => (Stage::Fragment, "resourceheap B@ { float x@; };", "sum += x@;"),
        Q::SamplerHeap => (Stage::Fragment, "samplerheap B@ { float x@; sampler y@; };", "sum += x@;"),
        Q::TaskPayloadShared => {
            let payload = "taskPayloadSharedEXT float x@;";
            return vec![
                (Stage::Task, payload.to_owned(), "x@ = 1.0;".to_owned()),
                (Stage::Mesh, payload.to_owned(), "sum += x@;".to_owned()),
            ];
        }
        Q::RayPayload => {
            (Stage::RayGeneration, "layout(location = @) rayPayloadEXT vec4 x@;", "sum += x@.x;")
        }
        Q::RayPayloadIn => {
            (Stage::ClosestHit, "layout(location = @) rayPayloadInEXT vec4 x@;", "x@ = vec4(1.0);")
        }
        Q::HitAttribute => (Stage::Intersection, "hitAttributeEXT vec2 x@;", "x@ = vec2(1.0);"),
        Q::HitObjectAttribute => {
            let attribute = "layout(location = @) hitObjectAttributeEXT vec2 x@;";
            (Stage::RayGeneration, attribute, "x@ = vec2(1.0);")
        }
        Q::CallableData => {
            (Stage::RayGeneration, "layout(location = @) callableDataEXT vec4 x@;", "sum += x@.x;")
        }
        Q::CallableDataIn => {
            (Stage::Callable, "layout(location = @) callableDataInEXT vec4 x@;", "x@ = vec4(1.0);")
        }
        Q::TileImage => (
            Stage::Fragment,
            "layout(location = @) tileImageEXT highp attachmentEXT x@;",
            "sum += colorAttachmentReadEXT(x@).x;",
        ),
        Q::PixelLocal => (Stage::Fragment, "__pixel_localEXT B@ { highp uint x@; };", "sum += float(x@);"),
        Q::PixelLocalIn => {
            (Stage::Fragment, "__pixel_local_inEXT B@ { highp uint x@; };", "sum += float(x@);")
        }
        Q::PixelLocalOut => (Stage::Fragment, "__pixel_local_outEXT B@ { highp uint x@; };", "x@ = 1u;"),
    };
    let globals = match (qualifier, Feature::InAndOut.is_in(place.version)) {
        (Q::Centroid, false) => globals.replace("in float", "varying float"),
        _ => globals.to_owned(),
    };
    vec![(stage, globals, body.to_owned())]
}

/// Uses of a memory qualifier: an image and a block, which come with extensions of their own.
fn of_memory(qualifier: Qualifier, place: Place) -> Vec<Use> {
    let (word, vulkan) = (qualifier.text(), place.vulkan);
    let high = if place.version.is_es() { "highp " } else { "" };
    let image_layout = if vulkan { "layout(r32f, binding = @)" } else { "layout(r32f)" };
    let block_layout = if vulkan { "layout(binding = @) " } else { "" };
    let (image, block) = match qualifier {
        Qualifier::WriteOnly => ("imageStore(x@, ivec2(0), vec4(1.0));", "x@ = 1.0;"),
        _ => ("sum += imageLoad(x@, ivec2(0)).x;", "sum += x@;"),
    };
    vec![
        (Stage::Fragment, format!("{image_layout} {word} uniform {high}image2D x@;"), image.to_owned()),
        (Stage::Fragment, format!("{block_layout}{word} buffer B@ {{ float x@; }};"), block.to_owned()),
    ]
}

/// A use of a feature that is neither a function, a variable, a type nor a word.
pub(super) fn of_feature(feature: Feature) -> Option<(Stage, &'static str, &'static str)> {
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
