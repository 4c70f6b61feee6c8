#version 120
// client: opengl
// no glslang: it does not know GL_EXT_draw_instanced
// gl_InstanceID of GL_EXT_draw_instanced.
#extension GL_EXT_draw_instanced : require
uniform vec4 offsets[4];
attribute vec4 corner;

void main()
{
    gl_Position = corner + offsets[gl_InstanceID];
}
