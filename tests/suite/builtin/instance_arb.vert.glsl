#version 110
// client: opengl
// The number of the instance by the name of GL_ARB_draw_instanced.
// no glslang: it does not know gl_InstanceIDARB before version 140
#extension GL_ARB_draw_instanced : require
uniform vec4 places[4];

void main() {
    gl_Position = gl_Vertex + places[gl_InstanceIDARB];
}
