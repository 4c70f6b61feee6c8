//! Every kind of shader and resource once, on the first device. Without one, nothing is tested and that is said, unless
//! `VITRUM_REQUIRE_VULKAN` is set.

use vitrum::{Options, compile};
use vitrum_runner::{
    Address, Attribute, Binding, Compare, Depth, Device, Dispatch, Draw, Error, Filter, Format, Image,
    ImageDim, Resource, Resources, Sampler, Shader, Stage, Topology,
};

const STAGES: &[(Stage, vitrum::Stage)] = &[
    (Stage::Vertex, vitrum::Stage::Vertex),
    (Stage::TessControl, vitrum::Stage::TessControl),
    (Stage::TessEvaluation, vitrum::Stage::TessEvaluation),
    (Stage::Geometry, vitrum::Stage::Geometry),
    (Stage::Fragment, vitrum::Stage::Fragment),
    (Stage::Compute, vitrum::Stage::Compute),
];

fn shader(stage: Stage, text: &str) -> Shader {
    let of_vitrum = STAGES.iter().find(|row| row.0 == stage).unwrap().1;
    let source = format!("#version 460\n{text}");
    let words = compile(&source, &Options::new(of_vitrum)).unwrap().spirv().unwrap();
    Shader { stage, words, specialization: Vec::new() }
}

