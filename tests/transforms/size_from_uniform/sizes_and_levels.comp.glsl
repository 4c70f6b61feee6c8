#version 450
// passes: size_from_uniform
// buffer DriverUniforms: 64 3 1 5  9 8 7 1
// image flat_texels: rgba32 4x4
// image layers: r32 2x2 layers 3
// expect buffer Result: 32 1 5 9 8 7 64
// without: other
layout(binding = 0) uniform sampler2D flat_texels;
layout(binding = 1, r32f) uniform readonly image2DArray layers;
layout(std430, binding = 2) buffer Result { int results[7]; };
ivec2 size_of(sampler2D texels, int level) { return textureSize(texels, level); }
void main() {
    ivec2 size = size_of(flat_texels, 1);
    results[0] = size.x;
    results[1] = size.y;
    results[2] = textureQueryLevels(flat_texels);
    ivec3 whole = imageSize(layers);
    results[3] = whole.x;
    results[4] = whole.y;
    results[5] = whole.z;
    results[6] = textureSize(flat_texels, 0).x;
}
