#version 450
#extension GL_EXT_float_ue8m0 : require
#extension GL_EXT_float_mxint8 : require
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_scalar_block_layout : require
// client: vulkan
// no glslang: Debian's does not know the extensions
// Scales and fractions of the microscaling formats that fill a byte, in memory, as bits and as numbers.
layout(local_size_x = 1) in;
layout(constant_id = 1) const floatue8m0_t SCALE = floatue8m0_t(10);
const fmxint8vec2 PAIR = fmxint8vec2(0.25, -5);
struct Part { floatue8m0_t scale; fmxint8vec3 numbers; };
layout(scalar, binding = 0) buffer Data { Part parts[2]; fue8m0vec4 scales; floatmxint8_t rest[]; };
layout(scalar, binding = 1) buffer Results { vec4 wide; f16vec2 half_; double most; int whole; i8vec4 bits; u8vec2 more; bfloat16_t brain; int last; };
shared fmxint8vec2 shared_[2];
floatue8m0_t pick(fue8m0vec4 of, int index) { return of[index]; }
void main() {
    shared_[0] = parts[0].numbers.yx;
    shared_[1] = PAIR;
    barrier();
    wide.x = float(pick(scales, whole)) * shared_[0].x;
    wide.y = float(SCALE);
    wide.zw = vec2(shared_[1]);
    half_ = f16vec2(parts[1].numbers.zx);
    most = rest[0];
    brain = rest[1];
    whole = int(rest[2]);
    bits = floatue8m0BitsToIntEXT(scales);
    more = floatmxint8BitsToUintEXT(parts[0].numbers.xy) + floatue8m0BitsToUintEXT(scales.xy);
    bits.x += floatmxint8BitsToIntEXT(rest[3]);
    rest[4] = intBitsToFloatmxint8EXT(bits.y);
    rest[5] = uintBitsToFloatmxint8EXT(more.x);
    scales.xy = fue8m0vec2(intBitsToFloatue8m0EXT(bits.z), uintBitsToFloatue8m0EXT(more.y));
    rest[6] = 1.5fmxint8;
    rest[7] = floatmxint8_t(-1e9);
    scales.z = 0.75fue8m0;
    scales.w = floatue8m0_t(1.0 / 0.0);
}
