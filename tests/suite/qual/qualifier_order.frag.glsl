#version 420
// client: opengl
// Qualifiers in any order since 4.20, and repeated layouts.
in smooth layout(location = 1) centroid vec2 a;
flat layout(location = 2) in int b;
layout(location = 0) layout(index = 0) out vec4 color;
const float k = 2.0;
uniform mediump mat2 m;

float f(highp in const float x) { return x * k; }

void main()
{
    color = vec4(m * a, f(float(b)), 1.0);
}
