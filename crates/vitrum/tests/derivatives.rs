//! Derivatives in compute shaders that declare no group to take them in.

use vitrum::{Options, Stage};

/// Of such a shader, `GL_NV_compute_shader_derivatives` says that derivatives are 0 and textures are read at level 0.
#[test]
fn derivatives_without_a_group_are_zero() {
    let source = "#version 450
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 3) in;
layout(binding = 0) uniform sampler2D map;
layout(std430, binding = 1) buffer Results { vec4 results[]; };
void main() {
    vec2 place = vec2(gl_LocalInvocationID.xy) * 0.25;
    results[gl_LocalInvocationIndex] = texture(map, place) + vec4(dFdx(place), fwidthFine(place));
}
";
    let compilation = vitrum::compile(source, &Options::new(Stage::Compute)).expect("the shader is right");
    let words = compilation.spirv().expect("SPIR-V");
    let module = rspirv::dr::load_words(&words).expect("a module");
    let ops: Vec<rspirv::spirv::Op> =
        module.all_inst_iter().map(|instruction| instruction.class.opcode).collect();
    assert!(ops.contains(&rspirv::spirv::Op::ImageSampleExplicitLod), "{ops:?}");
    assert!(
        !ops.contains(&rspirv::spirv::Op::DPdx) && !ops.contains(&rspirv::spirv::Op::FwidthFine),
        "{ops:?}"
    );
}
