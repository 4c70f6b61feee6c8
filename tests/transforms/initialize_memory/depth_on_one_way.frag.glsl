#version 450
// passes: initialize_memory
// input x: 1.0 -1.0 2.0 -2.0
// expect output gl_FragDepth: 0.5 0.0 0.5 0.0
// without: undefined
layout(location = 0) in float x;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(1.0);
    if (x > 0.0) gl_FragDepth = 0.5;
}
