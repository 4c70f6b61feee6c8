// Offsets that are not constant: a gather takes them, the coordinate of a fetch is moved, and samples need a feature that
// no target has.
// target: vulkan1.3
// expect spirv: OpIAdd
// no glslang: Debian's does not know GL_EXT_texture_offset_non_const
#version 460
#extension GL_EXT_texture_offset_non_const : require
layout(binding = 0) uniform sampler2D s;
layout(binding = 1) uniform sampler2DArray list;
layout(location = 0) flat in ivec2 i;
layout(location = 0) out vec4 o;

void main() {
    o = textureGatherOffset(s, vec2(0.5), i);
    o += texelFetchOffset(s, ivec2(1), 0, i);
    o += texelFetchOffset(list, ivec3(1), 0, i);
    o += texelFetchOffset(s, ivec2(1), 0, ivec2(2));
    o += textureOffset(s, vec2(0.5), ivec2(1));
}
