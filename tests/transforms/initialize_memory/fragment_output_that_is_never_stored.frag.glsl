#version 450
// passes: initialize_memory
// input x: 1.0
// expect output color: 1.0 1.0 1.0 1.0
// expect output more: 0.0 0.0
// without: undefined
layout(location = 0) in float x;
layout(location = 0) out vec4 color;
layout(location = 1) out vec2 more;
void main() { color = vec4(x); if (x > 5.0) more = vec2(1.0); }
