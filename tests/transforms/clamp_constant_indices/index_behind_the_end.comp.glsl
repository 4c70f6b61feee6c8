#version 450
// passes: promote_variables, clamp_constant_indices
// buffer Data: 3 7 11 13
// expect buffer Data: 3 7 11 13
// expect buffer Result: 13 13
// without: undefined
// Indices are constant once they are values.
layout(std430, binding = 0) buffer Data { int data[4]; };
layout(std430, binding = 1) buffer Result { int result[2]; };
void main() {
    int local[3] = int[](data[0], data[1], data[3]);
    int beyond = 4, far = 100;
    result[0] = data[beyond];
    result[1] = local[far];
}
