#version 430
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { float last[8]; };
void main() {
    atomicCompSwap(last[0], 1.5, 2.0); // error: E0700
}
