#version 300 es
// client: opengl
// Arrays and structs that are constants keep their names where they are used whole or by an index; those without get one.
// expect glsl: const float w[3] = float[3](0.1, 0.2, 0.3);
// expect glsl: const highp float w_1[3] = float[3](0.5, 0.25, 0.3);
// expect glsl: table[i]
precision mediump float;

struct Light { vec3 at; float reach; };
const Light lamp = Light(vec3(1.0, 2.0, 3.0), 4.0);
const vec2 taps[8] = vec2[8](
    vec2(-0.94201624, -0.39906216), vec2(0.94558609, -0.76890725), vec2(-0.09418410, -0.92938870),
    vec2(0.34495938, 0.29387760), vec2(-0.91588581, 0.45771432), vec2(-0.81544232, -0.87912464),
    vec2(-0.38277543, 0.27676845), vec2(0.97484398, 0.75648379));
const int unused[2] = int[2](1, 2);

flat in int i;
out vec4 color;

float low(int i) {
    const float w[3] = float[3](0.1, 0.2, 0.3);
    return w[i];
}

float high(int i) {
    const highp float w[3] = float[3](0.5, 0.25, 0.3);
    float a[3] = w;
    a[i] = 2.0;
    return w[i] + a[0];
}

float far(Light light) { return length(light.at) * light.reach; }

void main() {
    int taps_1 = i;
    vec2 sum = vec2(0.0);
    for (int k = 0; k < taps.length(); ++k)
        sum += taps[k];
    color = vec4(low(taps_1) + sum.x, high(taps_1) + far(lamp), vec2[2](vec2(1), vec2(2))[i]);
}
