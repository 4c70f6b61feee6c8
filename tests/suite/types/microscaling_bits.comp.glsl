#version 450
#extension GL_EXT_float_e2m1 : require
#extension GL_EXT_float_e2m3 : require
#extension GL_EXT_float_e3m2 : require
#extension GL_EXT_float_e5m2 : require
#extension GL_EXT_long_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// client: vulkan
// no glslang: Debian's does not know the extensions
// Floats of 4 and 6 bits: constants, conversions, packed vectors, and fields of bytes.
layout(local_size_x = 1) in;
layout(constant_id = 1) const floate2m1_t LARGE = 10.fe2m1;
const fe3m2vec2 PAIR = fe3m2vec2(20, -0.0625);
layout(binding = 0) buffer Data { uint8_t bytes[16]; uint16_t half_words[4]; uint words[8]; };
layout(binding = 1) buffer Results { vec4 wide; f16vec2 half_; double most; int whole; };
struct Both { floate2m1_t small; fe2m3vec3 large; };
floate2m1_t pick(Both of) { return of.small; }
void main() {
    fe2m1vec2 two = unpackFloat2xfe2m1EXT(bytes[0]);
    fe2m1vec4 four = unpackFloat4xfe2m1EXT(half_words[0]);
    vector<floate2m1_t, 8> eight = unpackFloat8xfe2m1EXT(words[0]);
    vector<floate2m1_t, 16> sixteen = unpackFloat16xfe2m1EXT(uvec2(words[1], words[2]));
    wide = vec4(float(two.y), float(four.z), float(eight[5]), float(sixteen[9]));
    bytes[0] = packFloat2xfe2m1EXT(two.yx);
    half_words[0] = packFloat4xfe2m1EXT(fe2m1vec4(two, LARGE, 0.5fe2m1));
    words[0] = packFloat8xfe2m1EXT(eight);
    uvec2 both = packFloat16xfe2m1EXT(sixteen);
    words[1] = both.x ^ both.y;
    fe2m3vec4 numbers = unpackFloat4xfe2m3EXT(u8vec3(bytes[1], bytes[2], bytes[3]));
    vector<floate3m2_t, 8> more = unpackFloat8xfe3m2EXT(u16vec3(half_words[1], half_words[2], half_words[3]));
    vector<floate2m3_t, 16> most_ = unpackFloat16xfe2m3EXT(uvec3(words[3], words[4], words[5]));
    half_ = f16vec2(float16_t(numbers.w), more[1]);
    most = most_[15];
    u8vec3 three = packFloat4xfe2m3EXT(numbers);
    bytes[4] = three.x + three.z;
    half_words[1] = packFloat8xfe3m2EXT(more).y;
    words[6] = packFloat16xfe2m3EXT(most_).z;
    floate2m1_t low = bitcastExtractfe2m1EXT(bytes[5], 0);
    fe3m2vec2 high = bitcastExtractfe3m2EXT(u8vec2(bytes[6], bytes[7]), 2);
    Both parts = Both(low, fe2m3vec3(bitcastExtractfe2m3EXT(bytes[8], 1), numbers.xy));
    wide.x += float(pick(parts)) + float(high.y) + float(parts.large.z) + float(PAIR.x);
    wide.y += float(floate5m2_t(low));
    whole = int(high.x) + int(1.5fe2m3);
}
