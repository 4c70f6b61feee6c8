#version 450
// client: vulkan
// Signed and unsigned images in several formats.
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, r32i) uniform iimage2D a;
layout(set = 0, binding = 1, rgba8ui) uniform uimage2DArray b;
layout(set = 0, binding = 2, rg16i) uniform iimage3D c;
layout(set = 0, binding = 3, rgb10_a2ui) uniform readonly uimage2D d;
layout(set = 0, binding = 4, r16_snorm) uniform writeonly image2D e;

void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    ivec4 i = imageLoad(a, p.xy) + imageLoad(c, p);
    uvec4 u = imageLoad(b, p) ^ imageLoad(d, p.xy);
    imageStore(a, p.xy, i << 1);
    imageStore(b, p, u + uvec4(i));
    imageStore(e, p.xy, vec4(u) / 255.0 - 0.5);
}
