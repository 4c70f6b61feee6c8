#version 450
// passes: initialize_shared_memory
// expect buffer Result: 4
// without: undefined
layout(local_size_x = 4) in;
shared int count;
layout(std430, binding = 1) buffer Result { int r; };
void main() {
    atomicAdd(count, 1);
    barrier();
    r = count;
}
