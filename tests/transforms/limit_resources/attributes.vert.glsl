#version 450
// passes: limit_resources
// options: set limit_resources.attributes=1
// refused: does not fit into the 1 vectors for inputs of the vertices
layout(location = 0) in vec4 a;
layout(location = 1) in float b;
void main() { gl_Position = a * b; }
