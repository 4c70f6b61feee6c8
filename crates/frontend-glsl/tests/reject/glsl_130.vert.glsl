#version 130
// client: opengl
void main() {
    invariant gl_Position; // error: E0501
    gl_Position = vec4(0.0);
}
