#version 450
// passes: lower_wgpu_operations
// image texels: rgba32 4x4 clamp = 0.0 0.0 0.0 0.0 1.0 0.0 0.0 0.0 2.0 0.0 0.0 0.0 3.0 0.0 0.0 0.0 4.0 0.0 0.0 0.0 5.0 0.0 0.0 0.0 6.0 0.0 0.0 0.0 7.0 0.0 0.0 0.0 8.0 0.0 0.0 0.0 9.0 0.0 0.0 0.0 10.0 0.0 0.0 0.0 11.0 0.0 0.0 0.0 12.0 0.0 0.0 0.0 13.0 0.0 0.0 0.0 14.0 0.0 0.0 0.0 15.0 0.0 0.0 0.0
// buffer Offset: 1 -1
// expect output each: 0.0 1.0 10.0 15.0
// expect output moved: 6.0 7.0 3.0 2.0
// without: same
layout(binding = 0) uniform sampler2D texels;
layout(std430, binding = 1) buffer Offset { ivec2 offset; };
layout(location = 0) out vec4 each;
layout(location = 1) out vec4 moved;
void main() {
    const ivec2 offsets[4] = ivec2[](ivec2(-1, -1), ivec2(0, -1), ivec2(1, 1), ivec2(2, 2));
    each = textureGatherOffsets(texels, vec2(0.5), offsets);
    moved = textureGatherOffset(texels, vec2(0.5), offset);
}
