#version 450
// A bias is added to a level that derivatives choose, and a gather's component stands before it.
#extension GL_AMD_texture_gather_bias_lod : require
layout(binding = 0) uniform sampler2D plane;

void main()
{
    gl_Position = textureGather(plane, vec2(0.5), 0, 1.0); // error: E0609
    gl_Position += textureGather(plane, vec2(0.5), 1.0); // error: E0700
}
