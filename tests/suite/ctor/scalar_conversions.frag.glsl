#version 450
// client: vulkan
// Scalar constructors between all basic types and from vectors.
layout(location = 0) flat in int i;
layout(location = 1) flat in uint u;
layout(location = 2) in vec3 f;
layout(location = 0) out vec4 o;

void main()
{
    bool b0 = bool(i), b1 = bool(u), b2 = bool(f);
    int i0 = int(f.x), i1 = int(u), i2 = int(b0);
    uint u0 = uint(i), u1 = uint(f.y), u2 = uint(b1);
    float f0 = float(i), f1 = float(u), f2 = float(b2), f3 = float(f.zyx);
    o = vec4(i0 + i1 + i2, u0 ^ u1 ^ u2, f0 * f1, f2 + f3);
}
