//! Prints the number of words of a shader that the program holds.

use vitrum_macros::include_glsl;

const SKY: &[u32] = include_glsl!("tests/shaders/sky.frag", target: "vulkan1.2", define: "NIGHT=0.5");

fn main() {
    println!("{} words", SKY.len());
}
