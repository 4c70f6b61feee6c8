#version 330
// client: opengl
// Versions without operators on the bits of integers are told by divisions what these do.

uniform int u;
uniform ivec2 v;
out vec4 color;

void main() {
    int natural = max(u, 0);
    ivec2 shifted = (v >> 2) + (v & 7) + (v << 3);
    color = vec4(float(u >> 3), float(u & 15), float(u & ~15), float(u % 7));
    color += vec4(float(natural >> 3), float(natural & 15), float(natural % 7), float(u >> 31));
    color.xy += vec2(shifted);
    color.z += float(~u);
}
