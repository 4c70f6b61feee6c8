#version 450
// Two arguments whose values are those before a third one writes: each is loaded where it stands.
layout(location = 0) flat in int a;
layout(location = 0) out ivec4 color;
int g = 1;

void f(inout bool b, inout int x, inout int y, ivec2 z) { x += z.x; y += int(b) + z.y; b = false; }

void main()
{
    bvec2 v = bvec2(true);
    int results[4] = int[4](1, 2, 3, 4);
    ivec2 w[2];
    f(v.r, results[g], results[a & 3], (w[1] = ivec2(g = 2, 5)));
    color = ivec4(results[0], results[1], results[2] + results[3], int(v.x) + g + w[1].y);
}
