#version 450
// client: vulkan
// Side effects in index expressions happen exactly once.
layout(location = 0) flat in int start;
layout(location = 0) out ivec4 o;

int tick;
int next() { return tick++; }

void main()
{
    tick = start & 1;
    int a[6] = int[](5, 4, 3, 2, 1, 0);
    int i = start & 1;
    a[i++] += 10;
    a[next()] *= 3;
    a[next()]++;
    int r = a[i++];
    r -= a[++i];
    o = ivec4(r, i, tick, a[0] + a[1] * 2 + a[2] * 4);
}
