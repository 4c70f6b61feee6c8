#version 450
layout(triangles, fractional_odd_spacing, cw, point_mode) in;
layout(location = 1) patch in vec4 weights;
void main() { gl_Position = weights * gl_TessCoord.x; }
