#version 450
// passes: initialize_memory
// input x: 1.0 -1.0 2.0 -2.0
// expect output color: 1.0 1.0 1.0 1.0  0.0 0.0 0.0 0.0  1.0 1.0 1.0 1.0  0.0 0.0 0.0 0.0
// without: undefined
layout(location = 0) in float x;
layout(location = 0) out vec4 color;
void main() { if (x > 0.0) color = vec4(1.0); }
