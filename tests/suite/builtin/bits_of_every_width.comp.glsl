#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// no glslang: it has these functions for 32 bits only
// Functions of the bits of integers that are not 32 bits wide, with operands that only a run knows.
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Bits { uint words[16]; ivec4 found[16]; uvec2 fields[16]; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    uint word = words[i] + i * 0x9e3779b9u;
    uint64_t wide = uint64_t(word) << (i * 2u) | uint64_t(i & 3u);
    uint16_t narrow = uint16_t(word);
    found[i] = ivec4(findMSB(wide), findLSB(wide), bitCount(wide), findMSB(int64_t(wide)))
        + 100 * ivec4(findMSB(narrow), findLSB(narrow), bitCount(narrow), findMSB(int16_t(narrow)));
    uint64_t field = bitfieldInsert(bitfieldReverse(wide), wide, int(i), int(i));
    field ^= uint64_t(bitfieldExtract(int64_t(wide), int(i), 33)) + bitfieldExtract(wide, 3, int(i));
    fields[i] = unpackUint2x32(field) + uvec2(bitfieldReverse(narrow), bitfieldExtract(narrow, 2, 7));
}
