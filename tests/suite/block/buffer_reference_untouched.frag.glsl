#version 450
// client: vulkan
// References to blocks whose members nobody touches.
#extension GL_EXT_buffer_reference : require
layout(buffer_reference, std430) buffer Leaf { int a; int b; };
layout(buffer_reference, std430) buffer Inner { Leaf f; Leaf g; };
layout(std430, binding = 0) buffer Outer { Inner inner; } from;
layout(std430, binding = 1) buffer Target { Leaf leaf; } to;

void main()
{
    to.leaf = Leaf(from.inner);
}
