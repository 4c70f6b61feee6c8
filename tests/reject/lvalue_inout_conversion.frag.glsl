#version 450
// client: vulkan
// An int variable cannot be given to an inout float (6.1).
layout(location = 0) out float o;
void bump(inout float x) { x += 1.0; }
void main()
{
    int k = 1;
    bump(k); // error: the way back would need float to int
    o = float(k);
}
