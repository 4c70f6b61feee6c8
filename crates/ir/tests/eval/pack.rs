//! Packing: every byte and 16-bit field, and the rounding between them.

use vitrum_ir::eval::{FloatFormat, pack};

fn single(value: f32) -> u64 {
    u64::from(value.to_bits())
}

#[test]
fn normalised_fields_round_trip() {
    for field in 0..=255u64 {
        let packed = field | (255 - field) << 8 | 0x8001_0000;
        assert_eq!(pack::pack_unorm4x8(pack::unpack_unorm4x8(packed)), packed);
        // -128 and -127 are both -1, which packs as -127.
        let expected =
            [0, 8, 16, 24].map(|at| packed >> at & 255).map(|byte| if byte == 0x80 { 0x81 } else { byte });
        let expected = expected.iter().rev().fold(0, |packed, byte| packed << 8 | byte);
        assert_eq!(pack::pack_snorm4x8(pack::unpack_snorm4x8(packed)), expected);
    }
    for field in 0..=65535u64 {
        let packed = field << 16 | (65535 - field);
        assert_eq!(pack::pack_unorm2x16(pack::unpack_unorm2x16(packed)), packed);
        let fix = |half: u64| if half == 0x8000 { 0x8001 } else { half };
        let expected = fix(field) << 16 | fix(65535 - field);
        assert_eq!(pack::pack_snorm2x16(pack::unpack_snorm2x16(packed)), expected);
    }
}

#[test]
fn values_are_clamped_and_rounded() {
    let bytes = |x: f32| pack::pack_unorm4x8([single(x); 4]) & 255;
    assert_eq!([bytes(-1.0), bytes(2.0), bytes(0.5), bytes(f32::NAN)], [0, 255, 128, 0]);
    // The product of floats is 229.5, that of real numbers less.
    assert_eq!(bytes(0.9), 230);
    let bytes = |x: f32| pack::pack_snorm4x8([single(x); 4]) & 255;
    assert_eq!([bytes(-2.0), bytes(2.0), bytes(-0.5), bytes(f32::NAN)], [0x81, 0x7f, 0xc0, 0]);
    assert_eq!(pack::unpack_snorm4x8(0x80)[0], single(-1.0));
    assert_eq!(pack::unpack_unorm2x16(1)[0], single(1.0 / 65535.0));
}

#[test]
fn halves() {
    assert_eq!(pack::pack_half2x16([single(1.0), single(-2.0)]), 0xc000_3c00);
    assert_eq!(pack::unpack_half2x16(0xc000_3c00), [single(1.0), single(-2.0)]);
    assert_eq!(pack::unpack_half2x16(0x7c01)[0], FloatFormat::F32.nan());
}
