#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// passes: lower_wgpu_operations
// buffer Pair: 0x89abcdef 0x01234567
// buffer Half: 0x3c004000
// expect buffer Long: 0x789abcde 0x123456
// expect buffer Pair: 0x01234567 0x89abcdef
// expect buffer Half: 0x40003c00
// without: same
layout(std430, binding = 0) buffer Pair { uvec2 pair; };
layout(std430, binding = 1) buffer Long { uint64_t whole; };
layout(std430, binding = 2) buffer Half { uint both; };
void main() {
    whole = packUint2x32(pair);
    pair = unpackUint2x32(whole).yx;
    whole = whole >> (uint64_t(pair.x & 0xfu) - uint64_t(3));
    f16vec2 halves = unpackFloat2x16(both);
    both = packFloat2x16(halves.yx);
}
