#version 450
// passes: bound_loops
// options: set bound_loops.limit=3
// buffer Data: 1
// expect buffer Result: 9 3
// without: limit
layout(std430, binding = 0) buffer Data { int x; };
layout(std430, binding = 1) buffer Result { int inner, outer; };
void main() {
    while (x > 0) {
        while (x > 0) inner += 1;
        outer += 1;
    }
}
