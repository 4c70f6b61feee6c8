#version 450
// passes: preserve_padding
// buffer Data: 3.0
// buffer Target: 9.0 9.0 9.0 9.0 9.0 9.0 9.0 9.0 9.0 9.0 9.0 9.0
// expect buffer Target: 3.0 3.0 6.0 9.0 1.0 3.0 7.0 9.0 2.0 5.0 3.0 9.0
// without: same
layout(std430, binding = 0) buffer Data { float x; };
layout(std430, binding = 1) buffer Target { layout(row_major) mat3 m; };
void main() {
    m = mat3(x, 1.0, 2.0, 3.0, x, 5.0, 6.0, 7.0, x);
}
