#version 450
// client: vulkan
// The right operand of && and || runs only when it decides, side effects seen.
layout(location = 0) flat in int n;
layout(location = 0) out ivec3 o;

int calls = 0;

bool touch(bool v)
{
    calls++;
    return v;
}

void main()
{
    int i = n;
    bool a = n > 0 && touch(n > 5);
    bool b = n > 0 || touch(true) && touch(false);
    bool c = (i++ > 2) && (++i < 10) || (i -= 4) == 0;
    bool d = touch(a) ^^ touch(b);
    o = ivec3(calls, i, int(c) + int(d) * 2);
}
