#version 450
// client: opengl
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { uint u[4]; uvec4 v; } b;
shared uint s;
shared uvec4 t;

void main() {
    atomicAdd((b.u[1]), 2u);
    atomicAdd(b.u[b.u[0] + 1u], b.u[1] + 1u);
    atomicAdd(b.v.x, 1u);
    atomicAdd(b.v[1], 1u);
    atomicAdd(b.v.yx.x, 1u);
    atomicAdd(s, 1u);
    atomicAdd(t.w, 1u);
}
