#version 450
// passes: bound_indices
// options: set bound_indices.all=skip
// buffer Data: 9 1 2 3
// buffer Blocks[0]: 10 11
// buffer Blocks[1]: 20 21 22
// buffer Index: 7 -1
// expect buffer Data: 9 1 2 3
// expect buffer Blocks[0]: 10 11
// expect buffer Blocks[1]: 20 21 22
// expect buffer Result: 0 0 0 0 3 2 0
// without: undefined
layout(std430, binding = 0) buffer Data { int first; int data[]; };
layout(std430, binding = 1) buffer Blocks { int data[]; } blocks[2];
layout(std430, binding = 3) buffer Index { int far; int below; };
layout(std430, binding = 4) buffer Result { int result[7]; };
void main() {
    result[0] = data[far];
    result[1] = data[below];
    result[2] = blocks[far].data[far];
    data[far] = 44;
    blocks[far].data[below] = 55;
    result[3] = data[100];
    result[4] = data.length();
    result[5] = blocks[0].data.length();
    result[6] = blocks[far].data.length();
}
