#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// passes: lower_blocks_to_words
// buffer B: 0x04fe0201 0x80070605 7 0x00000009 0xffffffff 0x40302010 5
// expect buffer B: 0xff11feff 0x81070605 9 0x00000009 0x04030201 0x40ff2211 5
// expect buffer Result: 1 2 -2 0x80070605 0x10 0x20 0x30 0x40 5 8 7 7
// without: same
// Single bytes, halves and vectors of bytes are read and written, by one invocation each, and words beside them with atomics.
layout(local_size_x = 2) in;
layout(std430, binding = 0) buffer B {
    uint8_t first; int8_t some[3]; u8vec4 v; uint count; uint16_t half_; u8vec4 whole; uint8_t last[];
} b;
layout(std430, binding = 1) buffer Result { int result[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    if (i == 0u) {
        result[0] = int(b.first); result[1] = int(b.some[0]); result[2] = int(b.some[i + 1u]);
        u8vec4 v = b.v;
        result[3] = int(v.x) | int(v.y) << 8 | int(v.z) << 16 | int(v.w) << 24;
        for (int j = 0; j < 4; j++) result[4 + j] = int(b.last[j]);
        result[8] = int(b.last[4]);
        result[9] = b.last.length();
    }
    memoryBarrierBuffer();
    barrier();
    if (i == 0u) {
        b.whole = u8vec4(1, 2, 3, 4);
        b.v.w = uint8_t(0x81);
        b.first = uint8_t(-1);
        b.last[2] = uint8_t(255);
    }
    result[10 + i] = min(int(atomicAdd(b.count, 1u)), 7);
    b.some[1 + i] = int8_t(i == 0u ? 0x11 : -1);
    b.some[0] = int8_t(-2);
    b.last[i] = uint8_t(0x11u * (i + 1u));
}
