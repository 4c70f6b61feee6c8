#version 450
// client: vulkan
// packDouble2x32 and unpackDouble2x32.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { uvec2 bits; double d; };

void main()
{
    double x = packDouble2x32(bits);
    bits = unpackDouble2x32(d + x);
    d = x * 0.5lf;
}
