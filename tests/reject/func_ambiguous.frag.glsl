#version 450
// client: vulkan
// Two overloads fit equally well (6.1).
layout(location = 0) flat in int k;
layout(location = 0) out float o;
float f(uint a, float b) { return b; }
float f(float a, uint b) { return a; }
void main()
{
    o = f(k, k); // error
}
