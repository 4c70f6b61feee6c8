#version 450
// passes: bound_indices
// options: set bound_indices.all=skip
// buffer Index: 5 -1 1
// expect buffer Result: 0 0 7 1 7 3
// without: undefined
layout(std430, binding = 0) buffer Index { int far; int below; int inside; };
layout(std430, binding = 1) buffer Result { int result[6]; };
int change(inout int value) {
    int before = value;
    if (value == 0) {
        value = 9;
        return before;
    }
    value = 7;
    return value;
}
void main() {
    int a[3] = int[3](1, 2, 3);
    result[0] = change(a[far]);
    result[1] = change(a[below]);
    result[2] = change(a[inside]);
    result[3] = a[0];
    result[4] = a[1];
    result[5] = a[2];
}
