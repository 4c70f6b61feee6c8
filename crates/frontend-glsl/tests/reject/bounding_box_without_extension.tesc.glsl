#version 450
layout(vertices = 3) out;
void main() {
    gl_BoundingBox[0] = vec4(0.0); // error: E0300
}