/// The device, if there is one.
fn device() -> Option<Device> {
    match Device::new(None) {
        Ok(device) => Some(device),
        Err(error @ Error::NoDevice(_)) => {
            assert!(std::env::var_os("VITRUM_REQUIRE_VULKAN").is_none(), "{error}");
            println!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_ne_bytes()).collect()
}

fn target(width: u32, height: u32) -> Image {
    Image::new_2d(Format::Rgba8Unorm, width, height, vec![0; (width * height * 4) as usize])
}

fn pixels(draw: &Draw) -> Vec<[u8; 4]> {
    draw.resources.images[0].levels[0].chunks(4).map(|it| [it[0], it[1], it[2], it[3]]).collect()
}

const QUAD: &[f32] = &[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0];

fn quad(fragment: &str) -> Draw {
    let vertex = "layout(location = 0) in vec2 at;\nvoid main() { gl_Position = vec4(at, 0.0, 1.0); }\n";
    Draw {
        shaders: vec![shader(Stage::Vertex, vertex), shader(Stage::Fragment, fragment)],
        resources: Resources { images: vec![target(2, 2)], ..Resources::default() },
        targets: vec![0],
        attributes: vec![Attribute {
            location: 0,
            format: Format::Rg32Float,
            bytes: floats(QUAD),
            per_instance: false,
        }],
        topology: Topology::TriangleStrip,
        vertices: 4,
        instances: 1,
        ..Draw::default()
    }
}

#[test]
fn robust_device_keeps_a_shader_within_its_buffer() {
    let mut device = match Device::robust(None) {
        Ok(device) => device,
        Err(error @ (Error::NoDevice(_) | Error::Unsupported(_))) => {
            assert!(std::env::var_os("VITRUM_REQUIRE_VULKAN").is_none(), "{error}");
            println!("skipped: {error}");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let text = "layout(binding = 0) buffer B { uint data[]; };\nlayout(binding = 1) buffer R { uint read; };\n\
        layout(push_constant) uniform P { uint i; };\n\
        void main() { data[i] = 77; read = data[i]; data[1] = 5; }\n";
    let words = |words: &[u32]| words.iter().flat_map(|word| word.to_ne_bytes()).collect::<Vec<u8>>();
    for index in [4u32, 5, 64] {
        let resources = Resources {
            buffers: vec![words(&[1, 2, 3, 4]), words(&[9])],
            push_constants: words(&[index]),
            bindings: [0, 1]
                .map(|at| Binding {
                    set: 0,
                    binding: at,
                    resource: Resource::StorageBuffers(vec![at as usize]),
                })
                .to_vec(),
            ..Resources::default()
        };
        let mut dispatch = Dispatch { shader: shader(Stage::Compute, text), resources, groups: [1; 3] };
        // Guards around the buffer that were changed are an error.
        device.dispatch(&mut dispatch).unwrap();
        let read = u32::from_ne_bytes(dispatch.resources.buffers[1][..4].try_into().unwrap());
        assert!([0, 1, 2, 3, 4, 77].contains(&read), "{index}: {read}");
        assert_eq!(dispatch.resources.buffers[0][4..8], words(&[5]));
    }
}

#[test]
fn compute_reads_and_writes_buffers_images_and_push_constants() {
    let Some(mut device) = device() else { return };
    let text = "layout(local_size_x = 4) in;\nlayout(constant_id = 7) const uint extra = 0;\n\
        layout(binding = 0) buffer B { uint data[]; };\nlayout(set = 1, binding = 2) uniform U { uint add[2]; } u[2];\n\
        layout(push_constant) uniform P { uint scale; };\nlayout(binding = 3, r32ui) uniform uimage2D image;\n\
        void main() {\n  uint i = gl_LocalInvocationIndex;\n\
        data[i] = data[i] * scale + u[1].add[1] + extra;\n\
        imageStore(image, ivec2(i & 1, i >> 1), uvec4(data[i] + imageLoad(image, ivec2(0, 1)).x * 0));\n}\n";
    let mut shader = shader(Stage::Compute, text);
    shader.specialization.push((7, 1000));
    let words = |values: &[u32]| values.iter().flat_map(|it| it.to_ne_bytes()).collect::<Vec<u8>>();
    let uniform = |value| words(&[0, 0, 0, 0, value, 0, 0, 0]);
    let mut dispatch = Dispatch {
        shader,
        resources: Resources {
            bindings: vec![
                Binding { set: 0, binding: 0, resource: Resource::StorageBuffers(vec![0]) },
                Binding { set: 1, binding: 2, resource: Resource::UniformBuffers(vec![1, 2]) },
                Binding { set: 0, binding: 3, resource: Resource::StorageImages(vec![0]) },
            ],
            push_constants: words(&[10]),
            buffers: vec![words(&[1, 2, 3, 4]), uniform(5), uniform(6)],
            images: vec![Image::new_2d(Format::R32Uint, 2, 2, vec![0; 16])],
            ..Resources::default()
        },
        groups: [1, 1, 1],
    };
    device.dispatch(&mut dispatch).unwrap();
    assert_eq!(dispatch.resources.buffers[0], words(&[1016, 1026, 1036, 1046]));
    assert_eq!(dispatch.resources.images[0].levels[0], words(&[1016, 1026, 1036, 1046]));
}

#[test]
fn addresses_lead_to_buffers_and_samples_to_the_first_texel() {
    let Some(mut device) = device() else { return };
    let text = "#extension GL_EXT_buffer_reference : require\n#extension GL_EXT_samplerless_texture_functions : require\nlayout(local_size_x = 1) in;\n\
        layout(buffer_reference, std430) buffer Node { Node next; uint value; };\n\
        layout(push_constant) uniform P { Node first; } p;\n\
        layout(set = 0, binding = 0) buffer B { uint data[]; };\n\
        layout(set = 0, binding = 1) uniform utexture2DMS t;\n\
        void main() { data[0] = p.first.next.value; p.first.value = texelFetch(t, ivec2(1), 3).y; }\n";
    let words = |values: &[u32]| values.iter().flat_map(|it| it.to_ne_bytes()).collect::<Vec<u8>>();
    let texels = words(&[1, 2, 3, 4]).repeat(4);
    let image = Image { samples: 4, ..Image::new_2d(Format::Rgba32Uint, 2, 2, texels) };
    let mut dispatch = Dispatch {
        shader: shader(Stage::Compute, text),
        resources: Resources {
            bindings: vec![
                Binding { set: 0, binding: 0, resource: Resource::StorageBuffers(vec![0]) },
                Binding { set: 0, binding: 1, resource: Resource::Textures(vec![0]) },
            ],
            push_constants: words(&[0, 0]),
            buffers: vec![words(&[0]), words(&[0, 0, 5, 0]), words(&[0, 0, 7, 0])],
            images: vec![image],
            addresses: vec![
                Address { within: None, offset: 0, to: 1 },
                Address { within: Some(1), offset: 0, to: 2 },
            ],
        },
        groups: [1, 1, 1],
    };
    device.dispatch(&mut dispatch).unwrap();
    assert_eq!(dispatch.resources.buffers[0], words(&[7]));
    assert_eq!(dispatch.resources.buffers[1][8..], words(&[2, 0]));
}

#[test]
fn draws_sample_textures() {
    let Some(mut device) = device() else { return };
    let mut draw = quad(
        "layout(location = 0) out vec4 color;\nlayout(binding = 0) uniform sampler2D t;\n\
         layout(binding = 1) uniform sampler2DShadow s;\nlayout(binding = 2) uniform samplerBuffer b;\n\
         void main() {\n  color.rg = texture(t, gl_FragCoord.xy / 2.0).rg;\n\
         color.b = texture(s, vec3(0.5, 0.5, 0.25));\n  color.a = texelFetch(b, 1).x; }\n",
    );
    let compare = Sampler { compare: Some(Compare::Less), ..Sampler::default() };
    let linear = Sampler { magnify: Filter::Linear, minify: Filter::Linear, ..Sampler::default() };
    draw.resources.images.push(Image::new_2d(
        Format::Rg32Float,
        2,
        2,
        floats(&[0.0, 1.0, 1.0, 1.0, 0.0, 0.2, 0.2, 0.2]),
    ));
    draw.resources.images.push(Image::new_2d(Format::D32Float, 1, 1, floats(&[0.5])));
    draw.resources.buffers.push(floats(&[0.0, 1.0]));
    draw.resources.bindings = vec![
        Binding { set: 0, binding: 0, resource: Resource::SampledImages(vec![(1, linear)]) },
        Binding { set: 0, binding: 1, resource: Resource::SampledImages(vec![(2, compare)]) },
        Binding { set: 0, binding: 2, resource: Resource::UniformTexels(vec![(0, Format::R32Float)]) },
    ];
    device.draw(&mut draw).unwrap();
    let expected = [[0, 255, 255, 255], [255, 255, 255, 255], [0, 51, 255, 255], [51, 51, 255, 255]];
    assert_eq!(pixels(&draw), expected);
}

#[test]
fn input_attachments_are_read_where_is_drawn() {
    let Some(mut device) = device() else { return };
    let mut draw = quad(
        "layout(input_attachment_index = 1, set = 0, binding = 3) uniform subpassInput before;\n\
         layout(location = 0) out vec4 color;\nvoid main() { color = subpassLoad(before); }\n",
    );
    draw.resources.images.push(Image::new_2d(Format::Rgba8Unorm, 2, 2, (0..16).collect()));
    let resource = Resource::InputAttachments(vec![1], 1);
    draw.resources.bindings.push(Binding { set: 0, binding: 3, resource });
    device.draw(&mut draw).unwrap();
    assert_eq!(pixels(&draw), [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]);
}

#[test]
fn the_conventions_of_opengl_are_kept() {
    let Some(mut device) = device() else { return };
    let mut draw = quad(
        "layout(location = 0) out vec4 color;\nvoid main() { color = vec4(gl_FrontFacing, gl_FragCoord.yz / 2.0, 1.0); }\n",
    );
    draw.opengl = true;
    draw.cull_back = true;
    draw.resources.images.push(Image {
        dim: ImageDim::D2,
        format: Format::D32Float,
        size: [2, 2, 1],
        layers: 1,
        samples: 1,
        levels: vec![floats(&[1.0, 1.0, 0.0, 1.0])],
    });
    draw.depth = Some(Depth { image: 1, compare: Compare::Less, write: true });
    device.draw(&mut draw).unwrap();
    assert_eq!(pixels(&draw), [[255, 64, 64, 255], [255, 64, 64, 255], [0; 4], [255, 191, 64, 255]]);
    assert_eq!(draw.resources.images[1].levels[0], floats(&[0.5, 0.5, 0.0, 0.5]));
}

#[test]
fn every_stage_takes_part() {
    let Some(mut device) = device() else { return };
    let vertex = "layout(location = 0) in vec2 at;\nvoid main() { gl_Position = vec4(at, 0.0, 1.0); }\n";
    let control = "layout(vertices = 3) out;\nvoid main() {\n\
        gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n\
        gl_TessLevelOuter = float[](1, 1, 1, 1);\ngl_TessLevelInner = float[](1, 1);\n}\n";
    let evaluation = "layout(triangles) in;\nvoid main() {\n\
        gl_Position = gl_TessCoord.x * gl_in[0].gl_Position + gl_TessCoord.y * gl_in[1].gl_Position\n\
        + gl_TessCoord.z * gl_in[2].gl_Position;\n}\n";
    let geometry = "layout(triangles) in;\nlayout(triangle_strip, max_vertices = 3) out;\n\
        layout(location = 0) out float shade;\nvoid main() {\n  for (int i = 0; i < 3; i++) {\n\
        gl_Position = gl_in[i].gl_Position;\n  shade = 0.5;\n  EmitVertex();\n  }\n}\n";
    let fragment = "layout(location = 0) in float shade;\nlayout(location = 0) out vec4 color;\n\
        void main() { color = vec4(shade); }\n";
    let mut draw = Draw {
        shaders: vec![
            shader(Stage::Vertex, vertex),
            shader(Stage::TessControl, control),
            shader(Stage::TessEvaluation, evaluation),
            shader(Stage::Geometry, geometry),
            shader(Stage::Fragment, fragment),
        ],
        resources: Resources { images: vec![target(1, 1)], ..Resources::default() },
        targets: vec![0],
        attributes: vec![Attribute {
            location: 0,
            format: Format::Rg32Float,
            bytes: floats(&[0.0, 0.0, -1.0, -1.0, 3.0, -1.0, -1.0, 3.0]),
            per_instance: false,
        }],
        topology: Topology::Patches(3),
        vertices: 3,
        indices: Some(vec![1, 2, 3]),
        instances: 1,
        ..Draw::default()
    };
    device.draw(&mut draw).unwrap();
    assert_eq!(pixels(&draw), [[128; 4]]);
}

#[test]
fn wrong_descriptions_are_errors() {
    let Some(mut device) = device() else { return };
    let mut draw = quad("layout(location = 0) out vec4 color;\nvoid main() { color = vec4(1.0); }\n");
    draw.vertices = 5;
    assert!(matches!(device.draw(&mut draw), Err(Error::Description(_))));
    assert!(Device::new(Some("a device of this name")).is_err());
    assert!(!Device::list().unwrap().is_empty());
    assert!(!device.name().is_empty());
}

#[test]
fn attributes_of_64_bits_arrive_or_are_refused() {
    let Some(mut device) = device() else { return };
    let mut draw = quad(
        "layout(location = 0) flat in int right;\nlayout(location = 0) out vec4 color;\n\
        void main() { color = vec4(right); }\n",
    );
    let vertex = "layout(location = 0) in vec2 at;\nlayout(location = 1) in double value;\n\
        layout(location = 0) flat out int right;\n\
        void main() { gl_Position = vec4(at, 0.0, 1.0); right = int(value == 1.0LF / 3.0LF); }\n";
    draw.shaders[0] = shader(Stage::Vertex, vertex);
    let bytes = (1.0f64 / 3.0).to_ne_bytes().repeat(4);
    draw.attributes.push(Attribute { location: 1, format: Format::R64Float, bytes, per_instance: false });
    match device.draw(&mut draw) {
        Ok(()) => assert_eq!(pixels(&draw), [[255; 4]; 4]),
        Err(Error::Unsupported(what)) => assert_eq!(what, "attributes as R64Float"),
        Err(error) => panic!("{error}"),
    }
}
