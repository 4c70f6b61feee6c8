#version 450
// passes: limit_resources
// options: set limit_resources.expression-depth=6
// refused: an expression nests deeper than the 6 that are allowed
layout(location = 0) out vec4 color;
layout(location = 0) in float x;
void main() { color = vec4(((((((x + 1.0) * x + 2.0) * x + 3.0) * x) + 4.0) * x)); }
