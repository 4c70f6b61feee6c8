#version 450
// passes: bound_indices
// An element of which the buffer holds a part is no element.
// buffer Data: 1 2 3 4 5 6 7 8 9 9 9 9 13
// buffer Index: 3
// expect buffer Data: 1 2 3 4 5 6 7 8 9 9 9 99 13
// expect buffer Result: 2 9
// without: undefined
struct Pair { int a; int b[3]; };
layout(std430, binding = 0) buffer Data { ivec4 first; Pair data[]; };
layout(std430, binding = 1) buffer Index { int far; };
layout(std430, binding = 2) buffer Result { int length; int last; };
void main() {
    length = data.length();
    last = data[far].b[2];
    data[far].b[far] = 99;
}
