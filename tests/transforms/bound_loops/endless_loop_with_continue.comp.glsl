#version 450
// passes: bound_loops
// options: set bound_loops.limit=5
// expect buffer Result: 2 3
// without: limit
layout(std430, binding = 1) buffer Result { int even, odd; };
void main() {
    for (int i = 1; ; ++i) {
        if (i % 2 == 1) { odd += 1; continue; }
        even += 1;
    }
}
