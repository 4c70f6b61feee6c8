#version 300 es
// One of several triangles by its number.
in vec2 position;
out vec2 uv;
flat out int part;

void main() {
    part = gl_VertexID / 3 & 1;
    uv = position * 0.5 + 0.5;
    gl_Position = vec4(position, 0.0, 1.0);
}
