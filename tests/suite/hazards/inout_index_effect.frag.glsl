#version 450
// client: vulkan
// Hazard: f(b[i++]) with an inout parameter reads and writes one element.
// expect ir: store %argument, %5 call &f %argument %6: i32 = load %argument %7: ptr<function, i32> = access %b, %2 store %7, %6
layout(location = 0) flat in int start;
layout(location = 0) out ivec4 o;

void f(inout int x) { x = x * 10 + 1; }

void main()
{
    int b[4] = int[](1, 2, 3, 4);
    int i = start & 1;
    f(b[i++]);
    f(b[i++]);
    o = ivec4(b[0], b[1], b[2], b[3] + i * 1000);
}
