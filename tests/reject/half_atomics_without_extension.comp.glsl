#version 450
// client: vulkan
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 1) in;
layout(binding = 0, rg16f) uniform image2D pairs;
layout(binding = 1) buffer Data { f16vec2 two; };
void main() {
    atomicAdd(two, f16vec2(1.0)); // error: E0700
    imageAtomicAdd(pairs, ivec2(0), f16vec2(1.0)); // error: E0700
}
