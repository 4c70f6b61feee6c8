#version 330
// passes: limit_resources
// options: set limit_resources.uniforms=2
// refused: does not fit into the 2 vectors for uniforms
out vec4 color;
uniform vec4 a[3];
void main() { color = a[0] + a[2]; }
