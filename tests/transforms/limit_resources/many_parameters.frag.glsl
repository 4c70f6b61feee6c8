#version 450
// passes: limit_resources
// options: set limit_resources.parameters=2
// refused: `f` has 3 parameters, at most 2 are allowed
layout(location = 0) out vec4 color;
float f(float a, float b, float c) { return a + b + c; }
void main() { color = vec4(f(1.0, 2.0, 3.0)); }
