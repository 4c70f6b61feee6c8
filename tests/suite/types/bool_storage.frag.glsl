#version 450
// client: vulkan
// Bools in arrays, structs and as loop-carried values.
struct Flags { bool a; bvec2 b; };
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

void main()
{
    bool seen[4];
    Flags f = Flags(false, bvec2(true, false));
    for (int i = 0; i < 4; ++i)
    {
        seen[i] = v[i] > 0.5;
        f.a = f.a || seen[i];
        f.b = f.b.yx;
    }
    o = vec4(seen[0], f.a, f.b);
}
