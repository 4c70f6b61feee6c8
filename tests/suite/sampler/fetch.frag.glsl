#version 450
// client: vulkan
// texelFetch on mip-mapped, array, buffer and multisampled textures.
layout(binding = 0) uniform sampler2D s2;
layout(binding = 1) uniform isampler3D s3;
layout(binding = 2) uniform usampler2DArray sa;
layout(binding = 3) uniform sampler2DMS ms;
layout(binding = 4) uniform samplerBuffer sb;
layout(binding = 5) uniform sampler2DMSArray msa;
layout(binding = 6) uniform sampler1D s1;
layout(location = 0) out vec4 o;

void main()
{
    ivec2 c = ivec2(gl_FragCoord.xy);
    o = texelFetch(s2, c, 0) + vec4(texelFetch(s3, ivec3(c, 2), 1)) + vec4(texelFetch(sa, ivec3(c, 3), 0));
    o += texelFetch(ms, c, gl_SampleID & 3) + texelFetch(msa, ivec3(c, 1), 0) + texelFetch(sb, c.x);
    o += texelFetchOffset(s2, c, 1, ivec2(-1, 1)) + texelFetchOffset(s1, c.y, 0, 3);
}
