#version 450
#extension GL_EXT_long_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_shader_subgroup_arithmetic : require
// client: vulkan
// no glslang: Debian's does not know the extension
// Vectors of one, five and more components: constructors, operators, functions, elements, parameters and memory.
layout(local_size_x = 4) in;
const vector<float, 8> HALVES = vector<float, 8>(0.5);
const vector<int, 5> STEPS = vector<int, 5>(1, ivec2(2, 3), vec2(4.0, 5.0));
struct Pair { vector<uint, 1> one; vector<float, 6> six; };
layout(std430, binding = 0) buffer Data { vector<float, 8> rows[]; };
layout(std140, binding = 1) buffer Kept { Pair pairs[2]; vector<bool, 5> truths; vector<int, 5> five; float last; };
layout(binding = 2) uniform Block { vector<float, 7> seven; };
shared vector<uint, 9> counts;
vector<float, 8> kept;

vector<float, 5> twice(vector<float, 5> v, inout vector<int, 5> w) { w += 1; return v * 2.0; }
vector<float, 1> pick(vector<float, 1> v) { return v; }
float pick(float v) { return v + 1.0; }

void main() {
    uint id = gl_LocalInvocationIndex;
    vector<float, 8> v = rows[id] * HALVES + 2.0;
    kept = -v / 3.0;
    v[2] = kept[id + 4u];
    v[7] += 1.0;
    vector<float, 5> f = vector<float, 5>(v[0], vec4(1.0, 2.0, 3.0, 4.0));
    f = twice(f, five);
    f = smoothstep(0.0, 1.0, mix(f, sqrt(f), 0.25)) + clamp(f, 0.0, 1.0) + fract(f);
    vector<bool, 5> b = lessThan(f, vector<float, 5>(seven[1]));
    truths = b;
    b = not(truths);
    if (any(b) && !all(b) && f != vector<float, 5>(1.0)) five = STEPS;
    f = mix(f, f + f, b);
    vector<uint, 5> u = vector<uint, 5>(five) << 2u & floatBitsToUint(f);
    u = u % 7u ^ ~u | u >> vector<uint, 5>(1u);
    u++;
    counts[id] = bitCount(u)[1] + uint(dot(f, f) + length(f));
    barrier();
    pairs[1].one[0] = counts[3];
    pairs[0].six = vector<float, 6>(normalize(f), pick(f[0]));
    last = pick(vector<float, 1>(last))[0] + float(u == u) + float(five.length() + rows.length());
    int whole = int(last);
    vector<int16_t, 5> small = vector<int16_t, 5>(u);
    five = vector<int, 5>(small) + (whole > 2 ? five : STEPS);
    rows[id] = subgroupAdd(v) + (v *= 3.0)[whole];
    f = modf(f, f);
    f = vector<float, 5>(vector<double, 5>(f)) + frexp(f, five);
}
