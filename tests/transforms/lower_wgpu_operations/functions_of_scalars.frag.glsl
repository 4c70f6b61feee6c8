#version 450
// passes: lower_wgpu_operations
// input x: -2.0
// input n: 3.0
// image texels: rgba32 2x2 layers 2
// expect output color: -1.0 2.0 5.0 -3.0
// expect output second: 34.0 inf -inf 1.0
// without: same
// Functions of scalars that WGSL has for vectors only, infinities, and a fetch with an offset.
layout(location = 0) in float x;
layout(location = 1) in float n;
layout(binding = 0) uniform sampler2DArray texels;
layout(location = 0) out vec4 color;
layout(location = 1) out vec4 second;
void main() {
    color = vec4(normalize(x), length(x), distance(x, n), faceforward(n, -x, n));
    float infinity = x < 0.0 ? uintBitsToFloat(0x7f800000u) : x;
    second = vec4(reflect(x, n), infinity, -infinity, texelFetchOffset(texels, ivec3(0, 0, 1), 0, ivec2(1, 1)).x > texelFetch(texels, ivec3(1, 1, 0), 0).x ? 1.0 : 0.0);
}
