#version 450
// client: vulkan
// All arithmetic operators on int, unary included.
layout(location = 0) flat in ivec2 ab;
layout(location = 0) out ivec4 o;

void main()
{
    int a = ab.x, b = ab.y | 1;
    int sum = a + b;
    int diff = a - b;
    int prod = a * b;
    int quot = a / b;
    int rem = abs(a) % abs(b);
    o = ivec4(sum - diff, prod, quot + -rem, +a);
}
