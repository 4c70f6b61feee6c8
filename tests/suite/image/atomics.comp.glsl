#version 450
// client: vulkan
// Image atomics on signed and unsigned images.
layout(local_size_x = 16) in;
layout(binding = 0, r32ui) uniform uimage2D h;
layout(binding = 1, r32i) uniform iimage3D k;
layout(binding = 2, r32ui) uniform uimageBuffer t;
layout(binding = 3, r32f) uniform image2D x;
layout(binding = 4) buffer R { uint r[]; };

void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    uint s = imageAtomicAdd(h, p.xy, 1u) + imageAtomicMin(h, p.yx, 3u) + imageAtomicMax(t, p.x, 9u);
    s += imageAtomicAnd(t, p.y, 0xFu) | imageAtomicOr(t, 0, 1u) | imageAtomicXor(h, p.xx, s);
    s ^= imageAtomicExchange(h, p.xy, s) + imageAtomicCompSwap(h, p.xy, 4u, s);
    int i = imageAtomicAdd(k, p, -1) + imageAtomicCompSwap(k, p.zyx, 0, 1);
    imageAtomicExchange(x, p.xy, float(i));
    r[p.x] = s + uint(i);
}
