#version 450
// client: vulkan
// readonly, writeonly, coherent, volatile and restrict on buffers and members.
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer In { float a[]; };
layout(binding = 1) writeonly restrict buffer Out { float b[]; };
layout(binding = 2) coherent buffer Sync { uint flag; readonly uint limit; };
layout(binding = 3) volatile buffer Vol { uint beat; };
layout(binding = 4) buffer Mixed { readonly vec2 r; writeonly vec2 w; coherent restrict int c; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i < limit)
        b[i] = a[i] * r.x;
    w = vec2(r.y);
    c = int(beat);
    memoryBarrierBuffer();
    flag = beat + 1u;
}
