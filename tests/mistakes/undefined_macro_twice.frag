#version 310 es
// A macro is misspelt in two conditions.
precision highp float;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
#define QUALITY 2
#if QUALTY > 1
#define STEPS 8
#elif QUALTY > 0
#define STEPS 4
#else
#define STEPS 2
#endif
void main() {
    colour = vec4(float(STEPS));
}
