#version 150
// client: opengl
// `gl_FragCoord` must be declared before its first use.
out vec4 color;
void first() {
    color = gl_FragCoord;
}
layout(origin_upper_left) in vec4 gl_FragCoord; // error
void main() {
    first();
}
