#version 450
// passes: lower_textures
// image t: r32 4x4 levels 2 mipmap
// image layers: r32 4x4 layers 2
// buffer Numbers: 1 0
// expect output projected: 10.0 7.0 20.0 8.0
// expect output gathered: 11.0 12.0 8.0 7.0
// expect output apart: 6.0 8.0 14.0 16.0
// expect output levels: 17.0 10.0 2.0 2.0
// expect output other: 26.0 2.0 6.0 17.0
// without: same
layout(binding = 0) uniform sampler2D t;
layout(binding = 1) uniform sampler2DArray layers;
layout(std430, binding = 2) readonly buffer Numbers { int level; int first; };
layout(location = 0) out vec4 projected;
layout(location = 1) out vec4 gathered;
layout(location = 2) out vec4 apart;
layout(location = 3) out vec4 levels;
layout(location = 4) out vec4 other;
const ivec2 OFFSETS[4] = ivec2[](ivec2(0, 0), ivec2(2, 0), ivec2(0, 2), ivec2(2, 2));
void main() {
    vec2 at = vec2(0.375, 0.625);
    projected = vec4(textureProjLod(t, vec3(2.0 * at, 2.0), 0.0).x, textureLodOffset(t, at, 0.0, ivec2(1, -1)).x,
        textureLodOffset(t, vec2(0.25), 1.0, ivec2(1, 1)).x, texelFetchOffset(t, ivec2(1, 1), 0, ivec2(2, 0)).x);
    gathered = textureGatherOffset(t, vec2(0.5), ivec2(1, 0));
    apart = textureGatherOffsets(t, vec2(0.5), OFFSETS);
    levels = vec4(textureGrad(t, vec2(0.25), vec2(0.5, 0.0), vec2(0.0)).x,
        textureGrad(t, at, vec2(0.0), vec2(0.0, 0.25)).x, textureSize(t, level));
    other = vec4(textureLodOffset(layers, vec3(at, 1.0), 0.0, ivec2(0, 0)).x, textureSize(layers, first).z,
        textureOffset(t, vec2(0.375, 0.375), ivec2(0)).x, textureProjGradOffset(t, vec4(0.5, 0.5, 7.0, 2.0), vec2(0.5), vec2(0.0), ivec2(0)).x);
}
