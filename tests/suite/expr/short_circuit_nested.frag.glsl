#version 450
// client: vulkan
// Short circuits in loop conditions, arguments and array indices.
layout(location = 0) flat in ivec4 data;
layout(location = 0) out ivec2 o;

int steps;
bool inside(int k) { steps++; return k >= 0 && k < 4; }
int pick(bool which, int x) { return which ? x : -x; }

void main()
{
    steps = 0;
    int k = 0, s = 0;
    while (inside(k) && (data[k] != 0 || ++k < 3))
    {
        s += pick(inside(s) || data[k] > 9, data[k]);
        k++;
    }
    o = ivec2(s, steps);
}
