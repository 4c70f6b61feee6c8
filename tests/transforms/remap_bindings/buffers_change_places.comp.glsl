#version 450
// passes: remap_bindings
// options: set remap_bindings.map=0.0:1.2,Result:0.0
// buffer Data: 3 7
// expect buffer Result: 7 3
// without: same
layout(std430, set = 0, binding = 0) buffer Data { int data[2]; };
layout(std430, set = 0, binding = 1) buffer Result { int result[2]; };
void main() {
    result[0] = data[1];
    result[1] = data[0];
}
