#version 320 es
// client: opengl
// Assignments in operands that may be left out, and nobody wants the outcome.
// expect glsl: v = 1.0 >= x
// expect glsl: w = x
precision highp float;
uniform float x;
uniform int k;
out float o;

float next(inout int n) { return float(++n); }

void main() {
    bool v = k > 0;
    float w = 0.0;
    int n = k;
    (k == 3) || (v = (1.0 >= (w = x)));
    (k == 4) && (v = next(n) > 2.0);
    k == 5 ? (w += 1.0) : (n -= 2, w = next(n));
    o = v ? w : float(n);
}
