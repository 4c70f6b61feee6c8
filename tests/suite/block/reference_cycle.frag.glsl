#version 460
#extension GL_EXT_buffer_reference : require
// client: vulkan
// A struct with a reference lies in a buffer and in the block that the reference leads to, which is a buffer as well.
layout(buffer_reference) buffer Node;
struct Link { Node next; };
layout(set = 0, binding = 1) readonly buffer Start { Link link; } start;
layout(buffer_reference) buffer Node { Link link; vec4 color; };
layout(location = 0) out vec4 o;

void main()
{
    Node node = start.link.next;
    node.link = start.link;
    o = node.link.next.color;
}
