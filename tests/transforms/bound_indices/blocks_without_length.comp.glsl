#version 450
#extension GL_EXT_nonuniform_qualifier : require
// passes: bound_indices
// options: set bound_indices.resources=0.1:2, set bound_indices.binding_array=skip
// buffer b[0]: 10
// buffer b[1]: 11
// buffer Index: 5 -1 1
// expect buffer Result: 0 0 11
// expect buffer b[0]: 10
// expect buffer b[1]: 99
// driver: no, lavapipe has no descriptor arrays without a length
// without: undefined
layout(std430, binding = 1) buffer B { uint x; } b[];
layout(std430, binding = 8) buffer Index { int far; int below; int inside; };
layout(std430, binding = 9) buffer Result { uint result[3]; };
void main() {
    result[0] = b[far].x;
    result[1] = b[below].x;
    result[2] = b[inside].x;
    b[below].x = 98u;
    b[inside].x = 99u;
}
