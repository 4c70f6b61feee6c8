//! Compiles the shaders of this example.

fn main() {
    vitrum_build::Shaders::new("shaders")
        .include("shaders/include")
        .define("LIGHTS", "2")
        .permutation("sky.frag", "night", [("NIGHT", "1")])
        .derive("bytemuck::Pod")
        .derive("bytemuck::Zeroable")
        .compile();
}
