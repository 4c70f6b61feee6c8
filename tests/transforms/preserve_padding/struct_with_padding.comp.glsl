#version 450
// passes: preserve_padding
// buffer Data: 3.0
// buffer Target: 7.0 7.0 7.0 7.0 7.0 7.0 7.0 7.0
// expect buffer Target: 3.0 3.0 3.0 3.0 3.0 3.0 7.0 7.0
// without: same
layout(std430, binding = 0) buffer Data { float x; };
struct S { vec3 a; float b; vec2 c; };
layout(std430, binding = 1) buffer Target { S s; };
void main() {
    S v = S(vec3(x), x, vec2(x));
    s = v;
}
