#version 450
// passes: limit_resources
// options: set limit_resources.preset=webgl2, set limit_resources.varyings=1, set limit_resources.loop-nesting=4
// input x: 1.0
// expect output color: 1.0 1.0 1.0 1.0
// without: same
layout(location = 0) in float x;
layout(location = 0) out vec4 color;
void main() { color = vec4(x); }
