#version 450
// client: vulkan
// no glslang: Debian's does not know the extension
// Numbers of all sizes (GL_NV_gpu_shader5).
#extension GL_NV_gpu_shader5 : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { int a; float b; uint c; };
void main() {
    int8_t small = int8_t(-5);
    int64_t wide = int64_t(small) * 3;
    a = int(wide);
    f16vec2 half2 = f16vec2(b);
    b = float(half2.x + half2.y);
    c = uint(uint16_t(c) >> 2);
}
