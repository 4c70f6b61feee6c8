#version 450
// client: vulkan
// Bool vectors: constructors, components, equality and not.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

void main()
{
    bvec4 b = bvec4(v.x > 0.0, v.y > 0.0, true, false);
    b.w = b.x || b.y;
    bvec2 s = b.zw;
    b.xy = not(s);
    bool same = b.xy == s;
    b[2] = !same;
    o = vec4(b) + vec4(any(b), all(s), same, 0.0);
}
