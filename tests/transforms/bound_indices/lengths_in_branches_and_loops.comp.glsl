#version 450
// passes: bound_indices
// buffer Data: 9 1 2 3
// buffer Blocks[0]: 10 11
// buffer Blocks[1]: 20 21 22
// buffer Index: 7 -1
// expect buffer Data: 9 1 2 45
// expect buffer Result: 1 3 3 3 11 22
// without: undefined
layout(std430, binding = 0) buffer Data { int first; int data[]; };
layout(std430, binding = 1) buffer Blocks { int data[]; } blocks[2];
layout(std430, binding = 3) buffer Index { int far; int below; };
layout(std430, binding = 4) buffer Result { int result[6]; };
void main() {
    for (int i = 0; i < far - 4; ++i)
        result[i] = data[i * far];
    if (far > 5)
        result[3] = data[below];
    else
        data[below] = 5;
    for (int i = 0; i < 2; ++i)
        result[4 + i] = blocks[i].data[far];
    for (int i = 0; i < 2; ++i)
        data[far + i] = 44 + i;
}
