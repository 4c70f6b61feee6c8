#version 450
// client: vulkan
// All the memory barrier functions.
layout(local_size_x = 32) in;
shared uint s[32];
layout(binding = 0) coherent buffer B { uint b[]; };
layout(binding = 1, r32ui) coherent uniform uimage2D im;

void main()
{
    uint t = gl_LocalInvocationIndex;
    s[t] = t;
    memoryBarrierShared();
    barrier();
    b[t] = s[31u - t];
    memoryBarrierBuffer();
    imageStore(im, ivec2(t), uvec4(b[t]));
    memoryBarrierImage();
    groupMemoryBarrier();
    memoryBarrier();
    b[t] += imageLoad(im, ivec2(t)).x;
}
