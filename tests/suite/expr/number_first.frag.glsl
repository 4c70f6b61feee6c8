// Products of numbers with vectors and matrices are printed in the order in which they were written.
// expect glsl: b += (v.x > 1.0 ? v : a) * 4.0 + 4.0 * (v.y > 1.0 ? a : v);
#version 450

layout(location=0) out vec4 color;
layout(location=0) in vec4 v;

float count = 0.0;

float next() {
    count += 1.0;
    return count;
}

vec4 both() {
    count *= 2.0;
    return vec4(count);
}

void main() {
    vec4 a = 2.0 * v;
    vec4 b = v * 2.0;
    vec4 c = 2.0 * (v + a) - 1.0;
    a *= 3.0;
    b = 3.0 * b;
    mat2 m = 2.0 * mat2(v);
    vec2 d = -2.0 * v.xy * 3.0 / 4.0;
    d = 2.0 * 3.0 * d * 0.5;
    vec3 n = normalize(v.xyz * 2.0 - 1.0), r = n - 2.0 * dot(n, v.xyz) * n;
    a += next() * both() + both() * next();
    c += (v + a) * 2.0 + 2.0 * (v - a) * (3.0) + ((v)) * 0.5;
    b += (v.x > 1.0 ? v : a) * 4.0 + 4.0 * (v.y > 1.0 ? a : v);
    color = a + b + c + m[0].xyxy + d.xyxy + r.xyzx;
}
