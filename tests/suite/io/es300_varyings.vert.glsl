#version 300 es
// client: opengl
// Varyings in ES without locations, with flat and centroid.
layout(location = 2) in vec4 a_position;
in vec2 a_uv;
in uint a_layer;
uniform mat4 u_mvp;
out vec2 v_uv;
centroid out vec2 v_center;
flat out uint v_layer;
out mat3 v_basis;

void main() {
    v_uv = a_uv;
    v_center = a_uv - 0.5;
    v_layer = a_layer + 1u;
    v_basis = mat3(u_mvp);
    gl_Position = u_mvp * a_position;
}
