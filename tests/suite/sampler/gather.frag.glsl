#version 450
// client: vulkan
// textureGather with component, offset and four offsets.
layout(binding = 0) uniform sampler2D s;
layout(binding = 1) uniform isampler2DArray a;
layout(binding = 2) uniform samplerCube c;
layout(binding = 3) uniform usampler2D u;
layout(location = 0) in vec3 p;
layout(location = 0) out vec4 o;

void main()
{
    const ivec2 four[4] = ivec2[](ivec2(0), ivec2(1, 0), ivec2(0, 1), ivec2(-1));
    o = textureGather(s, p.xy) + textureGather(s, p.xy, 2) + textureGather(c, p, 3);
    o += vec4(textureGather(a, p, 1)) + vec4(textureGather(u, p.yx));
    o += textureGatherOffset(s, p.xy, ivec2(2, -2)) + textureGatherOffset(s, p.xy, ivec2(1), 1);
    o += textureGatherOffsets(s, p.xy, four, 3);
}
