#version 450
// client: opengl
// Atomics work on an integer in a buffer or in shared memory.
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { uint u[4]; uvec4 v; } b;
layout(binding = 1) readonly buffer R { uint u; } r;
layout(binding = 0) uniform U { uint u; } c;
uint f() { return 1u; }

void main() {
    uint local = 0u;
    atomicAdd(b.u[1] + 1u, 2u); // error: E0700
    atomicAdd(c.u, 2u); // error: E0700
    atomicAdd(f(), 2u); // error: E0700
    atomicAdd(local, 2u); // error: E0700
    atomicAdd(3u, 2u); // error: E0700
    atomicAdd((0u, b.u[0]), 2u); // error: E0700
    atomicAdd(b.u[0]++, 2u); // error: E0700
    atomicAdd(true ? b.u[0] : b.u[1], 2u); // error: E0700
    atomicExchange(b.v.xx.x, 2u); // error: E0425
    atomicMax(r.u, 2u); // error: E0425
}
