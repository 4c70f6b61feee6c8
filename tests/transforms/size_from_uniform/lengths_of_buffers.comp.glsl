#version 450
// passes: size_from_uniform
// options: set size_from_uniform.buffers=true, set size_from_uniform.map=0.0:0
// buffer DriverUniforms: 44 0 0 0
// expect buffer Result: 11
// without: other
layout(std430, binding = 0) buffer Data { int data[]; };
layout(std430, binding = 1) buffer Result { int count; };
void main() {
    count = data.length();
}
