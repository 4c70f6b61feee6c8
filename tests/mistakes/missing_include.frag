// An included file does not exist.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "tonemap.glsl"
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    vec3 c = tonemap(vec3(uv, 1.0));
    colour = vec4(gamma(c), EXPOSURE);
}
