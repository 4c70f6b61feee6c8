#version 450
#extension GL_EXT_buffer_reference2 : require
// client: vulkan
// References that nobody gave an address, and one that only has been declared.
layout(buffer_reference) buffer Never;
layout(buffer_reference, std430) buffer Node { int i; int k; };
layout(local_size_x = 1) in;

void main()
{
    Node n;
    n.i = n.k;
    Never m;
    m = m + 1;
}
