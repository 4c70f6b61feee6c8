#version 450
// client: vulkan
// Hazard: in f(x, x = 5) the first argument has the old value.
// expect ir: %1: i32 = load %x store %x, 5i32 %2: i32 = call &f %1, 5i32
layout(location = 0) flat in int v;
layout(location = 0) out ivec3 o;

int f(int a, int b) { return a * 100 + b; }

void main()
{
    int x = v;
    int r = f(x, x = 5);
    int s = f(x++, x) + f(x, ++x);
    o = ivec3(r, s, x);
}
