#version 450
// client: opengl
// no glslang: it does not know the extension
// Texels whose samples are known to be alike (GL_EXT_shader_samples_identical). SPIR-V knows it of none.
#extension GL_EXT_shader_samples_identical : require
layout(binding = 0) uniform sampler2DMS picture;
layout(binding = 1) uniform usampler2DMSArray pictures;
layout(location = 0) flat in ivec3 at;
layout(location = 0) out vec4 color;

void main()
{
    color = texelFetch(picture, at.xy, 0);
    if (!textureSamplesIdenticalEXT(picture, at.xy))
        color = (color + texelFetch(picture, at.xy, 1)) * 0.5;
    bool is_alike = textureSamplesIdenticalEXT(pictures, at);
    color.a = is_alike ? 1.0 : float(texelFetch(pictures, at, 1).r);
}
