#version 450
// passes: flip_y
// options: set flip_y.source=push_constant
// vertices: 2
// buffer P: 2.0 -1.0
// expect output gl_Position: 2.0 -4.0 0.0 1.0  2.0 -4.0 0.0 1.0
// without: other
layout(push_constant) uniform P { float scale; };
void main() {
    gl_Position = vec4(scale, scale + scale, 0.0, 1.0);
}
