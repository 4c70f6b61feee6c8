#version 450
// passes: limit_resources
// options: set limit_resources.call-depth=3
// refused: calls nest 4 deep in `main`, at most 3 are allowed
layout(location = 0) out vec4 color;
float a() { return 1.0; }
float b() { return a(); }
float c() { return b(); }
void main() { color = vec4(c()); }
