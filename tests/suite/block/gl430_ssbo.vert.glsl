#version 430
// client: opengl
// Storage buffers in a desktop vertex shader, without bindings.
buffer Points { vec3 p[]; };
layout(std430) readonly buffer Order { uint order[]; } o;
uniform mat4 mvp;
uniform float k = 0.5;

void main()
{
    uint i = o.order[gl_VertexID];
    gl_Position = mvp * vec4(p[i] + p[(i + 1u) % uint(p.length())] * k, 1);
}
