#version 450
// client: vulkan
#extension GL_NV_shader_atomic_fp16_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 1) in;
layout(binding = 0, rg16f) uniform image2D pairs;
layout(binding = 1, rgba16f) uniform image2D colors;
layout(binding = 2, r32f) uniform image2D numbers;
layout(binding = 3) buffer Data { f16vec3 three; f16vec2 two; vec2 wide; };
void main() {
    atomicAdd(three, f16vec3(1.0)); // error: E0700
    atomicAdd(wide, vec2(1.0)); // error: E0700
    atomicCompSwap(two, f16vec2(1.0), f16vec2(2.0)); // error: E0700
    imageAtomicAdd(pairs, ivec2(0), f16vec4(1.0)); // error: E0520
    imageAtomicAdd(colors, ivec2(0), f16vec2(1.0)); // error: E0520
    imageAtomicAdd(numbers, ivec2(0), f16vec2(1.0)); // error: E0520
    imageAtomicExchange(pairs, ivec2(0), 1.0); // error: E0520
}
