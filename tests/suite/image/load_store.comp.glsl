#version 450
// client: vulkan
// imageLoad and imageStore on images of every dimension.
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba8) uniform readonly image2D a;
layout(binding = 1, rgba16f) uniform writeonly image2D b;
layout(binding = 2, r32f) uniform image3D c;
layout(binding = 3, rg32f) uniform imageCube d;
layout(binding = 4, rgba32f) uniform image2DArray e;
layout(binding = 5, r32f) uniform image1D f;
layout(binding = 6, rgba32f) uniform readonly imageBuffer g;

void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    vec4 x = imageLoad(a, p.xy) + imageLoad(g, p.x);
    imageStore(b, p.yx, x);
    imageStore(c, p, imageLoad(c, p.zyx) * 0.5);
    imageStore(d, ivec3(p.xy, 5), imageLoad(d, p) + x);
    imageStore(e, p, imageLoad(e, ivec3(p.xy, 0)));
    imageStore(f, p.x, vec4(x.r));
}
