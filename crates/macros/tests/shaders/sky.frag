#version 450
#include "half.glsl"
layout(location = 0) out vec4 color;
void main() {
#ifdef NIGHT
    color = vec4(HALF * NIGHT);
#else
    color = vec4(HALF);
#endif
}
