#version 320 es
layout(points) in;
layout(points, max_vertices = 1) out;
in vec4 position[];
void main() {
    gl_Position = position[0];
    EmitVertex();
}
