#version 450
// client: vulkan
// Brace initialisers for vectors, matrices, arrays and structs, nested.
struct Leaf { vec2 p; int id; };
struct Tree { Leaf leaves[2]; float h; };
layout(location = 0) in vec2 v;
layout(location = 0) out vec4 o;

void main()
{
    vec3 a = { 1.0, 2.0, v.x };
    mat2 m = { { v.x, 0.0 }, { 0.0, v.y } };
    float f[3] = { 0.5, v.y, 2.0 };
    Tree t = { { { v, 1 }, { { 3.0, 4.0 }, 2 } }, 5.0 };
    vec2 g[] = { v, { v.y, 1.0 }, vec2(9.0) };
    o = vec4(m * t.leaves[1].p, a.z + f[1], t.h + g[2].x * float(t.leaves[0].id));
}
