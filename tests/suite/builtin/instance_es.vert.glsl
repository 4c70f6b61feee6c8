#version 100
// client: opengl
// The number of the instance by the name that GL_EXT_draw_instanced has in ES.
// no glslang: it does not know GL_EXT_draw_instanced
#extension GL_EXT_draw_instanced : require
attribute vec4 position;
uniform vec4 places[4];

void main() {
    gl_Position = position + places[gl_InstanceIDEXT];
}
