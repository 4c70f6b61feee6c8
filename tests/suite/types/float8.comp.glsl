#version 450
#extension GL_EXT_float_e4m3 : require
#extension GL_EXT_float_e5m2 : require
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_scalar_block_layout : require
// client: vulkan
// no glslang: Debian's does not know the extensions
// Floats of 8 bits in every place that may have them, with conversions that saturate and that do not, and bit casts.
layout(local_size_x = 1) in;
layout(constant_id = 1) const floate4m3_t SPECIAL = floate4m3_t(10);
const fe5m2vec2 PAIR = fe5m2vec2(20, -0.1);
struct Part { floate4m3_t one; fe5m2vec3 three; };
layout(scalar, binding = 0) buffer Data { Part parts[2]; fe4m3vec4 four; floate5m2_t rest[]; };
layout(scalar, binding = 1) buffer Results { vec4 wide; f16vec2 half_; double most; int whole; i8vec4 bits; u8vec2 more; bfloat16_t brain; };
shared fe4m3vec2 shared_[4];
floate4m3_t pick(fe4m3vec4 of, int index) { return of[index]; }
void main() {
    floate4m3_t a = floate4m3_t(wide.x);
    shared_[0] = fe4m3vec2(pick(four, whole), a);
    barrier();
    parts[1].three = fe5m2vec3(PAIR, floate5m2_t(shared_[0].x));
    wide.y = a;
    most = SPECIAL;
    half_ = parts[1].three.zx;
    whole = int(a) + int(floate5m2_t(uint(whole)));
    bits = floate4m3BitsToIntEXT(four);
    more = floate5m2BitsToUintEXT(parts[1].three.xy) + floate4m3BitsToUintEXT(shared_[1]);
    bits.x += floate5m2BitsToIntEXT(rest[0]);
    rest[1] = intBitsToFloate5m2EXT(bits.y);
    rest[2] = uintBitsToFloate5m2EXT(more.x);
    four.xy = fe4m3vec2(intBitsToFloate4m3EXT(bits.x), uintBitsToFloate4m3EXT(more.y));
    saturatedConvertEXT(rest[3], wide.z);
    saturatedConvertEXT(four, wide);
    saturatedConvertEXT(shared_[2], half_);
    saturatedConvertEXT(rest[4], most);
    saturatedConvertEXT(rest[5], brain);
    brain = rest[4];
    rest[6] = floate5m2_t(1e9);
    rest[7] = floate5m2_t(a);
    wide.w = floate4m3_t(500.0);
}
