#version 450
// passes: remap_bindings
// options: set remap_bindings.map=Data:0.1
// refused: `Data` and `Result` get the same set 0 and binding 1
layout(std430, set = 0, binding = 0) buffer Data { int data[2]; };
layout(std430, set = 0, binding = 1) buffer Result { int result[2]; };
void main() {
    result[0] = data[1];
}
