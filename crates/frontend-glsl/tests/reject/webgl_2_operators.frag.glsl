#version 300 es
// options: webgl 2
precision mediump float;
struct S { float x[2]; };
uniform bool which;
out vec4 color;
void f() {}
void main() {
    float a[2] = float[2](1.0, 2.0), b[2] = a;
    S s = S(a), t = s;
    float c[2] = which ? a : b; // error: E0401
    S u = which ? s : t; // error: E0401
    which ? f() : f(); // error: E0401
    b, a; // error: E0401
    f(), 1.0; // error: E0401
    1.0, f(); // error: E0401
    s, 1.0; // error: E0401
    color = vec4(1.0);
}
