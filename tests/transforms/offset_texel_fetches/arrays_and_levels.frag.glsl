#version 450
// passes: offset_texel_fetches
// input x: 0
// image a: rgba32 3x2 layers 2
// expect output color: 26.0 28.0 30.0 32.0
// without: same
layout(location = 0) flat in int x;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2DArray a;
void main() { color = texelFetchOffset(a, ivec3(x, x, 1), 0, ivec2(2, 1)) + texelFetchOffset(a, ivec3(x + 1, 0, 0), 0, ivec2(-1, 0)) - vec4(20.0); }
