//! `GL_QCOM_image_processing3` in SPIR-V: one instruction with the form as a constant, and the offset behind it.

mod common;

use common::instructions;
use vitrum::{OptLevel, Options, Stage, compile};

const SOURCE: &str = "#version 460
#extension GL_QCOM_image_processing3 : require
layout(location = 0) in vec3 place;
layout(location = 1) flat in ivec2 offset;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D floats;
layout(binding = 1) uniform isampler2D signed;
layout(binding = 2) uniform usampler2DArray layers;
void main() {
    color = textureGather4x1QCOM(floats, place.xy);
    color += textureGatherDQCOM(floats, place.xy, 3);
    color += vec4(textureGatherH2QCOM(signed, place.xy, 1));
    color += vec4(textureGatherV2QCOM(layers, place));
    color += textureGather4x1OffsetQCOM(floats, place.xy, ivec2(1, -2));
    color += vec4(textureGatherDOffsetQCOM(layers, place, offset, 2));
    color += vec4(textureGatherH2OffsetQCOM(signed, place.xy, offset));
    color += vec4(textureGatherV2OffsetQCOM(signed, place.xy, offset, 1));
}
";

const EXTENSION: u32 = 10;
const CAPABILITY: u32 = 17;
const CONSTANT: u32 = 43;
const GATHER: u32 = 4545;

#[test]
fn forms_are_constants_and_offsets_come_last() {
    for level in [OptLevel::None, OptLevel::Default] {
        let options = Options::new(Stage::Fragment).opt_level(level).verify(true);
        let compilation = compile(SOURCE, &options).unwrap_or_else(|failure| panic!("{failure}"));
        let words = compilation.spirv().unwrap_or_else(|error| panic!("{error}"));
        let all = instructions(&words);
        let of = |opcode: u32| all.iter().filter(move |inst| inst.0 == opcode).map(|inst| inst.1);
        let capabilities: Vec<u32> = of(CAPABILITY).map(|operands| operands[0]).collect();
        assert!([25, 4543, 4544].iter().all(|number| capabilities.contains(number)), "{capabilities:?}");
        assert_eq!(of(EXTENSION).count(), 1);
        let value = |id: u32| of(CONSTANT).find(|row| row[1] == id).map_or(u32::MAX, |row| row[2]);
        // Component, form, and the mask of the offset: 8 for a constant, 16 for others.
        let found: Vec<(u32, u32, u32)> =
            of(GATHER).map(|row| (value(row[4]), value(row[5]), row.get(6).copied().unwrap_or(0))).collect();
        let expected =
            [(0, 0, 0), (3, 1, 0), (1, 2, 0), (0, 3, 0), (0, 0, 8), (2, 1, 16), (0, 2, 16), (1, 3, 16)];
        assert_eq!(found, expected);
    }
}

#[test]
fn gathers_are_printed_as_they_are_written() {
    let options = Options::new(Stage::Fragment);
    let compilation = compile(SOURCE, &options).unwrap_or_else(|failure| panic!("{failure}"));
    let glsl = compilation.glsl().unwrap_or_else(|error| panic!("{error}"));
    for call in [
        "textureGather4x1QCOM(floats, place.xy, 0)",
        "textureGatherDOffsetQCOM(layers, place, offset, 2)",
        "#extension GL_QCOM_image_processing3",
    ] {
        assert!(glsl.contains(call), "{glsl}");
    }
    assert!(compile(&glsl, &options).is_ok(), "{glsl}");
}
