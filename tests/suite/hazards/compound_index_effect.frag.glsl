#version 450
// client: vulkan
// Hazard: b[i++] += 5 evaluates the index once.
// expect ir: store %i, %3 %4: ptr<function, i32> = access %b, %2 %5: i32 = load %4 %6: i32 = iadd %5, 5i32 store %4, %6
layout(location = 0) flat in int start;
layout(location = 0) out ivec4 o;

void main()
{
    int b[4] = int[](1, 2, 3, 4);
    int i = start & 1;
    b[i++] += 5;
    b[i++] *= 3;
    b[i]--;
    o = ivec4(b[0], b[1], b[2], b[3] * 10 + i);
}
