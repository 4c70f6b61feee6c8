// client: opengl
#version 120
// `invariant` comes before every use of its variable (GLSL 1.20 section 4.6.1).
varying vec4 before;
varying vec4 after;
invariant before;
invariant before;
void main() {
    gl_Position = gl_Vertex;
    before = after = gl_Vertex;
}
invariant gl_Position; // error: E0501
invariant after; // error: E0501
