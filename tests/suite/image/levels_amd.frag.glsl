#version 450
// client: vulkan
// Levels of storage images (GL_AMD_shader_image_load_store_lod).
// expect spirv: OpCapability ImageReadWriteLodAMD
#extension GL_AMD_shader_image_load_store_lod : require
#extension GL_ARB_sparse_texture2 : require
layout(binding = 0, rgba32f) uniform image2D plane;
layout(binding = 1, rgba32ui) uniform uimage2DArray planes;
layout(binding = 2, rgba16f) uniform writeonly imageCube cube;
layout(location = 0) flat in ivec4 at;
layout(location = 0) out vec4 color;

void main()
{
    color = imageLoadLodAMD(plane, at.xy, at.w);
    imageStoreLodAMD(planes, at.xyz, 2, uvec4(color));
    imageStoreLodAMD(cube, ivec3(1, 2, 5), at.w, color);
    uvec4 texel;
    color.x += float(sparseImageLoadLodAMD(planes, at.xyz, 1, texel));
    color += vec4(texel);
}
