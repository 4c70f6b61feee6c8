#version 450
layout(location = 0) out vec4 color;
void bump(inout int x, out float y) { x += 1; y = float(x); }
void main()
{
    int b[4] = int[](1, 2, 3, 4);
    int i = 0;
    float y;
    bump(b[i++], y);
    vec4 v = vec4(0);
    bump(i, v.y);
    color = vec4(b[0], b[1], y, i);
}
