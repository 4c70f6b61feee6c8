#version 450
// pipeline: robust
// buffer Index: 40 -5
// expect buffer Result: 0 1 2 3 7
// without: undefined
layout(local_size_x = 4) in;
shared int tile[4];
layout(std430, binding = 0) buffer Index { int count; int below; };
layout(std430, binding = 1) buffer Result { int result[5]; };
void main() {
    tile[gl_LocalInvocationIndex] = int(gl_LocalInvocationIndex);
    barrier();
    for (int i = 0; i < count; i++)
        result[i] = i < 4 ? tile[i] : 7;
}
