#version 310 es
// client: opengl
// Uniform and storage blocks in ES.
layout(std140) uniform Scene { mat4 vp; highp vec4 lights[3]; lowp float k; } scene;
layout(std430, binding = 1) readonly buffer Offsets { vec4 at[]; };
in vec4 pos;
out vec4 lit;

void main() {
    vec4 p = pos + at[gl_InstanceID];
    lit = vec4(0.0);
    for (int i = 0; i < 3; ++i) lit += max(dot(p, scene.lights[i]), 0.0) * scene.k;
    gl_Position = scene.vp * p;
}
