//! Shaders of vitrum in wgpu, and in naga.

use std::path::Path;

use vitrum_example_wgpu::renderer::{Frame, Renderer};
use vitrum_example_wgpu::shader::compile;

fn words(name: &str) -> Vec<u32> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders").join(name);
    compile(&path).words.unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn wgpu_draws_what_the_shader_says() {
    let renderer = Renderer::new().unwrap_or_else(|error| panic!("{error}"));
    let pipeline = renderer.pipeline(&words("triangle.vert"), &words("rings.frag"));
    let pipeline = pipeline.unwrap_or_else(|error| panic!("{error}"));
    let (size, time) = ([70, 40], 0.25);
    let pixels = renderer.draw(&pipeline, Frame { size, time }).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(pixels.len(), 70 * 40 * 4);
    for (index, pixel) in pixels.chunks_exact(4).enumerate() {
        let at = |place: usize, size: u32| (place as f32 + 0.5) / size as f32 - 0.5;
        let (x, y) = (at(index % 70, 70) * 70.0 / 40.0, at(index / 70, 40));
        let t = 4.0 * x.hypot(y) - time;
        for (channel, phase) in [0.02, 0.27, 0.58].into_iter().enumerate() {
            let wanted = 255.0 * (0.5 + 0.5 * (std::f32::consts::TAU * (t + phase)).cos());
            assert!((f32::from(pixel[channel]) - wanted).abs() <= 1.0, "pixel {index}: {pixel:?}, {wanted}");
        }
        assert_eq!(pixel[3], 255);
    }
}

#[test]
fn wgpu_refuses_stages_that_do_not_fit() {
    let renderer = Renderer::new().unwrap_or_else(|error| panic!("{error}"));
    let fragment = words("rings.frag");
    assert!(renderer.pipeline(&fragment, &fragment).is_err());
}

#[test]
fn naga_reads_the_words_and_writes_wgsl() {
    for name in ["triangle.vert", "rings.frag"] {
        let bytes: Vec<u8> = words(name).iter().flat_map(|word| word.to_le_bytes()).collect();
        let module = naga::front::spv::parse_u8_slice(&bytes, &naga::front::spv::Options::default());
        let module = module.unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut validator = naga::valid::Validator::new(
            naga::valid::ValidationFlags::all(),
            naga::valid::Capabilities::empty(),
        );
        let info = validator.validate(&module).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let flags = naga::back::wgsl::WriterFlags::empty();
        let wgsl = naga::back::wgsl::write_string(&module, &info, flags);
        let wgsl = wgsl.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(naga::front::wgsl::parse_str(&wgsl).is_ok(), "{wgsl}");
    }
}
