#version 450
// client: vulkan
// == and != on vectors, matrices, arrays and structs give one bool.
struct Cell { ivec2 at; float w[2]; };
layout(location = 0) in vec4 v;
layout(location = 1) flat in ivec2 p;
layout(location = 0) out vec4 o;

void main()
{
    mat2 a = mat2(v), b = mat2(v.xyxy);
    float r[2] = float[](v.x, v.y);
    float s[2] = float[](v.z, v.w);
    Cell c = Cell(p, r);
    Cell d = Cell(p.yx, s);
    o = vec4(v == v.wzyx, a != b, r == s, c == d);
    if (c != d && bvec2(true, false) == bvec2(r != s, v.x > 0.0)) o.x += 0.5;
}
