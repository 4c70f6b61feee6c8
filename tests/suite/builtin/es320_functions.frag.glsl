#version 320 es
// client: opengl
// fma and interpolation functions of ES 3.20.
precision highp float;
in vec3 n;
flat in int s;
out vec4 color;

void main() {
    precise vec3 a = fma(n, n.zxy, vec3(0.25));
    color = vec4(a, 1.0) + vec4(interpolateAtSample(n, s), interpolateAtOffset(n, vec2(0.1)).x);
    color.xyz += interpolateAtCentroid(n);
}
