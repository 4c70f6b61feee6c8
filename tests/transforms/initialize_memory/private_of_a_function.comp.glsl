#version 450
// passes: initialize_memory
// buffer Result: 7 7
// expect buffer Result: 1 2
// without: undefined
int count;
layout(std430, binding = 1) buffer Result { int r[2]; };
int next() { return ++count; }
void main() {
    r[0] = next();
    r[1] = next();
}
