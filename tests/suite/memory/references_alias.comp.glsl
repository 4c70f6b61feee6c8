#version 460
// client: vulkan
// Buffer references lead to memory that blocks are bound to as well, and so do other references.
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430) buffer Node { uint x; uint y; Node next; };
layout(buffer_reference, std430) buffer Words { uvec4 w; };
layout(std430, binding = 0) buffer B { uint x; uint y; uint o[6]; } b;
layout(push_constant) uniform P { Node first; Node second; Words words; };

void main()
{
    first.x = 1u;
    second.x = 2u;
    b.o[0] = first.x;
    b.x = 3u;
    first.x = 4u;
    b.o[1] = b.x;
    words.w.x = 5u;
    b.o[2] = first.x + second.x;
    first.y = 6u;
    second.next.y = 7u;
    b.o[3] = first.y;
    uint kept = second.y;
    first.y = 8u;
    b.o[4] = kept + second.y;
}
