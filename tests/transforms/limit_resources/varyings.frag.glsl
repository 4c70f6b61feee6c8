#version 450
// passes: limit_resources
// options: set limit_resources.varyings=2
// refused: does not fit into the 2 vectors for varyings
layout(location = 0) out vec4 color;
layout(location = 0) in vec4 a;
layout(location = 1) in vec3 b;
layout(location = 2) in vec2 c;
void main() { color = a + vec4(b, 1.0) + vec4(c, c); }
