#version 120
// client: opengl
// A vector of equal components times a scalar keeps its shape when it is printed.
uniform float u;
varying vec4 color;
varying vec2 grey;
varying vec2 product;
void main() {
    color = vec4(0.2, 0.2, 0.2, 0.2) * u;
    grey = u * vec2(0.5);
    product = (mat2(3.0) * u) * grey;
    gl_Position = gl_Vertex;
}
