#version 450
// client: opengl
// Redeclared gl_FragCoord with origin and centre layouts.
layout(origin_upper_left, pixel_center_integer) in vec4 gl_FragCoord;
uniform ivec2 size;
out vec4 color;

void main() { color = vec4(gl_FragCoord.xy / size, gl_FragCoord.w, 1); }
