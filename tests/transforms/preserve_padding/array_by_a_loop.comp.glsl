#version 450
// passes: preserve_padding
// options: set preserve_padding.unrolled=1
// buffer Data: 3.0
// buffer Target: 7.0 7.0 7.0 7.0 7.0 7.0 7.0 7.0 7.0 7.0 7.0 7.0
// expect buffer Target: 3.0 3.0 3.0 7.0 1.0 1.0 1.0 7.0 2.0 2.0 2.0 7.0
// without: same
layout(std430, binding = 0) buffer Data { float x; };
layout(std430, binding = 1) buffer Target { vec3 a[3]; };
void main() {
    a = vec3[](vec3(x), vec3(1.0), vec3(2.0));
}
