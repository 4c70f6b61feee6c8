#version 450
layout(location = 0) out vec4 color;
layout(push_constant) uniform Parameters {
    float gain;
    float offset;
} parameters;
float scale = 2.0;
#define scale scale
#define HALF(x) ((x) * 0.5)
#define gain parameters.gain
#define offset (2.0 * parameters.offset / 100.0)

void main() {
    color = vec4(scale + HALF(HALF(1.0)) + gain * offset);
}
