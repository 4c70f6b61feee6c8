#version 450
// passes: bound_loops
// options: set bound_loops.limit=5
// buffer Data: 0
// expect buffer Result: 1
// without: limit
layout(std430, binding = 0) coherent buffer Data { int flag; };
layout(std430, binding = 1) buffer Result { int r; };
void main() {
    while (atomicAdd(flag, 0) == 0) { }
    r = 1;
}
