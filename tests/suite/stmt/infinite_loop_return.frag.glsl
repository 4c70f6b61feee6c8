#version 450
// client: vulkan
// A loop left only by return from its body.
layout(location = 0) in float x;
layout(location = 0) out float o;

int collatz(int n)
{
    int c = 0;
    while (true)
    {
        if (n <= 1)
            return c;
        n = (n & 1) == 0 ? n >> 1 : 3 * n + 1;
        c++;
    }
}

void main()
{
    o = float(collatz(int(x * 100.0)));
}
