//! Words, places and structs are those of the shaders.

use vitrum_example_build_script::shaders::{Binding, sky_frag, sky_frag_night, sum_comp};

#[test]
fn shaders_are_modules() {
    for words in [sky_frag::SPIRV, sky_frag_night::SPIRV, sum_comp::SPIRV] {
        assert_eq!(words[0], 0x0723_0203);
    }
    assert_ne!(sky_frag::SPIRV, sky_frag_night::SPIRV);
    assert_eq!((sky_frag::STAGE, sum_comp::WORKGROUP_SIZE), ("frag", [64, 1, 1]));
    assert_eq!((sky_frag::STEPS_ID, sky_frag::PUSH_CONSTANT_SIZE), (7, 32));
}

#[test]
fn resources_have_places() {
    let camera = Binding { name: "camera", kind: "uniform_buffer", set: 0, binding: 1, count: 1, size: 240 };
    assert_eq!(sky_frag::CAMERA, camera);
    assert_eq!(sky_frag::BINDINGS.iter().map(|it| it.binding).collect::<Vec<_>>(), [1, 2]);
    assert_eq!((sky_frag::INPUTS[0].name, sky_frag::OUTPUTS[0].ty), ("uv", "vec4"));
    assert_eq!(sum_comp::NUMBERS_NUMBERS_STRIDE, 4);
}

#[test]
fn blocks_are_bytes() {
    let mut camera: sky_frag::Camera = bytemuck::Zeroable::zeroed();
    camera.eye = [1.0, 2.0, 3.0];
    camera.weights[2][0] = 4.0;
    camera.lights[1].radius = 5.0;
    let bytes = bytemuck::bytes_of(&camera);
    assert_eq!(bytes.len(), sky_frag::CAMERA.size as usize);
    let float = |at: usize| f32::from_ne_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    assert_eq!([float(64), float(68), float(72), float(80 + 32)], [1.0, 2.0, 3.0, 4.0]);
    assert_eq!(float(176 + 32 + 12), 5.0);
}
