#version 450
// client: vulkan
// Gathers from levels of textures, implicit with a bias or explicit (GL_AMD_texture_gather_bias_lod).
// expect spirv: OpCapability ImageGatherBiasLodAMD
#extension GL_AMD_texture_gather_bias_lod : require
#extension GL_ARB_sparse_texture2 : require
layout(binding = 0) uniform sampler2D plane;
layout(binding = 1) uniform isampler2DArray planes;
layout(binding = 2) uniform usamplerCube cube;
layout(binding = 3) uniform samplerCubeArray cubes;
layout(location = 0) in vec4 at;
layout(location = 1) in float lod;
layout(location = 0) out vec4 color;

void main()
{
    const ivec2 offsets[4] = ivec2[4](ivec2(0), ivec2(0, 1), ivec2(1, 0), ivec2(1));
    color = textureGather(plane, at.xy);
    color += textureGather(plane, at.xy, 0, lod);
    color += vec4(textureGather(planes, at.xyz, 1, 0.5));
    color += vec4(textureGatherOffset(planes, at.xyz, ivec2(2, 1), 2, lod));
    color += textureGatherOffsets(plane, at.xy, offsets, 3, lod);
    color += vec4(textureGatherLodAMD(cube, at.xyz, lod));
    color += textureGatherLodAMD(cubes, at, lod, 2);
    color += textureGatherLodOffsetAMD(plane, at.xy, lod, ivec2(1));
    color += vec4(textureGatherLodOffsetsAMD(planes, at.xyz, lod, offsets, 1));
    vec4 texel;
    ivec4 texels;
    int code = sparseTextureGatherARB(plane, at.xy, texel, 1, lod);
    code += sparseTextureGatherOffsetARB(planes, at.xyz, ivec2(1), texels, 2, lod);
    color += texel + vec4(texels);
    code += sparseTextureGatherLodAMD(cubes, at, lod, texel);
    code += sparseTextureGatherLodOffsetsAMD(planes, at.xyz, lod, offsets, texels, 3);
    color += texel + vec4(texels) + float(code);
}
