#version 450
// client: vulkan
// Textures whose texels are halves, with coordinates of floats and of halves (GL_AMD_gpu_shader_half_float_fetch).
// expect spirv: OpCapability Float16ImageAMD
#extension GL_AMD_gpu_shader_half_float : require
#extension GL_AMD_gpu_shader_half_float_fetch : require
#extension GL_ARB_sparse_texture2 : require
#extension GL_ARB_sparse_texture_clamp : require
layout(binding = 0) uniform f16sampler2D picture;
layout(binding = 1) uniform f16samplerCube sky;
layout(binding = 2) uniform f16sampler1DShadow line;
layout(binding = 3) uniform f16sampler2DArrayShadow layers;
layout(binding = 4) uniform f16samplerCubeArrayShadow skies;
layout(binding = 5) uniform f16texture3D volume;
layout(binding = 6) uniform sampler how;
layout(binding = 7, rgba16f) uniform f16image2D target;
layout(binding = 8, input_attachment_index = 0) uniform f16subpassInput attachment;
layout(binding = 9) uniform f16samplerBuffer texels;
layout(location = 0) in vec4 place;
layout(location = 1) in f16vec4 near;
layout(location = 0) out vec4 color;

void main() {
    f16vec4 sum = texture(picture, place.xy) + texture(picture, near.xy, near.w);
    sum += textureLod(sky, near.xyz, near.w) + textureGrad(sky, place.xyz, dFdx(place.xyz), dFdy(place.xyz));
    sum += textureGrad(sky, near.xyz, near.yzx, near.zxy);
    sum += textureProj(picture, near.xyz) + textureProjOffset(picture, near, ivec2(1), near.x);
    sum.x += texture(line, place.xyz) + texture(line, near.xy, place.z, near.w);
    sum.y += textureProj(line, near.xyz, place.z) + textureProjLod(line, place, place.y);
    sum.z += texture(layers, place) + texture(layers, near.xyz, place.w);
    sum.w += texture(skies, place, place.x) + texture(skies, near, place.x);
    sum += textureGather(layers, near.xyz, place.w) + textureGather(picture, near.xy, 1);
    sum += texture(f16sampler3D(volume, how), near.xyz) + texelFetch(f16sampler3D(volume, how), ivec3(place), 0);
    f16vec4 found;
    float16_t depth;
    if (sparseTexelsResidentARB(sparseTextureARB(picture, near.xy, found))) sum += found;
    if (sparseTexelsResidentARB(sparseTextureOffsetARB(layers, near.xyz, place.w, ivec2(1, 2), depth))) sum.x += depth;
    sum += textureClampARB(picture, near.xy, near.z);
    sum.xy += f16vec2(textureQueryLod(picture, near.xy));
    sum += imageLoad(target, ivec2(place.xy)) + subpassLoad(attachment) + texelFetch(texels, int(place.x));
    imageStore(target, ivec2(place.zw), sum);
    color = sum;
}
