#version 300 es
// options: webgl 2
precision mediump float;
struct S { float x; };
uniform bool which;
out vec4 color;
void main() {
    S s = S(1.0), t = S(2.0);
    S u = which ? s : t;
    float x = (u.x, 2.0);
    s, x;
    color = vec4(x);
}
