#version 450
// client: vulkan
// Short integers convert where a function takes a `uint`.
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data {
    uint packed;
    vec2 halves;
    vec2 normalized;
    vec4 bytes;
};

void main() {
    uint16_t word = uint16_t(packed);
    halves = unpackHalf2x16(word | uint16_t(packed >> 16));
    normalized = unpackUnorm2x16(word);
    bytes = unpackSnorm4x8(word);
}
