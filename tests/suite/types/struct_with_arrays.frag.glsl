#version 450
// client: vulkan
// A struct holding arrays of structs holding arrays.
struct Sample { float w[3]; ivec2 off; };
struct Kernel { Sample s[2]; vec4 bias; };
layout(location = 0) flat in int k;
layout(location = 1) in vec4 b;
layout(location = 0) out vec4 o;

void main()
{
    Kernel ker;
    ker.bias = b;
    for (int i = 0; i < 2; ++i)
    {
        ker.s[i].off = ivec2(i, k);
        for (int j = 0; j < 3; ++j)
            ker.s[i].w[j] = float(i * 3 + j) * b.x;
    }
    ker.s[k & 1].w[1] = 7.0;
    Sample x = ker.s[1];
    o = ker.bias + vec4(x.w[0], x.w[1], x.w[2], float(x.off.x + x.off.y));
}
