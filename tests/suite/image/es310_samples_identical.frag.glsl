#version 310 es
// client: opengl
// no glslang: it does not know the extension
// The same in ES.
#extension GL_EXT_shader_samples_identical : require
precision mediump float;
layout(binding = 0) uniform mediump sampler2DMS picture;
layout(location = 0) out vec4 color;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    color = textureSamplesIdenticalEXT(picture, at) ? texelFetch(picture, at, 0) : vec4(0.0);
}
