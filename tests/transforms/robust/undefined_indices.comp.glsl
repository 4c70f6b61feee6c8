#version 450
// pipeline: robust
// An index without a value, a remainder by 0, a quotient by 0 and a shift by too much.
// buffer Data: 5 6 7 8
// buffer Index: 0 40
// expect buffer Data: 5 6 7 8
// expect buffer Result: 5 1 1 1
// without: undefined
layout(std430, binding = 0) buffer Data { int data[]; };
layout(std430, binding = 1) buffer Index { int zero; int many; };
layout(std430, binding = 2) buffer Result { int result[4]; };
bool inside(int value) { return value >= 5 && value <= 8; }
void main() {
    int unset;
    result[0] = data[unset];
    result[1] = int(inside(data[7 % zero]));
    result[2] = int(inside(data[7 / zero]));
    result[3] = int(inside(data[1 << many]));
}
