#version 450
// client: vulkan
// A call of a void function has no value (4.1.1).
layout(location = 0) out float o;
void nothing() {}
void main()
{
    o = nothing(); // error
}
