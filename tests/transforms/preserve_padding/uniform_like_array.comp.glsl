#version 450
// passes: preserve_padding
// buffer Data: 3.0
// buffer Target: 7.0 7.0 7.0 7.0 7.0 7.0 7.0 7.0
// expect buffer Target: 3.0 7.0 7.0 7.0 1.0 7.0 7.0 7.0
// without: same
layout(std430, binding = 0) buffer Data { float x; };
layout(std140, binding = 1) buffer Target { float a[2]; };
void main() {
    a = float[](x, 1.0);
}
