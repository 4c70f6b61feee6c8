#version 420
// client: opengl
// Image access in a desktop fragment shader with ordering by early tests.
layout(early_fragment_tests) in;
layout(r32ui) coherent uniform uimage2D heads;
layout(rgba16f, binding = 3) uniform writeonly imageBuffer list;
uniform int width;
in vec4 c;
out vec4 color;

void main()
{
    ivec2 p = ivec2(gl_FragCoord.xy);
    uint before = imageAtomicAdd(heads, p, 1u);
    imageStore(list, p.y * width + p.x, c);
    memoryBarrier();
    color = c * float(before);
}
