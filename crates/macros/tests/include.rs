//! `include_glsl!` gives the words of shaders, by its options.

use vitrum_macros::include_glsl;

const DAY: &[u32] = include_glsl!("tests/shaders/sky.frag");
const NIGHT: &[u32; NIGHT_WORDS] =
    include_glsl!("tests/shaders/sky.frag", target: "vulkan1.0", optimize: "1", define: "NIGHT=0.25");
const NIGHT_WORDS: usize = DAY.len();
static WHOLE: &[u32] =
    include_glsl!("tests/shaders/sky.frag", optimize: "0", include: "tests/shaders", stage: "frag",);

#[test]
fn shaders_are_constants() {
    assert_eq!((DAY[0], DAY[1]), (0x0723_0203, 0x0001_0300));
    assert_eq!((NIGHT[0], NIGHT[1]), (0x0723_0203, 0x0001_0000));
    assert!(DAY.contains(&0.5f32.to_bits()) && NIGHT.contains(&0.125f32.to_bits()));
    assert!(WHOLE.len() >= DAY.len());
}
