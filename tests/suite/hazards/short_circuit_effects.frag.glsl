#version 450
// client: vulkan
// Hazard: a right operand with side effects runs only when it decides.
// expect ir: %5: bool = if %4 { %6: bool = call &bump %a merge %6 } else { merge false }
// expect ir: %9: bool = if %8 { merge true } else { %10: bool = call &bump %b merge %10 }
layout(location = 0) flat in int n;
layout(location = 0) out ivec3 o;

bool bump(inout int x) { x += 1; return x > 3; }

void main()
{
    int a = n, b = n, c = n;
    bool p = n > 2 && bump(a);
    bool q = n > 2 || bump(b);
    bool r = n > 1 && (c++ < 9 || bump(c)) && (c *= 2) != 8;
    o = ivec3(a, b, c) * (p ? 2 : 1) + (q ? 10 : 20) + (r ? 100 : 200);
}
