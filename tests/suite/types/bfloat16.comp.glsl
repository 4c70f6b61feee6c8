#version 450
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_scalar_block_layout : require
// client: vulkan
// no glslang: Debian's does not know the extension
// Brain floats in every place that may have them, with conversions, bit casts and dot products.
layout(local_size_x = 1) in;
layout(constant_id = 1) const bfloat16_t SPECIAL = bfloat16_t(10);
const bf16vec2 PAIR = bf16vec2(20, -0.1);
struct Part { bfloat16_t one; bf16vec3 three; };
layout(scalar, binding = 0) buffer Data { Part parts[2]; bf16vec4 four; bfloat16_t rest[]; };
layout(scalar, binding = 1) buffer Results { float wide[4]; float16_t half_; double most; int whole; i16vec2 bits; };
shared bfloat16_t shared_[4];
bfloat16_t pick(bf16vec4 of, int index) { return of[index]; }
void main() {
    bfloat16_t b = bfloat16_t(wide[0]) , zero = bfloat16_t(half_);
    shared_[0] = pick(four, whole);
    barrier();
    parts[1].three = bf16vec3(PAIR, shared_[0]);
    wide[1] = b;
    most = SPECIAL;
    wide[2] = wide[1] + float(b);
    half_ = float16_t(zero);
    whole = int(b) + int(bfloat16_t(whole)) + int(uint64_t(bfloat16_t(uint8_t(whole))));
    bits = bfloat16BitsToIntEXT(bf16vec2(four.zw)) + i16vec2(bfloat16BitsToUintEXT(b));
    rest[1] = intBitsToBFloat16EXT(bits.x);
    rest[2] = uintBitsToBFloat16EXT(uint16_t(whole));
    rest[3] = whole > 3 ? dot(four, four) : dot(b, zero);
    four.xy = parts[0].three.zx;
    rest[4] = bfloat16_t(1.0 / 0.0);
    wide[3] = bfloat16_t(0.1);
}
