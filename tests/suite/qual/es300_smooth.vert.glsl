#version 300 es
// client: opengl
// Versions without this word have no other interpolation.
in vec4 position;
smooth out vec4 v;

void main() {
    v = position;
    gl_Position = position;
}
