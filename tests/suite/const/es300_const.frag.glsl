#version 300 es
// client: opengl
// Constants from constructors, operators and built-ins in ES.
precision mediump float;
in float x;
out vec4 color;

const float pi = 3.14159265;
const float s = sin(pi * 0.25) * cos(pi / 4.0) + max(1.0, 2.0);
const vec3 axis = normalize(vec3(1.0, 2.0, 2.0));
const mat2 m = mat2(2.0, 0.0, 0.0, 2.0);
const int n = int(axis.y * 9.0) / 2;
const bool big = n > 2 && s > 1.0;

void main() {
    float w[n + 1];
    for (int i = 0; i <= n; ++i) w[i] = x * float(i);
    color = vec4(m * axis.xy, big ? s : -s, w[n]);
}
