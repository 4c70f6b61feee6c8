#version 450
// client: opengl
layout(binding = 2, offset = 4) uniform atomic_uint;
layout(binding = 2) uniform atomic_uint;
layout(binding = 2) uniform atomic_uint a, b, c[2];
layout(binding = 2) uniform atomic_uint d;
layout(binding = 2, offset = 0) uniform atomic_uint e;
layout(binding = 2, offset = 24) uniform atomic_uint f, g;
layout(binding = 3, offset = 4) uniform atomic_uint h;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(atomicCounter(b) + atomicCounter(d) + atomicCounter(g));
}
