#version 450
// passes: preserve_padding
// buffer Data: 3.0
// buffer Target: 7.0 7.0 7.0 7.0 7.0 7.0 7.0 7.0 7.0 7.0 7.0 7.0 7.0 7.0 7.0 7.0
// expect buffer Target: 3.0 3.0 3.0 7.0 1.0 1.0 7.0 7.0 3.0 3.0 3.0 7.0 1.0 1.0 7.0 7.0
// without: same
layout(std430, binding = 0) buffer Data { float x; };
struct T { vec3 a; };
struct S { T t; vec2 c; };
layout(std430, binding = 1) buffer Target { S s[2]; };
void main() {
    S v;
    v.t.a = vec3(x);
    v.c = vec2(1.0);
    s[0] = v;
    s[1] = v;
}
