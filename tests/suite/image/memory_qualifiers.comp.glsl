#version 450
// client: vulkan
// coherent, volatile and restrict on images, and images as parameters.
layout(local_size_x = 1) in;
layout(binding = 0, rgba32f) coherent uniform image2D a;
layout(binding = 1, rgba32f) volatile restrict uniform image2D b;
layout(binding = 2, rgba32f) restrict readonly uniform image2D c[2];

layout(binding = 4) writeonly coherent uniform image2D d;

void put(writeonly coherent restrict image2D i, ivec2 p, vec4 v) { imageStore(i, p, v); }

void main()
{
    ivec2 p = ivec2(gl_WorkGroupID.xy);
    imageStore(a, p, imageLoad(c[0], p) + imageLoad(c[1], p));
    put(d, p, imageLoad(b, p));
    memoryBarrierImage();
    imageStore(b, p, imageLoad(a, p.yx));
}
