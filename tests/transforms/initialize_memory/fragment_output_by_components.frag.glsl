#version 450
// passes: initialize_memory
// input x: 1.0
// expect output color: 0.0 1.0 0.0 0.0
// without: undefined
layout(location = 0) in float x;
layout(location = 0) out vec4 color;
void main() { color.y = x; }
