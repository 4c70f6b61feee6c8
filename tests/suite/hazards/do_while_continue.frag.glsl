#version 450
// client: vulkan
// Hazard: continue in a do-while goes to the condition, which has effects.
// expect ir: if %2 { continue }
// expect ir: } continuing { %8: i32 = load %i %9: i32 = iadd %8, 1i32 store %i, %9
layout(location = 0) flat in int n;
layout(location = 0) out ivec2 o;

void main()
{
    int i = 0, s = 0;
    do
    {
        if (i == 2 || i == 5)
            continue;
        s += i;
    } while (++i < n);
    o = ivec2(s, i);
}
